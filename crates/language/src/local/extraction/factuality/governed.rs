//! What the verb above a clause, or a word before it, leaves open: "checked if the door was shut", "tell me you saw it", "I said
//! wait", "I about died".

use recollect_clauses::{AttributionKind, Clause, Tense};
use recollect_spacy::{Dep, Pos};

use crate::local::extraction::parse::reading::Reading;
use crate::word_list::WordList;

/// Whether a clause is not said to be so, by what governs it.
pub(super) fn is_left_open(reading: &Reading<'_>, clause: &Clause) -> bool {
    let is_complement = matches!(reading.dep(clause.predicate.head), Dep::Ccomp | Dep::Xcomp);
    is_complement
        && (is_indirect_question(reading, clause)
            || is_begged(reading, clause)
            || is_bidden(reading, clause)
            || is_made(reading, clause))
        || is_alternative_question(reading, clause)
        || is_turned_round(reading, clause)
        || is_either(reading, clause)
        || is_cut_short(reading, clause)
        || is_of_conviction(reading, clause)
        || is_nearly(reading, clause)
        || is_half(reading, clause)
        || is_so_that(reading, clause)
        || is_compared_with(reading, clause)
        || is_past_thought(reading, clause)
}

/// "checked if the shed had a lock"
fn is_indirect_question(reading: &Reading<'_>, clause: &Clause) -> bool {
    let mark = reading.child(clause.predicate.head, Dep::Mark);
    mark.is_some_and(|mark| reading.is_any(mark, &["if", "whether"]))
}

/// "Tell me you saw it."
fn is_begged(reading: &Reading<'_>, clause: &Clause) -> bool {
    let above = reading.head(clause.predicate.head);
    let subject = clause.subject.as_ref();
    subject.is_some_and(|subject| reading.is_any(subject.phrase.head, &["you", "u"]))
        && reading.is_any(above, &["tell", "promise", "swear"])
        && reading.tag(above) == "VB"
}

/// "I said wait", "told myself not to worry": what somebody is to do.
fn is_bidden(reading: &Reading<'_>, clause: &Clause) -> bool {
    let verb = clause.predicate.head;
    let above = reading.head(verb);
    let is_command = reading.tag(verb) == "VB"
        && SAYING.contains(&reading.lemma(above))
        && !reading.is_infinitive(verb)
        && reading.child(verb, Dep::Nsubj).is_none();
    let mut told = reading.doc.children(above);
    is_command
        || reading.lemma(above) == "tell" && told.any(|one| reading.lower(one).ends_with("self"))
}

/// "You'll make me cry", "you made us be horses", "I will never let him choose": what somebody makes or lets another do, and may not.
fn is_made(reading: &Reading<'_>, clause: &Clause) -> bool {
    let verb = clause.predicate.head;
    let above = reading.head(verb);
    // "He's a butcher, you can't make this up" makes nobody anything.
    if verb < above || !matches!(reading.tag(verb), "VB" | "VBP") {
        return false;
    }
    match reading.lemma(above).as_str() {
        "make" => {
            reading.lemma(verb) == "be"
                || reading.tag(above) == "VB" && clause.tense == Tense::Future
        }
        "let" => reading.child(above, Dep::Neg).is_some(),
        // "the mornings I won't have to shout"
        "have" | "need" => {
            reading.child(above, Dep::Neg).is_some()
                && reading
                    .doc
                    .children(above)
                    .any(|helper| reading.is_any(helper, &["wo", "will", "'ll"]))
        }
        _ => false,
    }
}

/// "I read the letter more than I've read any book": what something is compared with.
fn is_compared_with(reading: &Reading<'_>, clause: &Clause) -> bool {
    let first = reading.doc.subtree_range(clause.predicate.head).start;
    reading.is_any(first, &["than"]) || first > 0 && reading.is_any(first - 1, &["than"])
}

