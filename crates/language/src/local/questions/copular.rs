//! Patterns of questions without a verb that tells: what somebody is, has, is called; how something went.

use recollect_model::{EntityKind, Relation, RelationName};
use recollect_spacy::{Dep, Pos};

use super::asking::Asker;
use super::people::{own_words, parties, party, possessor, role_words, telling_apart};
use super::relations::{Signs, relations};
use super::shape::Shape;
use crate::lexicon::role as role_of;
use crate::{
    AskedRelation, AskedTime, EntityRef, Expected, Hole, QuestionPattern, relation_of_role,
};

impl Shape<'_, '_> {
    /// "How has my opinion of olives changed?", "How did things go between Mikkel and me over the years?"
    pub(super) fn is_about_a_course(&self) -> bool {
        const GOING: &[&str] = &["change", "go", "develop", "evolve", "progress"];
        self.asker() == Some(Asker::How)
            && self
                .verbs
                .last()
                .is_some_and(|verb| GOING.contains(&self.words.lemma(*verb).as_str()))
            && self.ask.as_ref().is_some_and(|ask| ask.tokens.len() == 1)
    }

    pub(super) fn course(&self) -> Option<QuestionPattern> {
        const TASTES: &[&str] = &[
            "opinion",
            "view",
            "taste",
            "feeling",
            "attitude",
            "relationship",
        ];
        const PEOPLE: &[Relation] = &[
            Relation::InRelationshipWith,
            Relation::EngagedTo,
            Relation::MarriedTo,
            Relation::FriendOf,
            Relation::Knows,
            Relation::Met,
            Relation::ColleagueOf,
        ];
        const FEELINGS: &[Relation] = &[
            Relation::Likes,
            Relation::Dislikes,
            Relation::Prefers,
            Relation::InterestedIn,
            Relation::Fears,
        ];
        let words = self.words;
        let between = self
            .parts
            .iter()
            .find(|part| part.marker == "between" || part.marker == "with");
        let (about, relations, object) = match (between, self.subject) {
            (Some(between), _) => (parties(words, between.head), PEOPLE, Vec::new()),
            (None, Some(subject)) if TASTES.contains(&words.lemma(subject).as_str()) => {
                let whose = possessor(words, subject)?;
                let rest = words.subtree(subject).filter(|token| *token > subject);
                let about = words.subtree(subject);
                let after = rest.clone().min().unwrap_or(about.end)..about.end;
                (parties(words, whose), FEELINGS, self.content(after))
            }
            _ => return None,
        };
        let relations = relations.iter().map(|relation| AskedRelation {
            name: (*relation).into(),
            is_inverse: false,
            fit: 1.0,
        });
        let mut pattern = self.empty();
        pattern.hole = Hole::Course;
        pattern.about = about;
        pattern.relations = relations.collect();
        pattern.object = object;
        pattern.time = AskedTime::Ever;
        (!pattern.about.is_empty()).then_some(pattern)
    }

    /// "is", "was": what somebody is, has, is called.
    pub(super) fn copular(&self) -> Option<QuestionPattern> {
        let words = self.words;
        let wh = self.asker();
        // The noun phrase that is not what asks.
        let owned = self.predicate.filter(|predicate| {
            matches!(wh, Some(Asker::Who | Asker::What))
                && self.subject.is_none()
                && possessor(words, *predicate).is_some()
        });
        let noun = match (self.subject, owned) {
            (_, Some(owned)) => owned,
            (Some(subject), _) if wh.is_some() || self.verbs.is_empty() => subject,
            _ => return None,
        };
        let whose = possessor(words, noun);
        // "What am I allergic to?", "Who is Anna married to?" are read by their predicates.
        let is_read_by_parts = self.predicate.is_some() && owned.is_none()
            || !self.parts.is_empty() && whose.is_none();
        if is_read_by_parts
            || matches!(
                wh,
                Some(
                    Asker::Where
                        | Asker::HowLong
                        | Asker::HowMany
                        | Asker::HowMuch
                        | Asker::Why
                        | Asker::How
                )
            )
        {
            return None;
        }
        // "Which room is my mother in?" asks for the room.
        let is_stranded = |token: usize| {
            words.is_any(token, &["in", "at", "on"])
                && words
                    .child(token, &[Dep::Pobj])
                    .is_none_or(|noun| noun < token)
        };
        let is_of_place = self.ask.as_ref().is_some_and(|ask| ask.noun.is_some())
            && (1..words.len()).any(is_stranded);
        if is_of_place {
            return None;
        }
        let mut pattern = self.empty();
        match whose {
            _ if wh == Some(Asker::HowOld) => {
                pattern.about = parties(words, noun);
                pattern.relations = relations(&Signs {
                    verb: "be",
                    predicate: Some("old"),
                    ..Signs::default()
                });
                pattern.kind_words = vec!["age".to_owned()];
            }
            Some(whose) if words.lemma(noun) == "name" => {
                pattern.hole = Hole::Name;
                pattern.about = parties(words, whose);
                pattern.details = telling_apart(words, whose);
            }
            Some(whose) => self.read_attribute(noun, whose, &mut pattern),
            None => self.read_identity(noun, &mut pattern)?,
        }
        // "What's the rent at Plas Derwen?"
        pattern.details.extend(self.further_names(&pattern));
        (!pattern.about.is_empty()).then_some(pattern)
    }

