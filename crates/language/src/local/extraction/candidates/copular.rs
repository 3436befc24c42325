//! What somebody or something is.

use recollect_clauses::{Clause, Phrase, Role, Tense};
use recollect_model::{Aspect, EntityKind, Modality, ObjectType, Relation};
use recollect_spacy::{Dep, Pos};

use crate::lexicon::{
    Kinship, MONTHS, is_code, is_diet, is_lasting, is_passing, is_somebodys_role,
};
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::candidates::couples::together;
use crate::local::extraction::candidates::feelings::felt;
use crate::local::extraction::candidates::figures::{
    age_before, ages, has_digit, is_figure, is_guess, is_own_code, mine, old, somebodys,
};
use crate::local::extraction::candidates::occasions::{its_day, its_time};
use crate::local::extraction::candidates::occupations;
use crate::local::extraction::candidates::particulars::about_owner;
use crate::local::extraction::candidates::patterns::normalised;
use crate::local::extraction::candidates::qualities::{named_thing, quality, sort};
use crate::local::extraction::candidates::relatives::is_one_relative;
use crate::local::extraction::candidates::schooling::year_of_study;
use crate::local::extraction::candidates::tenure::last_day;
use crate::local::extraction::candidates::to_speaker::to_speaker;
use crate::local::extraction::candidates::whereabouts::{
    away, has_adverb, standing_of, whereabouts,
};
use crate::local::extraction::clauses::arguments::arguments;
use crate::local::extraction::clauses::common::common_mentions;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::dates::date;
use crate::local::extraction::clauses::fragments::is_fragment;
use crate::local::extraction::clauses::objects::{ObjectCandidate, thing, value};
use crate::local::extraction::clauses::subjects::{SubjectMention, members, subject_mentions};
use crate::local::extraction::constraints::{is_event, is_somebody, names_occupation, suits};
use crate::local::extraction::factuality::aspect::{aspect_of_being, is_over};
use crate::local::extraction::mentions::roles::{possessor, role_at};
use crate::word_list::WordList;
use crate::{EntityRef, ExtractedObject};

/// What a clause with "be" or "become" says.
pub(crate) fn candidates(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    if !matches!(
        clause.predicate.lemma.as_str(),
        "be" | "become" | "turn" | "get" | "feel" | "stay" | "remain"
    ) {
        return Vec::new();
    }
    let mut mentions = subject_mentions(context, clause);
    if let Some(candidates) = together(context, clause, &mentions) {
        return candidates;
    }
    if let Some(candidate) = each_other(context, clause, &mentions) {
        return vec![candidate];
    }
    if let Some(owned) = mine(context, clause).or_else(|| somebodys(context, clause)) {
        return owned;
    }
    let last_day = last_day(context, clause);
    if !last_day.is_empty() {
        return last_day;
    }
    let of_its_owner = about_owner(context, clause);
    if !of_its_owner.is_empty() {
        return of_its_owner;
    }
    if let Some(day) = its_day(context, clause) {
        return vec![day];
    }
    let mut candidates = Vec::new();
    if mentions.is_empty() {
        mentions = common_mentions(context, clause);
        mentions.retain(|mention| {
            matches!(mention.entity, EntityRef::Named(_))
                || is_of_a_thing(&mention.entity)
                || is_one_relative(&mention.entity)
        });
    }
    for mention in mentions {
        if is_guess(context, clause, &mention) {
            continue;
        }
        candidates.extend(said_of(context, clause, &mention));
    }
    if candidates.is_empty() {
        candidates.extend(its_time(context, clause));
    }
    // "It isn't on the 15th but on the 22nd."
    for candidate in candidates.iter_mut().filter(|_| clause.is_negated) {
        let first = candidate.thing.tokens.start;
        let is_but =
            (first.saturating_sub(3)..first).any(|token| context.reading.is_any(token, &["but"]));
        candidate.denies_itself |= candidate.relation == Relation::HappenedOn && is_but;
    }
    // "My thesis is due on 15 July."
    let is_due = clause
        .with_role(Role::Attribute)
        .any(|attribute| context.reading.is_any(attribute.phrase.head, &["due"]));
    for candidate in candidates.iter_mut().filter(|_| is_due) {
        if candidate.relation == Relation::HappenedOn {
            candidate.phrase = "be due".to_owned();
        }
    }
    candidates
}

