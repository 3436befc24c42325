//! What "be" says that is no fact about its subject, or one about another: guesses, figures of speech, whose something is.

use recollect_clauses::{Argument, Clause, Phrase, Role, Tense};
use recollect_model::{EntityKind, Modality, Relation, RelationName};
use recollect_spacy::{Dep, Pos};

use crate::lexicon::{is_code, is_evaluation, is_feeling, is_unit, years};
use crate::local::extraction::candidates::candidate::{RelationCandidate, name};
use crate::local::extraction::clauses::common::common_mentions;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{ObjectCandidate, thing};
use crate::local::extraction::clauses::pointers::WHOSE;
use crate::local::extraction::clauses::subjects::{SubjectMention, members, subject_mentions};
use crate::local::extraction::clauses::words::enumerated;
use crate::local::extraction::constraints::is_somebody;
use crate::local::extraction::factuality::aspect::aspect_of_being;
use crate::local::extraction::mentions::roles::role_at;
use crate::local::extraction::parse::reading::Reading;
use crate::word_list::WordList;
use crate::{EntityRef, ExtractedObject};

/// "Plot 14 is mine": whoever speaks has it. Of others' nothing is told.
pub(super) fn mine(
    context: &PassageContext<'_>,
    clause: &Clause,
) -> Option<Vec<RelationCandidate>> {
    let reading = context.reading;
    let whose = clause.with_role(Role::Attribute).next()?.phrase.head;
    if !reading.is_any(whose, WHOSE) || reading.dep(whose) == Dep::Poss {
        return None;
    }
    // "My legs were not mine."
    let is_speakers = reading.is_any(whose, &["mine", "ours"]) && !clause.is_negated;
    let subject = clause.subject.as_ref().filter(|subject| {
        matches!(
            reading.pos(subject.phrase.head),
            Pos::Noun | Pos::Propn | Pos::Num
        )
    });
    let owned = context.speaker.filter(|_| is_speakers).zip(subject);
    let candidate = owned.and_then(|(speaker, subject)| {
        let thing = thing(context, &subject.phrase, speaker)?;
        Some(RelationCandidate::new(
            speaker,
            Relation::Has,
            "have",
            thing,
            aspect_of_being(clause),
        ))
    });
    Some(candidate.into_iter().collect())
}

/// "This coat is Marta's": whose something is. Nothing more is said by it.
pub(super) fn somebodys(
    context: &PassageContext<'_>,
    clause: &Clause,
) -> Option<Vec<RelationCandidate>> {
    const BELONG: &str = "belong to";
    let reading = context.reading;
    let attribute = &clause.with_role(Role::Attribute).next()?.phrase;
    let end = reading.child(attribute.head, Dep::Case)?;
    // "She is the boss's daughter" has its noun behind it.
    if clause.predicate.lemma != "be" || end != attribute.head + 1 {
        return None;
    }
    let owner = Phrase {
        tokens: reading.doc.subtree_range(attribute.head).start..end,
        ..attribute.clone()
    };
    let of_whom = |mention: SubjectMention| {
        let thing = thing(context, &owner, &mention.entity)?;
        let is_entity = matches!(thing.object, ExtractedObject::Entity(_));
        is_entity.then(|| {
            RelationCandidate::new(
                &mention.entity,
                RelationName::of(&name(BELONG)),
                BELONG,
                thing,
                aspect_of_being(clause),
            )
        })
    };
    let mut mentions = subject_mentions(context, clause);
    if mentions.is_empty() {
        mentions = common_mentions(context, clause);
    }
    mentions.retain(|mention| !is_somebody(context, mention));
    Some(mentions.into_iter().filter_map(of_whom).collect())
}

/// "the youngest of seven", "the tallest of my brothers"; the best says little.
pub(super) fn is_most_of(reading: &Reading<'_>, adjective: usize) -> bool {
    let of = reading.child(adjective, Dep::Prep);
    reading.tag(adjective) == "JJS"
        && !is_evaluation(reading.lower(adjective))
        && of.is_some_and(|of| reading.is_any(of, &["of"]))
}

