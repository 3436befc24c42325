//! Medicines in notes: "off ramipril, now amlodipine 5mg instead" leaves out who takes them, and that they are taken.

use crate::lexicon::{is_given_name, is_medicine, is_occupation, role};
use crate::local::extraction::parse::edits::Edit;
use crate::local::extraction::parse::noting::{before, plain, words};

/// What is no longer taken, and what is taken instead.
const NO_LONGER: &str = ". I came off the";
const FROM_NOW_ON: &str = ". I take";

/// Where somebody comes off a medicine and goes on another in a note.
pub(super) fn courses(content: &str) -> Vec<Edit> {
    let words = words(content);
    let edit = |number: usize| {
        let (at, word) = words[number];
        let (_, next) = words.get(number + 1)?;
        let (last, next) = match plain(next).as_str() {
            "on" if plain(word) == "now" => {
                let (_, medicine) = words.get(number + 2)?;
                (number + 1, *medicine)
            }
            _ => (number, *next),
        };
        let put = match plain(word).as_str() {
            "off" => NO_LONGER,
            "now" => FROM_NOW_ON,
            _ => return None,
        };
        let before = before(content, &words, number);
        let mark = before.find([',', ';', '-', '–', '—', ':']);
        let end = words[last].0 + words[last].1.len();
        if !is_medicine(&plain(next)) || is_of_another(&content[..at], &words[..number]) {
            return None;
        }
        match (mark, put) {
            (Some(mark), _) => {
                let from = at - before.len() + mark;
                Some(Edit {
                    stays: true,
                    ..Edit::new(from, end - from, put)
                })
            }
            // "I'm off ramipril": the parser takes the medicine for what somebody is.
            (None, NO_LONGER) if number > 0 && is_be(words[number - 1].1) => {
                Some(Edit::new(at, end - at, "off the"))
            }
            _ => None,
        }
    };
    (0..words.len()).filter_map(edit).collect()
}

/// "Dad saw his GP - off warfarin, now apixaban": whether the sentence is about somebody else than whoever writes it.
fn is_of_another(content: &str, before: &[(usize, &str)]) -> bool {
    let mut end = content.len();
    let sentence = before.iter().rev().take_while(|(at, word)| {
        let behind = content.get(at + word.len()..end).unwrap_or_default();
        end = *at;
        !behind.contains(['.', '!', '?', '\n'])
    });
    let mut words = sentence.map(|(_, word)| plain(word));
    words.any(|word| {
        let noun = word.strip_suffix("'s").unwrap_or(&word);
        let is_doctor = is_occupation(noun) || matches!(noun, "gp" | "doctor" | "consultant");
        OTHERS.contains(&noun) || is_given_name(noun) || role(noun).is_some() && !is_doctor
    })
}

/// Whoever is not the writer of a note.
const OTHERS: &[&str] = &["he", "she", "they", "his", "her", "their", "him", "them"];

/// Whether a word is a form of "be", or ends with one.
fn is_be(word: &str) -> bool {
    let word = plain(word);
    ["am", "is", "are", "im"].contains(&word.as_str())
        || ["'m", "'s", "'re"].iter().any(|end| word.ends_with(end))
}
