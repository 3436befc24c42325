//! Words that the parser gives to the wrong verb or to none: a subject taken for the end of a list, a name behind a noun for somebody, an
//! afterthought taken for an object.

use recollect_spacy::{Dep, Doc, Pos};

use crate::lexicon::{
    MONTHS, SEASONS, WEEKDAYS, is_given_name, is_occupation, is_of_every_week, role,
};
use crate::local::extraction::parse::tokens::{hang, is_word, lead_to, retag, word};

/// Mends what hangs from `token`, or where it hangs.
pub(super) fn mistaken(text: &str, doc: &mut Doc, token: usize) {
    subject_in_list(text, doc, token);
    named_behind(text, doc, token);
    afterthought(text, doc, token);
    pregnant_due(text, doc, token);
    come_to_stay(text, doc, token);
    allergic_to(text, doc, token);
    calls_her(text, doc, token);
    move_in_with(text, doc, token);
    run_together(text, doc, token);
    liked_so(doc, token);
    named_so(text, doc, token);
    when_doing(text, doc, token);
    on_days(text, doc, token);
    no_participle(text, doc, token);
    bidden(text, doc, token);
    rather(text, doc, token);
    dying_to(text, doc, token);
    made_one(text, doc, token);
    reached(doc, token);
    unwell(text, doc, token);
    dated(text, doc, token);
}

/// "Bring shoes": a verb whose own end is that of a participle.
fn no_participle(text: &str, doc: &mut Doc, token: usize) {
    const BASES: &[&str] = &[
        "bring", "sing", "ring", "sting", "swing", "fling", "cling", "wring", "spring",
    ];
    if doc.tokens[token].tag.as_str() == "VBG" && is_word(text, doc, token, BASES) {
        retag(doc, token, "VB");
        doc.tokens[token].lemma = word(text, doc, token).to_lowercase();
    }
}

/// "She's dying to sell it": she wants to.
fn dying_to(text: &str, doc: &mut Doc, token: usize) {
    let is_dying = is_word(text, doc, token, &["dying"])
        && is_word(text, doc, token + 1, &["to"])
        && doc
            .children(token)
            .any(|child| doc.tokens[child].dep == Dep::Xcomp && child > token);
    if is_dying {
        doc.tokens[token].lemma = "want".to_owned();
    }
}

/// "Lena was made head chef": it is what somebody became.
fn made_one(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let being = doc
        .children(verb)
        .find(|child| doc.tokens[*child].dep == Dep::AuxPass);
    let subject = doc
        .children(verb)
        .find(|child| doc.tokens[*child].dep == Dep::NsubjPass);
    let is_made = doc.tokens[token].dep == Dep::Oprd
        && is_word(text, doc, verb, &["made", "appointed"])
        && is_occupation(&doc.tokens[token].lemma);
    let (Some(being), Some(subject), true) = (being, subject, is_made) else {
        return;
    };
    match doc.tokens[being].tag.as_str() {
        "VBD" => retag(doc, verb, "VBD"),
        // "has been made"
        "VBN" => {}
        _ => return,
    }
    (doc.tokens[being].dep, doc.tokens[being].pos) = (Dep::Dep, Pos::Part);
    retag(doc, being, "RP");
    doc.tokens[verb].lemma = "become".to_owned();
    doc.tokens[subject].dep = Dep::Nsubj;
    doc.tokens[token].dep = Dep::Attr;
}

/// "My rating hit 1800 this morning": what was reached, and not when.
fn reached(doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_behind = doc.tokens[token].tag.as_str() == "CD"
        && doc.tokens[token].dep == Dep::Npadvmod
        && verb + 1 == token
        && matches!(
            &*doc.tokens[verb].lemma,
            "hit" | "reach" | "pass" | "top" | "score"
        );
    if is_behind {
        doc.tokens[token].dep = Dep::Dobj;
    }
}

/// "Gran is poorly": how somebody is, and not how they do it.
fn unwell(text: &str, doc: &mut Doc, token: usize) {
    let being = doc.tokens[token].head;
    let is_it = is_word(text, doc, token, &["poorly"])
        && doc.tokens[token].dep == Dep::Advmod
        && being < token
        && matches!(&*doc.tokens[being].lemma, "be" | "feel");
    if is_it {
        doc.tokens[token].dep = Dep::Acomp;
        doc.tokens[token].pos = Pos::Adj;
        retag(doc, token, "JJ");
    }
}

