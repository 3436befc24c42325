//! What the parser gets wrong wherever it stands, mended once, before anything reads the tree.

use recollect_spacy::{Dep, Doc, Pos};

use crate::lexicon::conjugation::base_of_prefixed;
use crate::lexicon::{Life, life_of};
use crate::local::extraction::parse::adjectives::{
    beside, describing, frankly, intolerant, of_blood, trade,
};
use crate::local::extraction::parse::attachments::{compound, reattach};
use crate::local::extraction::parse::compounds::{compounded, misread_lead};
use crate::local::extraction::parse::contracted::contracted;
use crate::local::extraction::parse::coordination::rejoin;
use crate::local::extraction::parse::heads::head;
use crate::local::extraction::parse::hyphens::hyphenated;
use crate::local::extraction::parse::misjoined::misjoined;
use crate::local::extraction::parse::misplaced::rehang;
use crate::local::extraction::parse::mistaken::mistaken;
use crate::local::extraction::parse::named_one::named_one;
use crate::local::extraction::parse::nearest::nearest;
use crate::local::extraction::parse::nouns::noun;
use crate::local::extraction::parse::partitive::partitive;
use crate::local::extraction::parse::perfects::perfect;
use crate::local::extraction::parse::possessors::owned;
use crate::local::extraction::parse::prepositions::preposition;
use crate::local::extraction::parse::sayings::saying;
use crate::local::extraction::parse::splices::splice;
use crate::local::extraction::parse::stray::stray;
use crate::local::extraction::parse::taken::taken;
use crate::local::extraction::parse::titles::whole;
use crate::local::extraction::parse::tokens::{is_word, retag, word};
use crate::local::extraction::parse::verbless::verbless;
use crate::local::extraction::parse::wishing::would_like;

/// Mends a parse.
pub(crate) fn repair(text: &str, doc: &mut Doc) {
    for token in 0..doc.tokens.len() {
        whole(text, doc, token);
        contracted(text, doc, token);
        verbless(text, doc, token);
        head(text, doc, token);
        subject_of_auxiliary(doc, token);
        perfect(text, doc, token);
        would_like(text, doc, token);
        named_one(text, doc, token);
        nearest(text, doc, token);
        compounded(text, doc, token);
        saying(text, doc, token);
        partitive(text, doc, token);
        hyphenated(text, doc, token);
        owned(text, doc, token);
        who_of_place(text, doc, token);
        whom_her(text, doc, token);
        went_and(text, doc, token);
        race_of_feet(text, doc, token);
        misread_object(text, doc, token);
        misread_lead(text, doc, token);
        misread_pair(text, doc, token);
        noun(text, doc, token);
        to_whom(text, doc, token);
        left_somebody(doc, token);
        liked_one(text, doc, token);
        splice(text, doc, token);
        stray(text, doc, token);
        reattach(text, doc, token);
        preposition(text, doc, token);
        misjoined(text, doc, token);
        rehang(text, doc, token);
        mistaken(text, doc, token);
        taken(text, doc, token);
        rejoin(text, doc, token);
        particle(text, doc, token);
        unknown_form(text, doc, token);
        describing(text, doc, token);
        beside(doc, token);
        frankly(text, doc, token);
        intolerant(text, doc, token);
        of_blood(text, doc, token);
        trade(text, doc, token);
        compound(text, doc, token);
    }
}

/// "why you're thrilled": what hangs from an auxiliary is its verb's subject.
fn subject_of_auxiliary(doc: &mut Doc, token: usize) {
    let auxiliary = doc.tokens[token].head;
    let is_subject = matches!(doc.tokens[token].dep, Dep::Nsubj | Dep::NsubjPass);
    let dep = match doc.tokens[auxiliary].dep {
        Dep::Aux if is_subject => Dep::Nsubj,
        Dep::AuxPass if is_subject => Dep::NsubjPass,
        _ => return,
    };
    doc.tokens[token].head = doc.tokens[auxiliary].head;
    doc.tokens[token].dep = dep;
}

