//! Random texts, of a fixed seed: nothing panics, and every range is right.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use recollect_language::{
    Context, EntityRef, Extract, ExtractedObject, Heard, MAX_PASSAGES, PASSAGE_LIMIT, PassageText,
    TextToRead, passages, passages_up_to, time,
};
use recollect_model::{CharRange, EntityKind, ReferenceTime};
use unicode_segmentation::UnicodeSegmentation;

use crate::extraction::EXTRACTION;
use crate::{monday, words_of};

/// What random texts are put together from: what the crate looks for, and what trips up careless code.
const PIECES: &[&str] = &[
    " ",
    "  ",
    "\n",
    "\r\n",
    "\n\n",
    "\t",
    "\u{a0}",
    "\u{3000}",
    "\u{2028}",
    "\u{feff}",
    "\u{200b}",
    "\u{200d}",
    "\0",
    "\u{7f}",
    ".",
    "!",
    "?",
    "…",
    ",",
    ";",
    ":",
    "：",
    "-",
    "—",
    "'",
    "’",
    "\"",
    "“",
    "(",
    ")",
    "[",
    "]",
    "&",
    "/",
    "@",
    "#",
    "1.",
    "*",
    "•",
    "I ",
    "we ",
    "Anna",
    "Ben ",
    "Dr. ",
    "Mrs ",
    "Anna: ",
    "user: ",
    "anna: ",
    "[10:30] Ben: ",
    "田中：",
    "'s ",
    "I'm ",
    "I’ve ",
    "don't ",
    "live in ",
    "moved to ",
    "have a ",
    "is ",
    "works at ",
    "my sister ",
    "my dog ",
    "her ",
    "she ",
    "you ",
    "called ",
    "says that ",
    "no longer ",
    "used to ",
    "Love ",
    "Bought a ",
    "born in ",
    "since 2019 ",
    "favorite ",
    "Berlin ",
    "a nurse ",
    "-in-law ",
    "or Mel for short ",
    "went to ",
    "love ",
    "want to ",
    "if ",
    "not ",
    "and ",
    "of the ",
    "New York",
    "LGBTQ",
    "yesterday",
    "last week",
    "in May ",
    "2023",
    "1980s",
    "may 5",
    "march on",
    "Monday",
    "next ",
    "3pm",
    "9:30",
    "12/12/2012",
    "-1",
    "99999999999",
    "before last",
    "the ",
    "two weeks ago",
    "since ",
    "summer",
    "31 February",
    "in 300 years",
    "billion years ago",
    "0000-00-00",
    "24:61",
    "é",
    "e\u{301}\u{301}\u{301}",
    "ß",
    "İ",
    "ǅ",
    "ﬃ",
    "👨‍👩‍👧",
    "🇩🇪",
    "👋🏽",
    "नमस्ते",
    "今天天气很好。",
    "こんにちは",
    "안녕",
    "שלום",
    "مرحبا",
    "ไทย",
    "\u{10ffff}",
    "𝒜𝓃𝓃𝒶",
];

fn text(random: &mut SmallRng) -> String {
    let pieces = random.random_range(0..40);
    let mut text: String = (0..pieces)
        .filter_map(|_| PIECES.choose(random).copied())
        .collect();
    for _ in 0..random.random_range(0..6) {
        text.push(random.random());
    }
    text
}

fn is_within(inner: CharRange, outer: CharRange) -> bool {
    outer.start <= inner.start && inner.start <= inner.end && inner.end <= outer.end
}

fn check_passages(body: &str, limit: usize, passages: &[PassageText]) {
    let characters: Vec<char> = body.chars().collect();
    let mut covered = 0;
    for passage in passages {
        let gap = &characters[covered..passage.range.start as usize];
        assert!(
            gap.iter().all(|c| c.is_whitespace()),
            "{body:?} leaves out {gap:?}"
        );
        let (words, content) = (
            words_of(body, passage.range),
            words_of(body, passage.content),
        );
        assert_eq!((words.trim(), content.trim()), (words, content), "{body:?}");
        assert!(
            !words.is_empty() && is_within(passage.content, passage.range),
            "{body:?}"
        );
        assert!(content.chars().count() <= limit, "{body:?}");
        assert!(
            passage
                .speaker
                .as_deref()
                .is_none_or(|name| !name.is_empty() && body.contains(name)),
            "{body:?}"
        );
        if gap.is_empty() && covered > 0 && passage.range == passage.content {
            check_cut(body, covered, limit);
        }
        covered = passage.range.end as usize;
    }
    assert!(
        characters[covered..].iter().all(|c| c.is_whitespace()),
        "{body:?}"
    );
}

