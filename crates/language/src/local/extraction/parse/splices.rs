//! Sentences that notes run together with a comma or a colon, and what the parser then hangs from the wrong word.

use recollect_spacy::{Dep, Doc, Pos};

use crate::local::extraction::parse::tokens::{is_word, retag, word};

/// Mends what hangs from `token`'s place in its sentence.
pub(super) fn splice(text: &str, doc: &mut Doc, token: usize) {
    shared_subject(text, doc, token);
    announced(text, doc, token);
    state(doc, token);
    beside_a_day(text, doc, token);
    after_a_name(text, doc, token);
    former(text, doc, token);
    told_of(text, doc, token);
    pastime(text, doc, token);
    another_subject(text, doc, token);
    departure(doc, token);
    had_done(doc, token);
    quit(text, doc, token);
    begun(text, doc, token);
    gone_on(text, doc, token);
}

/// "Got this scar last year, it reminds me of the crash": a note that leaves out "I", with another sentence behind a comma.
fn begun(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_first = doc.tokens[token].tag.as_str() == "VBD"
        && matches!(doc.tokens[token].dep, Dep::Advcl | Dep::Ccomp | Dep::Csubj)
        && token < verb
        && doc.tokens[doc.subtree_range(token).start].is_sentence_start;
    if !is_first || stands_alone(doc, token) {
        return;
    }
    let subject = doc
        .children(verb)
        .find(|child| matches!(doc.tokens[*child].dep, Dep::Nsubj | Dep::NsubjPass));
    let Some(start) = subject.map(|subject| doc.subtree_range(subject).start) else {
        return;
    };
    let comma = start.checked_sub(1).filter(|comma| {
        *comma > token
            && start < verb
            && doc.tokens[*comma].head == verb
            && is_word(text, doc, *comma, &[",", "-", "–", "—"])
    });
    let Some(comma) = comma else {
        return;
    };
    (doc.tokens[token].head, doc.tokens[token].dep) = (token, Dep::Root);
    // The day of the first is said of the first: "Adopted a cat today, her name is Miso."
    for before in 0..=comma {
        if doc.tokens[before].head == verb {
            doc.tokens[before].head = token;
        }
    }
    doc.tokens[start].is_sentence_start = true;
}

/// Whether a verb has a subject of its own, or a word that makes it a clause.
fn stands_alone(doc: &Doc, verb: usize) -> bool {
    doc.children(verb).any(|child| {
        matches!(
            doc.tokens[child].dep,
            Dep::Nsubj | Dep::NsubjPass | Dep::Mark
        )
    })
}

/// "I had trouble - got stuck on a twist": what follows a dash without a subject has the one before.
fn gone_on(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let start = doc.subtree_range(token).start;
    let is_after_dash = doc.tokens[token].dep == Dep::Ccomp
        && token > verb
        && start > verb
        && matches!(doc.tokens[token].tag.as_str(), "VBD" | "VBN")
        && doc.tokens[verb].tag.as_str() == "VBD"
        && (is_word(text, doc, start - 1, &["-", "–", "—"])
            || is_word(text, doc, start, &["-", "–", "—"]));
    let is_own = stands_alone(doc, token);
    if is_after_dash && !is_own {
        doc.tokens[token].dep = Dep::Conj;
    }
}

/// "I go running with Tom every Sunday": what is said of the running is said of the going.
fn pastime(text: &str, doc: &mut Doc, token: usize) {
    let running = doc.tokens[token].head;
    let go = doc.tokens[running].head;
    let is_beside = matches!(doc.tokens[token].dep, Dep::Prep | Dep::Npadvmod)
        && token > running
        && doc.tokens[running].tag.as_str() == "VBG"
        && running == go + 1
        && matches!(doc.tokens[running].dep, Dep::Xcomp | Dep::Advcl)
        && is_word(text, doc, go, &["go", "goes", "went", "gone", "going"]);
    let has_object = doc
        .children(running)
        .any(|child| doc.tokens[child].dep == Dep::Dobj);
    if is_beside && !has_object {
        doc.tokens[token].head = go;
    }
}

