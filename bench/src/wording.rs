//! When two wordings are the same: of a name, of an object, of a relation.
//!
//! Names and objects are compared in lower case, without the articles and possessives in front, the punctuation around
//! and a possessive ending; "mum" is "mother", and so on. An object is also right when the head of its noun phrase, or that head's last word, is
//! listed: "a second-hand Trek with a basket" is "Trek". A normalised relation must be listed as it is. An open
//! one is right when its main lemma is that of a listed open one: `go_to` is `go`.

use recollect_model::RelationName;

const IN_FRONT: &[&str] = &[
    "a", "an", "the", "this", "that", "these", "those", "my", "your", "his", "her", "its", "our",
    "their", "some", "any",
];

/// Words for one and the same relative or superior: the plain one stands for all.
const SAME_ROLE: &[(&str, &str)] = &[
    ("mum", "mother"),
    ("mom", "mother"),
    ("mama", "mother"),
    ("dad", "father"),
    ("papa", "father"),
    ("kid", "child"),
    ("kids", "children"),
    ("sis", "sister"),
    ("gran", "grandmother"),
    ("grandma", "grandmother"),
    ("grandpa", "grandfather"),
    ("manager", "boss"),
    ("landlady", "landlord"),
];

/// Words after which a noun phrase says more about its head.
const AFTER_HEAD: &[&str] = &[
    "in", "on", "at", "from", "with", "for", "to", "by", "of", "about", "into", "called", "named",
    "that", "which", "who", "because", "when", "while", "after", "before", "since", "until", "as",
    "than", "but", "without",
];

/// A wording as it is compared.
pub fn normalised(words: &str) -> String {
    let plain = words.to_lowercase().replace('’', "'");
    let mut words: Vec<&str> = plain
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\'' && c != '/'))
        .filter(|word| !word.is_empty())
        .map(plain_role)
        .collect();
    while words.len() > 1 && words.first().is_some_and(|first| IN_FRONT.contains(first)) {
        words.remove(0);
    }
    let joined = words.join(" ");
    let joined = joined.trim_matches('\'');
    joined.strip_suffix("'s").unwrap_or(joined).to_owned()
}

fn plain_role(word: &str) -> &str {
    SAME_ROLE
        .iter()
        .find(|(other, _)| *other == word)
        .map_or(word, |(_, plain)| plain)
}

/// The wordings under which an object is looked for: the whole, its noun phrase without what follows the head, and
/// the head alone.
pub fn heads(object: &str) -> Vec<String> {
    let mut heads = vec![normalised(object)];
    let first_clause = object.split([',', ';', '(', '.']).next().unwrap_or(object);
    let words: Vec<&str> = first_clause.split_whitespace().collect();
    let end = words
        .iter()
        .skip(1)
        .position(|word| AFTER_HEAD.contains(&word.to_lowercase().as_str()));
    let phrase = normalised(&words[..end.map_or(words.len(), |place| place + 1)].join(" "));
    if let Some(last) = phrase.split(' ').next_back() {
        heads.push(last.to_owned());
    }
    heads.push(phrase);
    heads
}

/// Whether a relation is a normalised one, the favourites among them.
pub fn is_normalised(name: &str) -> bool {
    let relation = RelationName::of(name);
    relation.known().is_some() || relation.favorite_kind().is_some()
}

/// Whether an extracted relation is one of those listed.
pub fn is_listed(extracted: &str, listed: &[String]) -> bool {
    if listed.iter().any(|name| name == extracted) {
        return true;
    }
    !is_normalised(extracted)
        && listed
            .iter()
            .filter(|name| !is_normalised(name))
            .any(|name| main_lemma(name) == main_lemma(extracted))
}

/// The lemma that carries an open relation: the first that is no auxiliary.
fn main_lemma(name: &str) -> &str {
    name.split('_')
        .find(|lemma| !["be", "not", "to", "will", "have"].contains(lemma))
        .unwrap_or(name)
}
