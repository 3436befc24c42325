//! The normalised relations that a clause expresses, by the table of ways to say them.

use recollect_clauses::{Argument, Clause, Origin, Phrase, Role, Tense};
use recollect_model::{
    Aspect, EntityKind, Modality, Nature, ObjectPosition, ObjectType, Pattern, Relation,
};
use recollect_spacy::{Dep, Pos};

use crate::ExtractedObject;
use crate::lexicon::conjugation::gerund;
use crate::lexicon::{
    MONTHS, OF_DOING, is_condition, is_engagement, is_language, is_light, is_practice, is_thin,
};
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::candidates::homes::{is_home, is_origin, moves_home, stayed};
use crate::local::extraction::candidates::occupations;
use crate::local::extraction::candidates::schooling::is_school;
use crate::local::extraction::candidates::whereabouts::has_adverb;
use crate::local::extraction::clauses::arguments::arguments;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::dates::date;
use crate::local::extraction::clauses::objects::{self, ObjectCandidate};
use crate::local::extraction::clauses::subjects::{SubjectMention, members, things};
use crate::local::extraction::constraints::{
    is_event, is_spoken_to, is_taken, is_untold, medicine_in, suits,
};
use crate::local::extraction::coreference::referents::How;
use crate::local::extraction::factuality::aspect::aspect_in;
use crate::local::extraction::factuality::modality::is_able;
use crate::local::extraction::parse::reading::Reading;
use crate::word_list::listed;

/// A relation with a way to express it.
type Expressed = (Relation, &'static Pattern);

/// The relations of the catalogue that a clause expresses.
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
        let is_described = is_only_described(context, argument);
        for mut thing in said(context, clause, argument, mention) {
            let mut expressed = Relation::patterns().filter(|(_, one)| one.has_verb(&lemma));
            let Some((relation, pattern)) = expressed.find(|(_, one)| {
                stands(one.position, clause, argument) && suits(context, &thing, one.object)
            }) else {
                continue;
            };
            let (relation, aspect) = stayed(context, clause, (relation, pattern.aspect));
            let running = running(context, clause, aspect);
            if matches!(
                relation,
                Relation::Studies | Relation::Plays | Relation::Practices
            ) {
                thing = up_to_any(thing, BESIDES);
            }
            if let Some(named) =
                language(context, relation, &thing).or_else(|| medicine(context, relation, &thing))
            {
                thing = named;
            }
            if relation == Relation::LivesIn && clause.predicate.lemma != "live" {
                thing = up_to_any(thing, DIRECTIONS);
            }
            if !holds(context, clause, (relation, pattern), &thing) {
                continue;
            }
            if relation == Relation::WorksAs {
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
                && !matches!(relation, Relation::Speaks | Relation::Plays);
            if is_described && thing.entity().is_none()
                || is_of_you(context, mention, clause, relation)
                || is_said_to
                || is_open_ability
            {
                continue;
            }
            candidates.push(RelationCandidate::new(
                &mention.entity,
                relation,
                &phrase,
                thing.clone(),
                running,
            ));
        }
    }
    candidates
}

/// Whether an argument is what a relative clause describes, and nothing is said of it that tells which: "the book that I
/// read", but not "a bakery in Lyon that I love".
pub(crate) fn is_only_described(context: &PassageContext<'_>, argument: &Argument) -> bool {
    let reading = context.reading;
    let head = argument.phrase.head;
    let article = reading.child(head, Dep::Det);
    let is_one = article.is_some_and(|article| reading.is_any(article, &["a", "an"]));
    argument.origin == Origin::Antecedent && !is_one
}

/// How what a pattern expresses runs in a clause; "is getting married" begins.
fn running(context: &PassageContext<'_>, clause: &Clause, aspect: Aspect) -> Aspect {
    let gets = clause
        .predicate
        .tokens
        .iter()
        .any(|token| *token != clause.predicate.head && context.reading.lemma(*token) == "get");
    match aspect_in(clause, aspect) {
        Aspect::Holds if gets && clause.is_passive => Aspect::Begins,
        aspect => aspect,
    }
}

/// "was born and raised in Cork": the place is said with the second verb.
fn is_born_and_raised(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let verb = clause.predicate.head;
    clause.predicate.lemma == "raise"
        && reading.dep(verb) == Dep::Conj
        && reading.lemma(reading.head(verb)) == "bear"
        && reading.child(reading.head(verb), Dep::Prep).is_none()
}

