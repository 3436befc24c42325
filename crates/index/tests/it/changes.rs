//! Following the database.

use recollect_index::{IndexChanges, PassageDocument, search};
use recollect_model::{EntityKind, PassageKey, Revision};

use crate::support::{
    apply, asking, axis, built, entity, episode, evidence, facts, found, index_of, key, passage,
    quantized, statement,
};

#[test]
fn changes_to_a_revision_already_reached_do_nothing() {
    let mut index = index_of(vec![passage(1, "an oak")]);
    assert_eq!(index.revision(), Revision(1));
    let again = IndexChanges {
        to: Revision(1),
        passages: vec![passage(2, "an oak")],
        ..IndexChanges::default()
    };
    assert_eq!(index.apply(again), Ok(()));
    assert_eq!(index.passages().collect::<Vec<_>>(), [key(1)]);
    let nothing = IndexChanges {
        to: Revision(5),
        ..IndexChanges::default()
    };
    assert_eq!(index.apply(nothing), Ok(()));
    assert_eq!(index.revision(), Revision(5));
}

#[test]
fn a_removed_episode_is_gone_and_leaves_no_trace_in_scores() {
    let of_episode = |number| PassageDocument {
        key: PassageKey {
            episode: episode(9),
            number,
        },
        session: Some("s".to_owned()),
        ..passage(9, "the oak in the garden, and the oak again")
    };
    let kept = vec![
        PassageDocument {
            session: Some("s".to_owned()),
            ..passage(1, "an oak table")
        },
        passage(2, "a pine table"),
        passage(3, "a garden"),
    ];
    let mut all = kept.clone();
    all.insert(1, of_episode(0));
    all.insert(2, of_episode(1));
    let mut index = index_of(all);
    assert!(found(&index, "oak").contains(&9));
    apply(
        &mut index,
        IndexChanges {
            removed_episodes: vec![episode(9)],
            ..IndexChanges::default()
        },
    );
    let never_there = index_of(kept);
    let query = asking("oak garden table");
    assert_eq!(search(&[&index], &query), search(&[&never_there], &query));
    assert!(index.passages().eq(never_there.passages()));
}

#[test]
fn the_same_passage_again_takes_its_own_place() {
    let mut index = built(IndexChanges {
        entities: vec![entity(1, EntityKind::Person, "Anna")],
        passages: vec![passage(1, "an oak"), passage(2, "a pine")],
        statements: vec![statement(1, 1, None, "Anna sells wood.")],
        evidence: vec![evidence(1, 1)],
        ..IndexChanges::default()
    });
    let again = PassageDocument {
        vector: quantized(&axis(0)),
        ..passage(1, "a larch")
    };
    apply(
        &mut index,
        IndexChanges {
            passages: vec![again.clone(), again],
            ..IndexChanges::default()
        },
    );
    assert_eq!(index.passages().collect::<Vec<_>>(), [key(1), key(2)]);
    assert!(found(&index, "oak").is_empty());
    assert_eq!(found(&index, "larch"), [1]);
    assert_eq!(facts(&search(&[&index], &asking("wood"))), [1]);
}

#[test]
fn a_statement_with_another_sentence_keeps_its_evidence() {
    let mut index = built(IndexChanges {
        passages: vec![passage(1, "an oak")],
        statements: vec![statement(1, 1, None, "Anna sells wood.")],
        evidence: vec![evidence(1, 1)],
        ..IndexChanges::default()
    });
    apply(
        &mut index,
        IndexChanges {
            statements: vec![statement(1, 1, None, "Anna sells timber.")],
            ..IndexChanges::default()
        },
    );
    assert!(facts(&search(&[&index], &asking("wood"))).is_empty());
    assert_eq!(facts(&search(&[&index], &asking("timber"))), [1]);
    let removal = IndexChanges {
        removed_statements: vec![crate::support::statement_id(1)],
        ..IndexChanges::default()
    };
    apply(&mut index, removal);
    assert!(facts(&search(&[&index], &asking("timber"))).is_empty());
}

#[test]
fn an_index_that_is_mostly_dead_asks_to_be_rebuilt() {
    let mut index = index_of((0..3_000).map(|number| passage(number, "an oak")).collect());
    let remove = |numbers: std::ops::Range<u32>| IndexChanges {
        removed_episodes: numbers.map(episode).collect(),
        ..IndexChanges::default()
    };
    apply(&mut index, remove(0..1_000));
    assert!(!index.needs_rebuild());
    apply(&mut index, remove(1_000..1_002));
    assert!(index.needs_rebuild());
    assert_eq!(index.passages().count(), 1_998);
}

#[test]
fn an_index_tells_how_much_memory_it_takes() {
    let small = index_of(vec![passage(1, "an oak")]);
    let large = index_of(
        (0..2_000)
            .map(|number| passage(number, &format!("tree number {number}")))
            .collect(),
    );
    let (small, large) = (small.memory_bytes(), large.memory_bytes());
    assert!(small < 10_000, "{small}");
    assert!((200_000..2_000_000).contains(&large), "{large}");
}