/// "Lena works as a nurse and her husband Karl teaches": the noun after "and" begins another clause.
fn another_subject(text: &str, doc: &mut Doc, token: usize) {
    let is_finite = matches!(doc.tokens[token].tag.as_str(), "VBZ" | "VBD" | "VBP")
        && matches!(doc.tokens[token].dep, Dep::Advcl | Dep::Conj);
    let Some(before) = token.checked_sub(1).filter(|_| is_finite) else {
        return;
    };
    let has_own = doc.children(token).any(|child| {
        matches!(
            doc.tokens[child].dep,
            Dep::Nsubj | Dep::NsubjPass | Dep::Mark | Dep::Expl
        ) || doc.tokens[child].tag.as_str().starts_with('W')
    });
    let noun = match doc.tokens[before].dep {
        Dep::Appos => doc.tokens[before].head,
        _ => before,
    };
    let first = doc.tokens[noun].head;
    let is_beside = doc.tokens[noun].dep == Dep::Conj
        && matches!(doc.tokens[first].dep, Dep::Pobj | Dep::Dobj | Dep::Attr)
        && noun > first;
    if has_own || !is_beside || doc.tokens[token].head >= noun {
        return;
    }
    let and = doc
        .children(first)
        .find(|child| *child < noun && is_word(text, doc, *child, &["and", "but"]));
    let Some(and) = and else { return };
    (doc.tokens[noun].head, doc.tokens[noun].dep) = (token, Dep::Nsubj);
    doc.tokens[and].head = doc.tokens[token].head;
    doc.tokens[token].dep = Dep::Conj;
}

/// "My flight to Rome leaves at 7": a verb that is taken for the end of a preposition's phrase.
fn departure(doc: &mut Doc, token: usize) {
    let preposition = doc.tokens[token].head;
    let noun = doc.tokens[preposition].head;
    let is_misread = doc.tokens[token].tag.as_str() == "VBZ"
        && doc.tokens[token].dep == Dep::Pobj
        && doc.tokens[preposition].dep == Dep::Prep
        && doc.tokens[noun].dep == Dep::Root
        && doc.tokens[noun].pos == Pos::Noun;
    let place = token
        .checked_sub(1)
        .filter(|place| doc.tokens[*place].head == token && *place > preposition);
    let Some(place) = place.filter(|_| is_misread) else {
        return;
    };
    (doc.tokens[place].head, doc.tokens[place].dep) = (preposition, Dep::Pobj);
    doc.tokens[token].pos = Pos::Verb;
    make_verb_of(doc, token, noun);
}

/// Makes a token the verb of its sentence, whose subject was taken for its head; what follows belongs to the verb.
fn make_verb_of(doc: &mut Doc, token: usize, subject: usize) {
    let others: Vec<usize> = doc
        .children(subject)
        .filter(|child| *child > token)
        .collect();
    for other in others {
        doc.tokens[other].head = token;
    }
    (doc.tokens[token].head, doc.tokens[token].dep) = (token, Dep::Root);
    (doc.tokens[subject].head, doc.tokens[subject].dep) = (token, Dep::Nsubj);
}

/// "Rex had two teeth pulled on Thursday by the vet": what was done stands with a time or with who did it.
fn had_done_to(doc: &mut Doc, token: usize) {
    let noun = doc.tokens[token].head;
    let verb = doc.tokens[noun].head;
    let is_done = doc.tokens[token].dep == Dep::Acl
        && doc.tokens[token].tag.as_str() == "VBN"
        && noun + 1 == token
        && doc.tokens[noun].dep == Dep::Dobj
        && doc.tokens[verb].lemma == "have"
        && matches!(doc.tokens[verb].tag.as_str(), "VBD" | "VBG" | "VB");
    let is_told = doc.children(token).any(|child| {
        let is_day = doc.children(child).any(|noun| {
            doc.tokens[noun].dep == Dep::Pobj && doc.tokens[noun].tag.as_str() == "NNP"
        });
        doc.tokens[child].dep == Dep::Npadvmod || doc.tokens[child].dep == Dep::Prep && is_day
    });
    if is_done && is_told {
        (doc.tokens[noun].head, doc.tokens[noun].dep) = (token, Dep::Nsubj);
        (doc.tokens[token].head, doc.tokens[token].dep) = (verb, Dep::Ccomp);
    }
}

