//! Which of several answers are of the kind that a question asks for.

use recollect_index::terms;

use super::filling::Filler;

/// What somebody does rather than has.
const PASTIMES: &str = "activity hobby sport exercise pastime thing job work chore way";

/// The words of a name before "of", "about" and the like: "films" of "films about love".
fn before_preposition(name: &str) -> &str {
    const PREPOSITIONS: &[&str] = &[
        " of ", " about ", " for ", " with ", " in ", " from ", " by ",
    ];
    let end = PREPOSITIONS
        .iter()
        .filter_map(|preposition| name.find(preposition))
        .min();
    name.get(..end.unwrap_or(name.len())).unwrap_or(name)
}

impl Filler<'_> {
    /// "What kind of films does she enjoy?": where some of what is found is called a film, those; and no pastime where things
    /// are asked for. "Jazz" is music without being called so.
    pub(super) fn of_kind(&self, mut found: Vec<usize>) -> Vec<usize> {
        let kinds = terms(&self.asked.pattern.kind_words.join(" "));
        if kinds.is_empty() {
            return found;
        }
        let name = |number: usize| self.at(number).row.object_name.as_str();
        let is_called = |number: &usize| {
            let phrase = terms(before_preposition(name(*number)));
            phrase.last().is_some_and(|head| kinds.contains(head))
        };
        if found.iter().any(is_called) {
            found.retain(is_called);
            return found;
        }
        let pastimes = terms(PASTIMES);
        let asks_for_doing = kinds
            .iter()
            .any(|kind| pastimes.contains(kind) || kind.ends_with("ing"));
        let is_doing = |number: usize| {
            let mut words = name(number).split(' ');
            words.next().is_some_and(|first| first.ends_with("ing")) && words.next().is_some()
        };
        if !asks_for_doing {
            found.retain(|number| !is_doing(*number));
        }
        found
    }
}
