//! What somebody or something is.

use recollect_clauses::{Clause, Phrase, Role, Tense};
use recollect_model::EntityKind;
use recollect_spacy::{Dep, Pos};

use super::fitness::{names_occupation, suits};
use super::gate::{is_evaluation, is_lasting, is_reaction};
use super::objects::{Thing, thing};
use super::occupations;
use super::particulars::about_owner;
use super::patterns::{date, normalised};
use super::referents::How;
use super::relations::{Course, Wanted};
use super::roles::possessor;
use super::scene::Scene;
use super::statements::{Draft, Party, is_over, members, parties};
use super::verbs::{together, years};
use super::vocabulary::{self, LANGUAGES, is_diet, is_light, role};
use super::whereabouts::whereabouts;
use crate::{EntityRef, ExtractedObject};

/// What a clause with "be" or "become" says.
pub(super) fn drafts(scene: &Scene<'_>, clause: &Clause) -> Vec<Draft> {
    if !matches!(
        clause.predicate.lemma.as_str(),
        "be" | "become" | "turn" | "get"
    ) {
        return Vec::new();
    }
    if let Some(drafts) = together(scene, clause, &parties(scene, clause)) {
        return drafts;
    }
    if let Some(draft) = each_other(scene, clause) {
        return vec![draft];
    }
    let of_its_owner = about_owner(scene, clause);
    if !of_its_owner.is_empty() {
        return of_its_owner;
    }
    let mut drafts = Vec::new();
    for party in parties(scene, clause) {
        let mut found = normalised(scene, clause, &party);
        for argument in clause.with_role(Role::Attribute) {
            for phrase in members(argument) {
                found.extend(attribute(scene, clause, &party, phrase, found.is_empty()));
            }
        }
        if found.is_empty() {
            found.extend(
                clause
                    .arguments
                    .iter()
                    .filter_map(|argument| whereabouts(scene, clause, &party, argument)),
            );
        }
        drafts.extend(found);
    }
    drafts
}

/// "Tom, a pilot,".
pub(super) fn apposition(scene: &Scene<'_>, clause: &Clause) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for party in parties(scene, clause) {
        for argument in clause.with_role(Role::Attribute) {
            let head = argument.phrase.head;
            let is_named =
                scene.referents.at(head).is_some() || scene.reading.name_at(head).is_some();
            if !is_named && names_occupation(scene.reading, head) && !scene.is_time(head) {
                drafts.extend(occupations::of_phrase(
                    scene,
                    &party,
                    head,
                    "be",
                    Course::Holds,
                ));
            }
        }
    }
    drafts
}

/// "Mika and Sanna are twins": what two are to each other.
fn each_other(scene: &Scene<'_>, clause: &Clause) -> Option<Draft> {
    let reading = scene.reading;
    let [one, other] = &parties(scene, clause)[..] else {
        return None;
    };
    let head = clause.with_role(Role::Attribute).next()?.phrase.head;
    let found = role(&reading.lemma(head)).filter(|_| reading.tag(head) == "NNS")?;
    let relation = found.relation.filter(|relation| {
        recollect_model::relation(relation).is_some_and(|known| known.is_symmetric)
    })?;
    if possessor(reading, head).is_some() {
        return None;
    }
    let thing = Thing {
        object: ExtractedObject::Entity(other.entity.clone()),
        words: scene.name_of(&other.entity),
        head: other.head,
        kind: found.kind,
        tokens: other.head..other.head + 1,
    };
    let phrase = format!("be {}", found.name);
    Some(Draft::new(
        &one.entity,
        relation,
        &phrase,
        thing,
        course(clause),
    ))
}

pub(super) fn course(clause: &Clause) -> Course {
    if is_over(clause) {
        Course::Ends
    } else if clause.predicate.lemma == "be" && !clause.markers.begins {
        Course::Holds
    } else {
        Course::Begins
    }
}

