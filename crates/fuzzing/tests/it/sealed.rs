//! Sealed values and files, and keys as they are written out: nothing opens that was changed.

use std::io::{Read, Write};

use recollect_fuzzing::Inputs;
use recollect_sealing::{DataKey, MasterKey, SealedReader, SealedWriter, sealed_length};

use crate::text;

const PLACE: &str = "facts/7";

#[test]
fn no_changed_value_opens() {
    let sealer = DataKey::of([1; 32]).sealer("values");
    let values = [
        "",
        "Lisbon",
        "She lives in Lisbon, and has done so since March.",
    ];
    let bytes = values.map(|value| sealer.seal(PLACE, value.as_bytes().to_vec()));
    let texts = values.map(|value| sealer.seal_text(PLACE, value).into_bytes());
    let seeds: Vec<Vec<u8>> = bytes.into_iter().chain(texts).collect();
    Inputs::of("sealed values", &seeds)
        .of_at_most(300)
        .feed(|input| {
            let opened = sealer.open(PLACE, input.to_vec());
            let text = std::str::from_utf8(input).ok();
            let read = text.and_then(|text| sealer.open_text(PLACE, text).ok());
            assert!(
                (opened.is_err() && read.is_none()) || seeds.iter().any(|seed| seed == input),
                "what was changed opens"
            );
            (opened.is_ok(), read.is_some(), input.len() / 8)
        });
}

#[test]
fn no_changed_file_opens() {
    let sealer = DataKey::of([2; 32]).sealer("files");
    let sealed = |bytes: &[u8]| {
        let mut writer = SealedWriter::new(Vec::new(), &sealer, PLACE);
        writer.write_all(bytes).unwrap();
        writer.finish().unwrap()
    };
    let long: Vec<u8> = (0..70_000_u32)
        .map(|number| number.to_le_bytes()[0])
        .collect();
    let seeds = [sealed(b""), sealed(b"an index"), sealed(&long)];
    Inputs::of("sealed files", &seeds)
        .of_at_most(80_000)
        .feed(|input| {
            let mut opened = Vec::new();
            let length = input.len() as u64;
            let said = sealed_length(length);
            let mut reader = SealedReader::new(input, length, &sealer, PLACE);
            let read = reader.read_to_end(&mut opened);
            if read.is_ok() && !input.is_empty() {
                assert!(
                    seeds.iter().any(|seed| seed == input),
                    "what was changed opens"
                );
                assert_eq!(said, Some(opened.len() as u64));
            }
            (read.is_ok(), said.is_some(), opened.len() / 65_536)
        });
}

#[test]
fn keys_are_read_as_they_are_written() {
    let seeds = [
        MasterKey::of([7; 32]).to_text().to_string(),
        "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=".to_owned(),
        "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc".to_owned(),
    ];
    Inputs::of("master keys", seeds)
        .of_at_most(100)
        .feed(|input| {
            let key = MasterKey::from_text(&text(input));
            if let Ok(key) = &key {
                let again = MasterKey::from_text(&key.to_text()).unwrap();
                assert_eq!(again.id(), key.id());
            }
            (key.is_ok(), input.len())
        });
}
