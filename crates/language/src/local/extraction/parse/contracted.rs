//! "'s" of "is", which the parser takes for that of a genitive where a sentence has no other verb: "the van's a Ford", "the boiler's dead".

use recollect_spacy::{Dep, Doc, Pos};

use crate::lexicon::{MONTHS, is_given_name};
use crate::local::extraction::parse::tokens::{is_word, noun_it, retag, word};

/// What is said behind "'s", and as what.
#[derive(Clone, Copy)]
enum Said {
    /// A noun, an adjective or a day.
    Predicate(usize, Dep),
    /// Where somebody or something is.
    Place(usize),
}

/// Makes the mark `token` the verb of its sentence.
pub(super) fn contracted(text: &str, doc: &mut Doc, token: usize) {
    let is_s = is_word(text, doc, token, &["'s", "’s"]);
    let is_mark = is_s && doc.tokens[token].dep == Dep::Case;
    if is_s && doc.tokens[token].dep == Dep::Root {
        be(doc, token);
        return;
    }
    let Some(noun) = token.checked_sub(1).filter(|_| is_mark) else {
        return;
    };
    let is_noun =
        matches!(doc.tokens[noun].pos, Pos::Noun | Pos::Propn) && doc.tokens[token].head == noun;
    let has_verb = doc.sentence_of(token).any(|other| {
        other != token
            && matches!(doc.tokens[other].tag.as_str(), "VBD" | "VBP" | "VBZ" | "MD")
            && !is_of_next(doc, token, other)
    });
    let Some(said) = said(text, doc, noun, token).filter(|_| is_noun && !has_verb) else {
        return;
    };
    let root = match doc.tokens[noun].dep {
        Dep::Root => noun,
        _ => doc.tokens[noun].head,
    };
    let behind: Vec<usize> = doc
        .children(noun)
        .chain(doc.children(root).filter(|child| *child > token))
        .filter(|child| *child > token)
        .collect();
    be(doc, token);
    (doc.tokens[noun].head, doc.tokens[noun].dep) = (token, Dep::Nsubj);
    if doc.tokens[noun].tag.as_str() == "NNP" && is_common(text, doc, noun) {
        noun_it(doc, noun);
    }
    match said {
        Said::Predicate(predicate, dep) => {
            for child in behind {
                if doc.tokens[child].head == noun && child != predicate {
                    doc.tokens[child].head = token;
                }
            }
            (doc.tokens[predicate].head, doc.tokens[predicate].dep) = (token, dep);
        }
        Said::Place(preposition) => {
            for child in behind {
                if doc.tokens[child].head == noun {
                    doc.tokens[child].head = token;
                }
            }
            doc.tokens[preposition].head = token;
        }
    }
}

/// "Joanne's allergic so he lives with me": whether a verb is of a clause that follows with a subject of its own.
fn is_of_next(doc: &Doc, mark: usize, verb: usize) -> bool {
    let clause = std::iter::once(verb)
        .chain(doc.ancestors(verb))
        .find(|above| doc.tokens[*above].dep == Dep::Conj);
    clause.is_some_and(|clause| {
        clause > mark
            && doc.tokens[doc.tokens[clause].head].pos == Pos::Adj
            && doc.children(clause).any(|child| {
                matches!(doc.tokens[child].dep, Dep::Nsubj | Dep::NsubjPass) && child > mark
            })
    })
}

/// Makes a mark "is", which its sentence hangs from.
fn be(doc: &mut Doc, token: usize) {
    let mark = &mut doc.tokens[token];
    (mark.head, mark.dep, mark.pos) = (token, Dep::Root, Pos::Aux);
    mark.lemma = "be".to_owned();
    retag(doc, token, "VBZ");
}

/// A noun behind a determiner, an adjective with no noun behind it, a day, a place: what no genitive stands before.
fn said(text: &str, doc: &Doc, noun: usize, mark: usize) -> Option<Said> {
    const DETERMINERS: &[&str] = &["a", "an", "the", "my", "our", "your", "no"];
    let next = mark + 1;
    if doc.tokens[noun].dep == Dep::Root {
        let quality = doc.children(noun).find(|child| {
            *child > mark
                && doc.tokens[*child].dep == Dep::Amod
                && matches!(doc.tokens[*child].tag.as_str(), "JJ" | "VBN" | "JJR" | "CD")
        });
        let place = doc
            .children(mark)
            .chain(doc.children(noun))
            .find(|child| *child == next && doc.tokens[*child].dep == Dep::Prep);
        return quality
            .map(|quality| match doc.tokens[quality].tag.as_str() {
                // "Lisa's 40."
                "CD" => Said::Predicate(quality, Dep::Attr),
                _ => Said::Predicate(quality, Dep::Acomp),
            })
            .or_else(|| place.map(Said::Place));
    }
    let of = doc.tokens[noun].head;
    let is_joined = match doc.tokens[noun].dep {
        Dep::Poss => true,
        // "The gym's closed on Mondays."
        Dep::Nsubj => of == next && doc.tokens[of].tag.as_str() == "JJ",
        _ => false,
    };
    let is_last = is_joined && doc.tokens[of].dep == Dep::Root && of > mark;
    if !is_last {
        return None;
    }
    let is_day = MONTHS.contains(&word(text, doc, of).to_lowercase())
        && doc
            .children(of)
            .any(|child| doc.tokens[child].dep == Dep::Nummod);
    // "Rent's 900 a month."
    let is_amount = doc.tokens[of].tag.as_str() == "CD" && of == next;
    // "Mum's home on Friday."
    let is_home = of == next
        && is_word(text, doc, of, &["home"])
        && (doc.tokens.get(of + 1)).is_none_or(|behind| {
            behind.is_sentence_start || matches!(behind.pos, Pos::Punct | Pos::Adp | Pos::Adv)
        });
    if is_home {
        return Some(Said::Predicate(of, Dep::Advmod));
    }
    if is_word(text, doc, next, DETERMINERS) || is_day || is_amount {
        return Some(Said::Predicate(of, Dep::Attr));
    }
    let is_quality = doc.tokens[of].pos == Pos::Adj && doc.tokens[of].tag.as_str() == "JJ";
    is_quality.then_some(Said::Predicate(of, Dep::Acomp))
}

/// Whether a word that a sentence begins with is a noun of the dictionary, and no name.
fn is_common(text: &str, doc: &Doc, noun: usize) -> bool {
    let lower = word(text, doc, noun).to_lowercase();
    doc.tokens[noun].is_sentence_start
        && doc.tokens[noun].is_dictionary_word
        && !is_given_name(&lower)
}
