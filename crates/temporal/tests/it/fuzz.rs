use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use recollect_model::CharText;
use recollect_temporal::{expressions, phrase};

use crate::monday;

const WORDS: &str = "next last this the a an of in on at by from to until since before after every each for within and \
     between now today tomorrow yesterday tonight monday sat may march 3 15 2019 1980s 99 12:30 3pm 5/12 2023-05-07 \
     00 24 31st first second third last week weekend month quarter year day hour minutes decade century noon midnight \
     half past quarter morning evening night summer winter christmas easter diwali ramadan eod early late mid end \
     beginning ago hence later than closest two few couple of dozen twenty thousand , . - / : ( ) ' @ + BC AD GMT am \
     p.m. o'clock daily twice recently one soon 1000000000000 0";

/// Whether ranges lie in the text, in order and apart, and intervals have a length.
fn check(text: &str) {
    let characters = CharText::new(text);
    let mut end = 0;
    for found in expressions(text, monday()) {
        assert!(end <= found.range.start, "{text}");
        assert!(found.range.start < found.range.end, "{text}");
        assert!(found.range.end <= characters.len(), "{text}");
        assert!(found.interval.start < found.interval.end, "{text}");
        end = found.range.end;
    }
    if let Some(found) = phrase(text, monday()) {
        assert!(found.interval.start < found.interval.end, "{text}");
    }
}

#[test]
fn words_of_time_in_any_order_are_read_without_harm() {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let mut dice = SmallRng::seed_from_u64(7);
    for _ in 0..20_000 {
        let count = dice.random_range(1..12);
        let mut text = String::new();
        for _ in 0..count {
            text += words.choose(&mut dice).unwrap();
            if dice.random_bool(0.8) {
                text.push(' ');
            }
        }
        check(&text);
    }
}

#[test]
fn any_characters_are_read_without_harm() {
    let mut dice = SmallRng::seed_from_u64(8);
    for _ in 0..20_000 {
        let count = dice.random_range(0..40);
        let character = |dice: &mut SmallRng| match dice.random_range(0..4) {
            0 => dice.random_range('\u{20}'..'\u{7f}'),
            1 => dice.random_range('0'..='9'),
            2 => *[' ', '’', '–', 'é', 'İ', 'ß', '\n', '👋', '\u{301}']
                .choose(dice)
                .unwrap(),
            _ => dice.random(),
        };
        let text: String = (0..count).map(|_| character(&mut dice)).collect();
        check(&text);
    }
}

#[test]
fn long_texts_full_of_times_are_read_in_bounded_time() {
    for piece in [
        "next next next last ",
        "last day of last day of ",
        "the first week of the first week of ",
        "3 days before 3 days before ",
        "from 3 to 4 to 5 to ",
        "between May and June and ",
        "every every other other ",
        "12:12:12:12",
        "1/1/1/1/",
        "20 20 20 20 ",
        "may, may, may, ",
        "diwali diwali ",
        "a quarter of a quarter of ",
        "twenty-twenty-",
        "early late mid early ",
        "''''''",
        "((((",
    ] {
        let text = piece.repeat(100_000 / piece.len());
        let begun = Instant::now();
        check(&text);
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(4), "{piece}: {took:?}");
    }
}
