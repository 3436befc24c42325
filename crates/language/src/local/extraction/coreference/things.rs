//! What has no name and is nobody's own: what "it" may stand for, "the dog" spoken of before, a puppy that somebody got.

use recollect_model::EntityKind;
use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::lexicon::{
    Gender, Life, gender_of_noun, is_evaluation, is_light, is_thin, kind_of_noun, life_of, role,
};
use crate::local::extraction::coreference::mentioned::{DiscourseMention, Number};
use crate::local::extraction::coreference::pronouns::{Pronoun, PronounPlace, is_asked};
use crate::local::extraction::coreference::referents::{How, Referent};
use crate::local::extraction::coreference::resolve::Reader;
use crate::local::extraction::mentions::roles::ends_in_law;
use crate::local::extraction::parse::reading::Reading;

/// The most words of a thing that "it" may stand for.
const MAX_THING_WORDS: usize = 4;

impl Reader<'_, '_> {
    /// "a pottery workshop", "these pots": what "it" and "they" may stand for from here on.
    pub(super) fn common(&mut self, token: usize, noun: &str) {
        let reading = self.reading;
        let number = match reading.tag(token) {
            "NN" if !ends_in_law(reading, token) => Number::Singular,
            "NNS" => Number::Plural,
            _ => return,
        };
        if let Some(pronouns) = unnamed(reading, token, noun) {
            self.somebody(token, pronouns);
            return;
        }
        let head = reading.head(token);
        let kind = kind_of_noun(noun).unwrap_or(EntityKind::Thing);
        // "took the kids to a workshop": the workshop is what is told of.
        let is_argument = reading.is_core(token)
            || kind == EntityKind::Event
                && reading.dep(token) == Dep::Pobj
                && reading.pos(reading.head(head)) == Pos::Verb;
        let is_one = number == Number::Singular;
        // "She hates olives because they are salty", "he can't stand noise": all there is.
        let is_denied = || reading.child(head, Dep::Neg).is_some();
        let is_general = (!is_one || is_denied())
            && !reading.is_subject(token)
            && reading.doc.children(token).all(|child| child > token);
        let is_asked = is_asked(self.reading, token);
        // "Ruben sold his tractor": his, and not the writer's.
        let of = match reading.child(token, Dep::Poss) {
            Some(owner) if !reading.is_any(owner, &["my", "our"]) => {
                self.found.at(owner).map(|owner| owner.entity.clone())
            }
            None => self.got_by(token).or_else(|| self.whose(is_asked)),
            Some(_) => self.whose(is_asked),
        };
        let Some(of) = of else {
            return;
        };
        // "Representing inclusivity is important": of what is done, "it" may be anything.
        let is_of_doing = matches!(reading.dep(head), Dep::Csubj | Dep::Pcomp);
        // "Tunde isn't allowed nuts, it gave him hives": a name that is not known as one.
        let is_name = is_one
            && !reading.doc.tokens[token].is_dictionary_word
            && reading.word(token).starts_with(char::is_uppercase);
        if !is_argument
            || is_name
            || is_of_doing
            || is_general
            || reading.quoted[token]
            || is_nothing(noun)
            || is_one && role(noun).is_some()
        {
            return;
        }
        let first = (reading.doc.subtree_range(token).start..token)
            .rev()
            .take_while(|before| {
                matches!(reading.dep(*before), Dep::Amod | Dep::Compound | Dep::Nmod)
                    && reading.head(*before) == token
                    && !is_evaluation(reading.lower(*before))
            })
            .last()
            .map_or(token, |first| first_of(reading, first));
        if token - first >= MAX_THING_WORDS {
            return;
        }
        let words = uncapitalised(&reading.words(first..token + 1));
        let Some(entity) = common_thing(reading, token, words, of) else {
            return;
        };
        self.discourse.enter(DiscourseMention {
            is_subject: reading.is_subject(token),
            governor: Some((reading.passage, head)),
            thing: Some(number),
            is_asked,
            ..DiscourseMention::new(entity, kind, None)
        });
    }

    /// "The vet": somebody without a name, unless it is somebody who has one.
    fn somebody(&mut self, token: usize, pronouns: &'static [Pronoun]) {
        let reading = self.reading;
        if !self.is_known_by(token, pronouns) {
            let part = (reading.is_subject(token), reading.is_core(token));
            let governor = (reading.passage, reading.head(token));
            self.discourse.enter_unknown(pronouns, part, governor);
        }
    }

