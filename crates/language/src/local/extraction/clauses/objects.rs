//! What is said of a subject: another entity, or a few words that can be read by themselves.

use std::ops::Range;

use recollect_clauses::{Form, Phrase, Role};
use recollect_model::EntityKind;
use recollect_spacy::{Dep, Pos};

use crate::lexicon::{is_condition, kind_of_noun, role};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::named::{counted, one_by_name, ones_own, part_of};
use crate::local::extraction::clauses::pointers::{
    is_left_open, is_none_of_it, names_itself, pointed_away, points_elsewhere,
};
use crate::local::extraction::clauses::tails::{begins_description, in_full};
use crate::local::extraction::clauses::words::{POINTERS, ends, is_open_end, spelled};
use crate::local::extraction::coreference::referents::{How, Referent};
use crate::local::extraction::parse::reading::Reading;
use crate::word_list::WordList;
use crate::{EntityRef, ExtractedObject};

/// The most words of a value.
const MAX_WORDS: usize = 12;

/// An object of a statement before it is one.
#[derive(Debug, Clone)]
pub(crate) struct ObjectCandidate {
    /// The object.
    pub(crate) object: ExtractedObject,
    /// How it reads in a sentence about `subject`.
    pub(crate) words: String,
    /// The token it hangs from.
    pub(crate) head: usize,
    /// What it is, as far as the phrase tells.
    pub(crate) kind: EntityKind,
    /// Its words in the passage, in tokens.
    pub(crate) tokens: Range<usize>,
}

impl ObjectCandidate {
    /// Words without an entity or a place in the text.
    pub(crate) fn value(value: &str, head: usize) -> Self {
        Self {
            object: ExtractedObject::Value(value.to_owned()),
            words: value.to_owned(),
            head,
            kind: EntityKind::Thing,
            tokens: head..head + 1,
        }
    }

    /// The entity, where it is one.
    pub(crate) fn entity(&self) -> Option<&EntityRef> {
        match &self.object {
            ExtractedObject::Entity(entity) => Some(entity),
            ExtractedObject::Value(_) => None,
        }
    }
}

/// What a statement takes from a clause.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About<'a> {
    /// Whom or what it is about.
    pub(crate) subject: &'a EntityRef,
    /// What it says of the subject.
    pub(crate) thing: &'a ObjectCandidate,
}

/// What a phrase says of a subject; `None` where it cannot be read by itself.
pub(crate) fn thing(
    context: &PassageContext<'_>,
    phrase: &Phrase,
    subject: &EntityRef,
) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let head = phrase.head;
    // "Bartek, whose sister I dated"
    if reading.is_any(phrase.tokens.start, &["whose"]) {
        return None;
    }
    if let Some(noun) = counted(reading, head) {
        return thing(context, &reading.phrase(noun), subject);
    }
    if let Some(noun) = part_of(reading, head) {
        return value(context, phrase.tokens.clone(), noun, subject);
    }
    if let Some(called) = called(context, head) {
        return Some(called);
    }
    if let Some(place) = city_of(context, head) {
        return Some(place);
    }
    // "a red Toyota" is a car, not the company.
    let is_one_of_a_kind = reading
        .child(head, Dep::Det)
        .is_some_and(|article| reading.is_any(article, &["a", "an"]));
    if let Some(referent) = context.referents.at(head)
        && !(is_one_of_a_kind
            && referent.how == How::Named
            && reading.child(head, Dep::Amod).is_some())
        && !continues(reading, phrase, referent.tokens.end)
    {
        let mut referred = referred(context, head, referent);
        let told = one_by_name(context, referent, subject);
        if let Some(words) = told.or_else(|| ones_own(context, head, referent, subject)) {
            referred.words = words;
        }
        return Some(referred);
    }
    if is_left_open(reading, head) || is_none_of_it(reading, head) {
        return None;
    }
    // "those in need"
    let is_described = reading.is_any(head, &["those"]) && reading.child(head, Dep::Prep).is_some()
        || is_sort(reading, head);
    if !is_described
        && (reading.pos(head) == Pos::Pron
            || matches!(reading.tag(head), "WP" | "WDT" | "WRB" | "EX" | "DT"))
    {
        return None;
    }
    value(context, phrase.tokens.clone(), head, subject)
}