/// What an attribute says of a subject.
fn attribute(
    scene: &Scene<'_>,
    clause: &Clause,
    party: &Party,
    phrase: &Phrase,
    is_first: bool,
) -> Vec<Draft> {
    let reading = scene.reading;
    let head = phrase.head;
    let course = course(clause);
    let one = |relation: &str, thing: Thing| {
        vec![Draft::new(
            &party.entity,
            relation,
            &clause.predicate.lemma,
            thing,
            course,
        )]
    };
    if let Some(years) = old(scene, party, phrase).filter(|_| clause.tense != Tense::Past) {
        return one("has_age", Thing::value(&years.to_string(), head));
    }
    if let Some(drafts) = standing(scene, party, phrase, course) {
        return drafts;
    }
    if is_diet(reading.lower(head)) || is_diet(&reading.lemma(head)) {
        return one("follows_diet", Thing::value(&reading.lemma(head), head));
    }
    let is_named = scene
        .referents
        .at(head)
        .is_some_and(|_| reading.child(head, Dep::Amod).is_none());
    let is_event = scene
        .referents
        .at(party.head)
        .is_some_and(|referent| referent.kind == EntityKind::Event);
    if let (true, Some(day)) = (is_event, date(scene, phrase)) {
        return one("happened_on", day);
    }
    if !is_first || is_named || scene.is_time(head) {
        return Vec::new();
    }
    match reading.pos(head) {
        pos if pos != Pos::Adj
            && is_lasting(reading.lower(head))
            && !clause.predicate.tokens.is_empty() =>
        {
            one("is", Thing::value(reading.lower(head), head))
        }
        // "makes me happy" is about what does.
        Pos::Adj if clause.predicate.tokens.is_empty() => Vec::new(),
        Pos::Adj => quality(scene, party, phrase).map_or_else(Vec::new, |thing| one("is", thing)),
        Pos::Noun | Pos::Propn if names_occupation(reading, head) && is_somebody(scene, party) => {
            occupations::of_phrase(scene, party, head, &clause.predicate.lemma, course)
        }
        Pos::Noun | Pos::Propn => {
            sort(scene, party, phrase).map_or_else(Vec::new, |thing| one("is", thing))
        }
        _ => Vec::new(),
    }
}

pub(super) fn is_somebody(scene: &Scene<'_>, party: &Party) -> bool {
    scene.referents.at(party.head).is_none_or(|referent| {
        matches!(
            referent.kind,
            EntityKind::Person | EntityKind::Owner | EntityKind::Thing
        )
    })
}

/// "is 30", "is ten years old".
fn old(scene: &Scene<'_>, party: &Party, phrase: &Phrase) -> Option<u32> {
    let reading = scene.reading;
    let head = phrase.head;
    let can_age = scene.referents.at(party.head).is_some_and(|referent| {
        matches!(
            referent.kind,
            EntityKind::Person | EntityKind::Owner | EntityKind::Animal
        )
    });
    if !can_age {
        return None;
    }
    if reading.tag(head) == "CD" && phrase.tokens.len() <= 2 {
        return years(reading.lower(head));
    }
    let is_old = reading.is_any(head, &["old"])
        || reading.lemma(head) == "year"
            && phrase
                .tokens
                .clone()
                .any(|token| reading.is_any(token, &["old"]));
    let number = phrase
        .tokens
        .clone()
        .find(|token| reading.tag(*token) == "CD")?;
    let counts_years = phrase
        .tokens
        .clone()
        .any(|token| matches!(reading.lemma(token).as_str(), "year" | "years" | "yr"));
    (is_old && counts_years).then(|| years(reading.lower(number)))?
}

/// "is my sister", "is Anna's best friend", "is the founder of X", "is a student at Y".
fn standing(
    scene: &Scene<'_>,
    party: &Party,
    phrase: &Phrase,
    course: Course,
) -> Option<Vec<Draft>> {
    let reading = scene.reading;
    let head = phrase.head;
    let noun = reading.lemma(head);
    if let Some(found) = role(&noun)
        && let Some(owner) = possessor(reading, head).and_then(|owner| scene.referents.at(owner))
    {
        let draft = relationship(scene, party, head, found, &owner.entity, course)?;
        return Some(vec![draft]);
    }
    let (relation, wanted) = match noun.as_str() {
        "founder" | "co-founder" | "cofounder" => ("founded", Wanted::Any),
        "owner" => ("owns", Wanted::Any),
        "student" | "undergraduate" | "sophomore" | "freshman" => {
            ("studies_at", Wanted::Organization)
        }
        _ => return None,
    };
    let preposition = reading.child(head, Dep::Prep)?;
    let object = reading
        .child(preposition, Dep::Pobj)
        .filter(|_| reading.is_any(preposition, &["of", "at"]))?;
    let phrase = Phrase {
        head: object,
        tokens: reading.doc.subtree_range(object),
        range: 0..0,
        possessor: None,
    };
    let thing = thing(scene, &phrase, &party.entity).filter(|thing| suits(scene, thing, wanted))?;
    let course = if relation == "founded" {
        Course::Happens
    } else {
        course
    };
    Some(vec![Draft::new(
        &party.entity,
        relation,
        &format!("be {noun} {}", reading.lower(preposition)),
        thing,
        course,
    )])
}

