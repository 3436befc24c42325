//! What the parser joins across the border of two sayings: the end of one taken for the subject of the next, what is said again behind
//! a comma, and what a list has no place for.

use recollect_spacy::{Dep, Doc, Pos};

use crate::lexicon::{Life, MONTHS, is_of_every_week, is_year, life_of};
use crate::local::extraction::parse::tokens::{hang, is_word, retag, take_place, word};

/// Mends how `token` is joined to the rest.
pub(super) fn misjoined(text: &str, doc: &mut Doc, token: usize) {
    place_and_doer(doc, token);
    soaking_wet(text, doc, token);
    so_none(text, doc, token);
    said_again(text, doc, token);
    behind_list(text, doc, token);
    day_after(text, doc, token);
    named_behind_place(text, doc, token);
    on_which_days(text, doc, token);
    name_did(doc, token);
    plus_tax(text, doc, token);
}

/// "We charge £65 an hour plus VAT": the tax is none of what is charged besides.
fn plus_tax(text: &str, doc: &mut Doc, token: usize) {
    let amount = doc.tokens[token].head;
    let is_added = doc.tokens[token].dep == Dep::Conj
        && doc.tokens[amount].pos == Pos::Num
        && doc
            .children(amount)
            .any(|child| is_word(text, doc, child, &["plus", "+"]));
    if is_added {
        doc.tokens[token].dep = Dep::Dep;
    }
}

/// "They were in Inverness and Ruth baked": the town bakes nothing.
fn place_and_doer(doc: &mut Doc, token: usize) {
    let Some(preposition) = token.checked_sub(1) else {
        return;
    };
    let verb = doc.tokens[token].head;
    let is_place = doc.tokens[token].dep == Dep::Nsubj
        && doc.tokens[token].pos == Pos::Propn
        && verb > token
        && doc.tokens[preposition].dep == Dep::Prep
        && doc.tokens[preposition].head < token
        && doc.children(preposition).next().is_none();
    let doer = doc
        .children(token)
        .find(|child| *child > token && doc.tokens[*child].dep == Dep::Conj);
    let and = doc
        .children(token)
        .find(|child| *child > token && doc.tokens[*child].dep == Dep::Cc);
    let (Some(doer), Some(and), true) = (doer, and, is_place) else {
        return;
    };
    let above = doc.tokens[preposition].head;
    hang(doc, doer, verb, Dep::Nsubj);
    hang(doc, token, preposition, Dep::Pobj);
    hang(doc, and, above, Dep::Cc);
}

/// "It was soaking wet": how wet it was, and not what it soaked.
fn soaking_wet(text: &str, doc: &mut Doc, token: usize) {
    const SOAKING: &[&str] = &[
        "soaking", "freezing", "boiling", "piping", "scalding", "stinking", "burning", "roasting",
    ];
    let adjective = token + 1;
    let is_how = is_word(text, doc, token, SOAKING)
        && doc.tokens[token].tag.as_str() == "VBG"
        && doc.tokens.get(adjective).is_some_and(|next| {
            next.head == token
                && next.pos == Pos::Adj
                && matches!(next.dep, Dep::Dobj | Dep::Acomp | Dep::Oprd)
        });
    let being = doc
        .children(token)
        .find(|child| *child < token && doc.tokens[*child].dep == Dep::Aux);
    let Some(being) = being.filter(|_| is_how) else {
        return;
    };
    let others: Vec<usize> = doc
        .children(token)
        .filter(|child| ![being, adjective].contains(child))
        .collect();
    take_place(doc, being, token);
    doc.tokens[being].lemma = "be".to_owned();
    for other in others {
        doc.tokens[other].head = being;
    }
    (doc.tokens[adjective].head, doc.tokens[adjective].dep) = (being, Dep::Acomp);
    (doc.tokens[token].head, doc.tokens[token].dep) = (adjective, Dep::Advmod);
    doc.tokens[token].pos = Pos::Adv;
    retag(doc, token, "RB");
}

