//! What verbs say: the normalised relations of the table, or else the verb itself.

use recollect_clauses::{Argument, Clause, Role, Tense};
use recollect_model::{Aspect, EntityKind, Modality, Relation, RelationName};
use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::lexicon::conjugation::{gerund, past, third_person};
use crate::lexicon::{ALONE, OF_DOING, PLAYED, SEASONS, is_lasting, role};
use crate::local::extraction::candidates::aside::is_set_aside;
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::candidates::couples::{left, together};
use crate::local::extraction::candidates::feelings::enough_of;
use crate::local::extraction::candidates::figures::years_at;
use crate::local::extraction::candidates::insights::experience;
use crate::local::extraction::candidates::open::open;
use crate::local::extraction::candidates::passives::{done_by_some, received};
use crate::local::extraction::candidates::patterns::normalised;
use crate::local::extraction::candidates::pictures::shared;
use crate::local::extraction::candidates::relatives::is_one_relative;
use crate::local::extraction::candidates::schedules::moved;
use crate::local::extraction::candidates::skills::skill;
use crate::local::extraction::candidates::{belongings, health, occupations, standings};
use crate::local::extraction::clauses::common::common_mentions;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{self, ObjectCandidate};
use crate::local::extraction::clauses::subjects::{SubjectMention, subject_mentions};
use crate::local::extraction::factuality::aspect::{has_happened, is_over};

/// What a clause with a verb says.
pub(crate) fn candidates(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    if let Some(candidate) = loved_doing(context, clause)
        .or_else(|| left(context, clause))
        .or_else(|| moved(context, clause))
    {
        return vec![candidate];
    }
    let subject_mentions = subject_mentions(context, clause);
    if is_set_aside(context, clause) {
        return Vec::new();
    }
    if let Some(candidates) = together(context, clause, &subject_mentions) {
        return candidates;
    }
    let mut candidates = Vec::new();
    if subject_mentions.is_empty()
        || clause.is_passive
        || clause.with_role(Role::Complement).next().is_some()
    {
        candidates = received(context, clause, Aspect::Happens);
        if !candidates.is_empty() {
            return candidates;
        }
    }
    let mut changed = health::changed(context, clause);
    changed.extend(health::diagnosed(context, clause));
    if subject_mentions.is_empty() {
        if let Some(done) = done_by_some(context, clause) {
            return vec![done];
        }
        changed.extend(of_common(context, clause));
        return changed;
    }
    for mention in &subject_mentions {
        candidates.extend(of_somebody(context, clause, mention, !changed.is_empty()));
    }
    candidates.extend(changed);
    candidates
}

/// What a clause says of one whom it is about; `changes_another` where it changes what another takes.
fn of_somebody(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    changes_another: bool,
) -> Vec<RelationCandidate> {
    // "We should plan a session" is a suggestion.
    if clause.modality == Modality::Required
        && context.reading.is_any(mention.head, &["we", "us", "you"])
    {
        return Vec::new();
    }
    if let Some(candidate) = idiom(context, clause, mention) {
        return vec![candidate];
    }
    let mut candidates = Vec::new();
    let mut found = age(context, clause, mention);
    match health::candidates(context, clause, mention) {
        // Who prescribed it is told besides.
        Some(taken) if taken.relation == Relation::TakesMedication => candidates.push(taken),
        borne => found.extend(borne),
    }
    found.extend(standings::taken(context, clause, mention));
    if found.is_empty() {
        found = occupations::candidates(context, clause, mention);
    }
    if found.is_empty() {
        found = belongings::candidates(context, clause, mention);
    }
    let is_settled = belongings::is_settled(clause) && found.is_empty();
    if found.is_empty() && !is_settled {
        found = normalised(context, clause, mention);
        // "Dr Lim stopped the old pills."
        let is_treating = || {
            changes_another
                || clause.predicate.lemma != "take" && health::is_doctor(context, mention)
        };
        found.retain(|one| one.relation != Relation::TakesMedication || !is_treating());
        let pets = found.iter().filter_map(adopted_pet).collect::<Vec<_>>();
        found.extend(pets);
    }
    if found.is_empty() && !is_settled {
        found.extend(state(context, clause, mention));
    }
    if found.is_empty() && !is_settled {
        found.extend(open(context, clause, mention));
    }
    candidates.extend(found);
    candidates
}

