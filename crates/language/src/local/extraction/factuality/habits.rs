//! What somebody would do in those days: "When I was younger, I'd practice for hours".

use recollect_clauses::{Kind, Tense};
use recollect_model::Modality;

use crate::local::extraction::parse::reading::Reading;
use crate::word_list::WordList;

/// Reads what would be as what used to be, where the sentence or the one before speaks of those days.
pub(crate) fn habits(reading: &mut Reading<'_>) {
    let found: Vec<usize> = (0..reading.clauses.len())
        .filter(|number| is_habit(reading, *number))
        .collect();
    for number in found {
        let clause = &mut reading.clauses[number];
        clause.kind = Kind::Statement;
        clause.modality = Modality::Actual;
        clause.tense = Tense::Past;
    }
}

fn is_habit(reading: &Reading<'_>, number: usize) -> bool {
    let clause = &reading.clauses[number];
    let mut helpers = clause.predicate.tokens.iter();
    let would = helpers.any(|token| reading.is_any(*token, &["would", "'d", "’d"]));
    // "He used to say I'd sell a patch to a naked man" is what he said.
    let is_open = clause.kind == Kind::Hypothetical
        && !clause.is_perfect
        && !clause.is_negated
        && clause.attribution.is_none();
    if !(would && is_open) || LIKING.contains(&clause.predicate.lemma) {
        return false;
    }
    let sentence = reading.doc.sentence_of(clause.predicate.head);
    let before = reading.sentence_before(clause.predicate.head);
    let start = before.map_or(sentence.start, |before| before.start);
    let is_supposed = sentence
        .clone()
        .any(|token| reading.is_any(token, &["if", "unless", "wish"]));
    let of_those_days = (start..sentence.end).any(|token| {
        let next = token + 1;
        DAYS.contains(reading.lower(token))
            || reading.is_any(token, &["grew", "growing"]) && reading.is_any(next, &["up"])
            || reading.is_any(token, &["used"]) && reading.is_any(next, &["to"])
            || reading.is_any(token, &["back"]) && reading.is_any(next, &["then", "when"])
            || reading.is_any(token, &["was"])
                && reading.is_any(next, &["little", "young", "small"])
    });
    !is_supposed && of_those_days
}

static LIKING: WordList =
    WordList::new("love like prefer be say think recommend suggest hate mind appreciate");

static DAYS: WordList = WordList::new("younger childhood kid child teenager teen youth youngster");