/// "is my sister": what somebody is to another.
fn relationship(
    scene: &Scene<'_>,
    party: &Party,
    head: usize,
    found: vocabulary::Role,
    of: &EntityRef,
    course: Course,
) -> Option<Draft> {
    let relation = found.relation?;
    let entity = |entity: &EntityRef, head| Thing {
        object: ExtractedObject::Entity(entity.clone()),
        words: scene.name_of(entity),
        head,
        kind: EntityKind::Person,
        tokens: head..head + 1,
    };
    Some(match relation.strip_prefix('!') {
        Some(relation) => {
            let thing = Thing {
                kind: found.kind,
                ..entity(&party.entity, party.head)
            };
            Draft::new(of, relation, "be", thing, course)
        }
        None => {
            let mut draft = Draft::new(&party.entity, relation, "be", entity(of, head), course);
            let noun = scene.reading.lemma(head);
            draft.wording = Some(format!("be {}'s {noun}", scene.name_of(of)));
            draft
        }
    })
}

/// An adjective that says something lasting.
fn quality(scene: &Scene<'_>, party: &Party, phrase: &Phrase) -> Option<Thing> {
    let reading = scene.reading;
    let head = phrase.head;
    let word = reading.lower(head);
    let is_person = scene.referents.at(party.head).is_none_or(|referent| {
        !matches!(referent.how, How::Role)
            || matches!(referent.kind, EntityKind::Person | EntityKind::Owner)
    });
    let has_more = reading.doc.children(head).any(|child| {
        matches!(
            reading.dep(child),
            Dep::Prep | Dep::Xcomp | Dep::Ccomp | Dep::Advcl
        )
    });
    // "Mel is short for Melanie".
    let is_short_for = reading.is_any(head, &["short"]) && reading.is_any(head + 1, &["for"]);
    if is_short_for {
        return None;
    }
    let is_people = LANGUAGES.contains(word);
    let lasts = is_lasting(word) || is_people;
    let speaks = reading.is_any(party.head, &["i", "we", "you", "u"]);
    let says = if is_person && speaks {
        lasts
    } else if is_person {
        lasts || !is_reaction(word) && matches!(reading.tag(head), "JJ") && !has_more
    } else {
        lasts || !is_evaluation(word) && matches!(reading.tag(head), "JJ") && !has_more
    };
    // "lactose intolerant", "1.90 m tall".
    let first = Some(reading.doc.subtree_range(head).start)
        .filter(|first| head.checked_sub(*first).is_some_and(|words| words < 4))
        .filter(|first| {
            matches!(
                reading.pos(*first),
                Pos::Noun | Pos::Num | Pos::Adj | Pos::Propn
            )
        })
        .unwrap_or(head);
    says.then(|| Thing::value(&reading.words(first..head + 1).to_lowercase(), head))
}

/// "a night owl", "a golden retriever": what sort somebody or something is.
fn sort(scene: &Scene<'_>, party: &Party, phrase: &Phrase) -> Option<Thing> {
    let reading = scene.reading;
    let head = phrase.head;
    let noun = reading.lemma(head);
    let is_second = reading.is_any(party.head, &["you", "u"]);
    let is_singular = matches!(reading.tag(head), "NN" | "NNP");
    let article = reading.child(head, Dep::Det);
    let has_article = article.is_some_and(|article| reading.is_any(article, &["a", "an"]));
    let judges = reading
        .doc
        .children(head)
        .any(|child| reading.dep(child) == Dep::Amod && is_evaluation(reading.lower(child)))
        || VAGUE.contains(&noun.as_str())
        || is_light(&noun)
        || is_evaluation(&noun);
    let has_clause = reading
        .doc
        .children(head)
        .any(|child| matches!(reading.dep(child), Dep::Relcl | Dep::Acl));
    if is_second || !is_singular || !has_article || judges || has_clause {
        return None;
    }
    thing(scene, phrase, &party.entity)
}

/// Nouns that say what somebody thinks of something, not what it is.
const VAGUE: &[&str] = &[
    "reminder",
    "blessing",
    "treat",
    "joy",
    "pleasure",
    "relief",
    "surprise",
    "shame",
    "pity",
    "mess",
    "mystery",
    "challenge",
    "struggle",
    "success",
    "hit",
    "game-changer",
    "inspiration",
    "hero",
    "star",
    "angel",
    "lifesaver",
    "sign",
    "symbol",
    "start",
    "step",
    "journey",
    "adventure",
    "dream",
    "highlight",
    "person",
    "bit",
    "must",
    "boy",
    "girl",
    "kid",
    "child",
    "teen",
    "teenager",
    "mix",
    "sucker",
    "roller",
    "coaster",
    "bunch",
    "combination",
    "breeze",
    "delight",
    "gem",
    "perk",
    "factor",
    "example",
    "source",
    "outlet",
    "escape",
    "result",
    "topic",
    "fact",
    "disaster",
    "nightmare",
    "honor",
    "honour",
    "privilege",
    "win",
    "wreck",
    "rock",
    "mom",
    "piece",
    "work",
];