/// What a clause says of what has no name and is nobody's alone.
fn of_common(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    let mut candidates = Vec::new();
    for mention in &common_mentions(context, clause) {
        if is_one_relative(&mention.entity) {
            candidates.extend(of_somebody(context, clause, mention, false));
            continue;
        }
        let mut found = normalised(context, clause, mention);
        found.retain(|one| one.aspect == Aspect::Happens);
        if found.is_empty() {
            found.extend(open(context, clause, mention));
        }
        // Of "my friend", who may be one of many, only what happened is told: whose home would "lives in Lima" be?
        let is_one_of_many = matches!(
            &mention.entity,
            EntityRef::Role { role: noun, .. } if role(noun).is_some()
        );
        found.retain(|one| !is_one_of_many || one.aspect == Aspect::Happens || is_over(clause));
        candidates.extend(found);
    }
    candidates
}

/// What a verb says together with its words: "can't stand", "gave up smoking", "took part in", "had … painted".
fn idiom(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    shared(context, clause, mention)
        .or_else(|| unbearable(context, clause, mention))
        .or_else(|| enough_of(context, clause, mention))
        .or_else(|| given_up(context, clause, mention))
        .or_else(|| took_part(context, clause, mention))
        .or_else(|| skill(context, clause, mention))
        .or_else(|| had_done(context, clause, mention))
        .or_else(|| experience(context, clause, mention))
        .or_else(|| answered(context, clause, mention))
}

/// "Ines said no to Portland": what somebody decides about what is offered.
fn answered(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    let reading = context.reading;
    let answer = clause.predicate.head + 1;
    let is_answer = clause.predicate.lemma == "say"
        && has_happened(clause)
        && reading.is_any(answer, &["no", "yes"])
        && reading.is_any(answer + 1, &["to"]);
    let to = reading.child(answer + 1, Dep::Pobj).filter(|_| is_answer)?;
    let thing = objects::thing(context, &reading.phrase(to), &mention.entity)?;
    let (relation, wording) = match reading.lower(answer) {
        "no" => ("decline", "say no to {}"),
        _ => ("accept", "say yes to {}"),
    };
    Some(RelationCandidate {
        wording: Some(wording.to_owned()),
        // "No" is what was said, and not that nothing was.
        denies_itself: true,
        ..RelationCandidate::new(
            &mention.entity,
            RelationName::of(relation),
            relation,
            thing,
            Aspect::Happens,
        )
    })
}

/// Whoever adopts a dog by name has it from then on.
fn adopted_pet(candidate: &RelationCandidate) -> Option<RelationCandidate> {
    let is_pet = candidate.relation == Relation::Adopted
        && candidate.thing.kind == EntityKind::Animal
        && candidate.thing.entity().is_some();
    is_pet.then(|| RelationCandidate {
        relation: Relation::HasPet.into(),
        aspect: Aspect::Begins,
        ..candidate.clone()
    })
}

/// "Nils loves flying", where the parser takes "loves" for an auxiliary of "flying".
fn loved_doing(context: &PassageContext<'_>, clause: &Clause) -> Option<RelationCandidate> {
    let reading = context.reading;
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
        "like" | "love" | "enjoy" | "adore" => Relation::Likes,
        "hate" | "dislike" | "detest" => Relation::Dislikes,
        _ => return None,
    };
    let subject = reading
        .child(verb, Dep::Nsubj)
        .or_else(|| reading.child(doing, Dep::Nsubj))
        .or_else(|| {
            let before = verb.checked_sub(1)?;
            reading.is_misread_subject(before).then_some(before)
        })?;
    let mention = &context.referents.at(subject)?.entity;
    let end = reading.doc.subtree_range(doing).end;
    let thing = objects::value(context, doing..end, doing, mention)?;
    Some(RelationCandidate::new(
        mention,
        relation,
        lemma,
        thing,
        Aspect::Holds,
    ))
}

