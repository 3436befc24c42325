//! Facts: what a statement says, as a sentence a person can read.

mod parts;
mod past;
mod told;

use recollect_clauses::{Clause, Tense};
use recollect_model::{Aspect, DetailRole, Modality, Nature, Relation};

pub use self::past::tells_in_past;
use crate::lexicon::conjugation::{gerund, participle, past, third_person};
use crate::lexicon::{article, is_of_several, is_somebodys_role, role};
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::factuality::aspect::had_been;
use crate::local::extraction::wording::parts::{own_kin, receiver, usually, verb_of, which};
use crate::local::extraction::wording::told::Told;
use crate::{EntityRef, ExtractedObject, ExtractedStatement};

/// What a statement says, with names in place of pronouns.
pub(crate) fn sentence(
    context: &PassageContext<'_>,
    clause: &Clause,
    candidate: &RelationCandidate,
    statement: &ExtractedStatement,
) -> String {
    let mut subject = context.name_of(&candidate.subject);
    if let Some(which) = which(context, clause, candidate) {
        subject.push_str(&which);
    }
    let words = candidate.thing.words.trim();
    if let Some(noun) = candidate.relation.favorite_kind() {
        let noun = noun.replace('_', " ");
        let be = match (is_past(clause, candidate), statement.is_negated) {
            (false, false) => "is",
            (false, true) => "is not",
            (true, false) => "was",
            (true, true) => "was not",
        };
        return format!("{subject}'s favorite {noun} {be} {words}.");
    }
    let base = base(candidate);
    let mut predicate = conjugated(
        &base,
        clause,
        candidate,
        statement,
        Told::by(context, clause, statement),
    );
    if is_plural(&candidate.subject) || is_noun_of_several(context, clause, &candidate.subject) {
        predicate = plural(&predicate, &base);
    }
    let object = object(candidate, words);
    if let Some(role) = own_kin(candidate) {
        let has = if statement.is_negated {
            "does not have"
        } else {
            "has"
        };
        return format!("{subject} {has} {} {role}.", article(role));
    }
    let receiver = receiver(&base, &object, statement);
    let object = match receiver {
        Some(receiver) if !object.is_empty() => format!("{} {object}", receiver.text),
        _ => object,
    };
    let said = match (
        predicate.contains("{}"),
        object.is_empty() || candidate.wording.is_some(),
    ) {
        (true, _) => predicate.replace("{}", &object),
        (false, true) => predicate,
        (false, false) => format!("{predicate} {object}"),
    };
    let usually =
        usually(&base, statement).filter(|_| said.starts_with(&third_person(verb_of(&base))));
    let mut said = match usually {
        Some(usually) => format!("{subject} {} {said}", usually.words),
        None => format!("{subject} {said}"),
    };
    for detail in &statement.details.0 {
        if Some(detail) == receiver || Some(detail) == usually {
            continue;
        }
        if !detail.words.starts_with([',', ':']) {
            said.push(' ');
        }
        said.push_str(&detail.words);
    }
    // "3,480 g."
    if !said.ends_with('.') {
        said.push('.');
    }
    match &statement.attributed_to {
        Some(source) => format!("According to {}, {said}", context.name_of(source)),
        None => said,
    }
}

/// The verb phrase in dictionary form.
fn base(candidate: &RelationCandidate) -> String {
    if let Some(wording) = &candidate.wording {
        return wording.clone();
    }
    let is_value = matches!(candidate.thing.object, ExtractedObject::Value(_));
    let Some(relation) = candidate.relation.known() else {
        return candidate.relation.as_str().replace('_', " ");
    };
    match relation {
        Relation::HasPet if is_value || is_one_of_several(&candidate.thing.words) => "have",
        // "worked as a student"
        // Who goes to Dubai may stay there.
        Relation::Visited if candidate.phrase.starts_with("go") => "go to",
        Relation::Visited if candidate.phrase.starts_with("stay ") => &candidate.phrase,
        Relation::LivesIn if candidate.phrase == "live on" => "live on",
        Relation::LocatedIn if candidate.phrase == "be at" => "be at",
        // "47 Fulton Road"
        Relation::LivesIn
            if candidate
                .thing
                .words
                .starts_with(|c: char| c.is_ascii_digit()) =>
        {
            "live at"
        }
        Relation::WorksAs if is_no_work(&candidate.thing.words) => "be",
        Relation::BornOn if !has_day(&candidate.thing.words) => "be born in",
        Relation::DiedOn if candidate.thing.words.is_empty() => "die",
        Relation::DiedOn if !has_day(&candidate.thing.words) => "die in",
        Relation::HappenedOn if candidate.thing.words.starts_with("every ") => "be",
        Relation::HappenedOn if !has_day(&candidate.thing.words) => "be in",
        Relation::HappenedOn if candidate.phrase.contains("due") => "be due on",
        relation => relation.definition().wording,
    }
    .to_owned()
}

