//! Times of tables and mails as people and programs write them.

use recollect_imports::{Found, read};

use crate::{file, options};

fn table(rows: &str) -> Found {
    read(
        &[file("diary.csv", format!("date,text\n{rows}"))],
        &options(),
    )
}

fn times(found: &Found) -> Vec<String> {
    let memories = found.memories.iter();
    memories
        .map(|memory| memory.reference_time.civil().to_string())
        .collect()
}

fn problems(found: &Found) -> String {
    found.problems.join("\n")
}

#[test]
fn days_without_a_clock_are_days() {
    let found = table(
        "12.03.2024,One\n6 May 2024,Two\n\"May 7, 2024\",Three\n2024-05-08,Four\n9 May 2024 18:30,Five\n",
    );
    let days: Vec<String> = times(&found)
        .iter()
        .map(|time| time[..10].to_owned())
        .collect();
    assert_eq!(
        days,
        [
            "2024-03-12",
            "2024-05-06",
            "2024-05-07",
            "2024-05-08",
            "2024-05-09"
        ]
    );
    assert_eq!(problems(&found), "");
}

#[test]
fn what_stands_first_in_dates_with_slashes_is_that_of_the_whole_table() {
    let found = table("06/05/2024,One\n13/05/2024 18:30,Two\n");
    assert!(times(&found)[0].starts_with("2024-05-06"), "{found:?}");
    assert!(
        times(&found)[1].starts_with("2024-05-13T18:30"),
        "{found:?}"
    );
    assert_eq!(problems(&found), "");
    let found = table("06/05/2024,One\n5/13/2024,Two\n");
    assert!(times(&found)[0].starts_with("2024-06-05"), "{found:?}");
    assert_eq!(problems(&found), "");
    let found = table("06/05/2024,One\n07/06/2024,Two\n");
    assert!(times(&found)[0].starts_with("2024-06-05"), "{found:?}");
    assert!(problems(&found).contains("\"06/05/2024\""), "{found:?}");
    assert!(problems(&found).contains("month first"), "{found:?}");
}

#[test]
fn a_time_that_cannot_be_read_is_told_with_the_one_that_is_taken() {
    let found = table("some day,One\n31/12/2023/5,Two\n");
    let taken = found.memories.iter().map(|memory| memory.reference_time);
    for (said, taken) in ["some day", "31/12/2023/5"].iter().zip(taken) {
        let told = format!("\"{said}\" is no time; {taken} was taken");
        assert!(problems(&found).contains(&told), "{found:?}");
    }
}

#[test]
fn a_mail_without_a_readable_date_has_that_of_its_delivery_and_says_so() {
    let mail = "From ann@example.com Sat Jan  6 12:00:00 2024\nFrom: Ann <ann@example.com>\nTo: Ben <ben@example.com>\n\
                Subject: Skating\nDate: nonsense\nMessage-ID: <1@example.com>\n\nThe lake is frozen.\n";
    let found = read(&[file("all.mbox", mail)], &options());
    assert!(times(&found)[0].starts_with("2024-01-06"), "{found:?}");
    assert!(
        problems(&found).contains("\"Skating\" says no time"),
        "{found:?}"
    );
    let alone = mail.split_once('\n').unwrap().1;
    let found = read(&[file("one.eml", alone)], &options());
    let told = format!("{} was taken", found.memories[0].reference_time);
    assert!(problems(&found).contains(&told), "{found:?}");
}