/// Whether it is said to somebody that they like or do something, which is mostly politeness.
fn is_of_you(
    context: &PassageContext<'_>,
    mention: &SubjectMention,
    clause: &Clause,
    relation: Relation,
) -> bool {
    context.reading.is_any(mention.head, &["you", "u"])
        && (clause.modality != Modality::Actual
            || relation.nature() == Nature::Event
            || matches!(
                relation,
                Relation::Likes
                    | Relation::Dislikes
                    | Relation::Wants
                    | Relation::Plans
                    | Relation::Uses
                    | Relation::Practices
                    | Relation::Has
                    | Relation::Is
                    | Relation::Prefers
            ))
}

/// "law" is studied of "law in Leuven", and "volleyball" played of "volleyball for her school".
const BESIDES: &[&str] = &[" in ", " at ", " for ", " with "];

/// "Dundee" is moved to of "Dundee to be near Rowan" and "Dundee into her flat".
const DIRECTIONS: &[&str] = &[" to ", " into ", " from "];

/// What stands before any of these words.
fn up_to_any(mut thing: ObjectCandidate, ends: &[&str]) -> ObjectCandidate {
    if let ExtractedObject::Value(value) = &mut thing.object {
        for words in [value, &mut thing.words] {
            let end = ends.iter().filter_map(|end| words.find(end)).min();
            words.truncate(end.unwrap_or(words.len()));
        }
    }
    thing
}

/// The language alone of "a little French".
fn language(
    context: &PassageContext<'_>,
    relation: Relation,
    thing: &ObjectCandidate,
) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let token = thing
        .tokens
        .clone()
        .find(|token| relation == Relation::Speaks && is_language(reading.lower(*token)))?;
    Some(ObjectCandidate {
        words: thing.words.clone(),
        ..ObjectCandidate::value(reading.word(token), token)
    })
}

/// The medicine alone of "gliclazide 80 mg" and "5 mg of ramipril": a dose changes, and it is taken still.
fn medicine(
    context: &PassageContext<'_>,
    relation: Relation,
    thing: &ObjectCandidate,
) -> Option<ObjectCandidate> {
    if relation != Relation::TakesMedication {
        return None;
    }
    let found = medicine_in(context.reading, thing.tokens.clone());
    let token = found.filter(|token| *token != thing.head)?;
    Some(ObjectCandidate {
        words: thing.words.clone(),
        tokens: thing.tokens.clone(),
        ..ObjectCandidate::value(context.reading.lower(token), token)
    })
}

/// "born in June": of a birth the month says enough.
fn month_of_birth(
    context: &PassageContext<'_>,
    clause: &Clause,
    phrase: &Phrase,
) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let is_month = clause.predicate.lemma == "bear" && MONTHS.contains(reading.lower(phrase.head));
    is_month.then(|| ObjectCandidate {
        kind: EntityKind::Date,
        ..ObjectCandidate::value(reading.word(phrase.head), phrase.head)
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
            .filter_map(|phrase| {
                date(context, phrase).or_else(|| month_of_birth(context, clause, phrase))
            });
        let mut things = things(context, argument, &mention.entity);
        things.extend(days);
        return things;
    }
    if !OF_DOING.contains(&clause.predicate.lemma.as_str()) || clause.modality == Modality::Wished {
        return Vec::new();
    }
    doings(context.reading, argument)
        .into_iter()
        .filter_map(|head| done(context, head, mention))
        .collect()
}

/// The verbs of "hiking and baking bread", "to swim and dance": each of what is done.
fn doings(reading: &Reading<'_>, argument: &Argument) -> Vec<usize> {
    const MAX_DOINGS: usize = 5;
    let first = argument.phrase.head;
    let is_infinitive = reading.is_infinitive(first);
    if !(is_infinitive || reading.tag(first) == "VBG") {
        return Vec::new();
    }
    let is_alike = |other: usize| match reading.tag(other) {
        "VBG" => !is_infinitive,
        // "hiking and swimming": the last is taken for a noun.
        "NN" => !is_infinitive && reading.lower(other).ends_with("ing"),
        "VB" => is_infinitive,
        _ => false,
    };
    let mut all = vec![first];
    while let Some(next) = all
        .last()
        .and_then(|last| reading.child(*last, Dep::Conj))
        .filter(|next| is_alike(*next) && all.len() < MAX_DOINGS)
    {
        all.push(next);
    }
    all.retain(|doing| {
        let mut children = reading.doc.children(*doing);
        !children.any(|child| reading.is_subject(child))
    });
    all
}

