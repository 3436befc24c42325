//! Facts as sentences that a person can read, put together from the relation and the text's own words.

use recollect_model::{Nature, nature};

use super::reply::Truth;

/// What a sentence is made of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fact<'a> {
    pub(super) subject: &'a str,
    /// The relation: a normalised one, or an open one.
    pub(super) relation: &'a str,
    /// The relation in the text's words.
    pub(super) phrase: &'a str,
    pub(super) object: &'a str,
    pub(super) truth: Truth,
    /// The words that say it.
    pub(super) evidence: &'a str,
}

/// The verbs of what happened: as relations have them, as they are after "has", and as they are after "will".
const HAPPENED: &[[&str; 3]] = &[
    ["graduated", "graduated", "graduate"],
    ["founded", "founded", "found"],
    ["attended", "attended", "attend"],
    ["visited", "visited", "visit"],
    ["met", "met", "meet"],
    ["bought", "bought", "buy"],
    ["sold", "sold", "sell"],
    ["received", "received", "receive"],
    ["gave", "given", "give"],
    ["made", "made", "make"],
    ["read", "read", "read"],
    ["watched", "watched", "watch"],
    ["started", "started", "start"],
    ["finished", "finished", "finish"],
    ["won", "won", "win"],
    ["lost", "lost", "lose"],
    ["moved", "moved", "move"],
    ["adopted", "adopted", "adopt"],
    ["died", "died", "die"],
    ["happened", "happened", "happen"],
];

/// Relations whose names are no verbs, with what follows "to be".
const BEING: &[(&str, &str)] = &[
    ("is", ""),
    ("born_in", "born in"),
    ("born_on", "born on"),
    ("member_of", "a member of"),
    ("married_to", "married to"),
    ("engaged_to", "engaged to"),
    ("in_relationship_with", "in a relationship with"),
    ("friend_of", "a friend of"),
    ("sibling_of", "a sibling of"),
    ("parent_of", "a parent of"),
    ("child_of", "a child of"),
    ("relative_of", "a relative of"),
    ("colleague_of", "a colleague of"),
    ("managed_by", "managed by"),
    ("allergic_to", "allergic to"),
    ("interested_in", "interested in"),
    ("located_in", "located in"),
    ("part_of", "part of"),
];

/// Relations of having, with what follows "to have".
const HAVING: &[(&str, &str)] = &[
    ("has", ""),
    ("has_age", "the age"),
    ("has_pet", "the pet"),
    ("has_condition", "the condition"),
];

/// The sentence.
pub(super) fn sentence(fact: Fact<'_>) -> String {
    let Fact {
        subject, object, ..
    } = fact;
    let words = match predicate(fact) {
        Some(predicate) => format!("{subject} {predicate} {object}"),
        // What cannot be put into another form stays as it was said.
        None if fact.truth != Truth::Is => format!("{subject}: \"{}\"", fact.evidence),
        None => format!("{subject} {} {object}", third_person(fact.phrase)),
    };
    let mut sentence = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if !sentence.ends_with(['.', '!', '?', '"']) {
        sentence.push('.');
    }
    sentence
}

/// The verb with what belongs to it, of a normalised relation.
fn predicate(fact: Fact<'_>) -> Option<String> {
    let relation = fact.relation;
    if let Some(thing) = relation.strip_prefix("favorite_") {
        let thing = thing.replace('_', " ");
        let has = conjugate(fact.truth, "has", "have");
        return Some(format!("{has} the favorite {thing}"));
    }
    nature(relation)?;
    let find = |table: &[(&'static str, &'static str)]| {
        table
            .iter()
            .find(|(name, _)| *name == relation)
            .map(|(_, rest)| *rest)
    };
    if let Some(rest) = find(BEING) {
        let said = if relation.starts_with("born") {
            "was"
        } else {
            "is"
        };
        let verb = match fact.truth {
            Truth::IsNot => format!("{said} not"),
            truth => conjugate(truth, said, "be"),
        };
        return Some(format!("{verb} {rest}"));
    }
    if let Some(rest) = find(HAVING) {
        let verb = conjugate(fact.truth, "has", "have");
        return Some(format!("{verb} {rest}"));
    }
    let name = relation.replace('_', " ");
    let (verb, rest) = name.split_once(' ').unwrap_or((&name, ""));
    let verb = match HAPPENED.iter().find(|[said, ..]| *said == verb) {
        Some([said, after_has, base]) => match fact.truth {
            Truth::IsNot => format!("has not {after_has}"),
            Truth::Was => (*said).to_owned(),
            truth => conjugate(truth, said, base),
        },
        None if nature(relation) == Some(Nature::Event) => return None,
        None => conjugate(fact.truth, verb, &base(verb)),
    };
    Some(format!("{verb} {rest}"))
}

fn conjugate(truth: Truth, said: &str, base: &str) -> String {
    match truth {
        Truth::Is => said.to_owned(),
        Truth::IsNot => format!("does not {base}"),
        Truth::Was => format!("used to {base}"),
        Truth::Planned => format!("is going to {base}"),
        Truth::Wished => format!("would like to {base}"),
        Truth::Possible => format!("may {base}"),
        Truth::Required => format!("is to {base}"),
        Truth::Conditional => format!("would {base}"),
    }
}

/// "lives" without its ending.
fn base(verb: &str) -> String {
    match verb.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => verb.strip_suffix('s').unwrap_or(verb).to_owned(),
    }
}

/// The text's words for a relation, when whoever said "I" gets a name.
fn third_person(phrase: &str) -> String {
    let mut words = phrase.split_whitespace();
    let first = match words.next().map(str::to_lowercase).as_deref() {
        Some("am" | "'m" | "are") => "is",
        Some("have" | "'ve") => "has",
        Some("was" | "were") => "was",
        _ => return phrase.to_owned(),
    };
    [first]
        .into_iter()
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}
