//! What makes a passage an answer.

use recollect_index::{Filter, IndexQuery, PassageDocument, search};
use recollect_model::{Embedding, Interval, PassageKey};

use crate::support::{
    asking, axis, episode, episodes, found, index_of, minute, passage, quantized,
};

fn in_session(name: &str, document: PassageDocument) -> PassageDocument {
    PassageDocument {
        session: Some(name.to_owned()),
        ..document
    }
}

#[test]
fn a_passage_is_found_by_a_word() {
    let index = index_of(vec![
        passage(1, "the dog ran through the park"),
        passage(2, "a letter from the bank"),
    ]);
    assert_eq!(found(&index, "Where is my letter?"), [2]);
}

#[test]
fn a_passage_is_found_by_another_form_of_a_word() {
    let index = index_of(vec![
        passage(1, "we were painting all day"),
        passage(2, "a letter from the bank"),
    ]);
    assert_eq!(found(&index, "paintings"), [1]);
}

#[test]
fn a_passage_is_found_by_its_date_and_its_speaker() {
    let index = index_of(vec![
        PassageDocument {
            date: "8 May 2023".to_owned(),
            ..passage(1, "we went sailing")
        },
        PassageDocument {
            speaker_name: Some("Melanie".to_owned()),
            ..passage(2, "we stayed at home")
        },
    ]);
    assert_eq!(found(&index, "May 2023"), [1]);
    assert_eq!(found(&index, "melanie"), [2]);
}

#[test]
fn the_length_of_a_very_long_passage_counts_in_full() {
    let body = format!("kestrel {}", "walk ".repeat(300));
    let index = index_of(vec![
        passage(1, &body),
        PassageDocument {
            date: "a day that is told in many more words than others are".to_owned(),
            ..passage(2, &body)
        },
        passage(3, "nothing of that"),
    ]);
    assert_eq!(found(&index, "kestrel"), [1, 2]);
}

#[test]
fn a_passage_is_found_by_its_vector_only() {
    let index = index_of(vec![
        PassageDocument {
            vector: quantized(&axis(0)),
            ..passage(1, "felines")
        },
        PassageDocument {
            vector: quantized(&axis(1)),
            ..passage(2, "vehicles")
        },
        passage(3, "no vector"),
    ]);
    let query = IndexQuery {
        vector: Some(axis(1)),
        ..asking("?")
    };
    let ranking = search(&[&index], &query);
    assert_eq!(episodes(&ranking), [2]);
    assert!(ranking.episodes[0].lanes.vectors && !ranking.episodes[0].lanes.words);
}

#[test]
fn where_no_word_is_known_a_passage_must_be_close_enough() {
    let index = index_of(vec![
        PassageDocument {
            vector: quantized(&axis(0)),
            ..passage(1, "felines")
        },
        PassageDocument {
            vector: quantized(&axis(1)),
            ..passage(2, "vehicles")
        },
    ]);
    let between = Embedding(
        axis(0)
            .0
            .iter()
            .zip(&axis(1).0)
            .map(|(a, b)| 0.3 * a + 0.2 * b)
            .collect(),
    );
    let asked = |words: &str, least_closeness| {
        let query = IndexQuery {
            vector: Some(between.clone()),
            least_closeness,
            ..asking(words)
        };
        episodes(&search(&[&index], &query))
    };
    assert_eq!(asked("pets", 0.25), [1, 2]);
    assert!(asked("qwertz asdf", 0.45).is_empty());
    // A word that stands somewhere means something, whatever the vector says.
    assert_eq!(asked("qwertz vehicle", 0.45), [2, 1]);
    let spoken_of = IndexQuery {
        vector: Some(between.clone()),
        least_closeness: 0.45,
        times: vec![Interval {
            start: minute(0),
            end: minute(10),
        }],
        ..asking("qwertz")
    };
    assert!(!search(&[&index], &spoken_of).episodes.is_empty());
}

