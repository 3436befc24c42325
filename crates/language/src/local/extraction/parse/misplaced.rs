//! Parts of a sentence that the parser hangs from a neighbour of what they belong to: second members of lists, names beside nouns for
//! somebody, and what follows "instead of" and "from … to".

use recollect_spacy::{Dep, Doc, Pos};

use crate::lexicon::{Life, is_given_name, is_pet, life_of, role};
use crate::local::extraction::parse::tokens::{hang, is_word, lead_to, noun_it, retag, word};

/// Mends where `token` hangs.
pub(super) fn rehang(text: &str, doc: &mut Doc, token: usize) {
    one_of_whom(text, doc, token);
    listed_behind(text, doc, token);
    beside_noun(text, doc, token);
    of_somebody(text, doc, token);
    which_of_thing(text, doc, token);
    promoted_to_lead(text, doc, token);
    put_to_sleep(text, doc, token);
    let_go(text, doc, token);
    goes_on_in_digits(text, doc, token);
    and_not(text, doc, token);
    on_condition(text, doc, token);
    measured(text, doc, token);
    named_so(text, doc, token);
    starting_when(text, doc, token);
    how_often(text, doc, token);
    when_at_work(text, doc, token);
}

/// "I got a job at Bosch, starting in May": the job is from then on.
fn starting_when(text: &str, doc: &mut Doc, token: usize) {
    let is_starting = is_word(text, doc, token, &["starting", "beginning"])
        && matches!(doc.tokens[token].dep, Dep::Advcl | Dep::Acl);
    let children: Vec<usize> = doc.children(token).collect();
    let says_when = !children.is_empty()
        && children.iter().all(|child| {
            *child > token
                && (doc.tokens[*child].dep == Dep::Npadvmod
                    || is_word(text, doc, *child, &["in", "on", "from", "at", "as"]))
        });
    if !is_starting || !says_when {
        return;
    }
    let mut above = doc.tokens[token].head;
    if doc.tokens[above].pos != Pos::Verb {
        above = doc.tokens[above].head;
    }
    let of_job = doc.children(above).any(|child| {
        doc.tokens[child].dep == Dep::Dobj
            && is_word(
                text,
                doc,
                child,
                &["job", "position", "role", "internship", "place"],
            )
    });
    let is_of_now = matches!(doc.tokens[above].tag.as_str(), "VB" | "VBP" | "VBZ");
    if doc.tokens[above].pos != Pos::Verb || !(of_job || is_of_now) {
        return;
    }
    for child in children {
        doc.tokens[child].head = above;
    }
    (doc.tokens[token].dep, doc.tokens[token].pos) = (Dep::Dep, Pos::Part);
    // Whoever got it need not have it yet.
    if doc.tokens[above].tag.as_str() == "VBD" {
        retag(doc, above, "VBP");
    }
}

/// "The cat gets 2 ml of insulin twice a day": how often it gets them.
fn how_often(text: &str, doc: &mut Doc, token: usize) {
    let amount = doc.tokens[token].head;
    let verb = doc.tokens[amount].head;
    let is_often = doc.tokens[token].dep == Dep::Npadvmod
        && doc
            .children(token)
            .any(|child| is_word(text, doc, child, &["once", "twice"]))
        && doc.tokens[amount].dep == Dep::Dobj
        && doc.tokens[verb].pos == Pos::Verb;
    if is_often {
        doc.tokens[token].head = verb;
    }
}

/// "Marta works weekends": when she works, and nothing that is worked.
fn when_at_work(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_when = doc.tokens[token].dep == Dep::Dobj
        && is_word(
            text,
            doc,
            token,
            &[
                "nights", "days", "evenings", "mornings", "weekends", "weekdays",
            ],
        )
        && doc.tokens[verb].lemma == "work";
    if is_when {
        doc.tokens[token].dep = Dep::Npadvmod;
    }
}