/// Whether what somebody is is no work.
fn is_no_work(words: &str) -> bool {
    const LEARNERS: &[&str] = &[
        "student",
        "pupil",
        "undergraduate",
        "sophomore",
        "freshman",
        "trainee",
        "apprentice",
    ];
    // "a retired teacher"
    let is_past = words.contains("retired ") || words.contains("former ");
    is_past || LEARNERS.iter().any(|learner| words.ends_with(learner))
}

/// "a parrot named Kiwi"
fn is_one_of_several(words: &str) -> bool {
    ["a ", "an ", "another "]
        .iter()
        .any(|article| words.starts_with(article))
}

/// Whether the words of a date name a day: "May 3", "the 5th".
fn has_day(words: &str) -> bool {
    words.split(|c: char| !c.is_alphanumeric()).any(|word| {
        let ordinal = ["st", "nd", "rd", "th"]
            .iter()
            .find_map(|end| word.strip_suffix(end));
        ordinal.unwrap_or(word).len() < 4 && word.starts_with(|c: char| c.is_ascii_digit())
    }) || words.contains(['/', '-'])
        || words.to_lowercase().contains("day")
}

/// How many of some are told of, more than one.
const SEVERAL: &[&str] = &["two", "three", "some", "several", "many", "few", "a few"];

/// Whether a fact is about several.
fn is_plural(subject: &EntityRef) -> bool {
    match subject {
        EntityRef::Role { role, .. } => {
            role == "children"
                || self::role(role).is_none_or(|role| role.name == "parents") && is_of_several(role)
        }
        EntityRef::Named(name) => {
            let mut words = name.split(' ');
            let first = words.next().unwrap_or(name);
            // "looking back on fond memories" is one thing.
            let is_common = name.starts_with(char::is_lowercase)
                && name.contains(' ')
                && !first.ends_with("ing");
            // "two of Sam's nephews"
            let some = name.split(" of ").next().unwrap_or(name);
            if some.len() < name.len() && SEVERAL.contains(&some) {
                return true;
            }
            // "the best of friends"
            let noun = [
                " of ", " with ", " for ", " in ", " at ", " from ", " to ", " on ",
            ]
            .iter()
            .filter_map(|tail| name.find(tail))
            .min()
            .map_or(name.as_str(), |tail| &name[..tail]);
            is_common && is_of_several(noun.rsplit(' ').next().unwrap_or(noun))
        }
        EntityRef::Owner => false,
    }
}

/// "Turtles", "people": whether the subject is a bare noun that the parser takes for several.
fn is_noun_of_several(context: &PassageContext<'_>, clause: &Clause, subject: &EntityRef) -> bool {
    let EntityRef::Named(name) = subject else {
        return false;
    };
    clause.subject.as_ref().is_some_and(|said| {
        let head = said.phrase.head;
        context.reading.tag(head) == "NNS" && context.reading.lower(head) == name
    })
}