#[test]
fn the_only_passage_is_found_by_its_vector() {
    let index = index_of(vec![PassageDocument {
        vector: quantized(&axis(3)),
        ..passage(1, "felines")
    }]);
    let query = IndexQuery {
        vector: Some(axis(3)),
        ..asking("")
    };
    assert_eq!(episodes(&search(&[&index], &query)), [1]);
}

#[test]
fn words_and_vectors_together_beat_either() {
    let index = index_of(vec![
        PassageDocument {
            vector: quantized(&axis(0)),
            ..passage(1, "kayak trip")
        },
        PassageDocument {
            vector: quantized(&axis(1)),
            ..passage(2, "kayak trip")
        },
        PassageDocument {
            vector: quantized(&axis(0)),
            ..passage(3, "coffee machine")
        },
    ]);
    let query = IndexQuery {
        vector: Some(axis(0)),
        ..asking("kayak")
    };
    assert_eq!(episodes(&search(&[&index], &query))[0], 1);
}

#[test]
fn an_answer_is_lifted_by_the_question_before_it() {
    let index = index_of(vec![
        in_session(
            "a",
            passage(
                1,
                "What kind of things did you buy at the pottery fair last week?",
            ),
        ),
        in_session("a", passage(2, "Two blue bowls and a cup")),
        in_session("b", passage(3, "Three green plates and a fork")),
    ]);
    let ranking = search(&[&index], &asking("pottery fair"));
    assert_eq!(episodes(&ranking), [1, 2]);
    assert!(ranking.episodes[1].lanes.session && !ranking.episodes[1].lanes.words);
}

#[test]
fn neighbours_are_those_in_time_whatever_came_first() {
    let said_at = |minutes, document| PassageDocument {
        reference_time: minute(minutes),
        ..document
    };
    let index = index_of(vec![
        in_session("a", said_at(30, passage(1, "it rained"))),
        in_session("a", said_at(20, passage(2, "bowls and a cup"))),
        in_session("a", said_at(10, passage(3, "the pottery fair"))),
    ]);
    assert_eq!(found(&index, "pottery"), [3, 2, 1]);
}

#[test]
fn passages_of_an_episode_without_a_session_are_neighbours() {
    let of_episode = |number, document: PassageDocument| PassageDocument {
        key: PassageKey {
            episode: episode(7),
            number,
        },
        ..document
    };
    let index = index_of(vec![
        of_episode(0, passage(7, "the pottery fair")),
        of_episode(1, passage(7, "bowls and a cup")),
        passage(8, "plates and a fork"),
    ]);
    let query = asking("pottery");
    let ranking = search(&[&index], &query);
    assert_eq!(episodes(&ranking), [7]);
    assert_eq!(ranking.episodes[0].passage.number, 0);
}

#[test]
fn what_an_assistant_says_stands_behind_what_people_say() {
    let index = index_of(vec![
        PassageDocument {
            by_assistant: true,
            ..passage(1, "sourdough needs a starter")
        },
        passage(2, "sourdough needs a starter"),
        passage(3, "the bus was late"),
    ]);
    assert_eq!(found(&index, "sourdough"), [2, 1]);
}

#[test]
fn a_time_prefers_and_does_not_exclude() {
    let index = index_of(vec![
        passage(1, "we met at the lake"),
        passage(2, "we met at the lake"),
        passage(60, "we met at the lake"),
        passage(61, "something else entirely"),
    ]);
    let query = IndexQuery {
        times: vec![
            Interval {
                start: minute(500),
                end: minute(600),
            },
            Interval {
                start: minute(1),
                end: minute(2),
            },
        ],
        ..asking("lake")
    };
    let ranking = search(&[&index], &query);
    assert_eq!(episodes(&ranking), [1, 60, 2]);
    assert!(ranking.episodes[0].lanes.time && !ranking.episodes[1].lanes.time);
}