/// "We called the cat Mustard": what gets a name is taken for a part of it.
fn named_so(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_naming = matches!(doc.tokens[token].dep, Dep::Oprd | Dep::Dobj)
        && matches!(&*doc.tokens[verb].lemma, "call" | "name" | "christen")
        && !has(doc, verb, Dep::AuxPass)
        && word(text, doc, token).starts_with(char::is_uppercase);
    let noun = verb + 2;
    let is_whole = is_naming
        && noun + 1 == token
        && is_word(text, doc, verb + 1, &["the", "my", "our", "her", "his"])
        && doc.tokens[noun].head == token
        && doc.tokens[noun].dep == Dep::Compound;
    let kind = word(text, doc, noun.min(token)).to_lowercase();
    if !is_whole || !(is_pet(&kind) || matches!(&*kind, "baby" | "newborn")) {
        return;
    }
    hang(doc, noun, verb, Dep::Dobj);
    noun_it(doc, noun);
    doc.tokens[verb + 1].head = noun;
    doc.tokens[token].dep = Dep::Oprd;
    // "called" may be a telephone call otherwise.
    doc.tokens[verb].lemma = "name".to_owned();
}

/// "Three people, one of whom, Dr Farouk, laughed": the others did not.
fn one_of_whom(text: &str, doc: &mut Doc, token: usize) {
    let (of, verb) = (token + 1, doc.tokens[token].head);
    let is_one = matches!(doc.tokens[token].dep, Dep::Nsubj | Dep::NsubjPass)
        && is_word(text, doc, of, &["of"])
        && is_word(text, doc, of + 1, &["whom", "which"]);
    if !is_one {
        return;
    }
    let all = doc.children(verb).find(|child| {
        *child < token && matches!(doc.tokens[*child].dep, Dep::Nsubj | Dep::NsubjPass)
    });
    if let Some(all) = all {
        doc.tokens[all].dep = Dep::Dep;
    }
}

/// "afraid of the stairs, the hoover and the dark": what goes on behind a comma goes on with what stands before it.
fn listed_behind(text: &str, doc: &mut Doc, token: usize) {
    let above = doc.tokens[token].head;
    let start = doc.subtree_range(token).start;
    let is_listed = doc.tokens[token].dep == Dep::Appos
        && start > above + 1
        && is_word(text, doc, start - 1, &[","])
        && has(doc, token, Dep::Cc)
        && has(doc, token, Dep::Conj);
    if !is_listed {
        return;
    }
    let before = (above + 1..start - 1).rev().find(|before| {
        matches!(doc.tokens[*before].dep, Dep::Pobj | Dep::Dobj)
            && doc.subtree_range(*before).end == start - 1
    });
    let is_across = |before: &usize| {
        let mut between = above + 1..*before;
        between.any(|other| matches!(doc.tokens[other].pos, Pos::Verb | Pos::Aux))
    };
    if let Some(before) = before.filter(is_across) {
        hang(doc, token, before, Dep::Conj);
    }
}

/// "Kat and her new bloke Dan": the name beside a noun for somebody is theirs, and no time.
fn beside_noun(text: &str, doc: &mut Doc, token: usize) {
    let Some(noun) = token.checked_sub(1) else {
        return;
    };
    let is_name = doc.tokens[token].dep == Dep::Npadvmod
        && doc.tokens[token].pos == Pos::Propn
        && is_given_name(&word(text, doc, token).to_lowercase());
    let is_owned = is_name
        && doc.tokens[noun].pos == Pos::Noun
        && has(doc, noun, Dep::Poss)
        && is_somebody(doc, noun);
    if is_owned {
        hang(doc, token, noun, Dep::Appos);
    }
}

/// "My supervisor from Leeds, Prof Whitlock,": the supervisor is called so, and not the town.
fn of_somebody(text: &str, doc: &mut Doc, token: usize) {
    const TITLES: &[&str] = &[
        "dr",
        "dr.",
        "prof",
        "prof.",
        "professor",
        "mr",
        "mr.",
        "mrs",
        "mrs.",
        "ms",
        "ms.",
    ];
    let place = doc.tokens[token].head;
    let preposition = doc.tokens[place].head;
    let somebody = doc.tokens[preposition].head;
    let start = doc.subtree_range(token).start;
    // "the neighbours on the left, Val and Trevor"
    let goes_on = doc.tokens[token].dep == Dep::Conj
        && doc.tokens[place].pos != Pos::Propn
        && start > 0
        && is_word(text, doc, start - 1, &[","]);
    let is_inside = (doc.tokens[token].dep == Dep::Appos || goes_on)
        && doc.tokens[token].pos == Pos::Propn
        && doc.tokens[place].dep == Dep::Pobj
        && doc.tokens[preposition].dep == Dep::Prep
        && is_word(
            text,
            doc,
            preposition,
            &["from", "in", "at", "of", "on", "for"],
        )
        && !is_somebody(doc, place);
    let first = word(text, doc, start).to_lowercase();
    let is_person = TITLES.contains(&first.as_str()) || is_given_name(&first);
    if is_inside && is_person && doc.tokens[somebody].pos == Pos::Noun && is_somebody(doc, somebody)
    {
        hang(doc, token, somebody, Dep::Appos);
    }
}

