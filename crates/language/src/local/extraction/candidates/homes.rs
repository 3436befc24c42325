//! Whether somebody is at home somewhere by what a clause says: lives there, moved there, comes from there.

use recollect_clauses::{Argument, Clause, Role, Tense};
use recollect_model::{Aspect, EntityKind, Precision, Relation};
use recollect_spacy::Dep;

use crate::lexicon::{Kinship, is_known_place, is_product, is_technology};
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{ObjectCandidate, thing};
use crate::local::extraction::clauses::subjects::subject_mentions;
use crate::local::extraction::mentions::roles::role_at;
use crate::local::extraction::parse::reading::Reading;
use crate::word_list::WordList;

/// "We moved the firmware from C to Rust", "She moved from Bosch to Sensirion": neither is at home there.
pub(super) fn moves_home(
    context: &PassageContext<'_>,
    clause: &Clause,
    thing: &ObjectCandidate,
) -> bool {
    let words = context.reading.name_of(thing.tokens.clone());
    let goes = |way: &str| led_by(clause, way).is_some();
    let is_directed =
        goes("from") && goes("to") || [" to ", " from "].iter().any(|way| words.contains(way));
    let mut objects = clause.with_role(Role::Object);
    // "Moved to GitHub Actions": nobody lives there.
    let name = context
        .reading
        .name_at(thing.head)
        .map_or(words.as_str(), |name| &name.text);
    let is_used = is_product(name) || is_technology(name) || is_technology(&words);
    !objects.any(|object| object.phrase.head > clause.predicate.head)
        && (!is_directed && !is_used || is_known_place(&thing.words))
}

/// "We rent a flat in Leeds": where somebody is at home, by what they rent there.
pub(super) fn rented(context: &PassageContext<'_>, clause: &Clause) -> Option<RelationCandidate> {
    const DWELLINGS: &[&str] = &[
        "flat",
        "apartment",
        "house",
        "room",
        "studio",
        "bungalow",
        "cottage",
        "maisonette",
        "bedsit",
    ];
    let reading = context.reading;
    let is_rented = clause.predicate.lemma == "rent"
        && clause.tense == Tense::Present
        && !clause.is_negated
        && !clause.is_progressive;
    if !is_rented {
        return None;
    }
    let object = clause.with_role(Role::Object).next()?;
    if !reading.is_any(object.phrase.head, DWELLINGS) {
        return None;
    }
    // "on Chapel Lane in Headingley": the last of them is the town.
    let sentence = reading.doc.sentence_of(object.phrase.head);
    let places = (object.phrase.head..sentence.end).filter_map(|token| {
        let town = reading.child(token, Dep::Pobj)?;
        reading.is_any(token, &["in"]).then_some(town)
    });
    let town = places
        .take_while(|town| *town < object.phrase.tokens.end.max(object.phrase.head + 8))
        .find(|town| reading.name_at(*town).is_some())?;
    let mention = subject_mentions(context, clause).into_iter().next()?;
    let thing = thing(context, &reading.phrase(town), &mention.entity)?;
    Some(RelationCandidate::new(
        &mention.entity,
        Relation::LivesIn,
        "live in",
        thing,
        Aspect::Holds,
    ))
}

/// "My sister from Marseille is here", "my grandparents in Galway keep bees": where somebody of one's own lives or comes from, by
/// what stands behind the noun of whom a clause is about. Behind another it may be where something is done.
pub(super) fn beside(context: &PassageContext<'_>, noun: usize) -> Option<RelationCandidate> {
    let reading = context.reading;
    let whose = context.referents.at(noun)?;
    let is_kin = role_at(reading, noun)
        .and_then(|role| role.relation)
        .is_some_and(
            |kinship| matches!(kinship, Kinship::Is(relation) if relation != Relation::Knows),
        );
    let (relation, phrase) = match reading.lower(noun + 1) {
        "from" => (Relation::ComesFrom, "come from"),
        "in" if is_kin => (Relation::LivesIn, "live in"),
        _ => return None,
    };
    let is_about = reading.is_subject(noun) && reading.dep(noun + 1) == Dep::Prep;
    let town = reading.child(noun + 1, Dep::Pobj).filter(|_| is_about)?;
    let thing = thing(context, &reading.phrase(town), &whose.entity)?;
    let is_place = thing.entity().is_some() && thing.kind == EntityKind::Place;
    is_place.then(|| RelationCandidate::new(&whose.entity, relation, phrase, thing, Aspect::Holds))
}

