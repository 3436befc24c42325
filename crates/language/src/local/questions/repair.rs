//! What the parser, trained on statements for the most part, gets wrong in questions: a verb after "did" or "is" that it
//! takes for the noun of its subject.

use recollect_spacy::{Dep, Doc, Pos, Tag};

use super::shape::TASTES;
use crate::lexicon::conjugation::{past, third_person};

const DO: &[&str] = &["do", "does", "did"];
const BE: &[&str] = &["is", "are", "was", "were", "am", "'s", "'re", "'m"];
const GET: &[&str] = &["get", "got", "gets", "getting"];
const PRONOUNS: &[&str] = &["i", "we", "you", "he", "she", "they", "it"];
const ADVERBS: &[&str] = &[
    "last",
    "first",
    "ever",
    "still",
    "also",
    "never",
    "usually",
    "often",
    "always",
    "really",
    "actually",
    "once",
    "currently",
    "now",
];

/// Mends the parse of a question.
pub(super) fn repair(text: &str, doc: &mut Doc) {
    if doc.tokens.is_empty() {
        return;
    }
    let lower: Vec<String> = doc
        .tokens
        .iter()
        .map(|token| {
            text.get(token.range.clone())
                .unwrap_or_default()
                .to_lowercase()
        })
        .collect();
    let has_verb_after = |doc: &Doc, after: usize| {
        (after + 1..doc.tokens.len()).any(|token| doc.tokens[token].pos == Pos::Verb)
    };
    verbs_by_another_word(&lower, doc);
    verbs_behind_pairs(&lower, doc);
    subjects_of_auxiliaries(&lower, doc);
    predicates_after_names(&lower, doc);
    participles_after_have(&lower, doc);
    verbs_taken_for_others(&lower, doc);
    let helper = lower.iter().position(|word| DO.contains(&word.as_str()));
    if let Some(helper) = helper {
        names_taken_for_verbs(text, doc, helper + 1);
    }
    if let Some(helper) = helper
        && !has_verb_after(doc, helper)
        && !lower[helper + 1..]
            .iter()
            .any(|word| DO.contains(&word.as_str()) || word == "have" || word == "be")
    {
        if let Some(verb) = verb_after_do(text, &lower, doc, helper) {
            make_verb(doc, helper, verb, Tag::from_label("VB"));
        }
        return;
    }
    let copula = lower.iter().position(|word| BE.contains(&word.as_str()));
    if let Some(copula) = copula
        && !has_verb_after(doc, copula)
        && let Some(last) = (copula + 2..doc.tokens.len()).find(|token| {
            lower[*token].ends_with("ing")
                && matches!(doc.tokens[*token].pos, Pos::Noun | Pos::Propn)
                && is_subject_end(doc, *token - 1)
        })
    {
        make_verb(doc, copula, last, Tag::from_label("VBG"));
    }
}

/// "What did Zoltan found?" asks not what he finds, and "marrying" is of "marry".
fn verbs_by_another_word(lower: &[String], doc: &mut Doc) {
    let asks_past = lower.iter().position(|word| word == "did");
    for (token, word) in lower.iter().enumerate() {
        let stem = word.strip_suffix("ing").filter(|stem| stem.ends_with('y'));
        if word == "found" && asks_past.is_some_and(|did| did < token) {
            "found".clone_into(&mut doc.tokens[token].lemma);
        } else if let Some(stem) = stem.filter(|_| doc.tokens[token].lemma == *word) {
            stem.clone_into(&mut doc.tokens[token].lemma);
        }
    }
}

/// "When did Tom and I get married": what the parser takes for a second verb beside "did" is the only one, with two subjects.
fn verbs_behind_pairs(lower: &[String], doc: &mut Doc) {
    let is_root =
        |token: &usize| DO.contains(&lower[*token].as_str()) && doc.tokens[*token].dep == Dep::Root;
    let Some(helper) = (0..doc.tokens.len()).find(is_root) else {
        return;
    };
    let below = |doc: &Doc, head: usize, deps: &[Dep]| {
        let mut all = 0..doc.tokens.len();
        all.find(|token| doc.tokens[*token].head == head && deps.contains(&doc.tokens[*token].dep))
    };
    const SUBJECTS: &[Dep] = &[Dep::Nsubj, Dep::NsubjPass];
    let Some(verb) = below(doc, helper, &[Dep::Conj]) else {
        return;
    };
    let (one, other) = (below(doc, helper, SUBJECTS), below(doc, verb, SUBJECTS));
    let (Some(one), Some(other), None) = (one, other, below(doc, helper, &[Dep::Dobj])) else {
        return;
    };
    for token in &mut doc.tokens {
        if token.head == helper {
            token.head = verb;
        }
    }
    doc.tokens[helper].dep = Dep::Aux;
    doc.tokens[helper].pos = Pos::Aux;
    doc.tokens[verb].dep = Dep::Root;
    doc.tokens[verb].head = verb;
    doc.tokens[other].dep = Dep::Conj;
    doc.tokens[other].head = one;
}