/// Whom or what a noun refers to.
fn referred(context: &PassageContext<'_>, head: usize, referent: &Referent) -> ObjectCandidate {
    let reading = context.reading;
    let name = context.name_of(&referent.entity);
    let common = match &referent.entity {
        EntityRef::Role { role, .. } => Some(role.as_str()),
        EntityRef::Named(name) => name.strip_prefix("the "),
        EntityRef::Owner => None,
    };
    if let (How::Anaphor, Some(noun)) = (referent.how, common) {
        return ObjectCandidate {
            kind: referent.kind,
            words: format!("the {noun}"),
            ..ObjectCandidate::value(noun, head)
        };
    }
    let words = match referent.how {
        // "the BBC", "the Boston marathon".
        How::Named
            if referent
                .tokens
                .start
                .checked_sub(1)
                .is_some_and(|before| reading.is_any(before, &["the"])) =>
        {
            format!("the {name}")
        }
        // "at my mum's"
        How::Role | How::Named
            if reading.dep(head) == Dep::Pobj
                && reading
                    .doc
                    .children(head)
                    .any(|end| reading.dep(end) == Dep::Case) =>
        {
            format!("{name}'s")
        }
        // "has Parkinson's"
        How::Named if is_condition(&format!("{}'s", name.to_lowercase())) => format!("{name}'s"),
        How::Role | How::Pronoun | How::Named | How::Anaphor => name,
        How::Common => format!("the {name}"),
    };
    ObjectCandidate {
        object: ExtractedObject::Entity(referent.entity.clone()),
        words,
        head,
        kind: referent.kind,
        tokens: referent.tokens.clone(),
    }
}

/// "the city of Hamburg": the city itself.
fn city_of(context: &PassageContext<'_>, head: usize) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let of = reading.child(head, Dep::Prep).filter(|of| {
        reading.is_any(head, &["city", "town", "village"]) && reading.is_any(*of, &["of"])
    })?;
    let head = reading.child(of, Dep::Pobj)?;
    let referent = context
        .referents
        .at(head)
        .filter(|referent| referent.how == How::Named)?;
    Some(ObjectCandidate {
        object: ExtractedObject::Entity(referent.entity.clone()),
        words: context.name_of(&referent.entity),
        head,
        kind: EntityKind::Place,
        tokens: referent.tokens.clone(),
    })
}

/// "a cat called Miso": whoever is named.
pub(crate) fn called(context: &PassageContext<'_>, head: usize) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let naming = reading
        .clauses
        .iter()
        .filter(|clause| {
            clause.form == Form::Naming && reading.dep(clause.predicate.head) == Dep::Acl
        })
        .find(|clause| {
            clause
                .subject
                .as_ref()
                .is_some_and(|subject| subject.phrase.head == head)
        });
    let name = match naming {
        Some(naming) => naming
            .with_role(Role::Attribute)
            .find_map(|attribute| context.referents.at(attribute.phrase.head))?,
        None => beside(context, head)?,
    };
    let noun = reading.lemma(head);
    let kind = role(&noun)
        .map(|role| role.kind)
        .or_else(|| kind_of_noun(&noun))
        .unwrap_or(name.kind);
    let called = context.name_of(&name.entity);
    // What it is stands in the fact: "has a parrot named Kiwi".
    let article = reading.child(head, Dep::Det);
    let words = match naming {
        Some(naming)
            if article.is_some_and(|article| reading.is_any(article, &["a", "an", "another"])) =>
        {
            let sort = reading.words(reading.doc.subtree_range(head).start..head + 1);
            format!("{sort} {} {called}", reading.lower(naming.predicate.head))
        }
        _ => called,
    };
    Some(ObjectCandidate {
        object: ExtractedObject::Entity(name.entity.clone()),
        words,
        head,
        kind,
        tokens: name.tokens.clone(),
    })
}

/// "this game Catan", "an amazing woman, Jean": the name beside a noun that says what it names.
fn beside<'c>(context: &'c PassageContext<'_>, head: usize) -> Option<&'c Referent> {
    let reading = context.reading;
    let is_one = reading.child(head, Dep::Det).is_some_and(|article| {
        reading.is_any(article, &["a", "an", "this", "that", "the", "another"])
    });
    let name = reading
        .child(head, Dep::Appos)
        .filter(|name| is_one && reading.pos(*name) == Pos::Propn && *name > head)?;
    let referent = context.referents.at(name)?;
    let is_other = context.addressee != Some(&referent.entity);
    (referent.how == How::Named && is_other).then_some(referent)
}

/// Whether a phrase goes on after the entity it begins with, so that it is about more than that: "my sister's way".
fn continues(reading: &Reading<'_>, phrase: &Phrase, end: usize) -> bool {
    phrase.tokens.end > end && phrase.head >= end && !reading.quoted[end]
}

