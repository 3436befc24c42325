//! Where somebody or something is, and what state they are in.

use recollect_clauses::{Argument, Clause, Form, Origin, Preposition, Role, Tense};
use recollect_model::{Aspect, EntityKind, ObjectType, Relation, RelationName};
use recollect_spacy::Pos;

use crate::lexicon::{is_light, is_thin};
use crate::local::extraction::candidates::candidate::{RelationCandidate, name};
use crate::local::extraction::candidates::figures::is_own_code;
use crate::local::extraction::candidates::schooling::is_stage;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{ObjectCandidate, thing};
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::local::extraction::constraints::{is_somebody, suits};
use crate::local::extraction::coreference::referents::How;
use crate::local::extraction::factuality::aspect::aspect_of_being;
use crate::local::extraction::parse::reading::Reading;
use crate::word_list::listed;

/// "is from Peru", "is in Oslo", "is in a band".
pub(crate) fn whereabouts(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    argument: &Argument,
) -> Option<RelationCandidate> {
    let reading = context.reading;
    let preposition = argument.preposition.as_ref()?;
    if argument.role != Role::Prepositional
        || clause.is_passive
        || is_nowhere(context, clause, argument)
    {
        return None;
    }
    let is_in = matches!(preposition.lemma.as_str(), "in" | "near" | "on" | "at");
    let found = thing(context, &argument.phrase, &mention.entity)?;
    let candidate = |relation: RelationName| {
        Some(RelationCandidate::new(
            &mention.entity,
            relation,
            &clause.relation(argument),
            found.clone(),
            aspect_of_being(clause),
        ))
    };
    let been = || {
        candidate(Relation::Visited.into()).map(|candidate| RelationCandidate {
            aspect: Aspect::Happens,
            ..candidate
        })
    };
    if preposition.lemma == "in" && suits(context, &found, ObjectType::Group)
        || is_on_team(context, mention, preposition, &found)
    {
        return candidate(Relation::MemberOf.into());
    }
    // "back from Berlin", "off to Crete tomorrow".
    if is_back(context, clause, preposition) && suits(context, &found, ObjectType::Place) {
        return been().map(|been| match preposition.lemma.as_str() {
            "from" => RelationCandidate {
                wording: Some("have been to {}".to_owned()),
                ..been
            },
            _ => been,
        });
    }
    // "It is in the second drawer" is said of the watch, and not of its serial number.
    if is_own_code(&mention.entity) && reading.pos(mention.head) == Pos::Pron {
        return None;
    }
    let is_named = reading.name_at(found.head).is_some();
    let is_thing = !is_somebody(context, mention) || !is_person(context, mention);
    // "My insurance is with Allianz", "the keys are with Mrs Lund"; "I'm after a used bike".
    let is_sought = preposition.lemma == "after"
        && !is_thing
        && found.entity().is_none()
        && !matches!(found.kind, EntityKind::Event | EntityKind::Date);
    if preposition.lemma == "with" && is_thing && found.entity().is_some() || is_sought {
        return candidate(RelationName::of(&name(&clause.relation(argument))));
    }
    // "Paul is no longer with Sabine."
    if preposition.lemma == "with" && clause.markers.no_longer && found.kind == EntityKind::Person {
        return candidate(Relation::InRelationshipWith.into());
    }
    if let Some(state) = state(context, clause, mention, argument, &found) {
        return Some(state);
    }
    if is_in
        && !is_of_giver(clause, argument)
        && suits(context, &found, ObjectType::Place)
        && (is_named || is_thing)
        && clause.tense != Tense::Future
        // "is moving to be near Rowan", who may be anybody
        && !reading.is_infinitive(clause.predicate.head)
    {
        // Where somebody was, they have been.
        return match clause.tense == Tense::Past && !is_thing {
            true => been(),
            false => candidate(Relation::LocatedIn.into()),
        };
    }
    None
}

/// "I'm on the design team": of what somebody is a member.
fn is_on_team(
    context: &PassageContext<'_>,
    mention: &SubjectMention,
    preposition: &Preposition,
    found: &ObjectCandidate,
) -> bool {
    const TEAMS: &[&str] = &[
        "team",
        "board",
        "committee",
        "squad",
        "crew",
        "panel",
        "council",
    ];
    preposition.lemma == "on"
        && context.reading.is_any(found.head, TEAMS)
        && is_somebody(context, mention)
}

/// "I'm no use at Mass", "after ten years", "I've been out twice with the shovel": where nobody is.
fn is_nowhere(context: &PassageContext<'_>, clause: &Clause, argument: &Argument) -> bool {
    let reading = context.reading;
    let is_denied = clause.with_role(Role::Attribute).any(|attribute| {
        let mut children = reading.doc.children(attribute.phrase.head);
        children.any(|child| reading.is_any(child, &["no"]))
    });
    let has_been = clause.is_perfect
        && clause.with_role(Role::Adverbial).any(|argument| {
            let mut tokens = argument.phrase.tokens.clone();
            tokens
                .any(|token| reading.is_any(token, &["once", "twice", "times", "often", "before"]))
        });
    let is_after = argument
        .preposition
        .as_ref()
        .is_some_and(|preposition| preposition.lemma == "after");
    // "put it where your desk was": the desk was not in what was put there.
    let is_of_noun = argument.origin == Origin::Antecedent && clause.form == Form::Copular
        || reading.is_any(argument.phrase.head, &["idea", "clue", "question"]);
    // "At Bosch I'm on 60,000 euros."
    let is_paid = clause.with_role(Role::Prepositional).any(|other| {
        other.phrase.head != argument.phrase.head
            && other
                .preposition
                .as_ref()
                .is_some_and(|on| on.lemma == "on")
            && reading.pos(other.phrase.head) == Pos::Num
    });
    is_denied
        || is_of_noun
        || is_paid
        || has_been
        || is_after && context.is_time(argument.phrase.head)
        || adverb_of_place(reading, clause).is_some()
}

