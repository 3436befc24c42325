//! Nouns and verbs that the parser takes for each other around a subject, and clauses that hang from a word farther away than their own.

use recollect_spacy::{Dep, Doc, Pos};

use crate::local::extraction::parse::tokens::{
    act, hang, has_child, is_word, retag, take_place, word,
};

/// Verbs in "s" that are plurals too.
const DOES: &[&str] = &[
    "lives",
    "works",
    "plays",
    "runs",
    "walks",
    "drives",
    "studies",
    "coaches",
    "paints",
    "dances",
    "cooks",
    "moves",
    "loves",
    "likes",
    "wants",
    "needs",
    "hates",
    "travels",
    "rides",
    "visits",
    "starts",
    "volunteers",
    "teaches",
    "stays",
];

/// Mends what `token` is taken for, or what it hangs from.
pub(super) fn nearest(text: &str, doc: &mut Doc, token: usize) {
    of_last_named(text, doc, token);
    been_so(text, doc, token);
    does_doing(text, doc, token);
    relative_does(text, doc, token);
    team_lead(text, doc, token);
    day_is(doc, token);
    wifi(text, doc, token);
    whose_compound(doc, token);
    kind_of_object(text, doc, token);
    guess_what(text, doc, token);
    killing(text, doc, token);
    fixing_to(text, doc, token);
    leftover(text, doc, token);
    up_there(text, doc, token);
}

/// "rent a cabin up by Grand Marais": where it is, and no way of renting.
fn up_there(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_where = doc.tokens[token].dep == Dep::Prt
        && is_word(text, doc, token, &["up", "down", "over", "out"])
        && is_word(text, doc, token + 1, &["by", "at", "in", "near", "on"])
        && doc.tokens[token + 1].dep == Dep::Prep
        && matches!(
            &*doc.tokens[verb].lemma,
            "rent" | "own" | "have" | "find" | "book"
        )
        && doc
            .children(verb)
            .any(|child| doc.tokens[child].dep == Dep::Dobj && child < token);
    if is_where {
        doc.tokens[token].dep = Dep::Advmod;
        doc.tokens[token].pos = Pos::Adv;
        retag(doc, token, "RB");
    }
}

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

/// "We've leftover lamb": what is had, and of what sort.
fn leftover(text: &str, doc: &mut Doc, token: usize) {
    let thing = token + 1;
    let have = token
        .checked_sub(1)
        .filter(|have| doc.tokens[*have].dep == Dep::Aux && doc.tokens[*have].head == token);
    let is_sort = is_word(text, doc, token, &["leftover", "spare"])
        && doc
            .tokens
            .get(thing)
            .is_some_and(|thing| thing.dep == Dep::Dobj && thing.head == token);
    let Some(have) = have.filter(|_| is_sort) else {
        return;
    };
    take_place(doc, have, token);
    let others: Vec<usize> = doc.children(token).filter(|other| *other != have).collect();
    for other in others {
        doc.tokens[other].head = have;
    }
    doc.tokens[have].pos = Pos::Verb;
    "have".clone_into(&mut doc.tokens[have].lemma);
    let sort = &mut doc.tokens[token];
    (sort.head, sort.dep, sort.pos) = (thing, Dep::Amod, Pos::Adj);
    retag(doc, token, "JJ");
    if doc.tokens[thing].pos == Pos::Propn && word(text, doc, thing).starts_with(char::is_lowercase)
    {
        doc.tokens[thing].pos = Pos::Noun;
        retag(doc, thing, "NN");
    }
}

/// "my flu jab": the jab is one's own, and no flu.
fn whose_compound(doc: &mut Doc, token: usize) {
    let first = doc.tokens[token].head;
    let whole = doc.tokens[first].head;
    let is_of_first = doc.tokens[token].tag.as_str() == "PRP$"
        && doc.tokens[token].dep == Dep::Poss
        && doc.tokens[first].dep == Dep::Compound
        && token < first
        && first < whole;
    if is_of_first {
        doc.tokens[token].head = whole;
    }
}

/// "The Wi-Fi's been down": a thing with a capital, and no name.
fn wifi(text: &str, doc: &mut Doc, token: usize) {
    let is_wifi = doc.tokens[token].pos == Pos::Propn
        && (is_word(text, doc, token, &["wifi"])
            || is_word(text, doc, token, &["fi"])
                && token >= 2
                && is_word(text, doc, token - 2, &["wi"]));
    if is_wifi {
        doc.tokens[token].pos = Pos::Noun;
        retag(doc, token, "NN");
    }
}

