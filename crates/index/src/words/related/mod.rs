//! Words that lead from a question to texts that say the same otherwise, in English.
//!
//! Of a term of a question: the other forms of its word ("buy": "bought"), the words for the same matter ("movie":
//! "film"), and, where it names a kind of thing, what is of that kind ("pet": "dog"). The lists are of everyday life
//! and short: what they lack is left to the embeddings.

mod forms;
mod kinds;
mod synonyms;

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use super::terms;
use forms::FORMS;
use kinds::KINDS;
use synonyms::SYNONYMS;

/// The terms that a term leads to, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Related {
    /// Other forms of the same word.
    pub(crate) forms: Vec<String>,
    /// Words for the same matter.
    pub(crate) alike: Vec<String>,
    /// What is of the kind that it names.
    pub(crate) of_kind: Vec<String>,
}

/// What a term of a question leads to.
pub(crate) fn related(term: &str) -> Option<&'static Related> {
    static RELATED: LazyLock<HashMap<String, Related>> = LazyLock::new(all);
    RELATED.get(term)
}

type Groups = HashMap<String, BTreeSet<String>>;

fn all() -> HashMap<String, Related> {
    let forms = groups(FORMS);
    let synonyms = groups(SYNONYMS);
    let mut of_kind = Groups::new();
    for (kinds, members) in KINDS {
        for kind in terms(kinds) {
            of_kind.entry(kind).or_default().extend(terms(members));
        }
    }
    let known = forms.keys().chain(synonyms.keys()).chain(of_kind.keys());
    let known: BTreeSet<&String> = known.collect();
    known
        .into_iter()
        .map(|term| (term.clone(), of_term(term, &forms, &synonyms, &of_kind)))
        .collect()
}

fn of_term(term: &str, forms: &Groups, synonyms: &Groups, of_kind: &Groups) -> Related {
    let others = |groups: &Groups, of: &str| groups.get(of).cloned().unwrap_or_default();
    let mut same = others(forms, term);
    same.insert(term.to_owned());
    let alike: BTreeSet<String> = same
        .iter()
        .flat_map(|form| others(synonyms, form))
        .collect();
    let left = |words: BTreeSet<String>, but: &BTreeSet<String>| -> Vec<String> {
        words
            .into_iter()
            .filter(|word| !but.contains(word))
            .collect()
    };
    let itself = BTreeSet::from([term.to_owned()]);
    Related {
        of_kind: left(others(of_kind, term), &itself),
        alike: left(alike, &same),
        forms: left(same, &itself),
    }
}

/// The terms of each line, under each of them.
fn groups(lines: &[&str]) -> Groups {
    let mut groups = Groups::new();
    for line in lines {
        let members = terms(line);
        for member in &members {
            groups
                .entry(member.clone())
                .or_default()
                .extend(members.iter().cloned());
        }
    }
    groups
}
