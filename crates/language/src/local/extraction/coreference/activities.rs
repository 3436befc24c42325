//! What somebody does or did, where "it" stands for that: "I'm passionate about dancing and it brings me joy", "I gave a few
//! talks. It was fulfilling." "It" means what the clause before is about, or what it tells of whoever speaks.

use std::ops::Range;

use recollect_clauses::{Clause, Form, Kind, Role, Tense};
use recollect_model::Modality;
use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::lexicon::conjugation::gerund;
use crate::lexicon::is_light;
use crate::local::extraction::coreference::expletives::is_expletive;
use crate::local::extraction::coreference::referents::name_of;
use crate::local::extraction::coreference::resolve::Reader;
use crate::local::extraction::parse::reading::Reading;
use crate::word_list::WordList;

/// The most words of what somebody does.
const MAX_WORDS: usize = 8;

impl Reader<'_, '_> {
    /// What "it" stands for as the subject of a clause, where that is what somebody does or did.
    pub(super) fn activity(&mut self, token: usize) -> Option<EntityRef> {
        let reading = self.reading;
        let is_sought = reading.is_any(token, &["it"])
            && reading.is_subject(token)
            && !is_expletive(reading, token)
            && !reading.quoted[token];
        if !is_sought {
            return None;
        }
        let found = self.doing_before(token)?;
        self.activities.insert(token);
        Some(found)
    }

    fn doing_before(&self, token: usize) -> Option<EntityRef> {
        let reading = self.reading;
        let verb = reading.head(token);
        let before = before(reading, verb)?;
        let does = does(reading, verb);
        let speller = Speller {
            reading,
            speaker: self.interlocutors.first.as_ref()?,
            owner_name: self.owner_name,
        };
        if does.any() {
            let subject = before.subject.as_ref().map(|subject| subject.phrase.head);
            // "Having them around helps. It makes me happy. It also …"
            let goes_on = subject.filter(|subject| self.activities.contains(subject));
            if let Some(found) = goes_on.and_then(|subject| self.found.at(subject)) {
                return Some(found.entity.clone());
            }
            let general = subject.and_then(|subject| speller.general(before, subject));
            let liked = || speller.spelled("", liked(reading, before)?);
            if let Some(found) = general.or_else(liked) {
                return Some(found);
            }
        }
        does.is_past
            .then(|| speller.event(before))
            .flatten()
            .filter(|_| does.any())
    }
}

/// What a clause says of "it".
struct Does {
    is_past: bool,
    /// "was fulfilling"
    judges: bool,
    /// "made me happy"
    moves: bool,
}

impl Does {
    fn any(&self) -> bool {
        self.judges || self.moves
    }
}

fn does(reading: &Reading<'_>, verb: usize) -> Does {
    let mut children = reading.doc.children(verb);
    let is_past = reading.tag(verb) == "VBD"
        || reading.doc.children(verb).any(|child| {
            reading.dep(child) == Dep::Aux && reading.is_any(child, &["has", "'s", "’s"])
        });
    let is_of_experience = |child: usize| {
        reading.dep(child) == Dep::Acomp && EXPERIENCES.contains(reading.lower(child))
    };
    let has_object = || {
        reading.doc.children(verb).any(|child| {
            child > verb
                && matches!(
                    reading.dep(child),
                    Dep::Dobj | Dep::Dative | Dep::Ccomp | Dep::Xcomp
                )
        })
    };
    Does {
        is_past,
        judges: reading.lemma(verb) == "be" && children.any(is_of_experience),
        moves: MOVING.contains(&reading.lemma(verb)) && has_object(),
    }
}

/// The clause that "it" goes on about: the one that its own is coordinated with, or that of the sentence before.
fn before<'r>(reading: &'r Reading<'_>, verb: usize) -> Option<&'r Clause> {
    let of = |head: usize| {
        let mut clauses = reading.clauses.iter();
        clauses.find(|clause| {
            clause.predicate.head == head && matches!(clause.form, Form::Verbal | Form::Copular)
        })
    };
    let head = reading.head(verb);
    if head != verb {
        let is_joined = head < verb && matches!(reading.dep(verb), Dep::Conj | Dep::Ccomp);
        return of(head).filter(|_| is_joined);
    }
    let sentence = reading.sentence_before(verb)?;
    let root = sentence.clone().find(|token| {
        reading.dep(*token) == Dep::Root || !sentence.contains(&reading.head(*token))
    })?;
    of(root)
}

/// "dancing", of "I'm passionate about dancing" and "I love dancing".
fn liked(reading: &Reading<'_>, clause: &Clause) -> Option<Range<usize>> {
    let subject = clause.subject.as_ref()?;
    let is_mine = reading.is_any(subject.phrase.head, &["i", "we"]);
    let is_so = clause.kind == Kind::Statement && !clause.is_negated;
    let mut done = clause.arguments.iter().filter(|argument| {
        let is_about = argument
            .preposition
            .as_ref()
            .is_some_and(|about| matches!(about.lemma.as_str(), "about" | "into" | "in" | "on"));
        let is_verbs = LIKING.contains(&clause.predicate.lemma) && argument.preposition.is_none();
        let head = argument.phrase.head;
        let is_bare = reading.pos(head) == Pos::Noun && reading.doc.children(head).next().is_none();
        (is_about || is_verbs)
            && (reading.tag(head) == "VBG" || is_bare && reading.lower(head).ends_with("ing"))
            && argument.role != Role::Attribute
    });
    let one = done.next().filter(|_| is_mine && is_so)?;
    Some(one.phrase.tokens.clone())
}

