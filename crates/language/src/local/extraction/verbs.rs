//! What verbs say: the normalised relations of the table, or else the verb itself.

use recollect_clauses::{Argument, Clause, Role, Tense};
use recollect_model::{EntityKind, Modality};
use recollect_spacy::Dep;

use super::conjugation::{gerund, past, third_person};
use super::objects::{self, Thing};
use super::open::open;
use super::patterns::{listed, normalised};
use super::referents::How;
use super::relations::Course;
use super::scene::Scene;
use super::statements::{Draft, Party, parties};
use super::{belongings, gate, occupations};
use crate::ExtractedObject;
use crate::word_list::WordList;

/// Verbs that say something without an object.
pub(super) const ALONE: &[&str] = &[
    "die",
    "retire",
    "sing",
    "paint",
    "cook",
    "swim",
    "surf",
    "smoke",
    "drink",
    "ski",
    "dance",
    "graduate",
    "snore",
    "knit",
    "meditate",
    "garden",
    "bake",
    "fish",
    "climb",
    "sail",
    "pass away",
    "open",
    "close",
    "run away",
    "break down",
    "move out",
    "wake up",
    "bark",
    "arrive",
    "crash",
    "elope",
];

/// Verbs whose complement is what they are about: "loves hiking".
pub(super) const OF_DOING: &[&str] = &[
    "like", "love", "enjoy", "adore", "hate", "dislike", "detest", "prefer",
];

/// What a clause with a verb says.
pub(super) fn drafts(scene: &Scene<'_>, clause: &Clause) -> Vec<Draft> {
    if let Some(draft) = loved_doing(scene, clause).or_else(|| left(scene, clause)) {
        return vec![draft];
    }
    let parties = parties(scene, clause);
    if is_of_doing(scene, clause) {
        return Vec::new();
    }
    if let Some(drafts) = together(scene, clause, &parties) {
        return drafts;
    }
    let mut drafts = Vec::new();
    for party in &parties {
        // "We should plan a session" is a suggestion.
        if clause.modality == Modality::Required
            && scene.reading.is_any(party.head, &["we", "us", "you"])
        {
            continue;
        }
        if let Some(draft) =
            unbearable(scene, clause, party).or_else(|| given_up(scene, clause, party))
        {
            drafts.push(draft);
            continue;
        }
        let mut found = age(scene, clause, party);
        if found.is_empty() {
            found = occupations::drafts(scene, clause, party);
        }
        if found.is_empty() {
            found = belongings::drafts(scene, clause, party);
        }
        let is_settled = belongings::is_settled(clause) && found.is_empty();
        if found.is_empty() && !is_settled {
            found = normalised(scene, clause, party);
            let pets = found.iter().filter_map(adopted_pet).collect::<Vec<_>>();
            found.extend(pets);
        }
        if found.is_empty() && !is_settled {
            found.extend(state(scene, clause, party));
        }
        if found.is_empty() && !is_settled {
            found.extend(open(scene, clause, party));
        }
        drafts.extend(found);
    }
    drafts
}

/// Whether a clause is the "hiking" of "loves hiking", which is said of loving it.
fn is_of_doing(scene: &Scene<'_>, clause: &Clause) -> bool {
    let governor = clause
        .governor
        .and_then(|governor| scene.reading.clauses.get(governor));
    governor.is_some_and(|governor| {
        governor.modality != Modality::Wished
            && (OF_DOING.contains(&governor.predicate.lemma.as_str())
                || governor.predicate.lemma == "be")
            && clause.tense != Tense::Past
            && clause.attribution.is_none()
    })
}

/// "Tom and I got married": what two subjects are to each other.
pub(super) fn together(
    scene: &Scene<'_>,
    clause: &Clause,
    parties: &[Party],
) -> Option<Vec<Draft>> {
    let [one, other] = parties else { return None };
    let reading = scene.reading;
    let (relation, course) = match clause.predicate.lemma.as_str() {
        "marry" => ("married_to", Course::Begins),
        "divorce" | "separate" => ("married_to", Course::Ends),
        "engage" => ("engaged_to", Course::Begins),
        "break up" | "split up" | "split" => ("in_relationship_with", Course::Ends),
        "date" => ("in_relationship_with", Course::Holds),
        "be" if clause
            .with_role(Role::Adverbial)
            .any(|argument| reading.is_any(argument.phrase.head, &["together"])) =>
        {
            ("in_relationship_with", Course::Holds)
        }
        _ => return None,
    };
    let has_other = clause.arguments.iter().any(|argument| {
        let leads = argument.preposition.as_ref();
        (argument.role == Role::Object
            || leads.is_some_and(|leads| listed("to with from", &leads.lemma)))
            && !scene.is_time(argument.phrase.head)
            && scene.referents.at(argument.phrase.head).is_some()
    });
    if has_other || reading.is_any(other.head, &["we"]) {
        return None;
    }
    let kind = scene.referents.at(other.head)?.kind;
    let thing = Thing {
        object: ExtractedObject::Entity(other.entity.clone()),
        words: scene.name_of(&other.entity),
        head: other.head,
        kind,
        tokens: other.head..other.head + 1,
    };
    let phrase = clause.predicate.lemma.clone();
    Some(vec![Draft::new(
        &one.entity,
        relation,
        &phrase,
        thing,
        course,
    )])
}

