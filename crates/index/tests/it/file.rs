//! An index as a file: it is what was written, or it is refused.

use std::io::ErrorKind;

use recollect_index::{IndexChanges, PassageDocument, SpaceIndex, search};
use recollect_model::{EntityKind, Revision};

use crate::support::{
    DIMENSIONS, apply, asking, axis, built, entity, entity_id, episode, evidence, found, passage,
    quantized, statement, statement_id,
};

const OWNER: &str = "somebody's space";

fn written(index: &SpaceIndex) -> Vec<u8> {
    let mut bytes = Vec::new();
    index
        .write_to(&mut bytes, OWNER, || false)
        .expect("memory takes all");
    bytes
}

fn read(bytes: &[u8]) -> std::io::Result<SpaceIndex> {
    SpaceIndex::read_from(bytes, bytes.len() as u64, OWNER, DIMENSIONS)
}

/// Two passages of one session, the second said by Clara, with a statement; a third one by itself.
fn small() -> SpaceIndex {
    let said = |number, text: &str| PassageDocument {
        session: Some("holidays".to_owned()),
        ..passage(number, text)
    };
    built(IndexChanges {
        passages: vec![
            said(1, "Where were the boats?"),
            PassageDocument {
                speaker: Some(entity_id(1)),
                speaker_name: Some("Clara".to_owned()),
                vector: quantized(&axis(3)),
                ..said(2, "The kestrel sailed to Lisbon")
            },
            passage(3, "An unrelated walk"),
        ],
        entities: vec![entity(1, EntityKind::Person, "Clara")],
        statements: vec![statement(1, 1, None, "Clara owns a kestrel.")],
        evidence: vec![evidence(1, 2)],
        ..IndexChanges::default()
    })
}

#[test]
fn what_was_written_is_read_and_followed_on() {
    let index = small();
    let mut again = read(&written(&index)).expect("it was just written");
    assert_eq!(again.revision(), Revision(1));
    assert!(again.passages().eq(index.passages()));
    let query = asking("Where did Clara sail with the kestrel?");
    assert_eq!(search(&[&again], &query), search(&[&index], &query));
    apply(
        &mut again,
        IndexChanges {
            passages: vec![passage(4, "Another kestrel")],
            ..IndexChanges::default()
        },
    );
    assert_eq!(found(&again, "another kestrel")[0], 4);
}

#[test]
fn a_file_that_was_cut_short_is_refused() {
    let bytes = written(&small());
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length]).is_err(), "{length}");
    }
}

#[test]
fn a_file_with_a_flipped_bit_is_refused() {
    let mut bytes = written(&small());
    for at in 0..bytes.len() {
        bytes[at] ^= 1 << (at % 8);
        assert!(read(&bytes).is_err(), "{at}");
        bytes[at] ^= 1 << (at % 8);
    }
    assert!(read(&bytes).is_ok());
}

#[test]
fn a_file_with_something_behind_it_is_refused() {
    let mut bytes = written(&small());
    bytes.push(0);
    assert!(read(&bytes).is_err());
}

#[test]
fn a_file_that_says_it_has_vectors_of_any_length_is_refused_and_takes_no_memory() {
    let bytes = written(&small());
    let [dimensions, rows] = [DIMENSIONS as u32, 3].map(u32::to_le_bytes);
    let said = [dimensions, rows].concat();
    let place = bytes.windows(said.len()).position(|at| at == said);
    let place = place.expect("a file says how many vectors it has");
    for (at, length) in [(0, u32::MAX), (0, 0), (4, u32::MAX), (4, 2)] {
        let mut changed = bytes.clone();
        changed[place + at..place + at + 4].copy_from_slice(&length.to_le_bytes());
        // Taking what it says would end the process.
        assert!(read(&changed).is_err(), "{at} {length}");
    }
}

#[test]
fn a_file_of_another_version_owner_or_model_is_refused() {
    let bytes = written(&small());
    let mut older = bytes.clone();
    older[7] = b'0';
    assert!(read(&older).is_err());
    let length = bytes.len() as u64;
    assert!(SpaceIndex::read_from(&*bytes, length, "somebody else", DIMENSIONS).is_err());
    assert!(SpaceIndex::read_from(&*bytes, length, OWNER, DIMENSIONS + 1).is_err());
}

#[test]
fn what_is_gone_is_not_in_the_file() {
    let mut index = small();
    let has =
        |bytes: &[u8], words: &str| bytes.windows(words.len()).any(|at| at == words.as_bytes());
    let before = written(&index);
    for kept in ["kestrel", "Clara", "clara", "lisbon", "holidays", "knows"] {
        assert!(has(&before, kept), "{kept}");
    }
    apply(
        &mut index,
        IndexChanges {
            removed_episodes: vec![episode(1), episode(2)],
            removed_statements: vec![statement_id(1)],
            removed_entities: vec![entity_id(1)],
            ..IndexChanges::default()
        },
    );
    let bytes = written(&index);
    for gone in [
        "kestrel", "Clara", "clara", "lisbon", "boat", "holidays", "knows",
    ] {
        assert!(!has(&bytes, gone), "{gone}");
    }
    assert!(bytes.len() + DIMENSIONS < before.len());
    let again = read(&bytes).expect("it was just written");
    assert_eq!(found(&again, "unrelated walk"), [3]);
    assert!(found(&again, "kestrel").is_empty());
}

#[test]
fn writing_ends_early_when_the_index_is_wanted() {
    let mut bytes = Vec::new();
    let ended = small().write_to(&mut bytes, OWNER, || true);
    assert_eq!(
        ended.expect_err("it is wanted").kind(),
        ErrorKind::Interrupted
    );
    assert!(read(&bytes).is_err());
}