/// "I'd rather we stayed in Norwich": what somebody wishes, which is none that was.
fn rather(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let would = doc.tokens[verb].head;
    // "Jasper would rather die than speak in public."
    let is_figure = is_word(text, doc, token, &["rather", "sooner"])
        && is_word(text, doc, verb, &["die", "starve"]);
    if is_figure {
        doc.tokens[verb].pos = Pos::Intj;
        retag(doc, verb, "UH");
        return;
    }
    let is_wish = is_word(text, doc, token, &["rather", "sooner"])
        && doc.tokens[token].dep == Dep::Advmod
        && doc.tokens[verb].dep == Dep::Ccomp
        && doc.tokens[verb].tag.as_str() == "VBD"
        && is_word(text, doc, would, &["'d", "’d", "would"]);
    if is_wish {
        doc.tokens[would].lemma = "wish".to_owned();
        doc.tokens[would].pos = Pos::Verb;
        retag(doc, would, "VBP");
    }
}

/// "the receipt for the drill, dated 3 May": of the receipt.
fn dated(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_said = doc.tokens[token].dep == Dep::Conj
        && is_word(text, doc, token, &["dated", "signed", "addressed"])
        && token > 0
        && is_word(text, doc, token - 1, &[","]);
    let object = doc
        .children(verb)
        .find(|child| doc.tokens[*child].dep == Dep::Dobj);
    if let Some(object) = object.filter(|_| is_said) {
        hang(doc, token, object, Dep::Acl);
        retag(doc, token, "VBN");
    }
}

/// "Kiss Salma for me": a verb in front of a name, taken for a part of it.
fn bidden(text: &str, doc: &mut Doc, token: usize) {
    const BIDDEN: &[&str] = &[
        "kiss",
        "hug",
        "thank",
        "ring",
        "call",
        "text",
        "tell",
        "ask",
        "feed",
        "meet",
        "message",
        "email",
        "phone",
        "visit",
        "congratulate",
    ];
    let name = token + 1;
    let is_first = doc.tokens[token].is_sentence_start
        && doc.tokens[token].dep == Dep::Compound
        && doc.tokens[token].head == name
        && is_word(text, doc, token, BIDDEN);
    if !is_first || !is_given_name(&word(text, doc, name).to_lowercase()) {
        return;
    }
    let (head, dep) = (doc.tokens[name].head, doc.tokens[name].dep);
    if dep != Dep::Root || head != name {
        return;
    }
    for child in name + 1..doc.tokens.len() {
        if doc.tokens[child].head == name {
            doc.tokens[child].head = token;
        }
    }
    let lemma = word(text, doc, token).to_lowercase();
    let verb = &mut doc.tokens[token];
    (verb.head, verb.dep, verb.pos) = (token, Dep::Root, Pos::Verb);
    verb.lemma = lemma;
    retag(doc, token, "VB");
    (doc.tokens[name].head, doc.tokens[name].dep) = (token, Dep::Dobj);
}

/// "She's coming to stay for two weeks in May": when somebody comes, and not only when they stay.
fn come_to_stay(text: &str, doc: &mut Doc, token: usize) {
    let stay = doc.tokens[token].head;
    let come = doc.tokens[stay].head;
    let is_when = (doc.tokens[token].dep == Dep::Npadvmod
        || doc.tokens[token].dep == Dep::Prep
            && is_word(text, doc, token, &["in", "on", "from", "until", "over"]))
        && token > stay
        && is_word(text, doc, stay, &["stay", "visit"])
        && matches!(doc.tokens[stay].dep, Dep::Advcl | Dep::Xcomp)
        && &*doc.tokens[come].lemma == "come";
    if is_when {
        doc.tokens[token].head = come;
    }
}

/// "I volunteer at the food bank on Saturdays": that is when, and not which bank.
fn on_days(text: &str, doc: &mut Doc, token: usize) {
    let noun = doc.tokens[token].head;
    let is_on = doc.tokens[token].dep == Dep::Prep
        && is_word(text, doc, token, &["on"])
        && matches!(doc.tokens[noun].pos, Pos::Noun | Pos::Propn)
        && noun < token;
    let is_days = doc
        .children(token)
        .any(|day| is_of_every_week(&word(text, doc, day).to_lowercase()));
    let verb = doc
        .ancestors(noun)
        .find(|above| matches!(doc.tokens[*above].pos, Pos::Verb | Pos::Aux));
    if let (true, true, Some(verb)) = (is_on, is_days, verb) {
        doc.tokens[token].head = verb;
    }
}

