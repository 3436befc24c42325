//! The vocabulary's own promises.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod front_matter;
mod relations;

use std::sync::Arc;
use std::time::Duration;

use recollect_model::{
    ApiKeyToken, CharRange, CharText, EmailAddress, Embedding, EntityKey, Environment, ManualClock,
    QuantizedVector, ReferenceTime, SeededEntropy, Timestamp, TokenHash, UserId, earlier, later,
};

fn environment(seed: u64) -> Environment {
    let clock = ManualClock::new(Timestamp::from_second(1_700_000_000).unwrap());
    Environment::new(Arc::new(clock), Arc::new(SeededEntropy::new(seed)))
}

#[test]
fn what_is_later_than_the_end_of_time_is_the_end() {
    let at: Timestamp = "2025-03-01T09:30:00Z".parse().unwrap();
    let hour = Duration::from_secs(3_600);
    assert_eq!(later(at, hour).to_string(), "2025-03-01T10:30:00Z");
    assert_eq!(earlier(at, hour).to_string(), "2025-03-01T08:30:00Z");
    assert_eq!(later(at, Duration::MAX), Timestamp::MAX);
    assert_eq!(earlier(at, Duration::MAX), Timestamp::MIN);
}

#[test]
fn date_times_are_read_with_their_offset() {
    for (text, utc, offset_s) in [
        ("2025-03-01T09:30:00Z", "2025-03-01T09:30:00Z", 0),
        ("2025-03-01T09:30:00+01:00", "2025-03-01T08:30:00Z", 3_600),
        (
            "2025-03-01T09:30:00.123456789-05:30",
            "2025-03-01T15:00:00.123456Z",
            -19_800,
        ),
        ("2025-03-01 09:30", "2025-03-01T09:30:00Z", 0),
        (
            "2025-03-01T09:30:00[Europe/Vienna]",
            "2025-03-01T08:30:00Z",
            3_600,
        ),
        (
            "2025-07-01T09:30:00+02:00[Europe/Vienna]",
            "2025-07-01T07:30:00Z",
            7_200,
        ),
        (
            "2025-03-01T09:30:00Z[Europe/Vienna]",
            "2025-03-01T09:30:00Z",
            3_600,
        ),
    ] {
        let time: ReferenceTime = text.parse().unwrap();
        assert_eq!(
            (time.to_string().as_str(), time.offset_s()),
            (utc, offset_s),
            "{text}"
        );
    }
    for text in [
        "",
        "now",
        "2025-03-01",
        "2025-02-30T00:00:00Z",
        "2025-03-01T24:30:00Z",
        "10:30",
        "T10:30",
    ] {
        assert!(text.parse::<ReferenceTime>().is_err(), "{text}");
    }
}

#[test]
fn a_time_that_cannot_be_kept_as_it_is_is_refused_with_the_reason() {
    for (text, reason) in [
        ("9999-12-31T23:59:59Z", "outside"),
        ("2025-03-01T09:30:00+25:00", "a day or more"),
        ("2025-03-01T09:30:00-24:00", "a day or more"),
        ("2025-03-01T09:30:00+03:00[Europe/Vienna]", "time zone"),
        ("2025-03-01T09:30:00[Europe/Atlantis]", "time zone"),
        // Clocks went from 02:00 to 03:00, and from 03:00 back to 02:00.
        (
            "2025-03-30T02:30:00[Europe/Vienna]",
            "is no time in its time zone: clocks are put forward then, and skip it; send it with the offset that is meant, such as 2025-03-30T02:30:00+01:00",
        ),
        (
            "2025-10-26T02:30:00[Europe/Vienna]",
            "is two times in its time zone: clocks are put back then, and show it twice; send it with its offset, 2025-10-26T02:30:00+02:00 for the first or 2025-10-26T02:30:00+01:00 for the second",
        ),
        (
            "2025-11-02T01:30:00[America/New_York]",
            "2025-11-02T01:30:00-05:00 for the second",
        ),
        ("2016-12-31T23:59:60Z", "leap second"),
        ("2016-12-31 23:59:60.5Z", "leap second"),
    ] {
        let error = text.parse::<ReferenceTime>().unwrap_err().to_string();
        assert!(error.contains(reason) && error.contains(text), "{error}");
    }
}

#[test]
fn a_month_stays_the_month_that_was_written_wherever_it_is_read() {
    use recollect_model::{Calendar, Precision};
    let shown = |calendar: &Calendar, text: &str, precision| {
        let told = calendar.told(text.parse().unwrap(), Some(precision));
        format!("{told:?}")
    };
    let zones = [
        "Pacific/Honolulu",
        "Europe/Berlin",
        "Pacific/Kiritimati",
        "Asia/Kathmandu",
    ];
    for reader in zones.map(|zone| Calendar::named(zone).unwrap()) {
        for begun in [
            "2018-12-31T23:00:00Z",
            "2018-12-31T10:00:00Z",
            "2019-01-01T10:00:00Z",
            "2018-12-31T18:15:00Z",
            "2019-01-01T00:00:00Z",
        ] {
            assert_eq!(
                shown(&reader, begun, Precision::Year),
                "Year(2019-01-01)",
                "{begun}"
            );
            assert_eq!(
                shown(&reader, begun, Precision::Month),
                "Month(2019-01-01)",
                "{begun}"
            );
        }
        let middle = "2019-06-15T12:00:00Z";
        assert_eq!(
            shown(&reader, middle, Precision::Season),
            "Month(2019-06-01)"
        );
    }
    let days = zones.map(|zone| {
        let calendar = Calendar::named(zone).unwrap();
        shown(&calendar, "2025-03-01T10:37:00Z", Precision::Day)
    });
    assert_eq!(
        days,
        [
            "Day(2025-03-01)",
            "Day(2025-03-01)",
            "Day(2025-03-02)",
            "Day(2025-03-01)"
        ]
    );
}