/// "She signed me off, so no more physio", "he is vegan, so no dairy": what there is not to be, and nothing that was done or is.
fn so_none(text: &str, doc: &mut Doc, token: usize) {
    if !matches!(doc.tokens[token].dep, Dep::Dobj | Dep::Attr) {
        return;
    }
    let first = doc.subtree_range(token).start;
    let is_none = is_word(text, doc, first, &["no"])
        && first
            .checked_sub(1)
            .is_some_and(|so| is_word(text, doc, so, &["so"]));
    if is_none && first > doc.tokens[token].head {
        doc.tokens[token].dep = Dep::Dep;
    }
}

/// "It's the 17th, Theo's birthday": what "it" is stands behind the comma.
fn said_again(text: &str, doc: &mut Doc, token: usize) {
    let above = doc.tokens[token].head;
    let first = doc.subtree_range(token).start;
    let be = match doc.tokens[token].dep {
        Dep::Attr => Some(above),
        // "…, Theo's birthday, I mixed it up": taken for a time of what is said next.
        Dep::Npadvmod if above > token => doc.children(above).find(|child| {
            *child < first && matches!(doc.tokens[*child].dep, Dep::Ccomp | Dep::Parataxis)
        }),
        _ => None,
    };
    let Some(be) = be.filter(|be| doc.tokens[*be].lemma == "be" && *be < first) else {
        return;
    };
    let is_behind = is_word(text, doc, first - 1, &[","])
        && doc
            .children(token)
            .any(|child| doc.tokens[child].dep == Dep::Poss);
    let it = doc
        .children(be)
        .find(|child| *child < be && doc.tokens[*child].dep == Dep::Nsubj);
    let has_other = doc
        .children(be)
        .any(|child| be < child && child < first && doc.tokens[child].dep == Dep::Attr);
    let it = it.filter(|it| is_behind && has_other && is_word(text, doc, *it, &["it", "that"]));
    if let Some(it) = it {
        doc.tokens[it].dep = Dep::Dep;
        if doc.tokens[be].dep == Dep::Ccomp {
            doc.tokens[be].dep = Dep::Parataxis;
        }
        hang(doc, token, be, Dep::Nsubj);
    }
}

/// "It runs on Kotlin and AWS, tickets in Jira": behind "and" a list is over.
fn behind_list(text: &str, doc: &mut Doc, token: usize) {
    let before = doc.tokens[token].head;
    let first = doc.subtree_range(token).start;
    let is_listed = doc.tokens[token].dep == Dep::Conj
        && before < token
        && matches!(doc.tokens[token].pos, Pos::Noun | Pos::Propn)
        && first > 0
        && is_word(text, doc, first - 1, &[","])
        && !doc
            .children(before)
            .any(|child| child > before && doc.tokens[child].dep == Dep::Cc);
    // "Kotlin and AWS": the list has its "and" already.
    let earlier = doc.tokens[before].head;
    let is_closed = doc.tokens[before].dep == Dep::Conj
        && doc.children(earlier).any(|child| {
            earlier < child && child < before && is_word(text, doc, child, &["and", "or", "&"])
        });
    let is_again = |from: usize| {
        (from..doc.tokens.len().min(from + 6))
            .any(|later| is_word(text, doc, later, &["and", "or", "&"]))
    };
    if is_listed && (is_closed || is_first_closed(text, doc, before, first)) && !is_again(token + 1)
    {
        doc.tokens[token].dep = Dep::Dep;
    }
}

/// Whether the list that `first_member` begins has had its "and" before `place`.
fn is_first_closed(text: &str, doc: &Doc, first_member: usize, place: usize) -> bool {
    (first_member..place).any(|between| is_word(text, doc, between, &["and", "or", "&"]))
        && doc.tokens[first_member].dep != Dep::Conj
}