/// "can't stand cilantro", which the parser takes apart in several ways.
fn unbearable(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    let lemma = clause.predicate.lemma.as_str();
    if !matches!(lemma, "stand" | "bear" | "abide" | "stomach") || !clause.is_negated {
        return None;
    }
    let found = clause
        .arguments
        .iter()
        .find_map(|argument| match argument.role {
            Role::Adverbial if context.reading.pos(argument.phrase.head) == Pos::Adv => None,
            Role::Object | Role::Adverbial | Role::Complement => {
                thing_of(context, argument, mention)
            }
            _ => None,
        })?;
    let mut candidate = RelationCandidate::new(
        &mention.entity,
        Relation::Dislikes,
        &format!("can't {lemma}"),
        found,
        // "can't stand coffee anymore" is the beginning of disliking it.
        if is_over(clause) {
            Aspect::Begins
        } else {
            Aspect::Holds
        },
    );
    candidate.denies_itself = true;
    Some(candidate)
}

/// "took part in the bike ride".
fn took_part(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    let part = clause.with_role(Role::Object).next()?.phrase.head;
    let is_part = clause.predicate.lemma == "take" && context.reading.is_any(part, &["part"]);
    let shared = clause
        .with_role(Role::Prepositional)
        .filter(|_| is_part)
        .find(|argument| {
            let preposition = argument.preposition.as_ref();
            preposition.is_some_and(|preposition| preposition.lemma == "in")
        })?;
    let found = objects::thing(context, &shared.phrase, &mention.entity)?;
    Some(RelationCandidate::new(
        &mention.entity,
        Relation::Attended,
        "take part in",
        found,
        Aspect::Happens,
    ))
}

/// "had our kitchen painted", "got my hair cut": what somebody had others do.
fn had_done(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    let reading = context.reading;
    let lemma = clause.predicate.lemma.as_str();
    let done = clause
        .with_role(Role::Complement)
        .map(|argument| argument.phrase.head)
        .find(|done| {
            matches!(lemma, "have" | "get")
                && reading.tag(*done) == "VBN"
                && *done > clause.predicate.head
        })?;
    // "had a tooth knocked out": the parser hangs the tooth from the having.
    let had = || {
        let mut objects = clause
            .with_role(Role::Object)
            .map(|object| object.phrase.head);
        objects.find(|object| object + 1 == done)
    };
    let mut children = reading.doc.children(done);
    let noun = children
        .find(|child| reading.is_subject(*child) && *child < done)
        .or_else(had)?;
    let tokens = reading.doc.subtree_range(noun);
    let found = objects::value(context, tokens, noun, &mention.entity)?;
    let participle = reading.lower(done);
    let mut candidate = RelationCandidate::new(
        &mention.entity,
        RelationName::of(&format!("have_{participle}")),
        &format!("have {participle}"),
        found,
        Aspect::Happens,
    );
    candidate.wording = Some(format!("have {{}} {participle}"));
    Some(candidate)
}

/// "They are retired", "we got married": a participle that says what somebody is.
fn state(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let is_alone = clause.arguments.iter().all(|argument| {
        // "got married in Accra"
        let is_place = argument
            .preposition
            .as_ref()
            .is_some_and(|preposition| matches!(preposition.lemma.as_str(), "in" | "at" | "on"));
        matches!(argument.role, Role::Time | Role::Adverbial)
            || is_place && reading.is_any(verb, &["married", "engaged", "divorced"])
            || context.is_time(argument.phrase.head)
    });
    let gets = reading
        .doc
        .children(verb)
        .any(|child| reading.dep(child) == Dep::AuxPass && reading.lemma(child) == "get");
    let is_state = clause.is_passive && is_alone && is_lasting(reading.lower(verb));
    let thing = ObjectCandidate::value(reading.lower(verb), verb);
    let candidate = |phrase, thing, aspect| {
        RelationCandidate::new(&mention.entity, Relation::Is, phrase, thing, aspect)
    };
    let was_somewhere = gets && clause.tense == Tense::Past && !clause.is_perfect && {
        let mut places = clause.with_role(Role::Prepositional);
        places.any(|place| !context.is_time(place.phrase.head))
    };
    is_state.then(|| match gets {
        // The wedding was in Accra, and that they are married is everywhere.
        true if was_somewhere => RelationCandidate {
            wording: Some("get {}".to_owned()),
            ..candidate("get", thing, Aspect::Happens)
        },
        true => candidate("be", thing, Aspect::Begins),
        false => candidate("be", thing, Aspect::Holds),
    })
}

