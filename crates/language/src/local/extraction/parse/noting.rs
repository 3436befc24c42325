//! Where a note leaves out "I": its words, and what tells that its writer did something.

use crate::lexicon::{is_feeling, is_given_name, is_of_somebody};
use crate::word_list::WordList;

/// Where in a sentence "I" is left out.
pub(super) fn place(sentence: &str) -> Option<usize> {
    if sentence.trim_end().ends_with('?') {
        return None;
    }
    let words: Vec<(usize, &str)> = words(sentence);
    let leads = words
        .iter()
        .take(3)
        .take_while(|(_, word)| LEADS.contains(&word.to_lowercase()))
        .count();
    let adverbs = words[leads..]
        .iter()
        .take(2)
        .take_while(|(_, word)| ADVERBS.contains(&word.to_lowercase()))
        .count();
    let (place, _) = *words.get(leads)?;
    let (_, verb) = *words.get(leads + adverbs)?;
    let follows: Vec<&str> = words[leads + adverbs + 1..]
        .iter()
        .map(|(_, word)| *word)
        .collect();
    let is_capital = verb.starts_with(char::is_uppercase);
    // Names begin with a capital inside a sentence too.
    let verb = plain(verb);
    if is_capital && leads + adverbs > 0 || !verb.is_ascii() {
        return None;
    }
    tells(&verb, &follows).then_some(place)
}

/// A word as it is looked up: in lower case, with straight apostrophes.
pub(super) fn plain(word: &str) -> String {
    word.to_lowercase().replace('’', "'")
}

/// Words with their places, marks left out; a quotation mark belongs to its word.
pub(super) fn words(sentence: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut start = None;
    for (place, letter) in sentence.char_indices() {
        let is_part = letter.is_alphanumeric() || matches!(letter, '\'' | '’' | '"' | '“');
        match (is_part, start) {
            (true, None) => start = Some(place),
            (false, Some(from)) => {
                words.push((from, &sentence[from..place]));
                start = None;
            }
            _ => {}
        }
    }
    words.extend(start.map(|from| (from, &sentence[from..])));
    words
}

/// What stands between a word and the one before it.
pub(super) fn before<'t>(sentence: &'t str, words: &[(usize, &str)], number: usize) -> &'t str {
    let end = number.checked_sub(1).map_or(0, |before| {
        let (at, word) = words[before];
        at + word.len()
    });
    &sentence[end..words[number].0]
}

/// Whether a verb at the beginning of a note tells what its writer did, by what follows it.
fn tells(verb: &str, follows: &[&str]) -> bool {
    let Some(next) = follows.first() else {
        return false;
    };
    let lower = next.to_lowercase();
    let is_subject = SUBJECTS.contains(&lower);
    // "Dreamed I could fly."
    if matches!(
        verb,
        "dreamed" | "dreamt" | "thought" | "figured" | "reckoned"
    ) && is_subject
    {
        return true;
    }
    let is_name = next.starts_with(char::is_uppercase);
    if matches!(
        verb,
        "haven't" | "hadn't" | "didn't" | "couldn't" | "can't" | "cannot" | "won't"
    ) {
        return !is_subject && !is_name;
    }
    if matches!(verb, "might" | "will" | "must") {
        return !is_subject && !is_name && !OPENINGS.contains(&lower);
    }
    if is_subject {
        return false;
    }
    // "Was super nervous last week"; "Was great to see you" is said of something else.
    if matches!(verb, "was" | "been") {
        return feels(follows);
    }
    if matches!(verb, "need" | "want" | "miss") {
        return !is_name;
    }
    // "Rained four days out of eight."
    if WEATHER.contains(verb) {
        return false;
    }
    if PAST.contains(verb) {
        let is_passive = matches!(lower.as_str(), "by" | "of") || verb == "made" && lower == "in";
        return !(is_passive || verb == "had" && is_name);
    }
    // "Mohamed hates chess."
    let is_regular =
        verb.len() > 4 && verb.ends_with("ed") && !DONE_TO.contains(verb) && !is_given_name(verb);
    let has_finite = follows
        .iter()
        .any(|word| FINITE.contains(&word.to_lowercase()));
    // "Baked potatoes are cheap."
    let is_object = OPENINGS.contains(&lower)
        || is_name
        || next.starts_with(|first: char| first.is_ascii_digit() || "\"“".contains(first))
        || lower.ends_with("ing")
        || lower.ends_with('s') && !has_finite
        // "Passed probation!"
        || follows.len() == 1 && PASSED.contains(verb);
    is_regular && is_object
}

/// Whether words say first of all how somebody is: "so nervous", "real busy".
fn feels(words: &[&str]) -> bool {
    let mut words = words
        .iter()
        .map(|word| word.to_lowercase())
        .skip_while(|word| INTENSIFIERS.contains(word));
    words
        .next()
        .is_some_and(|word| is_feeling(&word) || is_of_somebody(&word))
}

/// How much so.
static INTENSIFIERS: WordList = WordList::new(
    "so super really very pretty quite real too extra totally a bit kinda rather extremely incredibly",
);

/// What a sentence may begin with before the "I" that it leaves out.
pub(super) static LEADS: WordList = WordList::new(
    "and but so oh well btw ok okay yay hey today yesterday tonight then anyway update lol phew hooray",
);

/// What may stand between "I" and its verb.
pub(super) static ADVERBS: WordList =
    WordList::new("just finally also already recently only nearly almost never");

/// Verbs that are nothing but past.
pub(super) static PAST: WordList = WordList::new(
    "bought brought caught fought taught sent spent lent lost sold told met kept slept gave took went came saw ate \
     drank drove flew rode ran swam sang wrote spoke broke woke wore tore chose forgot knew threw drew \
     began became got had quit fell stood hid did paid made built dreamt rang heard dealt dug froze learnt \
     laid shook stole swore swept swung",
);

/// What nobody does.
static WEATHER: WordList = WordList::new("rained snowed hailed poured drizzled thundered froze");

/// Verbs that need no more than a noun: "Passed probation!"
static PASSED: WordList = WordList::new("passed finished completed failed started stopped booked");

/// Participles that say what was done to something, or what it is, where no subject stands before them.
static DONE_TO: WordList = WordList::new(
    "based located related used married retired engaged divorced raised supposed compared situated dedicated \
     attached closed stored included expected limited titled named called needed addressed filed \
     designed elected confirmed approved cancelled canceled rescheduled delayed postponed updated \
     tired excited interested thrilled bored annoyed worried scared exhausted pleased amazed surprised \
     disappointed frustrated relieved stressed inspired motivated overwhelmed concerned embarrassed \
     impressed obsessed confused shocked devastated stoked pumped hooked agreed thanked indeed \
     speed exceed succeed proceed need feed breed",
);

/// Words that stand before what a verb is about.
pub(super) static OPENINGS: WordList = WordList::new(
    "a an the my our his her their your this that these those some any no two three four five six all both another \
     me him them it us myself everyone in on at to for from with up out off down back over into through \
     about after around away again against until near home more",
);

/// Subjects: "Had I known", "did you".
pub(super) static SUBJECTS: WordList = WordList::new("i you he she it we they there who");

/// Verbs by which a sentence has a subject of its own.
pub(super) static FINITE: WordList = WordList::new("is are was were has have will can 's 're");