/// "Got my flu jab": one thing, and no time behind another.
fn kind_of_object(text: &str, doc: &mut Doc, token: usize) {
    let Some(first) = token.checked_sub(1) else {
        return;
    };
    let verb = doc.tokens[token].head;
    let is_noun = |doc: &Doc, token: usize| doc.tokens[token].tag.as_str() == "NN";
    let is_one = doc.tokens[token].dep == Dep::Npadvmod
        && doc.tokens[first].dep == Dep::Dobj
        && doc.tokens[first].head == verb
        && is_noun(doc, token)
        && is_noun(doc, first)
        && has_child(doc, first, &[Dep::Poss, Dep::Det])
        && !has_child(doc, token, &[Dep::Det, Dep::Amod, Dep::Nummod, Dep::Poss])
        && is_word(text, doc, token, SHOTS);
    if !is_one {
        return;
    }
    let of_first: Vec<usize> = doc.children(first).collect();
    for child in of_first {
        doc.tokens[child].head = token;
    }
    doc.tokens[token].dep = Dep::Dobj;
    (doc.tokens[first].head, doc.tokens[first].dep) = (token, Dep::Compound);
}

/// What is given, had or taken once, and named by what it is for.
const SHOTS: &[&str] = &[
    "jab",
    "shot",
    "vaccine",
    "booster",
    "test",
    "scan",
    "check",
    "checkup",
    "exam",
    "lesson",
    "class",
    "session",
    "appointment",
];

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
    let others: Vec<usize> = doc
        .children(guess)
        .filter(|child| *child > what && *child != token)
        .collect();
    for other in others {
        doc.tokens[other].head = token;
    }
    (doc.tokens[token].head, doc.tokens[token].dep) = (token, Dep::Root);
    (doc.tokens[guess].head, doc.tokens[guess].dep) = (token, Dep::Intj);
    doc.tokens[guess].pos = Pos::Intj;
    retag(doc, guess, "UH");
}

/// What may hurt of somebody.
const BODY: &[&str] = &[
    "arm",
    "arms",
    "back",
    "feet",
    "foot",
    "head",
    "hip",
    "hips",
    "knee",
    "knees",
    "leg",
    "legs",
    "neck",
    "shoulder",
    "shoulders",
    "stomach",
    "belly",
    "throat",
    "tooth",
    "teeth",
    "wrist",
    "wrists",
    "ankle",
    "ankles",
    "hand",
    "hands",
    "eyes",
    "heel",
    "heels",
    "elbow",
    "finger",
    "fingers",
    "thumb",
    "toe",
    "toes",
    "ribs",
    "jaw",
    "ear",
    "ears",
    "joints",
    "calves",
    "thighs",
    "sinuses",
];

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
            is_word(text, doc, subject, BODY) && has_child(doc, subject, &[Dep::Poss])
        });
    if is_pain {
        "hurt".clone_into(&mut doc.tokens[verb].lemma);
        // What is hurt is whose it is.
        (doc.tokens[token].dep, doc.tokens[token].pos) = (Dep::Dep, Pos::Part);
        retag(doc, token, "RP");
    }
}

/// "two kids, Maya who's nine and Ben who's six": each is said of the name before it, and none of both.
fn of_last_named(text: &str, doc: &mut Doc, token: usize) {
    let who = doc
        .children(token)
        .find(|child| is_word(text, doc, *child, &["who"]) && *child < token);
    let Some(name) = who.and_then(|who| who.checked_sub(1)) else {
        return;
    };
    let head = doc.tokens[token].head;
    let is_near = doc.tokens[token].dep == Dep::Relcl
        && doc.tokens[name].pos == Pos::Propn
        && name != head
        && matches!(doc.tokens[name].dep, Dep::Appos | Dep::Conj)
        && doc.ancestors(name).any(|above| above == head);
    if is_near {
        doc.tokens[token].head = name;
    }
}

/// "The Wi-Fi's been down": nobody put it there.
fn been_so(text: &str, doc: &mut Doc, token: usize) {
    let having = doc
        .children(token)
        .find(|child| doc.tokens[*child].dep == Dep::AuxPass);
    let Some(having) = having.filter(|_| is_word(text, doc, token, &["been"])) else {
        return;
    };
    let auxiliary = &mut doc.tokens[having];
    (auxiliary.dep, auxiliary.pos) = (Dep::Aux, Pos::Aux);
    "have".clone_into(&mut auxiliary.lemma);
    if matches!(auxiliary.tag.as_str(), "POS") {
        retag(doc, having, "VBZ");
    }
    act(doc, token);
}

