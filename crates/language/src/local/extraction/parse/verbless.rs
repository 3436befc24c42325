//! Sentences whose verb the parser takes for a noun: "My flight to Lisbon leaves at six", "My roommate Kofi works night shifts".

use recollect_spacy::{Dep, Doc, Pos};

use crate::lexicon::conjugation::third_person;
use crate::lexicon::{ALONE, is_deed, is_given_name, role};
use crate::local::extraction::parse::tokens::{is_word, name_it, noun_it, retag, word};

/// Verbs that are nouns too, as they are written of a third person, and their base forms.
const VERBS: &[(&str, &str)] = &[
    ("works", "work"),
    ("leaves", "leave"),
    ("plays", "play"),
    ("starts", "start"),
    ("ends", "end"),
    ("runs", "run"),
    ("drives", "drive"),
    ("needs", "need"),
    ("wants", "want"),
    ("loves", "love"),
    ("likes", "like"),
    ("hates", "hate"),
    ("lives", "live"),
    ("studies", "study"),
    ("costs", "cost"),
    ("closes", "close"),
    ("opens", "open"),
    ("departs", "depart"),
    ("arrives", "arrive"),
    ("lands", "land"),
    ("expires", "expire"),
    ("teaches", "teach"),
    ("hosts", "host"),
    ("moves", "move"),
    ("walks", "walk"),
    ("visits", "visit"),
    ("rents", "rent"),
    ("trains", "train"),
    ("coaches", "coach"),
    ("collects", "collect"),
    ("finishes", "finish"),
    ("kicks", "kick"),
];

/// Gives the sentence of `token`, its root, the verb that it has.
pub(super) fn verbless(text: &str, doc: &mut Doc, token: usize) {
    if doc.tokens[token].dep != Dep::Root {
        return;
    }
    itself(text, doc, token);
    with_subject(text, doc, token);
    at_work(text, doc, token);
    of_somebody(text, doc, token);
    of_a_name(text, doc, token);
    subject_beside(doc, token);
    if !matches!(doc.tokens[token].pos, Pos::Noun | Pos::Propn) {
        return;
    }
    let sentence = doc.sentence_of(token);
    let has_verb = sentence.clone().any(|other| {
        matches!(doc.tokens[other].pos, Pos::Verb | Pos::Aux) && base(text, doc, other).is_none()
    });
    let is_somebody = doc.tokens[token].pos == Pos::Propn
        || doc
            .children(token)
            .any(|child| child < token && matches!(doc.tokens[child].dep, Dep::Poss | Dep::Det));
    if has_verb || !is_somebody {
        return;
    }
    let verb = (token + 1..sentence.end).find_map(|other| {
        let base = base(text, doc, other)?;
        is_misread(text, doc, token, other).then_some((other, base))
    });
    if let Some((verb, base)) = verb {
        make_verb(doc, token, verb, base);
    }
}

/// "My flight leaves at six", whose last noun is its verb.
fn itself(text: &str, doc: &mut Doc, token: usize) {
    let Some(noun) = token.checked_sub(1) else {
        return;
    };
    let is_owned = doc.children(token).any(|child| {
        child < token && (doc.tokens[child].dep == Dep::Poss || is_word(text, doc, child, &["the"]))
    });
    let is_noun = doc.tokens[token].tag.as_str() == "NNS"
        && doc.tokens[noun].tag.as_str() == "NN"
        && doc.tokens[noun].head == token
        && doc.tokens[noun].dep == Dep::Compound
        && doc
            .tokens
            .get(token + 1)
            .is_some_and(|next| matches!(next.dep, Dep::Prep | Dep::Advmod));
    let mut others = doc.sentence_of(token);
    let has_verb = others.any(|other| matches!(doc.tokens[other].pos, Pos::Verb | Pos::Aux));
    // "My morning runs in the park" is a heading, or what somebody likes.
    const TIMED: &[&str] = &[
        "leave", "depart", "arrive", "start", "end", "open", "close", "land", "expire", "finish",
        "kick",
    ];
    let base = base(text, doc, token).filter(|base| TIMED.contains(base));
    if let Some(base) = base.filter(|_| is_owned && is_noun && !has_verb) {
        become_verb(doc, token, base);
    }
}