    /// "How is the lad?" of the son spoken of before: whether a noun that says little more than "he" takes up somebody known.
    fn is_known_by(&self, token: usize, pronouns: &[Pronoun]) -> bool {
        // The landlord is none of those spoken of before, whom nothing says to be one.
        const SOMEBODY: &[&str] = &[
            "lad",
            "lass",
            "guy",
            "man",
            "woman",
            "boy",
            "girl",
            "kid",
            "child",
            "baby",
            "bloke",
            "lady",
            "gentleman",
            "fellow",
            "person",
            "poor",
            "creature",
            "dog",
            "cat",
            "puppy",
            "kitten",
            "pup",
            "animal",
            "beast",
            "horse",
            "rabbit",
            "bird",
        ];
        let article = self.reading.child(token, Dep::Det);
        let is_the = article.is_some_and(|article| self.reading.is_any(article, &["the", "that"]))
            && SOMEBODY.contains(&self.reading.lemma(token).as_str());
        let [pronoun] = pronouns else {
            return false;
        };
        let place = PronounPlace {
            pronoun: *pronoun,
            passage: self.reading.passage,
            other_than: None,
            apart: &[],
            is_done_to: false,
            is_asked: is_asked(self.reading, token),
            is_born: false,
        };
        is_the && self.discourse.meant(place, self.interlocutors).is_some()
    }

    /// Whose a thing is that is spoken of: "Did you enjoy the trip?" asks of another's.
    fn whose(&self, is_asked: bool) -> Option<EntityRef> {
        match is_asked {
            true => self.interlocutors.second.clone(),
            false => self.interlocutors.first.clone(),
        }
    }

    /// "Julian bought a hearse": whoever got a thing, where that is somebody else than who speaks.
    fn got_by(&self, token: usize) -> Option<EntityRef> {
        const GETTING: &[&str] = &[
            "buy", "get", "have", "own", "find", "win", "make", "build", "adopt", "rent",
            "receive", "inherit", "order", "write", "bake", "knit",
        ];
        let reading = self.reading;
        let verb = reading.head(token);
        let is_got = reading.dep(token) == Dep::Dobj
            && GETTING.contains(&reading.lemma(verb).as_str())
            && reading
                .child(token, Dep::Det)
                .is_some_and(|article| reading.is_any(article, &["a", "an"]));
        let mut children = reading.doc.children(verb);
        let subject = children.find(|child| is_got && reading.dep(*child) == Dep::Nsubj)?;
        self.found.at(subject).map(|owner| owner.entity.clone())
    }

    /// "We got a new puppy": from here on there is one that "he" may mean.
    pub(super) fn acquired(&mut self, token: usize, noun: &str) {
        let reading = self.reading;
        let verb = reading.head(token);
        let subject = reading
            .doc
            .children(verb)
            .find(|child| reading.is_subject(*child));
        let joined = |of: &usize| reading.child(*of, Dep::Conj);
        let owners = std::iter::successors(subject, joined).filter_map(|one| self.found.at(one));
        // "Theo and I adopted a cat": whoever speaks tells of their own.
        let speaks = |owner: &&Referent| Some(&owner.entity) == self.interlocutors.first.as_ref();
        let owner = owners
            .clone()
            .find(speaks)
            .or_else(|| owners.clone().next());
        let owner = owner.map(|owner| owner.entity.clone());
        // "Adopted a cat today": a note that leaves out "I".
        let is_left_out = subject.is_none() && reading.dep(verb) == Dep::Root;
        let owner = owner.or_else(|| self.interlocutors.first.clone().filter(|_| is_left_out));
        if let (Some(role), Some(owner)) = (role(noun).filter(|role| role.is_unique), owner) {
            let entity = EntityRef::Role {
                role: role.name.to_owned(),
                of: Box::new(owner),
            };
            let mention = DiscourseMention::new(entity, role.kind, role.gender);
            self.discourse.enter(mention);
        }
    }

    /// "I moved there": where that is.
    pub(super) fn there(&mut self, token: usize) {
        let reading = self.reading;
        let verb = reading.lemma(reading.head(token));
        let is_of_living = ["live", "move", "settle", "relocate", "reside"]
            .contains(&verb.as_str())
            && reading.dep(token) == Dep::Advmod
            && !reading.quoted[token];
        if let Some(entity) = is_of_living.then(|| self.discourse.place()).flatten() {
            let referent = Referent {
                entity,
                kind: EntityKind::Place,
                weight: 0,
                gender: None,
                tokens: token..token + 1,
                how: How::Pronoun,
            };
            self.found.set(token..token + 1, referent);
        }
    }

