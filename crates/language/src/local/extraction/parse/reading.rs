//! A passage as the parser reads it, and how its words are looked at.

use std::borrow::Cow;
use std::ops::Range;

use recollect_clauses::{Clause, Phrase};
use recollect_spacy::{Dep, Doc, EntityLabel, Pos};

/// A parsed passage.
pub(crate) struct Reading<'a> {
    /// The number of the passage in its text.
    pub(crate) passage: usize,
    /// What is said in it.
    pub(crate) text: &'a str,
    /// Where that begins, in bytes of the whole text.
    pub(crate) start: usize,
    /// Its words and how they hang together.
    pub(crate) doc: Doc,
    /// What its words are read as, in lower case, by token.
    pub(crate) lower: Vec<String>,
    /// What its predicates say; empty where nothing may be asserted.
    pub(crate) clauses: Vec<Clause>,
    /// Its proper names, in order.
    pub(crate) names: Vec<Name>,
    /// Whether a token is inside quotation marks around more than a title.
    pub(crate) quoted: Vec<bool>,
    /// Whether it is announced as a correction: "Correction: …".
    pub(crate) is_correction: bool,
    /// Whether it replies to a question about somebody else, who is then the one it leaves out: "How is Joris?" – "Working."
    pub(crate) is_of_another: bool,
    /// Whether it tells of its owner in the third person.
    pub(crate) tells_of_owner: bool,
}

impl<'a> Reading<'a> {
    /// The words of a passage, before anything is made of them.
    pub(crate) fn new(passage: usize, text: &'a str, start: usize, doc: Doc) -> Self {
        let lower: Vec<String> = doc
            .tokens
            .iter()
            .map(|token| {
                let written = || text.get(token.range.clone()).unwrap_or_default();
                let word = token.spelling.as_deref().unwrap_or_else(written);
                word.to_lowercase().replace('’', "'")
            })
            .collect();
        let quoted = quoted(&lower);
        Self {
            passage,
            text,
            start,
            doc,
            lower,
            clauses: Vec::new(),
            names: Vec::new(),
            quoted,
            is_correction: false,
            is_of_another: false,
            tells_of_owner: false,
        }
    }

    /// A word as it is read, which is mostly as it is written.
    pub(crate) fn word(&self, token: usize) -> &str {
        let Some(token) = self.doc.tokens.get(token) else {
            return "";
        };
        token
            .spelling
            .as_deref()
            .or_else(|| self.text.get(token.range.clone()))
            .unwrap_or_default()
    }

    /// Whether a word is written in capitals alone: "API".
    pub(crate) fn is_capitals(&self, token: usize) -> bool {
        self.word(token).chars().all(char::is_uppercase)
    }

    /// The words of a range of tokens as they are read, with single spaces.
    pub(crate) fn name_of(&self, tokens: Range<usize>) -> String {
        let words = self.words(tokens);
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// A word in lower case; nothing past the end.
    pub(crate) fn lower(&self, token: usize) -> &str {
        self.lower.get(token).map_or("", String::as_str)
    }

    /// The dictionary form of a word in lower case; nothing past the end.
    pub(crate) fn lemma(&self, token: usize) -> String {
        self.doc
            .tokens
            .get(token)
            .map_or_else(String::new, |token| token.lemma.to_lowercase())
    }

    /// Whether a word is read otherwise than it is written, or not written at all.
    pub(crate) fn is_put_in(&self, token: usize) -> bool {
        let token = self.doc.tokens.get(token);
        token.is_some_and(|token| token.spelling.is_some())
    }

    /// Whether a word is one of these, in lower case.
    pub(crate) fn is_any(&self, token: usize, of: &[&str]) -> bool {
        of.contains(&self.lower(token))
    }

    /// Whether a word is the "us" of "let's go".
    pub(crate) fn is_let_us(&self, token: usize) -> bool {
        self.is_any(token, &["'s", "s", "us"])
            && token
                .checked_sub(1)
                .is_some_and(|before| self.is_any(before, &["let"]))
    }

    /// Whether "each other" or "one another" begins here.
    pub(crate) fn is_mutual(&self, token: usize) -> bool {
        self.is_any(token, &["each", "one"]) && self.is_any(token + 1, &["other", "another"])
    }

    /// Whether what is coordinated with a word is joined to it by "or".
    pub(crate) fn is_joined_by_or(&self, first: usize) -> bool {
        self.child(first, Dep::Cc)
            .is_some_and(|joint| self.is_any(joint, &["or"]))
    }

    /// Whether of what a noun names there is none: "no bass".
    pub(crate) fn is_none(&self, noun: usize) -> bool {
        self.doc
            .children(noun)
            .any(|child| self.dep(child) == Dep::Det && self.is_any(child, &["no"]))
    }

    /// The part of speech.
    pub(crate) fn pos(&self, token: usize) -> Pos {
        self.doc.tokens.get(token).map_or(Pos::X, |token| token.pos)
    }

    /// The tag of the Penn treebank.
    pub(crate) fn tag(&self, token: usize) -> &'static str {
        self.doc
            .tokens
            .get(token)
            .map_or("", |token| token.tag.as_str())
    }

