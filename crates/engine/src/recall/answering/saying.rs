//! Whether a text says all that its answer needs.

use std::collections::HashSet;

use recollect_index::terms;
use recollect_language::{AskedTime, Hole};
use recollect_model::Nature;

use super::facts::{SAME_VERB, begins_in, own_words};
use super::{Asked, Candidate};

/// Verbs that say little of what somebody did.
const COMMON_VERBS: &[&str] = &[
    "be",
    "have",
    "do",
    "go",
    "come",
    "get",
    "make",
    "take",
    "give",
    "find",
    "see",
    "say",
    "think",
    "feel",
    "keep",
    "put",
    "start",
    "use",
    "try",
    "look",
    "hold",
    "take_away",
];

impl Asked {
    /// Whether a statement answers for certain though no text names the kind of what is asked for or all of what goes with it: the
    /// best of all, or what is told with it, whose verb is that of the question and no common one, or which happened on
    /// the day that the question names. `around` is the text around it.
    pub(super) fn is_plain(&self, number: usize, candidates: &[Candidate], around: &str) -> bool {
        let one = &candidates[number];
        let pattern = &self.pattern;
        let is_best = number == 0 || one.is_told_with(&candidates[0]);
        let relation = one.row.statement.proposition.relation.known();
        let began = one.row.statement.valid_at;
        let is_in_time = began.is_some_and(|at| begins_in(&pattern.time, at));
        let is_common = COMMON_VERBS.contains(&pattern.verb.as_str()) && pattern.object.is_empty();
        let has_verb = relation.is_none() && one.fit.relation >= SAME_VERB && !is_common;
        let is_of_the_day = matches!(pattern.time, AskedTime::During(_))
            && relation.is_some_and(|relation| relation.nature() == Nature::Event)
            && one.fit.relation >= 1.0;
        let said = said_around(one, around);
        let details = pattern.details.iter();
        // "How much did Walt ask to fix the fridge?" is not answered by what he asks for something else.
        let may_lack_half = pattern.hole != Hole::Detail;
        let details_said = details.clone().filter(|word| says(&said, word)).count();
        is_best
            && one.fit.is_match()
            && is_in_time
            && (has_verb || is_of_the_day)
            && pattern.kind_words.len() < 2
            && details_said * if may_lack_half { 2 } else { 1 } >= pattern.details.len()
            && says_names(&said, details.chain(&pattern.kind_words))
    }
}

/// Whether a statement and the text around it have all the words that an answer needs: "What did I see at the museum?" is not
/// answered by what was seen elsewhere.
pub(super) fn covers_question(needed: &HashSet<String>, one: &Candidate, around: &str) -> bool {
    needed.is_subset(&said_around(one, around))
}

/// The words of a statement and of the text around it, as texts are compared by.
fn said_around(one: &Candidate, around: &str) -> HashSet<String> {
    let mut said = own_words(&one.row);
    said.extend(terms(around));
    said
}

/// Whether a word of a question is among what is said.
pub(super) fn says(said: &HashSet<String>, word: &str) -> bool {
    terms(word).iter().all(|word| said.contains(word))
}

/// Whether all names among the words of a question are.
pub(super) fn says_names<'a>(
    said: &HashSet<String>,
    words: impl Iterator<Item = &'a String>,
) -> bool {
    let mut names = words.filter(|word| word.starts_with(char::is_uppercase));
    names.all(|name| says(said, name))
}
