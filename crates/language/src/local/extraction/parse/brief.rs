//! Notes of a few words about what somebody has: "Landlady: Agnieszka Nowak", "Dentist is Dr Basu", "First day at Halden", "Started
//! seeing someone".

use crate::lexicon::{MONTHS, TITLES, is_occupation, role};
use crate::local::extraction::parse::edits::{COPULA, Edit, STOP};
use crate::local::extraction::parse::noting::{plain, words};
use crate::local::extraction::parse::owner::put_before;
use crate::local::extraction::parse::telegraphic::WHOSE;

/// What an address is read as.
const LIVING_AT: &str = "I live at";

/// What a first and a last day somewhere are read as.
const FIRST_DAY: &str = "I started working at";
const LAST_DAY: &str = "I stopped working at";

/// Whom somebody sees who sees someone.
const PARTNER: &str = "my partner";

/// What such a sentence is read with; nothing where it is none.
pub(super) fn brief(sentence: &str, start: usize, whose: &'static str) -> Vec<Edit> {
    let words = words(sentence);
    if sentence.trim_end().ends_with('?') {
        return Vec::new();
    }
    one_of_somebody(sentence, &words, start, whose)
        .or_else(|| address(sentence, &words, start).filter(|_| whose == WHOSE))
        .or_else(|| day_at(sentence, &words, start).filter(|_| whose == WHOSE))
        .or_else(|| seeing_someone(sentence, &words, start).filter(|_| whose == WHOSE))
        .unwrap_or_default()
}

/// "Landlady: Agnieszka Nowak, 07700 900142", "Dentist: Dr Basu says the tooth has to come out", "New dentist is Dr Hallam".
fn one_of_somebody(
    sentence: &str,
    words: &[(usize, &str)],
    start: usize,
    whose: &'static str,
) -> Option<Vec<Edit>> {
    let is_new = |word: &str| matches!(plain(word).as_str(), "new" | "old" | "current");
    let leading = usize::from(words.first().is_some_and(|(_, word)| is_new(word)));
    let (at, noun) = *words.get(leading)?;
    let (name_at, name) = *words.get(leading + 1)?;
    let noun_end = at + noun.len();
    let noun = plain(noun);
    // "Mum: …" speaks.
    let is_one = role(&noun).is_some_and(|role| role.relation.is_none()) || is_occupation(&noun);
    let first = words.first()?.0;
    if !is_one || !sentence[..first].trim().is_empty() {
        return None;
    }
    let mark = &sentence[noun_end..name_at];
    let is_name = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
    let whose = put_before(sentence, start, first, whose);
    if mark.trim() == ":" && is_name(name) {
        let named = words[leading + 1..]
            .iter()
            .take_while(|(_, word)| is_name(word) || TITLES.contains(plain(word).as_str()));
        let last = named.last()?;
        let end = last.0 + last.1.len();
        let rest = sentence[end..].trim_start();
        let says_more = rest.starts_with(char::is_alphabetic);
        // "Vet: Pickle needs tablets" is about Pickle.
        let is_full = words[leading + 2..]
            .first()
            .is_some_and(|(at, _)| *at < end);
        if says_more && !is_full {
            return None;
        }
        let colon = match says_more {
            true => Edit::new(start + noun_end, 1, ""),
            false => Edit::new(start + noun_end, 1, COPULA),
        };
        let mut edits = vec![whose, colon];
        // "Agnieszka Nowak, 07700 900142": the number is no part of what she is.
        if !says_more && rest.starts_with(',') {
            let comma = sentence.len() - rest.len();
            edits.push(Edit::new(start + comma, 1, STOP));
        }
        return Some(edits);
    }
    let is_said = mark == " "
        && matches!(plain(name).as_str(), "is" | "was")
        && words
            .get(leading + 2)
            .is_some_and(|(_, word)| is_name(word));
    is_said.then(|| vec![whose])
}

