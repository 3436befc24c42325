//! Whether an object is what a relation wants.

use std::ops::Range;

use recollect_clauses::Clause;
use recollect_model::{EntityKind, ObjectType};
use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::lexicon::{
    is_dose, is_generic, is_given_name, is_language, is_light, is_medicine, is_occupation, is_pet,
    is_possession, kind_of_noun, role,
};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::ObjectCandidate;
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::local::extraction::coreference::referents::How;
use crate::local::extraction::parse::reading::Reading;
use crate::word_list::WordList;

/// Whether an object is what a relation wants.
pub(crate) fn suits(
    context: &PassageContext<'_>,
    thing: &ObjectCandidate,
    wanted: ObjectType,
) -> bool {
    let reading = context.reading;
    let head = thing.head;
    let noun = reading.lemma(head);
    let named = context
        .referents
        .at(head)
        .filter(|referent| thing.entity() == Some(&referent.entity))
        .map(|referent| (referent.kind, referent.weight, referent.how));
    let is_name = named.is_some_and(|(_, _, how)| how == How::Named);
    let kind = named.map_or(thing.kind, |(kind, ..)| kind);
    let surely = |kinds: &[EntityKind]| {
        named.is_some_and(|(kind, weight, _)| weight >= 3 && kinds.contains(&kind))
    };
    let is_somebody = matches!(kind, EntityKind::Person | EntityKind::Owner);
    let is_noun_for = |kinds: &[EntityKind]| !is_name && kinds.contains(&kind);
    match wanted {
        ObjectType::Any => !is_light(&noun) || is_name,
        ObjectType::Thing => !is_light(&noun) && (!is_somebody || named.is_none()),
        ObjectType::Place => {
            let may_be = !surely(&[EntityKind::Person, EntityKind::Animal, EntityKind::Work]);
            is_name && may_be || is_noun_for(&[EntityKind::Place]) || DWELLINGS.contains(&noun)
        }
        ObjectType::Organization => {
            // "Started Lexapro two weeks ago."
            let may_be = !surely(&[EntityKind::Work, EntityKind::Animal])
                && !is_medicine(reading.lower(head));
            let is_body = is_noun_for(&[EntityKind::Organization, EntityKind::Place]);
            // One plays for a team, and works for a church.
            let is_pastime = GROUPS.contains(&noun) && noun != "church";
            is_name && may_be && !is_group_called(reading, head)
                || is_body && !is_pastime
                || is_somebody && named.is_some()
                || WORKPLACES.contains(&noun)
        }
        ObjectType::NamedOrganization => {
            !is_group_called(reading, head)
                && is_name
                && kind != EntityKind::Owner
                && !is_language(&noun)
                && !surely(NO_BODIES)
        }
        ObjectType::Group => {
            GROUPS.contains(&noun)
                || GROUPS.contains(reading.lower(head))
                || is_group_called(reading, head)
        }
        ObjectType::Person => {
            let may_be =
                kind != EntityKind::Place && !surely(&[EntityKind::Organization, EntityKind::Work]);
            is_somebody
                || is_name && (may_be || is_given_name(reading.lower(head)))
                || role(&noun).is_some_and(|role| role.kind == EntityKind::Person)
        }
        ObjectType::Animal => kind == EntityKind::Animal || is_pet(&noun),
        ObjectType::Event => kind == EntityKind::Event,
        ObjectType::Work => kind == EntityKind::Work || is_quoted(reading, thing),
        ObjectType::Language => thing
            .tokens
            .clone()
            .any(|token| is_language(reading.lower(token))),
        ObjectType::Date => context.is_time(head) || reading.tag(head) == "CD",
        ObjectType::Medicine => medicine_in(reading, thing.tokens.clone()).is_some_and(|token| {
            // "gliclazide 80 mg", "5 mg of ramipril", but no "box for amoxicillin"
            token == head || is_dose(&noun) || reading.tag(head) == "CD"
        }),
        ObjectType::Field => !is_light(&noun) && named.is_none() && reading.tag(head) != "CD",
    }
}

/// The medicine among some words: "ramipril" of "5 mg of ramipril".
pub(crate) fn medicine_in(reading: &Reading<'_>, mut tokens: Range<usize>) -> Option<usize> {
    tokens.find(|token| is_medicine(reading.lower(*token)) || is_medicine(&reading.lemma(*token)))
}

/// Whether a word stands for something that takes place, with a name or without: "the funeral".
pub(crate) fn is_event(context: &PassageContext<'_>, head: usize) -> bool {
    match context.referents.at(head) {
        Some(referent) => referent.kind == EntityKind::Event,
        None => {
            let reading = context.reading;
            // "The due date is 18 May."
            let is_date = reading.is_any(head, &["date"])
                && reading.doc.children(head).any(|child| {
                    child < head && matches!(reading.dep(child), Dep::Amod | Dep::Compound)
                });
            is_date || kind_of_noun(&reading.lemma(head)) == Some(EntityKind::Event)
        }
    }
}

/// "the choir Cantabile", "the climbing hall Blockfabrik": whether a noun before a name says that it is a group's, or where one does sports.
fn is_group_called(reading: &Reading<'_>, head: usize) -> bool {
    const HALLS: &[&str] = &["hall", "studio", "pool", "course"];
    let mut before = reading
        .doc
        .children(head)
        .filter(|child| *child < head && matches!(reading.dep(*child), Dep::Compound | Dep::Nmod));
    reading.pos(head) == Pos::Propn
        && before.any(|noun| GROUPS.contains(reading.lower(noun)) || reading.is_any(noun, HALLS))
}