/// "What does Zoe like?", "What did Mrs Abernethy feed Biscuit?": behind "does" a capital begins a name.
fn names_taken_for_verbs(text: &str, doc: &mut Doc, first: usize) {
    let is_inside = |token: usize| {
        let next = doc.tokens.get(token + 1);
        next.is_some_and(|next| next.pos != Pos::Punct)
    };
    let is_name = |token: &usize| {
        doc.tokens[*token].pos == Pos::Verb
            && is_capital(text, doc, *token)
            && (is_inside(*token) || *token > first + 1)
    };
    let taken: Vec<usize> = (first..doc.tokens.len()).filter(is_name).collect();
    for token in taken {
        let name = &mut doc.tokens[token];
        name.pos = Pos::Propn;
        name.tag = Tag::from_label("NNP").unwrap_or(name.tag);
        if token == first {
            name.dep = Dep::Nsubj;
        }
    }
}

/// Whether a word is written with a capital.
fn is_capital(text: &str, doc: &Doc, token: usize) -> bool {
    let written = text.get(doc.tokens[token].range.clone());
    written.is_some_and(|written| written.starts_with(char::is_uppercase))
}

/// "What is Joanna allergic to?": an adjective behind a name says what is asked of whom it names.
fn predicates_after_names(lower: &[String], doc: &mut Doc) {
    for token in 1..doc.tokens.len() {
        let name = doc.tokens[token].head;
        let copula = doc.tokens[name].head;
        let is_behind = doc.tokens[token].pos == Pos::Adj
            && name + 1 == token
            && doc.tokens[name].pos == Pos::Propn
            && doc.tokens[name].dep == Dep::Nsubj
            && BE.contains(&lower[copula].as_str());
        if is_behind {
            doc.tokens[token].head = copula;
            doc.tokens[token].dep = Dep::Acomp;
        }
    }
}

/// "Is Anna married", "Is Rolf retired": what hangs from an auxiliary is its verb's subject, and no auxiliary is one.
fn subjects_of_auxiliaries(lower: &[String], doc: &mut Doc) {
    let verb = doc.tokens[0].head;
    let is_taken_for_subject = BE.contains(&lower[0].as_str())
        && doc.tokens[0].dep == Dep::Nsubj
        && matches!(doc.tokens[verb].tag.as_str(), "VBD" | "VBN");
    if is_taken_for_subject {
        doc.tokens[0].dep = Dep::AuxPass;
        doc.tokens[verb].tag = Tag::from_label("VBN").unwrap_or(doc.tokens[verb].tag);
    }
    for token in 0..doc.tokens.len() {
        let head = doc.tokens[token].head;
        let is_subject = matches!(doc.tokens[token].dep, Dep::Nsubj | Dep::NsubjPass);
        let word = lower[head].as_str();
        let is_auxiliary = match doc.tokens[head].dep {
            Dep::AuxPass => BE.contains(&word) || GET.contains(&word),
            Dep::Aux => DO.contains(&word),
            _ => false,
        };
        if is_subject && is_auxiliary {
            doc.tokens[token].head = doc.tokens[head].head;
        }
    }
}

/// "Do I like running", "Who hated flying", "What are my pets called": a verb that is taken for a preposition, an auxiliary or
/// the subject of another.
fn verbs_taken_for_others(lower: &[String], doc: &mut Doc) {
    const AUXILIARIES: &[&str] = &["have", "has", "had", "'ve", "used", "get", "got", "gets"];
    for token in 0..doc.tokens.len() {
        let head = doc.tokens[token].head;
        let word = lower[token].as_str();
        let tag = doc.tokens[token].tag.as_str();
        match doc.tokens[token].dep {
            Dep::Root
                if word == "like"
                    && doc.tokens[token].pos != Pos::Verb
                    && DO.contains(&lower[0].as_str()) =>
            {
                doc.tokens[token].pos = Pos::Verb;
                doc.tokens[token].tag = Tag::from_label("VB").unwrap_or(doc.tokens[token].tag);
            }
            Dep::Aux
                if matches!(tag, "VBD" | "VBZ" | "VBP")
                    && doc.tokens[head].tag.as_str() == "VBG"
                    && doc.tokens[head].dep == Dep::Root
                    && ![DO, BE, AUXILIARIES].concat().contains(&word) =>
            {
                for other in &mut doc.tokens {
                    if other.head == head && matches!(other.dep, Dep::Nsubj | Dep::NsubjPass) {
                        other.head = token;
                        other.dep = Dep::Nsubj;
                    }
                }
                doc.tokens[head].dep = Dep::Xcomp;
                doc.tokens[head].head = token;
                doc.tokens[token].dep = Dep::Root;
                doc.tokens[token].head = token;
                doc.tokens[token].pos = Pos::Verb;
                // As an auxiliary it kept its form.
                let is_of = |verb: &&&str| {
                    [third_person(verb), past(verb)]
                        .iter()
                        .any(|form| form == word)
                };
                if let Some(verb) = TASTES.iter().find(is_of) {
                    doc.tokens[token].lemma = (*verb).into();
                }
            }
            Dep::Csubj | Dep::CsubjPass if BE.contains(&word) && tag != "VBG" => {
                for other in 0..doc.tokens.len() {
                    if doc.tokens[other].head == token && other != token {
                        doc.tokens[other].head = head;
                        doc.tokens[other].dep = match doc.tokens[other].dep {
                            Dep::Nsubj | Dep::NsubjPass => Dep::NsubjPass,
                            Dep::Attr => Dep::Oprd,
                            dep => dep,
                        };
                    }
                }
                doc.tokens[token].dep = Dep::AuxPass;
                doc.tokens[token].pos = Pos::Aux;
            }
            _ => {}
        }
    }
}