/// "left Teresa his recipe", "owe my sister 150 euros": the first of two objects is who gets the other.
fn left_somebody(doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_owned = doc
        .children(token)
        .any(|child| doc.tokens[child].dep == Dep::Poss);
    // "owe the dentist £640", "paid the plumber 200"
    let is_paid = doc.tokens[token].pos == Pos::Noun
        && matches!(doc.tokens[verb].lemma.as_str(), "owe" | "pay")
        && doc
            .children(verb)
            .any(|child| child > token && doc.tokens[child].tag.as_str() == "CD");
    // "left the church his stamps"
    let is_left = doc.tokens[verb].lemma == "leave"
        && doc.children(verb).any(|child| {
            doc.tokens[child].dep == Dep::Dobj
                && doc.subtree_range(child).start == token + 1
                && doc.tokens[token + 1].tag.as_str() == "PRP$"
        });
    let is_somebody = matches!(doc.tokens[token].pos, Pos::Propn | Pos::Pron)
        || doc.tokens[token].pos == Pos::Noun && is_owned
        || is_paid
        || is_left;
    // "bought Tom a bike": a name is no time.
    let is_object = doc.tokens[token].dep == Dep::Dobj
        || doc.tokens[token].dep == Dep::Npadvmod && doc.tokens[token].pos == Pos::Propn;
    let is_first = is_object
        && doc.subtree_range(token).start == verb + 1
        && is_somebody
        && matches!(
            doc.tokens[verb].lemma.as_str(),
            "leave" | "bring" | "send" | "lend" | "give" | "owe" | "pay" | "get" | "buy"
        );
    // "bought his enlarger, a Durst" is one thing; "bought Tom a bike" is not.
    let is_for = matches!(doc.tokens[verb].lemma.as_str(), "get" | "buy");
    let end = doc.subtree_range(token).end;
    let second = doc.children(verb).find(|child| {
        *child > token
            && (!is_for || doc.subtree_range(*child).start == end)
            && (doc.tokens[*child].dep == Dep::Dobj
                || doc.tokens[*child].dep == Dep::Npadvmod
                    && doc
                        .children(*child)
                        .any(|number| doc.tokens[number].dep == Dep::Nummod)
                    && matches!(doc.tokens[verb].lemma.as_str(), "owe" | "pay"))
    });
    if let Some(second) = second.filter(|_| is_first) {
        doc.tokens[token].dep = Dep::Dative;
        doc.tokens[second].dep = Dep::Dobj;
    }
}

/// "some bloke from Leeds who haggled": a town does not haggle.
fn who_of_place(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let place = doc.tokens[verb].head;
    let is_who = is_word(text, doc, token, &["who"]) && doc.tokens[verb].dep == Dep::Relcl;
    let preposition = doc.tokens[place].head;
    let somebody = doc.tokens[preposition].head;
    let is_of = is_who
        && doc.tokens[place].dep == Dep::Pobj
        && doc.tokens[place].pos == Pos::Propn
        && doc.tokens[preposition].dep == Dep::Prep
        && is_word(text, doc, preposition, &["from", "in", "at", "of"]);
    if is_of && life_of(&doc.tokens[somebody].lemma.to_lowercase()) == Some(Life::Person) {
        doc.tokens[verb].head = somebody;
    }
}

/// "Emre sends her videos": "her" is who has them sent, which the parser takes for whose they are.
fn whom_her(text: &str, doc: &mut Doc, token: usize) {
    let noun = doc.tokens[token].head;
    let verb = doc.tokens[noun].head;
    let is_her = doc.tokens[token].dep == Dep::Poss
        && doc.tokens[token].tag.as_str() == "PRP$"
        && is_word(text, doc, token, &["her"])
        && doc.tokens[noun].dep == Dep::Dobj
        && verb + 1 == token
        && token + 1 == noun;
    let gives = matches!(
        doc.tokens[verb].lemma.as_str(),
        "send" | "give" | "show" | "tell" | "offer"
    );
    if is_her && gives && matches!(doc.tokens[noun].tag.as_str(), "NNS" | "NN") {
        doc.tokens[token].head = verb;
        doc.tokens[token].dep = Dep::Dative;
        doc.tokens[token].pos = Pos::Pron;
        retag(doc, token, "PRP");
    }
}

