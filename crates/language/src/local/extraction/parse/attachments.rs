//! Words that hang from the wrong word of their sentence.

use recollect_model::EntityKind;
use recollect_spacy::{Dep, Doc, Pos};

use crate::lexicon::conjugation::past;
use crate::lexicon::{is_evaluation, is_given_name, role};
use crate::local::extraction::parse::tokens::{act, is_word, retag, word};

/// Mends what hangs from `token`'s place, or where it hangs from.
pub(super) fn reattach(text: &str, doc: &mut Doc, token: usize) {
    vocative(text, doc, token);
    recommended(doc, token);
    listed_deed(text, doc, token);
    got_done(text, doc, token);
    made_for(doc, token);
    made_to(doc, token);
    aside(text, doc, token);
    listed_doing(doc, token);
    of_named(doc, token);
    named_with_another(doc, token);
    gerund_subject(doc, token);
    object_of_gerund(doc, token);
    done_with(text, doc, token);
    how_it_is(text, doc, token);
}

/// "stood there with his cap off": the cap is off, and nobody stood off.
fn how_it_is(text: &str, doc: &mut Doc, token: usize) {
    let Some(noun) = token.checked_sub(1) else {
        return;
    };
    let with = doc.tokens[noun].head;
    let is_of_noun = doc.tokens[token].dep == Dep::Prt
        && doc.tokens[noun].dep == Dep::Pobj
        && is_word(text, doc, with, &["with"])
        && doc.tokens[with].head == doc.tokens[token].head;
    if is_of_noun {
        doc.tokens[token].head = noun;
        doc.tokens[token].dep = Dep::Advmod;
        doc.tokens[token].pos = Pos::Adv;
    }
}

/// "Repaired a bike with Tom": he helped, and is no part of the bike.
fn done_with(text: &str, doc: &mut Doc, token: usize) {
    const BY_SEVERAL: &[&str] = &[
        "bake", "build", "clean", "cook", "draw", "film", "fix", "knit", "make", "paint", "plant",
        "read", "record", "renovate", "repair", "sew", "wash", "watch", "write",
    ];
    let thing = doc.tokens[token].head;
    let verb = doc.tokens[thing].head;
    let is_of_thing = doc.tokens[token].dep == Dep::Prep
        && is_word(text, doc, token, &["with"])
        && doc.tokens[thing].dep == Dep::Dobj
        && doc.tokens[thing].pos == Pos::Noun;
    let somebody = doc.children(token).find(|child| {
        doc.tokens[*child].dep == Dep::Pobj
            && doc.tokens[*child].pos == Pos::Propn
            && is_given_name(&word(text, doc, *child).to_lowercase())
    });
    if is_of_thing && somebody.is_some() && BY_SEVERAL.contains(&&*doc.tokens[verb].lemma) {
        doc.tokens[token].head = verb;
    }
}

/// "Seeing their growth is fulfilling": the growth is seen, which the parser takes for a second subject.
fn object_of_gerund(doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_noun = doc.tokens[token].dep == Dep::Nsubj
        && matches!(doc.tokens[token].pos, Pos::Noun | Pos::Propn)
        && token < verb;
    let gerund = doc.children(verb).find(|child| {
        doc.tokens[*child].dep == Dep::Csubj
            && doc.tokens[*child].tag.as_str() == "VBG"
            && *child < token
    });
    let Some(gerund) = gerund.filter(|_| is_noun) else {
        return;
    };
    let has_object = doc
        .children(gerund)
        .any(|child| matches!(doc.tokens[child].dep, Dep::Dobj | Dep::Ccomp | Dep::Xcomp));
    if !has_object {
        (doc.tokens[token].head, doc.tokens[token].dep) = (gerund, Dep::Dobj);
    }
}

