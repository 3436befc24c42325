use recollect_model::CharText;
use recollect_temporal::{Meaning, expressions, phrase};

use crate::{monday, shown};

/// Sentences, each followed by its expressions: words, interval, precision, meaning.
const TABLE: &str = include_str!("table.txt");

fn read(sentence: &str) -> String {
    let characters = CharText::new(sentence);
    let mut lines = format!("{sentence}\n");
    for found in expressions(sentence, monday()) {
        let meaning = match found.meaning {
            Meaning::For(length) => format!("For {} {}", length.count, length.unit.as_str()),
            meaning => format!("{meaning:?}"),
        };
        lines += &format!(
            "    {} | {} .. {} | {} | {meaning}\n",
            characters.slice(found.range),
            shown(found.interval.start, monday()),
            shown(found.interval.end, monday()),
            found.precision.as_str(),
        );
    }
    lines
}

#[test]
fn sentences_name_the_times_of_the_table() {
    let sentences = TABLE.lines().filter(|line| !line.starts_with(' '));
    let read: String = sentences.map(read).collect();
    for (read, wanted) in read.lines().zip(TABLE.lines()) {
        assert_eq!(read, wanted);
    }
    assert_eq!(read.lines().count(), TABLE.lines().count());
}

#[test]
fn a_phrase_is_read_more_freely_than_a_sentence() {
    for (text, start, precision) in [
        ("3", "2023-05-08T15:00:00", "hour"),
        ("sat", "2023-05-13", "day"),
        ("may", "2023-05-01", "month"),
        ("1999", "1999-01-01", "year"),
        ("6 / 21", "2023-06-21", "day"),
        ("the 21st", "2023-05-21", "day"),
        ("915 pm", "2023-05-08T21:15:00", "minute"),
        ("winter", "2023-12-01", "season"),
    ] {
        let found = phrase(text, monday()).unwrap_or_else(|| panic!("{text} is no time"));
        assert_eq!(shown(found.interval.start, monday()), start, "{text}");
        assert_eq!(found.precision.as_str(), precision, "{text}");
    }
    for text in ["", "hello", "we met in May", "May I"] {
        assert_eq!(phrase(text, monday()), None, "{text}");
    }
}
