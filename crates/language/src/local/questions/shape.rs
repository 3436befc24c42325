//! The shape of a question: what asks, the verb, whom it is about, and what stands beside the verb.

use std::ops::Range;

use recollect_model::ReferenceTime;
use recollect_spacy::{Dep, Pos};

use super::asking::{Ask, Asker, HELPING, ask};
use super::people::IN_TIME;
use super::relations::LIGHT;
use super::times::Times;
use super::words::Words;

/// What stands beside the verb.
#[derive(Debug)]
pub(super) struct Part {
    /// `-` for what needs no preposition.
    pub(super) marker: String,
    pub(super) head: usize,
}

/// The parts of a question.
pub(super) struct Shape<'a, 'w> {
    pub(super) words: &'w Words<'a>,
    pub(super) ask: Option<Ask>,
    pub(super) times: Times,
    /// The verbs, from the one that is inflected to the one that tells what is asked.
    pub(super) verbs: Vec<usize>,
    pub(super) particle: Option<usize>,
    pub(super) subject: Option<usize>,
    pub(super) parts: Vec<Part>,
    /// Where the hole is, besides what the asking word says: prepositions without an object, "where", "when", "-".
    pub(super) hole_markers: Vec<String>,
    /// The adjective or noun after "is".
    pub(super) predicate: Option<usize>,
    /// "before Berlin", "after I moved to Leeds".
    pub(super) moment: Option<(bool, Vec<String>, usize)>,
}

/// Verbs whose object may be an activity: "like running".
pub(super) const TASTES: &[&str] = &[
    "like", "love", "enjoy", "adore", "hate", "dislike", "prefer", "fear", "detest", "loathe",
    "mind",
];
/// Verbs of which what follows tells what somebody became: "before I turned vegan".
const BECOMING: &[&str] = &["become", "turn", "start", "begin"];
/// Verbs that say that somebody means to.
pub(super) const INTENDING: &[&str] = &[
    "want", "plan", "hope", "intend", "wish", "dream", "aim", "go", "would", "think", "mean",
    "decide",
];
/// The shape of a question; `None` where it has none.
pub(super) fn shape<'a, 'w>(
    words: &'w Words<'a>,
    reference: ReferenceTime,
) -> Option<Shape<'a, 'w>> {
    let times = Times::of(words, reference);
    let ask = ask(words);
    let root = root(words, ask.as_ref())?;
    let mut shape = Shape {
        words,
        ask,
        times,
        verbs: Vec::new(),
        particle: None,
        subject: None,
        parts: Vec::new(),
        hole_markers: Vec::new(),
        predicate: None,
        moment: None,
    };
    shape.moment = moment(words, &shape.times);
    if words.is_verb(root) {
        shape.read_verb(root);
    } else {
        shape.subject = Some(root);
    }
    shape.settle();
    Some(shape)
}

/// What everything hangs from.
fn root(words: &Words<'_>, ask: Option<&Ask>) -> Option<usize> {
    let roots: Vec<usize> = (0..words.len())
        .filter(|token| words.dep(*token) == Dep::Root && words.pos(*token) != Pos::Punct)
        .collect();
    let is_verb = |token: &&usize| words.is_verb(**token);
    let verb = roots.iter().rfind(is_verb).or(roots.last()).copied()?;
    // "where Lena works": a clause that the parser hangs from the word that asks.
    if ask.is_some_and(|ask| ask.tokens.contains(&verb)) || !words.is_verb(verb) {
        let below = words.subtree(verb);
        let inner = below.into_iter().find(|token| {
            words.is_verb(*token)
                && matches!(
                    words.dep(*token),
                    Dep::Relcl | Dep::Acl | Dep::Ccomp | Dep::Advcl | Dep::Conj | Dep::Pcomp
                )
                && ask.is_some()
        });
        return Some(inner.unwrap_or(verb));
    }
    Some(verb)
}

/// "before Berlin", "after I moved to Leeds": whether it is before, the names in it or its other words, and where it
/// begins.
fn moment(words: &Words<'_>, times: &Times) -> Option<(bool, Vec<String>, usize)> {
    let mark = (1..words.len()).find(|token| {
        words.is_any(*token, &["before", "after"]) && !times.has(*token) && *token + 1 < words.len()
    })?;
    let after = mark + 1..words.len();
    let named: Vec<usize> = after
        .clone()
        .filter(|token| {
            words.word(*token).starts_with(char::is_uppercase)
                && !words.is_any(*token, &["i", "i'm", "i'd"])
        })
        .collect();
    let said: Vec<usize> = match named.is_empty() {
        true => after
            .filter(|token| {
                words.is_content(*token)
                    && !LIGHT.contains(&words.lemma(*token).as_str())
                    && !BECOMING.contains(&words.lemma(*token).as_str())
                    && !words.is_any(*token, IN_TIME)
            })
            .collect(),
        false => named,
    };
    let said: Vec<String> = said.into_iter().map(|token| words.lemma(token)).collect();
    (!said.is_empty()).then_some((words.is_any(mark, &["before"]), said, mark))
}

