//! "'s" and "'d" of a perfect, which the parser takes for those of a passive, of a genitive or of "would"; and "'s" of what
//! somebody is doing, taken for that of a genitive.

use recollect_spacy::{Dep, Doc, Pos};

use crate::local::extraction::parse::tokens::{act, has_child, is_word, retag, word};
use crate::word_list::WordList;

/// Mends the perfect of which a word is the auxiliary.
pub(super) fn perfect(text: &str, doc: &mut Doc, token: usize) {
    has_got(text, doc, token);
    name_has(text, doc, token);
    name_has_done(text, doc, token);
    name_is_doing(text, doc, token);
    had_contracted(text, doc, token);
    has_been(text, doc, token);
    had_since(text, doc, token);
}

/// "It's got awesome battles", "he's given them names", "that's been wobbly" are read as passives: what has all its objects
/// was not got or given by anybody.
fn has_got(text: &str, doc: &mut Doc, token: usize) {
    // "She's paid 20 euros an hour": the one who is paid is the second object.
    const PAYING: &[&str] = &[
        "pay", "allow", "grant", "ask", "charge", "owe", "refuse", "award",
    ];
    if doc.tokens[token].dep != Dep::AuxPass || !is_word(text, doc, token, &["'s", "’s"]) {
        return;
    }
    let verb = doc.tokens[token].head;
    let is_of_particle = behind_particle(doc, verb);
    let has = |dep| has_child(doc, verb, &[dep]);
    let is_back = doc
        .children(verb)
        .any(|child| is_word(text, doc, child, &["back", "off"]));
    let is_paying = PAYING.contains(&doc.tokens[verb].lemma.as_str()) && !is_back;
    let has_all = (has(Dep::Dobj) || is_of_particle) && (!is_paying || has(Dep::Dative));
    let is_active = is_word(text, doc, verb, &["been", "had", "got", "gotten"])
        || has_all
        || is_word(text, doc, verb, &["asked"])
            && doc
                .children(verb)
                .any(|child| is_word(text, doc, child, &["for"]))
        || INTRANSITIVE.contains(&doc.tokens[verb].lemma) && !has(Dep::Agent);
    // "He's been driving" is what somebody is doing.
    let is_doing = doc.tokens[verb].tag.as_str() == "VBG";
    if !is_active
        || is_doing
        || doc.tokens[verb].pos != Pos::Verb && doc.tokens[verb].pos != Pos::Aux
    {
        return;
    }
    doc.tokens[token].pos = Pos::Aux;
    make_active(doc, token, verb);
    retag(doc, verb, "VBN");
}

/// "He's put on a pound": whether what hangs from a verb's particle is its object, which it is from then on.
fn behind_particle(doc: &mut Doc, verb: usize) -> bool {
    let particle = doc
        .children(verb)
        .find(|child| doc.tokens[*child].dep == Dep::Prt);
    let object = particle.and_then(|particle| {
        doc.children(particle)
            .find(|child| doc.tokens[*child].dep == Dep::Pobj)
    });
    if let Some(object) = object {
        (doc.tokens[object].head, doc.tokens[object].dep) = (verb, Dep::Dobj);
    }
    object.is_some()
}

/// "I'd an offer from Leeds": what has an object is "had".
fn had_contracted(text: &str, doc: &mut Doc, token: usize) {
    let is_would =
        doc.tokens[token].tag.as_str() == "MD" && is_word(text, doc, token, &["'d", "’d"]);
    let has_verb = doc.tokens[token].dep == Dep::Aux;
    let has_object = doc
        .children(token)
        .any(|child| child > token && matches!(doc.tokens[child].dep, Dep::Dobj | Dep::Attr));
    if is_would && !has_verb && has_object {
        doc.tokens[token].lemma = "have".to_owned();
        doc.tokens[token].pos = Pos::Verb;
        retag(doc, token, "VBD");
    }
}

/// "Kasia's got exams": the "has" of a name is taken for whose it is.
fn name_has(text: &str, doc: &mut Doc, token: usize) {
    let (name, verb) = (doc.tokens[token].head, token + 1);
    let is_whose = doc.tokens[token].dep == Dep::Case && name + 1 == token;
    let has_verb = verb < doc.tokens.len()
        && doc.tokens[name].head == verb
        && doc.tokens[name].dep == Dep::Nsubj
        && matches!(doc.tokens[verb].tag.as_str(), "VBD" | "VBN");
    if is_whose && has_verb && is_word(text, doc, token, &["'s", "’s"]) {
        let helper = &mut doc.tokens[token];
        (helper.head, helper.pos) = (verb, Pos::Aux);
        retag(doc, token, "VBZ");
        make_active(doc, token, verb);
        retag(doc, verb, "VBN");
    }
}