#[test]
fn a_day_stays_the_day_that_was_said_wherever_it_is_read() {
    use recollect_model::{Calendar, Precision};
    for (begun, told) in [
        ("2026-11-14T23:00:00Z", "Day(2026-11-15)"),
        ("2026-11-15T07:00:00Z", "Day(2026-11-15)"),
        ("2026-11-30T11:00:00Z", "Day(2026-12-01)"),
        ("2026-11-15T00:00:00Z", "Day(2026-11-15)"),
    ] {
        let begun: Timestamp = begun.parse().unwrap();
        let here = Calendar::utc().told(begun, Some(Precision::Day));
        assert_eq!(format!("{here:?}"), told, "{begun}");
    }
}

#[test]
fn a_bound_without_end_is_the_last_instant_that_can_be_counted() {
    let last = recollect_model::bound("9999-12-31T23:59:59Z").unwrap();
    assert_eq!(last.to_string(), "9999-12-30T22:00:00Z");
    assert!(recollect_model::bound("9999-12-31T23:59:60Z").is_err());
    assert!(recollect_model::bound("-009999-01-01T00:00:00+23:00").is_err());
}

#[test]
fn a_token_proves_its_own_form_and_hides_itself() {
    let token = ApiKeyToken::new(&environment(1));
    assert!(ApiKeyToken::is_well_formed(token.reveal()));
    assert!((40..=60).contains(&token.reveal().len()) && token.reveal().starts_with("rc_pat_"));
    assert!(!format!("{token:?} {:?}", token.hash()).contains(&token.reveal()[11..]));
    let mut mistyped = token.reveal().to_owned();
    let last = if mistyped.ends_with('a') { 'b' } else { 'a' };
    mistyped.pop();
    mistyped.push(last);
    for wrong in [
        mistyped.as_str(),
        "",
        "rc_pat_",
        &token.reveal()[..46],
        &token.reveal()[1..],
    ] {
        assert!(!ApiKeyToken::is_well_formed(wrong), "{wrong}");
    }
    assert_ne!(token.hash(), TokenHash::of(&mistyped));
    assert_ne!(token.reveal(), ApiKeyToken::new(&environment(2)).reveal());
}

#[test]
fn ranges_are_counted_in_characters() {
    let text = CharText::new("aé里🦀z");
    assert_eq!(text.len(), 5);
    assert_eq!(text.slice(CharRange { start: 1, end: 4 }), "é里🦀");
    assert_eq!(text.range_of_bytes(3..10), CharRange { start: 2, end: 4 });
    assert_eq!(text.slice(CharRange { start: 4, end: 99 }), "z");
    assert_eq!(text.slice(CharRange { start: 9, end: 2 }), "");
    assert_eq!(CharText::new("").len(), 0);
}

#[test]
fn an_address_is_the_same_however_it_is_written() {
    let address: EmailAddress = " Anna@Example.COM ".parse().unwrap();
    assert_eq!(
        (address.as_str(), address.local_part()),
        ("anna@example.com", "anna")
    );
    assert_eq!(address.person_name(), "anna");
    let nobody: EmailAddress = "you@example.com".parse().unwrap();
    assert_eq!(nobody.person_name(), "Owner", "no pronoun is a name");
    for wrong in [
        "",
        "anna",
        "@example.com",
        "anna@",
        "a@b@c",
        "a b@c",
        "x<victim@example.com>",
        "\"x\"@example.com",
        "a,b@example.com",
        "a@[127.0.0.1]",
        "a\tb@c",
        "anna@exa\u{202e}mple.com",
        "anna@exa\u{200b}mple.com",
    ] {
        assert!(wrong.parse::<EmailAddress>().is_err(), "{wrong}");
    }
}

#[test]
fn a_name_and_the_owner_never_share_a_key() {
    assert_eq!(
        EntityKey::of_name(" Anna   MARIA "),
        EntityKey::of_name("anna maria")
    );
    assert_ne!(EntityKey::of_name("owner"), EntityKey::owner());
}

#[test]
fn a_vector_survives_quantising_and_storing() {
    let embedding = Embedding(vec![0.5, -0.25, 0.0, 0.75]);
    let quantized = QuantizedVector::of(&embedding);
    for (value, step) in embedding.0.iter().zip(&quantized.values) {
        assert!((value - f32::from(*step) * quantized.scale).abs() <= quantized.scale / 2.0);
    }
    assert_eq!(
        QuantizedVector::from_bytes(&quantized.to_bytes()),
        Some(quantized)
    );
    assert_eq!(QuantizedVector::from_bytes(&[1, 2, 3]), None);
    assert_eq!(
        QuantizedVector::of(&Embedding(vec![0.0; 3])).values,
        [0, 0, 0]
    );
}

#[test]
fn ids_of_one_moment_differ_and_read_back() {
    let environment = environment(3);
    let (first, second) = (UserId::new(&environment), UserId::new(&environment));
    assert_ne!(first, second);
    assert_eq!(first.to_string().parse::<UserId>().unwrap(), first);
    assert!("not-an-id".parse::<UserId>().is_err());
}
