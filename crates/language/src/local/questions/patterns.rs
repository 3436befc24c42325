//! From the shape of a question to its pattern.

use recollect_model::{Relation, RelationName};
use recollect_spacy::{Dep, Pos};

use super::asking::{Asker, singular};
use super::copular::joined;
use super::people::{own_words, parties, party, possessor, role_words, telling_apart};
use super::relations::{LIGHT, Signs, asks_for, relations};
use super::shape::Shape;
use crate::lexicon::role as role_of;
use crate::{AskedRelation, EntityRef, Expected, Hole, QuestionPattern};

/// Verbs that say that something came to an end.
const ENDING: &[&str] = &[
    "leave",
    "quit",
    "stop",
    "give_up",
    "retire",
    "resign",
    "break_up",
    "split_up",
    "divorce",
    "divorced",
    "separate",
    "end",
    "abandon",
    "drop",
    "move_out",
    "move_away",
    "cancel",
    "separated",
];

/// Relations to what everybody knows the kind of.
const TASTES: &[Relation] = &[
    Relation::Likes,
    Relation::Dislikes,
    Relation::Prefers,
    Relation::InterestedIn,
];

/// Kinds that a text does not name where it tells of one: nobody says that Rome is a city.
const GENERAL: &[&str] = &[
    "kind", "type", "sort", "place", "city", "town", "country", "state", "person", "people",
    "year", "month", "day", "date", "time", "name", "reason", "thing", "item", "number", "price",
    "amount", "color", "colour", "brand", "food", "activity", "way", "part", "one", "animal",
];

/// The pattern of a question; `None` where it has none that can be matched.
pub(super) fn pattern(shape: &Shape<'_, '_>) -> Option<QuestionPattern> {
    let words = shape.words;
    // "Has she married again?" is not answered by her first marriage.
    let asks_for_another = shape.asker().is_none()
        && (0..words.len()).any(|token| words.is_any(token, &["again", "else"]));
    (!asks_for_another).then(|| shape.asked()).flatten()
}

impl Shape<'_, '_> {
    fn asked(&self) -> Option<QuestionPattern> {
        if self.is_about_a_course() {
            return self.course();
        }
        let is_copular = self.verbs.len() <= 1 && self.verb() == "be" || self.verbs.is_empty();
        if is_copular && let Some(pattern) = self.copular() {
            return Some(pattern);
        }
        self.verbal()
    }

    /// "What do the kids call the Kia?", "What do I call my boss?": what is called so; nothing where nobody knows which it is.
    fn called(&self) -> Option<Vec<EntityRef>> {
        let words = self.words;
        let verb = self.verbs.last()?;
        let called = (verb + 1..words.len()).find(|token| words.is_noun(*token))?;
        let is_known = words.pos(called) == Pos::Propn || possessor(words, called).is_some();
        Some(if is_known {
            parties(words, called)
        } else {
            Vec::new()
        })
    }

    /// Everything with a verb of its own, or a predicate.
    fn verbal(&self) -> Option<QuestionPattern> {
        let words = self.words;
        let mut pattern = self.empty();
        if pattern.verb == "happen" {
            return None;
        }
        let asks_subject =
            self.subject.is_none() && self.hole_markers.iter().any(|marker| marker == "subject");
        if let Some(subject) = self.subject {
            pattern.about = parties(words, subject);
        }
        let is_called = matches!(pattern.verb.as_str(), "call" | "name");
        if is_called
            && self.predicate.is_none()
            && !asks_subject
            && self.asker() == Some(Asker::What)
        {
            pattern.hole = Hole::Name;
            pattern.about = self.called().unwrap_or(pattern.about);
            return (!pattern.about.is_empty()).then_some(pattern);
        }
        let kind = self.ask.as_ref().and_then(|ask| ask.noun);
        let kind = kind.filter(|kind| !words.is_any(*kind, &["times", "thing", "things"]));
        // "Is Ann divorced?" has its end behind "is".
        let saying = self.verbs.iter().chain(&self.predicate);
        pattern.is_ended = ENDING.contains(&pattern.verb.as_str())
            || saying
                .map(|word| words.lemma(*word))
                .any(|lemma| ENDING.contains(&lemma.as_str()));
        pattern.relations = self.relations_of_verb(&pattern, kind);
        pattern.hole = self.hole_of(asks_subject, pattern.is_ended);
        (pattern.object, pattern.details) = self.objects(pattern.hole);
        if pattern.hole == Hole::Truth {
            ask_for_any(&mut pattern);
        }
        ask_for_school(&mut pattern);
        if let Some(kind) = kind {
            pattern.kind_words = self.kind_words(kind);
            let noun = singular(words, kind);
            if role_of(&noun).is_none() {
                pattern.details.extend(self.before_kind(kind));
            }
            pattern.is_kind_open = is_open_kind(&noun, &pattern.relations);
        }
        let among = self.ask.as_ref().and_then(|ask| ask.among);
        pattern.among = among.and_then(|among| party(words, among));
        // "What fields would Caroline …" has its subject; "Who lives in Bristol" has what it lives in.
        if pattern.about.is_empty() && pattern.object.is_empty() && pattern.among.is_none() {
            return None;
        }
        pattern.details.extend(self.further_names(&pattern));
        if let Some(subject) = self.subject {
            pattern.details.extend(telling_apart(words, subject));
        }
        // "What did I study at university?": nobody says that Keio is one.
        if pattern
            .relations
            .iter()
            .any(|asked| asked.name == Relation::Studies && asked.fit >= 1.0)
        {
            pattern
                .details
                .retain(|word| !asks_for(word, &pattern.relations));
        }
        if pattern.hole == Hole::Truth
            && let Some(predicate) = self.predicate
        {
            self.read_truth_of_noun(predicate, &mut pattern);
        }
        Some(pattern)
    }