/// "Watching the finale with my family was amazing": the finale was watched, which the parser takes for what was amazing.
fn gerund_subject(doc: &mut Doc, token: usize) {
    // "Hoping everything is fine."
    const OF_CLAUSES: &[&str] = &[
        "hope", "think", "guess", "know", "wish", "believe", "say", "feel", "mean", "assume",
        "bet", "imagine", "pretend", "realize", "realise", "learn", "hear", "find", "tell",
        "consider",
    ];
    let gerund = doc.tokens[token].head;
    let is_copula = doc.tokens[token].dep == Dep::Ccomp
        && matches!(doc.tokens[token].lemma.as_str(), "be" | "feel" | "sound")
        && gerund < token
        && doc.tokens[gerund].tag.as_str() == "VBG"
        && matches!(
            doc.tokens[gerund].dep,
            Dep::Root | Dep::Acl | Dep::Dep | Dep::Parataxis
        )
        && !OF_CLAUSES.contains(&doc.tokens[gerund].lemma.as_str());
    if !is_copula {
        return;
    }
    let judges = doc.children(token).any(|child| {
        doc.tokens[child].dep == Dep::Acomp
            && (is_evaluation(&doc.tokens[child].lemma) || doc.tokens[child].tag.as_str() == "VBG")
    });
    let is_own = doc.children(gerund).any(|child| {
        matches!(
            doc.tokens[child].dep,
            Dep::Nsubj | Dep::Aux | Dep::Dobj | Dep::Mark
        )
    });
    let has_mark = doc
        .children(token)
        .any(|child| doc.tokens[child].dep == Dep::Mark);
    let object = doc
        .children(token)
        .find(|child| doc.tokens[*child].dep == Dep::Nsubj && gerund < *child && *child < token);
    let Some(object) = object.filter(|_| judges && !is_own && !has_mark) else {
        return;
    };
    (doc.tokens[object].head, doc.tokens[object].dep) = (gerund, Dep::Dobj);
    let (above, dep) = (doc.tokens[gerund].head, doc.tokens[gerund].dep);
    doc.tokens[token].head = if above == gerund { token } else { above };
    doc.tokens[token].dep = dep;
    (doc.tokens[gerund].head, doc.tokens[gerund].dep) = (token, Dep::Csubj);
    let after: Vec<usize> = doc
        .children(gerund)
        .filter(|child| *child > token)
        .collect();
    for child in after {
        doc.tokens[child].head = token;
    }
}

/// "a cat called Miso and a dog called Bolt": the dog goes on with the cat, not with her name.
fn named_with_another(doc: &mut Doc, token: usize) {
    let name = doc.tokens[token].head;
    let naming = doc.tokens[name].head;
    let is_taken_for_name = doc.tokens[token].dep == Dep::Conj
        && doc.tokens[token].pos == Pos::Noun
        && doc.tokens[name].dep == Dep::Oprd
        && doc.tokens[name].pos == Pos::Propn
        && doc.tokens[naming].dep == Dep::Acl
        && doc
            .children(token)
            .any(|child| doc.tokens[child].dep == Dep::Det);
    if !is_taken_for_name {
        return;
    }
    let noun = doc.tokens[naming].head;
    let moved: Vec<usize> = doc
        .children(name)
        .filter(|child| *child <= token && matches!(doc.tokens[*child].dep, Dep::Cc | Dep::Conj))
        .collect();
    for child in moved {
        doc.tokens[child].head = noun;
    }
}

/// "Nate, after finishing my screenplay I got a letter", "Maria, Tom has left": a verb has one subject, and who is spoken to stands before the
/// comma.
fn vocative(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_called = matches!(doc.tokens[token].dep, Dep::Nsubj | Dep::NsubjPass)
        && doc.tokens[token].pos == Pos::Propn
        && doc.tokens[token].is_sentence_start
        && is_word(text, doc, token + 1, &[","]);
    let has_own = is_called
        && doc.children(verb).any(|child| {
            child > token + 1
                && child < verb
                && matches!(doc.tokens[child].dep, Dep::Nsubj | Dep::NsubjPass)
                && matches!(doc.tokens[child].tag.as_str(), "PRP" | "NNP")
        });
    if has_own {
        doc.tokens[token].dep = Dep::Npadvmod;
    }
}

