//! What was said just before a text is heard again, so that "it" and "she" in the text can be understood.

use recollect_clauses::clauses;
use recollect_spacy::Pipeline;

use crate::heard::Heard;
use crate::local::extraction::coreference::discourse::DiscourseModel;
use crate::local::extraction::coreference::interlocutors::speaker_called;
use crate::local::extraction::coreference::referents::Interlocutors;
use crate::local::extraction::coreference::resolve::referents;
use crate::local::extraction::mentions::names::{KnownNames, names};
use crate::local::extraction::parse::elision::{self, Manner};
use crate::local::extraction::parse::english::is_english;
use crate::local::extraction::parse::reading::Reading;
use crate::local::extraction::parse::repair::repair;
use crate::word_list::WordList;
use crate::{EntityRef, TextToRead};

/// What can stand for somebody or something that was spoken of before.
static PRONOUNS: WordList = WordList::new(
    "it its itself they them their theirs themselves he him his himself she her hers herself",
);

/// Hears the turns before a text, where somebody else than who speaks first in it spoke last and a pronoun may go back to them.
pub(crate) fn hear(
    pipeline: &Pipeline,
    text: &TextToRead,
    first_speaker: Option<&EntityRef>,
    known: &KnownNames,
    discourse: &mut DiscourseModel,
) {
    let heard = &text.context.heard;
    let called = |heard: &Heard| match &heard.speaker {
        Some(name) => speaker_called(name, &text.owner_name),
        None => EntityRef::Owner,
    };
    let answers = first_speaker.cloned().unwrap_or(EntityRef::Owner);
    let Some(last) = heard.last().map(called) else {
        return;
    };
    // "Is she walking yet?" – "Yes."
    let is_asked = |turn: &Heard| turn.text.trim_end().ends_with('?') && has_pronoun(&turn.text);
    let goes_back = has_pronoun(&text.body) || heard.last().is_some_and(is_asked);
    if last.key() == answers.key() || !goes_back {
        return;
    }
    for (number, turn) in heard.iter().enumerate() {
        if !is_english(&turn.text) {
            continue;
        }
        let speaker = called(turn);
        let hearer = if speaker.key() == answers.key() {
            &last
        } else {
            &answers
        };
        let interlocutors = Interlocutors {
            second: Some(hearer.clone()),
            first: Some(speaker),
        };
        // The places before the first passage.
        let place = number.wrapping_sub(heard.len());
        let mut doc = elision::parse(pipeline, &turn.text, None, Manner::default());
        repair(&turn.text, &mut doc);
        let mut reading = Reading::new(place, &turn.text, 0, doc);
        reading.names = names(&reading, known);
        reading.clauses = clauses(reading.text, &reading.doc);
        referents(&reading, &interlocutors, discourse, (&text.owner_name, &[]));
    }
    discourse.begin();
}

fn has_pronoun(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic())
        .any(|word| PRONOUNS.contains(&word.to_lowercase()))
}