    /// Names that stand nowhere in the pattern yet: "from the book \"Becoming Nicole\"".
    pub(super) fn further_names(&self, pattern: &QuestionPattern) -> Vec<String> {
        let words = self.words;
        let told = format!(
            "{:?} {:?} {:?} {:?}",
            pattern.about, pattern.among, pattern.object, pattern.details
        )
        .to_lowercase();
        (1..words.len())
            .filter(|token| {
                words.word(*token).starts_with(char::is_uppercase)
                    && words.is_content(*token)
                    && !words.is_any(*token, &["i"])
                    && !self.times.has(*token)
                    && !self.is_in_moment(*token)
                    && !told.contains(words.lower(*token))
                    && !told.contains(&words.lemma(*token).to_lowercase())
                    && !pattern
                        .kind_words
                        .iter()
                        .any(|kind| *kind == words.lemma(*token))
            })
            .map(|token| words.lemma(token))
            .collect()
    }

    fn relations_of_verb(
        &self,
        pattern: &QuestionPattern,
        kind: Option<usize>,
    ) -> Vec<AskedRelation> {
        let words = self.words;
        let kind_lemma = kind.map(|kind| singular(words, kind));
        let predicate = self.predicate.or_else(|| {
            // "How long have they been married?"
            let last = self.verbs.last().copied();
            last.filter(|last| words.tag(*last) == "VBN")
        });
        let predicate = predicate.map(|predicate| words.lemma(predicate));
        let markers = self.markers();
        let mut found = relations(&Signs {
            verb: &pattern.verb,
            markers: markers.iter().map(String::as_str).collect(),
            kind: kind_lemma.as_deref(),
            attribute: None,
            predicate: predicate.as_deref(),
            favorite: self.favorite(kind),
        });
        // "Which instrument did I give up?"
        if pattern.is_ended
            && let Some(kind) = &kind_lemma
        {
            found.extend(relations(&Signs {
                verb: "be",
                kind: Some(kind),
                ..Signs::default()
            }));
        }
        found
    }

    fn kind_words(&self, kind: usize) -> Vec<String> {
        let words = self.words;
        if role_of(&words.lemma(kind)).is_some() {
            return vec![role_words(words, kind)];
        }
        let found = self.content(words.subtree(kind).start.max(self.ask_end())..kind + 1);
        match found.is_empty() || words.tag(kind) == "VBZ" {
            true => vec![singular(words, kind)],
            false => found,
        }
    }

    /// What tells more closely what is asked for: "board" of "which board games do I play?"
    fn before_kind(&self, kind: usize) -> Vec<String> {
        const TELLING_NOTHING: &[&str] = &["kind", "kinds", "type", "types", "sort", "sorts"];
        let words = self.words;
        let is_hyphen = |token: usize| words.is_any(token, &["-"]);
        let before = (self.ask_end()..kind).filter(|token| {
            words.is_noun(*token)
                && words.word(*token).chars().all(char::is_alphabetic)
                && !is_hyphen(*token + 1)
                && !is_hyphen(*token - 1)
                && !self.times.has(*token)
                && !words.is_any(*token, TELLING_NOTHING)
        });
        before.map(|token| words.lemma(token)).collect()
    }

    fn ask_end(&self) -> usize {
        self.ask.as_ref().map_or(0, |ask| ask.token + 1)
    }

    fn favorite(&self, kind: Option<usize>) -> Option<RelationName> {
        let words = self.words;
        self.predicate
            .filter(|predicate| words.is_any(*predicate, &["favorite", "favourite"]))?;
        kind.map(|kind| RelationName::favorite(&joined(&role_words(words, kind))))
    }

    fn hole_of(&self, asks_subject: bool, is_ending: bool) -> Hole {
        match self.asker() {
            None => Hole::Truth,
            Some(Asker::When) if is_ending => Hole::End,
            Some(Asker::When) => match self.verb().as_str() {
                // The day somebody was born is what is said of them.
                "bear" => Hole::Object,
                _ => Hole::Start,
            },
            Some(Asker::HowLong) => Hole::Duration,
            Some(Asker::HowMany) => Hole::Count,
            Some(Asker::How | Asker::Why | Asker::HowMuch) => Hole::Detail,
            Some(_) if asks_subject => Hole::Subject,
            Some(_) => Hole::Object,
        }
    }