    /// How a word depends on its head.
    pub(crate) fn dep(&self, token: usize) -> Dep {
        self.doc
            .tokens
            .get(token)
            .map_or(Dep::Dep, |token| token.dep)
    }

    /// What a word depends on; itself at the top.
    pub(crate) fn head(&self, token: usize) -> usize {
        self.doc.tokens.get(token).map_or(token, |token| token.head)
    }

    /// "wants me to do it", "told us": whether a verb has whoever speaks for its object, or for the subject of its complement.
    pub(crate) fn is_done_to_me(&self, verb: usize) -> bool {
        let is_me = |token: usize| token > verb && self.is_any(token, &["me", "us"]);
        let hangs = |token: usize| {
            let above = self.head(token);
            above == verb
                || self.head(above) == verb && matches!(self.dep(above), Dep::Xcomp | Dep::Ccomp)
        };
        self.doc
            .subtree(verb)
            .any(|token| is_me(token) && hangs(token))
    }

    /// Whether a clause is about a noun: as its subject or its object.
    pub(crate) fn is_core(&self, token: usize) -> bool {
        matches!(self.dep(token), Dep::Nsubj | Dep::NsubjPass | Dep::Dobj)
    }

    /// Whether a word is the subject of a verb.
    pub(crate) fn is_subject(&self, token: usize) -> bool {
        matches!(self.dep(token), Dep::Nsubj | Dep::NsubjPass)
    }

    /// Whether a word is a name's in front of a verb, which the parser takes for a part of the verb's word: "Frederik
    /// works".
    pub(crate) fn is_misread_subject(&self, token: usize) -> bool {
        let verb = token + 1;
        self.head(token) == verb
            && (matches!(self.dep(token), Dep::Compound | Dep::Nmod)
                || self.dep(token) == Dep::Amod && self.tag(token) == "NNP")
            && matches!(self.tag(token), "NNP" | "NNS" | "NN")
            && matches!(self.tag(verb), "VBZ" | "VBD")
            && self.pos(verb) == Pos::Verb
    }

    /// The first word that depends on this one in such a way.
    pub(crate) fn child(&self, token: usize, dep: Dep) -> Option<usize> {
        self.doc
            .children(token)
            .find(|child| self.dep(*child) == dep)
    }

    /// Whether a verb is the infinitive of "to bake bread".
    pub(crate) fn is_infinitive(&self, verb: usize) -> bool {
        self.doc
            .children(verb)
            .any(|child| self.dep(child) == Dep::Aux && self.is_any(child, &["to"]))
    }

    /// Whether something was done to what a word stands for: "I painted it".
    pub(crate) fn is_done_to(&self, token: usize) -> bool {
        self.dep(token) == Dep::Dobj && self.tag(self.head(token)) == "VBD"
    }

    /// Whether a clause has a modal verb: "can", "would".
    pub(crate) fn has_modal(&self, clause: &Clause) -> bool {
        let mut words = clause.predicate.tokens.iter();
        words.any(|token| self.tag(*token) == "MD")
    }