    /// "Who is Kostya?", "What is the wifi password?", "What breed is Bolt?"
    fn read_identity(&self, noun: usize, pattern: &mut QuestionPattern) -> Option<()> {
        let words = self.words;
        let wh = self.asker();
        let kind = self.ask.as_ref().and_then(|ask| ask.noun);
        let mut markers = self.hole_markers.iter();
        if !markers.all(|marker| marker == "-" || marker == "subject") {
            return None;
        }
        pattern.about = parties(words, noun);
        // "What was Ari for Halloween?" does not ask who he is.
        if wh == Some(Asker::What) && kind.is_none() && pattern.time != AskedTime::Now {
            return None;
        }
        pattern.hole = match (wh, &pattern.about[..]) {
            (Some(Asker::When), _) => {
                self.read_stay(noun, pattern);
                Hole::Start
            }
            (Some(Asker::Who), _) => Hole::Identity,
            (Some(Asker::What), [EntityRef::Named(_)]) if kind.is_none() => Hole::Identity,
            _ => Hole::Object,
        };
        let has_article = words
            .children(noun)
            .into_iter()
            .any(|child| words.is_any(child, &["the"]));
        if has_article && words.pos(noun) != Pos::Propn {
            pattern.itself = Some(EntityRef::Role {
                role: role_words(words, noun),
                of: Box::new(EntityRef::Owner),
            });
            pattern.kind_words = self.content_of(noun);
            if wh != Some(Asker::When) {
                pattern.hole = Hole::Object;
            }
        }
        if let Some(kind) = kind {
            pattern.kind_words = self.content_of(kind);
            pattern.relations = self.relations_of_attribute(kind, None);
        }
        Some(())
    }

    /// "When was Jon in Paris?"
    fn read_stay(&self, noun: usize, pattern: &mut QuestionPattern) {
        let words = self.words;
        let places = words.children(noun).into_iter().filter(|child| {
            words.dep(*child) == Dep::Prep && words.is_any(*child, &["in", "at", "on"])
        });
        let places = places.filter_map(|place| words.child(place, &[Dep::Pobj]));
        let places: Vec<usize> = places.filter(|place| !self.times.has(*place)).collect();
        for place in places {
            pattern.object.extend(self.content(words.subtree(place)));
        }
        if !pattern.object.is_empty() {
            pattern.relations = relations(&Signs {
                verb: "be",
                markers: vec!["where"],
                ..Signs::default()
            });
        }
    }