/// "My phone number changed, it's 0176 5550 123 now": two sentences with a comma, of which none says the other.
fn run_together(text: &str, doc: &mut Doc, token: usize) {
    const SAYING: &[&str] = &[
        "say",
        "think",
        "know",
        "tell",
        "guess",
        "believe",
        "hope",
        "mean",
        "swear",
        "hear",
        "feel",
        "suppose",
        "reckon",
        "promise",
        "write",
        "add",
        "ask",
        "claim",
        "explain",
        "remember",
        "wonder",
        "worry",
        "bet",
        "imagine",
        "understand",
        "see",
        "admit",
        "answer",
        "reply",
        "announce",
        "insist",
        "argue",
        "joke",
        "warn",
        "report",
        "read",
        "go",
    ];
    let verb = doc.tokens[token].head;
    let is_before = doc.tokens[token].dep == Dep::Ccomp
        && token < verb
        && doc.tokens[verb].dep == Dep::Root
        && !SAYING.contains(&&*doc.tokens[verb].lemma)
        && doc
            .children(token)
            .any(|child| matches!(doc.tokens[child].dep, Dep::Nsubj | Dep::NsubjPass))
        && !doc
            .children(token)
            .any(|child| doc.tokens[child].dep == Dep::Mark);
    let subject = doc
        .children(verb)
        .find(|child| matches!(doc.tokens[*child].dep, Dep::Nsubj | Dep::NsubjPass));
    let Some(start) = subject.map(|subject| doc.subtree_range(subject).start) else {
        return;
    };
    let is_behind_comma = start > token && is_word(text, doc, start - 1, &[","]);
    let is_quoted = doc
        .subtree_range(token)
        .any(|one| is_word(text, doc, one, &["\"", "“", "``"]));
    if is_before && is_behind_comma && !is_quoted {
        doc.tokens[token].dep = Dep::Parataxis;
    }
}

/// "I'm allergic to shrimp": what one is allergic to is nothing that one does.
fn allergic_to(text: &str, doc: &mut Doc, token: usize) {
    let adjective = doc.tokens[token].head;
    let is_done = doc.tokens[token].dep == Dep::Xcomp
        && doc.tokens[token].tag.as_str() == "VB"
        && is_word(text, doc, adjective, &["allergic", "intolerant"]);
    let to = doc
        .children(token)
        .find(|child| is_done && doc.tokens[*child].dep == Dep::Aux);
    if let Some(to) = to {
        lead_to(doc, to, adjective, token);
    }
}

/// "We call her Asche": she is called so, and it is not hers.
fn calls_her(text: &str, doc: &mut Doc, token: usize) {
    let (verb, her) = (doc.tokens[token].head, token.checked_sub(1));
    let Some(her) = her.filter(|her| *her > verb) else {
        return;
    };
    let is_called = doc.tokens[token].pos == Pos::Propn
        && doc.tokens[token].dep == Dep::Dobj
        && matches!(&*doc.tokens[verb].lemma, "call" | "name")
        && her == verb + 1
        && is_word(text, doc, her, &["her"])
        && doc.tokens[her].head == token;
    if is_called {
        retag(doc, her, "PRP");
        hang(doc, her, verb, Dep::Dobj);
        doc.tokens[token].dep = Dep::Oprd;
    }
}

/// "moved back in with our parents": into their home.
fn move_in_with(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_in = is_word(text, doc, token, &["in"])
        && doc.tokens[token].dep == Dep::Advmod
        && &*doc.tokens[verb].lemma == "move"
        && token > verb
        && token + 1 < doc.tokens.len()
        && is_word(text, doc, token + 1, &["with"]);
    if is_in {
        doc.tokens[token].dep = Dep::Prt;
        retag(doc, token, "RP");
    }
}

/// "I like my eggs soft-boiled": how they are liked, and nobody to whom something is.
fn liked_so(doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_how = doc.tokens[token].dep == Dep::Acomp
        && matches!(
            &*doc.tokens[verb].lemma,
            "like" | "take" | "drink" | "eat" | "want" | "prefer" | "love"
        );
    let thing = doc
        .children(verb)
        .find(|child| doc.tokens[*child].dep == Dep::Dative && doc.tokens[*child].pos == Pos::Noun);
    if let Some(thing) = thing.filter(|thing| is_how && *thing < token) {
        doc.tokens[thing].dep = Dep::Dobj;
        doc.tokens[token].dep = Dep::Oprd;
    }
}

/// "I named my sourdough starter Clint Yeastwood": the name that it was given.
fn named_so(text: &str, doc: &mut Doc, token: usize) {
    let thing = doc.tokens[token].head;
    let verb = doc.tokens[thing].head;
    let is_given = doc.tokens[token].dep == Dep::Appos
        && doc.tokens[token].pos == Pos::Propn
        && doc.tokens[thing].dep == Dep::Dobj
        && matches!(&*doc.tokens[verb].lemma, "name" | "christen" | "call")
        && doc.subtree_range(token).start == thing + 1
        && !is_word(text, doc, token - 1, &[","]);
    if is_given {
        hang(doc, token, verb, Dep::Oprd);
    }
}