/// "I about died."
fn is_nearly(reading: &Reading<'_>, clause: &Clause) -> bool {
    let verb = clause.predicate.head;
    let before = verb.checked_sub(1);
    matches!(reading.tag(verb), "VBD" | "VBN")
        && before
            .is_some_and(|about| reading.is_any(about, &["about"]) && reading.head(about) == verb)
}

/// "the blanket that I've only half finished"
fn is_half(reading: &Reading<'_>, clause: &Clause) -> bool {
    let verb = clause.predicate.head;
    let before = verb.checked_sub(1);
    before.is_some_and(|half| {
        reading.is_any(half, &["half", "halfway", "partly", "partially"])
            && reading.head(half) == verb
            && reading.dep(half) == Dep::Advmod
    })
}

/// "She'll go part-time so she can finish her course": what for.
fn is_so_that(reading: &Reading<'_>, clause: &Clause) -> bool {
    let verb = clause.predicate.head;
    let first = clause
        .subject
        .as_ref()
        .map(|subject| subject.phrase.tokens.start);
    let so = first.and_then(|first| {
        let that = first.checked_sub(1)?;
        match reading.is_any(that, &["that"]) {
            true => that.checked_sub(1),
            false => Some(that),
        }
    });
    let is_able = reading.doc.children(verb).any(|child| {
        reading.dep(child) == Dep::Aux && reading.is_any(child, &["can", "could", "will", "would"])
    });
    is_able && reading.dep(verb) == Dep::Advcl && so.is_some_and(|so| reading.is_any(so, &["so"]))
}

/// "Is this chat alive or have we all died": an auxiliary before its subject, behind "or".
fn is_alternative_question(reading: &Reading<'_>, clause: &Clause) -> bool {
    let Some(subject) = &clause.subject else {
        return false;
    };
    let mut children = reading.doc.children(clause.predicate.head);
    let auxiliary = children.find(|child| matches!(reading.dep(*child), Dep::Aux | Dep::AuxPass));
    auxiliary.is_some_and(|auxiliary| {
        auxiliary > 0
            && auxiliary < subject.phrase.tokens.start
            && reading.is_any(auxiliary - 1, &["or"])
    })
}

/// "Ben are you home", "can I book it now": an auxiliary before "you" or "I", without a mark of question.
fn is_turned_round(reading: &Reading<'_>, clause: &Clause) -> bool {
    const OF_YOU: &[&str] = &[
        "are", "were", "do", "did", "have", "can", "could", "will", "would", "should",
    ];
    if is_asked_without_mark(reading, clause) {
        return true;
    }
    let head = clause.predicate.head;
    let mut before = reading.doc.sentence_of(head);
    let turned = before.find(|token| {
        let next = token + 1;
        let belongs = *token == head || reading.head(*token) == head;
        let asks = OF_YOU.contains(&reading.lower(*token)) && reading.is_any(next, &["you", "u"])
            || reading.is_any(*token, &["can", "could", "should", "may"])
                && reading.is_any(next, &["i", "we"]);
        belongs && asks && *token <= head
    });
    turned.is_some_and(|token| {
        let lead = token.checked_sub(1);
        lead.is_none_or(|lead| {
            reading.is_start(token)
                || reading.is_any(lead, &[","])
                || reading.is_start(lead) && reading.pos(lead) == Pos::Propn
        })
    })
}