/// "We move in the day after": when, and not into what.
fn day_after(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let day = doc
        .children(token)
        .find(|child| doc.tokens[*child].dep == Dep::Pobj);
    let is_after = |day: usize| {
        is_word(text, doc, day, &["day", "week", "month", "weekend"])
            && is_word(text, doc, day + 1, &["after", "before"])
    };
    let is_in = is_word(text, doc, token, &["in"])
        && doc.tokens[token].dep == Dep::Prep
        && doc.tokens[verb].lemma == "move"
        && verb + 1 == token;
    if let Some(day) = day.filter(|day| is_in && is_after(*day)) {
        doc.tokens[token].dep = Dep::Prt;
        retag(doc, token, "RP");
        hang(doc, day, verb, Dep::Npadvmod);
    }
}

/// "a guy from Bath called Nigel": the guy is called so.
fn named_behind_place(text: &str, doc: &mut Doc, token: usize) {
    let place = doc.tokens[token].head;
    let preposition = doc.tokens[place].head;
    let somebody = doc.tokens[preposition].head;
    let is_naming = doc.tokens[token].dep == Dep::Acl
        && is_word(text, doc, token, &["called", "named"])
        && doc.tokens[place].dep == Dep::Pobj
        && doc.tokens[place].pos == Pos::Propn
        && doc.tokens[preposition].dep == Dep::Prep
        && is_word(text, doc, preposition, &["from", "in", "at", "of"]);
    if is_naming && life_of(&doc.tokens[somebody].lemma.to_lowercase()) == Some(Life::Person) {
        doc.tokens[token].head = somebody;
    }
}

/// "I swim Mondays and Wednesdays", "my passport expires Jan 2027": when, and not what.
fn on_which_days(text: &str, doc: &mut Doc, token: usize) {
    const OF_DAYS: &[&str] = &[
        "like", "love", "hate", "dislike", "enjoy", "prefer", "spend", "remember", "miss", "dread",
        "take", "keep", "have", "mean", "do",
    ];
    let verb = doc.tokens[token].head;
    let day = word(text, doc, token).to_lowercase();
    let is_month = MONTHS.contains(&day)
        && doc
            .children(token)
            .any(|year| is_year(word(text, doc, year)));
    let is_day = doc.tokens[token].dep == Dep::Dobj
        && token > verb
        && (is_month || is_of_every_week(&day))
        && !OF_DAYS.contains(&doc.tokens[verb].lemma.as_str());
    if is_day {
        doc.tokens[token].dep = Dep::Npadvmod;
    }
}

/// "Dr Okafor prescribed sumatriptan": a verb between a name and a noun that the parser does not know.
fn name_did(doc: &mut Doc, token: usize) {
    let Some(name) = token.checked_sub(1) else {
        return;
    };
    let thing = doc.tokens[token].head;
    let is_between = doc.tokens[token].tag.as_str() == "VBN"
        && doc.tokens[token].dep == Dep::Amod
        && thing > token
        && doc.tokens[thing].dep == Dep::Appos
        && doc.tokens[thing].head == name
        && doc.tokens[name].dep == Dep::Root
        && doc.tokens[name].pos == Pos::Propn;
    if !is_between {
        return;
    }
    let others: Vec<usize> = doc
        .children(name)
        .filter(|child| *child > token && *child != thing)
        .collect();
    (doc.tokens[token].head, doc.tokens[token].dep) = (token, Dep::Root);
    doc.tokens[token].pos = Pos::Verb;
    retag(doc, token, "VBD");
    (doc.tokens[name].head, doc.tokens[name].dep) = (token, Dep::Nsubj);
    (doc.tokens[thing].head, doc.tokens[thing].dep) = (token, Dep::Dobj);
    for other in others {
        doc.tokens[other].head = if doc.tokens[other].dep == Dep::Appos {
            thing
        } else {
            token
        };
    }
}
