//! What quality somebody or something has, and what sort they are.

use recollect_clauses::{Phrase, Role, Tense};
use recollect_model::EntityKind;
use recollect_spacy::{Dep, Pos};

use crate::lexicon::{LANGUAGES, is_evaluation, is_feeling, is_lasting, is_light, is_vague, role};
use crate::local::extraction::candidates::figures::is_most_of;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{ObjectCandidate, thing, value};
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::local::extraction::constraints::is_somebody;
use crate::local::extraction::coreference::referents::How;
use crate::local::extraction::parse::reading::Reading;
use crate::word_list::WordList;
use crate::{EntityRef, ExtractedObject};

/// An adjective that says something lasting.
pub(crate) fn quality(
    context: &PassageContext<'_>,
    mention: &SubjectMention,
    phrase: &Phrase,
) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let mut found = plain_quality(context, mention, phrase)?;
    // "I was too polite to mention it": it was not mentioned.
    let is_too = reading.doc.children(phrase.head).any(|child| {
        child < phrase.head && reading.dep(child) == Dep::Advmod && reading.is_any(child, &["too"])
    });
    if let (true, ExtractedObject::Value(value)) = (is_too, &found.object) {
        found.words = format!("too {}", found.words);
        found.object = ExtractedObject::Value(format!("too {value}"));
    }
    Some(found)
}

fn plain_quality(
    context: &PassageContext<'_>,
    mention: &SubjectMention,
    phrase: &Phrase,
) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let head = phrase.head;
    let word = reading.lower(head);
    let is_person = context.referents.at(mention.head).is_none_or(|referent| {
        !matches!(referent.how, How::Role)
            || matches!(referent.kind, EntityKind::Person | EntityKind::Owner)
    });
    let has_more = reading.doc.children(head).any(|child| {
        matches!(
            reading.dep(child),
            Dep::Prep | Dep::Xcomp | Dep::Ccomp | Dep::Advcl
        )
    });
    if is_of_another(reading, head) {
        return None;
    }
    // "I'm the youngest of seven."
    if is_most_of(reading, head) {
        return value(context, phrase.tokens.clone(), head, &mention.entity);
    }
    // "I'm afraid I told everyone" tells what was told.
    let is_regret = reading.is_any(head, &["afraid", "sorry", "glad", "sure"])
        && reading.child(head, Dep::Ccomp).is_some()
        && reading.child(head, Dep::Prep).is_none();
    if is_regret {
        return None;
    }
    let is_people = LANGUAGES.contains(word);
    let lasts = is_lasting(word) || is_people;
    // "I'm tired" is so for an hour; "I'm tired of my job" is worth knowing.
    let speaks = reading.is_any(mention.head, &["i", "we", "you", "u"]);
    let passes = speaks && !has_more && is_evaluation(word);
    // "Gonna be awesome!" is said of something else than whoever speaks.
    let is_left_out =
        reading.pos(mention.head) == Pos::Verb || reading.pos(mention.head) == Pos::Aux;
    // "You're so awesome" is politeness.
    let is_second = reading.is_any(mention.head, &["you", "u"]);
    if (is_left_out || is_second) && is_evaluation(word) && !is_feeling(word) {
        return None;
    }
    // "I'm sure", "I'm sorry" answer to what was said.
    let says = lasts
        || fares(context, mention, head)
        || !passes
            && (!SAYS_NOTHING.contains(word) || is_completed(reading, head))
            && matches!(reading.tag(head), "JJ" | "VBN" | "VBG")
            && (is_person || !is_evaluation(word) || !has_more);
    if has_more && says && !lasts {
        let mut whole = value(context, phrase.tokens.clone(), head, &mention.entity);
        // "Tired of my job." begins a note.
        if let Some(thing) = whole.as_mut().filter(|_| reading.is_start(head))
            && let ExtractedObject::Value(words) = &thing.object
        {
            thing.words = words.replacen(reading.word(head), word, 1);
            thing.object = ExtractedObject::Value(thing.words.clone());
        }
        return whole.or_else(|| Some(ObjectCandidate::value(word, head)));
    }
    // "lactose intolerant", "1.90 m tall".
    let first = Some(reading.doc.subtree_range(head).start)
        .filter(|first| head.checked_sub(*first).is_some_and(|words| words < 4))
        .filter(|first| {
            // "colour-blind"
            let is_hyphened = *first + 2 == head && reading.is_any(head - 1, &["-"]);
            is_hyphened
                || matches!(
                    reading.pos(*first),
                    Pos::Noun | Pos::Num | Pos::Adj | Pos::Propn
                )
                || reading.child(head, Dep::Npadvmod).is_some()
        })
        .unwrap_or(head);
    says.then(|| ObjectCandidate::value(&reading.words(first..head + 1).to_lowercase(), head))
}