/// "You must have been so pumped", "the rewards may be great": how something may be for somebody is no fact about it.
pub(super) fn is_guess(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> bool {
    let reading = context.reading;
    let is_second = reading.is_any(mention.head, &["you", "u"]);
    let is_common = matches!(&mention.entity, EntityRef::Named(name) if name.starts_with("the "));
    let mut attributes = clause.with_role(Role::Attribute);
    clause.modality == Modality::Possible
        && (is_second || is_common)
        && attributes.all(|attribute| {
            let word = reading.lower(attribute.phrase.head);
            is_evaluation(word)
                || is_feeling(word)
                || is_second && reading.pos(attribute.phrase.head) == Pos::Adj
        })
}

/// "The pigs are my boss", "we're only five sows", "we were three", "I'm no use": what nobody is in these words; and "he will be
/// happy", which nobody knows.
pub(super) fn is_figure(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    head: usize,
) -> bool {
    let reading = context.reading;
    let is_we = reading.is_any(mention.head, &["we"]);
    let is_several = matches!(reading.tag(mention.head), "NNS" | "NNPS");
    let is_counted = |child| reading.dep(child) == Dep::Nummod;
    let is_role = role_at(reading, head).is_some() && matches!(reading.tag(head), "NN");
    let is_foretold = clause.tense == Tense::Future
        && reading.pos(head) == Pos::Adj
        && (is_feeling(reading.lower(head)) || is_evaluation(reading.lower(head)));
    // "he's 120 lb"
    let is_measured = reading.tag(head) == "CD" && is_unit(reading.lower(head + 1));
    is_several && is_role
        || is_measured
        || is_we && (reading.tag(head) == "CD" || reading.doc.children(head).any(is_counted))
        || reading.is_any(head, &["use", "good", "match", "fun", "bother"]) && reading.is_none(head)
        || is_as_good_as(reading, head)
        || reading.pos(head) == Pos::Adj
            && reading.child(head, Dep::Det).is_some()
            && !is_most_of(reading, head)
        || is_we
            && reading.is_any(
                head,
                &["pair", "duo", "lot", "bunch", "team", "mess", "sight"],
            )
        || is_of_matter(context, mention, head)
        || is_beside_another(reading, head)
        || clause.is_negated && is_so_much(reading, head)
        || is_foretold
}

/// "I've never been so content": how much it never was, and not that it was not.
fn is_so_much(reading: &Reading<'_>, head: usize) -> bool {
    let mut children = reading.doc.children(head);
    children.any(|child| reading.is_any(child, &["so"]))
}

/// "His saw is better than mine": than what it is better cannot be read by itself.
fn is_beside_another(reading: &Reading<'_>, head: usize) -> bool {
    let than = reading
        .doc
        .children(head)
        .find(|child| reading.is_any(*child, &["than"]));
    than.and_then(|than| reading.child(than, Dep::Pobj))
        .is_some_and(|other| reading.is_any(other, WHOSE) || reading.is_any(other, &["that"]))
}

/// "I'm becoming moss": nobody is a matter.
fn is_of_matter(context: &PassageContext<'_>, mention: &SubjectMention, head: usize) -> bool {
    let reading = context.reading;
    let noun = reading.lemma(head);
    let is_bare = matches!(reading.tag(head), "NN" | "JJ")
        && reading.doc.children(head).all(|child| child > head)
        && head > 0
        && !reading.is_any(head - 1, &["-"]);
    let is_me =
        context.speaker == Some(&mention.entity) && reading.is_any(mention.head, &["i", "we"]);
    is_me && is_bare && NO_BEINGS.contains(&noun)
}

/// What nobody is but in a figure of speech.
static NO_BEINGS: WordList = WordList::new(
    "moss dust toast jelly mush putty history stone wood butter soup mud water fire ice air smoke gold trash garbage rubbish \
     praise proof evidence furniture wallpaper background weather",
);

/// "Basically married", "otherwise engaged": whether an adverb says that it is not quite so.
pub(super) fn is_as_good_as(reading: &Reading<'_>, head: usize) -> bool {
    const NEARLY: &[&str] = &[
        "otherwise",
        "basically",
        "practically",
        "virtually",
        "literally",
        "half",
    ];
    let above = reading.doc.children(reading.head(head));
    reading
        .doc
        .children(head)
        .chain(above)
        .any(|how| how < head && reading.dep(how) == Dep::Advmod && reading.is_any(how, NEARLY))
}

/// "is 30", "is ten years old".
pub(super) fn old(
    context: &PassageContext<'_>,
    mention: &SubjectMention,
    phrase: &Phrase,
) -> Option<u32> {
    let reading = context.reading;
    let head = phrase.head;
    let can_age = context.referents.at(mention.head).is_some_and(|referent| {
        matches!(
            referent.kind,
            EntityKind::Person | EntityKind::Owner | EntityKind::Animal
        )
    });
    if !can_age {
        return None;
    }
    let is_joined = phrase
        .tokens
        .clone()
        .any(|token| reading.is_any(token, &["-"]));
    if reading.tag(head) == "CD" && phrase.tokens.len() <= if is_joined { 4 } else { 2 } {
        return years_at(reading, head);
    }
    let is_old = reading.is_any(head, &["old"])
        || reading.lemma(head) == "year"
            && phrase
                .tokens
                .clone()
                .any(|token| reading.is_any(token, &["old"]));
    let number = phrase
        .tokens
        .clone()
        .find(|token| reading.tag(*token) == "CD")?;
    let counts_years = phrase
        .tokens
        .clone()
        .any(|token| matches!(reading.lemma(token).as_str(), "year" | "years" | "yr"));
    (is_old && counts_years).then(|| years_at(reading, number))?
}

/// A number of years: the parser reads "fifty-eight" as three words.
pub(super) fn years_at(reading: &Reading<'_>, number: usize) -> Option<u32> {
    let is_hyphen = |token: usize| reading.is_any(token, &["-"]);
    let joined = |first: usize| format!("{}-{}", reading.lower(first), reading.lower(first + 2));
    let whole = match number.checked_sub(2) {
        Some(first) if is_hyphen(first + 1) => years(&joined(first)),
        _ if is_hyphen(number + 1) => years(&joined(number)),
        _ => None,
    };
    // "34-year-old"
    whole.or_else(|| years(reading.lower(number)))
}

/// "My kids are 5 and 8": how old several are.
pub(super) fn ages(
    context: &PassageContext<'_>,
    mention: &SubjectMention,
    attribute: &Argument,
) -> Option<ObjectCandidate> {
    let head = attribute.phrase.head;
    let years: Vec<String> = members(attribute)
        .iter()
        .map(|phrase| Some(old(context, mention, phrase)?.to_string()))
        .collect::<Option<_>>()?;
    (years.len() > 1).then(|| ObjectCandidate::value(&enumerated(years), head))
}

/// "I'm a 34-year-old nurse": how old somebody is, who is something else besides.
pub(super) fn age_before(reading: &Reading<'_>, noun: usize) -> Option<ObjectCandidate> {
    let old = reading
        .doc
        .children(noun)
        .find(|child| *child < noun && reading.is_any(*child, &["old"]))?;
    let year = reading.child(old, Dep::Npadvmod)?;
    let number = reading.child(year, Dep::Nummod)?;
    let years = years_at(reading, number).filter(|_| reading.lemma(year) == "year")?;
    Some(ObjectCandidate::value(&years.to_string(), old))
}

/// Whether `entity` is somebody's number or code: "it" in "It's 0176 5550 123", after "my phone number".
pub(super) fn is_own_code(entity: &EntityRef) -> bool {
    match entity {
        EntityRef::Role { role, .. } => is_code(role.rsplit(' ').next().unwrap_or(role)),
        _ => false,
    }
}

pub(crate) fn has_digit(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
}