/// The words of some tokens as a value.
pub(crate) fn value(
    context: &PassageContext<'_>,
    tokens: Range<usize>,
    head: usize,
    subject: &EntityRef,
) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let tokens = trimmed(context, tokens, head)?;
    // "more patience" of "more patience than I do": than whom is not told.
    let is_compared = reading.is_any(tokens.end, &["than"])
        && reading
            .doc
            .children(head)
            .any(|child| child < head && reading.is_any(child, &["more", "less", "fewer"]));
    if is_compared {
        return None;
    }
    let value = spelled(context, tokens.clone(), None, false)?;
    let (words, end) = in_full(context, tokens.clone(), head, subject).or_else(|| {
        let words = spelled(context, tokens.clone(), Some(subject), true)?;
        Some((words, tokens.end))
    })?;
    let kind = kind_of_noun(&reading.lemma(head)).unwrap_or(EntityKind::Thing);
    Some(ObjectCandidate {
        object: ExtractedObject::Value(value),
        words,
        head,
        kind,
        tokens: tokens.start..end,
    })
}

/// The tokens without times, afterthoughts and marks around them, cut to the most words there may be.
fn trimmed(
    context: &PassageContext<'_>,
    tokens: Range<usize>,
    head: usize,
) -> Option<Range<usize>> {
    let reading = context.reading;
    let mut start = tokens.start;
    let mut end = tokens.end.min(reading.lower.len());
    let is_loose = |token: usize| {
        matches!(
            reading.pos(token),
            Pos::Punct | Pos::Space | Pos::Intj | Pos::Cconj
        ) || LOOSE.contains(reading.lower(token)) && token != head
    };
    // What "no" denies is in the clause already.
    while start < end
        && (is_loose(start)
            || start < head && reading.is_any(start, &["no", "both", "either", "such"]))
    {
        start += 1;
    }
    end = end_of_tail(context, start..end, head)?;
    if end - start.min(end) > MAX_WORDS {
        let first = (head + 1..end).find(|token| reading.pos(*token) == Pos::Adp);
        end = first.unwrap_or(head + 1);
    }
    while end > start && (is_loose(end - 1) || is_open_end(reading, end - 1, head)) {
        end -= 1;
    }
    let is_short = end > start && end - start <= MAX_WORDS;
    let is_clear = (start..end).all(|token| !points_elsewhere(reading, token, head));
    let is_when = context.is_time(head) && !is_liked_day(reading, head);
    (is_short && is_clear && head < end && !is_when && !is_indefinite(reading, head))
        .then_some(start..end)
}

/// "I hate Mondays", "we spend Christmas with them": a day that is liked or spent says no time.
fn is_liked_day(reading: &Reading<'_>, head: usize) -> bool {
    let verb = reading.lemma(reading.head(head));
    let is_object = |of: &[&str]| reading.dep(head) == Dep::Dobj && of.contains(&verb.as_str());
    reading.lower(head).ends_with("days")
        && is_object(&["like", "love", "hate", "dislike", "enjoy", "prefer"])
        || HOLIDAYS.contains(reading.lower(head)) && is_object(&["spend", "celebrate", "love"])
}

/// Where what comes after the head ends: before another clause, a time or another phrase. `None` where the rest says nothing
/// without what is named elsewhere.
fn end_of_tail(context: &PassageContext<'_>, tokens: Range<usize>, head: usize) -> Option<usize> {
    let reading = context.reading;
    let Range { start, end } = tokens;
    // "a screenplay that appeared" ends before what is said of it.
    let points = |token: usize| {
        POINTERS.contains(reading.lower(token))
            && !matches!(reading.tag(token), "PRP$" | "WDT" | "WP")
            && !(reading.dep(token) == Dep::Det && names_itself(reading, reading.head(token)))
    };
    let leaves_noun = |cut: usize| {
        (start..cut).any(|token| {
            (cut..end).contains(&reading.head(token))
                && matches!(
                    reading.dep(token),
                    Dep::Amod | Dep::Det | Dep::Compound | Dep::Nmod | Dep::Poss | Dep::Nummod
                )
        })
    };
    // "dinner for friends and family" goes on; "dinner and a film" are two.
    let is_inside = |and: usize| {
        // "the television and not my wife"
        if is_in_list(reading, and, head) || reading.is_any(and + 1, &["not"]) {
            return true;
        }
        let first = reading.head(and);
        // "improving education and infrastructure" is one doing.
        let doing = reading.head(first);
        let is_done = reading.dep(first) == Dep::Dobj
            && (doing == head && reading.tag(head) == "VBG"
                || doing > head && reading.is_infinitive(doing));
        (reading.dep(first) == Dep::Pobj || is_done)
            && first > head
            && !reading.is_any(reading.head(first), &["of"])
            && reading.child(first, Dep::Conj).is_some_and(|other| {
                matches!(reading.pos(other), Pos::Noun | Pos::Propn)
                    && reading.child(other, Dep::Nsubj).is_none()
            })
    };
    let tail = (head.max(start) + 1..end).find(|token| {
        (ends(reading, *token)
            || reading.is_any(*token, &["-"]) && reading.doc.tokens[*token].space_after
            || context.is_time(*token)
            || reading.lower(*token) == "," && !is_in_list(reading, *token, head)
            || is_giver(reading, *token, head)
            || matches!(reading.dep(*token), Dep::Relcl | Dep::Advcl | Dep::Appos)
            || begins_description(reading, *token)
            || reading.dep(*token) == Dep::Cc && !is_inside(*token)
            || reading.dep(*token) == Dep::Acl && reading.tag(*token) == "VBG"
            || points(*token))
            && !leaves_noun(*token)
    });
    // "talks at the shelter I volunteer at"
    let describes_another = |pointer: usize| {
        begins_description(reading, pointer)
            && reading
                .doc
                .ancestors(pointer)
                .find(|above| reading.dep(*above) == Dep::Relcl)
                .is_some_and(|verb| reading.head(verb) != head)
    };
    match tail {
        Some(pointer) if points(pointer) && !describes_another(pointer) => {
            pointed_away(reading, head, pointer)
        }
        Some(tail) => Some(tail),
        None => Some(end),
    }
}

