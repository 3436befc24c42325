//! What something is to whoever speaks: "my escape", "a hobby of mine", "one of my favourites", "a great way to calm down".

use recollect_clauses::Phrase;
use recollect_spacy::Dep;

use crate::EntityRef;
use crate::lexicon::{is_evaluation, is_light, is_vague};
use crate::local::extraction::clauses::common::is_activity;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::doings::doing;
use crate::local::extraction::clauses::objects::{ObjectCandidate, thing};
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::local::extraction::clauses::words::spelled_for;
use crate::local::extraction::mentions::roles::{possessor, role_at};

/// The most words of what somebody's doing is to them.
const MAX_WORDS: usize = 12;

/// What an attribute says that its subject is to whoever speaks.
pub(crate) fn to_speaker(
    context: &PassageContext<'_>,
    mention: &SubjectMention,
    phrase: &Phrase,
) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let head = phrase.head;
    if reading.is_any(mention.head, &["you", "u"]) {
        return None;
    }
    if is_activity(reading, mention.head) && reading.tag(head).starts_with("NN") {
        let words = doing(
            context,
            phrase.tokens.clone(),
            head,
            &mention.entity,
            MAX_WORDS,
        )?;
        return Some(whole(&words, phrase));
    }
    if reading.is_any(head, &["one"]) {
        let of = reading
            .child(head, Dep::Prep)
            .filter(|of| reading.is_any(*of, &["of"]))?;
        let noun = reading.child(of, Dep::Pobj)?;
        let is_own = possessor(reading, noun).is_some_and(|whose| context.is_speaker(whose));
        let end = reading.doc.subtree_range(noun).end.min(noun + 1);
        return spelled_for(context, head..end, &mention.entity)
            .filter(|_| is_own)
            .map(|words| whole(&words, phrase));
    }
    let of_mine = reading
        .child(head, Dep::Prep)
        .and_then(|of| reading.child(of, Dep::Pobj))
        .filter(|mine| reading.is_any(*mine, &["mine", "ours"]));
    let whose = possessor(reading, head).or(of_mine).filter(|whose| {
        context.is_speaker(*whose)
            && context.speaker != Some(&mention.entity)
            && role_at(reading, head).is_none()
    })?;
    if whose < head {
        let noun = reading.lemma(head);
        let is_own = !(is_vague(&noun) || is_light(&noun) || is_evaluation(&noun));
        return thing(context, phrase, &mention.entity).filter(|_| is_own);
    }
    // "a hobby of mine"
    let first = phrase.tokens.start.min(head);
    let first = (first..head)
        .find(|token| !reading.is_any(*token, &["a", "an"]))
        .unwrap_or(head);
    let speaker: &EntityRef = context.speaker?;
    let words = format!(
        "{}'s {}",
        context.name_of(speaker),
        reading.words(first..head + 1).to_lowercase()
    );
    Some(whole(&words, phrase))
}

fn whole(words: &str, phrase: &Phrase) -> ObjectCandidate {
    ObjectCandidate {
        tokens: phrase.tokens.clone(),
        ..ObjectCandidate::value(words, phrase.head)
    }
}