impl Shape<'_, '_> {
    /// Takes in a verb and what stands beside it, and the verbs it leads to.
    fn read_verb(&mut self, verb: usize) {
        let words = self.words;
        self.verbs.push(verb);
        let mut next = None;
        for child in words.children(verb) {
            let dep = words.dep(child);
            let asks = self
                .ask
                .as_ref()
                .is_some_and(|ask| ask.tokens.contains(&child));
            match dep {
                Dep::Nsubj | Dep::NsubjPass => {
                    if asks {
                        self.hole_markers.push("subject".to_owned());
                    } else if self.subject.is_none() || self.verbs.len() == 1 {
                        self.subject = self.subject.or(Some(child));
                    }
                }
                Dep::Dobj
                | Dep::Dative
                | Dep::Oprd
                | Dep::Attr
                | Dep::Acomp
                | Dep::Npadvmod
                | Dep::Agent
                | Dep::Prep
                | Dep::Advmod
                | Dep::Prt
                    if asks =>
                {
                    self.hole(child);
                }
                Dep::Attr | Dep::Acomp => self.read_predicate(child),
                Dep::Dative if words.pos(child) != Pos::Adp => self.part("to", child),
                Dep::Dative => self.read_preposition(child),
                Dep::Dobj | Dep::Oprd | Dep::Npadvmod => self.part("-", child),
                Dep::Agent | Dep::Prep => self.read_preposition(child),
                Dep::Prt => self.particle = Some(child),
                Dep::Advmod if words.is_any(child, &["back", "out", "abroad"]) => {
                    self.read_direction(child);
                }
                Dep::Xcomp | Dep::Ccomp | Dep::Advcl
                    if TASTES.contains(&words.lemma(verb).as_str())
                        && words.tag(child) == "VBG" =>
                {
                    self.part("-", child);
                }
                Dep::Xcomp | Dep::Ccomp if words.is_verb(child) => next = next.or(Some(child)),
                Dep::Xcomp | Dep::Ccomp => self.read_predicate(child),
                Dep::Advcl => {
                    if next.is_none()
                        && words.is_any(verb, &["go", "going", "went", "gone", "come"])
                    {
                        next = Some(child);
                    } else {
                        self.part("~", child);
                    }
                }
                _ => {}
            }
        }
        if let Some(next) = next.filter(|_| self.verbs.len() < 4) {
            self.read_verb(next);
        }
    }

    /// "back in Cork": what hangs from the adverb belongs to the verb.
    fn read_direction(&mut self, adverb: usize) {
        let words = self.words;
        self.hole_markers.push(words.lower(adverb).to_owned());
        for below in words.children(adverb) {
            if words.dep(below) == Dep::Prep {
                self.read_preposition(below);
            }
        }
    }

    /// The word that asks stands here.
    fn hole(&mut self, child: usize) {
        let words = self.words;
        let marker = match words.dep(child) {
            Dep::Prep | Dep::Agent => words.lower(child),
            _ => "-",
        };
        self.hole_markers.push(marker.to_owned());
    }

    fn read_predicate(&mut self, head: usize) {
        let words = self.words;
        if self.predicate.is_none() {
            self.predicate = Some(head);
        }
        for child in words.children(head) {
            if matches!(words.dep(child), Dep::Prep | Dep::Agent) {
                self.read_preposition(child);
            }
        }
    }

    fn read_preposition(&mut self, preposition: usize) {
        let words = self.words;
        if self.times.has(preposition) {
            return;
        }
        let lemma = words.lower(preposition).to_owned();
        let object = words.child(preposition, &[Dep::Pobj, Dep::Pcomp]);
        let asks = |token: usize| {
            self.ask
                .as_ref()
                .is_some_and(|ask| ask.tokens.contains(&token))
        };
        match object {
            None => {
                let inner = words.child(preposition, &[Dep::Prep]);
                if inner.is_none_or(|inner| self.is_in_moment(inner) || self.times.has(inner)) {
                    self.hole_markers.push(lemma);
                } else if let Some(inner) = inner {
                    self.read_preposition(inner);
                }
            }
            Some(object) if asks(object) => self.hole_markers.push(lemma),
            Some(object) if self.times.has(object) || self.is_in_moment(preposition) => {}
            Some(object)
                if words.is_verb(object)
                    && self
                        .verbs
                        .last()
                        .is_some_and(|verb| INTENDING.contains(&words.lemma(*verb).as_str())) =>
            {
                if self.verbs.len() < 4 {
                    self.read_verb(object);
                }
            }
            Some(object) => {
                self.part(&lemma, object);
                // "go to the store with Anna": what hangs from the object in the parse.
                for child in words.children(object) {
                    if words.dep(child) == Dep::Prep && !words.is_any(child, &["of"]) {
                        self.read_preposition(child);
                    }
                }
            }
        }
    }

