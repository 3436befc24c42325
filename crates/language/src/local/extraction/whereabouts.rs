//! Where somebody or something is, and what state they are in.

use recollect_clauses::{Argument, Clause, Role, Tense};

use super::copular::{course, is_somebody};
use super::fitness::suits;
use super::gate;
use super::objects::{Thing, thing};
use super::patterns::listed;
use super::relations::{Course, Wanted};
use super::scene::Scene;
use super::statements::{Draft, Party};
use super::vocabulary::is_light;

/// "is from Peru", "is in Oslo", "is in a band".
pub(super) fn whereabouts(
    scene: &Scene<'_>,
    clause: &Clause,
    party: &Party,
    argument: &Argument,
) -> Option<Draft> {
    let reading = scene.reading;
    let preposition = argument.preposition.as_ref()?;
    if argument.role != Role::Prepositional || clause.is_passive {
        return None;
    }
    let is_in = matches!(preposition.lemma.as_str(), "in" | "near" | "on" | "at");
    let found = thing(scene, &argument.phrase, &party.entity)?;
    let draft = |relation: &str| {
        Some(Draft::new(
            &party.entity,
            relation,
            &clause.relation(argument),
            found.clone(),
            course(clause),
        ))
    };
    if preposition.lemma == "in" && suits(scene, &found, Wanted::Group) {
        return draft("member_of");
    }
    let is_named = reading.name_at(found.head).is_some();
    let is_thing = !is_somebody(scene, party);
    if let Some(state) = state(scene, clause, party, argument, &found) {
        return Some(state);
    }
    if is_in
        && suits(scene, &found, Wanted::Place)
        && (is_named || is_thing)
        && clause.tense != Tense::Future
    {
        // Where somebody was, they have been.
        let been = clause.tense == Tense::Past && !is_thing;
        return if been {
            draft("visited").map(|draft| Draft {
                course: Course::Happens,
                ..draft
            })
        } else {
            draft("located_in")
        };
    }
    None
}

/// "is in the hospital", "is on maternity leave", "is good at drawing": a state in the clause's own words.
fn state(
    scene: &Scene<'_>,
    clause: &Clause,
    party: &Party,
    argument: &Argument,
    found: &Thing,
) -> Option<Draft> {
    const SKILLS: &[&str] = &[
        "good",
        "bad",
        "terrible",
        "excellent",
        "skilled",
        "responsible",
        "known",
        "famous",
        "addicted",
        "close",
    ];
    const IDIOMS: &[&str] = &[
        "hunt", "fire", "page", "edge", "lookout", "court", "list", "top", "phone", "middle",
        "meantime", "awe", "search", "shock", "line", "mode", "track", "roll", "tear", "tears",
        "season", "store", "case", "person",
    ];
    let reading = scene.reading;
    let preposition = argument.preposition.as_ref()?.lemma.replace(' ', "_");
    let noun = reading.lemma(found.head);
    let is_state = !suits(scene, found, Wanted::Place) || reading.is_any(found.head, &["hospital"]);
    let is_thin = gate::is_thin(&noun) || is_light(&noun) || IDIOMS.contains(&noun.as_str());
    if reading.is_any(party.head, &["you", "u"]) || is_thin {
        return None;
    }
    let attribute = clause.with_role(Role::Attribute).next();
    let relation = match attribute.map(|attribute| reading.lower(attribute.phrase.head)) {
        Some(skill) if SKILLS.contains(&skill) => format!("be_{skill}_{preposition}"),
        Some(_) => return None,
        None if is_state && found.entity().is_none() && listed("in on", &preposition) => {
            format!("be_{preposition}")
        }
        None => return None,
    };
    let phrase = relation.replace('_', " ");
    Some(Draft::new(
        &party.entity,
        &relation,
        &phrase,
        found.clone(),
        course(clause),
    ))
}