/// What is done, of "loves baking bread".
fn done(
    context: &PassageContext<'_>,
    head: usize,
    mention: &SubjectMention,
) -> Option<ObjectCandidate> {
    const EMPTY: &[&str] = &[
        "take", "have", "be", "get", "see", "do", "make", "hear", "know",
    ];
    let reading = context.reading;
    let end = reading
        .doc
        .children(head)
        .filter(|child| reading.dep(*child) == Dep::Conj)
        .map(|other| reading.doc.subtree_range(other).start)
        .chain([reading.doc.subtree_range(head).end])
        .min()?;
    let mut thing = objects::value(context, head..end.max(head + 1), head, &mention.entity)
        .filter(|_| !reading.is_any(head, EMPTY))?;
    // "loves to cook" is loving cooking.
    let lemma = reading.lemma(head);
    if reading.tag(head) == "VB"
        && let ExtractedObject::Value(value) = &thing.object
        && let Some(rest) = value.strip_prefix(lemma.as_str())
    {
        let doing = format!("{}{rest}", gerund(&lemma));
        thing.words = thing.words.replacen(&lemma, &gerund(&lemma), 1);
        thing.object = ExtractedObject::Value(doing);
    }
    Some(thing)
}

/// Whether an argument is where a pattern has its object.
fn stands(position: ObjectPosition, clause: &Clause, argument: &Argument) -> bool {
    let preposition = argument.preposition.as_ref();
    let is_after = |prepositions: &str| {
        preposition
            .is_some_and(|preposition| listed(prepositions, &preposition.lemma.replace(' ', "_")))
    };
    match position {
        ObjectPosition::Object => {
            matches!(argument.role, Role::Object | Role::Complement) && !clause.is_passive
        }
        ObjectPosition::After(prepositions) => {
            !clause.is_passive
                && matches!(argument.role, Role::Prepositional | Role::IndirectObject)
                && preposition.is_some_and(|preposition| preposition.completes.is_none())
                && is_after(prepositions)
        }
        ObjectPosition::Passive(prepositions) => {
            clause.is_passive
                && matches!(
                    argument.role,
                    Role::Prepositional | Role::Agent | Role::IndirectObject
                )
                && is_after(prepositions)
        }
        ObjectPosition::Completing(attributes, prepositions) => {
            is_after(prepositions)
                && preposition
                    .and_then(|preposition| preposition.completes.as_deref())
                    .is_some_and(|attribute| listed(attributes, attribute))
        }
    }
}

/// Whether "from" tells where somebody or something is from.
fn tells_origin(context: &PassageContext<'_>, clause: &Clause) -> bool {
    if clause.predicate.lemma == "come" {
        return is_origin(context, clause);
    }
    // "The shed is 22 m from the house", "our flight was from Stansted"
    let is_journey = clause.subject.as_ref().is_some_and(|subject| {
        context.reading.is_any(
            subject.phrase.head,
            &["flight", "train", "bus", "ferry", "connection"],
        )
    });
    let is_distance = clause.predicate.lemma == "be"
        && (is_journey || clause.with_role(Role::Attribute).next().is_some());
    // "Back from Rome."
    !is_distance && !has_adverb(context, clause, "back")
}

/// Whether somebody was at a place by going or staying there.
fn was_visited(
    context: &PassageContext<'_>,
    clause: &Clause,
    pattern: &Pattern,
    thing: &ObjectCandidate,
) -> bool {
    let reading = context.reading;
    match clause.predicate.lemma.as_str() {
        // "The children stay with her in Olomouc."
        "stay" if clause.tense == Tense::Present => clause.is_perfect || clause.is_progressive,
        // "Never been to Japan": "be to Paris" is only said of having been there.
        "be" => clause.is_perfect || reading.tag(clause.predicate.head) == "VBN",
        // "I go to Officine Balbo as a welder" is told by the work.
        _ if occupations::as_occupation(context, clause) => false,
        // "I returned the shoes to Zalando."
        _ if pattern.has_verb("return") && clause.with_role(Role::Object).next().is_some() => false,
        _ => {
            let is_somewhere = !matches!(thing.kind, EntityKind::Person | EntityKind::Owner);
            !is_served(reading, clause) && (is_somewhere || thing.entity().is_some())
        }
    }
}