/// "new addr: 47 Fulton Rd, S6 3JL": where its writer lives.
fn address(sentence: &str, words: &[(usize, &str)], start: usize) -> Option<Vec<Edit>> {
    let (from, _) = *words.first()?;
    let colon = from + sentence[from..].find(": ")?;
    let label: Vec<String> = words
        .iter()
        .take_while(|(at, _)| *at < colon)
        .map(|(_, word)| plain(word))
        .collect();
    let is_address = |word: &String| matches!(word.as_str(), "addr" | "address");
    let of_ours = |word: &String| matches!(word.as_str(), "my" | "our" | "new" | "home");
    let (last, others) = label.split_last()?;
    let is_own = is_address(last) && others.iter().all(of_ours);
    let living = Edit {
        stays: true,
        ..Edit::new(start + from, colon + 1 - from, LIVING_AT)
    };
    (is_own && sentence[..from].trim().is_empty()).then(|| vec![living])
}

/// "First day at Halden Instruments".
fn day_at(sentence: &str, words: &[(usize, &str)], start: usize) -> Option<Vec<Edit>> {
    let lower: Vec<String> = words.iter().take(3).map(|(_, word)| plain(word)).collect();
    let read = match lower.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["first", "day", "at"] => FIRST_DAY,
        ["last", "day", "at"] => LAST_DAY,
        _ => return None,
    };
    let (from, _) = *words.first()?;
    let (at, behind) = *words.get(2)?;
    let (_, where_) = *words.get(3)?;
    let is_own_name = where_.starts_with(char::is_uppercase);
    let is_all = !words
        .iter()
        .any(|(_, word)| matches!(plain(word).as_str(), "was" | "is" | "i"));
    (is_own_name && is_all && sentence[..from].trim().is_empty())
        .then(|| vec![Edit::new(start + from, at + behind.len() - from, read)])
}

/// "Started seeing someone", "I'm dating somebody called Emil": who that is, a later sentence may tell. A doctor is seen about something.
fn seeing_someone(sentence: &str, words: &[(usize, &str)], start: usize) -> Option<Vec<Edit>> {
    const BEFORE: &[&str] = &[
        "i", "i'm", "im", "i've", "ive", "have", "am", "just", "finally", "started", "been",
        "also", "now", "so", "and",
    ];
    let said = |place: usize| {
        words
            .get(place)
            .map_or(String::new(), |(_, word)| plain(word))
    };
    let mut leading = words.iter();
    let seeing = leading.position(|(_, word)| !BEFORE.contains(&plain(word).as_str()))?;
    let someone = seeing + 1;
    let is_seen = matches!(said(seeing).as_str(), "seeing" | "dating")
        && matches!(said(someone).as_str(), "someone" | "somebody");
    let next = said(someone + 1);
    if !is_seen || matches!(next.as_str(), "about" | "for" | "else" | "to") {
        return None;
    }
    let (at, _) = words[someone];
    // "someone called Emil", "someone, Emil,"
    let name = someone + 1 + usize::from(matches!(next.as_str(), "called" | "named"));
    let named = words.get(name).filter(|(place, word)| {
        let before = &sentence[at..*place];
        let is_apart =
            before.ends_with("called ") || before.ends_with("named ") || before.ends_with(", ");
        is_apart && word.starts_with(char::is_uppercase) && plain(word) != "i"
    });
    let end = match named {
        Some((place, _)) => place - 1,
        None => at + words[someone].1.len(),
    };
    Some(vec![Edit::new(start + at, end - at, PARTNER)])
}

/// "I fly in Feb. Anna stays": where a sentence ends with a month in short, whose mark the parser takes for a part of it.
pub(super) fn ending_months(content: &str) -> impl Iterator<Item = Edit> {
    content.match_indices(". ").filter_map(move |(at, _)| {
        let before = &content[..at];
        let month = before
            .rsplit(|letter: char| !letter.is_alphabetic())
            .next()?;
        let next = content[at + 2..].trim_start();
        let goes_on = next.starts_with(|letter: char| letter.is_uppercase());
        let is_month = month.len() < 5
            && month.starts_with(char::is_uppercase)
            && MONTHS.contains(&month.to_lowercase());
        (is_month && goes_on).then(|| Edit::new(at, 1, " ."))
    })
}
