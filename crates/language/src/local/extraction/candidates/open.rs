//! Open relations: the clause's own verb, where no normalised relation fits.

use recollect_clauses::{Argument, Clause, Role, Tense};
use recollect_model::{Aspect, Modality, RelationName};
use recollect_spacy::{Dep, Pos};

use crate::ExtractedObject;
use crate::lexicon::{is_light, is_thin};
use crate::local::extraction::candidates::candidate::{RelationCandidate, name};
use crate::local::extraction::candidates::complements::{MAX_PURSUIT, becomes, is_only_said};
use crate::local::extraction::candidates::insights::{
    insight, is_deed, judgement, undertaking, wanted_of,
};
use crate::local::extraction::candidates::intransitive::{
    alone, back_from, becoming, dies, is_cut, is_living, pastime,
};
use crate::local::extraction::candidates::patterns::is_only_described;
use crate::local::extraction::candidates::phrases::{own_phrase, phrase};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::details::details;
use crate::local::extraction::clauses::doings::doing;
use crate::local::extraction::clauses::objects::{self, ObjectCandidate};
use crate::local::extraction::clauses::reminders::is_reminded;
use crate::local::extraction::clauses::subjects::{SubjectMention, members};
use crate::local::extraction::clauses::words::{is_described, is_the_one};
use crate::local::extraction::constraints::{is_spoken_to, is_untold};
use crate::local::extraction::factuality;
use crate::local::extraction::factuality::aspect::{aspect_in, has_happened, is_done, is_over};
use crate::local::extraction::factuality::modality::is_able;

/// "finished painting the fence": it happened, rather than being so no more.
fn is_finishing(context: &PassageContext<'_>, clause: &Clause) -> bool {
    context.reading.governor(clause).is_some_and(|governor| {
        matches!(
            governor.predicate.lemma.as_str(),
            "finish" | "complete" | "end up"
        )
    })
}

/// What is cried out behind a sentence: "I saw the pictures, congratulations!".
const EXCLAIMED: &[&str] = &[
    "congratulations",
    "congrats",
    "thanks",
    "sorry",
    "cheers",
    "bravo",
];

/// Whether a value may stand as the object of an open relation.
fn is_substantial(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    thing: &ObjectCandidate,
) -> bool {
    let reading = context.reading;
    if reading.is_any(
        thing.head,
        &["myself", "ourselves", "himself", "herself", "non"],
    ) || reading.tag(thing.head) == "CD" && reading.doc.children(thing.head).next().is_none()
    {
        return false;
    }
    if let Some(entity) = thing.entity() {
        let is_named_to =
            reading.name_at(thing.head).is_some() && is_spoken_to(context, entity, thing.head);
        return !is_named_to && *entity != mention.entity;
    }
    let noun = reading.lemma(thing.head);
    // "I've got your back."
    if noun == "back" && matches!(clause.predicate.lemma.as_str(), "get" | "have") {
        return false;
    }
    // "Dogs bring me joy" says what they do to somebody.
    let is_given = matches!(clause.predicate.lemma.as_str(), "bring" | "cause")
        && !is_light(&noun)
        && clause.with_role(Role::IndirectObject).next().is_some();
    // "Mum works nights."
    let is_shift = clause.predicate.lemma == "work"
        && matches!(
            &*noun,
            "night" | "evening" | "morning" | "weekend" | "shift"
        );
    let is_told = is_shift
        || !(is_thin(&noun) || is_light(&noun))
        || is_given
        || is_described(reading, thing.head);
    is_told
        && !is_untold(context, thing)
        && thing.words.chars().filter(|c| c.is_alphabetic()).count() > 2
        && (!matches!(
            reading.pos(thing.head),
            Pos::Adj | Pos::Adv | Pos::Det | Pos::Intj
        ) || is_the_one(reading, thing.head))
}

