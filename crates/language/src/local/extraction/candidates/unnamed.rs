//! What a clause is about that has no name: what somebody does, and things.

use recollect_clauses::{Clause, Origin, Phrase};
use recollect_spacy::Pos;

use crate::EntityRef;
use crate::local::extraction::clauses::common::{begun_small, is_of_speaker};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::doings::doing;
use crate::local::extraction::clauses::objects::{About, ObjectCandidate, value};
use crate::local::extraction::clauses::reported::reported;
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::local::extraction::mentions::roles::possessor;
use crate::word_list::WordList;

/// The most words of what somebody does, as the subject or the object.
pub(super) const MAX_DOING_WORDS: usize = 10;

/// What a clause is about that has no name and stands for nobody known: "scoring those points", "their support", "my goal".
pub(crate) fn common(context: &PassageContext<'_>, clause: &Clause) -> Option<SubjectMention> {
    let reading = context.reading;
    let subject = clause
        .subject
        .as_ref()
        .filter(|subject| matches!(subject.origin, Origin::Stated | Origin::Shared))?;
    let phrase = &subject.phrase;
    let head = phrase.head;
    let mut tokens = phrase.tokens.clone();
    let of_you =
        tokens.any(|token| reading.is_any(token, &["you", "your", "whose", "what", "which"]));
    if of_you || reading.quoted[head] || context.is_time(head) {
        return None;
    }
    let entity = match reading.tag(head) {
        "VBG" => an_activity(context, phrase)?,
        // "Something exciting happened" is no news.
        "NN" | "NNS"
            if reading.name_at(head).is_none() && !reading.is_any(head, &["something"]) =>
        {
            a_thing(context, clause, phrase)?
        }
        _ => return None,
    };
    Some(SubjectMention { entity, head })
}

/// What is not the same in a sentence about somebody else, and what is not in a clause of one.
const SELVES: &[&str] = &["myself", "yourself", "ourselves"];
const CONTRACTED: &[&str] = &["'m", "’m", "'re", "’re", "'ve", "’ve"];

/// "scoring those points", without what joins it to the sentence before.
fn an_activity(context: &PassageContext<'_>, phrase: &Phrase) -> Option<EntityRef> {
    let reading = context.reading;
    // "expressing ourselves" is nobody's in a sentence about somebody else.
    if phrase
        .tokens
        .clone()
        .any(|token| reading.is_any(token, SELVES))
    {
        return None;
    }
    let joins = |token: &usize| {
        matches!(
            reading.pos(*token),
            Pos::Adv | Pos::Cconj | Pos::Sconj | Pos::Punct
        )
    };
    let first = phrase.tokens.clone().find(|token| !joins(token))?;
    let tokens = first..phrase.tokens.end;
    let nobody = EntityRef::Named(String::new());
    doing(context, tokens, phrase.head, &nobody, MAX_DOING_WORDS)
        .or_else(|| {
            // "knowing I can make a difference"
            let mut tokens = phrase.tokens.clone();
            let is_known = reading.is_any(phrase.head, &["knowing", "realizing", "realising"]);
            if !is_known || tokens.any(|token| reading.is_any(token, CONTRACTED)) {
                return None;
            }
            let nothing = ObjectCandidate::value("", phrase.head);
            let about = About {
                subject: &nobody,
                thing: &nothing,
            };
            reported(context, about, phrase.tokens.clone())
        })
        .map(|words| EntityRef::Named(begun_small(&words)))
}

/// "my goal", "the atmosphere", or of things in general what does something to whoever speaks.
fn a_thing(context: &PassageContext<'_>, clause: &Clause, phrase: &Phrase) -> Option<EntityRef> {
    let reading = context.reading;
    let head = phrase.head;
    let nobody = EntityRef::Named(String::new());
    if let Some(whose) = possessor(reading, head) {
        let of = context.referents.at(whose)?;
        let first = (whose + 1..head + 1).find(|token| reading.pos(*token) != Pos::Part)?;
        let thing = value(context, first..head + 1, head, &nobody)?;
        return Some(EntityRef::Role {
            role: thing.words.to_lowercase(),
            of: Box::new(of.entity.clone()),
        });
    }
    value(context, phrase.tokens.clone(), head, &nobody)
        .filter(|_| {
            reading.is_definite(head)
                || is_of_speaker(context, clause)
                || MEANING.contains(&clause.predicate.lemma)
        })
        // "the blood group of Tom's dad" keeps his name.
        .map(|thing| match reading.pos(thing.tokens.start) {
            Pos::Propn => EntityRef::Named(thing.words),
            _ => EntityRef::Named(begun_small(&thing.words)),
        })
}

/// Verbs that say what something stands for.
static MEANING: WordList = WordList::new("mean represent symbolize symbolise signify");