/// A cut without white space lies between sentences or words, unless the word is longer than the limit.
fn check_cut(body: &str, at: usize, limit: usize) {
    let bytes: usize = body.chars().take(at).map(char::len_utf8).sum();
    if body
        .split_sentence_bound_indices()
        .any(|(start, _)| start == bytes)
    {
        return;
    }
    let mut start = 0;
    for word in body.split_word_bounds() {
        let end = start + word.chars().count();
        assert!(
            !(start < at && at < end) || end - start > limit,
            "{body:?} is cut inside {word:?}"
        );
        start = end;
    }
}

#[test]
fn passages_hold_every_word_of_any_text_once() {
    let mut random = SmallRng::seed_from_u64(1);
    for round in 0..20_000 {
        let body = text(&mut random);
        let limit = if round % 2 == 0 {
            random.random_range(1..30)
        } else {
            random.random_range(30..700)
        };
        check_passages(&body, limit, &passages_up_to(&body, limit));
    }
}

#[test]
fn the_whole_range_of_unicode_is_divided() {
    let mut random = SmallRng::seed_from_u64(2);
    for _ in 0..2_000 {
        let length = random.random_range(0..60);
        let body: String = (0..length).map(|_| random.random::<char>()).collect();
        check_passages(&body, 10, &passages_up_to(&body, 10));
        check_passages(&body, 600, &passages(&body));
    }
}

#[test]
fn expressions_of_time_lie_in_the_text_and_in_order() {
    let mut random = SmallRng::seed_from_u64(3);
    let references = [
        "2023-05-08T13:55:00+02:00",
        "0001-01-01T00:00:00Z",
        "9999-12-30T21:00:00Z",
        "2024-02-29T23:59:59-12:00",
    ];
    for round in 0..3_000 {
        let body = text(&mut random);
        let reference: ReferenceTime = references[round % references.len()]
            .parse()
            .expect("a date-time");
        let mut end = 0;
        for found in time::expressions(&body, reference) {
            assert!(
                end <= found.range.start && found.range.start < found.range.end,
                "{body:?}"
            );
            assert!(found.interval.start < found.interval.end, "{body:?}");
            end = found.range.end;
        }
        assert!(end as usize <= body.chars().count());
        assert!(!time::in_words(reference).is_empty());
    }
}

#[tokio::test]
async fn extraction_keeps_its_promises_on_any_text() {
    let mut random = SmallRng::seed_from_u64(4);
    for _ in 0..3_000 {
        let body = text(&mut random);
        let read = Arc::new(TextToRead {
            context: Context {
                speakers: vec![EntityRef::Named("Ben".to_owned())],
                named: vec![(EntityRef::Named("Clara".to_owned()), EntityKind::Person)],
                said: Vec::new(),
                heard: vec![Heard {
                    speaker: Some("Ben".to_owned()),
                    text: "How long have you had the dog?".to_owned(),
                }],
                is_in_session: true,
            },
            passages: passages(&body),
            body,
            reference_time: monday(),
            owner_name: ["Sam", "", "Anna"][random.random_range(0..3)].to_owned(),
        });
        let found = EXTRACTION
            .extract(Arc::clone(&read))
            .await
            .expect("the text is read");
        assert_eq!(found.speakers.len(), read.passages.len());
        let mentioned: HashSet<&EntityRef> = found
            .mentions
            .iter()
            .map(|mention| &mention.entity)
            .collect();
        for mention in &found.mentions {
            let passage = &read.passages[mention.passage];
            assert!(
                is_within(mention.range, passage.range) && mention.range.start < mention.range.end,
                "{:?}",
                read.body
            );
        }
        for statement in &found.statements {
            assert!(
                is_within(statement.range, read.passages[statement.passage].content),
                "{:?}",
                read.body
            );
            assert!(mentioned.contains(&statement.subject), "{:?}", read.body);
            if let ExtractedObject::Entity(object) = &statement.object {
                assert!(mentioned.contains(object), "{:?}", read.body);
            }
            if let Some(source) = &statement.attributed_to {
                assert!(mentioned.contains(source), "{:?}", read.body);
            }
            if let (Some(from), Some(until)) = (statement.from, statement.until) {
                assert!(from < until, "{:?}", read.body);
            }
            assert!(statement.fact.ends_with('.'), "{:?}", read.body);
            assert!(
                !statement.relation.as_str().is_empty() && !statement.phrase.is_empty(),
                "{:?}",
                read.body
            );
        }
        for identity in &found.identities {
            let is_inside = |passage: &PassageText| is_within(identity.range, passage.content);
            assert!(read.passages.iter().any(is_inside), "{:?}", read.body);
            assert!(mentioned.contains(&identity.left), "{:?}", read.body);
            assert!(mentioned.contains(&identity.right), "{:?}", read.body);
        }
    }
}

