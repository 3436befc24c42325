use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock};

use recollect_language::Embed;
use recollect_language::local::{MiniLm, Potion};
use recollect_model::Embedding;

static MINILM: LazyLock<Arc<MiniLm>> =
    LazyLock::new(|| Arc::new(MiniLm::load(two()).expect("the model loads")));
static POTION: LazyLock<Arc<Potion>> =
    LazyLock::new(|| Arc::new(Potion::load(two()).expect("the table loads")));

/// A sentence, one that means about the same in other words, and one about something else.
const TRIPLES: [[&str; 3]; 6] = [
    [
        "I adopted a dog from the shelter.",
        "We got a puppy from a rescue centre.",
        "The stock market fell sharply.",
    ],
    [
        "Where does Anna work?",
        "Anna has a job at the hospital.",
        "The soup needs more salt.",
    ],
    [
        "We flew to Rome for our holidays.",
        "The trip to Italy was wonderful.",
        "My laptop's battery died again.",
    ],
    [
        "He is allergic to peanuts.",
        "Nuts make him ill.",
        "The concert starts at eight.",
    ],
    [
        "I am learning to play the piano.",
        "My piano lessons are going well.",
        "She repaired the bicycle.",
    ],
    [
        "My sister is getting married in June.",
        "The wedding is this summer.",
        "The printer is out of paper.",
    ],
];

fn two() -> NonZeroUsize {
    NonZeroUsize::new(2).expect("two is not zero")
}

fn models() -> [Arc<dyn Embed>; 2] {
    let (minilm, potion) = (Arc::clone(&MINILM), Arc::clone(&POTION));
    [minilm, potion]
}

fn cosine(one: &Embedding, other: &Embedding) -> f32 {
    one.0
        .iter()
        .zip(&other.0)
        .map(|(one, other)| one * other)
        .sum()
}

async fn embed(model: &dyn Embed, texts: &[&str]) -> Vec<Embedding> {
    let texts = texts.iter().map(|&text| text.to_owned()).collect();
    model
        .embed_passages(texts)
        .await
        .expect("the texts are embedded")
}

#[tokio::test]
async fn what_means_the_same_is_nearer_than_what_does_not() {
    for model in models() {
        for [text, like, unlike] in TRIPLES {
            let vectors = embed(&*model, &[text, like, unlike]).await;
            let (near, far) = (
                cosine(&vectors[0], &vectors[1]),
                cosine(&vectors[0], &vectors[2]),
            );
            assert!(near > far + 0.1, "{}: {text} {near} {far}", model.model());
        }
    }
}

#[tokio::test]
async fn embeddings_have_the_stated_dimensions_and_length_one() {
    for model in models() {
        for vector in embed(
            &*model,
            &[
                "Hello.",
                "x",
                "a longer text, with some more words",
                "日本語",
            ],
        )
        .await
        {
            assert_eq!(vector.0.len(), model.dimensions());
            assert!((cosine(&vector, &vector) - 1.0).abs() < 1e-4);
        }
    }
}

#[tokio::test]
async fn a_texts_vector_is_the_same_in_any_company() {
    let long = "and then we walked on along the river ".repeat(40);
    let texts: Vec<&str> = TRIPLES
        .concat()
        .into_iter()
        .chain([long.as_str(), "Hi", TRIPLES[0][0]])
        .collect();
    for model in models() {
        let together = embed(&*model, &texts).await;
        assert_eq!(
            together[0],
            together[texts.len() - 1],
            "the same text twice"
        );
        for (text, vector) in texts.iter().zip(&together) {
            assert_eq!(&embed(&*model, &[text]).await[0], vector);
            assert_eq!(
                &model.embed_query((*text).to_owned()).await.unwrap(),
                vector
            );
        }
    }
}

#[tokio::test]
async fn nothing_is_embedded_as_zeros() {
    for model in models() {
        for vector in embed(&*model, &["", " \n", "\u{200d}"]).await {
            assert_eq!(vector.0, vec![0.0; model.dimensions()]);
        }
        assert_eq!(embed(&*model, &[]).await, []);
    }
}

#[tokio::test]
async fn a_text_of_any_length_is_embedded() {
    let texts = [
        "word ".repeat(200_000),
        "w".repeat(1_000_000),
        "字".repeat(300_000),
        "\0\u{feff}🙂".repeat(1_000),
    ];
    for model in models() {
        let vectors = model.embed_passages(texts.to_vec()).await.unwrap();
        assert!(
            vectors
                .iter()
                .all(|vector| vector.0.iter().all(|value| value.is_finite()))
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_query_does_not_wait_for_bulk_work() {
    let bulk = tokio::spawn(async {
        embed(&**MINILM, &["a text of some words, again and again"; 400]).await
    });
    tokio::task::yield_now().await;
    let mut queries = 0;
    while !bulk.is_finished() {
        MINILM
            .embed_query("where did we go?".to_owned())
            .await
            .unwrap();
        queries += 1;
    }
    assert_eq!(bulk.await.unwrap().len(), 400);
    // 400 texts take the time of some 200 queries; had the first query waited for them it would have been the only one.
    assert!(queries > 10, "{queries} queries were answered meanwhile");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_small_call_takes_turns_with_a_large_one() {
    let large = tokio::spawn(async {
        embed(&**MINILM, &["a text of some words, again and again"; 600]).await
    });
    tokio::task::yield_now().await;
    embed(&**MINILM, &["a small one"]).await;
    assert!(!large.is_finished());
    large.await.unwrap();
}

#[tokio::test]
async fn a_call_that_is_given_up_leaves_the_workers_free() {
    for _ in 0..20 {
        let call = embed(&**MINILM, &["one of many texts"; 64]);
        let given_up = tokio::select! {
            biased;
            _ = call => false,
            _ = embed(&**POTION, &["quick"]) => true,
        };
        assert!(given_up);
    }
    assert_eq!(embed(&**MINILM, &["still here"]).await.len(), 1);
}

#[test]
fn models_are_told_apart_by_name() {
    let [minilm, potion] = models();
    assert_eq!(
        (minilm.model(), minilm.dimensions()),
        ("all-MiniLM-L6-v2/int8/2", 384)
    );
    assert_eq!(
        (potion.model(), potion.dimensions()),
        ("potion-base-8M/int8/1", 256)
    );
}

#[test]
fn words_that_no_model_has_read_must_be_closer() {
    let words =
        |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
    let models: [&dyn Embed; 2] = [&**MINILM, &**POTION];
    for model in models {
        for read in ["career change", "plumbing repair", "diet 2023", ""] {
            assert!(model.least_closeness(&words(read)) <= 0.2, "{read}");
        }
        for unread in ["qwertz asdf", "asdkjh 123", "12345", "xyzzy qux", "ölkj"] {
            assert!(model.least_closeness(&words(unread)) >= 0.3, "{unread}");
        }
    }
}