/// "went and fed the cat": who goes and does something does it.
fn went_and(text: &str, doc: &mut Doc, token: usize) {
    let go = doc.tokens[token].head;
    let is_next = doc.tokens[token].dep == Dep::Conj
        && go + 2 == token
        && is_word(text, doc, go, &["go", "went", "gone", "going", "goes"])
        && is_word(text, doc, go + 1, &["and"])
        && doc.tokens[token].pos == Pos::Verb;
    if !is_next {
        return;
    }
    for child in 0..doc.tokens.len() {
        if child != go && child != token && doc.tokens[child].head == go {
            doc.tokens[child].head = token;
        }
    }
    let (head, dep) = (doc.tokens[go].head, doc.tokens[go].dep);
    doc.tokens[token].head = if head == go { token } else { head };
    doc.tokens[token].dep = dep;
    doc.tokens[go].head = token;
    doc.tokens[go].dep = Dep::Dep;
    doc.tokens[go].pos = Pos::Part;
    doc.tokens[go + 1].dep = Dep::Dep;
}

/// "It blew me away", "the meeting got pushed back": an adverb without which the verb means something else.
fn particle(text: &str, doc: &mut Doc, token: usize) {
    const VERBS: &[(&str, &str)] = &[
        ("blow", "away"),
        ("bring", "back"),
        ("give", "away"),
        ("give", "back"),
        ("get", "back"),
        ("hand", "in"),
        ("go", "down"),
        ("go", "up"),
        ("look", "forward"),
        ("pass", "away"),
        ("pay", "off"),
        ("push", "back"),
        ("put", "back"),
        ("run", "out"),
        ("step", "down"),
        ("put", "off"),
        ("put", "up"),
        ("send", "back"),
        ("call", "back"),
        ("take", "away"),
        ("take", "back"),
        ("throw", "away"),
    ];
    let verb = &doc.tokens[doc.tokens[token].head].lemma;
    let has_object = doc
        .children(token)
        .any(|child| doc.tokens[child].dep == Dep::Pobj);
    // "handed her notice in at the shop"
    let is_adverb =
        doc.tokens[token].dep == Dep::Advmod || doc.tokens[token].dep == Dep::Prep && !has_object;
    // "run a theatre out of a van"
    let is_from = is_word(text, doc, token + 1, &["of"])
        && doc
            .children(doc.tokens[token].head)
            .any(|child| doc.tokens[child].dep == Dep::Dobj);
    let is_known = !is_from
        && VERBS
            .iter()
            .any(|(of, adverb)| of == verb && is_word(text, doc, token, &[adverb]));
    // "put on half a stone"
    let is_particle = doc.tokens[token].tag.as_str() == "RP"
        && doc.tokens[token].dep == Dep::Prep
        && matches!(verb.as_str(), "put" | "take" | "try" | "pass");
    if is_adverb && (is_known || is_particle) {
        doc.tokens[token].dep = Dep::Prt;
        // "got back from a party"
        let verb = doc.tokens[token].head;
        let below: Vec<usize> = doc
            .children(token)
            .filter(|child| doc.tokens[*child].dep == Dep::Prep)
            .collect();
        for preposition in below {
            doc.tokens[preposition].head = verb;
        }
    }
}

