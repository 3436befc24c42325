//! Names, statements and facts.

use recollect_index::{Filter, IndexChanges, IndexQuery, PassageDocument, SpaceIndex, search};
use recollect_model::EntityKind::{Owner, Person, Place, Thing};

use crate::support::{
    apply, asking, axis, built, entity, entity_id, episodes, evidence, facts, found, minute,
    passage, quantized, statement,
};

fn spoken_by(number: u32, name: &str, document: PassageDocument) -> PassageDocument {
    PassageDocument {
        speaker: Some(entity_id(number)),
        speaker_name: Some(name.to_owned()),
        ..document
    }
}

fn mentioning(number: u32, document: PassageDocument) -> PassageDocument {
    PassageDocument {
        mentions: vec![entity_id(number)],
        ..document
    }
}

/// Melanie Smith (1) and Will Brown (2) talk of running; Caroline (3) is only mentioned.
fn conversation() -> SpaceIndex {
    built(IndexChanges {
        entities: vec![
            entity(1, Person, "Melanie Smith"),
            entity(2, Person, "Will Brown"),
            entity(3, Person, "Caroline"),
            entity(4, Thing, "Melanie's running club"),
        ],
        passages: vec![
            spoken_by(1, "Melanie Smith", passage(1, "I went running at dawn")),
            spoken_by(2, "Will Brown", passage(2, "I went running at noon")),
            mentioning(3, passage(3, "she went running at dusk")),
            passage(4, "he went running at night"),
            spoken_by(1, "Melanie Smith", passage(5, "a boat")),
        ],
        ..IndexChanges::default()
    })
}

#[test]
fn what_the_named_speaker_says_comes_first() {
    let index = conversation();
    assert_eq!(found(&index, "When did Melanie go running?")[0], 1);
    assert_eq!(found(&index, "when did melanie's friends go running")[0], 1);
    assert_eq!(found(&index, "When did Melanie Smith go running?")[0], 1);
    assert_eq!(found(&index, "When did BROWN go running?")[0], 2);
}

#[test]
fn a_mention_of_a_named_entity_lifts_a_passage() {
    assert_eq!(
        found(&conversation(), "When did Caroline go running?")[0],
        3
    );
}

#[test]
fn a_name_that_is_also_a_common_word_needs_its_capital() {
    let index = conversation();
    assert_eq!(found(&index, "When did Will go running?")[0], 2);
    let unnamed = search(&[&index], &asking("when will they go running"));
    assert!(unnamed.episodes.iter().all(|ranked| !ranked.lanes.graph));
}

#[test]
fn two_named_speakers_lift_nobody() {
    let ranking = search(
        &[&conversation()],
        &asking("Did Melanie or Will go running?"),
    );
    assert!(ranking.episodes.iter().all(|ranked| !ranked.lanes.graph));
}

#[test]
fn the_name_of_a_thing_does_not_hide_the_person_in_it() {
    let ranking = search(
        &[&conversation()],
        &asking("Who started Melanie's running club?"),
    );
    assert_eq!(episodes(&ranking)[0], 1);
    assert!(ranking.episodes[0].lanes.graph);
}

#[test]
fn a_shared_first_name_means_everybody_who_has_it() {
    let index = built(IndexChanges {
        entities: vec![
            entity(1, Person, "Anna Berg"),
            entity(2, Person, "Anna Stein"),
        ],
        passages: vec![
            mentioning(1, passage(1, "lunch with her")),
            mentioning(2, passage(2, "lunch with her")),
            passage(3, "lunch with her"),
        ],
        ..IndexChanges::default()
    });
    assert_eq!(found(&index, "lunch with Anna"), [2, 1, 3]);
    assert_eq!(found(&index, "lunch with Anna Berg"), [1, 3, 2]);
}

#[test]
fn names_in_unspaced_scripts_are_recognized() {
    let index = built(IndexChanges {
        entities: vec![entity(1, Person, "田中")],
        passages: vec![
            passage(1, "ラーメンが好き"),
            mentioning(1, passage(2, "ラーメンが好き")),
            passage(3, "ラーメンが好き"),
        ],
        ..IndexChanges::default()
    });
    assert_eq!(found(&index, "田中さんはラーメンが好きですか")[0], 2);
}

#[test]
fn roles_name_nobody() {
    let index = built(IndexChanges {
        entities: vec![entity(1, Owner, "user")],
        passages: vec![
            spoken_by(1, "", passage(1, "the new user interface")),
            passage(2, "the new user interface"),
        ],
        ..IndexChanges::default()
    });
    assert_eq!(found(&index, "user interface"), [2, 1]);
}