/// "reading that book you recommended": what is said of the book, taken for what is read.
fn recommended(doc: &mut Doc, token: usize) {
    const SAYING: &[&str] = &[
        "tell", "ask", "show", "remind", "convince", "assure", "bet", "warn", "promise", "teach",
    ];
    let verb = doc.tokens[token].head;
    let is_complement = doc.tokens[token].dep == Dep::Ccomp
        && doc.tokens[token].pos == Pos::Verb
        && verb < token
        && !SAYING.contains(&doc.tokens[verb].lemma.as_str());
    if !is_complement {
        return;
    }
    let subject = doc.children(token).find(|child| {
        doc.tokens[*child].dep == Dep::Nsubj && doc.tokens[*child].tag.as_str() == "PRP"
    });
    let has_object = doc
        .children(token)
        .any(|child| matches!(doc.tokens[child].dep, Dep::Dobj | Dep::Ccomp | Dep::Xcomp));
    let noun = subject.and_then(|subject| subject.checked_sub(1));
    let Some(noun) = noun.filter(|noun| {
        !has_object
            && doc.tokens[*noun].head == verb
            && doc.tokens[*noun].dep == Dep::Dobj
            && doc.tokens[*noun].pos == Pos::Noun
    }) else {
        return;
    };
    (doc.tokens[token].head, doc.tokens[token].dep) = (noun, Dep::Relcl);
    // What goes on in the form of the first verb goes on with it.
    let others: Vec<usize> = doc
        .children(token)
        .filter(|child| {
            doc.tokens[*child].dep == Dep::Conj
                && doc.tokens[*child].tag.as_str() == "VBG"
                && doc.tokens[verb].tag.as_str() == "VBG"
                && doc.tokens[token].tag.as_str() != "VBG"
        })
        .collect();
    for other in others {
        doc.tokens[other].head = verb;
    }
}

/// "We explored nature, roasted marshmallows and went on a hike": the second of three deeds, taken for a kind of marshmallow.
fn listed_deed(text: &str, doc: &mut Doc, token: usize) {
    let noun = doc.tokens[token].head;
    let is_participle = doc.tokens[token].dep == Dep::Amod
        && noun == token + 1
        && word(text, doc, token).ends_with("ed")
        && matches!(doc.tokens[token].tag.as_str(), "JJ" | "VBN" | "VBD");
    let above = doc.tokens[noun].head;
    let (first, verb) = match doc.tokens[noun].dep {
        Dep::Conj if doc.tokens[above].dep == Dep::Dobj => (above, doc.tokens[above].head),
        Dep::Dep => (noun, above),
        _ => return,
    };
    let is_listed = is_participle
        && doc.tokens[verb].tag.as_str() == "VBD"
        && token
            .checked_sub(1)
            .is_some_and(|before| is_word(text, doc, before, &[","]));
    if !is_listed
        || doc
            .children(first)
            .any(|child| doc.tokens[child].dep == Dep::Cc)
    {
        return;
    }
    let third = doc.children(verb).find(|child| {
        *child > noun
            && doc.tokens[*child].dep == Dep::Conj
            && doc.tokens[*child].tag.as_str() == "VBD"
    });
    if third.is_none() {
        return;
    }
    let deed = &mut doc.tokens[token];
    (deed.head, deed.dep, deed.pos) = (verb, Dep::Conj, Pos::Verb);
    retag(doc, token, "VBD");
    (doc.tokens[noun].head, doc.tokens[noun].dep) = (token, Dep::Dobj);
    let written = word(text, doc, token).to_lowercase();
    let bases = [written.strip_suffix("ed"), written.strip_suffix('d')];
    let base = bases
        .into_iter()
        .flatten()
        .find(|base| past(base) == written);
    if let Some(base) = base {
        doc.tokens[token].lemma = base.to_owned();
    }
}

/// "I just got done submitting my screenplay": it is finished, and nobody was done.
fn got_done(text: &str, doc: &mut Doc, token: usize) {
    let is_done = is_word(text, doc, token, &["done", "finished"])
        && doc.tokens[token].tag.as_str() == "VBN"
        && doc.children(token).any(|child| {
            matches!(doc.tokens[child].dep, Dep::Xcomp | Dep::Advcl)
                && doc.tokens[child].tag.as_str() == "VBG"
        });
    let got = doc
        .children(token)
        .find(|child| doc.tokens[*child].dep == Dep::AuxPass);
    let Some(got) = got.filter(|_| is_done) else {
        return;
    };
    doc.tokens[got].dep = Dep::Aux;
    doc.tokens[token].lemma = "finish".to_owned();
    act(doc, token);
}