/// "Priya's going back to work": the "is" of a name is taken for whose it is.
fn name_is_doing(text: &str, doc: &mut Doc, token: usize) {
    let name = doc.tokens[token].head;
    let verb = doc.tokens[name].head;
    let is_whose = doc.tokens[token].dep == Dep::Case
        && name + 1 == token
        && is_word(text, doc, token, &["'s", "’s"]);
    // "Kasia's getting married": nobody has the getting.
    let is_owned = doc.tokens[name].dep == Dep::Poss
        && doc.tokens[verb].dep == Dep::Root
        && is_word(text, doc, verb, &["getting", "going", "coming", "moving"]);
    let is_done = (doc.tokens[name].dep == Dep::Nsubj || is_owned)
        && verb > token
        && doc.tokens[verb].tag.as_str() == "VBG"
        && (token + 1..verb).all(|between| doc.tokens[between].dep == Dep::Advmod);
    if is_whose && is_done {
        let helper = &mut doc.tokens[token];
        (helper.head, helper.dep, helper.pos) = (verb, Dep::Aux, Pos::Aux);
        helper.lemma = "be".to_owned();
        retag(doc, token, "VBZ");
        doc.tokens[name].dep = Dep::Nsubj;
    }
}

/// Makes "is" of a passive the "has" of a perfect.
fn make_active(doc: &mut Doc, helper: usize, verb: usize) {
    doc.tokens[helper].dep = Dep::Aux;
    doc.tokens[helper].lemma = "have".to_owned();
    act(doc, verb);
}

/// "It's been giving me ideas" is read as a passive: what is being done has a participle of the present.
fn has_been(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_has = doc.tokens[token].dep == Dep::AuxPass && is_word(text, doc, token, &["'s", "’s"]);
    if !is_has || doc.tokens[verb].tag.as_str() != "VBG" {
        return;
    }
    make_active(doc, token, verb);
}

/// "I've had him for years" is read as a past: what has an auxiliary is a participle.
fn had_since(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_have = doc.tokens[token].dep == Dep::Aux
        && is_word(text, doc, token, &["have", "has", "'ve", "’ve", "ve"]);
    if is_have && doc.tokens[verb].tag.as_str() == "VBD" {
        retag(doc, verb, "VBN");
    }
}

/// "Mereana's finished school": a participle between a name and what was done is taken for a quality of what is hers.
fn name_has_done(text: &str, doc: &mut Doc, token: usize) {
    let (name, done) = (doc.tokens[token].head, token + 1);
    let is_whose = doc.tokens[token].dep == Dep::Case
        && name + 1 == token
        && doc.tokens[name].pos == Pos::Propn
        && doc.tokens[name].dep == Dep::Poss
        && is_word(text, doc, token, &["'s", "’s"]);
    let object = doc.tokens[name].head;
    let is_done = doc.tokens.get(done).is_some_and(|participle| {
        participle.head == object
            && participle.dep == Dep::Amod
            && matches!(participle.tag.as_str(), "JJ" | "VBN" | "VBD")
            && participle.lemma != "used"
    });
    let base = base_of_regular(&word(text, doc, done).to_lowercase());
    // "Ann's baked potatoes were good" is about the potatoes.
    let is_all = doc.tokens[object].dep == Dep::Root && object > done;
    let Some(base) = base.filter(|_| is_whose && is_done && is_all) else {
        return;
    };
    for child in 0..doc.tokens.len() {
        if doc.tokens[child].head == object && child != object && child > object + 1 {
            doc.tokens[child].head = done;
        }
    }
    let (helper, subject) = (token, name);
    doc.tokens[done].head = done;
    doc.tokens[done].dep = Dep::Root;
    doc.tokens[done].pos = Pos::Verb;
    doc.tokens[done].lemma = base;
    retag(doc, done, "VBN");
    (doc.tokens[object].head, doc.tokens[object].dep) = (done, Dep::Dobj);
    (doc.tokens[subject].head, doc.tokens[subject].dep) = (done, Dep::Nsubj);
    doc.tokens[helper].head = done;
    doc.tokens[helper].pos = Pos::Aux;
    retag(doc, helper, "VBZ");
    make_active(doc, helper, done);
}

/// "finish" of "finished"; nothing where it may be one of two, as of "rated".
fn base_of_regular(participle: &str) -> Option<String> {
    let stem = participle.strip_suffix("ed")?;
    let mut letters = stem.chars().rev();
    let (last, before) = (letters.next()?, letters.next()?);
    let is_vowel = |letter: char| "aeiou".contains(letter);
    let is_whole = matches!(last, 'w' | 'y' | 'x') || !is_vowel(last) && !is_vowel(before);
    let is_doubled = last == before && !"lsz".contains(last);
    (is_whole && !is_doubled && !"vcgzu".contains(last)).then(|| stem.to_owned())
}

/// Verbs of which nothing is the object, so that "'s" with their participle is "has".
static INTRANSITIVE: WordList = WordList::new(
    "ring live run sing go come arrive sleep cry happen work stay swim travel walk talk laugh die retire quit fall disappear appear \
     survive exist emigrate graduate vanish wake snow rain smile sit stand wait listen dream snore agree rise settle crash fail hold",
);