/// "blogging", "retook": forms of verbs that the list of lemmas does not know.
fn unknown_form(text: &str, doc: &mut Doc, token: usize) {
    let tag = doc.tokens[token].tag.as_str();
    let written = word(text, doc, token).to_lowercase();
    // "rides" is taken for what one does to be rid of something, too.
    if tag == "VBZ" && written == "rides" {
        doc.tokens[token].lemma = "ride".to_owned();
    }
    if doc.tokens[token].lemma == "instal" {
        doc.tokens[token].lemma = "install".to_owned();
    }
    // "I hurt my back": it was then.
    if tag == "VBP" && written == "hurt" {
        retag(doc, token, "VBD");
        return;
    }
    if !matches!(tag, "VBG" | "VBD" | "VBN" | "VBP") {
        return;
    }
    // "riding" is taken for what one does to get rid of something, "carpooling" for what carpooles.
    let misread = match written.as_str() {
        "scared" | "scaring" => Some("scare"),
        "stared" | "staring" => Some("stare"),
        "moping" | "moped" => Some("mope"),
        "scraped" | "scraping" => Some("scrape"),
        "minored" | "minoring" => Some("minor"),
        _ if tag != "VBG" => None,
        "riding" => Some("ride"),
        _ => written
            .strip_suffix("ooling")
            .and_then(|_| written.strip_suffix("ing")),
    };
    if let Some(lemma) = misread {
        doc.tokens[token].lemma = lemma.to_owned();
        return;
    }
    let lemma = match tag {
        "VBG" => written.strip_suffix("ing").and_then(undoubled),
        "VBD" | "VBN" => written
            .strip_suffix("ed")
            .and_then(undoubled)
            .or_else(|| base_of_prefixed(&written)),
        // "retook" is taken for a present.
        _ => base_of_prefixed(&written).filter(|base| *base != written),
    };
    let known = doc.tokens[token].lemma.to_lowercase();
    let is_guessed = lemma.as_ref().is_some_and(|lemma| {
        // "blogge" is no word, and "retook" stands for itself.
        known == written
            || known
                .strip_suffix('e')
                .is_some_and(|stem| stem.len() > lemma.len())
    });
    if let Some(lemma) = lemma.filter(|_| is_guessed) {
        doc.tokens[token].lemma = lemma;
        if tag == "VBP" {
            retag(doc, token, "VBD");
        }
    }
}

/// "blog" of "blogg", before "ing"; nothing where the letter is not doubled, or belongs to the word: "spell".
fn undoubled(stem: &str) -> Option<String> {
    let mut letters = stem.chars().rev();
    let (last, before) = (letters.next()?, letters.next()?);
    (last == before && "bdgmnprt".contains(last)).then(|| stem[..stem.len() - 1].to_owned())
}

/// "in a 5K charity run for a shelter": the parser takes the last noun for a participle, as if the charity were run.
fn race_of_feet(text: &str, doc: &mut Doc, token: usize) {
    const RACES: &[&str] = &["run", "ride", "walk", "swim", "hike", "climb", "drive"];
    let Some(noun) = token.checked_sub(1).filter(|noun| {
        doc.tokens[token].head == *noun
            && doc.tokens[token].dep == Dep::Acl
            && RACES.contains(&word(text, doc, token))
    }) else {
        return;
    };
    let children: Vec<usize> = doc.children(token).collect();
    let has_article = doc
        .children(noun)
        .any(|child| doc.tokens[child].dep == Dep::Det);
    let is_done = children.iter().any(|child| {
        matches!(
            doc.tokens[*child].dep,
            Dep::Agent | Dep::Dobj | Dep::AuxPass
        )
    });
    if !has_article || is_done {
        return;
    }
    let (head, dep) = (doc.tokens[noun].head, doc.tokens[noun].dep);
    let others: Vec<usize> = doc
        .children(noun)
        .filter(|child| *child != token && doc.tokens[*child].dep != Dep::Compound)
        .collect();
    for other in others {
        doc.tokens[other].head = token;
    }
    let race = &mut doc.tokens[token];
    (race.head, race.dep, race.pos) = (head, dep, Pos::Noun);
    retag(doc, token, "NN");
    (doc.tokens[noun].head, doc.tokens[noun].dep) = (token, Dep::Compound);
}

