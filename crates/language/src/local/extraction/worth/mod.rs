//! How much anybody would look for a statement.
//!
//! What defines a life (kin, home, work, health, what somebody owns) is worth most; what happened once, somewhere, with
//! somebody, is worth more the more specific it is; how somebody finds something, and what everybody does every day, is worth
//! least. The measure ranks facts beside how well they match, and keeps small talk at the end.

use recollect_clauses::{Clause, Tense};
use recollect_model::{EntityKind, Modality, Nature, Relation, RelationName, Worth};

use crate::lexicon::{is_code, is_evaluation, is_passing, is_reaction, is_thin};
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::candidates::figures::has_digit;
use crate::local::extraction::candidates::pictures::SHARING;
use crate::local::extraction::parse::pictures::says_picture;
use crate::word_list::WordList;
use crate::{EntityRef, ExtractedObject, ExtractedStatement};

/// The worth of a statement from its relation, its object and what else it says.
pub(crate) fn worth(
    statement: &ExtractedStatement,
    clause: &Clause,
    candidate: &RelationCandidate,
) -> Worth {
    let relation = &statement.relation;
    let mut worth = by_nature(relation);
    if relation.known().is_none() {
        let verb = clause.predicate.lemma.split(' ').next().unwrap_or_default();
        if turns_a_life(statement) {
            worth += OF_TURN;
        } else if PASSING.contains(verb) || PASSING.contains(relation.as_str()) {
            worth -= 25;
        }
    }
    match &statement.object {
        ExtractedObject::Entity(_) => worth += OF_ENTITY,
        ExtractedObject::Value(value) => {
            let lower = value.to_lowercase();
            let last = lower.rsplit(' ').next().unwrap_or_default();
            if value.is_empty() {
                worth -= 10;
            } else if is_thin(last) && !has_digit(&lower)
                || is_reaction(&lower)
                || is_evaluation(&lower)
            {
                worth -= 25;
            } else if value.contains(' ') {
                worth += 4;
            }
        }
    }
    if matches!(relation.known(), Some(Relation::Is | Relation::Has)) {
        worth -= 15;
    }
    if tells_code(statement) {
        worth += OF_CODE;
    }
    if is_avoided(statement, clause) {
        worth += OF_AVOIDED;
    }
    worth += 4 * statement.details.0.len().min(3) as i32;
    worth += if statement.from.is_some() { 6 } else { 0 };
    // "The plumber is coming on Monday."
    let is_planned = statement.modality == Modality::Planned && statement.from.is_some();
    worth += if is_planned { OF_PLANNED } else { 0 };
    worth -= match statement.modality {
        Modality::Actual | Modality::Planned => 0,
        Modality::Wished | Modality::Required => 8,
        Modality::Possible | Modality::Conditional => 15,
    };
    // Of themselves everybody knows.
    let teller = statement.attributed_to.as_ref();
    if teller.is_some_and(|teller| *teller != statement.subject) {
        worth -= 10;
    }
    if candidate.thing.kind == EntityKind::Date {
        worth += 5;
    }
    if candidate.is_verbatim {
        worth /= 2;
    }
    if is_mood(statement) {
        worth = worth.min(MAX_MOOD);
    }
    // What a picture shows is looked for by its words.
    if tells_picture(relation, &candidate.thing.words) {
        worth = worth.min(MAX_PICTURED);
    }
    Worth::new(worth.clamp(1, 100) as u8)
}

/// "Sam's wifi password is heron-kettle-42": what is looked up.
fn tells_code(statement: &ExtractedStatement) -> bool {
    // "Sam has the insurance number 4432-118."
    if statement.relation.known().is_none() {
        let noun = statement.relation.as_str().rsplit('_').next();
        let is_own = noun.is_some_and(|noun| is_code(noun) || ["email", "type"].contains(&noun));
        return is_own && statement.phrase.ends_with(" be");
    }
    let subject = match &statement.subject {
        EntityRef::Role { role, .. } | EntityRef::Named(role) => role,
        EntityRef::Owner => return false,
    };
    let noun = subject.split(" for ").next().unwrap_or_default();
    statement.relation.known() == Some(Relation::Is)
        && is_code(noun.rsplit(' ').next().unwrap_or_default())
        && matches!(&statement.object, ExtractedObject::Value(value) if has_digit(value))
}

