//! Replies that are no sentence: "Three times a week", to "How often do you work out with your family?". They are read with the
//! words of the question that they leave out: "I work out with my family three times a week".

use crate::lexicon::{Life, is_given_name, life_of, role};
use crate::local::extraction::parse::affirmation::affirmation;
use crate::local::extraction::parse::asked::Question;
use crate::local::extraction::parse::fragment::{
    Completion, before_more, behind_thanks, first_word, is_fragment,
};
use crate::local::extraction::parse::wh::answered;
use crate::sentences::sentences;
use crate::word_list::WordList;

/// What a text leaves out that begins with a reply to a question; `None` where it does not.
pub(crate) fn completion(question: &Question<'_>, content: &str) -> Option<Completion> {
    worded(question, content).or_else(|| affirmation(question, content))
}

/// What a reply leaves out that is no sentence, to a question that asks who, what, where, when or how.
fn worded(question: &Question<'_>, content: &str) -> Option<Completion> {
    // "What are you up to?" asks for a sentence.
    if question
        .lower
        .ends_with(&["up".to_owned(), "to".to_owned()])
    {
        return None;
    }
    let reply = reply(content)?;
    let answered = answered(question, &content[reply.clone()])?;
    Some(Completion {
        at: reply.start,
        end: answered
            .words
            .map_or(reply.end, |words| reply.start + words),
        before: answered.before,
        behind: answered.behind.trim_end().to_owned(),
        removed: answered.removed,
    })
}

/// Whether a question is about somebody else than who is asked: "And Joris, what's he up to?".
pub(crate) fn asks_of_another(question: &Question<'_>) -> bool {
    let words = question.words.iter().zip(&question.lower);
    let stems: Vec<(&str, bool)> = words
        .map(|(word, lower)| {
            let stem = lower.split('\'').next().unwrap_or(lower);
            (stem, word.starts_with(char::is_uppercase))
        })
        .collect();
    let is_any = |of: &[&str]| stems.iter().any(|(stem, _)| of.contains(stem));
    let is_somebody = |stem: &str| life_of(stem) == Some(Life::Person) || role(stem).is_some();
    // "How is your son?", "how's the lad"
    let is_of_theirs = stems
        .windows(2)
        .any(|pair| ["your", "the"].contains(&pair[0].0) && is_somebody(pair[1].0));
    let is_named = stems
        .iter()
        .any(|(stem, is_capital)| *is_capital && is_given_name(stem));
    let is_of_another = is_any(&["he", "she", "they", "him", "her"]) || is_named || is_of_theirs;
    question.is_marked
        && is_of_another
        && !is_any(&["you", "u", "ya", "yours", "i", "we", "my", "our"])
}

/// Where the words of a reply stand that is no sentence, behind thanks.
fn reply(content: &str) -> Option<std::ops::Range<usize>> {
    let sentences = sentences(content);
    let sentence = sentences[behind_thanks(content, &sentences)?].clone();
    let text = &content[sentence.clone()];
    let mut start = sentence.start + text.len() - text.trim_start().len();
    // "Definitely lasagna", "Oh, twice a week".
    while OPENINGS.contains(&first_word(&content[start..])) {
        let rest = content[start..sentence.end].split_once([' ', ','])?.1;
        let rest = rest.trim_start_matches([' ', ',']);
        start = sentence.end - rest.len();
    }
    let rest = &content[start..sentence.end];
    let words = before_more(rest);
    is_fragment(words, rest).then_some(start..start + words.len())
}

/// What a reply may begin with that is no part of it.
static OPENINGS: WordList = WordList::new(
    "oh well yeah yep yup aye nah nope yes definitely probably usually mostly honestly hmm um uh haha lol actually just maybe sure ok okay so",
);
