//! Notes that leave out "I": "Bought tickets for Friday.", "Haven't eaten meat since May."
//!
//! The parser has seen few sentences without a subject, and takes them for commands or for noun phrases. So such a
//! sentence is parsed with the "I" that it leaves out, which is taken out of the parse again.

use std::ops::Range;

use recollect_spacy::{Doc, Pipeline};

use crate::local::extraction::parse::spelling::spellings;
use crate::word_list::WordList;

/// What is left out.
const SUBJECT: &str = "I ";

/// Parses a passage.
pub(crate) fn parse(pipeline: &Pipeline, content: &str) -> Doc {
    let places = places(content);
    if places.is_empty() {
        return pipeline.read_spelled(content, &spellings(content));
    }
    let whole = completed(content, &places);
    let mut doc = pipeline.read_spelled(&whole, &spellings(&whole));
    take_out(&mut doc, &places);
    doc
}

/// The text with "I" where it is left out, and what follows in lower case.
fn completed(content: &str, places: &[usize]) -> String {
    let mut whole = String::with_capacity(content.len() + places.len() * SUBJECT.len());
    let mut from = 0;
    for &place in places {
        whole.push_str(&content[from..place]);
        whole.push_str(SUBJECT);
        let mut rest = content[place..].chars();
        // Sentences that are found here begin with a letter of English.
        whole.extend(rest.next().map(|first| first.to_ascii_lowercase()));
        from = content.len() - rest.as_str().len();
    }
    whole.push_str(&content[from..]);
    whole
}

/// Takes what was put in out of a parse again.
fn take_out(doc: &mut Doc, places: &[usize]) {
    // Where each "I" stands in the completed text.
    let inserted: Vec<usize> = places
        .iter()
        .enumerate()
        .map(|(number, place)| place + number * SUBJECT.len())
        .collect();
    let is_put_in = |range: &Range<usize>| {
        range.len() + 1 == SUBJECT.len() && inserted.binary_search(&range.start).is_ok()
    };
    let mut kept: Vec<Option<usize>> = Vec::with_capacity(doc.tokens.len());
    let mut count = 0;
    for token in &doc.tokens {
        let stays = !is_put_in(&token.range);
        kept.push(stays.then_some(count));
        count += usize::from(stays);
    }
    // What hangs from "I" hangs from what that hangs from.
    let head_of = |doc: &Doc, token: usize| {
        let above = std::iter::successors(Some(doc.tokens[token].head), |head| {
            Some(doc.tokens[*head].head)
        });
        above.take(doc.tokens.len()).find_map(|head| kept[head])
    };
    let heads: Vec<Option<usize>> = (0..doc.tokens.len())
        .map(|token| head_of(doc, token))
        .collect();
    let mut starts_sentence = false;
    let mut tokens = Vec::with_capacity(count);
    for (number, mut token) in std::mem::take(&mut doc.tokens).into_iter().enumerate() {
        let before = inserted.partition_point(|place| *place < token.range.start);
        let Some(own) = kept[number] else {
            starts_sentence |= token.is_sentence_start;
            continue;
        };
        token.range.start -= before * SUBJECT.len();
        token.range.end -= before * SUBJECT.len();
        token.head = heads[number].unwrap_or(own);
        token.is_sentence_start |= std::mem::take(&mut starts_sentence);
        tokens.push(token);
    }
    doc.tokens = tokens;
    for entity in &mut doc.entities {
        let count_before = |end: usize| kept[..end].iter().flatten().count();
        entity.tokens = count_before(entity.tokens.start)..count_before(entity.tokens.end);
    }
    doc.entities.retain(|entity| !entity.tokens.is_empty());
}

/// Where "I" is left out, in bytes.
fn places(content: &str) -> Vec<usize> {
    sentences(content)
        .into_iter()
        .filter_map(|sentence| {
            let text = &content[sentence.clone()];
            place(text).map(|place| sentence.start + place)
        })
        .collect()
}

/// The sentences, as far as marks and line breaks tell.
fn sentences(content: &str) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut letters = content.char_indices().peekable();
    while let Some((place, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        let is_end = letter == '\n'
            || matches!(letter, '.' | '!' | '?' | ';' | '…')
                && next.is_none_or(char::is_whitespace);
        if is_end {
            let end = place + letter.len_utf8();
            sentences.push(start..end);
            start = end;
        }
    }
    sentences.push(start..content.len());
    sentences.retain(|sentence| !content[sentence.clone()].trim().is_empty());
    sentences
}

/// Where in a sentence "I" is left out.
fn place(sentence: &str) -> Option<usize> {
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
    if is_capital && leads + adverbs > 0 || !verb.is_ascii() {
        return None;
    }
    tells(&verb.to_lowercase().replace('’', "'"), &follows).then_some(place)
}

/// Words with their places, marks left out; a quotation mark belongs to its word.
fn words(sentence: &str) -> Vec<(usize, &str)> {
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

/// Whether a verb at the beginning of a note tells what its writer did, by what follows it.
fn tells(verb: &str, follows: &[&str]) -> bool {
    let Some(next) = follows.first() else {
        return false;
    };
    let lower = next.to_lowercase();
    let is_subject = SUBJECTS.contains(&lower);
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
    if PAST.contains(verb) {
        let is_passive = matches!(lower.as_str(), "by" | "of") || verb == "made" && lower == "in";
        return !is_passive && !(verb == "had" && is_name);
    }
    let is_regular = verb.len() > 4 && verb.ends_with("ed") && !DONE_TO.contains(verb);
    let has_finite = follows
        .iter()
        .any(|word| FINITE.contains(&word.to_lowercase()));
    // "Baked potatoes are cheap."
    let is_object = OPENINGS.contains(&lower)
        || is_name
        || next.starts_with(|first: char| first.is_ascii_digit() || "\"“".contains(first))
        || lower.ends_with("ing")
        || lower.ends_with('s') && !has_finite;
    is_regular && is_object
}

/// What a sentence may begin with before the "I" that it leaves out.
static LEADS: WordList = WordList::new(
    "and but so oh well btw ok okay yay hey today yesterday tonight then anyway update lol phew hooray",
);

/// What may stand between "I" and its verb.
static ADVERBS: WordList =
    WordList::new("just finally also already recently only nearly almost never");

/// Verbs that are nothing but past.
static PAST: WordList = WordList::new(
    "bought brought caught fought taught sent spent lent lost sold told met kept slept gave took went came saw ate \
     drank drove flew rode ran swam sang wrote spoke broke woke wore tore chose forgot knew threw drew \
     began became got had quit fell stood hid did paid made built dreamt",
);

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
static OPENINGS: WordList = WordList::new(
    "a an the my our his her their your this that these those some any no two three four five six all both another \
     me him them it us myself everyone in on at to for from with up out off down back over into through \
     about after around away again against until near home more",
);

/// Subjects: "Had I known", "did you".
static SUBJECTS: WordList = WordList::new("i you he she it we they there who");

/// Verbs by which a sentence has a subject of its own.
static FINITE: WordList = WordList::new("is are was were has have will can 's 're");