/// "Mum is fine", "her knee's okay": whether it is how another is, or what is somebody's, which people ask.
fn fares(context: &PassageContext<'_>, mention: &SubjectMention, head: usize) -> bool {
    const FARING: &[&str] = &["fine", "ok", "okay", "alright", "poorly"];
    let reading = context.reading;
    let is_other = match &mention.entity {
        EntityRef::Owner => false,
        EntityRef::Role { .. } => true,
        _ => is_somebody(context, mention),
    };
    let is_past = reading.clauses.iter().any(|clause| {
        clause.tense == Tense::Past
            && clause
                .with_role(Role::Attribute)
                .any(|one| one.phrase.head == head)
    });
    reading.is_any(head, FARING)
        && is_other
        && !is_past
        && !reading.is_any(mention.head, &["you", "u", "it", "that"])
}

/// Whether an adjective says nothing of its subject: it is about its name, or about what is done.
fn is_of_another(reading: &Reading<'_>, head: usize) -> bool {
    // "Mel is short for Melanie".
    let is_short_for = reading.is_any(head, &["short"]) && reading.is_any(head + 1, &["for"]);
    // "Lucky enough to meet her" is told by the meeting.
    let is_of_doing = reading.clauses.iter().any(|clause| {
        let verb = clause.predicate.head;
        clause.is_implied && reading.dep(verb) == Dep::Xcomp && reading.head(verb) == head
    });
    // "It was awesome competing": how the competing was.
    let first = match reading.dep(head) {
        Dep::Conj => reading.head(head),
        _ => head,
    };
    let is_how = reading.tag(head) == "VBG"
        && reading
            .child(first, Dep::Advmod)
            .is_some_and(|how| is_evaluation(reading.lower(how)));
    is_short_for || is_of_doing || is_how
}

/// "ready for the exam", "ready to move", "full of pictures": what says something only with what follows it.
fn is_completed(reading: &Reading<'_>, head: usize) -> bool {
    let by: &[&str] = match reading.lower(head) {
        "ready" => &["for"],
        "full" | "certain" => &["of"],
        _ => return false,
    };
    let is_to = reading.is_any(head, &["ready"])
        && reading
            .child(head, Dep::Xcomp)
            .is_some_and(|doing| reading.tag(doing) == "VB");
    is_to
        || reading
            .child(head, Dep::Prep)
            .is_some_and(|preposition| reading.is_any(preposition, by))
}

/// "a night owl", "a golden retriever": what sort somebody or something is.
pub(crate) fn sort(
    context: &PassageContext<'_>,
    mention: &SubjectMention,
    phrase: &Phrase,
) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let head = phrase.head;
    let noun = reading.lemma(head);
    let is_second = reading.is_any(mention.head, &["you", "u"]);
    let is_singular = matches!(reading.tag(head), "NN" | "NNP");
    let article = reading.child(head, Dep::Det);
    let has_article = article.is_some_and(|article| reading.is_any(article, &["a", "an"]));
    let judges = reading
        .doc
        .children(head)
        .any(|child| reading.dep(child) == Dep::Amod && is_evaluation(reading.lower(child)))
        || is_vague(&noun)
        || is_light(&noun)
        || is_evaluation(&noun);
    let has_clause = reading
        .doc
        .children(head)
        .any(|child| matches!(reading.dep(child), Dep::Relcl | Dep::Acl));
    if is_second || !is_singular || !has_article || judges || has_clause {
        return None;
    }
    thing(context, phrase, &mention.entity)
}

/// "My bank is ING", "the winner was Gustaw", "my car is a Skoda", "I'm a Scorpio": which of those that are named something is.
pub(crate) fn named_thing(
    context: &PassageContext<'_>,
    mention: &SubjectMention,
    phrase: &Phrase,
) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let head = phrase.head;
    let named = context
        .referents
        .at(head)
        .filter(|named| named.how == How::Named && named.entity != mention.entity)?;
    let is_own_thing = match &mention.entity {
        EntityRef::Role { role: noun, .. } => {
            let noun = noun.rsplit(' ').next().unwrap_or(noun);
            role(noun).is_none() && noun != "name"
        }
        _ => false,
    };
    // "The van is a Ford Transit", "the winner was Gustaw"
    let is_the_thing =
        matches!(&mention.entity, EntityRef::Named(name) if name.starts_with("the "));
    let is_whole = phrase.tokens.start == named.tokens.start;
    let is_one_of_that_kind =
        is_the_thing && is_whole && !reading.is_any(mention.head, &["name", "one", "same"]);
    if is_own_thing || is_one_of_that_kind {
        return thing(context, phrase, &mention.entity);
    }
    let article = reading.child(head, Dep::Det)?;
    let is_one = reading.is_any(article, &["a", "an"])
        && named.tokens.start == article + 1
        && (is_somebody(context, mention) || is_the_thing);
    is_one
        .then(|| value(context, article..named.tokens.end, head, &mention.entity))
        .flatten()
}

/// Adjectives that answer to what was said, or only place somebody.
static SAYS_NOTHING: WordList = WordList::new(
    "sure sorry welcome right true able unable worth likely unlikely bound about ok okay alright ready here there back \
     home away up down over out off on in such same different other own clear obvious available aware spot \
     wrong fine done gone finished next last first full certain glad",
);