/// What tells a relation from another use of the same words.
fn holds(
    context: &PassageContext<'_>,
    clause: &Clause,
    (relation, pattern): Expressed,
    thing: &ObjectCandidate,
) -> bool {
    let reading = context.reading;
    let noun = reading.lemma(thing.head);
    let known = relation.definition();
    if known.never.contains(&noun.as_str())
        || known.needs_substance && (is_light(&noun) || is_thin(&noun) || is_untold(context, thing))
    {
        return false;
    }
    match relation {
        Relation::DiedOn => may_have_died(reading, clause),
        Relation::Likes | Relation::Dislikes => {
            !reading.is_any(thing.head, &["idea", "look", "way", "sound", "help"])
                && !is_untold(context, thing)
        }
        Relation::ComesFrom => tells_origin(context, clause),
        // "I lived on noodles"
        Relation::LivesIn if clause.predicate.lemma == "live" => is_home(reading, thing),
        Relation::LivesIn => moves_home(context, clause, thing),
        Relation::Visited => was_visited(context, clause, pattern, thing),
        Relation::Knows => thing.entity().is_some(),
        Relation::Met => thing.entity().is_some() || !is_thin(&noun) || noun == "friend",
        Relation::Started | Relation::Finished => {
            !is_light(&noun)
                && thing
                    .entity()
                    .is_none_or(|_| thing.kind != EntityKind::Person)
        }
        // "I do yoga"; "I did the dishes" is no practice.
        Relation::Practices if pattern.has_verb("do") => is_practice(&noun),
        Relation::MemberOf if pattern.has_verb("play") => {
            thing.entity().is_some() || noun != "program"
        }
        // "From Monday I go to Officine Balbo as a welder."
        Relation::WorksAt if pattern.has_verb("go") => occupations::as_occupation(context, clause),
        // "My son starts at the Waldorf school."
        Relation::WorksAt if pattern.has_verb("start") => {
            !is_school(reading.lower(thing.head), &noun)
        }
        Relation::StudiesAt if pattern.has_verb("attend") || pattern.has_verb("start") => {
            is_school(reading.lower(thing.head), &noun)
        }
        // Programs and files are opened every day.
        Relation::Founded if clause.predicate.lemma == "open" => {
            clause.tense != Tense::Present || clause.is_perfect || clause.is_progressive
        }
        Relation::Founded if pattern.has_verb("start") => {
            !is_school(reading.lower(thing.head), &noun)
                && !is_taken(reading, clause)
                && !clause.markers.again
        }
        Relation::HappenedOn => takes_place(context, clause, thing),
        // "We split the bill with Dana."
        Relation::InRelationshipWith if pattern.has_verb("split") => {
            clause.with_role(Role::Object).next().is_none()
        }
        Relation::HasCondition => {
            is_condition(&noun)
                || is_condition(reading.lower(thing.head))
                || clause.predicate.lemma == "diagnose"
        }
        _ => true,
    }
}

/// "My checkup is on 9 June": whether the subject is something that takes place, or a thing of somebody's with its day.
fn takes_place(context: &PassageContext<'_>, clause: &Clause, thing: &ObjectCandidate) -> bool {
    clause.subject.as_ref().is_some_and(|subject| {
        let head = subject.phrase.head;
        is_event(context, head)
            || is_engagement(&context.reading.lemma(head))
            || context.referents.at(head).is_some_and(|referent| {
                referent.kind == EntityKind::Thing
                    && referent.how == How::Role
                    && context.reading.pos(head) == Pos::Noun
                    && context.is_time(thing.head)
            })
    })
}

/// "I spent 22 years in the Navy": who was there for years did not visit it.
fn is_served(reading: &Reading<'_>, clause: &Clause) -> bool {
    let mut objects = clause.with_role(Role::Object);
    clause.predicate.lemma == "spend"
        && objects.any(|object| reading.is_any(object.phrase.head, &["years", "decades", "year"]))
}

/// "I passed your house on Monday": whoever speaks is alive.
fn may_have_died(reading: &Reading<'_>, clause: &Clause) -> bool {
    let lives = |head: usize| reading.is_any(head, &["i", "we", "you", "u"]);
    let subject = clause.subject.as_ref();
    clause.with_role(Role::Object).next().is_none()
        && subject.is_none_or(|subject| !lives(subject.phrase.head))
}