/// Whoever adopts a dog by name has it from then on.
fn adopted_pet(draft: &Draft) -> Option<Draft> {
    let is_pet = draft.relation == "adopted"
        && draft.thing.kind == EntityKind::Animal
        && draft.thing.entity().is_some();
    is_pet.then(|| Draft {
        relation: "has_pet".to_owned(),
        course: Course::Begins,
        ..draft.clone()
    })
}

/// "Nils loves flying", where the parser takes "loves" for an auxiliary of "flying".
fn loved_doing(scene: &Scene<'_>, clause: &Clause) -> Option<Draft> {
    let reading = scene.reading;
    let doing = clause.predicate.head;
    let verb = reading.child(doing, Dep::Aux).filter(|verb| {
        reading.tag(doing) == "VBG" && matches!(reading.tag(*verb), "VBZ" | "VBP" | "VBD")
    })?;
    // An auxiliary keeps its ending in the dictionary form.
    let said = reading.lower(verb);
    let lemma = OF_DOING
        .iter()
        .find(|verb| **verb == said || third_person(verb) == said || past(verb) == said)?;
    let relation = match *lemma {
        "like" | "love" | "enjoy" | "adore" => "likes",
        "hate" | "dislike" | "detest" => "dislikes",
        _ => return None,
    };
    let subject = reading
        .child(verb, Dep::Nsubj)
        .or_else(|| reading.child(doing, Dep::Nsubj))
        .or_else(|| {
            let before = verb.checked_sub(1)?;
            reading.is_misread_subject(before).then_some(before)
        })?;
    let party = &scene.referents.at(subject)?.entity;
    let end = reading.doc.subtree_range(doing).end;
    let thing = objects::value(scene, doing..end, doing, party)?;
    Some(Draft::new(party, relation, lemma, thing, Course::Holds))
}

/// "Lena left me": somebody by name who leaves somebody was together with them.
fn left(scene: &Scene<'_>, clause: &Clause) -> Option<Draft> {
    let reading = scene.reading;
    let is_alone = clause.arguments.iter().all(|argument| {
        matches!(argument.role, Role::Object | Role::Time)
            || argument.preposition.is_some() && scene.is_time(argument.phrase.head)
    });
    if clause.predicate.lemma != "leave"
        || clause.is_passive
        || clause.is_negated
        || clause.tense != Tense::Past
        || !is_alone
    {
        return None;
    }
    let object = clause.with_role(Role::Object).next()?.phrase.head;
    let (who, whom) = (
        scene.referents.at(clause.subject.as_ref()?.phrase.head)?,
        scene.referents.at(object)?,
    );
    let is_couple = who.how == How::Named
        && who.kind == EntityKind::Person
        && reading.is_any(object, &["me", "him", "her"])
        && who.entity != whom.entity;
    is_couple.then(|| {
        let thing = Thing {
            object: ExtractedObject::Entity(whom.entity.clone()),
            words: scene.name_of(&whom.entity),
            head: object,
            kind: EntityKind::Person,
            tokens: object..object + 1,
        };
        Draft::new(
            &who.entity,
            "in_relationship_with",
            "leave",
            thing,
            Course::Ends,
        )
    })
}

/// "can't stand cilantro", which the parser takes apart in several ways.
fn unbearable(scene: &Scene<'_>, clause: &Clause, party: &Party) -> Option<Draft> {
    if !matches!(clause.predicate.lemma.as_str(), "stand" | "bear") || !clause.is_negated {
        return None;
    }
    let found = clause
        .arguments
        .iter()
        .find_map(|argument| match argument.role {
            Role::Object | Role::Adverbial | Role::Complement => thing_of(scene, argument, party),
            _ => None,
        })?;
    let mut draft = Draft::new(
        &party.entity,
        "dislikes",
        "can't stand",
        found,
        Course::Holds,
    );
    draft.denies_itself = true;
    Some(draft)
}