/// Whether it is something that somebody has, and nobody.
fn is_of_a_thing(entity: &EntityRef) -> bool {
    matches!(entity, EntityRef::Role { role: noun, .. } if !is_somebodys_role(noun))
}

/// What it says of one whom it is about.
fn said_of(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Vec<RelationCandidate> {
    let mut found = normalised(context, clause, mention);
    // "Colin is home from Calgary": where he was, and not where he comes from.
    let is_home = ["home", "back", "out", "away"]
        .iter()
        .any(|adverb| has_adverb(context, clause, adverb));
    found.retain(|one| one.relation != Relation::ComesFrom || !is_home);
    let of_study = year_of_study(context, clause, mention);
    // Who studies at Cardiff is told by that.
    found.retain(|one| one.relation != Relation::LocatedIn || of_study.is_empty());
    if found.is_empty() {
        found = of_study;
    }
    for argument in clause.with_role(Role::Attribute) {
        let ages = ages(context, mention, argument);
        if let Some(ages) = ages.filter(|_| clause.tense != Tense::Past) {
            found.push(being(clause, mention, Relation::HasAge, ages));
            continue;
        }
        let is_first = found.is_empty();
        for phrase in members(argument) {
            found.extend(attribute(context, clause, mention, phrase, is_first));
            let age = age_before(context.reading, phrase.head)
                .filter(|_| clause.tense != Tense::Past && is_somebody(context, mention));
            found.extend(age.map(|age| being(clause, mention, Relation::HasAge, age)));
        }
    }
    if found.is_empty() {
        found.extend(
            arguments(context, clause)
                .iter()
                .filter_map(|argument| whereabouts(context, clause, mention, argument)),
        );
    }
    if found.is_empty() {
        found.extend(standing_of(context, clause, mention));
    }
    if found.is_empty() {
        found.extend(away(context, clause, mention));
    }
    if found.is_empty() {
        found.extend(on_its_day(context, clause, mention));
    }
    found
}

/// "My exam is next Thursday at eleven."
fn on_its_day(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    let mut times = clause.with_role(Role::Time);
    let day = times.find_map(|time| date(context, &time.phrase));
    let is_noun = context.reading.pos(mention.head) != Pos::Pron;
    day.filter(|_| is_noun && is_event(context, mention.head))
        .map(|day| being(clause, mention, Relation::HappenedOn, day))
}

/// "Mika and Sanna are twins": what two are to each other.
fn each_other(
    context: &PassageContext<'_>,
    clause: &Clause,
    mentions: &[SubjectMention],
) -> Option<RelationCandidate> {
    let reading = context.reading;
    let [one, other] = mentions else {
        return None;
    };
    let head = clause.with_role(Role::Attribute).next()?.phrase.head;
    let found = role_at(reading, head).filter(|_| reading.tag(head) == "NNS")?;
    let Some(Kinship::Is(relation)) = found.relation else {
        return None;
    };
    if !relation.definition().is_symmetric {
        return None;
    }
    if possessor(reading, head).is_some() {
        return None;
    }
    let thing = ObjectCandidate {
        object: ExtractedObject::Entity(other.entity.clone()),
        words: context.name_of(&other.entity),
        head: other.head,
        kind: found.kind,
        tokens: other.head..other.head + 1,
    };
    let phrase = format!("be {}", found.name);
    Some(RelationCandidate::new(
        &one.entity,
        relation,
        &phrase,
        thing,
        aspect_of_being(clause),
    ))
}

/// What an attribute says of a subject.
fn attribute(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    phrase: &Phrase,
    is_first: bool,
) -> Vec<RelationCandidate> {
    let reading = context.reading;
    let head = phrase.head;
    let aspect = aspect_of_being(clause);
    let one = |relation, thing| vec![being(clause, mention, relation, thing)];
    if is_figure(context, clause, mention, head) {
        return Vec::new();
    }
    // "is 12 and a half"
    if reading.is_any(head, &["half"]) && reading.dep(head) == Dep::Conj {
        return Vec::new();
    }
    if matches!(clause.predicate.lemma.as_str(), "feel" | "stay" | "remain") {
        return felt(context, clause, mention, phrase).into_iter().collect();
    }
    if let Some(years) = old(context, mention, phrase) {
        // "I was sixteen when I learned to drive" is told by the learning.
        if clause.tense == Tense::Past {
            return Vec::new();
        }
        return one(
            Relation::HasAge,
            ObjectCandidate::value(&years.to_string(), head),
        );
    }
    if let Some(candidates) = standing(context, mention, phrase, aspect) {
        return candidates;
    }
    if is_diet(reading.lower(head)) || is_diet(&reading.lemma(head)) {
        return one(
            Relation::FollowsDiet,
            ObjectCandidate::value(&reading.lemma(head), head),
        );
    }
    let is_named = context
        .referents
        .at(head)
        .is_some_and(|_| reading.child(head, Dep::Amod).is_none());
    let has_day = is_event(context, mention.head) || is_due(context, mention, phrase);
    if let (true, Some(day)) = (has_day, date(context, phrase)) {
        return one(Relation::HappenedOn, day);
    }
    if !is_first || context.is_time(head) {
        return Vec::new();
    }
    if let Some(thing) = to_speaker(context, mention, phrase) {
        return one(Relation::Is, thing);
    }
    if is_named {
        // "My team is me, Lukas and Farida": none of them is the team.
        let is_one = clause
            .with_role(Role::Attribute)
            .all(|attribute| members(attribute).len() == 1);
        return match named_thing(context, mention, phrase).filter(|_| is_one) {
            Some(thing) => one(Relation::Is, thing),
            None => Vec::new(),
        };
    }
    said_by_kind(context, clause, mention, phrase)
}

/// "The first instalment is 5 October": whether an attribute is the day of the month of a thing.
fn is_due(context: &PassageContext<'_>, mention: &SubjectMention, phrase: &Phrase) -> bool {
    let reading = context.reading;
    !is_somebody(context, mention)
        && context.is_time(phrase.head)
        && has_digit(&reading.words(phrase.tokens.clone()))
        && (phrase.tokens.clone()).any(|token| MONTHS.contains(reading.lower(token)))
}

/// What a clause says of a subject in its own words, as long as it says so.
fn being(
    clause: &Clause,
    mention: &SubjectMention,
    relation: Relation,
    thing: ObjectCandidate,
) -> RelationCandidate {
    // "The crew got scared", "Sunil got drunk": then, and not for good.
    let first = thing.words.split(' ').find(|word| *word != "too");
    let gets = clause.predicate.lemma == "get";
    let is_past = clause.tense == Tense::Past && !clause.is_perfect;
    let gets_so =
        gets && first.is_some_and(|first| matches!(first, "married" | "divorced" | "engaged"));
    // "Mum's hip was broken after all": nobody says that it is whole.
    let was_broken = clause.predicate.lemma == "be"
        && !is_over(clause)
        && first.is_some_and(|first| BROKEN.contains(first));
    let aspect = match is_past {
        true if gets && first.is_some_and(is_passing) => Aspect::Holds,
        // "We got married in Rome": that was a day.
        true if gets_so || was_broken => Aspect::Happens,
        _ => aspect_of_being(clause),
    };
    // "My mother is getting divorced": she is not yet.
    let is_under_way = gets_so && clause.is_progressive && clause.tense == Tense::Present;
    RelationCandidate {
        meant: is_under_way.then_some(Modality::Planned),
        ..RelationCandidate::new(
            &mention.entity,
            relation,
            &clause.predicate.lemma,
            thing,
            aspect,
        )
    }
}

/// What has become of a thing or a limb, and stays so until it is mended.
static BROKEN: WordList = WordList::new(
    "broken torn cracked fractured sprained bent ruined damaged smashed dented flooded rotten dead stolen missing",
);

/// What an attribute says by what kind of word it is: a number, a quality, an occupation, a sort.
fn said_by_kind(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    phrase: &Phrase,
) -> Vec<RelationCandidate> {
    let reading = context.reading;
    let head = phrase.head;
    let aspect = aspect_of_being(clause);
    let one = |relation, thing| vec![being(clause, mention, relation, thing)];
    // "My locker code is 4471", "my booking code is XR4T9Q".
    let is_sign = (is_code(&reading.lemma(mention.head)) || is_own_code(&mention.entity))
        && has_digit(reading.word(head));
    if is_sign || reading.pos(head) == Pos::Num && !is_somebody(context, mention) {
        return value(context, phrase.tokens.clone(), head, &mention.entity)
            .map_or_else(Vec::new, |thing| one(Relation::Is, thing));
    }
    match reading.pos(head) {
        pos if pos != Pos::Adj
            && is_lasting(reading.lower(head))
            && !clause.predicate.tokens.is_empty() =>
        {
            // "I'm an atheist."
            let mut thing = ObjectCandidate::value(reading.lower(head), head);
            if let Some(article) = reading.child(head, Dep::Det)
                && article + 1 == head
                && reading.is_any(article, &["a", "an"])
            {
                thing.words = format!("{} {}", reading.lower(article), thing.words);
            }
            one(Relation::Is, thing)
        }
        // "makes me happy" is about what does.
        Pos::Adj if clause.predicate.tokens.is_empty() && !is_fragment(reading, clause) => {
            Vec::new()
        }
        Pos::Adj | Pos::Verb => quality(context, mention, phrase)
            .map_or_else(Vec::new, |thing| one(Relation::Is, thing)),
        Pos::Noun | Pos::Propn
            if names_occupation(reading, head) && is_somebody(context, mention) =>
        {
            occupations::of_phrase(context, mention, head, &clause.predicate.lemma, aspect)
        }
        Pos::Noun | Pos::Propn => {
            sort(context, mention, phrase).map_or_else(Vec::new, |thing| one(Relation::Is, thing))
        }
        _ => Vec::new(),
    }
}

/// "is my sister", "is Anna's best friend", "is the founder of X", "is a student at Y".
fn standing(
    context: &PassageContext<'_>,
    mention: &SubjectMention,
    phrase: &Phrase,
    aspect: Aspect,
) -> Option<Vec<RelationCandidate>> {
    let reading = context.reading;
    let head = phrase.head;
    let noun = reading.lemma(head);
    if let Some(found) = role_at(reading, head)
        && let Some(owner) = possessor(reading, head).and_then(|owner| context.referents.at(owner))
    {
        // "The house is my aunt's": whose it is, and nobody.
        if found.kind == EntityKind::Person && is_of_a_thing(&mention.entity) {
            return Some(Vec::new());
        }
        let candidate = relationship(context, mention, head, found, &owner.entity, aspect)?;
        return Some(vec![candidate]);
    }
    let (relation, wanted) = match noun.as_str() {
        "founder" | "co-founder" | "cofounder" => (Relation::Founded, ObjectType::Any),
        "owner" => (Relation::Owns, ObjectType::Any),
        "student" | "undergraduate" | "sophomore" | "freshman" => {
            (Relation::StudiesAt, ObjectType::Organization)
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
    let thing =
        thing(context, &phrase, &mention.entity).filter(|thing| suits(context, thing, wanted))?;
    let aspect = if relation == Relation::Founded {
        Aspect::Happens
    } else {
        aspect
    };
    Some(vec![RelationCandidate::new(
        &mention.entity,
        relation,
        &format!("be {noun} {}", reading.lower(preposition)),
        thing,
        aspect,
    )])
}

/// "is my sister": what somebody is to another.
pub(super) fn relationship(
    context: &PassageContext<'_>,
    mention: &SubjectMention,
    head: usize,
    found: crate::lexicon::Role,
    of: &EntityRef,
    aspect: Aspect,
) -> Option<RelationCandidate> {
    let relation = found.relation?;
    let entity = |entity: &EntityRef, head| ObjectCandidate {
        object: ExtractedObject::Entity(entity.clone()),
        words: context.name_of(entity),
        head,
        kind: EntityKind::Person,
        tokens: head..head + 1,
    };
    Some(match relation {
        Kinship::Turned(relation) => {
            let thing = ObjectCandidate {
                kind: found.kind,
                ..entity(&mention.entity, mention.head)
            };
            RelationCandidate::new(of, relation, "be", thing, aspect)
        }
        Kinship::Is(relation) => {
            let mut candidate =
                RelationCandidate::new(&mention.entity, relation, "be", entity(of, head), aspect);
            let noun = context.reading.lemma(head);
            candidate.wording = Some(format!("be {}'s {noun}", context.name_of(of)));
            candidate
        }
    })
}
