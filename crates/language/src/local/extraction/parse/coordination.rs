//! What goes on with something else than the parser takes it to.

use recollect_spacy::{Dep, Doc, Pos};

use crate::local::extraction::parse::tokens::is_word;

/// Mends what `token` goes on with.
pub(super) fn rejoin(text: &str, doc: &mut Doc, token: usize) {
    listed_infinitive(doc, token);
    thanks_to(text, doc, token);
}

/// "I wanted to meet people, dance together and sing": the dancing is wanted, too.
fn listed_infinitive(doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_bare = doc.tokens[token].dep == Dep::Conj
        && doc.tokens[token].tag.as_str() == "VB"
        && verb < token
        && matches!(
            doc.tokens[verb].tag.as_str(),
            "VBD" | "VBZ" | "VBP" | "VBG" | "VBN"
        )
        && !doc.children(token).any(|child| {
            matches!(
                doc.tokens[child].dep,
                Dep::Nsubj | Dep::NsubjPass | Dep::Aux | Dep::AuxPass
            )
        });
    let infinitive = doc.children(verb).find(|child| {
        let is_to = |of: usize| doc.tokens[of].tag.as_str() == "TO";
        doc.tokens[*child].dep == Dep::Xcomp
            && verb < *child
            && *child < token
            && doc.children(*child).any(is_to)
    });
    if let Some(infinitive) = infinitive.filter(|_| is_bare) {
        doc.tokens[token].head = infinitive;
    }
}

/// "Thanks to my coach, I won": the parser takes it for a time.
fn thanks_to(text: &str, doc: &mut Doc, token: usize) {
    let is_opening = doc.tokens[token].dep == Dep::Npadvmod
        && is_word(text, doc, token, &["thanks"])
        && is_word(text, doc, token + 1, &["to"]);
    if is_opening {
        (doc.tokens[token].dep, doc.tokens[token].pos) = (Dep::Advmod, Pos::Adv);
    }
}
