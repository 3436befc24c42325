//! What somebody says they aim at: "My dream is to live in Krakow" is what they want.

use crate::local::extraction::parse::edits::Edit;
use crate::local::extraction::parse::noting::{before, plain, words};
use crate::word_list::WordList;

/// The most words from behind "my" to "to": "My one big dream is to".
const LONGEST: usize = 6;

/// Where a sentence begins so, which is read as what its writer wants.
pub(super) fn aims(content: &str) -> Vec<Edit> {
    let words = words(content);
    let edit = |number: usize| {
        let (at, my) = words[number];
        let lead = before(content, &words, number);
        let is_start = number == 0 || lead.contains(['.', '!', '?', '\n', ':', ';']);
        if !is_start || plain(my) != "my" {
            return None;
        }
        let rest = &words[number + 1..words.len().min(number + 1 + LONGEST)];
        let is = rest.iter().position(|(_, word)| plain(word) == "is")?;
        let (to_at, to) = *rest.get(is + 1)?;
        let (last, described) = rest[..is].split_last()?;
        let is_aim = plain(to) == "to"
            && AIMS.contains(&plain(last.1))
            && described
                .iter()
                .all(|(_, word)| DESCRIBING.contains(&plain(word)));
        // "My dream, it is to"
        let is_one = !content[at..to_at].contains([',', '.', ':', ';', '(', '\n']);
        let end = rest[is].0 + rest[is].1.len();
        (is_aim && is_one).then(|| Edit::new(at, end - at, "I want"))
    };
    (0..words.len()).filter_map(edit).collect()
}

/// What is wanted by whoever has it.
static AIMS: WordList = WordList::new("dream goal aim ambition hope wish resolution");

/// How it is described.
static DESCRIBING: WordList = WordList::new(
    "main big biggest greatest ultimate life lifelong long-term short-term one only new next current personal career year's years",
);