#[test]
fn filters_apply_before_the_limit() {
    let index = index_of(
        (0..40)
            .map(|number| {
                let session = if number % 2 == 0 { "even" } else { "odd" };
                in_session(session, passage(number, "the same words"))
            })
            .collect(),
    );
    let with = |filter| {
        let query = IndexQuery {
            filter,
            limit: 5,
            ..asking("words")
        };
        let mut found = episodes(&search(&[&index], &query));
        found.sort_unstable();
        found
    };
    let odd = with(Filter {
        session: Some("odd".to_owned()),
        ..Filter::default()
    });
    assert!(odd.len() == 5 && odd.iter().all(|number| number % 2 == 1));
    let times = with(Filter {
        from: Some(minute(10)),
        until: Some(minute(13)),
        ..Filter::default()
    });
    assert_eq!(times, [10, 11, 12]);
    let nowhere = with(Filter {
        session: Some("never".to_owned()),
        ..Filter::default()
    });
    assert!(nowhere.is_empty());
}

#[test]
fn a_filter_does_not_change_how_an_answer_scores() {
    let index = index_of(vec![
        in_session(
            "a",
            passage(
                1,
                "What kind of things did you buy at the pottery fair last week?",
            ),
        ),
        in_session("a", passage(2, "Two blue bowls and a cup")),
        in_session("b", passage(3, "Three green plates and a fork")),
    ]);
    let all = search(&[&index], &asking("pottery fair"));
    let late = IndexQuery {
        filter: Filter {
            from: Some(minute(2)),
            ..Filter::default()
        },
        ..asking("pottery fair")
    };
    assert_eq!(search(&[&index], &late).episodes, all.episodes[1..]);
}

#[test]
fn two_spaces_rank_as_one() {
    let texts = [
        "we planted tomatoes in the garden",
        "the garden gate is broken",
        "tomatoes and basil",
        "the train was late",
        "tomatoes, tomatoes, tomatoes",
        "my garden has a pond with three frogs",
    ];
    let documents: Vec<_> = (0..)
        .zip(texts)
        .map(|(number, text)| passage(number, text))
        .collect();
    let one = index_of(documents.clone());
    let (first, second): (Vec<_>, Vec<_>) = documents
        .into_iter()
        .partition(|document| document.sequence % 2 == 0);
    let (first, second) = (index_of(first), index_of(second));
    let query = asking("tomatoes in the garden");
    let together = search(&[&first, &second], &query);
    let alone = search(&[&one], &query);
    assert_eq!(episodes(&together), episodes(&alone));
    for (a, b) in together.episodes.iter().zip(&alone.episodes) {
        assert!((a.score - b.score).abs() < 1e-4);
        assert_eq!(a.space, (b.episode.as_u128() % 2) as usize);
    }
}

#[test]
fn scores_fall_and_lie_between_0_and_1() {
    let index = index_of(
        (0..50)
            .map(|number| passage(number, &"oak ".repeat(number as usize % 7)))
            .collect(),
    );
    let ranking = search(&[&index], &asking("oak"));
    assert_eq!(ranking.episodes.len(), 10);
    assert!(
        ranking
            .episodes
            .windows(2)
            .all(|pair| pair[0].score >= pair[1].score)
    );
    assert!(
        ranking
            .episodes
            .iter()
            .all(|ranked| ranked.score > 0.0 && ranked.score < 1.0)
    );
}

#[test]
fn nothing_is_an_answer_to_nothing() {
    let index = index_of(vec![passage(1, "the dog")]);
    assert!(found(&index, "").is_empty());
    assert!(found(&index, "who is it, and what for?").is_empty());
    assert!(found(&index, "submarine").is_empty());
    assert!(search(&[], &asking("dog")).episodes.is_empty());
    assert!(found(&index_of(Vec::new()), "dog").is_empty());
}

#[test]
fn of_equals_the_newer_comes_first() {
    let index = index_of((1..6).map(|number| passage(number, "ditto")).collect());
    assert_eq!(found(&index, "ditto"), [5, 4, 3, 2, 1]);
}
