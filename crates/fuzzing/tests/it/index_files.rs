//! Files of indexes: whole, broken, and such as somebody wrote who can make the digest right.

use recollect_fuzzing::Inputs;
use recollect_index::{
    EntityDocument, EvidenceDocument, IndexChanges, PassageDocument, SpaceIndex, StatementDocument,
    written_revision,
};
use recollect_model::{
    CharRange, Embedding, EntityId, EntityKind, EpisodeId, PassageKey, QuantizedVector, Revision,
    StatementId, Timestamp,
};
use sha2::{Digest, Sha256};

const DIMENSIONS: usize = 8;
const OWNER: &str = "somebody's space";
const DIGEST_BYTES: usize = 32;

fn passage(number: u8, text: &str) -> PassageDocument {
    PassageDocument {
        key: PassageKey {
            episode: EpisodeId::from_u128(u128::from(number)),
            number: 0,
        },
        range: CharRange {
            start: 0,
            end: text.chars().count() as u32,
        },
        text: text.to_owned(),
        date: "8 May 2023".to_owned(),
        speaker_name: Some("Clara".to_owned()),
        speaker: Some(EntityId::from_u128(1)),
        by_assistant: false,
        mentions: vec![EntityId::from_u128(1)],
        vector: Some(QuantizedVector::of(&Embedding(vec![0.25; DIMENSIONS]))),
        session: number.is_multiple_of(2).then(|| "holidays".to_owned()),
        reference_time: Timestamp::UNIX_EPOCH,
        accepted_at: Timestamp::UNIX_EPOCH,
        sequence: i64::from(number),
    }
}

fn file(passages: u8) -> Vec<u8> {
    let mut index = SpaceIndex::new(DIMENSIONS);
    let statement = |number: u128| StatementDocument {
        id: StatementId::from_u128(number),
        subject: EntityId::from_u128(1),
        relation: "knows".to_owned(),
        object: Some(EntityId::from_u128(2)),
        words: "Clara knows Ben.".to_owned(),
        valid_at: Some(Timestamp::UNIX_EPOCH),
        invalid_at: None,
    };
    let entity = |number: u128, name: &str| EntityDocument {
        part_of: (number > 1).then(|| EntityId::from_u128(1)),
        id: EntityId::from_u128(number),
        kind: EntityKind::Person,
        names: vec![name.to_owned()],
    };
    let passages: Vec<_> = (0..passages)
        .map(|number| passage(number, "The kestrel sailed to Lisbon."))
        .collect();
    let evidence = passages.iter().map(|passage| EvidenceDocument {
        statement: StatementId::from_u128(1),
        passage: passage.key,
    });
    let evidence = evidence.collect();
    let changes = IndexChanges {
        passages,
        evidence,
        entities: vec![entity(1, "Clara"), entity(2, "Ben")],
        statements: vec![statement(1), statement(2)],
        to: Revision(1),
        ..IndexChanges::default()
    };
    index.apply(changes).unwrap();
    let mut bytes = Vec::new();
    index.write_to(&mut bytes, OWNER, || false).unwrap();
    bytes
}

#[test]
fn a_changed_file_is_refused_and_a_forged_one_does_no_harm() {
    let seeds = [file(0), file(1), file(5)];
    let counts = [0_u32, 1, 255, 65_536, u32::MAX].map(u32::to_le_bytes);
    let mut turn = 0;
    let inputs = Inputs::of("files of indexes", &seeds).with_words(counts);
    inputs.feed(|input| {
        turn += 1;
        let mut bytes = input.to_vec();
        let is_forged = turn % 2 == 0 && bytes.len() >= DIGEST_BYTES;
        if is_forged {
            let content = bytes.len() - DIGEST_BYTES;
            let digest = Sha256::digest(&bytes[..content]);
            bytes[content..].copy_from_slice(&digest);
        }
        let length = bytes.len() as u64;
        let revision = written_revision(&*bytes, length, OWNER).ok();
        let read = SpaceIndex::read_from(&*bytes, length, OWNER, DIMENSIONS);
        if let Ok(index) = &read {
            assert!(
                is_forged || seeds.contains(&bytes),
                "what was changed is read"
            );
            assert_eq!(revision, Some(index.revision()));
            index.passages().for_each(drop);
        }
        let why = read.err().map(|error| error.to_string());
        (why, revision.is_some(), is_forged)
    });
}
