//! Sayings that mean something else than their words: "guess what", "my feet are killing me", "fixing to".

use recollect_spacy::{Dep, Doc, Pos};

use crate::local::extraction::parse::tokens::{has_child, is_word, pass_on, retag, word};
use crate::word_list::WordList;

/// Mends what `token` belongs to, where that is such a saying.
pub(super) fn saying(text: &str, doc: &mut Doc, token: usize) {
    guess_what(text, doc, token);
    killing(text, doc, token);
    fixing_to(text, doc, token);
}

/// "Guess what, I resigned": what is told, and nothing to be guessed.
fn guess_what(text: &str, doc: &mut Doc, token: usize) {
    let guess = doc.tokens[token].head;
    let what = guess + 1;
    let is_told = doc.tokens[token].dep == Dep::Ccomp
        && is_word(text, doc, guess, &["guess"])
        && is_word(text, doc, what, &["what"])
        && doc.tokens[guess].dep == Dep::Root
        && doc.tokens[guess].is_sentence_start
        && doc
            .children(token)
            .any(|child| doc.tokens[child].dep == Dep::Nsubj && child > what && child < token);
    if !is_told {
        return;
    }
    (doc.tokens[what].head, doc.tokens[what].dep) = (guess, Dep::Dobj);
    pass_on(doc, guess, token, |child| child > what && child != token);
    (doc.tokens[token].head, doc.tokens[token].dep) = (token, Dep::Root);
    (doc.tokens[guess].head, doc.tokens[guess].dep) = (token, Dep::Intj);
    doc.tokens[guess].pos = Pos::Intj;
    retag(doc, guess, "UH");
}

/// "My feet are killing me": they hurt.
fn killing(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let subject = doc
        .children(verb)
        .find(|child| doc.tokens[*child].dep == Dep::Nsubj);
    let is_pain = doc.tokens[token].dep == Dep::Dobj
        && is_word(text, doc, token, &["me"])
        && is_word(text, doc, verb, &["killing"])
        && subject.is_some_and(|subject| {
            BODY.contains(&word(text, doc, subject).to_lowercase())
                && has_child(doc, subject, &[Dep::Poss])
        });
    if is_pain {
        "hurt".clone_into(&mut doc.tokens[verb].lemma);
        // What is hurt is whose it is.
        (doc.tokens[token].dep, doc.tokens[token].pos) = (Dep::Dep, Pos::Part);
        retag(doc, token, "RP");
    }
}

/// What may hurt of somebody.
static BODY: WordList = WordList::new(
    "arm arms back feet foot head hip hips knee knees leg legs neck shoulder shoulders stomach belly throat tooth teeth wrist wrists \
     ankle ankles hand hands eyes heel heels elbow finger fingers thumb toe toes ribs jaw ear ears joints calves thighs sinuses",
);

/// "We're fixing to rent a cabin": they plan to.
fn fixing_to(text: &str, doc: &mut Doc, token: usize) {
    let is_plan = is_word(text, doc, token, &["fixing", "fixin"])
        && is_word(text, doc, token + 1, &["to"])
        && has_child(doc, token, &[Dep::Xcomp])
        && !has_child(doc, token, &[Dep::Dobj]);
    if is_plan {
        "plan".clone_into(&mut doc.tokens[token].lemma);
    }
}