    /// Where everything stands beside the verb, the hole included.
    fn markers(&self) -> Vec<String> {
        let mut markers: Vec<String> = self
            .hole_markers
            .iter()
            .filter(|marker| marker.as_str() != "subject")
            .cloned()
            .collect();
        match self.asker() {
            Some(Asker::Where) => markers.push("where".to_owned()),
            Some(Asker::When) => markers.push("when".to_owned()),
            _ => {}
        }
        if let Some(preposition) = self.ask.as_ref().and_then(|ask| ask.preposition) {
            markers.push(self.words.lower(preposition).to_owned());
        }
        markers.extend(self.parts.iter().map(|part| part.marker.clone()));
        let stand_in = ["when", "since", "for", "during", "~", "with"];
        if markers
            .iter()
            .all(|marker| stand_in.contains(&marker.as_str()))
        {
            markers.push("-".to_owned());
        }
        markers
    }

    /// What a statement must have, and what it may have.
    fn objects(&self, hole: Hole) -> (Vec<String>, Vec<String>) {
        let words = self.words;
        let mut object: Vec<String> = Vec::new();
        let mut details: Vec<String> = Vec::new();
        for part in &self.parts {
            let subtree = words.subtree(part.head);
            // What stands beside the verb is the hole itself: "What did I study at Keio?"
            let is_filled = hole == Hole::Object
                && part.marker != "-"
                && self.hole_markers.iter().any(|marker| marker == "-")
                && !LIGHT.contains(&self.verb().as_str());
            let is_main = part.marker != "~"
                && object.is_empty()
                && !is_filled
                && !matches!(
                    part.marker.as_str(),
                    "during" | "with" | "while" | "for" | "because" | "like" | "about" | "over"
                );
            let all = self.content(subtree.clone());
            // "What does Ana do for a living?"
            if part.marker == "for" && matches!(&all[..], [one] if one == "living") {
                continue;
            }
            if !is_main {
                details.extend(all);
                continue;
            }
            let named = subtree.clone().filter(|token| {
                words.word(*token).starts_with(char::is_uppercase)
                    && words.is_content(*token)
                    && !self.times.has(*token)
                    && words.dep(*token) != Dep::Poss
            });
            let named: Vec<String> = named.map(|token| words.lemma(token)).collect();
            if named.is_empty() {
                let own = self.content(own_words(words, part.head));
                details.extend(all.into_iter().filter(|word| !own.contains(word)));
                object.extend(own);
            } else {
                details.extend(all.into_iter().filter(|word| !named.contains(word)));
                object.extend(named);
            }
        }
        if object.is_empty() && !matches!(hole, Hole::Object) {
            let with = self
                .parts
                .iter()
                .find(|part| part.marker == "with" || part.marker == "to");
            if let Some(with) = with {
                object = self.content(own_words(words, with.head));
                details.retain(|word| !object.contains(word));
            }
        }
        (object, details)
    }
}

/// Whether only a text can tell that something is of a kind.
fn is_open_kind(noun: &str, asked: &[AskedRelation]) -> bool {
    // "What kinds of music do I like?": nobody says that jazz is music.
    let is_taste = asked
        .first()
        .is_some_and(|asked| TASTES.iter().any(|taste| asked.name == *taste));
    !asks_for(noun, asked) && role_of(noun).is_none() && !is_taste && !GENERAL.contains(&noun)
}

/// "Do I have any pets?" asks for what "which pets do I have" asks for.
fn ask_for_any(pattern: &mut QuestionPattern) {
    // "Am I allergic to anything?"
    const ANY: &[&str] = &["anything", "anyone", "anybody"];
    if !pattern.about.is_empty()
        && matches!(&pattern.object[..], [any] if ANY.contains(&any.as_str()))
    {
        pattern.hole = Hole::Object;
        pattern.object.clear();
        return;
    }
    if !LIGHT.contains(&pattern.verb.as_str()) {
        return;
    }
    let [noun] = &pattern.object[..] else { return };
    let mut asked = relations(&Signs {
        verb: "have",
        kind: Some(noun),
        ..Signs::default()
    });
    asked.retain(|relation| relation.fit >= 1.0);
    if !asked.is_empty() {
        pattern.relations = asked;
        pattern.kind_words = std::mem::take(&mut pattern.object);
    }
}

/// "Where did I go to university?" asks which one that was.
fn ask_for_school(pattern: &mut QuestionPattern) {
    const SCHOOLS: &[&str] = &["university", "uni", "college", "school"];
    let [noun] = &pattern.object[..] else { return };
    if pattern.expected != Expected::Place
        || pattern.verb != "go"
        || !SCHOOLS.contains(&noun.as_str())
    {
        return;
    }
    pattern.relations = relations(&Signs {
        verb: "go",
        markers: vec!["to"],
        kind: Some(noun),
        ..Signs::default()
    });
    pattern.expected = Expected::Thing;
    pattern.kind_words = std::mem::take(&mut pattern.object);
}
