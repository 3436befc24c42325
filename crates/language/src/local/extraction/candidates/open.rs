//! Open relations: the clause's own verb, where no normalised relation fits.

use recollect_clauses::{Argument, Clause, Origin, Role, Tense};
use recollect_model::{Aspect, EntityKind, Modality, ObjectType, RelationName};
use recollect_spacy::{Dep, Pos};

use crate::ExtractedObject;
use crate::lexicon::{ALONE, is_thin};
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{self, ObjectCandidate};
use crate::local::extraction::clauses::subjects::{SubjectMention, members};
use crate::local::extraction::constraints::{is_spoken_to, is_untold, suits};
use crate::local::extraction::factuality;
use crate::local::extraction::factuality::aspect::{aspect_in, is_over};
use crate::local::extraction::factuality::modality::is_able;

/// "finished painting the fence": it happened, rather than being so no more.
fn is_finishing(context: &PassageContext<'_>, clause: &Clause) -> bool {
    clause
        .governor
        .and_then(|governor| context.reading.clauses.get(governor))
        .is_some_and(|governor| {
            matches!(
                governor.predicate.lemma.as_str(),
                "finish" | "complete" | "end up"
            )
        })
}

/// Whether a value may stand as the object of an open relation.
fn is_substantial(
    context: &PassageContext<'_>,
    mention: &SubjectMention,
    thing: &ObjectCandidate,
) -> bool {
    let reading = context.reading;
    let is_speaker = reading.is_any(thing.head, &["me", "us"]);
    if reading.is_any(thing.head, &["myself", "ourselves", "himself", "herself"])
        || is_speaker && reading.dep(thing.head) != Dep::Pobj
        || reading.tag(thing.head) == "CD"
    {
        return false;
    }
    if let Some(entity) = thing.entity() {
        return !is_spoken_to(context, entity, thing.head) && *entity != mention.entity;
    }
    !is_thin(&reading.lemma(thing.head))
        && !is_untold(context, thing)
        && thing.words.chars().filter(|c| c.is_alphabetic()).count() > 2
        && !matches!(
            reading.pos(thing.head),
            Pos::Adj | Pos::Adv | Pos::Det | Pos::Intj
        )
}