/// "gave up smoking".
fn given_up(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    // "Wants to quit smoking" is no wish to smoke.
    let is_given_up = matches!(clause.predicate.lemma.as_str(), "give up" | "quit" | "stop");
    if !is_given_up || clause.modality != Modality::Actual {
        return None;
    }
    // "I quit smoking two years ago": the parser may take it for what one becomes.
    let mut given_up = clause
        .with_role(Role::Object)
        .chain(clause.with_role(Role::Attribute));
    let head = given_up.next()?.phrase.head;
    if PLAYED.contains(&context.reading.lemma(head)) || PLAYED.contains(context.reading.lower(head))
    {
        let phrase = &clause.predicate.lemma;
        let mut thing = ObjectCandidate::value(context.reading.lower(head), head);
        let article = context.reading.child(head, Dep::Det);
        if article.is_some_and(|article| context.reading.is_any(article, &["the"])) {
            thing.words.insert_str(0, "the ");
        }
        let candidate = RelationCandidate::new(
            &mention.entity,
            Relation::Plays,
            phrase,
            thing,
            Aspect::Ends,
        );
        return Some(candidate);
    }
    let verb = ALONE
        .iter()
        .find(|verb| gerund(verb) == context.reading.lower(head))?;
    let mut thing = ObjectCandidate::value("", head);
    thing.tokens = head..head + 1;
    Some(RelationCandidate::new(
        &mention.entity,
        RelationName::of(verb),
        &clause.predicate.lemma,
        thing,
        Aspect::Ends,
    ))
}

fn thing_of(
    context: &PassageContext<'_>,
    argument: &Argument,
    mention: &SubjectMention,
) -> Option<ObjectCandidate> {
    let phrase = &argument.phrase;
    objects::thing(context, phrase, &mention.entity).filter(|thing| {
        !context
            .reading
            .is_any(thing.head, &["anymore", "still", "really", "here"])
    })
}

/// "turned 30", "is turning five".
fn age(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Vec<RelationCandidate> {
    // "the summer I turned twenty", "when Rory turned eighteen": how old somebody was.
    let verb = clause.predicate.head;
    let is_when = match context.reading.dep(verb) {
        Dep::Advcl => true,
        Dep::Relcl => {
            let when = context.reading.lower(context.reading.head(verb));
            SEASONS.contains(when) || ["year", "month", "week", "day", "night"].contains(&when)
        }
        _ => false,
    };
    let is_then = clause.tense == Tense::Past && is_when;
    if clause.predicate.lemma != "turn" || is_then {
        return Vec::new();
    }
    let number = clause
        .arguments
        .iter()
        .filter(|argument| {
            matches!(
                argument.role,
                Role::Object | Role::Attribute | Role::Time | Role::Adverbial
            )
        })
        .map(|argument| argument.phrase.head)
        .find(|head| context.reading.tag(*head) == "CD")
        .and_then(|head| Some((head, years_at(context.reading, head)?)));
    number
        .map(|(head, years)| {
            let thing = ObjectCandidate::value(&years.to_string(), head);
            RelationCandidate::new(
                &mention.entity,
                Relation::HasAge,
                "turn",
                thing,
                Aspect::Begins,
            )
        })
        .into_iter()
        .collect()
}
