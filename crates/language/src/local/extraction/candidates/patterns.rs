//! The normalised relations that a clause expresses, by the table of ways to say them.

use recollect_clauses::{Argument, Clause, Origin, Phrase, Role};
use recollect_model::{EntityKind, Modality, Nature, nature};
use recollect_spacy::Dep;

use crate::lexicon::conjugation::gerund;
use crate::lexicon::{is_condition, is_language, is_light};
use crate::local::extraction::candidates::occupations;
use crate::local::extraction::candidates::open::is_spoken_to;
use crate::local::extraction::candidates::verbs::OF_DOING;
use crate::local::extraction::clauses::arguments::arguments;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{self, ObjectCandidate};
use crate::local::extraction::constraints::{is_untold, suits};
use crate::local::extraction::factuality;
use crate::local::extraction::relations::{Aspect, ObjectType, Pattern, Slot, TABLE};
use crate::local::extraction::statements::{
    RelationCandidate, SubjectMention, is_over, members, things,
};

/// The relations of the table that a clause expresses.
pub(crate) fn normalised(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Vec<RelationCandidate> {
    let lemma = if is_born_and_raised(context, clause) {
        "bear".to_owned()
    } else {
        clause.predicate.lemma.replace(' ', "_")
    };
    let mut candidates: Vec<RelationCandidate> = Vec::new();
    for argument in &arguments(context, clause) {
        let phrase = clause.relation(argument);
        let is_described = argument.origin == Origin::Antecedent;
        for mut thing in said(context, clause, argument, mention) {
            let pattern = TABLE
                .iter()
                .filter(|pattern| listed(pattern.verbs, &lemma))
                .find(|pattern| {
                    stands(pattern.slot, clause, argument) && suits(context, &thing, pattern.object)
                });
            let running = pattern.map_or(Aspect::Holds, |pattern| {
                let gets = clause.predicate.tokens.iter().any(|token| {
                    *token != clause.predicate.head && context.reading.lemma(*token) == "get"
                });
                match aspect(clause, pattern.aspect) {
                    // "is getting married".
                    Aspect::Holds if gets && clause.is_passive => Aspect::Begins,
                    aspect => aspect,
                }
            });
            if matches!(
                pattern.map(|pattern| pattern.relation),
                Some("studies" | "plays" | "practices")
            ) {
                thing = by_itself(thing);
            }
            if let Some(language) = pattern.and_then(|pattern| language(context, pattern, &thing)) {
                thing = language;
            }
            let Some(pattern) = pattern.filter(|pattern| holds(context, clause, pattern, &thing))
            else {
                continue;
            };
            if pattern.relation == "works_as" {
                candidates.extend(occupations::of_phrase(
                    context, mention, thing.head, &phrase, running,
                ));
                continue;
            }
            let is_said_to = thing.entity().is_some_and(|entity| {
                pattern.object != ObjectType::Person && is_spoken_to(context, entity, thing.head)
            });
            let is_open_ability = is_able(context, clause)
                && !clause.is_negated
                && !matches!(pattern.relation, "speaks" | "plays");
            if is_described && thing.entity().is_none()
                || is_of_you(context, mention, clause, pattern)
                || is_said_to
                || is_open_ability
            {
                continue;
            }
            candidates.push(RelationCandidate::new(
                &mention.entity,
                pattern.relation,
                &phrase,
                thing.clone(),
                running,
            ));
        }
    }
    candidates
}

/// "was born and raised in Cork": the place is said with the second verb.
fn is_born_and_raised(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let verb = clause.predicate.head;
    clause.predicate.lemma == "raise"
        && reading.dep(verb) == Dep::Conj
        && reading.lemma(reading.head(verb)) == "bear"
}

/// Whether it is said to somebody that they like or do something, which is mostly politeness.
fn is_of_you(
    context: &PassageContext<'_>,
    mention: &SubjectMention,
    clause: &Clause,
    pattern: &Pattern,
) -> bool {
    context.reading.is_any(mention.head, &["you", "u"])
        && (clause.modality != Modality::Actual
            || nature(pattern.relation) == Some(Nature::Event)
            || matches!(
                pattern.relation,
                "likes"
                    | "dislikes"
                    | "wants"
                    | "plans"
                    | "uses"
                    | "practices"
                    | "has"
                    | "is"
                    | "prefers"
            ))
}

/// "can", "could".
pub(crate) fn is_able(context: &PassageContext<'_>, clause: &Clause) -> bool {
    clause.modality == Modality::Possible
        && clause.predicate.tokens.iter().any(|token| {
            context
                .reading
                .is_any(*token, &["can", "ca", "could", "can't", "cannot"])
        })
}

/// "law" of "law in Leuven", "volleyball" of "volleyball for her school".
fn by_itself(mut thing: ObjectCandidate) -> ObjectCandidate {
    if let crate::ExtractedObject::Value(value) = &mut thing.object {
        for preposition in [" in ", " at ", " for ", " with "] {
            for words in [&mut *value, &mut thing.words] {
                if let Some(end) = words.find(preposition) {
                    words.truncate(end);
                }
            }
        }
    }
    thing
}

/// The language alone of "a little French".
fn language(
    context: &PassageContext<'_>,
    pattern: &Pattern,
    thing: &ObjectCandidate,
) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let token = thing
        .tokens
        .clone()
        .find(|token| pattern.relation == "speaks" && is_language(reading.lower(*token)))?;
    Some(ObjectCandidate {
        words: thing.words.clone(),
        ..ObjectCandidate::value(reading.word(token), token)
    })
}

