//! Prepositions that the parser hangs from what stands nearest: what follows "instead of" and "from … to", and what is said behind an
//! hour.

use recollect_spacy::{Dep, Doc, Pos};

use crate::lexicon::{MONTHS, WEEKDAYS, is_year};
use crate::local::extraction::parse::tokens::{hang, is_word, word};

/// Mends what the preposition `token` hangs from, or what hangs from it.
pub(super) fn preposition(text: &str, doc: &mut Doc, token: usize) {
    instead_of(text, doc, token);
    from_to(text, doc, token);
    behind_hour(text, doc, token);
    each_for(text, doc, token);
    up_to_amount(text, doc, token);
}

/// "The rent has gone up to £68": the parser takes "up to" for about how much.
fn up_to_amount(text: &str, doc: &mut Doc, token: usize) {
    let amount = doc.tokens[token].head;
    let particle = doc.tokens[amount].head;
    let is_about = is_word(text, doc, token, &["to"])
        && doc.tokens[token].dep == Dep::Quantmod
        && doc.tokens[amount].tag.as_str() == "CD"
        && particle + 1 == token
        && is_word(text, doc, particle, &["up", "down"]);
    let verb = doc.tokens[particle].head;
    if !is_about || doc.tokens[verb].pos != Pos::Verb {
        return;
    }
    hang(doc, token, verb, Dep::Prep);
    hang(doc, amount, token, Dep::Pobj);
}

/// "We use linen instead of wool": the wool is not used.
fn instead_of(text: &str, doc: &mut Doc, token: usize) {
    let is_instead = token > 0
        && is_word(text, doc, token, &["of"])
        && is_word(text, doc, token - 1, &["instead"])
        && matches!(doc.tokens[token].dep, Dep::Prep | Dep::Cc);
    let has_object = doc
        .children(token)
        .any(|child| doc.tokens[child].dep == Dep::Pobj);
    if !is_instead || has_object {
        return;
    }
    let above = doc.tokens[token].head;
    let verb = match doc.tokens[token].dep {
        // "going with linen instead of wool": taken for "and".
        Dep::Cc => doc
            .ancestors(above)
            .find(|verb| doc.tokens[*verb].pos == Pos::Verb),
        _ => Some(above),
    };
    let Some(verb) = verb else { return };
    let thing = (token + 1..doc.tokens.len()).find(|thing| {
        doc.tokens[*thing].head == verb
            && (matches!(
                doc.tokens[*thing].dep,
                Dep::Dobj | Dep::Attr | Dep::Npadvmod
            ) || doc.tokens[*thing].dep == Dep::Conj
                && matches!(doc.tokens[*thing].pos, Pos::Noun | Pos::Propn))
            && doc.subtree_range(*thing).start == token + 1
    });
    if let Some(thing) = thing {
        hang(doc, token, verb, Dep::Prep);
        hang(doc, thing, token, Dep::Pobj);
    }
}

/// "from Berlin to Vienna": Berlin does not lie to Vienna.
fn from_to(text: &str, doc: &mut Doc, token: usize) {
    let origin = doc.tokens[token].head;
    let from = doc.tokens[origin].head;
    let is_onward = is_word(text, doc, token, &["to", "into"])
        && doc.tokens[token].dep == Dep::Prep
        && doc.tokens[origin].dep == Dep::Pobj
        && doc.tokens[from].dep == Dep::Prep
        && is_word(text, doc, from, &["from"]);
    if is_onward {
        doc.tokens[token].head = doc.tokens[from].head;
    }
    // "moved it from Monday to Thursday": the parser takes both for one way.
    let verb = doc.tokens[origin].head;
    let is_moved = is_word(text, doc, token, &["to"])
        && doc.tokens[token].dep == Dep::Prep
        && doc.tokens[origin].dep == Dep::Prep
        && is_word(text, doc, origin, &["from"])
        && matches!(
            &*doc.tokens[verb].lemma,
            "move" | "shift" | "change" | "push" | "postpone" | "reschedule"
        );
    if is_moved {
        doc.tokens[token].head = verb;
    }
}

/// "a meeting at 2pm about the budget", "started on 1 May as a nurse": no hour is about anything, and no month is a nurse.
fn behind_hour(text: &str, doc: &mut Doc, token: usize) {
    const HOURS: &[&str] = &["am", "pm", "a.m.", "p.m.", "o'clock", "noon"];
    let hour = doc.tokens[token].head;
    let at = doc.tokens[hour].head;
    let named = word(text, doc, hour).to_lowercase();
    let is_time = HOURS.contains(&named.as_str())
        || MONTHS.contains(&named)
        || WEEKDAYS.contains(&named)
        || is_year(&named);
    let is_of_hour = doc.tokens[token].dep == Dep::Prep
        && is_word(
            text,
            doc,
            token,
            &["about", "with", "regarding", "for", "as"],
        )
        && is_time
        && doc.tokens[hour].dep == Dep::Pobj
        && hour < token;
    if is_of_hour {
        hang(doc, token, doc.tokens[at].head, Dep::Prep);
    }
}

/// "uses Linear for tickets and Notion for docs": two things, each for something else.
fn each_for(text: &str, doc: &mut Doc, token: usize) {
    let Some(second) = token.checked_sub(1) else {
        return;
    };
    let first = doc.tokens[second].head;
    let before = doc.tokens[first].head;
    let verb = doc.tokens[before].head;
    let is_alike = doc.tokens[token].dep == Dep::Prep
        && doc.tokens[second].dep == Dep::Conj
        && doc.tokens[first].dep == Dep::Pobj
        && doc.tokens[before].dep == Dep::Prep
        && [second, verb].contains(&doc.tokens[token].head)
        && is_word(text, doc, token, &["for", "as"])
        && is_word(text, doc, before, &["for", "as"])
        && doc.tokens[second].pos == Pos::Propn
        && matches!(doc.tokens[first].pos, Pos::Noun | Pos::Propn);
    let thing = doc
        .children(verb)
        .find(|child| doc.tokens[*child].dep == Dep::Dobj && doc.tokens[*child].pos == Pos::Propn);
    let Some(thing) = thing.filter(|thing| is_alike && *thing < before) else {
        return;
    };
    let and = doc
        .children(first)
        .find(|child| doc.tokens[*child].dep == Dep::Cc && *child < second);
    hang(doc, second, thing, Dep::Conj);
    hang(doc, token, second, Dep::Prep);
    hang(doc, before, thing, Dep::Prep);
    if let Some(and) = and {
        hang(doc, and, thing, Dep::Cc);
    }
}