/// "I made my friend some ice cream": whom it was made for, and what, taken for what the friend is.
fn made_for(doc: &mut Doc, token: usize) {
    const MAKING: &[&str] = &[
        "make", "bake", "cook", "buy", "get", "knit", "build", "write", "draw", "find", "order",
        "pour", "fix",
    ];
    let verb = doc.tokens[token].head;
    let is_thing = doc.tokens[token].dep == Dep::Ccomp
        && doc.tokens[token].pos == Pos::Noun
        && verb < token
        && MAKING.contains(&doc.tokens[verb].lemma.as_str());
    let whom = doc.children(token).find(|child| {
        let is_somebody = doc.tokens[*child].tag.as_str() == "PRP"
            || doc.tokens[*child].pos == Pos::Propn
            || role(&doc.tokens[*child].lemma).is_some_and(|role| role.kind == EntityKind::Person);
        doc.tokens[*child].dep == Dep::Nsubj && is_somebody && *child > verb
    });
    let has_article = doc
        .children(token)
        .any(|child| doc.tokens[child].dep == Dep::Det);
    if let Some(whom) = whom.filter(|_| is_thing && has_article) {
        (doc.tokens[whom].head, doc.tokens[whom].dep) = (verb, Dep::Dative);
        doc.tokens[token].dep = Dep::Dobj;
    }
}

/// "I made this window to remind myself of home": what it was made for, taken for what the window does.
fn made_to(doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_purpose = doc.tokens[token].dep == Dep::Ccomp
        && doc.tokens[token].tag.as_str() == "VB"
        && matches!(doc.tokens[verb].lemma.as_str(), "make" | "build" | "create")
        && doc
            .children(token)
            .any(|child| doc.tokens[child].tag.as_str() == "TO");
    let noun = doc.children(token).find(|child| {
        doc.tokens[*child].dep == Dep::Nsubj && doc.tokens[*child].pos == Pos::Noun && *child > verb
    });
    if let Some(noun) = noun.filter(|_| is_purpose) {
        (doc.tokens[noun].head, doc.tokens[noun].dep) = (verb, Dep::Dobj);
        doc.tokens[token].dep = Dep::Advcl;
    }
}

/// "I lost all my work - super frustrating!": what stands behind a dash between blanks, taken for what was lost.
fn aside(text: &str, doc: &mut Doc, token: usize) {
    let Some(noun) = token.checked_sub(1) else {
        return;
    };
    let is_dash = is_word(text, doc, token, &["-", "–", "—"])
        && doc.tokens[noun].space_after
        && doc.tokens[token].space_after;
    let Some(judgement) = (token + 1..doc.tokens.len().min(token + 4)).find(|after| {
        doc.tokens[*after].tag.as_str() == "JJ"
            && matches!(doc.tokens[*after].dep, Dep::Dobj | Dep::Pobj)
    }) else {
        return;
    };
    let is_part = doc.tokens[noun].pos == Pos::Noun
        && doc.tokens[noun].dep == Dep::Compound
        && doc.ancestors(noun).any(|above| above == judgement);
    if !is_dash || !is_part {
        return;
    }
    let (head, dep) = (doc.tokens[judgement].head, doc.tokens[judgement].dep);
    let before: Vec<usize> = doc
        .children(judgement)
        .filter(|child| *child < noun)
        .collect();
    for child in before {
        doc.tokens[child].head = noun;
    }
    (doc.tokens[noun].head, doc.tokens[noun].dep) = (head, dep);
    (doc.tokens[judgement].head, doc.tokens[judgement].dep) = (noun, Dep::Appos);
}