/// What an argument says; for "loves hiking", what is loved.
fn said(
    context: &PassageContext<'_>,
    clause: &Clause,
    argument: &Argument,
    mention: &SubjectMention,
) -> Vec<ObjectCandidate> {
    if argument.role != Role::Complement {
        let days = members(argument)
            .iter()
            .filter(|phrase| argument.preposition.is_some() && context.is_time(phrase.head))
            .filter_map(|phrase| date(context, phrase));
        let mut things = things(context, argument, &mention.entity);
        things.extend(days);
        return things;
    }
    if !OF_DOING.contains(&clause.predicate.lemma.as_str()) || clause.modality == Modality::Wished {
        return Vec::new();
    }
    let reading = context.reading;
    let head = argument.phrase.head;
    let is_doing = reading.tag(head) == "VBG"
        || reading
            .doc
            .children(head)
            .any(|child| reading.dep(child) == Dep::Aux && reading.is_any(child, &["to"]));
    if !is_doing
        || reading
            .doc
            .children(head)
            .any(|child| reading.is_subject(child))
    {
        return Vec::new();
    }
    let tokens = head..argument.phrase.tokens.end;
    let found = objects::value(context, tokens, head, &mention.entity);
    found
        .filter(|_| {
            !reading.is_any(
                head,
                &[
                    "take", "have", "be", "get", "see", "do", "make", "hear", "know",
                ],
            )
        })
        .map(|mut thing| {
            // "loves to cook" is loving cooking.
            let lemma = reading.lemma(head);
            if reading.tag(head) == "VB"
                && let crate::ExtractedObject::Value(value) = &thing.object
                && let Some(rest) = value.strip_prefix(lemma.as_str())
            {
                let doing = format!("{}{rest}", gerund(&lemma));
                thing.words = thing.words.replacen(&lemma, &gerund(&lemma), 1);
                thing.object = crate::ExtractedObject::Value(doing);
            }
            thing
        })
        .into_iter()
        .collect()
}

/// Whether an argument is where a pattern has its object.
fn stands(slot: Slot, clause: &Clause, argument: &Argument) -> bool {
    let preposition = argument.preposition.as_ref();
    let is_after = |prepositions: &str| {
        preposition
            .is_some_and(|preposition| listed(prepositions, &preposition.lemma.replace(' ', "_")))
    };
    match slot {
        Slot::Object => {
            matches!(argument.role, Role::Object | Role::Complement) && !clause.is_passive
        }
        Slot::After(prepositions) => {
            !clause.is_passive
                && matches!(argument.role, Role::Prepositional | Role::IndirectObject)
                && preposition.is_some_and(|preposition| preposition.completes.is_none())
                && is_after(prepositions)
        }
        Slot::Passive(prepositions) => {
            clause.is_passive
                && matches!(
                    argument.role,
                    Role::Prepositional | Role::Agent | Role::IndirectObject
                )
                && is_after(prepositions)
        }
        Slot::Completing(attributes, prepositions) => {
            is_after(prepositions)
                && preposition
                    .and_then(|preposition| preposition.completes.as_deref())
                    .is_some_and(|attribute| listed(attributes, attribute))
        }
    }
}

