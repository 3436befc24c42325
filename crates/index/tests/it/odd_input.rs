//! Nothing panics, and no score is anything but a number.

use recollect_index::{IndexChanges, IndexQuery, PassageDocument, SpaceIndex, search};
use recollect_model::{Embedding, EntityKind, QuantizedVector};

use crate::support::{apply, asking, built, entity, passage};

fn odd_texts() -> Vec<String> {
    vec![
        String::new(),
        " \n\t\u{0}\u{FEFF}\u{200D}".to_owned(),
        ".,;:!?'\"-_/\\()[]{}<>@#$%^&*+=~`|".repeat(32_768),
        "a".repeat(1 << 20),
        "a ".repeat(1 << 19),
        "漢".repeat(100_000),
        "e\u{301}\u{302}\u{303}".repeat(10_000),
        "👩‍👩‍👧‍👦🇫🇷🏴‍☠️".repeat(1_000),
        "ﷺ".repeat(1_000),
        "' 's ’s 's's '".to_owned(),
        "İ ı ß ẞ ŉ ǰ".to_owned(),
        "\u{0E33}\u{0E33} \u{1100}\u{1161}\u{11A8}".to_owned(),
    ]
}

fn odd_vectors() -> Vec<Option<QuantizedVector>> {
    let vector = |scale, values: Vec<i8>| Some(QuantizedVector { scale, values });
    vec![
        None,
        vector(f32::NAN, vec![1; 8]),
        vector(f32::INFINITY, vec![1; 8]),
        vector(-1.0, vec![1; 8]),
        vector(0.0, vec![0; 8]),
        vector(1.0, vec![-128; 8]),
        vector(1.0, vec![1; 7]),
        vector(1.0, Vec::new()),
        vector(0.01, vec![127; 8]),
    ]
}

#[test]
fn odd_texts_and_vectors_are_kept_and_searched() {
    let texts = odd_texts();
    let vectors = odd_vectors();
    let documents = (0..).zip(texts.iter().zip(vectors.iter().cycle()));
    let index = built(IndexChanges {
        entities: (0..)
            .zip(&texts)
            .map(|(number, text)| entity(number, EntityKind::Person, text))
            .collect(),
        passages: documents
            .map(|(number, (text, vector))| PassageDocument {
                vector: vector.clone(),
                date: text.chars().take(50).collect(),
                speaker_name: Some(text.chars().take(50).collect()),
                ..passage(number, text)
            })
            .collect(),
        ..IndexChanges::default()
    });
    let questions = texts.iter().map(String::as_str).chain(["oak", "漢字", "é"]);
    for question in questions {
        for vector in [
            None,
            Some(Embedding(vec![0.5; 8])),
            Some(Embedding(vec![f32::NAN; 8])),
            Some(Embedding(vec![f32::INFINITY; 8])),
            Some(Embedding(vec![0.0; 8])),
            Some(Embedding(vec![1.0; 3])),
            Some(Embedding(Vec::new())),
        ] {
            let query = IndexQuery {
                vector,
                ..asking(question)
            };
            let ranking = search(&[&index], &query);
            for ranked in ranking.episodes {
                assert!((0.0..=1.0).contains(&ranked.score), "{}", ranked.score);
            }
        }
    }
}

#[test]
fn an_index_without_dimensions_keeps_no_vectors() {
    let mut index = SpaceIndex::new(0);
    let changes = IndexChanges {
        passages: vec![PassageDocument {
            vector: odd_vectors().pop().flatten(),
            ..passage(1, "an oak")
        }],
        ..IndexChanges::default()
    };
    apply(&mut index, changes);
    let query = IndexQuery {
        vector: Some(Embedding(vec![1.0; 8])),
        ..asking("oak")
    };
    assert_eq!(search(&[&index], &query).episodes.len(), 1);
}

#[test]
fn a_limit_of_nothing_answers_nothing() {
    let index = built(IndexChanges {
        passages: vec![passage(1, "an oak")],
        ..IndexChanges::default()
    });
    let query = IndexQuery {
        limit: 0,
        ..asking("oak")
    };
    assert!(search(&[&index], &query).episodes.is_empty());
    let query = IndexQuery {
        limit: usize::MAX,
        ..asking("oak")
    };
    assert_eq!(search(&[&index], &query).episodes.len(), 1);
}