    /// Whether a noun is that which is known or pointed at: "the wedding", "those points".
    pub(crate) fn is_definite(&self, noun: usize) -> bool {
        self.child(noun, Dep::Det)
            .is_some_and(|article| self.is_any(article, &["the", "this", "that", "these", "those"]))
    }

    /// The clause whose complement this one is.
    pub(crate) fn governor(&self, clause: &Clause) -> Option<&Clause> {
        self.clauses.get(clause.governor?)
    }

    /// A token with all that hangs from it.
    pub(crate) fn phrase(&self, head: usize) -> Phrase {
        self.part(head, self.doc.subtree_range(head))
    }

    /// These words as a phrase with this head.
    pub(crate) fn part(&self, head: usize, tokens: Range<usize>) -> Phrase {
        Phrase {
            head,
            range: self.doc.range_of(tokens.clone()),
            tokens,
            possessor: None,
        }
    }

    /// The words of a range of tokens.
    pub(crate) fn words(&self, tokens: Range<usize>) -> Cow<'a, str> {
        if tokens.clone().any(|token| self.is_put_in(token)) {
            let words: Vec<&str> = tokens.map(|token| self.word(token)).collect();
            return words.join(" ").into();
        }
        self.doc.text_of(self.text, tokens).into()
    }

    /// The name a token is part of.
    pub(crate) fn name_at(&self, token: usize) -> Option<&Name> {
        let after = self.names.partition_point(|name| name.tokens.end <= token);
        self.names
            .get(after)
            .filter(|name| name.tokens.contains(&token))
    }

    /// The sentence before that of a token.
    pub(crate) fn sentence_before(&self, token: usize) -> Option<Range<usize>> {
        let last = self.doc.sentence_of(token).start.checked_sub(1)?;
        Some(self.doc.sentence_of(last))
    }

    /// Whether a token begins a sentence, marks and white space in front of it apart.
    pub(crate) fn is_start(&self, token: usize) -> bool {
        let mut place = token;
        while place > 0 && !self.doc.tokens[place].is_sentence_start {
            place -= 1;
            if !matches!(self.pos(place), Pos::Punct | Pos::Space | Pos::Sym) {
                return false;
            }
        }
        true
    }
}

/// The most words of a title in quotation marks; what is longer is somebody's speech.
const MAX_TITLE_WORDS: usize = 7;

/// Which tokens stand inside quotation marks. A short one is a title rather than speech when no pronoun or verb of speech
/// opens it, which is left to the names; an open quotation that is never closed ends with the passage.
fn quoted(lower: &[String]) -> Vec<bool> {
    let mut quoted = vec![false; lower.len()];
    let mut open: Option<usize> = None;
    for (place, word) in lower.iter().enumerate() {
        match (word.as_str(), open) {
            ("\"" | "“" | "``" | "„" | "«", None) => open = Some(place),
            ("\"" | "”" | "''" | "“" | "»", Some(start)) => {
                mark(&mut quoted, lower, start..place);
                open = None;
            }
            _ => {}
        }
    }
    if let Some(start) = open {
        mark(&mut quoted, lower, start..lower.len());
    }
    quoted
}

fn mark(quoted: &mut [bool], lower: &[String], range: Range<usize>) {
    let inside = &lower[range.start + 1..range.end];
    let speaks = inside.iter().any(|word| {
        [
            "i", "me", "my", "you", "we", "he", "she", "it", "they", "is", "are", "am", "'m",
        ]
        .contains(&word.as_str())
    });
    if speaks || inside.len() > MAX_TITLE_WORDS {
        quoted[range].fill(true);
    }
}

/// A proper name in a passage.
#[derive(Debug, Clone)]
pub(crate) struct Name {
    /// Its tokens.
    pub(crate) tokens: Range<usize>,
    /// The name, its white space single.
    pub(crate) text: String,
    /// What the parser takes it for.
    pub(crate) label: Option<EntityLabel>,
}

/// The token of a name that the rest of the sentence hangs from.
pub(crate) fn head_of(reading: &Reading<'_>, tokens: Range<usize>) -> usize {
    tokens
        .clone()
        .find(|token| !tokens.contains(&reading.head(*token)) || reading.head(*token) == *token)
        .unwrap_or(tokens.end.saturating_sub(1))
}