/// Whether one may live there, or on it: on "Elm Street", on "the coast".
pub(super) fn is_home(reading: &Reading<'_>, thing: &ObjectCandidate) -> bool {
    let on = reading.doc.ancestors(thing.head).next();
    if !on.is_some_and(|on| reading.is_any(on, &["on"])) {
        return true;
    }
    let last = thing.tokens.end.saturating_sub(1);
    is_known_place(&thing.words)
        || [thing.head, last].iter().any(|word| {
            GROUNDS.contains(reading.lower(*word)) || GROUNDS.contains(&reading.lemma(*word))
        })
}

/// The nouns of that.
static GROUNDS: WordList = WordList::new(
    "street st road rd avenue ave lane drive square boulevard island isle farm ranch coast hill estate river \
     lake boat houseboat barge ship campus base mainland border edge outskirts side floor corner plot property \
     land reservation peninsula beach canal waterfront site way terrace crescent close court place",
);

/// "I come from Malta", but not "I came back from Malta" nor "I'm coming from work": that is a way, and not where somebody is at
/// home.
pub(super) fn is_origin(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let goes_on = clause.arguments.iter().any(|argument| {
        matches!(argument.role, Role::Adverbial | Role::Time)
            && !reading.is_any(argument.phrase.head, &["originally", "also", "actually"])
    });
    let is_of_family = clause.subject.as_ref().is_some_and(|subject| {
        [
            "family",
            "parent",
            "grandparent",
            "ancestor",
            "grandmother",
            "grandfather",
            "mother",
            "father",
            "people",
        ]
        .contains(&reading.lemma(subject.phrase.head).as_str())
    });
    !goes_on
        && !clause.is_progressive
        && !clause.is_perfect
        && (clause.tense == Tense::Present || clause.tense == Tense::Past && is_of_family)
}

/// What a preposition leads to in a clause.
fn led_by<'c>(clause: &'c Clause, way: &str) -> Option<&'c Argument> {
    let mut ways = clause.with_role(Role::Prepositional);
    ways.find(|argument| {
        let preposition = argument.preposition.as_ref();
        preposition.is_some_and(|preposition| preposition.lemma == way)
    })
}

/// What a visit is, and how it runs, where who came stayed.
pub(super) fn stayed(
    context: &PassageContext<'_>,
    clause: &Clause,
    (relation, aspect): (Relation, Aspect),
) -> (Relation, Aspect) {
    match relation == Relation::Visited && came_to_stay(context, clause) {
        true => (Relation::LivesIn, Aspect::Begins),
        false => (relation, aspect),
    }
}

/// "I came to Ireland from Brazil in 2019", "came over from Fiji as a nurse": who came from elsewhere in a year or as something did not visit.
fn came_to_stay(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let from = led_by(clause, "from");
    let from = from.is_some_and(|from| context.referents.at(from.phrase.head).is_some());
    let on_visa =
        led_by(clause, "on").is_some_and(|on| context.reading.is_any(on.phrase.head, &["visa"]));
    let of_years = context.times.iter().any(|time| {
        time.expression.precision == Precision::Year
            && context
                .reading
                .doc
                .sentence_of(clause.predicate.head)
                .contains(&time.tokens.start)
    });
    let is_past = clause.tense == Tense::Past && !clause.is_negated;
    clause.predicate.lemma == "come"
        && is_past
        && from
        && (on_visa || of_years || led_by(clause, "as").is_some())
}