/// "My mother-in-law lives in Graz": a noun that has a subject is a verb.
fn with_subject(text: &str, doc: &mut Doc, token: usize) {
    let has = |test: &dyn Fn(usize) -> bool| doc.children(token).any(test);
    let has_subject = has(&|child| child < token && doc.tokens[child].dep == Dep::Nsubj);
    let has_verb = has(&|child| matches!(doc.tokens[child].pos, Pos::Aux | Pos::Verb));
    let is_noun = doc.tokens[token].tag.as_str() == "NNS" && has_subject && !has_verb;
    let form = word(text, doc, token).to_lowercase();
    let base = base_of_third(&form);
    if let Some(base) = base.filter(|_| is_noun) {
        become_verb(doc, token, &base);
    }
}

/// "Luca works nights at the hospital": when somebody works, taken for what there is.
fn at_work(text: &str, doc: &mut Doc, token: usize) {
    const SHIFTS: &[&str] = &[
        "nights", "days", "evenings", "mornings", "weekends", "shifts", "mondays", "sundays",
    ];
    let verb = (0..token).rev().take(2).find(|verb| {
        is_word(text, doc, *verb, &["works", "worked"])
            && doc.tokens[*verb].head == token
            && doc.tokens[*verb].dep == Dep::Compound
    });
    let Some(verb) = verb.filter(|_| is_word(text, doc, token, SHIFTS)) else {
        return;
    };
    let subject = doc.children(verb).chain(doc.children(token)).find(|child| {
        let is_beside = *child + 1 == verb
            && doc.tokens[*child].dep == Dep::Compound
            && matches!(doc.tokens[*child].tag.as_str(), "NNP" | "NN");
        *child < verb && (doc.tokens[*child].dep == Dep::Nsubj || is_beside)
    });
    let Some(subject) = subject else { return };
    for child in doc.sentence_of(token) {
        if doc.tokens[child].head == token && child != verb {
            doc.tokens[child].head = if child < subject { subject } else { verb };
        }
    }
    (doc.tokens[subject].head, doc.tokens[subject].dep) = (verb, Dep::Nsubj);
    (doc.tokens[verb].head, doc.tokens[verb].dep) = (verb, Dep::Root);
    (doc.tokens[token].head, doc.tokens[token].dep) = (verb, Dep::Dobj);
    let past = is_word(text, doc, verb, &["worked"]);
    become_verb(doc, verb, "work");
    if past {
        retag(doc, verb, "VBD");
    }
    if doc.tokens[subject].pos == Pos::Adj {
        name_it(doc, subject);
    }
}

/// "My father snores", "my boss commutes from Bonn": what somebody does, taken for several things that are called after them.
fn of_somebody(text: &str, doc: &mut Doc, token: usize) {
    let Some(noun) = token.checked_sub(1) else {
        return;
    };
    let kin = word(text, doc, noun).to_lowercase();
    let form = word(text, doc, token).to_lowercase();
    let is_kin = |word: &str| role(word).is_some();
    let is_beside = doc.tokens[token].tag.as_str() == "NNS"
        && doc.tokens[noun].tag.as_str() == "NN"
        && doc.tokens[noun].head == token
        && is_kin(&kin)
        && !is_kin(form.trim_end_matches('s'))
        && [token, noun].iter().any(|head| {
            doc.children(*head)
                .any(|child| child < noun && doc.tokens[child].dep == Dep::Poss)
        });
    let has_verb = doc
        .sentence_of(token)
        .any(|other| matches!(doc.tokens[other].pos, Pos::Verb | Pos::Aux));
    let base = base_of_third(&form);
    let Some(base) = base.filter(|_| is_beside && !has_verb) else {
        return;
    };
    for child in 0..noun {
        if doc.tokens[child].head == token && doc.tokens[child].dep == Dep::Poss {
            doc.tokens[child].head = noun;
        }
    }
    doc.tokens[noun].dep = Dep::Nsubj;
    become_verb(doc, token, &base);
}