/// Whether a comma or an "and" joins plain nouns below the head: "a mix of vegetables, fruits and insects".
fn is_in_list(reading: &Reading<'_>, joint: usize, head: usize) -> bool {
    if joint > head + 2 * MAX_WORDS {
        return false;
    }
    let up = std::iter::successors(Some(reading.head(joint)), |noun| {
        (reading.dep(*noun) == Dep::Conj).then(|| reading.head(*noun))
    });
    let Some(first) = up.take(MAX_WORDS).last() else {
        return false;
    };
    let mut above = reading.doc.ancestors(first).take(4);
    let is_below =
        first > head && reading.dep(first) == Dep::Pobj && above.any(|above| above == head);
    let is_plain = |noun: usize| {
        // "about sisterhood, love, and reaching for your dreams"
        let is_kind = matches!(reading.tag(noun), "NN" | "NNS")
            || reading.tag(noun) == "VBG" && reading.dep(noun) == Dep::Conj;
        is_kind
            && !reading.doc.children(noun).any(|child| {
                matches!(
                    reading.dep(child),
                    Dep::Nsubj | Dep::Relcl | Dep::Poss | Dep::Det
                )
            })
    };
    let down = std::iter::successors(Some(first), |noun| reading.child(*noun, Dep::Conj));
    is_below && reading.child(first, Dep::Conj).is_some() && down.take(MAX_WORDS).all(is_plain)
}

/// "from Tom" of "got a bike from Tom", which the parser hangs from the bike.
pub(crate) fn is_giver(reading: &Reading<'_>, preposition: usize, head: usize) -> bool {
    const GETTING: &[&str] = &[
        "get", "receive", "buy", "borrow", "order", "inherit", "rent", "steal",
    ];
    reading.is_any(preposition, &["from"])
        && reading.dep(preposition) == Dep::Prep
        && reading.head(preposition) == head
        && reading.dep(head) == Dep::Dobj
        && GETTING.contains(&reading.lemma(reading.head(head)).as_str())
}

/// "someone special", "something new to read": an indefinite that is said to be of some sort.
fn is_sort(reading: &Reading<'_>, head: usize) -> bool {
    reading.is_any(head, &["something", "someone", "somebody", "somewhere"])
        && reading.child(head, Dep::Amod).is_some()
}

fn is_indefinite(reading: &Reading<'_>, head: usize) -> bool {
    !is_sort(reading, head) && INDEFINITE.contains(reading.lower(head))
}

/// Nouns and pronouns that say nothing by themselves.
static INDEFINITE: WordList = WordList::new(
    "something anything everything nothing someone anyone everyone nobody somebody everybody one ones \
     lot lots thing things stuff all both same more way ton tons bunch plenty other others it much \
     many most few some so there here that this kind sort",
);

/// Days of the year that people spend with others.
static HOLIDAYS: WordList = WordList::new(
    "christmas easter thanksgiving hanukkah passover ramadan eid diwali midsummer new-year holidays",
);

/// Words around a phrase that add nothing to it.
static LOOSE: WordList = WordList::new(
    "really also just always currently now recently finally still already actually absolutely totally \
     truly only even too again together anymore lately though either then usually often especially particularly \" “ ” `` '' ' * _ - – —",
);