/// "They are retired", "we got married": a participle that says what somebody is.
fn state(scene: &Scene<'_>, clause: &Clause, party: &Party) -> Option<Draft> {
    let reading = scene.reading;
    let verb = clause.predicate.head;
    let is_alone = clause.arguments.iter().all(|argument| {
        matches!(argument.role, Role::Time | Role::Adverbial) || scene.is_time(argument.phrase.head)
    });
    let gets = reading
        .doc
        .children(verb)
        .any(|child| reading.dep(child) == Dep::AuxPass && reading.lemma(child) == "get");
    let course = if gets { Course::Begins } else { Course::Holds };
    (clause.is_passive && is_alone && gate::is_lasting(reading.lower(verb))).then(|| {
        Draft::new(
            &party.entity,
            "is",
            "be",
            Thing::value(reading.lower(verb), verb),
            course,
        )
    })
}

/// "gave up smoking".
fn given_up(scene: &Scene<'_>, clause: &Clause, party: &Party) -> Option<Draft> {
    if !matches!(clause.predicate.lemma.as_str(), "give up" | "quit" | "stop") {
        return None;
    }
    let head = clause.with_role(Role::Object).next()?.phrase.head;
    if PLAYED.contains(&scene.reading.lemma(head)) || PLAYED.contains(scene.reading.lower(head)) {
        let phrase = &clause.predicate.lemma;
        let mut thing = Thing::value(scene.reading.lower(head), head);
        let article = scene.reading.child(head, Dep::Det);
        if article.is_some_and(|article| scene.reading.is_any(article, &["the"])) {
            thing.words.insert_str(0, "the ");
        }
        let draft = Draft::new(&party.entity, "plays", phrase, thing, Course::Ends);
        return Some(draft);
    }
    let verb = ALONE
        .iter()
        .find(|verb| gerund(verb) == scene.reading.lower(head))?;
    let mut thing = Thing::value("", head);
    thing.tokens = head..head + 1;
    Some(Draft::new(
        &party.entity,
        verb,
        &clause.predicate.lemma,
        thing,
        Course::Ends,
    ))
}

/// Games and instruments: giving one up is playing it no more.
static PLAYED: WordList = WordList::new(
    "chess tennis football soccer golf basketball volleyball handball hockey rugby badminton squash \
     baseball softball cricket poker bridge piano violin viola cello guitar bass drum drums flute \
     clarinet oboe trumpet trombone saxophone harp accordion ukulele banjo mandolin organ",
);

fn thing_of(scene: &Scene<'_>, argument: &Argument, party: &Party) -> Option<Thing> {
    let phrase = &argument.phrase;
    objects::thing(scene, phrase, &party.entity).filter(|thing| {
        !scene
            .reading
            .is_any(thing.head, &["anymore", "still", "really", "here"])
    })
}

/// "turned 30", "is turning five".
fn age(scene: &Scene<'_>, clause: &Clause, party: &Party) -> Vec<Draft> {
    if clause.predicate.lemma != "turn" {
        return Vec::new();
    }
    let number = clause
        .arguments
        .iter()
        .filter(|argument| matches!(argument.role, Role::Object | Role::Attribute | Role::Time))
        .map(|argument| argument.phrase.head)
        .find(|head| scene.reading.tag(*head) == "CD")
        .and_then(|head| Some((head, years(scene.reading.lower(head))?)));
    number
        .map(|(head, years)| {
            let thing = Thing::value(&years.to_string(), head);
            Draft::new(&party.entity, "has_age", "turn", thing, Course::Begins)
        })
        .into_iter()
        .collect()
}

/// A number of years somebody may be old.
pub(super) fn years(word: &str) -> Option<u32> {
    const WORDS: &[&str] = &[
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    const TENS: &[(&str, u32)] = &[
        ("thirty", 30),
        ("forty", 40),
        ("fifty", 50),
        ("sixty", 60),
        ("seventy", 70),
        ("eighty", 80),
        ("ninety", 90),
    ];
    let counted = WORDS
        .iter()
        .position(|listed| *listed == word)
        .filter(|years| *years > 1);
    let tens = TENS.iter().find(|(listed, _)| *listed == word);
    let years = word
        .parse()
        .ok()
        .or(counted.map(|place| place as u32))
        .or(tens.map(|(_, years)| *years))?;
    (1..=120).contains(&years).then_some(years)
}