/// "Pavel lives in Oslo", "Carl studies law": what somebody does whom the parser takes for a quality of what there is.
fn of_a_name(text: &str, doc: &mut Doc, root: usize) {
    let sentence = doc.sentence_of(root);
    let lower = |token: usize| word(text, doc, token).to_lowercase();
    let is_written = |token: &usize| {
        let written = word(text, doc, *token);
        written.starts_with(char::is_uppercase) && written.ends_with(char::is_lowercase)
    };
    // "Our neighbour Zoltan works".
    let is_owned = sentence.len() > 3
        && doc.tokens[sentence.start].dep == Dep::Poss
        && role(&lower(sentence.start + 1)).is_some();
    let first = sentence.start + if is_owned { 2 } else { 0 };
    let names = (first..sentence.end).take_while(is_written).count();
    let verb = first + names;
    let is_name = (1..=2).contains(&names) && is_given_name(&lower(first));
    let has_other_verb =
        (verb + 1..sentence.end).any(|other| matches!(doc.tokens[other].pos, Pos::Verb | Pos::Aux));
    if !is_name || has_other_verb || verb >= sentence.end {
        return;
    }
    let is_verb = matches!(doc.tokens[verb].tag.as_str(), "NNS" | "VBZ");
    let has_subject = doc
        .children(verb)
        .any(|child| matches!(doc.tokens[child].dep, Dep::Nsubj | Dep::NsubjPass));
    // What the verb is taken for a part of begins right behind it.
    let is_before = root > verb && (verb + 1..root).all(|between| doc.tokens[between].head == root);
    let base = base(text, doc, verb).map(str::to_owned);
    let base = base.or_else(|| base_of_third(&lower(verb)).filter(|base| is_done_by_people(base)));
    let is_free = is_verb && (is_owned || !has_subject) && (root <= verb || is_before);
    let Some(base) = base.filter(|_| is_free) else {
        return;
    };
    for token in sentence {
        if doc.tokens[token].head == root && (root <= verb || doc.tokens[token].dep == Dep::Punct) {
            doc.tokens[token].head = verb;
        }
    }
    if root > verb {
        (doc.tokens[root].head, doc.tokens[root].dep) = (verb, Dep::Dobj);
    }
    let last = verb - 1;
    for token in first..verb {
        name_it(doc, token);
        (doc.tokens[token].head, doc.tokens[token].dep) = (last, Dep::Compound);
    }
    if is_owned {
        (doc.tokens[first - 2].head, doc.tokens[first - 2].dep) = (last, Dep::Poss);
        (doc.tokens[first - 1].head, doc.tokens[first - 1].dep) = (last, Dep::Compound);
        noun_it(doc, first - 1);
    }
    (doc.tokens[last].head, doc.tokens[last].dep) = (verb, Dep::Nsubj);
    (doc.tokens[verb].head, doc.tokens[verb].dep) = (verb, Dep::Root);
    become_verb(doc, verb, &base);
}

/// Whether a verb says what people do, and its third person is seldom the name of things.
fn is_done_by_people(base: &str) -> bool {
    const SELDOM: &[&str] = &[
        "call", "plan", "text", "turn", "drink", "paint", "break", "burst", "leak",
    ];
    (is_deed(base) || ALONE.contains(&base)) && !SELDOM.contains(&base)
}

/// Makes `token` a verb in its third person.
fn become_verb(doc: &mut Doc, token: usize, base: &str) {
    doc.tokens[token].pos = Pos::Verb;
    doc.tokens[token].lemma = base.to_owned();
    retag(doc, token, "VBZ");
}

/// The base form of what may be a verb.
fn base(text: &str, doc: &Doc, token: usize) -> Option<&'static str> {
    let written = word(text, doc, token);
    let verb = VERBS.iter().find(|(form, _)| *form == written);
    verb.map(|(_, base)| *base)
}