/// "I got laid off", "Dad was admitted to hospital": what changes a life, though no relation of its own tells it.
fn turns_a_life(statement: &ExtractedStatement) -> bool {
    let is_redundant = statement.relation.as_str() == "be_made"
        && matches!(&statement.object, ExtractedObject::Value(value) if value == "redundant");
    is_redundant || TURNING.contains(statement.relation.as_str())
}

/// "Sam does not eat pork": what is never eaten or drunk is what a host asks.
fn is_avoided(statement: &ExtractedStatement, clause: &Clause) -> bool {
    statement.is_negated
        && matches!(statement.relation.as_str(), "eat" | "drink")
        && clause.tense == Tense::Present
        && !clause.is_progressive
        && !clause.is_perfect
}

/// "Dan is gutted": it will have passed tomorrow.
fn is_mood(statement: &ExtractedStatement) -> bool {
    statement.relation.known() == Some(Relation::Is)
        && matches!(&statement.object, ExtractedObject::Value(value) if is_passing(value))
        && statement.details.0.is_empty()
        && !matches!(statement.subject, EntityRef::Role { .. })
}

/// The worth of what somebody is to another by a role, or is by a name's side: "my sister Anna", "Anna (31)".
pub(crate) fn worth_of_standing(relation: &RelationName) -> Worth {
    Worth::new((by_nature(relation) + OF_ENTITY).clamp(1, 100) as u8)
}

fn by_nature(relation: &RelationName) -> i32 {
    match relation.nature() {
        Some(Nature::Permanent) => 90,
        Some(Nature::State) if relation.is_exclusive() => 85,
        Some(Nature::State) => 65,
        Some(Nature::Event) => 60,
        None => 45,
    }
}

/// What it adds that the object is somebody or something with a name.
const OF_ENTITY: i32 = 8;

/// What it adds that somebody never eats or drinks it.
const OF_AVOIDED: i32 = 25;

/// What it adds that it changes a life.
const OF_TURN: i32 = 25;

/// What it adds that it is to come on a day that is told.
const OF_PLANNED: i32 = 10;

/// What it adds that it tells a code, a number or a price.
const OF_CODE: i32 = 30;

/// Whether a statement with this relation and object tells what a picture shows that somebody shared.
pub fn tells_picture(relation: &RelationName, object: &str) -> bool {
    relation.as_str() == SHARING && says_picture(object)
}

/// The most that how somebody is for a day is worth.
const MAX_MOOD: i32 = 20;

/// The most that what a picture shows is worth.
const MAX_PICTURED: i32 = 15;

/// What everybody does all day, and what is said of how things go.
static PASSING: WordList = WordList::new(
    "go come get keep make let help arrive sit stand stay wait look feel seem sound talk chat speak \
     ask tell say show put bring support inspire motivate encourage remind cheer cause mean matter \
     need try think hope hear happen",
);

/// What is done to somebody, or what they do, that changes a life.
static TURNING: WordList = WordList::new(
    "be_laid_off be_fired be_sacked be_dismissed be_suspended be_promoted be_demoted be_evicted be_admitted be_discharged \
     be_hospitalised be_hospitalized be_robbed be_mugged be_burgled be_expelled be_arrested be_deported be_widowed \
     retire graduate miscarry relapse",
);

/// Of what an assistant says, only what is about somebody by name, in relations that are known.
pub(crate) fn is_worth_keeping(statement: &ExtractedStatement) -> bool {
    matches!(statement.subject, EntityRef::Named(_))
        && statement.relation.known().is_some_and(|relation| {
            !matches!(
                relation,
                Relation::Is | Relation::Has | Relation::Made | Relation::Likes | Relation::Uses
            )
        })
}
