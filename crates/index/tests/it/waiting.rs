//! Texts that wait to be processed are ranked by their words, beside what the index has.

use std::time::{Duration, Instant};

use recollect_index::{
    Filter, IndexQuery, RankedEpisode, SpaceIndex, WaitingPassage, WaitingSpace, WaitingText,
    WaitingTexts, search_waiting,
};
use recollect_model::{CharRange, Interval};

use crate::support::{asking, episode, index_of, minute, passage};

fn text(number: u32, session: Option<&str>, words: &[&str]) -> WaitingText {
    WaitingText {
        episode: episode(number),
        sequence: i64::from(number),
        session: session.map(str::to_owned),
        reference_time: minute(number),
        accepted_at: minute(number),
        date: String::new(),
        passages: words
            .iter()
            .map(|words| WaitingPassage {
                range: CharRange {
                    start: 0,
                    end: words.chars().count() as u32,
                },
                text: (*words).to_owned(),
                speaker_name: None,
                by_assistant: false,
            })
            .collect(),
    }
}

fn found(index: &SpaceIndex, texts: &WaitingTexts, query: &IndexQuery) -> Vec<RankedEpisode> {
    search_waiting(&[index], &[WaitingSpace { space: 0, texts }], query, &[])
}

fn numbers(found: &[RankedEpisode]) -> Vec<u32> {
    let found = found.iter();
    found.map(|one| one.episode.as_u128() as u32).collect()
}

#[test]
fn the_best_passage_speaks_for_a_text_and_what_was_put_again_or_forgotten_is_not_found_as_it_was() {
    let (index, mut texts) = (SpaceIndex::new(0), WaitingTexts::default());
    texts.put(&text(1, None, &["a kite", "a red kite with a red tail"]));
    texts.put(&text(2, None, &["a boat"]));
    texts.put(&text(
        3,
        None,
        &["a kite that nobody saw for a very long time indeed"],
    ));
    let hits = found(&index, &texts, &asking("red kite"));
    assert_eq!(numbers(&hits), [1, 3]);
    assert_eq!(hits[0].passage.number, 1);
    assert!(hits[0].score > hits[1].score && hits[0].lanes.words);
    texts.put(&text(1, None, &["a boat now"]));
    texts.forget(episode(3));
    texts.forget(episode(9));
    assert_eq!(numbers(&found(&index, &texts, &asking("kite"))), [0_u32; 0]);
    assert_eq!(numbers(&found(&index, &texts, &asking("boat"))).len(), 2);
    assert_eq!(texts.len(), 2);
}

#[test]
fn what_the_index_has_is_left_out_and_makes_room() {
    let mut texts = WaitingTexts::default();
    for number in 0..5_000 {
        texts.put(&text(number, None, &[&format!("kite {number}")]));
    }
    let full = texts.memory_bytes();
    let index = index_of((0..4_500).map(|number| passage(number, "kite")).collect());
    let all = IndexQuery {
        limit: 10_000,
        ..asking("kite")
    };
    assert_eq!(found(&index, &texts, &all).len(), 500);
    texts.forget_held(&index, 4_500, 1_000);
    assert_eq!(texts.len(), 4_000);
    texts.forget_held(&index, 4_500, 10_000);
    assert_eq!(texts.len(), 500);
    assert_eq!(found(&index, &texts, &all).len(), 500);
    assert!(texts.memory_bytes() < full * 3 / 4);
}

#[test]
fn the_filter_and_the_time_that_is_asked_for_count() {
    let (index, mut texts) = (SpaceIndex::new(0), WaitingTexts::default());
    texts.put(&text(1, Some("a"), &["a kite"]));
    texts.put(&text(2, Some("b"), &["a kite"]));
    texts.put(&text(3, None, &["a boat"]));
    let with = |filter| IndexQuery {
        filter,
        ..asking("kite")
    };
    let of = |filter| numbers(&found(&index, &texts, &with(filter)));
    let session = Some("b".to_owned());
    assert_eq!(
        of(Filter {
            session,
            ..Filter::default()
        }),
        [2]
    );
    let session = Some("c".to_owned());
    assert_eq!(
        of(Filter {
            session,
            ..Filter::default()
        }),
        [0_u32; 0]
    );
    assert_eq!(
        of(Filter {
            from: Some(minute(2)),
            ..Filter::default()
        }),
        [2]
    );
    assert_eq!(
        of(Filter {
            until: Some(minute(2)),
            ..Filter::default()
        }),
        [1]
    );
    assert_eq!(
        of(Filter {
            accepted_until: Some(minute(1)),
            ..Filter::default()
        }),
        [1]
    );
    let times = vec![Interval {
        start: minute(3),
        end: minute(4),
    }];
    let timely = IndexQuery {
        times,
        ..asking("kite")
    };
    let hits = found(&index, &texts, &timely);
    assert_eq!(numbers(&hits).len(), 3);
    assert!(hits.iter().any(|hit| hit.lanes.time && !hit.lanes.words));
}

#[test]
fn a_hundred_thousand_that_wait_are_ranked_in_tens_of_milliseconds() {
    let mut texts = WaitingTexts::default();
    for number in 0..100_000_u32 {
        let words: Vec<String> = (0..12)
            .map(|place| {
                let dice = number
                    .wrapping_mul(2_654_435_761)
                    .wrapping_add(place * 40_503);
                format!("word{}", (dice >> 7) % (50 * (1 << place)))
            })
            .collect();
        texts.put(&text(number, None, &[&words.join(" ")]));
    }
    let index = SpaceIndex::new(0);
    let mut best = Duration::MAX;
    for number in 0..10 {
        let asked = asking(&format!(
            "word{number} word{} word{}",
            number * 7,
            number * 40_000
        ));
        let begun = Instant::now();
        assert_eq!(found(&index, &texts, &asked).len(), 10);
        best = best.min(begun.elapsed());
    }
    // The least of ten is what it takes where nobody else wants the machine.
    assert!(best < Duration::from_millis(60), "{best:?}");
    assert!(
        texts.memory_bytes() < 60 * 1024 * 1024,
        "{}",
        texts.memory_bytes()
    );
}