/// The clause in its own words, where no normalised relation fits.
pub(crate) fn open(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Vec<RelationCandidate> {
    if !is_telling(context, clause, mention) {
        return Vec::new();
    }
    let aspect = running(context, clause);
    let Some(argument) = foremost(context, clause) else {
        let pastime = pastime(context, clause, mention, aspect);
        return pastime.map_or_else(
            || alone(context, clause, mention, aspect),
            |candidate| vec![candidate],
        );
    };
    let phrase = phrase(context, clause, argument);
    let name = name(&phrase);
    if name.is_empty() || argument.origin == Origin::Antecedent {
        return Vec::new();
    }
    let relation = RelationName::of(&name);
    members(argument)
        .iter()
        .filter_map(|member| objects::thing(context, member, &mention.entity))
        .filter(|thing| suits(context, thing, ObjectType::Any))
        .filter(|thing| is_substantial(context, mention, thing))
        .map(|thing| {
            RelationCandidate::new(&mention.entity, relation.clone(), &phrase, thing, aspect)
        })
        .collect()
}

/// Whether a clause says something in its own words: no small talk, nothing that only could be, nothing about "you".
fn is_telling(context: &PassageContext<'_>, clause: &Clause, mention: &SubjectMention) -> bool {
    let is_word = |c: char| c.is_alphabetic() || " -'".contains(c);
    let lemma = &clause.predicate.lemma;
    let has_modal = clause
        .predicate
        .tokens
        .iter()
        .any(|token| context.reading.tag(*token) == "MD");
    let could_be = is_able(context, clause)
        || clause.modality == Modality::Possible && clause.tense == Tense::Untensed && !has_modal;
    // "We met at university" leaves out whom.
    let is_odd = lemma == "meet" && clause.with_role(Role::Object).next().is_none()
        || lemma.ends_with('-')
        || !lemma.chars().all(is_word);
    let is_implied = clause.is_passive && clause.predicate.tokens.is_empty();
    let is_of_you = context.reading.is_any(mention.head, &["you", "u"]);
    if is_odd || is_implied || is_of_you || could_be && !clause.is_negated {
        return false;
    }
    !factuality::is_small_talk(clause)
}

fn running(context: &PassageContext<'_>, clause: &Clause) -> Aspect {
    if is_finishing(context, clause) {
        return Aspect::Happens;
    }
    let happened = clause.tense == Tense::Past || clause.is_perfect && !clause.is_progressive;
    let aspect = if happened && !is_over(clause) && !clause.markers.begins {
        Aspect::Happens
    } else {
        Aspect::Holds
    };
    aspect_in(clause, aspect)
}

/// "goes swimming every morning".
fn pastime(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    aspect: Aspect,
) -> Option<RelationCandidate> {
    let doing = clause.with_role(Role::Complement).next()?.phrase.head;
    let verb = clause.predicate.lemma.as_str();
    if verb != "go" || context.reading.tag(doing) != "VBG" {
        return None;
    }
    let thing = ObjectCandidate::value(context.reading.lower(doing), doing);
    Some(RelationCandidate::new(
        &mention.entity,
        RelationName::of(verb),
        verb,
        thing,
        aspect,
    ))
}

/// The argument that an open relation is about: the object, or else what the first preposition introduces.
fn foremost<'c>(context: &PassageContext<'_>, clause: &'c Clause) -> Option<&'c Argument> {
    const LOOSE: &[&str] = &[
        "like", "as", "than", "of", "without", "due", "because", "after", "before", "during",
        "since", "until", "till",
    ];
    let object = clause.with_role(Role::Object).next();
    object.or_else(|| {
        clause.arguments.iter().find(|argument| {
            matches!(argument.role, Role::Prepositional | Role::Agent)
                && !context.is_time(argument.phrase.head)
                && !argument.preposition.as_ref().is_some_and(|preposition| {
                    preposition.completes.is_some()
                        || context.reading.is_any(preposition.token, LOOSE)
                })
        })
    })
}

/// The clause's own words for the relation: "be invited to" rather than "invite to".
fn phrase(context: &PassageContext<'_>, clause: &Clause, argument: &Argument) -> String {
    let phrase = clause.relation(argument);
    if !clause.is_passive {
        return phrase;
    }
    let participle = context.reading.lower(clause.predicate.head);
    match phrase.split_once(' ') {
        Some((_, rest)) => format!("be {participle} {rest}"),
        None => format!("be {participle}"),
    }
}

/// The name of an open relation.
fn name(phrase: &str) -> String {
    let words: Vec<&str> = phrase
        .split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '\''))
        .filter(|word| !word.is_empty())
        .collect();
    words.join("_").to_lowercase()
}

/// "Anna sings."
fn alone(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    aspect: Aspect,
) -> Vec<RelationCandidate> {
    let lemma = clause.predicate.lemma.as_str();
    let is_bare = clause.arguments.iter().all(|argument| {
        matches!(
            argument.role,
            Role::Adverbial | Role::Time | Role::AdverbialClause | Role::Prepositional
        )
    });
    let is_aside = context.reading.dep(clause.predicate.head) == Dep::Advcl;
    if !ALONE.contains(&lemma) || !is_bare || is_aside || clause.is_passive {
        return Vec::new();
    }
    let thing = ObjectCandidate {
        object: ExtractedObject::Value(String::new()),
        words: String::new(),
        head: clause.predicate.head,
        kind: EntityKind::Thing,
        tokens: clause.predicate.head..clause.predicate.head + 1,
    };
    vec![RelationCandidate::new(
        &mention.entity,
        RelationName::of(&name(lemma)),
        lemma,
        thing,
        aspect,
    )]
}