/// "There's a bakery in Lyon that I love": what is said of the bakery, rather than of there being one.
fn liked_one(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let be = doc.tokens[verb].head;
    let is_that = is_word(text, doc, token, &["that"]);
    let is_complement = doc.tokens[verb].dep == Dep::Ccomp && be != verb;
    if !is_that || doc.tokens[token].dep != Dep::Dobj || !is_complement {
        return;
    }
    let is_there = doc
        .children(be)
        .any(|child| doc.tokens[child].dep == Dep::Expl);
    let noun = doc
        .children(be)
        .find(|child| doc.tokens[*child].dep == Dep::Attr && *child < token);
    if let Some(noun) = noun.filter(|_| is_there) {
        (doc.tokens[verb].head, doc.tokens[verb].dep) = (noun, Dep::Relcl);
        retag(doc, token, "WDT");
    }
}

/// "I can't eat gluten", "I hate cilantro": a noun that the parser does not know is taken for a verb, or for how something is done.
fn misread_object(text: &str, doc: &mut Doc, token: usize) {
    const TAKING: &[&str] = &[
        "eat", "drink", "like", "love", "hate", "cook", "buy", "need", "enjoy", "prefer", "dislike",
    ];
    let verb = doc.tokens[token].head;
    let is_misread = matches!(
        (doc.tokens[token].dep, doc.tokens[token].tag.as_str()),
        (Dep::Xcomp, "VB" | "VBP") | (Dep::Advmod | Dep::Acomp, "JJ" | "NN" | "NNP" | "FW")
    );
    let is_bare = is_misread
        && verb + 1 == token
        && doc.children(token).next().is_none()
        && !doc
            .children(verb)
            .any(|child| doc.tokens[child].dep == Dep::Dobj);
    if is_bare && is_word(text, doc, verb, TAKING) {
        let noun = &mut doc.tokens[token];
        (noun.dep, noun.pos) = (Dep::Dobj, Pos::Noun);
        retag(doc, token, "NN");
    }
}

/// "My teammates and I were thrilled": the first of the two is taken for a time.
fn misread_pair(text: &str, doc: &mut Doc, token: usize) {
    let is_pronoun = matches!(doc.tokens[token].dep, Dep::Nsubj | Dep::NsubjPass)
        && doc.tokens[token].tag.as_str() == "PRP";
    let Some(noun) = token.checked_sub(2).filter(|noun| {
        is_pronoun
            && is_word(text, doc, token - 1, &["and"])
            && matches!(
                doc.tokens[*noun].dep,
                Dep::Npadvmod | Dep::Nsubj | Dep::NsubjPass
            )
            && doc.tokens[*noun].head == doc.tokens[token].head
    }) else {
        return;
    };
    doc.tokens[noun].dep = doc.tokens[token].dep;
    (doc.tokens[token].dep, doc.tokens[token].head) = (Dep::Conj, noun);
}

/// "It costs me 40 euros", "a book that she gave me": who has something of it is taken for the object.
fn to_whom(text: &str, doc: &mut Doc, token: usize) {
    const GIVING: &[&str] = &[
        "gave", "give", "gives", "lent", "sent", "showed", "taught", "offered", "sold", "bought",
        "brought", "handed", "owed", "baked", "knitted", "promised", "passed", "made", "cooked",
        "built", "wrote",
    ];
    let verb = doc.tokens[token].head;
    let is_whom = doc.tokens[token].dep == Dep::Dobj
        && doc.tokens[token].tag.as_str() == "PRP"
        && verb < token;
    if !is_whom {
        return;
    }
    let has_other = doc
        .children(verb)
        .any(|child| child > token && doc.tokens[child].dep == Dep::Dobj);
    // "what my teammates gave me"
    let has_what = doc
        .children(verb)
        .any(|child| is_word(text, doc, child, &["what", "that", "which"]));
    let is_described =
        (doc.tokens[verb].dep == Dep::Relcl || has_what) && is_word(text, doc, verb, GIVING);
    if has_other || is_described {
        doc.tokens[token].dep = Dep::Dative;
    }
}