/// "studying characters, themes, and making recommendations": the second doing, taken for one of what is studied.
fn listed_doing(doc: &mut Doc, token: usize) {
    const MAX_LISTED: usize = 8;
    let is_doing = |token: usize| {
        doc.tokens[token].tag.as_str() == "VBG" && doc.tokens[token].pos == Pos::Verb
    };
    let has_object = || {
        doc.children(token)
            .any(|child| child > token && doc.tokens[child].dep == Dep::Dobj)
    };
    if doc.tokens[token].dep != Dep::Conj || !is_doing(token) || !has_object() {
        return;
    }
    let listed = std::iter::successors(Some(doc.tokens[token].head), |noun| {
        (doc.tokens[*noun].dep == Dep::Conj).then(|| doc.tokens[*noun].head)
    });
    let Some(first) = listed.take(MAX_LISTED).last() else {
        return;
    };
    let verb = doc.tokens[first].head;
    let is_noun = doc.tokens[first].pos == Pos::Noun && doc.tokens[first].dep == Dep::Dobj;
    if is_noun && is_doing(verb) && verb < first {
        doc.tokens[token].head = verb;
    }
}

/// "I attended my friend Rachel's graduation": the graduation is attended, which the parser takes for who the friend is.
fn of_named(doc: &mut Doc, token: usize) {
    let noun = doc.tokens[token].head;
    let name = noun + 1;
    let is_beside = doc.tokens[token].dep == Dep::Appos
        && name < token
        && doc.tokens[name].dep == Dep::Poss
        && doc.tokens[name].pos == Pos::Propn
        && doc.tokens[noun].pos == Pos::Noun;
    let is_somebody = role(&doc.tokens[noun].lemma).is_some();
    if !is_beside || !is_somebody || !doc.ancestors(name).any(|above| above == token) {
        return;
    }
    let owned = doc.tokens[name].head;
    let dep = match doc.tokens[noun].dep {
        Dep::Dative => Dep::Dobj,
        dep => dep,
    };
    (doc.tokens[token].head, doc.tokens[token].dep) = (doc.tokens[noun].head, dep);
    (doc.tokens[noun].head, doc.tokens[noun].dep) = (owned, Dep::Poss);
    (doc.tokens[name].head, doc.tokens[name].dep) = (noun, Dep::Appos);
}

/// "garlic chicken" of "I make honey garlic chicken", and "glam feel" of "it adds a nice glam feel", which are read as somebody
/// who does something: a noun before a noun is no subject, and "a" before a noun wants another form of the verb.
pub(super) fn compound(text: &str, doc: &mut Doc, token: usize) {
    let noun = token + 1;
    let is_before = doc.tokens[token].dep == Dep::Nsubj
        && doc.tokens[token].head == noun
        && doc
            .tokens
            .get(noun)
            .is_some_and(|noun| noun.dep == Dep::Ccomp);
    if !is_before || !matches!(doc.tokens[token].tag.as_str(), "NN" | "NNP") {
        return;
    }
    let verb = doc.tokens[noun].head;
    let has_one = doc.children(token).any(|child| {
        doc.tokens[child].dep == Dep::Det && is_word(text, doc, child, &["a", "an", "this", "that"])
    });
    let is_noun = match doc.tokens[noun].tag.as_str() {
        "NN" | "NNS" | "NNP" => true,
        "VBP" | "VB" => has_one,
        _ => false,
    };
    let is_clause = doc.children(noun).any(|child| {
        matches!(
            doc.tokens[child].dep,
            Dep::Aux | Dep::Mark | Dep::Dobj | Dep::Neg | Dep::Acomp | Dep::Attr
        )
    });
    let acts = doc.tokens[verb].pos == Pos::Verb && verb < token;
    if !acts || !is_noun || is_clause {
        return;
    }
    let modifiers: Vec<usize> = doc.children(token).collect();
    for modifier in modifiers {
        doc.tokens[modifier].head = noun;
    }
    doc.tokens[token].dep = Dep::Compound;
    doc.tokens[noun].dep = Dep::Dobj;
    doc.tokens[noun].pos = Pos::Noun;
    if doc.tokens[noun].tag.as_str() != "NNS" {
        retag(doc, noun, "NN");
    }
    let clauses: Vec<usize> = doc
        .children(noun)
        .filter(|child| doc.tokens[*child].dep == Dep::Advcl)
        .collect();
    for clause in clauses {
        doc.tokens[clause].head = verb;
    }
}