/// "which node version do we use", "how old is he now": an auxiliary before a pronoun, behind a word that asks.
fn is_asked_without_mark(reading: &Reading<'_>, clause: &Clause) -> bool {
    const ASKING: &[&str] = &["which", "what", "how", "where", "who", "when", "why"];
    const AUXILIARIES: &[&str] = &[
        "do", "does", "did", "is", "are", "was", "were", "have", "has", "can", "could", "will",
        "would", "should",
    ];
    const SUBJECTS: &[&str] = &["i", "you", "u", "he", "she", "they", "we"];
    const MAX_BETWEEN: usize = 4;
    let head = clause.predicate.head;
    let sentence = reading.doc.sentence_of(head);
    let mut words = sentence.clone().take_while(|token| *token <= head);
    let Some(asking) = words.find(|token| {
        reading.is_any(*token, ASKING)
            && (reading.is_start(*token)
                || token.checked_sub(1).is_some_and(|before| {
                    reading.is_any(before, &[",", "omg", "so", "and", "but"])
                }))
    }) else {
        return false;
    };
    let between = asking + 1..sentence.end.min(asking + 2 + MAX_BETWEEN);
    let found = between
        .clone()
        .find(|token| reading.is_any(*token, AUXILIARIES));
    found.is_some_and(|found| {
        (found == head || reading.head(found) == head)
            && reading.is_any(found + 1, SUBJECTS)
            && (asking + 1..found)
                .all(|token| !reading.is_subject(token) && reading.pos(token) != Pos::Verb)
            && !sentence.clone().any(|token| reading.is_any(token, &["?"]))
    })
}

/// "Either you pay or I tell them."
fn is_either(reading: &Reading<'_>, clause: &Clause) -> bool {
    let head = clause.predicate.head;
    let sentence = reading.doc.sentence_of(head);
    let either = sentence.clone().find(|token| {
        reading.is_any(*token, &["either"])
            && reading.is_subject(reading.doc.tokens.len().min(token + 1))
    });
    either.is_some_and(|either| {
        head > either && (either..sentence.end).any(|token| reading.is_any(token, &["or"]))
    })
}

/// "When I get a sitter.", "Until I find a job.": a sentence that is but a condition.
fn is_cut_short(reading: &Reading<'_>, clause: &Clause) -> bool {
    let head = clause.predicate.head;
    let first = reading.doc.sentence_of(head).start;
    // "Once a week I swim"
    let is_once = reading.is_any(first, &["once"]) && reading.is_subject(first + 1);
    let is_condition = (is_once
        || reading.is_any(first, &["when", "until", "till", "unless", "if"]))
        && reading.head(first) == head
        && clause.tense != Tense::Past;
    is_condition && reading.dep(head) == Dep::Root
}

/// "My father is convinced that he is ill": of which others than whoever speaks are sure.
fn is_of_conviction(reading: &Reading<'_>, clause: &Clause) -> bool {
    let head = clause.predicate.head;
    let above = reading.head(head);
    // "I'm afraid I broke it" is what happened.
    let who = reading
        .child(above, Dep::Nsubj)
        .or_else(|| reading.child(reading.head(above), Dep::Nsubj));
    let is_another = who.is_none_or(|who| !reading.is_any(who, &["i", "we"]));
    reading.dep(head) == Dep::Ccomp
        && is_another
        && matches!(reading.pos(above), Pos::Adj | Pos::Verb)
        && reading.is_any(
            above,
            &[
                "convinced",
                "certain",
                "sure",
                "adamant",
                "afraid",
                "worried",
                "scared",
                "paranoid",
                "doubtful",
                "hopeful",
                "persuaded",
            ],
        )
}

/// "I thought I was finished": what somebody thought of themselves, and knows better since.
fn is_past_thought(reading: &Reading<'_>, clause: &Clause) -> bool {
    let Some(attribution) = &clause.attribution else {
        return false;
    };
    let is_i = |head: usize| reading.is_any(head, &["i", "we"]);
    let thinks = matches!(
        reading.lemma(attribution.verb).as_str(),
        "think" | "figure" | "reckon" | "assume"
    );
    let source = attribution.source.as_ref();
    attribution.kind == AttributionKind::Believed
        && reading.tag(attribution.verb) == "VBD"
        && thinks
        && source.is_some_and(|source| is_i(source.head))
        && clause
            .subject
            .as_ref()
            .is_some_and(|subject| is_i(subject.phrase.head) || clause.is_perfect)
}

/// Verbs of speech that may be followed by what somebody is told to do.
static SAYING: WordList = WordList::new("say shout yell go tell text write whisper");