#[tokio::test]
async fn a_mebibyte_of_anything_is_read_in_one_go() {
    let repeated = [
        ("", "\n"),
        ("", " "),
        ("", "a"),
        ("", ":"),
        ("", "\""),
        ("", "a. "),
        ("", "[("),
        ("", "J. "),
        ("", "1. \n"),
        ("", "."),
        ("", "a!"),
        ("", "Anna: hi\n"),
        ("", "A: b\nC: d\n"),
        ("", "今天天气很好。"),
        ("", "👨‍👩‍👧"),
        ("", "e\u{301}\u{301}"),
        ("", "[1] a: "),
        ("a.", " "),
        ("a.", "\""),
        ("a.", ")\u{93e}"),
        ("a.", "\u{a0}\u{301}"),
    ];
    let repeated =
        repeated.map(|(head, unit)| head.to_owned() + &unit.repeat((1 << 20) / unit.len()));
    let labelled = [":\n", ": hi\n", ": hi\nAnna:\n"].map(|tail| labels(1 << 20, tail));
    for body in repeated.into_iter().chain(labelled) {
        let started = Instant::now();
        let passages = passages(&body);
        check_passages_quickly(&body, &passages);
        let read = TextToRead {
            context: Context::default(),
            passages,
            body,
            reference_time: monday(),
            owner_name: "Sam".to_owned(),
        };
        let read = Arc::new(read);
        let found = EXTRACTION
            .extract(Arc::clone(&read))
            .await
            .expect("the text is read");
        assert_eq!(found.speakers.len(), read.passages.len());
        // It takes less than a second; what is not linear takes minutes.
        let start: String = read.body.chars().take(20).collect();
        let taken = started.elapsed();
        assert!(taken < Duration::from_secs(30), "{start:?}: {taken:?}");
    }
}

/// A text of that many bytes of labels, none twice.
fn labels(bytes: usize, tail: &str) -> String {
    let mut body = String::new();
    for number in 0_u32.. {
        let letter = |place: u32| char::from(b'a' + (number / 26_u32.pow(place) % 26) as u8);
        if body.len() + 5 + tail.len() > bytes {
            break;
        }
        body.push('A');
        body.extend((0..4).map(letter));
        body.push_str(tail);
    }
    body
}

/// As [`check_passages`], for texts too long to look at every passage from the start.
fn check_passages_quickly(body: &str, passages: &[PassageText]) {
    assert!(passages.len() <= MAX_PASSAGES, "{}", passages.len());
    let mut covered = 0;
    for passage in passages {
        assert!(covered <= passage.range.start && passage.range.start < passage.range.end);
        assert!(is_within(passage.content, passage.range));
        assert!(passage.content.end - passage.content.start <= PASSAGE_LIMIT as u32);
        assert!(!passage.is_joined || passage.speaker.is_none());
        covered = passage.range.end;
    }
    let visible = body.chars().filter(|c| !c.is_whitespace()).count();
    let characters: Vec<char> = body.chars().collect();
    let held = passages
        .iter()
        .flat_map(|passage| &characters[passage.range.start as usize..passage.range.end as usize]);
    assert_eq!(held.filter(|c| !c.is_whitespace()).count(), visible);
}
