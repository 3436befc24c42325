//! Whether a clause corrects what was said before.

use recollect_clauses::Clause;

use crate::local::extraction::clauses::context::PassageContext;

/// "I was wrong, …", "I made a mistake. …": in front of a clause or in the sentence before.
fn admits_error(context: &PassageContext<'_>, clause: &Clause) -> bool {
    const MAX_WORDS: usize = 8;
    let reading = context.reading;
    let sentence = reading.doc.sentence_of(clause.predicate.head);
    let before = sentence
        .start
        .checked_sub(1)
        .map(|last| reading.doc.sentence_of(last))
        .filter(|before| before.len() <= MAX_WORDS);
    let said = before.into_iter().flatten();
    said.chain(sentence.start..clause.predicate.head)
        .any(|token| {
            let is_mine = |back: usize| {
                token
                    .checked_sub(back)
                    .is_some_and(|who| reading.is_any(who, &["i"]))
            };
            reading.is_any(token, &["wrong", "mistaken"]) && is_mine(2)
                || reading.is_any(token, &["mistake"])
                    && is_mine(3)
                    // "I made the mistake of buying it" takes nothing back.
                    && !reading.is_any(token + 1, &["of"])
                || reading.is_any(token, &["misspoke"]) && is_mine(1)
        })
}

/// "Actually, it is …", "Sorry, I meant …", "no, not Basel, Bern".
pub(crate) fn is_correction(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let sentence = reading.doc.sentence_of(clause.predicate.head);
    let opens = sentence
        .clone()
        .find(|token| reading.word(*token).starts_with(char::is_alphabetic))
        .is_some_and(|first| {
            reading.is_any(first, &["actually", "correction"])
                || reading.is_any(first, &["no", "sorry", "oops", "wait"])
                    && sentence
                        .clone()
                        .any(|token| reading.is_any(token, &["actually", "meant", "mean"]))
        });
    let announced = reading.is_correction || opens || admits_error(context, clause);
    // "Tom doesn't live in Rome, he lives in Milan": the right one is the second.
    let is_wrong = clause.is_negated
        && reading.clauses.iter().any(|other| {
            !other.is_negated
                && other.predicate.lemma == clause.predicate.lemma
                && sentence.contains(&other.predicate.head)
        });
    announced && !is_wrong
        || sentence
            .clone()
            .any(|token| reading.is_any(token, &["meant"]) && token < clause.predicate.head)
}
