//! Sealing at the crate's door.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

use std::io::{Read, Write};

use recollect_sealing::{DataKey, MasterKey, SealedReader, SealedWriter, Sealer, sealed_length};

fn sealer(byte: u8) -> Sealer {
    DataKey::of([byte; 32]).sealer("values")
}

#[test]
fn a_value_opens_at_its_place_with_its_key_and_nowhere_else() {
    let sealed = sealer(1).seal_text("facts/7", "She lives in Lisbon.");
    assert!(!sealed.contains("Lisbon"));
    let opened = sealer(1).open_text("facts/7", &sealed).unwrap();
    assert_eq!(opened, "She lives in Lisbon.");
    assert!(
        sealer(1).open_text("facts/8", &sealed).is_err(),
        "another place"
    );
    assert!(
        sealer(2).open_text("facts/7", &sealed).is_err(),
        "another key"
    );
    let other = DataKey::of([1; 32]).sealer("files");
    assert!(
        other.open_text("facts/7", &sealed).is_err(),
        "another purpose"
    );
    let mut changed = sealer(1).seal("facts/7", b"Lisbon".to_vec());
    changed[0] ^= 1;
    assert!(sealer(1).open("facts/7", changed).is_err(), "changed");
    for nothing in ["", "Lisbon", "not base64!", "AAAA"] {
        assert!(
            sealer(1).open_text("facts/7", nothing).is_err(),
            "{nothing:?}"
        );
    }
}

#[test]
fn equal_values_at_one_place_are_sealed_alike_so_that_they_can_be_found() {
    let one = sealer(1).seal_text("names", "anna");
    assert_eq!(one, sealer(1).seal_text("names", "anna"));
    assert_ne!(one, sealer(1).seal_text("names", "Anna"));
    assert_ne!(one, sealer(2).seal_text("names", "anna"));
}

#[test]
fn a_text_grows_by_16_bytes_and_a_third() {
    let sealed = sealer(7).seal_text("place", "value");
    assert_eq!(sealer(7).open_text("place", &sealed).unwrap(), "value");
    assert_eq!(sealed.len(), (5_usize + 16).div_ceil(3) * 4);
}

#[test]
fn a_data_key_is_unwrapped_by_its_master_key_for_its_owner_alone() {
    let (master, other) = (MasterKey::of([1; 32]), MasterKey::of([2; 32]));
    let wrapped = master.wrap(&DataKey::of([9; 32]), "anna");
    let key = master.unwrap(wrapped.clone(), "anna").unwrap();
    assert_eq!(
        key.sealer("values").seal_text("x", "y"),
        sealer(9).seal_text("x", "y")
    );
    assert!(master.unwrap(wrapped.clone(), "bert").is_err());
    assert!(other.unwrap(wrapped, "anna").is_err());
    assert_ne!(master.id(), other.id());
}

#[test]
fn a_master_key_is_read_as_hex_and_base64_and_nothing_else() {
    let key = MasterKey::of([0xab; 32]);
    for text in [
        key.to_text().to_string(),
        format!(" {}\n", "AB".repeat(32)),
        "q6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6s=".to_owned(),
        "q6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6s".to_owned(),
    ] {
        assert_eq!(
            MasterKey::from_text(&text).unwrap().id(),
            key.id(),
            "{text}"
        );
    }
    for text in [
        "",
        "secret",
        &"ab".repeat(31),
        &"zz".repeat(32),
        &"é".repeat(32),
    ] {
        assert!(MasterKey::from_text(text).is_err(), "{text}");
    }
    assert!(!format!("{key:?}").contains("abab"));
}

fn sealed_file(content: &[u8]) -> Vec<u8> {
    let sealer = sealer(3);
    let mut writer = SealedWriter::new(Vec::new(), &sealer, "file");
    writer.write_all(content).unwrap();
    writer.finish().unwrap()
}

fn opened_file(sealed: &[u8], place: &str) -> std::io::Result<Vec<u8>> {
    let sealer = sealer(3);
    let mut reader = SealedReader::new(sealed, sealed.len() as u64, &sealer, place);
    let mut content = Vec::new();
    reader.read_to_end(&mut content)?;
    Ok(content)
}

#[test]
fn a_file_of_any_length_opens_whole_or_not_at_all() {
    for length in [0, 1, 65_535, 65_536, 65_537, 200_000] {
        let content: Vec<u8> = (0..length).map(|n| (n % 251) as u8).collect();
        let sealed = sealed_file(&content);
        assert_eq!(sealed_length(sealed.len() as u64), Some(length as u64));
        assert_eq!(opened_file(&sealed, "file").unwrap(), content);
        assert!(opened_file(&sealed, "another").is_err());
        let short = sealed.len().saturating_sub(1);
        assert!(opened_file(&sealed[..short], "file").is_err(), "cut off");
    }
    let content = vec![7; 65_536 * 2 + 5];
    let sealed = sealed_file(&content);
    let chunk = 65_536 + 16;
    assert!(
        opened_file(&sealed[..chunk * 2], "file").is_err(),
        "without its last chunk"
    );
    let exchanged = [
        &sealed[chunk..chunk * 2],
        &sealed[..chunk],
        &sealed[chunk * 2..],
    ]
    .concat();
    assert!(opened_file(&exchanged, "file").is_err(), "exchanged");
}