/// "Pixel needs her teeth cleaned": what is needed is the teeth, rather than that they cleaned something.
fn had_done(doc: &mut Doc, token: usize) {
    had_done_to(doc, token);
    let needs = doc.tokens[token].head;
    let is_done = doc.tokens[token].dep == Dep::Ccomp
        && matches!(doc.tokens[token].tag.as_str(), "VBD" | "VBN")
        && matches!(doc.tokens[needs].lemma.as_str(), "need" | "want")
        && token > needs;
    let children: Vec<usize> = doc.children(token).collect();
    let noun = children.iter().copied().find(|child| {
        matches!(doc.tokens[*child].dep, Dep::Nsubj | Dep::NsubjPass) && child + 1 == token
    });
    let Some(noun) = noun.filter(|_| is_done && children.len() <= 2) else {
        return;
    };
    (doc.tokens[noun].head, doc.tokens[noun].dep) = (needs, Dep::Dobj);
    (doc.tokens[token].head, doc.tokens[token].dep) = (noun, Dep::Acl);
    retag(doc, token, "VBN");
}

/// "I quit the bakery", "I read it last week": a verb whose past is spelled as its present, which nobody does every day.
fn quit(text: &str, doc: &mut Doc, token: usize) {
    const ALIKE: &[&str] = &[
        "read", "put", "cut", "hit", "set", "hurt", "let", "bet", "spread",
    ];
    let is_present = matches!(doc.tokens[token].tag.as_str(), "VBP" | "VB");
    let is_past = || {
        doc.subtree(token).any(|below| {
            is_word(text, doc, below, &["yesterday", "ago"])
                || is_word(text, doc, below, &["last"])
                    && doc.tokens[doc.tokens[below].head].dep == Dep::Npadvmod
        })
    };
    let is_alone = is_present
        && (is_word(text, doc, token, &["quit"]) || is_word(text, doc, token, ALIKE) && is_past())
        && doc
            .children(token)
            .all(|child| doc.tokens[child].dep != Dep::Aux);
    let has_subject = || {
        doc.children(token)
            .any(|child| doc.tokens[child].dep == Dep::Nsubj)
    };
    if is_alone && has_subject() {
        retag(doc, token, "VBD");
    }
}

/// "my ex-husband", cut into three subjects.
fn former(text: &str, doc: &mut Doc, token: usize) {
    let is_cut = is_word(text, doc, token, &["ex"])
        && is_word(text, doc, token + 1, &["-", "–"])
        && doc
            .tokens
            .get(token + 2)
            .is_some_and(|noun| noun.head == doc.tokens[token].head && noun.pos == Pos::Noun);
    if !is_cut {
        return;
    }
    let noun = token + 2;
    let children: Vec<usize> = doc.children(token).collect();
    for child in children {
        doc.tokens[child].head = noun;
    }
    for part in [token, token + 1] {
        doc.tokens[part].head = noun;
        doc.tokens[part].dep = if part == token {
            Dep::Compound
        } else {
            Dep::Punct
        };
    }
}

/// "My parents divorced in 1999": what somebody did, read as what was done to them.
fn told_of(text: &str, doc: &mut Doc, token: usize) {
    let noun = doc.tokens[token].head;
    let is_participle = doc.tokens[token].dep == Dep::Acl
        && doc.tokens[token].tag.as_str() == "VBN"
        && doc.tokens[noun].dep == Dep::Root
        && noun + 1 == token
        && word(text, doc, token).ends_with("ed")
        && is_word(
            text,
            doc,
            token,
            &[
                "divorced",
                "remarried",
                "retired",
                "graduated",
                "separated",
                "moved",
                "died",
                "arrived",
                "called",
                "visited",
            ],
        );
    let has_agent = doc
        .children(token)
        .any(|child| doc.tokens[child].dep == Dep::Agent);
    let has_owner = doc
        .children(noun)
        .any(|child| doc.tokens[child].dep == Dep::Poss);
    if !is_participle || has_agent || !has_owner {
        return;
    }
    make_verb_of(doc, token, noun);
    retag(doc, token, "VBD");
}