/// Whether a word is among words separated by spaces.
pub(crate) fn listed(words: &str, word: &str) -> bool {
    words.split(' ').any(|listed| listed == word)
}

/// What tells a relation from another use of the same words.
fn holds(
    context: &PassageContext<'_>,
    clause: &Clause,
    pattern: &Pattern,
    thing: &ObjectCandidate,
) -> bool {
    let reading = context.reading;
    let noun = reading.lemma(thing.head);
    match pattern.relation {
        "likes" | "dislikes" => {
            !reading.is_any(thing.head, &["idea", "look", "way", "sound", "help"])
                && !is_untold(context, thing)
        }
        // "be to Paris" is only said of having been there.
        "visited" if clause.predicate.lemma == "be" => clause.is_perfect,
        "visited" => {
            !matches!(thing.kind, EntityKind::Person | EntityKind::Owner)
                || thing.entity().is_some()
        }
        "knows" => thing.entity().is_some(),
        "met" => thing.entity().is_some() || !factuality::is_thin(&noun) || noun == "friend",
        "watched" => ![
            "kid", "child", "people", "sunset", "sunrise", "bird", "wave",
        ]
        .contains(&noun.as_str()),
        "started" | "finished" => {
            !is_light(&noun)
                && thing
                    .entity()
                    .is_none_or(|_| thing.kind != EntityKind::Person)
        }
        "plays" => ![
            "team", "game", "match", "role", "part", "trick", "joke", "host",
        ]
        .contains(&noun.as_str()),
        "attended" if ["gym", "church", "army"].contains(&noun.as_str()) => false,
        "attended" | "made" | "wants" | "plans" | "gave" | "uses" | "received" | "won"
        | "bought" | "sold" => {
            !is_light(&noun) && !factuality::is_thin(&noun) && !is_untold(context, thing)
        }
        "member_of" if pattern.verbs.starts_with("play") => {
            thing.entity().is_some() || noun != "program"
        }
        "studies_at" if pattern.verbs == "attend" => is_school(reading.lower(thing.head), &noun),
        "founded" if listed(pattern.verbs, "start") => !is_school(reading.lower(thing.head), &noun),
        "happened_on" => clause.subject.as_ref().is_some_and(|subject| {
            context
                .referents
                .at(subject.phrase.head)
                .is_some_and(|referent| referent.kind == EntityKind::Event)
        }),
        "has_condition" => {
            is_condition(&noun)
                || is_condition(reading.lower(thing.head))
                || clause.predicate.lemma == "diagnose"
        }
        "lost" => ![
            "mind",
            "weight",
            "hope",
            "touch",
            "track",
            "sleep",
            "interest",
            "temper",
            "way",
            "balance",
            "count",
            "motivation",
        ]
        .contains(&noun.as_str()),
        _ => true,
    }
}

/// The words of a day or a year.
pub(crate) fn date(context: &PassageContext<'_>, phrase: &Phrase) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let is_named = |token: usize| {
        reading.word(token).chars().any(|c| c.is_ascii_digit())
            || reading.lower(token).ends_with("day")
            || reading.is_any(token, &["tomorrow", "tonight"])
    };
    let is_day = phrase.tokens.clone().any(is_named)
        && phrase.tokens.clone().any(|token| context.is_time(token));
    let words = reading.words(phrase.tokens.clone());
    let words = words.trim_matches(|c: char| !c.is_alphanumeric());
    is_day.then(|| ObjectCandidate {
        kind: EntityKind::Date,
        tokens: phrase.tokens.clone(),
        ..ObjectCandidate::value(words.strip_prefix("the ").unwrap_or(words), phrase.head)
    })
}

fn is_school(lower: &str, noun: &str) -> bool {
    [
        "university",
        "college",
        "school",
        "institute",
        "academy",
        "kindergarten",
        "preschool",
        "nursery",
        "daycare",
        "class",
    ]
    .iter()
    .any(|school| lower == *school || noun == *school)
}

/// How something runs when the clause says that it begins or ends.
pub(crate) fn aspect(clause: &Clause, aspect: Aspect) -> Aspect {
    match aspect {
        Aspect::Holds if is_over(clause) => Aspect::Ends,
        Aspect::Holds
            if clause.markers.begins
                || matches!(clause.predicate.lemma.as_str(), "get" | "become") =>
        {
            Aspect::Begins
        }
        aspect => aspect,
    }
}