/// The base form of a verb, of its third person in lower case.
fn base_of_third(form: &str) -> Option<String> {
    let of_y = form.strip_suffix("ies").filter(|stem| stem.len() > 1);
    let bases = of_y.map(|stem| format!("{stem}y")).into_iter().chain(
        ["s", "es"]
            .iter()
            .filter_map(|end| form.strip_suffix(end).map(str::to_owned)),
    );
    bases.into_iter().find(|base| third_person(base) == form)
}

/// Whether `verb` stands where a verb does: behind a name or a noun that is no part of what it is "of", and before what verbs have.
fn is_misread(text: &str, doc: &Doc, root: usize, verb: usize) -> bool {
    let before = &doc.tokens[verb - 1];
    let is_behind_noun = matches!(before.tag.as_str(), "NN" | "NNP" | "NNPS");
    let head = doc.tokens[verb].head;
    let is_of = doc.tokens[verb].dep == Dep::Pobj && is_word(text, doc, head, &["of"]);
    let next = doc.tokens.get(verb + 1).map(|next| next.tag.as_str());
    let has_more = next.is_some_and(|tag| {
        matches!(
            tag,
            "IN" | "TO" | "DT" | "PRP$" | "CD" | "NN" | "NNS" | "NNP" | "RB" | "JJ"
        )
    });
    let hangs = matches!(
        doc.tokens[verb].dep,
        Dep::Pobj | Dep::Compound | Dep::Appos | Dep::Conj | Dep::Npadvmod | Dep::Dep
    );
    is_behind_noun && !is_of && has_more && hangs && head >= root
}

fn make_verb(doc: &mut Doc, root: usize, verb: usize, base: &str) {
    let (head, dep) = (doc.tokens[verb].head, doc.tokens[verb].dep);
    let name = verb - 1;
    if (root + 1..name)
        .any(|token| doc.tokens[token].head >= verb && doc.tokens[name].head == token)
    {
        return;
    }
    // What stands before it is a name of the subject, or what its preposition has.
    for token in root + 1..verb {
        if doc.tokens[token].head >= verb {
            let (head, dep) = match dep {
                _ if token != name => (name, Dep::Compound),
                Dep::Pobj => (head, Dep::Pobj),
                _ => (root, Dep::Appos),
            };
            (doc.tokens[token].head, doc.tokens[token].dep) = (head, dep);
        }
    }
    for token in verb + 1..doc.sentence_of(root).end {
        if doc.tokens[token].head <= verb {
            doc.tokens[token].head = verb;
            if matches!(doc.tokens[token].dep, Dep::Appos | Dep::Compound) {
                doc.tokens[token].dep = Dep::Dobj;
            }
        }
    }
    if head > verb {
        (doc.tokens[head].head, doc.tokens[head].dep) = (verb, Dep::Dobj);
    }
    (doc.tokens[root].head, doc.tokens[root].dep) = (verb, Dep::Nsubj);
    (doc.tokens[verb].head, doc.tokens[verb].dep) = (verb, Dep::Root);
    become_verb(doc, verb, base);
}

/// "Our train leaves at 7:15", "the landlord rang": the noun before a verb that has no subject is no part of the verb.
fn subject_beside(doc: &mut Doc, verb: usize) {
    let Some(noun) = verb.checked_sub(1) else {
        return;
    };
    let is_beside = matches!(doc.tokens[verb].tag.as_str(), "VBZ" | "VBD")
        && doc.tokens[noun].head == verb
        && doc.tokens[noun].dep == Dep::Compound;
    let has_subject = doc
        .children(verb)
        .any(|child| matches!(doc.tokens[child].dep, Dep::Nsubj | Dep::NsubjPass));
    if !is_beside || has_subject {
        return;
    }
    doc.tokens[noun].dep = Dep::Nsubj;
    for token in doc.sentence_of(verb).start..noun {
        let of_noun = matches!(
            doc.tokens[token].dep,
            Dep::Poss | Dep::Det | Dep::Amod | Dep::Compound | Dep::Nummod
        );
        if doc.tokens[token].head == verb && of_noun {
            doc.tokens[token].head = noun;
        }
    }
}