/// "I broke my wrist skiing in February": when it broke.
fn when_doing(text: &str, doc: &mut Doc, token: usize) {
    let doing = doc.tokens[token].head;
    let verb = doc.tokens[doing].head;
    let is_when = doc.tokens[token].dep == Dep::Prep
        && token == doing + 1
        && is_word(text, doc, token, &["in", "on"])
        && doc.tokens[doing].tag.as_str() == "VBG"
        && doc.tokens[doing].dep == Dep::Advcl
        && verb < doing
        && doc.tokens[verb].tag.as_str() == "VBD";
    let is_time = doc.children(token).any(|time| {
        let word = word(text, doc, time).to_lowercase();
        MONTHS.contains(&word)
            || WEEKDAYS.contains(&word)
            || SEASONS.contains(&word)
            || word.chars().all(|c| c.is_ascii_digit())
    });
    if is_when && is_time {
        doc.tokens[token].head = verb;
    }
}

/// "She howls at the boats and Mrs. Toivonen says she doesn't mind": a verb without a subject behind a list whose end is somebody.
fn subject_in_list(text: &str, doc: &mut Doc, verb: usize) {
    let is_finite = matches!(doc.tokens[verb].tag.as_str(), "VBZ" | "VBD")
        && doc.tokens[verb].pos == Pos::Verb
        && doc.tokens[verb].dep == Dep::Root;
    let has_subject = |doc: &Doc, verb: usize| {
        doc.children(verb).any(|child| {
            matches!(
                doc.tokens[child].dep,
                Dep::Nsubj | Dep::NsubjPass | Dep::Expl | Dep::Csubj
            )
        })
    };
    if !is_finite || has_subject(doc, verb) {
        return;
    }
    let clause = doc
        .children(verb)
        .find(|child| *child < verb && doc.tokens[*child].dep == Dep::Ccomp);
    let Some(clause) = clause.filter(|clause| has_subject(doc, *clause)) else {
        return;
    };
    let end = doc.subtree_range(clause).end.min(verb);
    let listed = (clause + 1..end).rev().find(|token| {
        doc.tokens[*token].dep == Dep::Conj
            && doc.tokens[*token].pos == Pos::Propn
            && matches!(
                doc.tokens[doc.tokens[*token].head].pos,
                Pos::Noun | Pos::Propn
            )
    });
    let Some(subject) = listed else {
        return;
    };
    let start = doc.subtree_range(subject).start;
    let is_joined = start > 0 && is_word(text, doc, start - 1, &["and", "but", "so"]);
    if !is_joined {
        return;
    }
    hang(doc, subject, verb, Dep::Nsubj);
    let behind: Vec<usize> = doc
        .children(verb)
        .filter(|child| *child > subject && *child < verb && doc.tokens[*child].dep == Dep::Prep)
        .collect();
    for preposition in behind {
        hang(doc, preposition, subject, Dep::Prep);
    }
    doc.tokens[clause].dep = Dep::Parataxis;
}

/// "Staying with cousin Vasant in Jayanagar": the name is the cousin's, and not what is stayed.
fn named_behind(text: &str, doc: &mut Doc, token: usize) {
    let Some(noun) = token.checked_sub(1) else {
        return;
    };
    let preposition = doc.tokens[noun].head;
    let is_name = doc.tokens[token].pos == Pos::Propn
        && matches!(doc.tokens[token].dep, Dep::Dobj | Dep::Npadvmod | Dep::Attr)
        && doc.subtree_range(token).start == token;
    let is_one = doc.tokens[noun].dep == Dep::Pobj
        && doc.tokens[noun].pos == Pos::Noun
        && role(&word(text, doc, noun).to_lowercase()).is_some_and(|role| role.relation.is_some());
    if is_name && is_one && doc.tokens[token].head == doc.tokens[preposition].head {
        hang(doc, token, preposition, Dep::Pobj);
        hang(doc, noun, token, Dep::Compound);
    }
}

/// "I quit it Saturday, just Tylenol now": what is added behind a comma is no second object.
fn afterthought(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let start = doc.subtree_range(token).start;
    let is_added = doc.tokens[token].dep == Dep::Dobj
        && token > verb
        && start > 0
        && is_word(text, doc, start, &["just", "only", "now"])
        && is_word(text, doc, start - 1, &[","]);
    let has_object = doc
        .children(verb)
        .any(|child| child > verb && child < start && doc.tokens[child].dep == Dep::Dobj);
    if is_added && has_object {
        doc.tokens[token].dep = Dep::Dep;
    }
}

/// "pregnant, due in August": what is due then is not the state.
fn pregnant_due(text: &str, doc: &mut Doc, token: usize) {
    let is_second = is_word(text, doc, token, &["due"]) && doc.tokens[token].dep == Dep::Acomp;
    let verb = doc.tokens[token].head;
    let first = doc
        .children(verb)
        .find(|child| *child < token && doc.tokens[*child].dep == Dep::Acomp);
    if let Some(first) = first.filter(|_| is_second) {
        hang(doc, token, first, Dep::Conj);
    }
}