    /// "the dog", spoken of before; "the marathon".
    pub(super) fn definite(&mut self, token: usize, noun: &str) {
        let reading = self.reading;
        let start = reading.doc.subtree_range(token).start.min(token);
        let known = self
            .discourse
            .known_as(&role(noun).map_or_else(|| noun.to_owned(), |role| role.name.to_owned()));
        if let Some((entity, kind)) = known {
            let gender = self.discourse.gender_of(&entity);
            let referent = Referent {
                entity,
                kind,
                weight: 0,
                gender,
                tokens: start..token + 1,
                how: How::Common,
            };
            self.found.set(std::iter::once(token), referent);
            return;
        }
        let is_event = kind_of_noun(noun) == Some(EntityKind::Event) && reading.tag(token) == "NN";
        // A bare "the party" is one among many; "the charity race" tells which.
        let narrowed = (start..token)
            .filter(|token| matches!(reading.pos(*token), Pos::Noun | Pos::Adj | Pos::Propn))
            .min();
        if let (true, Some(first)) = (is_event, narrowed) {
            let text = reading.words(first..token + 1);
            let referent = Referent {
                entity: EntityRef::Named(text.split_whitespace().collect::<Vec<_>>().join(" ")),
                kind: EntityKind::Event,
                weight: 2,
                gender: None,
                tokens: first..token + 1,
                how: How::Common,
            };
            self.found.set(std::iter::once(token), referent);
        }
    }
}

/// Whether a noun says too little for "it" to stand for it.
fn is_nothing(noun: &str) -> bool {
    const LITTLE: &[&str] = &[
        "other", "rest", "both", "half", "most", "lot", "none", "deal",
    ];
    is_light(noun) || is_thin(noun) || LITTLE.contains(&noun)
}

/// What a common noun phrase stands for; nothing where there is none.
fn common_thing(
    reading: &Reading<'_>,
    token: usize,
    words: String,
    of: EntityRef,
) -> Option<EntityRef> {
    let article = reading.child(token, Dep::Det);
    match article.map_or("", |article| reading.lower(article)) {
        // "She had no other family": there is none.
        "no" | "any" | "neither" => None,
        // "Those bowls are amazing": nobody says whose.
        "the" | "that" | "these" | "those" if reading.is_subject(token) => {
            Some(EntityRef::Named(format!("the {words}")))
        }
        // "Strength training": nobody's own.
        "" if reading.tag(token) == "NN"
            && reading.is_subject(token)
            && reading.lower(token).ends_with("ing") =>
        {
            Some(EntityRef::Named(words))
        }
        _ => Some(EntityRef::Role {
            role: words,
            of: Box::new(of),
        }),
    }
}

/// "a little girl", "the bandleader": somebody without a name, and by which pronouns the text may go on about them. Of an
/// animal it goes on so where it does something: "the donkey".
fn unnamed(reading: &Reading<'_>, token: usize, noun: &str) -> Option<&'static [Pronoun]> {
    let is_doer = matches!(reading.dep(token), Dep::Nsubj | Dep::NsubjPass);
    let pronouns: &[Pronoun] = match (life_of(noun)?, gender_of_noun(noun)) {
        // "Nobody but the cat, and he is scared": one that is known, and not any one.
        (Life::Animal, _) if !is_doer && !reading.is_definite(token) => return None,
        (_, Some(Gender::Female)) => &[Pronoun::She],
        (_, Some(Gender::Male)) => &[Pronoun::He],
        (_, None) => &[Pronoun::He, Pronoun::She],
    };
    let is_named = reading.doc.children(token).any(|below| {
        reading.dep(below) != Dep::Prep
            && reading
                .doc
                .subtree(below)
                .any(|word| reading.name_at(word).is_some())
    });
    let has_part = is_doer || matches!(reading.dep(token), Dep::Dobj | Dep::Pobj);
    let is_one = matches!(reading.tag(token), "NN" | "NNP");
    (is_one && has_part && !is_named && !reading.quoted[token]).then_some(pronouns)
}

/// The words in lower case, but for those that are not spelled so: "LGBTQ+ counseling workshop".
pub(crate) fn uncapitalised(words: &str) -> String {
    let is_spelled = |word: &&str| word.chars().skip(1).any(char::is_uppercase);
    let words = words
        .split(' ')
        .map(|word| match Some(word).filter(is_spelled) {
            Some(word) => word.to_owned(),
            None => word.to_lowercase(),
        });
    words.collect::<Vec<_>>().join(" ")
}

/// "eco" of "eco-friendly": where what a modifier hangs together with begins.
fn first_of(reading: &Reading<'_>, modifier: usize) -> usize {
    let is_loose =
        |token: &usize| matches!(reading.dep(*token), Dep::Advmod | Dep::Det | Dep::Quantmod);
    (reading.doc.subtree_range(modifier).start..modifier)
        .find(|token| !is_loose(token))
        .unwrap_or(modifier)
}
