use recollect_language::time::{Meaning, expressions, in_words};
use recollect_model::{Interval, ReferenceTime, Timestamp};

use crate::{monday, words_of};

/// Each expression as `words = first day .. day after the last`, in the reference's own days.
fn read(text: &str) -> Vec<String> {
    let reference = monday();
    let day = |instant: Timestamp| match instant {
        _ if [Timestamp::MIN, Timestamp::MAX].contains(&instant) => "…".to_owned(),
        _ => ReferenceTime::at_offset(instant, reference.offset_s())
            .civil()
            .strftime("%F")
            .to_string(),
    };
    expressions(text, reference)
        .into_iter()
        .map(|found| {
            let Interval { start, end } = found.interval;
            format!(
                "{} = {} .. {}",
                words_of(text, found.range),
                day(start),
                day(end)
            )
        })
        .collect()
}

#[test]
fn days_and_weeks_are_counted_from_the_reference_time() {
    assert_eq!(
        read("What happened yesterday?"),
        ["yesterday = 2023-05-07 .. 2023-05-08"]
    );
    assert_eq!(
        read("What did Anna do last week?"),
        ["last week = 2023-05-01 .. 2023-05-08"]
    );
    assert_eq!(
        read("I baked bread three days ago"),
        ["three days ago = 2023-05-05 .. 2023-05-06"]
    );
    assert_eq!(
        read("two weeks ago"),
        ["two weeks ago = 2023-04-24 .. 2023-04-25"]
    );
    assert_eq!(
        read("Last Friday we met."),
        ["Last Friday = 2023-05-05 .. 2023-05-06"]
    );
    assert_eq!(
        read("We leave tomorrow"),
        ["tomorrow = 2023-05-09 .. 2023-05-10"]
    );
}

#[test]
fn dates_months_and_years_are_found() {
    assert_eq!(
        read("in May 2023"),
        ["in May 2023 = 2023-05-01 .. 2023-06-01"]
    );
    assert_eq!(
        read("on the 21st of June 2021"),
        ["on the 21st of June 2021 = 2021-06-21 .. 2021-06-22"]
    );
    assert_eq!(
        read("8 May, 2022"),
        ["8 May, 2022 = 2022-05-08 .. 2022-05-09"]
    );
    assert_eq!(
        read("we met in 2016."),
        ["in 2016 = 2016-01-01 .. 2017-01-01"]
    );
    assert_eq!(
        read("in the 1980s"),
        ["in the 1980s = 1980-01-01 .. 1990-01-01"]
    );
    assert_eq!(read("the 90s"), ["the 90s = 1990-01-01 .. 2000-01-01"]);
}

#[test]
fn today_is_the_writers_day() {
    let late: ReferenceTime = "2023-05-08T23:30:00-07:00".parse().unwrap();
    let today = expressions("today", late)[0].interval;
    assert_eq!(today.start, "2023-05-08T07:00:00Z".parse().unwrap());
    assert_eq!(today.end, "2023-05-09T07:00:00Z".parse().unwrap());
}

#[test]
fn what_names_no_year_lies_behind_a_sentence_about_the_past() {
    assert_eq!(
        read("What did she do in July?"),
        ["in July = 2022-07-01 .. 2022-08-01"]
    );
    assert_eq!(
        read("We will meet in July."),
        ["in July = 2023-07-01 .. 2023-08-01"]
    );
    assert_eq!(
        read("We danced on Friday."),
        ["on Friday = 2023-05-05 .. 2023-05-06"]
    );
    assert_eq!(
        read("We went there in July 2024."),
        ["in July 2024 = 2024-07-01 .. 2024-08-01"]
    );
    assert_eq!(
        read("It was decided that we leave next month."),
        ["next month = 2023-06-01 .. 2023-07-01"]
    );
}

#[test]
fn seasons_are_whole_months() {
    assert_eq!(
        read("last summer"),
        ["last summer = 2022-06-01 .. 2022-09-01"]
    );
    assert_eq!(
        read("in the winter of 2019"),
        ["in the winter of 2019 = 2019-12-01 .. 2020-03-01"]
    );
    assert_eq!(
        read("since last summer"),
        ["since last summer = 2022-06-01 .. …"]
    );
}

#[test]
fn the_weekend_before_last_is_a_week_before_the_last() {
    assert_eq!(
        read("the weekend before last"),
        ["the weekend before last = 2023-04-28 .. 2023-05-01"]
    );
}

#[test]
fn open_ends_reach_to_the_ends_of_time() {
    assert_eq!(read("since 2019"), ["since 2019 = 2019-01-01 .. …"]);
    assert_eq!(read("before 2020"), ["before 2020 = … .. 2020-01-01"]);
}

#[test]
fn words_that_only_look_like_times_are_left_alone() {
    for text in [
        "We march on",
        "I may go there",
        "May I come in?",
        "She sat in the sun",
        "We need 2000 dollars",
        "room 1984 is free",
        "10-12 people came",
        "3.30 euros",
        "open 24/7",
        "1/2 cup of sugar",
        "call 555-1234",
        "I have a second job",
        "chapter 12",
        "I'm well now",
        "",
    ] {
        assert_eq!(read(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn what_happens_again_and_again_says_so() {
    let found = expressions("Every Tuesday I swim, since 2019.", monday());
    let meanings: Vec<Meaning> = found.iter().map(|found| found.meaning).collect();
    assert_eq!(meanings, [Meaning::Every, Meaning::Since]);
}

#[test]
fn a_march_on_sunday_happens_on_sunday() {
    assert_eq!(
        read("We march on Sunday"),
        ["on Sunday = 2023-05-14 .. 2023-05-15"]
    );
}

#[test]
fn ranges_count_characters_of_the_whole_text() {
    let text = "Schöne Grüße 👋🏽. I left Zürich yesterday! And tomorrow?";
    let found = expressions(text, monday());
    assert_eq!(
        found
            .iter()
            .map(|found| words_of(text, found.range))
            .collect::<Vec<_>>(),
        ["yesterday", "tomorrow"]
    );
}

#[test]
fn a_text_full_of_times_is_read_only_so_far() {
    let text = "may 5 to may 6 from may 7 until may 9 since may 10, ".repeat(2_000);
    assert!(expressions(&text, monday()).len() <= 1_000);
}

#[test]
fn a_day_is_put_into_words() {
    assert_eq!(in_words(monday()), "8 May 2023");
    assert_eq!(
        in_words("2023-05-08T23:30:00-07:00".parse().unwrap()),
        "8 May 2023"
    );
}
