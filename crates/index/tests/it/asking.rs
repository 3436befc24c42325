//! What questions of each kind find that do not have the words of their answers.

use recollect_index::{IndexQuery, PassageDocument, QueryPart, search};

use crate::support::{asking, axis, episodes, found, index_of, minute, passage, quantized};

#[test]
fn who_asks_for_a_kind_is_told_of_what_is_of_that_kind() {
    let index = index_of(vec![
        passage(1, "the hamster got out again"),
        passage(2, "the bus was late"),
        passage(3, "my brother called from the harbour"),
    ]);
    assert_eq!(found(&index, "Which pets are there?"), [1]);
    assert_eq!(found(&index, "How many siblings do I have?"), [3]);
}

#[test]
fn what_is_of_a_kind_does_not_lead_to_other_things_of_that_kind() {
    let index = index_of(vec![
        passage(1, "the hamster got out again"),
        passage(2, "pets are not allowed here"),
    ]);
    assert_eq!(found(&index, "Where is the parrot?"), [] as [u32; 0]);
}

#[test]
fn irregular_forms_of_a_word_are_that_word() {
    let index = index_of(vec![
        passage(1, "they bought a lamp"),
        passage(2, "the bus was late"),
    ]);
    assert_eq!(found(&index, "What did they buy?"), [1]);
    let same = index_of(vec![
        passage(1, "they buy lamps"),
        passage(2, "they bought lamps"),
        passage(3, "the bus was late"),
    ]);
    let ranking = search(&[&same], &asking("buy"));
    assert_eq!(ranking.episodes.len(), 2);
    assert_eq!(ranking.episodes[0].score, ranking.episodes[1].score);
}

#[test]
fn a_word_for_the_same_matter_stands_behind_the_word_itself() {
    let index = index_of(vec![
        passage(1, "a film about glaciers"),
        passage(2, "a movie about glaciers"),
        passage(3, "the bus was late"),
    ]);
    assert_eq!(found(&index, "movie"), [2, 1]);
}

#[test]
fn what_frames_a_question_is_not_looked_for() {
    let index = index_of(vec![
        passage(1, "many days passed, and so many more days passed by"),
        passage(2, "a heron stood at the lake"),
        passage(3, "the bus was late"),
    ]);
    let question = "How many days passed since I saw the heron?";
    assert_eq!(found(&index, question)[0], 2);
    let reminded = "Can you remind me what we said about the heron in our previous conversation?";
    assert_eq!(found(&index, reminded)[0], 2);
    // Where nothing else is asked, it is.
    assert_eq!(found(&index, "How many days passed?"), [1]);
}

#[test]
fn both_things_that_a_question_asks_for_are_found() {
    let of = |number, text, vector: usize| PassageDocument {
        vector: quantized(&axis(vector)),
        ..passage(number, text)
    };
    let mut passages = vec![
        of(1, "the regatta in the old harbour", 0),
        of(2, "the regatta and the harbour festival", 0),
        of(3, "harbour days with a regatta", 0),
        of(4, "somebody planted a walnut", 1),
    ];
    passages.extend((5..30).map(|number| of(number, "the bus was late", 2)));
    let index = index_of(passages);
    let whole = IndexQuery {
        vector: Some(axis(0)),
        ..asking("between the regatta in the harbour and the planting of a walnut tree")
    };
    assert_eq!(episodes(&search(&[&index], &whole))[3], 4);
    let part = |words: &str, vector| QueryPart {
        words: words.to_owned(),
        vector: Some(axis(vector)),
    };
    let in_parts = IndexQuery {
        parts: vec![
            part("the regatta in the harbour", 0),
            part("the planting of a walnut tree", 1),
        ],
        ..whole
    };
    let found = episodes(&search(&[&index], &in_parts));
    assert!(found[..2].contains(&4), "{found:?}");
}

#[test]
fn what_was_not_known_when_it_is_asked_stands_behind_what_was() {
    let index = index_of(vec![
        passage(1, "the ferry leaves at nine"),
        passage(100 * 1440, "the ferry leaves at nine"),
        PassageDocument {
            accepted_at: minute(2),
            ..passage(200 * 1440, "the ferry leaves at nine")
        },
        passage(300 * 1440, "the bus was late"),
    ]);
    let now = [200 * 1440, 100 * 1440, 1];
    assert_eq!(found(&index, "ferry"), now);
    let then = IndexQuery {
        asked_at: Some(minute(1440)),
        ..asking("ferry")
    };
    // What lies ahead and was told before is known.
    let known_first = [200 * 1440, 1, 100 * 1440];
    assert_eq!(episodes(&search(&[&index], &then)), known_first);
}

#[test]
fn what_asks_stands_behind_what_says_it() {
    let index = index_of(vec![
        passage(1, "the ferns were watered today"),
        passage(2, "were the ferns watered today?"),
        passage(3, "the bus was late"),
    ]);
    assert_eq!(found(&index, "watering the ferns"), [1, 2]);
}