/// Owner (1) – Anna (2), a nurse, in Lyon (3) – a dog (4).
fn family() -> IndexChanges {
    IndexChanges {
        entities: vec![
            entity(1, Owner, "Robin"),
            entity(2, Person, "Anna"),
            entity(3, Place, "Lyon"),
            entity(4, Thing, "Rex"),
        ],
        statements: vec![
            statement(1, 1, Some(2), "Robin's sister is Anna."),
            statement(2, 2, None, "Anna works as a nurse."),
            statement(3, 2, Some(3), "Anna lives in Lyon."),
            statement(4, 1, Some(4), "Robin owns Rex."),
        ],
        passages: vec![
            passage(1, "she phoned on Sunday"),
            passage(2, "long shifts at the ward again"),
            passage(3, "the flat near the river is small"),
            passage(4, "he needs a walk"),
            passage(5, "nothing of the kind"),
        ],
        evidence: vec![
            evidence(1, 1),
            evidence(2, 2),
            evidence(3, 3),
            evidence(4, 4),
        ],
        ..IndexChanges::default()
    }
}

#[test]
fn a_hop_leads_from_the_owner_over_a_statement_to_its_evidence() {
    let index = built(family());
    let ranking = search(&[&index], &asking("What does my sister work as?"));
    assert_eq!(facts(&ranking)[..2], [1, 2]);
    let mut lifted = episodes(&ranking);
    lifted.sort_unstable();
    assert_eq!(lifted, [1, 2]);
    assert!(ranking.episodes.iter().all(|ranked| ranked.lanes.graph));
}

#[test]
fn a_fact_is_found_by_the_words_of_its_sentence() {
    let ranking = search(&[&built(family())], &asking("nurse"));
    assert_eq!(facts(&ranking), [2]);
}

#[test]
fn facts_are_found_by_both_their_ends() {
    let ranking = search(&[&built(family())], &asking("Is Anna in Lyon?"));
    assert_eq!(facts(&ranking)[0], 3);
    assert_eq!(episodes(&ranking)[0], 3);
}

#[test]
fn only_facts_that_held_then_are_answered() {
    let mut changes = family();
    changes.statements[2].valid_at = Some(minute(100));
    changes.statements[2].invalid_at = Some(minute(200));
    let index = built(changes);
    let at = |facts_at| {
        let query = IndexQuery {
            filter: Filter {
                facts_at,
                ..Filter::default()
            },
            ..asking("Lyon")
        };
        facts(&search(&[&index], &query))
    };
    assert_eq!(at(None), [3]);
    assert_eq!(at(Some(minute(99))), [0; 0]);
    assert_eq!(at(Some(minute(100))), [3]);
    assert_eq!(at(Some(minute(200))), [0; 0]);
}

#[test]
fn a_fact_needs_evidence_that_passes_the_filter() {
    let query = IndexQuery {
        filter: Filter {
            until: Some(minute(3)),
            ..Filter::default()
        },
        ..asking("What does Anna do in Lyon?")
    };
    assert_eq!(facts(&search(&[&built(family())], &query)), [2, 1]);
}

#[test]
fn a_statement_gains_evidence_and_loses_it_with_its_episode() {
    let mut index = built(family());
    let remove = |number| IndexChanges {
        removed_episodes: vec![crate::support::episode(number)],
        ..IndexChanges::default()
    };
    apply(
        &mut index,
        IndexChanges {
            evidence: vec![evidence(2, 5)],
            ..remove(2)
        },
    );
    assert_eq!(facts(&search(&[&index], &asking("nurse"))), [2]);
    apply(&mut index, remove(5));
    assert!(facts(&search(&[&index], &asking("nurse"))).is_empty());
}

#[test]
fn renamed_and_removed_entities_are_known_by_their_present_names_only() {
    let mut index = conversation();
    let rename = IndexChanges {
        entities: vec![entity(3, Person, "Dorothy")],
        ..IndexChanges::default()
    };
    apply(&mut index, rename);
    assert_eq!(found(&index, "When did Dorothy go running?")[0], 3);
    let graph = |index: &SpaceIndex, words| {
        let ranking = search(&[index], &asking(words));
        ranking.episodes.iter().any(|ranked| ranked.lanes.graph)
    };
    assert!(!graph(&index, "When did Caroline go running?"));
    let removal = IndexChanges {
        removed_entities: vec![entity_id(3)],
        ..IndexChanges::default()
    };
    apply(&mut index, removal);
    assert!(!graph(&index, "When did Dorothy go running?"));
}

#[test]
fn a_passage_that_is_merely_close_does_not_vouch_for_its_facts() {
    let mut changes = family();
    changes.passages[0].vector = quantized(&axis(0));
    changes.passages[4].vector = quantized(&axis(1));
    let query = IndexQuery {
        vector: Some(axis(0)),
        ..asking("weather tomorrow")
    };
    let ranking = search(&[&built(changes)], &query);
    assert_eq!(episodes(&ranking), [1]);
    assert!(facts(&ranking).is_empty());
}