    /// Whether a token belongs to what it counts from: "before Berlin".
    pub(super) fn is_in_moment(&self, token: usize) -> bool {
        self.moment
            .as_ref()
            .is_some_and(|(_, _, start)| *start <= token)
    }

    /// What the parse leaves open: whom a question is about whose predicate hangs elsewhere ("Who is Tom allergic to?"), a
    /// predicate that it took for a verb or for a part of a name ("Am I vegan?", "Is Ella vegan?").
    fn settle(&mut self) {
        let words = self.words;
        let Some(helping) = (0..words.len()).find(|token| words.is_any(*token, HELPING)) else {
            return;
        };
        let is_be = words.is_any(
            helping,
            &["is", "are", "was", "were", "am", "'s", "'re", "'m"],
        );
        let last = (helping + 1..words.len())
            .rev()
            .find(|token| words.pos(*token) != Pos::Punct);
        if is_be
            && let [verb] = self.verbs[..]
            && verb != helping
            && matches!(words.tag(verb), "VB" | "VBP" | "VBZ" | "JJ" | "NN")
        {
            self.predicate = Some(verb);
            self.verbs = vec![helping];
        }
        // "Is Ella vegan?"
        if is_be
            && self.predicate.is_none()
            && self.asker().is_none()
            && let Some(subject) = self.subject
            && subject > helping + 1
            && Some(subject) == last
            && words.word(subject).starts_with(char::is_lowercase)
            && words.word(subject - 1).starts_with(char::is_uppercase)
        {
            self.predicate = Some(subject);
            self.subject = Some(subject - 1);
        }
        if !is_be
            || self.subject.is_some()
            || self.asker().is_none()
            || self.hole_markers.iter().any(|marker| marker == "subject")
        {
            return;
        }
        let stranded =
            last.filter(|token| matches!(words.pos(*token), Pos::Adp | Pos::Part | Pos::Sconj));
        let end = stranded
            .or(self.moment.as_ref().map(|(_, _, start)| *start))
            .or(self
                .times
                .tokens
                .iter()
                .map(|range| range.start)
                .find(|start| *start > helping))
            .unwrap_or(words.len());
        let predicate = (helping + 2..end).rev().find(|token| {
            matches!(words.pos(*token), Pos::Adj | Pos::Verb) && !words.is_any(*token, &["living"])
        });
        let subject = (helping + 1..predicate.unwrap_or(end))
            .rev()
            .find(|token| matches!(words.pos(*token), Pos::Noun | Pos::Propn | Pos::Pron));
        if let Some(subject) = subject {
            self.subject = Some(subject);
            self.parts.retain(|part| part.head != subject);
            self.predicate = predicate
                .or(self.predicate)
                .filter(|predicate| *predicate != subject);
            if let Some(stranded) = stranded {
                self.hole_markers.push(words.lower(stranded).to_owned());
            }
        }
    }

    fn part(&mut self, marker: &str, head: usize) {
        if !self.times.has(head)
            && !self.is_in_moment(head)
            && !self.parts.iter().any(|part| part.head == head)
        {
            self.parts.push(Part {
                marker: marker.to_owned(),
                head,
            });
        }
    }

    /// The words of a range that mean something, in dictionary form; names as they are written.
    pub(super) fn content(&self, tokens: Range<usize>) -> Vec<String> {
        let words = self.words;
        let asks = |token: usize| {
            self.ask
                .as_ref()
                .is_some_and(|ask| ask.tokens.contains(&token))
        };
        let content = tokens.filter(|token| {
            let is_light = words.is_verb(*token) && LIGHT.contains(&words.lemma(*token).as_str());
            let says_nothing = is_light
                || self.times.has(*token)
                || asks(*token)
                || words.is_any(*token, IN_TIME)
                || words.is_any(*token, &["name", "named", "called"]);
            words.is_content(*token) && !says_nothing
        });
        content.map(|token| words.lemma(token)).collect()
    }

    pub(super) fn asker(&self) -> Option<Asker> {
        self.ask.as_ref().map(|ask| ask.asker)
    }

    /// The verb that tells what is asked, with its particle; of "go camping" both.
    pub(super) fn verb(&self) -> String {
        let words = self.words;
        let Some(&last) = self.verbs.last() else {
            return "be".to_owned();
        };
        let mut verb = words.lemma(last);
        if let Some(particle) = self.particle {
            verb = format!("{verb}_{}", words.lower(particle));
        }
        verb
    }
}