/// "He's separated now, lives above his workshop": the second verb goes on about the subject of the first, which the parser
/// takes for what is said.
fn shared_subject(text: &str, doc: &mut Doc, token: usize) {
    let root = doc.tokens[token].head;
    let is_first = doc.tokens[token].dep == Dep::Ccomp
        && token < root
        && doc.tokens[root].dep == Dep::Root
        && matches!(doc.tokens[root].tag.as_str(), "VBZ" | "VBD" | "VBP");
    let has_subject = |doc: &Doc, of: usize| {
        doc.children(of).any(|child| {
            matches!(
                doc.tokens[child].dep,
                Dep::Nsubj | Dep::NsubjPass | Dep::Expl
            )
        })
    };
    let is_after = doc.tokens[token].dep == Dep::Dep
        && token > root
        && doc.tokens[token].tag.as_str() == "VBZ"
        && is_word(text, doc, token.saturating_sub(1), &[","]);
    if is_after && has_subject(doc, root) && !has_subject(doc, token) {
        doc.tokens[token].dep = Dep::Conj;
        return;
    }
    if !is_first || has_subject(doc, root) || !has_subject(doc, token) {
        return;
    }
    let has_comma = (token..root).any(|between| is_word(text, doc, between, &[","]));
    if !has_comma {
        return;
    }
    (doc.tokens[token].head, doc.tokens[token].dep) = (token, Dep::Root);
    (doc.tokens[root].head, doc.tokens[root].dep) = (token, Dep::Conj);
}

/// "The allergist confirmed it: I'm allergic to nuts": a sentence of its own, which somebody stands for.
fn announced(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_after = doc.tokens[token].dep == Dep::Ccomp && token > verb;
    let has_it = is_after
        && doc.children(verb).any(|child| {
            doc.tokens[child].dep == Dep::Dobj
                && child < token
                && is_word(text, doc, child, &["it", "this", "that"])
                && is_word(text, doc, child + 1, &[":", "-", "–", "—"])
        });
    if has_it {
        doc.tokens[token].dep = Dep::Parataxis;
    }
}

/// "We're stuck in Oban": an adjective with the auxiliary of a passive is a participle.
fn state(doc: &mut Doc, token: usize) {
    let is_adjective = doc.tokens[token].tag.as_str() == "JJ";
    let has_auxiliary = || {
        doc.children(token)
            .any(|child| doc.tokens[child].dep == Dep::AuxPass)
    };
    if is_adjective && has_auxiliary() {
        doc.tokens[token].pos = Pos::Verb;
        retag(doc, token, "VBN");
    }
}

/// "on the 12th with Sandro": whom one flies with, rather than what day it is.
fn beside_a_day(text: &str, doc: &mut Doc, token: usize) {
    const DAYS: &[&str] = &[
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "tomorrow",
        "today",
        "tonight",
        "yesterday",
        "weekend",
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let noun = doc.tokens[token].head;
    let is_with = doc.tokens[token].dep == Dep::Prep
        && token > noun
        && is_word(text, doc, token, &["with", "to", "from", "for"]);
    let is_ordinal = || {
        let written = word(text, doc, noun);
        written.starts_with(|c: char| c.is_ascii_digit())
            && ["st", "nd", "rd", "th"]
                .iter()
                .any(|end| written.ends_with(end))
    };
    if !is_with || !(is_word(text, doc, noun, DAYS) || is_ordinal()) {
        return;
    }
    let verb = match doc.tokens[noun].dep {
        Dep::Pobj => doc.tokens[doc.tokens[noun].head].head,
        Dep::Npadvmod => doc.tokens[noun].head,
        _ => return,
    };
    if doc.tokens[verb].pos == Pos::Verb {
        doc.tokens[token].head = verb;
    }
}

/// "We adopted a greyhound named Bolt from the shelter": where it was adopted, rather than named.
fn after_a_name(text: &str, doc: &mut Doc, token: usize) {
    let naming = doc.tokens[token].head;
    let noun = doc.tokens[naming].head;
    let is_naming = doc.tokens[token].dep == Dep::Prep
        && doc.tokens[naming].dep == Dep::Acl
        && is_word(text, doc, naming, &["named", "called"])
        && is_word(text, doc, token, &["from", "at", "in", "for", "with", "on"]);
    if is_naming && doc.tokens[noun].dep == Dep::Dobj {
        doc.tokens[token].head = doc.tokens[noun].head;
    }
}