/// "the mapping project with Sunil, which I wanted": a person is a "who".
fn which_of_thing(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let name = doc.tokens[verb].head;
    let preposition = doc.tokens[name].head;
    let thing = doc.tokens[preposition].head;
    let is_of_name = is_word(text, doc, token, &["which"])
        && doc.tokens[verb].dep == Dep::Relcl
        && doc.tokens[name].pos == Pos::Propn
        && is_given_name(&word(text, doc, name).to_lowercase())
        && doc.tokens[name].dep == Dep::Pobj
        && doc.tokens[preposition].dep == Dep::Prep;
    if is_of_name && doc.tokens[thing].pos == Pos::Noun {
        doc.tokens[verb].head = thing;
    }
}

/// "I got promoted to lead designer": to be one, and not to lead one.
fn promoted_to_lead(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let (Some(to), noun) = (token.checked_sub(1), token + 1) else {
        return;
    };
    let is_read_as_verb = doc.tokens[token].dep == Dep::Xcomp
        && is_word(text, doc, token, &["lead"])
        && is_word(text, doc, to, &["to"])
        && is_word(
            text,
            doc,
            verb,
            &["promoted", "moved", "appointed", "switched"],
        );
    let is_noun = doc.tokens.get(noun).is_some_and(|after| {
        after.head == token && after.dep == Dep::Dobj && after.pos == Pos::Noun
    });
    if !is_read_as_verb || !is_noun {
        return;
    }
    let others: Vec<usize> = doc.children(token).filter(|child| *child > noun).collect();
    for other in others {
        doc.tokens[other].head = verb;
    }
    lead_to(doc, to, verb, noun);
    let lead = &mut doc.tokens[token];
    (lead.head, lead.dep, lead.pos) = (noun, Dep::Amod, Pos::Adj);
    retag(doc, token, "JJ");
}

/// "She was put to sleep": where to, and not what for.
fn put_to_sleep(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let Some(to) = token.checked_sub(1) else {
        return;
    };
    let is_sleep = is_word(text, doc, token, &["sleep"])
        && doc.tokens[token].tag.as_str() == "VB"
        && doc.tokens[to].head == token
        && is_word(text, doc, to, &["to"])
        && doc.tokens[verb].lemma == "put";
    if !is_sleep {
        return;
    }
    let others: Vec<usize> = doc.children(token).filter(|child| *child != to).collect();
    for other in others {
        doc.tokens[other].head = verb;
    }
    lead_to(doc, to, verb, token);
}

/// "Jonas was let go": he lost his job, and went nowhere.
fn let_go(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_passive = is_word(text, doc, token, &["go"])
        && matches!(doc.tokens[token].dep, Dep::Xcomp | Dep::Ccomp)
        && verb + 1 == token
        && is_word(text, doc, verb, &["let"])
        && has(doc, verb, Dep::AuxPass);
    if !is_passive {
        return;
    }
    let others: Vec<usize> = doc.children(token).collect();
    for other in others {
        doc.tokens[other].head = verb;
    }
    (doc.tokens[token].dep, doc.tokens[token].pos) = (Dep::Prt, Pos::Adp);
    retag(doc, token, "RP");
}