/// "We do bouldering together": behind "do" stands no verb in "ing".
fn does_doing(text: &str, doc: &mut Doc, token: usize) {
    let Some(auxiliary) = token.checked_sub(1) else {
        return;
    };
    let is_doing = doc.tokens[token].tag.as_str() == "VBG"
        && doc.tokens[auxiliary].head == token
        && doc.tokens[auxiliary].dep == Dep::Aux
        && is_word(text, doc, auxiliary, &["do", "does", "did"]);
    if !is_doing {
        return;
    }
    take_place(doc, auxiliary, token);
    let others: Vec<usize> = doc
        .children(token)
        .filter(|child| *child != auxiliary)
        .filter(|child| {
            !matches!(
                doc.tokens[*child].dep,
                Dep::Dobj | Dep::Compound | Dep::Amod
            )
        })
        .collect();
    for other in others {
        doc.tokens[other].head = auxiliary;
    }
    doc.tokens[auxiliary].pos = Pos::Verb;
    let lemma = word(text, doc, token).to_lowercase();
    let noun = &mut doc.tokens[token];
    noun.lemma = lemma;
    (noun.head, noun.dep, noun.pos) = (auxiliary, Dep::Dobj, Pos::Noun);
    retag(doc, token, "NN");
}

/// "My aunt Lorraine lives in Toronto": she has no lives, and is none.
fn relative_does(text: &str, doc: &mut Doc, token: usize) {
    let Some(name) = token.checked_sub(1) else {
        return;
    };
    let noun = doc.tokens[token].head;
    let is_capital = word(text, doc, name).starts_with(char::is_uppercase);
    let is_does = doc.tokens[token].tag.as_str() == "NNS"
        && doc.tokens[token].dep == Dep::Appos
        && is_word(text, doc, token, DOES)
        && doc.tokens[name].head == token
        && noun + 1 == name
        && is_capital
        && doc.tokens[noun].dep == Dep::Root
        && has_child(doc, noun, &[Dep::Poss]);
    if !is_does {
        return;
    }
    be_verb(text, doc, token);
    take_place(doc, token, noun);
    let behind: Vec<usize> = doc.children(noun).filter(|child| *child > token).collect();
    for other in behind {
        doc.tokens[other].head = token;
    }
    (doc.tokens[noun].head, doc.tokens[noun].dep) = (token, Dep::Nsubj);
    (doc.tokens[name].head, doc.tokens[name].dep) = (noun, Dep::Appos);
    doc.tokens[name].pos = Pos::Propn;
    retag(doc, name, "NNP");
    let joined: Vec<usize> = doc
        .children(token)
        .filter(|child| doc.tokens[*child].dep == Dep::Conj && is_word(text, doc, *child, DOES))
        .collect();
    for other in joined {
        be_verb(text, doc, other);
    }
}

/// Makes a plural the verb in "s" that is written alike.
fn be_verb(text: &str, doc: &mut Doc, token: usize) {
    let written = word(text, doc, token).to_lowercase();
    let base = match written.as_str() {
        "studies" => "study",
        "coaches" => "coach",
        "teaches" => "teach",
        _ => written.trim_end_matches('s'),
    };
    base.clone_into(&mut doc.tokens[token].lemma);
    doc.tokens[token].pos = Pos::Verb;
    retag(doc, token, "VBZ");
}

/// "My team lead Arvind has resigned": who leads a team, and no team that leads him.
fn team_lead(text: &str, doc: &mut Doc, token: usize) {
    let Some(team) = token.checked_sub(1) else {
        return;
    };
    let is_lead = is_word(text, doc, token, &["lead"])
        && doc.tokens[token].pos == Pos::Verb
        && matches!(doc.tokens[token].dep, Dep::Nsubj | Dep::NsubjPass)
        && doc.tokens[team].head == token
        && doc.tokens[team].dep == Dep::Nsubj
        && has_child(doc, team, &[Dep::Poss, Dep::Det]);
    if !is_lead {
        return;
    }
    doc.tokens[token].pos = Pos::Noun;
    retag(doc, token, "NN");
    doc.tokens[team].dep = Dep::Compound;
    let others: Vec<usize> = doc.children(team).chain(doc.children(token)).collect();
    for other in others {
        match doc.tokens[other].dep {
            Dep::Poss | Dep::Det => hang_from(doc, other, token),
            Dep::Dobj if other == token + 1 => doc.tokens[other].dep = Dep::Appos,
            _ => {}
        }
    }
}

fn hang_from(doc: &mut Doc, token: usize, from: usize) {
    let dep = doc.tokens[token].dep;
    hang(doc, token, from, dep);
}

/// "Last day is 14 November": a day of which something is said.
fn day_is(doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_subject = doc.tokens[token].dep == Dep::Npadvmod
        && doc.tokens[token].tag.as_str() == "NN"
        && verb == token + 1
        && doc.tokens[verb].lemma == "be"
        && doc.tokens[verb].dep == Dep::Root
        && has_child(doc, verb, &[Dep::Attr])
        && !has_child(
            doc,
            verb,
            &[Dep::Nsubj, Dep::NsubjPass, Dep::Csubj, Dep::Expl],
        );
    if is_subject {
        doc.tokens[token].dep = Dep::Nsubj;
    }
}