/// The clause in its own words, where no normalised relation fits.
pub(crate) fn open(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Vec<RelationCandidate> {
    if let Some(whole) = insight(context, clause, mention)
        .or_else(|| wanted_of(context, clause, mention))
        .or_else(|| judgement(context, clause, mention))
    {
        return vec![whole];
    }
    if let Some(from) = back_from(context, clause, mention) {
        return vec![from];
    }
    if !is_telling(context, clause, mention) {
        return Vec::new();
    }
    if let Some(awaited) = awaited(context, clause, mention) {
        return vec![awaited];
    }
    let aspect = running(context, clause);
    if clause.with_role(Role::Object).next().is_none() && dies(context, clause, mention) {
        return alone(context, clause, mention, aspect);
    }
    // "scored 40 points" is parsed as how long it took.
    let is_counted = |argument: &&Argument| {
        argument.role == Role::Time
            && !context.is_time(argument.phrase.head)
            && context.reading.tag(argument.phrase.head) == "NNS"
    };
    let mut objects = clause.with_role(Role::Object);
    let object = objects
        .next()
        .or_else(|| clause.arguments.iter().find(is_counted));
    // "was allowed ibuprofen": what somebody was given is not what they did it to.
    let object = object.filter(|_| {
        let lemma = clause.predicate.lemma.as_str();
        !(clause.is_passive && matches!(lemma, "allow" | "permit" | "deny" | "refuse" | "forbid"))
    });
    if let Some(object) = object {
        return related(context, clause, mention, object, aspect);
    }
    if is_cut(context.reading, clause.predicate.head) {
        return Vec::new();
    }
    if becoming(context.reading, clause.predicate.head).is_some() {
        return alone(context, clause, mention, aspect);
    }
    let whole = [pastime, pursuit, appearance]
        .iter()
        .map(|read| read(context, clause, mention, aspect))
        .find(|candidates| !candidates.is_empty());
    whole
        .or_else(|| {
            prepositional(context, clause)
                .map(|argument| related(context, clause, mention, argument, aspect))
                .find(|candidates| !candidates.is_empty())
        })
        .or_else(|| undertaking(context, clause, mention, aspect).map(|one| vec![one]))
        .unwrap_or_else(|| alone(context, clause, mention, aspect))
}

/// What a clause says of a subject by one of its arguments.
fn related(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    argument: &Argument,
    aspect: Aspect,
) -> Vec<RelationCandidate> {
    // "You've got a whole fern on there": it is had.
    let has_got = clause.predicate.lemma == "get"
        && clause.is_perfect
        && argument.role == Role::Object
        && context.reading.is_any(clause.predicate.head, &["got"]);
    let (phrase, aspect) = match has_got {
        true => ("have".to_owned(), Aspect::Holds),
        false => (phrase(context, clause, argument), aspect),
    };
    let name = name(&phrase);
    if name.is_empty() || is_only_described(context, argument) {
        return Vec::new();
    }
    let relation = RelationName::of(&name);
    let Some(becomes) = becomes(context, clause, mention, argument) else {
        return Vec::new();
    };
    let things: Vec<ObjectCandidate> = members(argument)
        .iter()
        .filter_map(|member| objects::thing(context, member, &mention.entity))
        .filter(|thing| !is_only_said(clause, thing))
        .collect();
    let is_substantial = |thing: &ObjectCandidate| is_substantial(context, clause, mention, thing);
    // "motivational quotes and strategies": what says little alone says enough beside another.
    let has_another = things.iter().any(is_substantial);
    let is_beside = |thing: &ObjectCandidate| {
        has_another
            && thing.entity().is_none()
            && is_noun(context, thing)
            && (!is_untold(context, thing) || context.reading.is_definite(thing.head))
    };
    things
        .into_iter()
        .filter(|thing| is_substantial(thing) || is_beside(thing))
        .filter(|thing| !context.reading.is_any(thing.head, EXCLAIMED))
        .map(|thing| ObjectCandidate {
            words: format!("{}{becomes}", thing.words),
            ..thing
        })
        .map(|thing| {
            RelationCandidate::new(&mention.entity, relation.clone(), &phrase, thing, aspect)
        })
        .collect()
}

/// Whether a thing is called by a plain noun.
fn is_noun(context: &PassageContext<'_>, thing: &ObjectCandidate) -> bool {
    matches!(context.reading.tag(thing.head), "NN" | "NNS")
}

/// Whether a clause says something in its own words: no small talk, nothing that only could be, nothing about "you".
fn is_telling(context: &PassageContext<'_>, clause: &Clause, mention: &SubjectMention) -> bool {
    let is_word = |c: char| c.is_alphabetic() || " -'".contains(c);
    let lemma = &clause.predicate.lemma;
    let could_be = is_able(context, clause)
        || clause.modality == Modality::Possible
            && clause.tense == Tense::Untensed
            && !context.reading.has_modal(clause)
            && !is_reminded(context.reading, &context.reading.clauses, clause);
    // "We met at university" leaves out whom.
    let is_odd = lemma == "meet"
        && is_living(context, mention)
        && clause.with_role(Role::Object).next().is_none()
        || lemma.ends_with('-')
        || !lemma.chars().all(is_word);
    let is_implied = clause.is_passive && clause.predicate.tokens.is_empty();
    // "Speaking of Germany, …"
    let verb = clause.predicate.head;
    let is_link = lemma == "speak"
        && context.reading.tag(verb) == "VBG"
        && context.reading.dep(verb) == Dep::Advcl
        && context.reading.is_any(verb + 1, &["of"]);
    // Of whoever is spoken to, only what they did or are doing: "you look great" is politeness.
    let is_of_you = context.reading.is_any(mention.head, &["you", "u"])
        && (!is_done(clause) || context.reading.has_modal(clause));
    // "Keeps picturing the store" is told by the keeping.
    let is_kept = context.reading.governor(clause).is_some_and(|governor| {
        let mut doings = governor.with_role(Role::Complement);
        governor.predicate.lemma == "keep"
            && clause.markers.still
            && doings.any(|argument| {
                let tokens = argument.phrase.tokens.clone();
                doing(context, tokens, verb, &mention.entity, MAX_PURSUIT).is_some()
            })
    });
    if is_kept || is_odd || is_implied || is_link || is_of_you || could_be && !clause.is_negated {
        return false;
    }
    !factuality::is_small_talk(clause) || is_deed(context, clause)
}

/// "Can't wait for the opening!": what somebody looks forward to.
fn awaited(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    let is_eager = clause.predicate.lemma == "wait" && clause.is_negated;
    if !is_eager || !context.reading.has_modal(clause) {
        return None;
    }
    let argument = prepositional(context, clause).find(|argument| {
        let preposition = argument.preposition.as_ref();
        preposition.is_some_and(|preposition| preposition.lemma == "for")
    })?;
    let thing = objects::thing(context, &argument.phrase, &mention.entity)?;
    let phrase = "look forward to";
    let relation = RelationName::of(&name(phrase));
    Some(RelationCandidate {
        denies_itself: true,
        ..RelationCandidate::new(&mention.entity, relation, phrase, thing, Aspect::Holds)
    })
}

fn running(context: &PassageContext<'_>, clause: &Clause) -> Aspect {
    if is_finishing(context, clause) {
        return Aspect::Happens;
    }
    let aspect = if has_happened(clause) && !is_over(clause) && !clause.markers.begins {
        Aspect::Happens
    } else {
        Aspect::Holds
    };
    aspect_in(clause, aspect)
}

/// "feels nervous about the exam", "got stressed", "stayed calm".
fn appearance(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    aspect: Aspect,
) -> Vec<RelationCandidate> {
    let reading = context.reading;
    let attribute = clause.with_role(Role::Attribute).next();
    let Some(phrase) = attribute.map(|argument| &argument.phrase) else {
        return Vec::new();
    };
    let head = phrase.head;
    if clause.is_passive || context.is_time(head) || reading.pos(head) == Pos::Pron {
        return Vec::new();
    }
    let relation = name(&clause.predicate.lemma);
    objects::value(context, phrase.tokens.clone(), head, &mention.entity)
        .map(|thing| {
            RelationCandidate::new(
                &mention.entity,
                RelationName::of(&relation),
                &clause.predicate.lemma,
                thing,
                aspect,
            )
        })
        .into_iter()
        .collect()
}

/// "helped me move", "made her laugh": whom it is done to is parsed as who moves and laughs.
fn helped(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    aspect: Aspect,
) -> Option<RelationCandidate> {
    const CAUSING: &[&str] = &["help", "make", "let", "have", "get", "see", "watch", "hear"];
    let reading = context.reading;
    let lemma = clause.predicate.lemma.as_str();
    let doing = clause
        .with_role(Role::Complement)
        .map(|argument| argument.phrase.head)
        .find(|doing| *doing > clause.predicate.head && !reading.is_any(*doing, &["me", "us"]))?;
    let whom = reading
        .child(doing, Dep::Nsubj)
        .filter(|_| CAUSING.contains(&lemma))?;
    let referent = context.referents.at(whom)?;
    let is_other = referent.entity != mention.entity;
    // "Art helps us understand each other."
    let mut words = reading.doc.subtree_range(doing);
    let is_mutual = words.any(|token| reading.is_mutual(token));
    (is_other && !is_mutual).then(|| {
        let thing = ObjectCandidate {
            object: ExtractedObject::Entity(referent.entity.clone()),
            words: context.name_of(&referent.entity),
            head: whom,
            kind: referent.kind,
            tokens: referent.tokens.clone(),
        };
        RelationCandidate::new(
            &mention.entity,
            RelationName::of(lemma),
            lemma,
            thing,
            aspect,
        )
    })
}

/// "It made me appreciate how lucky I am", "made me feel like I belonged": whether what for can be told.
fn tells_what(
    context: &PassageContext<'_>,
    clause: &Clause,
    candidate: &RelationCandidate,
) -> bool {
    const FEELING: &[&str] = &["feel", "think", "realize", "realise", "want", "see"];
    let told = details(context, clause, candidate.about()).0;
    told.iter()
        .any(|detail| !FEELING.contains(&detail.text.as_str()))
}

/// "learned to bake bread", "decided to sell the house", "is thinking about moving".
fn pursuit(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    aspect: Aspect,
) -> Vec<RelationCandidate> {
    let reading = context.reading;
    if let Some(candidate) = helped(context, clause, mention, aspect) {
        let says_what = tells_what(context, clause, &candidate);
        return says_what.then_some(candidate).into_iter().collect();
    }
    let complement = clause.with_role(Role::Complement).find(|argument| {
        let head = argument.phrase.head;
        let has_subject = reading
            .doc
            .children(head)
            .any(|child| reading.is_subject(child));
        (reading.is_infinitive(head) || reading.tag(head) == "VBG")
            && !has_subject
            && head > clause.predicate.head
    });
    let Some(argument) = complement else {
        return Vec::new();
    };
    let head = argument.phrase.head;
    // What is wanted, planned, begun or stopped is said of the doing itself.
    let is_said_of_doing = reading
        .clauses
        .iter()
        .find(|inner| inner.predicate.head == head)
        .is_some_and(|inner| {
            let markers = &inner.markers;
            markers.begins
                || markers.ends
                || markers.used_to
                || matches!(
                    inner.modality,
                    Modality::Planned | Modality::Wished | Modality::Required
                )
        });
    if is_said_of_doing {
        return Vec::new();
    }
    // "went to propose" is "was going to".
    if matches!(
        clause.predicate.lemma.as_str(),
        "go" | "come" | "be" | "use" | "ask" | "have" | "get"
    ) {
        return Vec::new();
    }
    let tokens =
        argument.phrase.tokens.start.max(clause.predicate.head + 1)..argument.phrase.tokens.end;
    let Some(words) = doing(context, tokens.clone(), head, &mention.entity, MAX_PURSUIT) else {
        return Vec::new();
    };
    let phrase = own_phrase(context, clause);
    let mut thing = ObjectCandidate::value(&words, head);
    thing.tokens = tokens;
    vec![RelationCandidate::new(
        &mention.entity,
        RelationName::of(&name(&phrase)),
        &phrase,
        thing,
        aspect,
    )]
}

/// The arguments that an open relation without an object may be about: what its prepositions introduce.
fn prepositional<'c>(
    context: &'c PassageContext<'_>,
    clause: &'c Clause,
) -> impl Iterator<Item = &'c Argument> {
    const LOOSE: &[&str] = &[
        "like",
        "as",
        "than",
        "of",
        "without",
        "due",
        "because",
        "after",
        "before",
        "during",
        "since",
        "until",
        "till",
        "according",
    ];
    clause.arguments.iter().filter(|argument| {
        // "used to work full time until the birth"
        let is_end = argument.preposition.as_ref().is_some_and(|preposition| {
            is_over(clause) && matches!(preposition.lemma.as_str(), "until" | "till")
        });
        // "deciding between the Canon and the Fuji" is about both together.
        let is_between = argument.preposition.as_ref().is_some_and(|preposition| {
            preposition.lemma == "between" && argument.members.len() > 1
        });
        !is_end
            && !is_between
            && matches!(argument.role, Role::Prepositional | Role::Agent)
            && argument.clause.is_none()
            && !context.is_time(argument.phrase.head)
            && !argument.preposition.as_ref().is_some_and(|preposition| {
                let is_loose = context.reading.is_any(preposition.token, LOOSE);
                preposition.completes.is_some() || is_loose && !is_trade(clause, &preposition.lemma)
            })
    })
}

/// "is training as a midwife"
fn is_trade(clause: &Clause, preposition: &str) -> bool {
    preposition == "as"
        && matches!(
            clause.predicate.lemma.as_str(),
            "train" | "retrain" | "qualify" | "volunteer" | "moonlight"
        )
}
