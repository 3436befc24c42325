//! Clauses that say what for, why, or at which times something is so: "to buy milk", "because it was noisy", "when I drink coffee".

use recollect_clauses::{Argument, Clause, Role, Tense};
use recollect_model::{Detail, DetailRole};
use recollect_spacy::{Dep, Pos};

use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::doings::doing;
use crate::local::extraction::clauses::objects::About;
use crate::local::extraction::clauses::reported::{reported, says_why};
use crate::local::extraction::clauses::words::spelled_for;
use crate::local::extraction::parse::reading::Reading;

/// The most words of a clause that is a detail: "to buy milk".
pub(super) const MAX_CLAUSE_WORDS: usize = 10;

/// "to buy milk", "because it was noisy", "when I drink coffee".
pub(super) fn purpose(
    context: &PassageContext<'_>,
    clause: &Clause,
    about: About<'_>,
    argument: &Argument,
) -> Option<Detail> {
    let reading = context.reading;
    let head = argument.phrase.head;
    // "was asked to lead the team" and "is keen to help" have it in their object.
    if head == about.thing.head || about.thing.tokens.contains(&head) {
        return None;
    }
    // "baking", of "likes to cook and bake"
    let is_second = argument.role == Role::Complement
        && reading.dep(about.thing.head) == Dep::Conj
        && argument.phrase.tokens.contains(&about.thing.head);
    let is_to = reading.is_infinitive(head);
    if is_second
        || argument.role == Role::Complement
            && about.thing.tokens.len() <= 1
            && about.thing.words.is_empty()
        || head < clause.predicate.head
    {
        return None;
    }
    // "helped me move": what follows whoever is helped.
    let helped = about.thing.head;
    if argument.role == Role::Complement
        && reading.head(helped) == head
        && reading.is_subject(helped)
        && reading.tag(head) != "VBN"
    {
        let tokens = helped + 1..argument.phrase.tokens.end;
        let words = doing(context, tokens, head, about.subject, MAX_CLAUSE_WORDS)?;
        return Some(Detail {
            role: DetailRole::Purpose,
            text: words.clone(),
            words,
        });
    }
    let mark = argument
        .preposition
        .as_ref()
        .map(|mark| mark.lemma.as_str());
    let role = match mark {
        Some("because" | "since" | "as") if says_why(context, argument) => DetailRole::Cause,
        _ if is_whenever(context, clause, argument) => DetailRole::Frequency,
        _ if !clause.markers.begins && is_when_so(context, argument) => DetailRole::Other,
        // "broke their wrist skiing"
        None if is_meanwhile(context, clause, argument) => DetailRole::Manner,
        None if is_to => DetailRole::Purpose,
        _ => return None,
    };
    let tokens = argument.phrase.tokens.clone();
    let words = if matches!(
        role,
        DetailRole::Cause | DetailRole::Frequency | DetailRole::Other
    ) {
        reported(context, about, tokens)?
    } else if tokens.len() > MAX_CLAUSE_WORDS {
        return None;
    } else {
        spelled_for(context, tokens, about.subject)?
    };
    let introduced = match mark.filter(|mark| !words.starts_with(mark)) {
        Some(mark) => format!("{mark} {words}"),
        None => words.clone(),
    };
    Some(Detail {
        role,
        text: words,
        words: introduced,
    })
}

/// "I sleep badly when I drink coffee after three": when something is so again and again, without which it would be said of every day.
fn is_whenever(context: &PassageContext<'_>, clause: &Clause, argument: &Argument) -> bool {
    let reading = context.reading;
    let is_present = |verb: usize| matches!(reading.tag(verb), "VBZ" | "VBP");
    argument.role == Role::AdverbialClause
        && reading.is_any(argument.phrase.tokens.start, &["when", "whenever", "if"])
        && is_present(clause.predicate.head)
        && is_present(argument.phrase.head)
        && !clause.is_progressive
}

/// "when I was twelve", "when we were kids": at which age something was, that is told with it.
fn is_when_so(context: &PassageContext<'_>, argument: &Argument) -> bool {
    let verb = argument.phrase.head;
    let clauses = context.reading.clauses.iter();
    argument.role == Role::AdverbialClause
        && clauses
            .filter(|clause| clause.predicate.head == verb)
            .any(|clause| is_when_young(context.reading, clause))
}

/// Whether a clause says at which age something else was: "when I was twelve".
pub(crate) fn is_when_young(reading: &Reading<'_>, clause: &Clause) -> bool {
    const YOUNG: &[&str] = &[
        "kid", "child", "boy", "girl", "baby", "toddler", "teenager", "student", "little", "young",
        "small",
    ];
    let verb = clause.predicate.head;
    let first = reading.doc.subtree_range(verb).start;
    let is_of_age =
        |token: usize| reading.tag(token) == "CD" || YOUNG.contains(&&*reading.lemma(token));
    reading.dep(verb) == Dep::Advcl
        && clause.tense == Tense::Past
        && reading.is_any(first, &["when", "since"])
        && clause
            .with_role(Role::Attribute)
            .any(|attribute| is_of_age(attribute.phrase.head))
}

/// The most words of what somebody was doing then.
const MAX_MEANWHILE: usize = 4;

/// "broke my wrist skiing": what somebody was doing when it happened, right behind it.
fn is_meanwhile(context: &PassageContext<'_>, clause: &Clause, argument: &Argument) -> bool {
    let reading = context.reading;
    let tokens = &argument.phrase.tokens;
    let is_behind = tokens.start == argument.phrase.head
        && tokens.start > clause.predicate.head + 1
        && reading.pos(tokens.start - 1) == Pos::Noun;
    argument.role == Role::AdverbialClause
        && reading.tag(argument.phrase.head) == "VBG"
        && !reading.is_any(
            argument.phrase.head,
            &["starting", "beginning", "commencing"],
        )
        && clause.tense == Tense::Past
        && is_behind
        && tokens.len() <= MAX_MEANWHILE
}
