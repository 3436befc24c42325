use recollect_model::{CharText, Precision, ReferenceTime, Timestamp};
use recollect_temporal::{Meaning, Tense, expressions, expressions_with, phrase};

use crate::{monday, shown};

const TEXTS: &[&str] = &[
    "yesterday",
    "tomorrow",
    "last week",
    "next year",
    "two centuries ago",
    "in 9999 years",
    "in May",
    "on Friday",
    "last Christmas",
    "the weekend before last",
    "since 1980",
    "until June",
    "at 5pm EST",
    "the eighties",
    "last night",
    "in the next three decades",
    "Easter",
    "Diwali 2022",
    "Ramadan",
    "every Tuesday",
    "lately",
    "Friday, February 29",
    "for 9000 years",
    "9999 fridays from now",
    "in 9999 BC",
    "9999-12-31",
    "0001-01-01",
    "the third last week of 2018",
    "the closest Monday to May 5",
    "end of the year",
    "within a century",
];

#[test]
fn references_at_the_ends_of_time_do_no_harm() {
    let ends = [
        Timestamp::MIN,
        Timestamp::MAX,
        Timestamp::UNIX_EPOCH,
        Timestamp::from_second(Timestamp::MIN.as_second() + 86_400 * 300).unwrap(),
        Timestamp::from_second(Timestamp::MAX.as_second() - 86_400 * 300).unwrap(),
        Timestamp::from_second(-62_167_219_200).unwrap(),
    ];
    for instant in ends {
        for offset_s in [0, 1, -1, 45_240, 93_599, -93_599] {
            let reference = ReferenceTime::at_offset(instant, offset_s);
            for text in TEXTS {
                for tense in [Tense::Past, Tense::Future, Tense::Unknown] {
                    for found in expressions_with(text, reference, tense) {
                        assert!(
                            found.interval.start < found.interval.end,
                            "{text} {instant}"
                        );
                    }
                }
                phrase(text, reference);
            }
        }
    }
}

#[test]
fn today_is_the_writers_day() {
    let late: ReferenceTime = "2023-05-08T23:30:00-07:00".parse().unwrap();
    let today = expressions("today", late)[0].interval;
    assert_eq!(today.start, "2023-05-08T07:00:00Z".parse().unwrap());
    assert_eq!(today.end, "2023-05-09T07:00:00Z".parse().unwrap());
}

#[test]
fn a_given_tense_overrides_the_sentence() {
    let start = |tense| {
        let found = expressions_with("July", monday(), tense);
        shown(found[0].interval.start, monday())
    };
    assert_eq!(start(Tense::Past), "2022-07-01");
    assert_eq!(start(Tense::Future), "2023-07-01");
    assert_eq!(start(Tense::Unknown), "2023-07-01");
}

#[test]
fn each_sentence_has_its_own_tense() {
    let text =
        "We met in July. We will meet in July. Did you see her on Friday? See you on Friday!";
    let starts: Vec<String> = expressions(text, monday())
        .iter()
        .map(|found| shown(found.interval.start, monday()))
        .collect();
    assert_eq!(
        starts,
        ["2022-07-01", "2023-07-01", "2023-05-05", "2023-05-12"]
    );
}

#[test]
fn ranges_count_characters_of_the_whole_text() {
    let text = "Schöne Grüße 👋🏽. I left Zürich yesterday! And tomorrow’s talk?";
    let characters = CharText::new(text);
    let words: Vec<&str> = expressions(text, monday())
        .iter()
        .map(|found| characters.slice(found.range))
        .collect();
    assert_eq!(words, ["yesterday", "tomorrow’s"]);
}

#[test]
fn precisions_have_names() {
    for precision in Precision::ALL {
        assert_eq!(Precision::from_name(precision.as_str()), Some(precision));
    }
    assert_eq!(Precision::from_name("fortnight"), None);
}

#[test]
fn open_ends_lie_at_the_ends_of_time() {
    let found = expressions("since 2019", monday())[0];
    assert_eq!(
        (found.interval.end, found.meaning),
        (Timestamp::MAX, Meaning::Since)
    );
    let found = expressions("before 2020", monday())[0];
    assert_eq!(
        (found.interval.start, found.meaning),
        (Timestamp::MIN, Meaning::Until)
    );
}