    /// "Who is my boss?", "What is Anna's favorite color?"
    fn read_attribute(&self, noun: usize, whose: usize, pattern: &mut QuestionPattern) {
        let words = self.words;
        let kind = self.ask.as_ref().and_then(|ask| ask.noun);
        let lemma = words.lemma(noun);
        let is_favorite = words
            .children(noun)
            .into_iter()
            .any(|child| words.is_any(child, &["favorite", "favourite"]));
        pattern.about = parties(words, whose);
        let favorite = match (is_favorite, lemma.as_str(), kind) {
            (true, _, _) => Some(noun),
            (_, "favorite" | "favourite", Some(kind)) => Some(kind),
            _ => None,
        };
        let favorite = favorite.map(|of| RelationName::favorite(&joined(&role_words(words, of))));
        pattern.relations = self.relations_of_attribute(noun, favorite);
        pattern
            .relations
            .extend(in_own_words(&lemma).filter(|_| pattern.relations.is_empty()));
        pattern.itself = party(words, noun);
        pattern.details = telling_apart(words, noun);
        pattern.kind_words = self.content_of(noun);
        // "What's my blood group?" asks for the blood type, and not where somebody belongs.
        if pattern.kind_words == ["blood", "group"] {
            pattern.kind_words[1] = "type".to_owned();
            pattern.relations.clear();
        }
        pattern.expected = match role_of(&lemma) {
            Some(role) if role.kind == EntityKind::Person => Expected::Person,
            _ => Expected::Anything,
        };
        let asks_birthday = pattern
            .relations
            .iter()
            .any(|relation| relation.name == Relation::BornOn);
        if self.asker() == Some(Asker::When) && !asks_birthday {
            pattern.hole = Hole::Start;
            pattern.object = self.content_of(noun);
        }
        pattern.selection = self.selection(noun);
    }

    /// "Is Hugo my uncle?", "Is Anna a nurse?"
    pub(super) fn read_truth_of_noun(&self, predicate: usize, pattern: &mut QuestionPattern) {
        let words = self.words;
        let lemma = words.lemma(predicate);
        if let Some(whose) = possessor(words, predicate)
            && let Some(role) = role_of(&lemma)
            && let Some((relation, is_object)) = relation_of_role(role.name)
        {
            pattern.relations = vec![AskedRelation {
                name: relation.into(),
                is_inverse: is_object,
                fit: 1.0,
            }];
            pattern.among = party(words, whose);
            pattern.object = Vec::new();
            pattern.kind_words = vec![role.name.to_owned()];
            return;
        }
        if pattern.relations.is_empty() {
            for relation in [
                Relation::WorksAs,
                Relation::Is,
                Relation::FollowsDiet,
                Relation::HasCondition,
            ] {
                pattern.relations.push(AskedRelation {
                    name: relation.into(),
                    is_inverse: false,
                    fit: 1.0,
                });
            }
            pattern
                .object
                .extend(self.content(own_words(words, predicate)));
        } else if pattern.relations[0].name == Relation::FollowsDiet {
            pattern.object.push(lemma);
        } else if pattern.verb == "be" && pattern.object.is_empty() {
            // "Is Clara married?" may be asked of one whose husband nobody names.
            pattern.verb = lemma;
        }
    }

    fn relations_of_attribute(
        &self,
        noun: usize,
        favorite: Option<RelationName>,
    ) -> Vec<AskedRelation> {
        let words = self.words;
        let plain = words.lemma(noun);
        let role = role_words(words, noun);
        let mut found = relations(&Signs {
            verb: "be",
            attribute: Some(&plain),
            favorite,
            ..Signs::default()
        });
        if found.is_empty() {
            found = relations(&Signs {
                verb: "be",
                attribute: Some(&role),
                ..Signs::default()
            });
        }
        found.retain(|relation| relation.fit >= 1.0);
        found
    }

    fn content_of(&self, noun: usize) -> Vec<String> {
        self.content(own_words(self.words, noun))
            .into_iter()
            .filter(|word| !matches!(word.as_str(), "favorite" | "favourite"))
            .collect()
    }
}

/// "Who is my dentist?": a role of a person that no relation is made for is told in its own words, "dentist of".
fn in_own_words(noun: &str) -> Option<AskedRelation> {
    let role = role_of(noun).filter(|role| role.kind == EntityKind::Person)?;
    let is_told_so = relation_of_role(role.name).is_none();
    is_told_so.then(|| AskedRelation {
        name: RelationName::of_role(role.name),
        is_inverse: true,
        fit: 1.0,
    })
}

/// The words of a favourite's kind as its relation has them.
pub(super) fn joined(words: &str) -> String {
    words
        .split_whitespace()
        .filter(|word| !matches!(*word, "favorite" | "favourite"))
        .collect::<Vec<_>>()
        .join("_")
}
