//! Expressions of time, instants and offsets, and the texts that are written of them.

use recollect_fuzzing::Inputs;
use recollect_model::{Calendar, CharText, ReferenceTime, bound, time_zone};
use recollect_temporal::{Tense, expressions, expressions_with, phrase};

use crate::text;

const SENTENCES: [&str; 12] = [
    "We met on Tuesday the 5th of May 2023 at half past three.",
    "I lived there from 2015 to 2018, and since March in Porto.",
    "Two weeks ago, the day before yesterday, and every other Monday until June.",
    "next Friday at 9:30pm GMT",
    "between Christmas and Diwali in the 1980s",
    "the last two quarters of 1999, early in the 19th century BC",
    "in a couple of hours, within 3 months, by noon tomorrow",
    "2023-05-07T12:30:00+02:00, 12/31/1999, 31.12.1999, 05/2023",
    "the third week of Ramadan, Easter Monday 2040",
    "on the morning of the 29th of February, a quarter to midnight",
    "for twenty-two and a half years after the first weekend of spring",
    "this time last year; recently; in 300 years; a billion years ago",
];
const WORDS: &str = "next last this the a an of in on at by from to until since before after every each for within and \
     between now today tomorrow yesterday tonight monday sat may march 3 15 2019 1980s 99 12:30 3pm 5/12 2023-05-07 \
     00 24 31st first second third week weekend month quarter year day hour minutes decade century noon midnight half \
     past morning evening night summer winter christmas easter diwali ramadan end beginning ago hence later than two few \
     couple dozen twenty thousand BC AD GMT o'clock daily twice 1000000000000";
/// Among them the ends of what can be counted.
const REFERENCES: [&str; 4] = [
    "2023-05-08T13:55:00+02:00",
    "0001-01-01T00:00:00Z",
    "9999-12-30T21:00:00Z",
    "2024-02-29T23:59:59-12:00",
];

#[test]
fn expressions_of_time_lie_in_the_text_in_order_and_have_a_length() {
    let words = WORDS.split_whitespace().map(|word| format!(" {word} "));
    let references = REFERENCES.map(|at| at.parse::<ReferenceTime>().unwrap());
    let mut turn = 0;
    let inputs = Inputs::of("expressions of time", SENTENCES).of_at_most(400);
    inputs.with_words(words).feed(|input| {
        let text = text(input);
        turn += 1;
        let reference = references[turn % references.len()];
        let mut found = expressions(&text, reference);
        if turn % 8 == 0 {
            found = expressions_with(&text, reference, Tense::Past);
        }
        let characters = CharText::new(&text).len();
        let mut end = 0;
        for one in &found {
            assert!(end <= one.range.start && one.range.start < one.range.end);
            assert!(one.range.end <= characters);
            assert!(one.interval.start < one.interval.end);
            end = one.range.end;
        }
        if let Some(whole) = phrase(&text, reference) {
            assert!(whole.interval.start < whole.interval.end);
        }
        let kinds = found
            .iter()
            .map(|one| (one.precision.as_str(), format!("{:?}", one.meaning)));
        let mut kinds: Vec<_> = kinds
            .map(|(precision, kind)| (precision, kind[..2].to_owned()))
            .collect();
        kinds.truncate(4);
        kinds
    });
}

#[test]
fn instants_and_offsets_are_read_as_they_are_written() {
    let seeds = [
        "2025-03-01T09:30:00+01:00",
        "2025-03-01",
        "2025-03-01T09:30Z",
        "20250301T093000.123456789-12:30",
        "-009999-01-01T00:00:00Z",
        "+010000-01-01T00:00:00Z",
        "9999-12-31T23:59:60+25:59",
        "2025-W09-6",
        "2025-03-01T09:30:00[Europe/Berlin]",
        "Europe/Berlin",
        "UTC",
        "1740821400",
    ];
    let words = [
        "T",
        "Z",
        "+",
        "-",
        ":",
        ".",
        "[",
        "]",
        "24",
        "60",
        "/",
        "Etc/GMT+12",
        "[!u-ca=hebrew]",
    ];
    let berlin = Calendar::named("Europe/Berlin").unwrap();
    let inputs = Inputs::of("instants and offsets", seeds).with_words(words);
    inputs.of_at_most(80).feed(|input| {
        let text = text(input);
        let read = text.parse::<ReferenceTime>();
        if let Ok(time) = &read {
            let again: ReferenceTime = time.to_string().parse().unwrap();
            assert_eq!(again.instant(), time.instant());
            assert!(time.offset_s().abs() <= 25 * 60 * 60 + 59 * 60);
            berlin.written(time.instant());
            berlin.told(time.instant(), None);
            berlin.end_of_day(time.instant());
        }
        let in_berlin = berlin.read(&text).is_some();
        let zone = time_zone(&text).is_ok();
        (read.is_ok(), bound(&text).is_ok(), in_berlin, zone)
    });
}