/// Spells what is done so that it can be read by itself.
struct Speller<'s> {
    reading: &'s Reading<'s>,
    speaker: &'s EntityRef,
    owner_name: &'s str,
}

impl Speller<'_> {
    /// "having my family around", "strength training": what a clause is about that is done in general.
    fn general(&self, clause: &Clause, head: usize) -> Option<EntityRef> {
        let reading = self.reading;
        let is_doing = reading.tag(head) == "VBG";
        let is_named = reading.tag(head) == "NN"
            && reading.lower(head).ends_with("ing")
            && reading.name_at(head).is_none()
            && reading.child(head, Dep::Det).is_none()
            && reading.child(head, Dep::Poss).is_none()
            && !is_light(reading.lower(head));
        let subject = clause.subject.as_ref()?;
        if clause.kind != Kind::Statement || !(is_doing || is_named) {
            return None;
        }
        self.spelled("", subject.phrase.tokens.clone())
    }

    /// "giving a few talks", of "I recently gave a few talks at the shelter".
    fn event(&self, clause: &Clause) -> Option<EntityRef> {
        let reading = self.reading;
        let verb = clause.predicate.head;
        let is_done = clause.form == Form::Verbal
            && clause.kind == Kind::Statement
            && clause.tense == Tense::Past
            && clause.modality == Modality::Actual
            && !(clause.is_negated || clause.is_passive || reading.has_modal(clause));
        let subject = clause.subject.as_ref()?;
        let is_mine = reading.is_any(subject.phrase.head, &["i", "we"]);
        let lemma = &clause.predicate.lemma;
        let object = clause.with_role(Role::Object).next()?;
        let head = object.phrase.head;
        let end = (head + 1..object.phrase.tokens.end)
            .find(|token| {
                matches!(reading.dep(*token), Dep::Relcl | Dep::Acl | Dep::Appos)
                    || matches!(reading.pos(*token), Pos::Punct | Pos::Adp)
            })
            .unwrap_or(object.phrase.tokens.end);
        if !(is_done && is_mine) || head < verb || IDLE.contains(lemma) {
            return None;
        }
        let (verb, particle) = lemma.split_once(' ').unwrap_or((lemma, ""));
        let doing = format!("{} {particle}", gerund(verb));
        self.spelled(&doing, object.phrase.tokens.start..end)
    }

    /// The words, with names for who "I" is; `None` where a pronoun points elsewhere.
    fn spelled(&self, doing: &str, tokens: Range<usize>) -> Option<EntityRef> {
        let reading = self.reading;
        let mut words = vec![doing.trim().to_owned()];
        let start = tokens.clone().find(|token| {
            !matches!(
                reading.pos(*token),
                Pos::Cconj | Pos::Sconj | Pos::Punct | Pos::Adv | Pos::Intj
            )
        })?;
        for token in start..tokens.end {
            let lower = reading.lower(token);
            match reading.pos(token) {
                Pos::Punct | Pos::Space if reading.is_any(token, &["-", "'"]) => return None,
                Pos::Punct | Pos::Space => break,
                _ => {}
            }
            let is_pointing = reading.pos(token) == Pos::Pron
                && !reading.is_any(token, &["others"])
                || reading.is_any(token, &["this", "that", "these", "those", "here", "there"]);
            match lower {
                "my" | "our" => words.push(format!("{}'s", self.name()?)),
                "n't" | "'s" | "’s" => return None,
                _ if is_pointing || reading.tag(token) == "PRP$" || reading.quoted[token] => {
                    return None;
                }
                _ if token == start && doing.is_empty() => words.push(lower.to_owned()),
                _ => words.push(reading.word(token).to_owned()),
            }
        }
        words.retain(|word| !word.is_empty());
        let is_short = (1..=MAX_WORDS).contains(&words.len());
        is_short.then(|| EntityRef::Named(words.join(" ")))
    }

    /// What whoever speaks is called; nothing of whom only a role is known.
    fn name(&self) -> Option<String> {
        let has_name = !matches!(self.speaker, EntityRef::Role { .. });
        has_name.then(|| name_of(self.speaker, self.owner_name))
    }
}

/// How it may be to have done something.
static EXPERIENCES: WordList = WordList::new(
    "fulfilling rewarding tough hard challenging difficult scary nerve-wracking exciting thrilling emotional intense \
     exhausting tiring relaxing refreshing calming therapeutic empowering inspiring enlightening eye-opening magical special \
     unforgettable memorable stressful overwhelming humbling touching heartwarming satisfying enjoyable liberating cathartic \
     meaningful powerful motivating frustrating disappointing painful embarrassing terrifying worthwhile incredible \
     amazing wonderful fantastic awesome fun great",
);

/// What doing something does to somebody.
static MOVING: WordList = WordList::new(
    "make help bring give teach remind show inspire motivate calm relax let boost improve keep challenge allow fill \
     encourage strengthen reduce increase lift change push energize soothe clear ease connect",
);

/// Verbs of liking what is done.
static LIKING: WordList = WordList::new("love enjoy like adore start practice practise prefer");

/// Verbs that tell of nothing that was lived through.
static IDLE: WordList = WordList::new(
    "have get want need know think see hear find feel mean say tell like love enjoy hate notice forget remember believe \
     hope guess wish own keep",
);