/// A verb phrase said of several: "live in" for "lives in".
fn plural(predicate: &str, base: &str) -> String {
    let verb = base.split(' ').next().unwrap_or(base);
    let (first, rest) = predicate.split_once(' ').unwrap_or((predicate, ""));
    let (skipped, first, rest) = if first == "no" {
        let (longer, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let (first, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        (format!("no {longer} "), first, rest)
    } else {
        (String::new(), first, rest)
    };
    let said = match first {
        "is" => "are".to_owned(),
        "was" => "were".to_owned(),
        "has" => "have".to_owned(),
        "does" => "do".to_owned(),
        "plans" => "plan".to_owned(),
        "wants" => "want".to_owned(),
        other if other == third_person(verb) => verb.to_owned(),
        other => other.to_owned(),
    };
    format!("{skipped}{said} {rest}").trim_end().to_owned()
}

/// Whether one may plan to do it: nobody plans to need.
fn is_intended(verb: &str) -> bool {
    !matches!(
        verb,
        "be" | "need"
            | "know"
            | "love"
            | "like"
            | "miss"
            | "want"
            | "hate"
            | "owe"
            | "feel"
            | "remember"
    )
}

/// Whether somebody may plan: a passport does not.
fn is_agent(subject: &EntityRef) -> bool {
    match subject {
        EntityRef::Owner => true,
        EntityRef::Named(name) => name.starts_with(char::is_uppercase),
        EntityRef::Role { role: noun, .. } => is_somebodys_role(noun),
    }
}

fn object(candidate: &RelationCandidate, words: &str) -> String {
    let has_article = ["a ", "an ", "the ", "their ", "his ", "her "]
        .iter()
        .any(|article| words.starts_with(article));
    let known = candidate.relation.known();
    if known.is_some_and(|known| known.definition().takes_article)
        && !has_article
        && matches!(candidate.thing.object, ExtractedObject::Value(_))
        && !words.contains("'s ")
    {
        return format!("{} {words}", article(words));
    }
    words.to_owned()
}

/// The verb phrase in the third person, as the clause means it.
fn conjugated(
    base: &str,
    clause: &Clause,
    candidate: &RelationCandidate,
    statement: &ExtractedStatement,
    told: Told<'_>,
) -> String {
    if let Some(meant) = meant(base, clause, candidate, statement, told) {
        return meant;
    }
    if let (Some(nearly), true) = (told.nearly, statement.is_negated) {
        return format!("{nearly} {}", past_of(base));
    }
    let (verb, rest) = base.split_once(' ').unwrap_or((base, ""));
    let with_rest = |words: String| with_rest(words, rest);
    let is_past = is_past(clause, candidate);
    let not = if statement.is_negated { " not" } else { "" };
    if candidate.ends(clause) {
        // "I leave Bosch on 30 June."
        if told.is_to_come {
            return format!("will no longer {base}");
        }
        return match verb {
            "be" => with_rest("is no longer".to_owned()),
            _ => format!("no longer {}", with_rest(third_person(verb))),
        };
    }
    // "I've been doing half of his job for a year."
    let lasts =
        statement.details.0.iter().any(|detail| {
            detail.role == DetailRole::Duration || detail.words.starts_with("since ")
        });
    if clause.is_perfect && !is_past && lasts && candidate.aspect == Aspect::Holds {
        let verb = match clause.is_progressive {
            true if verb != "be" => format!("been {}", gerund(verb)),
            _ => participle(verb),
        };
        return with_rest(format!("has{not} {verb}"));
    }
    let is_going_on = clause.is_progressive
        && !is_past
        && verb != "be"
        && candidate.relation.nature() != Some(Nature::State)
        && candidate.aspect != Aspect::Begins;
    if is_going_on {
        return with_rest(format!("is{not} {}", gerund(verb)));
    }
    // "I've never been further than Blackpool" is not where somebody is now.
    if verb == "be" && clause.is_perfect && !is_past && statement.is_negated {
        return with_rest(format!("has {} been", told.never));
    }
    if clause.is_perfect && told.never == "never" && statement.is_negated {
        return with_rest(format!("has never {}", participle(verb)));
    }
    // "I haven't smoked since January"
    if clause.is_perfect && clause.tense == Tense::Present && statement.is_negated && verb != "be" {
        return with_rest(format!("has not {}", participle(verb)));
    }
    let conjugated = match (verb, is_past, statement.is_negated) {
        (_, false, false) => third_person(verb),
        (_, true, false) => past(verb),
        ("be", false, true) => "is not".to_owned(),
        ("be", true, true) => "was not".to_owned(),
        (_, false, true) => format!("does not {verb}"),
        (_, true, true) => format!("did not {verb}"),
    };
    with_rest(conjugated)
}

/// The verb phrase of what is meant otherwise than as a fact: planned, wished, possible; `None` where it is told as one.
fn meant(
    base: &str,
    clause: &Clause,
    candidate: &RelationCandidate,
    statement: &ExtractedStatement,
    told: Told<'_>,
) -> Option<String> {
    let Told {
        unable,
        able,
        was_wished,
        refuses,
        foretold,
        ..
    } = told;
    let (verb, rest) = base.split_once(' ').unwrap_or((base, ""));
    let with_rest = |words: String| with_rest(words, rest);
    let was = clause.tense == Tense::Past || was_wished;
    let not = if statement.is_negated { " not" } else { "" };
    // "I can't drink milk" tells a habit where the relation has one of its own.
    let is_unable = match statement.modality {
        Modality::Possible => true,
        Modality::Actual => candidate.relation.known().is_none(),
        _ => false,
    };
    if let Some(unable) = unable.filter(|_| is_unable) {
        return Some(format!("{unable} {base}"));
    }
    // "My passport expires in 2027" plans nothing; "I have a meeting on Friday" is had already.
    // "We're getting a puppy in July": there is none yet.
    let is_scheduled = statement.modality == Modality::Planned
        && clause.modality == Modality::Actual
        && candidate.aspect != Aspect::Begins
        && !was;
    let is_agent = is_agent(&candidate.subject);
    Some(match statement.modality {
        Modality::Actual => return None,
        Modality::Planned if verb == "plan" => return None,
        Modality::Planned
            if is_scheduled && matches!(verb, "have" | "be" | "expect" | "need" | "owe") =>
        {
            return None;
        }
        Modality::Planned if (!is_agent || !is_intended(verb) || foretold) && !was => {
            format!("will{not} {base}")
        }
        Modality::Planned if was => with_rest(format!("planned{not} to {verb}")),
        Modality::Planned if not.is_empty() => format!("plans to {base}"),
        Modality::Planned if refuses => format!("will not {base}"),
        Modality::Planned => format!("does not plan to {base}"),
        Modality::Wished if not.is_empty() => {
            let want = if was { "wanted" } else { "wants" };
            format!("{want} to {base}")
        }
        Modality::Wished if was => format!("did not want to {base}"),
        Modality::Wished => format!("does not want to {base}"),
        Modality::Possible if was => with_rest(format!("may{not} have {}", participle(verb))),
        // "We can make a difference"
        Modality::Possible => match able {
            Some(able) => format!("{able}{not} {base}"),
            None => format!("may{not} {base}"),
        },
        Modality::Required => format!("should{not} {base}"),
        Modality::Conditional => format!("would{not} {base}"),
    })
}

/// A verb with the rest of its phrase.
fn with_rest(words: String, rest: &str) -> String {
    match rest {
        "" => words,
        rest => format!("{words} {rest}"),
    }
}

/// A verb phrase in the past.
fn past_of(base: &str) -> String {
    let (verb, rest) = base.split_once(' ').unwrap_or((base, ""));
    with_rest(past(verb), rest)
}

/// Whether a fact is told in the past: what happened, and what was so.
fn is_past(clause: &Clause, candidate: &RelationCandidate) -> bool {
    match candidate.aspect {
        Aspect::Begins | Aspect::Ends => false,
        Aspect::Always => matches!(
            candidate.relation.known(),
            Some(Relation::BornIn | Relation::BornOn)
        ),
        Aspect::Happens => {
            clause.tense == Tense::Past
                || clause.is_perfect
                || candidate.relation.nature() == Some(Nature::Event)
                    && clause.tense == Tense::Untensed
        }
        Aspect::Holds => clause.tense == Tense::Past && (!clause.is_perfect || had_been(clause)),
    }
}
