//! What a question in English asks for one by one: both events of "how long between the concert and the wedding",
//! each of "which was first, the league or the race", each sum of "the total of the rent and the power bill".
//!
//! Told from its words alone. A question that is not of these forms has no parts.

use recollect_index::terms_beside_frame;

/// What says that things are put in order.
const ORDERING: &str =
    "first last earlier later earliest latest order before after sooner older newer";
/// What says that things are counted together.
const SUMMING: &str = "total combined altogether together";
/// Where one event ends and the other begins, in a question for the time between them.
const DIVIDING: &str = "when before after since until while";
/// What stands before the things that are counted together.
const PREPOSITIONS: &str = "of on for from by with in between";
const MONTHS: &str =
    "january february march april may june july august september october november december";

/// The most parts a question is divided into, and the most words of one that is divided.
const MAX_PARTS: usize = 4;
const LONGEST: usize = 120;

/// The parts of a question, none or at least two.
pub(super) fn parts(question: &str) -> Vec<String> {
    let words: Vec<Word<'_>> = question.split_whitespace().map(Word::of).collect();
    if words.len() > LONGEST {
        return Vec::new();
    }
    let found = between(&words)
        .or_else(|| in_order(&words))
        .or_else(|| apart(&words))
        .or_else(|| summed(&words));
    let mut parts: Vec<String> = found.unwrap_or_default();
    parts.retain(|part| is_matter(part));
    parts.truncate(MAX_PARTS);
    match parts.len() {
        0 | 1 => Vec::new(),
        _ => parts,
    }
}

/// A word of the question.
#[derive(Clone, Debug)]
pub(super) struct Word<'a> {
    written: &'a str,
    /// In lower case, without marks around it.
    pub(super) plain: String,
    /// Whether a comma or a colon follows it.
    pub(super) ends_clause: bool,
}

impl<'a> Word<'a> {
    pub(super) fn of(written: &'a str) -> Self {
        let plain = written.trim_matches(|c: char| !c.is_alphanumeric());
        Self {
            written,
            plain: plain.to_lowercase(),
            ends_clause: written.ends_with([',', ':', ';']),
        }
    }

    pub(super) fn is_one_of(&self, list: &str) -> bool {
        list.split_ascii_whitespace().any(|word| word == self.plain)
    }

    pub(super) fn is(&self, word: &str) -> bool {
        self.plain == word
    }
}

/// "Between X and Y".
pub(super) fn between(words: &[Word<'_>]) -> Option<Vec<String>> {
    let start = words.iter().position(|word| word.is("between"))? + 1;
    let rest = &words[start..];
    let ands = || (1..rest.len().saturating_sub(1)).filter(|&at| rest[at].is("and"));
    let opens = |at: &usize| rest[at + 1].is_one_of("the my i when our his her their");
    let and = ands().rfind(opens).or_else(|| ands().next())?;
    Some(vec![text(&rest[..and]), text(&rest[and + 1..])])
}

/// "Which was first, X or Y?", "in which order: X, Y, and Z".
fn in_order(words: &[Word<'_>]) -> Option<Vec<String>> {
    let comma = words.iter().position(|word| word.ends_clause)?;
    let (head, rest) = words.split_at(comma + 1);
    head.iter()
        .any(|word| word.is_one_of(ORDERING))
        .then(|| alternatives(rest))
}

/// "How long had I done X when Y?", "how many days since X".
fn apart(words: &[Word<'_>]) -> Option<Vec<String>> {
    let counts = |word: &Word<'_>| word.is_one_of("long many much old");
    if !words.first()?.is("how") || !words.get(1).is_some_and(counts) {
        return None;
    }
    let parts = words.split(|word| word.is_one_of(DIVIDING));
    Some(parts.map(text).collect())
}

/// "The total of X and Y": each with what stands before them.
fn summed(words: &[Word<'_>]) -> Option<Vec<String>> {
    words.iter().position(|word| word.is_one_of(SUMMING))?;
    let joint = |word: &Word<'_>| word.is("and") || word.ends_clause;
    let joint = words.iter().position(joint)?;
    let before = words[..joint]
        .iter()
        .rposition(|word| word.is_one_of(PREPOSITIONS))?;
    let (head, rest) = words.split_at(before + 1);
    let of_each = |thing: String| format!("{} {thing}", text(head));
    Some(alternatives(rest).into_iter().map(of_each).collect())
}

/// The things of a list that is joined by commas, "and" and "or"; by "or" and commas alone where there is an "or".
pub(super) fn alternatives(words: &[Word<'_>]) -> Vec<String> {
    let by_or = words.iter().any(|word| word.is("or"));
    let joins = |word: &Word<'_>| word.is("or") || !by_or && word.is("and");
    let mut things = Vec::new();
    let mut start = 0;
    for (at, word) in words.iter().enumerate() {
        if joins(word) {
            things.push(text(&words[start..at]));
            start = at + 1;
        } else if word.ends_clause {
            things.push(text(&words[start..=at]));
            start = at + 1;
        }
    }
    things.push(text(&words[start..]));
    things.retain(|thing| !thing.is_empty());
    things
}

pub(super) fn text(words: &[Word<'_>]) -> String {
    let written: Vec<&str> = words.iter().map(|word| word.written).collect();
    let text = written.join(" ");
    text.trim_matches(|c: char| c.is_whitespace() || "?.,:;".contains(c))
        .to_owned()
}

/// Whether anything is named by it but a date.
pub(super) fn is_matter(part: &str) -> bool {
    let is_date = |word: &str| {
        let word = Word::of(word);
        word.is_one_of(MONTHS) || word.plain.starts_with(|c: char| c.is_ascii_digit())
    };
    !part.split_whitespace().all(is_date) && !terms_beside_frame(part).is_empty()
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn what_is_asked_for_one_by_one_is_told_apart() {
        for (question, expected) in [
            (
                "How many days passed between the day I planted the walnut and the day I sold my boat?",
                &["the day I planted the walnut", "the day I sold my boat"][..],
            ),
            (
                "Which was first, the regatta in the harbour or the walnut?",
                &["the regatta in the harbour", "the walnut"],
            ),
            (
                "In which order did it happen: the regatta, the fair, and the storm?",
                &["the regatta", "the fair", "the storm"],
            ),
            (
                "How long had I been sailing when I bought the boat?",
                &["How long had I been sailing", "I bought the boat"],
            ),
            (
                "What is the total price of the boat and the mooring?",
                &[
                    "What is the total price of the boat",
                    "What is the total price of the mooring",
                ],
            ),
            ("Where is the boat?", &[]),
            ("What did Anna and Ben buy?", &[]),
            ("Where was Anna between May 3 and May 8?", &[]),
            ("How many days before?", &[]),
            ("", &[]),
        ] {
            assert_eq!(parts(question), expected, "{question}");
        }
    }
}