/// "I'm here for you", "I'm up at four for the market": the adverb that says where somebody is; what follows says only for whom or
/// what for.
pub(super) fn adverb_of_place(reading: &Reading<'_>, clause: &Clause) -> Option<usize> {
    const PLACES: &[&str] = &["here", "there", "up", "out", "over", "around"];
    clause
        .with_role(Role::Adverbial)
        .map(|argument| argument.phrase.head)
        .find(|head| *head > clause.predicate.head && reading.is_any(*head, PLACES))
}

/// "in Oslo" of "the ring is from my aunt in Oslo": she is there.
fn is_of_giver(clause: &Clause, argument: &Argument) -> bool {
    clause.with_role(Role::Prepositional).any(|other| {
        let preposition = other.preposition.as_ref();
        other.phrase.head < argument.phrase.head
            && preposition.is_some_and(|preposition| preposition.lemma == "from")
    })
}

/// "Back from", "off to".
fn is_back(context: &PassageContext<'_>, clause: &Clause, preposition: &Preposition) -> bool {
    preposition.lemma == "from" && has_adverb(context, clause, "back")
        || preposition.lemma == "to" && has_adverb(context, clause, "off")
}

/// Whether a clause has an adverb.
pub(crate) fn has_adverb(context: &PassageContext<'_>, clause: &Clause, adverb: &str) -> bool {
    clause
        .with_role(Role::Adverbial)
        .any(|argument| context.reading.is_any(argument.phrase.head, &[adverb]))
}

/// "is in the hospital", "is on maternity leave", "is good at drawing": a state in the clause's own words.
fn state(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    argument: &Argument,
    found: &ObjectCandidate,
) -> Option<RelationCandidate> {
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
    let reading = context.reading;
    let preposition = argument.preposition.as_ref()?.lemma.replace(' ', "_");
    let noun = reading.lemma(found.head);
    // "My son is in Year 9."
    let is_stage = preposition == "in" && is_stage(&found.words);
    // "My flat is on the market."
    let is_offered =
        preposition == "on" && reading.is_any(found.head, &["market", "sale", "offer"]);
    let is_state = !suits(context, found, ObjectType::Place)
        || is_offered
        || is_stage
        || reading.is_any(found.head, &["hospital"]);
    let is_thin = is_thin(&noun) || is_light(&noun) || IDIOMS.contains(&noun.as_str());
    if reading.is_any(mention.head, &["you", "u"]) || is_thin && !is_stage {
        return None;
    }
    let attribute = clause.with_role(Role::Attribute).next();
    let relation = match attribute.map(|attribute| reading.lower(attribute.phrase.head)) {
        Some(skill) if SKILLS.contains(&skill) => format!("be_{skill}_{preposition}"),
        Some(_) => return None,
        None if is_state
            && (found.entity().is_none() || is_stage)
            && (listed("in on", &preposition)
                || !is_person(context, mention)
                    && listed(
                        "under behind beside above below inside next_to opposite",
                        &preposition,
                    )) =>
        {
            format!("be_{preposition}")
        }
        None => return None,
    };
    let phrase = relation.replace('_', " ");
    Some(RelationCandidate::new(
        &mention.entity,
        RelationName::of(&relation),
        &phrase,
        found.clone(),
        aspect_of_being(clause),
    ))
}

/// Whether a clause is plainly about people.
pub(super) fn is_person(context: &PassageContext<'_>, mention: &SubjectMention) -> bool {
    context.referents.at(mention.head).is_some_and(|referent| {
        matches!(referent.kind, EntityKind::Person | EntityKind::Owner)
            || referent.kind == EntityKind::Thing && referent.how == How::Named
    })
}

/// "I'm away in June", "Tom is abroad until May": that somebody is not there, where a time says when.
pub(crate) fn away(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    const AWAY: &[&str] = &["away", "abroad", "overseas"];
    let mut words = clause.arguments.iter().map(|argument| argument.phrase.head);
    let word = words.find(|head| context.reading.is_any(*head, AWAY))?;
    let mut below = context.reading.doc.subtree(clause.predicate.head);
    let is_dated = below.any(|token| context.is_time(token));
    (is_dated && is_somebody(context, mention)).then(|| {
        let thing = ObjectCandidate::value(context.reading.lower(word), word);
        let aspect = aspect_of_being(clause);
        RelationCandidate::new(&mention.entity, Relation::Is, "be", thing, aspect)
    })
}

/// "The trip is off", "my lease is up in May": how it stands with a thing.
pub(crate) fn standing_of(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    const STANDINGS: &[&str] = &["off", "over", "up", "out", "closed", "shut", "due", "down"];
    let adverb = clause
        .with_role(Role::Adverbial)
        .map(|argument| argument.phrase.head)
        .find(|adverb| context.reading.is_any(*adverb, STANDINGS))?;
    let thing = ObjectCandidate::value(context.reading.lower(adverb), adverb);
    (!is_person(context, mention)).then(|| {
        RelationCandidate::new(
            &mention.entity,
            Relation::Is,
            "be",
            thing,
            aspect_of_being(clause),
        )
    })
}