/// "Where has Lena worked": a verb that has "has" beside it is a participle, not in the past tense.
fn participles_after_have(lower: &[String], doc: &mut Doc) {
    for (token, word) in lower.iter().enumerate() {
        let is_have = matches!(word.as_str(), "has" | "have" | "had" | "'ve");
        let verb = doc.tokens[token].head;
        if is_have && doc.tokens[token].dep == Dep::Aux && doc.tokens[verb].tag.as_str() == "VBD" {
            doc.tokens[verb].tag = Tag::from_label("VBN").unwrap_or(doc.tokens[verb].tag);
        }
    }
}

fn is_subject_end(doc: &Doc, token: usize) -> bool {
    matches!(doc.tokens[token].pos, Pos::Noun | Pos::Propn | Pos::Pron)
}

/// The word after "did" that must be the verb: the first one after a pronoun, else the one in lower case behind a name, else the last noun of
/// the run.
fn verb_after_do(text: &str, lower: &[String], doc: &Doc, helper: usize) -> Option<usize> {
    let first = helper + 1;
    let skip = |mut token: usize| {
        while lower
            .get(token)
            .is_some_and(|word| ADVERBS.contains(&word.as_str()))
        {
            token += 1;
        }
        token
    };
    if lower
        .get(first)
        .is_some_and(|word| PRONOUNS.contains(&word.as_str()))
    {
        let verb = skip(first + 1);
        return (verb < lower.len() && lower[verb].starts_with(char::is_alphabetic))
            .then_some(verb);
    }
    let mut end = first;
    while end < lower.len() {
        let token = &doc.tokens[end];
        let goes_on = matches!(
            token.pos,
            Pos::Noun | Pos::Propn | Pos::Pron | Pos::Det | Pos::Adj | Pos::Cconj
        ) || token.tag.as_str() == "POS"
            || lower[end] == "like"
            || ADVERBS.contains(&lower[end].as_str());
        if !goes_on {
            break;
        }
        end += 1;
    }
    // The verb is in the base form, and somebody stands before it.
    let may_be_verb = |token: &usize| {
        let word = &lower[*token];
        let written = doc.tokens[*token].tag.as_str();
        !word.ends_with("'s")
            && written != "POS"
            && written != "NNS"
            && !ADVERBS.contains(&word.as_str())
    };
    let is_capital = |token: usize| is_capital(text, doc, token);
    let behind_name = (first + 1..end)
        .find(|token| may_be_verb(token) && is_capital(token - 1) && !is_capital(*token));
    let verb = behind_name.or_else(|| (first + 1..end).rev().find(may_be_verb))?;
    is_subject_end(doc, verb - 1)
        .then_some(verb)
        .or_else(|| ADVERBS.contains(&lower[verb - 1].as_str()).then_some(verb))
}

/// Makes a token the verb that everything hangs from, and what stands before it its subject.
fn make_verb(doc: &mut Doc, helper: usize, verb: usize, tag: Option<Tag>) {
    let old_root = (0..doc.tokens.len()).find(|token| doc.tokens[*token].dep == Dep::Root);
    let mut subject = verb - 1;
    while subject > helper + 1
        && !matches!(doc.tokens[subject].pos, Pos::Noun | Pos::Propn | Pos::Pron)
    {
        subject -= 1;
    }
    for token in 0..doc.tokens.len() {
        let head = doc.tokens[token].head;
        if token == verb || token == subject {
            continue;
        }
        if (helper + 1..subject).contains(&token) {
            if head == verb || Some(head) == old_root || head == token {
                doc.tokens[token].head = subject;
            }
        } else if token == helper
            || Some(head) == old_root
            || head == token
            || (token < helper && head == verb)
        {
            doc.tokens[token].head = verb;
            if token == helper {
                doc.tokens[token].dep = Dep::Aux;
                doc.tokens[token].pos = Pos::Aux;
            }
        }
    }
    let found = &mut doc.tokens[verb];
    found.dep = Dep::Root;
    found.head = verb;
    found.pos = Pos::Verb;
    if let Some(tag) = tag {
        found.tag = tag;
    }
    found.lemma = found.lemma.to_lowercase();
    let found = &mut doc.tokens[subject];
    found.dep = Dep::Nsubj;
    found.head = verb;
}