/// "07700 900142", "0709-55 31 07": one number, and not several that hang somewhere.
fn goes_on_in_digits(text: &str, doc: &mut Doc, first: usize) {
    /// The least digits of such a number.
    const FEWEST: usize = 7;
    let group = |token: usize| {
        let word = word(text, doc, token);
        (word.len() > 1 && word.chars().all(|c| c.is_ascii_digit())).then_some(word.len())
    };
    let is_joint = |token: usize| is_word(text, doc, token, &["-", "‑"]);
    let begins = word(text, doc, first).starts_with('0')
        && group(first).is_some()
        && first
            .checked_sub(1)
            .is_none_or(|before| group(before).is_none() && !is_joint(before));
    if !begins {
        return;
    }
    let mut end = first + 1;
    while group(end).is_some() || is_joint(end) && group(end + 1).is_some() {
        end += 1;
    }
    let groups: Vec<usize> = (first..end).filter_map(group).collect();
    // "09-12-2025" is a day.
    let is_date = matches!(groups[..], [2, 2, 4 | 2]);
    if groups.len() < 2 || groups.iter().sum::<usize>() < FEWEST || is_date {
        return;
    }
    let outer = (first..end).find(|token| {
        let head = doc.tokens[*token].head;
        !(first..end).contains(&head) || head == *token
    });
    let Some(outer) = outer else { return };
    for token in (first..end).filter(|token| *token != outer) {
        let dep = match is_word(text, doc, token, &["-", "‑"]) {
            true => Dep::Punct,
            false => Dep::Nummod,
        };
        hang(doc, token, outer, dep);
    }
}

/// "The lesson is every Wednesday now, not Tuesday": it is on Wednesday all the same.
fn and_not(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let other = token + 1;
    let is_behind = token > 0
        && is_word(text, doc, token, &["not"])
        && is_word(text, doc, token - 1, &[","])
        && doc.tokens[token].dep == Dep::Neg
        && verb < token;
    let is_noun = doc
        .tokens
        .get(other)
        .is_some_and(|other| other.head == verb && matches!(other.pos, Pos::Noun | Pos::Propn));
    let said = doc
        .children(verb)
        .find(|child| *child < token && doc.tokens[*child].dep == Dep::Attr);
    if let (Some(said), true) = (said, is_behind && is_noun) {
        doc.tokens[token].head = said;
        hang(doc, other, said, Dep::Appos);
    }
}

/// "If I get the job I'll move": what follows the condition, without a comma, is taken for what the job does.
fn on_condition(text: &str, doc: &mut Doc, token: usize) {
    let noun = doc.tokens[token].head;
    let verb = doc.tokens[noun].head;
    let is_of_noun = doc.tokens[token].dep == Dep::Relcl
        && doc.tokens[token].tag.as_str() == "VB"
        && has(doc, token, Dep::Aux)
        && doc.tokens[noun].dep == Dep::Dobj
        && doc.tokens[verb].dep == Dep::Root;
    let is_condition = doc.children(verb).any(|child| {
        doc.tokens[child].dep == Dep::Mark && is_word(text, doc, child, &["if", "unless"])
    });
    let is_own = doc.children(token).any(|child| {
        doc.tokens[child].dep == Dep::Nsubj
            && doc.tokens[child].tag.as_str() == "PRP"
            && child < token
    });
    if is_of_noun && is_condition && is_own {
        (doc.tokens[token].head, doc.tokens[token].dep) = (token, Dep::Root);
        (doc.tokens[verb].head, doc.tokens[verb].dep) = (token, Dep::Advcl);
    }
}

/// "1.78 m tall": metres, and nothing that somebody does.
fn measured(text: &str, doc: &mut Doc, token: usize) {
    let adjective = token + 1;
    let is_unit = token > 0
        && is_word(
            text,
            doc,
            token,
            &["m", "cm", "ft", "feet", "metres", "meters"],
        )
        && doc.tokens[token - 1].tag.as_str() == "CD"
        && is_word(
            text,
            doc,
            adjective,
            &["tall", "long", "wide", "high", "deep", "thick"],
        );
    if !is_unit || doc.tokens[token].dep == Dep::Npadvmod {
        return;
    }
    hang(doc, token, adjective, Dep::Npadvmod);
    doc.tokens[token].pos = Pos::Noun;
    retag(doc, token, "NNS");
    hang(doc, token - 1, token, Dep::Nummod);
}

fn has(doc: &Doc, token: usize, dep: Dep) -> bool {
    doc.children(token)
        .any(|child| doc.tokens[child].dep == dep)
}

/// Whether a noun names somebody.
fn is_somebody(doc: &Doc, noun: usize) -> bool {
    let lemma = doc.tokens[noun].lemma.to_lowercase();
    role(&lemma).is_some() || life_of(&lemma) == Some(Life::Person)
}