/// What a name certainly does not name when it is a body's.
const NO_BODIES: &[EntityKind] = &[
    EntityKind::Person,
    EntityKind::Animal,
    EntityKind::Event,
    EntityKind::Work,
    EntityKind::Place,
];

/// Whether a phrase points at what nothing tells of: "saw this thing", "loves the color". "The drawings" and "the kitchen" are
/// known to whoever reads it again.
pub(crate) fn is_untold(context: &PassageContext<'_>, thing: &ObjectCandidate) -> bool {
    let reading = context.reading;
    if thing.entity().is_some() {
        return false;
    }
    let article = reading.child(thing.head, Dep::Det);
    let is_shown =
        article.is_some_and(|article| reading.is_any(article, &["that", "this", "those", "these"]));
    let verb = reading.head(thing.head);
    if !is_shown && !TASTES.contains(&reading.lemma(verb)) {
        return false;
    }
    // "I'm going to sell this caravan"
    let is_meant = reading.tag(verb) == "VB" && reading.child(verb, Dep::Aux).is_some();
    let is_told = matches!(reading.tag(verb), "VBD" | "VBN") || is_meant;
    if is_told && says_which(reading, thing.head) {
        return false;
    }
    let has_more = reading.doc.children(thing.head).any(|child| {
        matches!(
            reading.dep(child),
            Dep::Amod | Dep::Compound | Dep::Nmod | Dep::Prep | Dep::Poss | Dep::Nummod
        ) && thing.tokens.contains(&child)
    });
    reading.is_definite(thing.head)
        && reading.pos(thing.head) != Pos::Adj
        && !has_more
        && thing.kind != EntityKind::Event
        && !is_generic(reading.lower(thing.head))
        && !is_possession(&reading.lemma(thing.head))
}

/// Whether what is pointed at is named by its noun all the same: "I made this bowl", but not "I did this thing".
fn says_which(reading: &Reading<'_>, head: usize) -> bool {
    reading.dep(head) == Dep::Dobj && !is_light(&reading.lemma(head))
}

fn is_quoted(reading: &Reading<'_>, thing: &ObjectCandidate) -> bool {
    thing.tokens.start > 0 && reading.is_any(thing.tokens.start - 1, &["\"", "“", "``"])
}

/// Whether words name an occupation, such as "a paediatric nurse".
pub(crate) fn names_occupation(reading: &Reading<'_>, head: usize) -> bool {
    // "as a nurse and her husband" is misread.
    let is_kin = role(&reading.lemma(head)).is_some_and(|role| role.relation.is_some())
        && reading.child(head, Dep::Poss).is_some();
    // "I'm a terrible actor"
    let mut narrowing = reading.doc.children(head);
    let is_mocked = narrowing.any(|child| child < head && MOCKING.contains(reading.lower(child)));
    !is_kin
        && !is_mocked
        && (is_occupation(&reading.lemma(head)) || is_occupation(reading.lower(head)))
}

/// "Started Eliquis 5 mg twice a day": what is taken by the dose.
pub(crate) fn is_taken(reading: &Reading<'_>, clause: &Clause) -> bool {
    let mut words = reading.doc.subtree(clause.predicate.head);
    words.any(|token| is_dose(reading.lower(token)) || is_dose(&reading.lemma(token)))
}

/// How somebody is one who is none by trade.
static MOCKING: WordList = WordList::new(
    "terrible bad awful lousy crap rubbish useless hopeless secret budding wannabe frustrated worst shit born such",
);

/// What one does to what is shown.
static TASTES: WordList =
    WordList::new("love like hate enjoy see know adore prefer miss imagine feel");

/// Where one lives that is no name.
static DWELLINGS: WordList = WordList::new(
    "apartment flat house studio condo countryside suburb suburbs downtown village city town dorm \
     dormitory cabin cottage trailer houseboat basement loft mansion bungalow townhouse duplex",
);

/// Where one works that is no name.
static WORKPLACES: WordList = WordList::new(
    "clinic office factory warehouse salon lab laboratory call-center center centre kindergarten \
     daycare nursery newspaper magazine government consultancy brewery winery museum supermarket \
     pharmacy shipyard",
);

/// What one is a member of.
static GROUPS: WordList = WordList::new(
    "club band team choir orchestra group gym league society association union committee board church \
     congregation community squad ensemble cooperative co-op army navy marines guild forum class \
     program troupe ngo organization organisation network collective crew sorority fraternity council \
     chapter",
);

/// Whether an object is whoever is spoken to: "I believe in you", "I love the thought, Nate".
pub(crate) fn is_spoken_to(context: &PassageContext<'_>, entity: &EntityRef, head: usize) -> bool {
    let reading = context.reading;
    let ends = reading.name_at(head).is_some_and(|name| {
        name.tokens.end >= reading.doc.sentence_of(head).end
            || reading.is_any(name.tokens.end, &["!", ".", "?", ","])
    });
    Some(entity) == context.addressee
        && (ends || reading.is_any(head, &["you", "u", "ya", "yourself"]))
}

pub(crate) fn is_somebody(context: &PassageContext<'_>, mention: &SubjectMention) -> bool {
    let Some(referent) = context.referents.at(mention.head) else {
        // "The wedding was in Florence": a common noun is somebody only where it names people.
        let noun = context.reading.lemma(mention.head);
        return context.reading.pos(mention.head) != Pos::Noun
            || role(&noun).is_some_and(|role| role.kind == EntityKind::Person)
            || kind_of_noun(&noun) == Some(EntityKind::Person);
    };
    matches!(
        referent.kind,
        EntityKind::Person | EntityKind::Owner | EntityKind::Thing
    )
}
