//! What verbs say: the normalised relations of the table, or else the verb itself.

use recollect_clauses::{Argument, Clause, Role, Tense};
use recollect_model::{Aspect, EntityKind, Modality, Relation, RelationName};
use recollect_spacy::Dep;

use crate::ExtractedObject;
use crate::lexicon::conjugation::{gerund, past, third_person};
use crate::local::extraction::candidates::belongings;
use crate::local::extraction::candidates::occupations;
use crate::local::extraction::candidates::open::open;
use crate::local::extraction::candidates::patterns::{listed, normalised};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{self, ObjectCandidate};
use crate::local::extraction::coreference::referents::How;
use crate::local::extraction::factuality;
use crate::local::extraction::statements::{RelationCandidate, SubjectMention, subject_mentions};
use crate::word_list::WordList;

/// Verbs that say something without an object.
pub(crate) const ALONE: &[&str] = &[
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
pub(crate) const OF_DOING: &[&str] = &[
    "like", "love", "enjoy", "adore", "hate", "dislike", "detest", "prefer",
];

/// What a clause with a verb says.
pub(crate) fn candidates(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    if let Some(candidate) = loved_doing(context, clause).or_else(|| left(context, clause)) {
        return vec![candidate];
    }
    let subject_mentions = subject_mentions(context, clause);
    if is_of_doing(context, clause) {
        return Vec::new();
    }
    if let Some(candidates) = together(context, clause, &subject_mentions) {
        return candidates;
    }
    let mut candidates = Vec::new();
    for mention in &subject_mentions {
        // "We should plan a session" is a suggestion.
        if clause.modality == Modality::Required
            && context.reading.is_any(mention.head, &["we", "us", "you"])
        {
            continue;
        }
        if let Some(candidate) =
            unbearable(context, clause, mention).or_else(|| given_up(context, clause, mention))
        {
            candidates.push(candidate);
            continue;
        }
        let mut found = age(context, clause, mention);
        if found.is_empty() {
            found = occupations::candidates(context, clause, mention);
        }
        if found.is_empty() {
            found = belongings::candidates(context, clause, mention);
        }
        let is_settled = belongings::is_settled(clause) && found.is_empty();
        if found.is_empty() && !is_settled {
            found = normalised(context, clause, mention);
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
    }
    candidates
}

/// Whether a clause is the "hiking" of "loves hiking", which is said of loving it.
fn is_of_doing(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let governor = clause
        .governor
        .and_then(|governor| context.reading.clauses.get(governor));
    governor.is_some_and(|governor| {
        governor.modality != Modality::Wished
            && (OF_DOING.contains(&governor.predicate.lemma.as_str())
                || governor.predicate.lemma == "be")
            && clause.tense != Tense::Past
            && clause.attribution.is_none()
    })
}

/// "Tom and I got married": what two subjects are to each other.
pub(crate) fn together(
    context: &PassageContext<'_>,
    clause: &Clause,
    subject_mentions: &[SubjectMention],
) -> Option<Vec<RelationCandidate>> {
    let [one, other] = subject_mentions else {
        return None;
    };
    let reading = context.reading;
    let (relation, aspect) = match clause.predicate.lemma.as_str() {
        "marry" => (Relation::MarriedTo, Aspect::Begins),
        "divorce" | "separate" => (Relation::MarriedTo, Aspect::Ends),
        "engage" => (Relation::EngagedTo, Aspect::Begins),
        "break up" | "split up" | "split" => (Relation::InRelationshipWith, Aspect::Ends),
        "date" => (Relation::InRelationshipWith, Aspect::Holds),
        "be" if clause
            .with_role(Role::Adverbial)
            .any(|argument| reading.is_any(argument.phrase.head, &["together"])) =>
        {
            (Relation::InRelationshipWith, Aspect::Holds)
        }
        _ => return None,
    };
    let has_other = clause.arguments.iter().any(|argument| {
        let leads = argument.preposition.as_ref();
        (argument.role == Role::Object
            || leads.is_some_and(|leads| listed("to with from", &leads.lemma)))
            && !context.is_time(argument.phrase.head)
            && context.referents.at(argument.phrase.head).is_some()
    });
    if has_other || reading.is_any(other.head, &["we"]) {
        return None;
    }
    let kind = context.referents.at(other.head)?.kind;
    let thing = ObjectCandidate {
        object: ExtractedObject::Entity(other.entity.clone()),
        words: context.name_of(&other.entity),
        head: other.head,
        kind,
        tokens: other.head..other.head + 1,
    };
    let phrase = clause.predicate.lemma.clone();
    Some(vec![RelationCandidate::new(
        &one.entity,
        relation,
        &phrase,
        thing,
        aspect,
    )])
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

/// "Lena left me": somebody by name who leaves somebody was together with them.
fn left(context: &PassageContext<'_>, clause: &Clause) -> Option<RelationCandidate> {
    let reading = context.reading;
    let is_alone = clause.arguments.iter().all(|argument| {
        matches!(argument.role, Role::Object | Role::Time)
            || argument.preposition.is_some() && context.is_time(argument.phrase.head)
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
        context.referents.at(clause.subject.as_ref()?.phrase.head)?,
        context.referents.at(object)?,
    );
    let is_couple = who.how == How::Named
        && who.kind == EntityKind::Person
        && reading.is_any(object, &["me", "him", "her"])
        && who.entity != whom.entity;
    is_couple.then(|| {
        let thing = ObjectCandidate {
            object: ExtractedObject::Entity(whom.entity.clone()),
            words: context.name_of(&whom.entity),
            head: object,
            kind: EntityKind::Person,
            tokens: object..object + 1,
        };
        RelationCandidate::new(
            &who.entity,
            Relation::InRelationshipWith,
            "leave",
            thing,
            Aspect::Ends,
        )
    })
}

/// "can't stand cilantro", which the parser takes apart in several ways.
fn unbearable(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    if !matches!(clause.predicate.lemma.as_str(), "stand" | "bear") || !clause.is_negated {
        return None;
    }
    let found = clause
        .arguments
        .iter()
        .find_map(|argument| match argument.role {
            Role::Object | Role::Adverbial | Role::Complement => {
                thing_of(context, argument, mention)
            }
            _ => None,
        })?;
    let mut candidate = RelationCandidate::new(
        &mention.entity,
        Relation::Dislikes,
        "can't stand",
        found,
        Aspect::Holds,
    );
    candidate.denies_itself = true;
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
        matches!(argument.role, Role::Time | Role::Adverbial)
            || context.is_time(argument.phrase.head)
    });
    let gets = reading
        .doc
        .children(verb)
        .any(|child| reading.dep(child) == Dep::AuxPass && reading.lemma(child) == "get");
    let aspect = if gets { Aspect::Begins } else { Aspect::Holds };
    (clause.is_passive && is_alone && factuality::is_lasting(reading.lower(verb))).then(|| {
        RelationCandidate::new(
            &mention.entity,
            Relation::Is,
            "be",
            ObjectCandidate::value(reading.lower(verb), verb),
            aspect,
        )
    })
}

/// "gave up smoking".
fn given_up(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    if !matches!(clause.predicate.lemma.as_str(), "give up" | "quit" | "stop") {
        return None;
    }
    let head = clause.with_role(Role::Object).next()?.phrase.head;
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

/// Games and instruments: giving one up is playing it no more.
static PLAYED: WordList = WordList::new(
    "chess tennis football soccer golf basketball volleyball handball hockey rugby badminton squash \
     baseball softball cricket poker bridge piano violin viola cello guitar bass drum drums flute \
     clarinet oboe trumpet trombone saxophone harp accordion ukulele banjo mandolin organ",
);

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
    if clause.predicate.lemma != "turn" {
        return Vec::new();
    }
    let number = clause
        .arguments
        .iter()
        .filter(|argument| matches!(argument.role, Role::Object | Role::Attribute | Role::Time))
        .map(|argument| argument.phrase.head)
        .find(|head| context.reading.tag(*head) == "CD")
        .and_then(|head| Some((head, years(context.reading.lower(head))?)));
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

/// A number of years somebody may be old.
pub(crate) fn years(word: &str) -> Option<u32> {
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
