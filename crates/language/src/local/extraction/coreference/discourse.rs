//! Who has been spoken of, so that "she" and "the dog" can be understood.
//!
//! A pronoun is resolved only when it is clear: the one that fits, or the one that fits and was the subject. Otherwise it
//! stands for nobody, and nothing is asserted.

use std::collections::{HashMap, VecDeque};

use recollect_model::{EntityKind, Relation};

use crate::lexicon::{Gender, Kinship, gender_of_name, kind_of_noun, role};
use crate::local::extraction::coreference::mentioned::{
    DiscourseMention, Number, is_of_no_kind, is_several, is_something, is_unknown_name,
};
use crate::local::extraction::coreference::pronouns::{Pronoun, PronounPlace};
use crate::local::extraction::coreference::referents::{Interlocutors, Referent};
use crate::turns::is_role;
use crate::{Context, EntityRef};

/// How many of those spoken of last are kept.
const KEPT: usize = 40;

/// How many sentences back a pronoun reaches: at first, and when nobody fits there.
const REACHES: [usize; 2] = [1, 4];

/// How many of those of the session before it may also mean.
const BEFORE: usize = 6;

/// Who has been spoken of, in what order.
#[derive(Debug, Default)]
pub(crate) struct DiscourseModel {
    pub(super) recent: VecDeque<(usize, DiscourseMention)>,
    before: Vec<DiscourseMention>,
    genders: HashMap<EntityRef, Gender>,
    kinds: HashMap<EntityRef, EntityKind>,
    /// Which reference stands for those that mean the same.
    same: HashMap<EntityRef, EntityRef>,
    pub(super) sentence: usize,
    /// Where the text begins: what was heard before it lies before.
    began: usize,
    /// Who speaks in each passage.
    speakers: HashMap<usize, EntityRef>,
    /// Whether the text tells of its owner in the third person, so that a name of which nothing is known is no "she".
    tells_of_owner: bool,
}

impl DiscourseModel {
    /// The model as the session left it.
    pub(crate) fn of(context: &Context) -> Self {
        let mut discourse = Self::default();
        for (entity, kind) in &context.named {
            let gender = gender_of(entity);
            if let Some(gender) = gender {
                discourse.genders.insert(entity.clone(), gender);
            }
            discourse.kinds.insert(entity.clone(), *kind);
            let mention = DiscourseMention::new(entity.clone(), *kind, gender);
            discourse.before.push(mention);
        }
        discourse
    }

    /// The text begins, after what was heard before it.
    pub(crate) fn begin(&mut self) {
        self.began = self.sentence;
    }

    /// Somebody begins to speak, in a passage.
    pub(crate) fn begin_turn(&mut self, passage: usize, speaker: Option<&EntityRef>) {
        if let Some(speaker) = speaker {
            self.speakers.insert(passage, speaker.clone());
        }
    }

    /// Who speaks in a passage, as far as it is known.
    pub(super) fn speaker_of(&self, passage: usize) -> Option<&EntityRef> {
        self.speakers.get(&passage)
    }

    /// Another sentence begins.
    pub(crate) fn next_sentence(&mut self) {
        self.sentence += 1;
    }

    /// Somebody is spoken of.
    pub(crate) fn enter(&mut self, mention: DiscourseMention) {
        if let Some(gender) = mention.gender {
            self.genders.entry(mention.entity.clone()).or_insert(gender);
        }
        if mention.kind != EntityKind::Thing {
            self.kinds.insert(mention.entity.clone(), mention.kind);
        }
        if self.recent.len() >= KEPT {
            self.recent.pop_front();
        }
        self.recent.push_back((self.sentence, mention));
    }

    /// A passage tells of its owner from its beginning on.
    pub(crate) fn enter_owner(&mut self, gender: Option<Gender>, passage: usize) {
        self.tells_of_owner = true;
        self.enter(DiscourseMention {
            is_subject: true,
            // No verb of the passage: its subject may be the owner.
            governor: Some((passage, usize::MAX)),
            is_pronoun: true,
            ..DiscourseMention::new(EntityRef::Owner, EntityKind::Owner, gender)
        });
    }

    /// "They're awesome", "the bandleader", of nobody known: what a pronoun is of in the next sentence is not known either.
    pub(crate) fn enter_unknown(
        &mut self,
        pronouns: &'static [Pronoun],
        (is_subject, is_core): (bool, bool),
        governor: (usize, usize),
    ) {
        self.enter(DiscourseMention {
            is_subject,
            is_core,
            governor: Some(governor),
            unknown: pronouns,
            ..DiscourseMention::new(nobody(), EntityKind::Thing, None)
        });
    }

    /// Two references mean the same from here on: "my mother's name is Rosa".
    pub(crate) fn join(&mut self, role: &EntityRef, name: &EntityRef) {
        if let Some(gender) = self.gender_of(role) {
            self.genders.entry(name.clone()).or_insert(gender);
        }
        let kind = self.kind_of(role);
        if kind != EntityKind::Thing {
            self.kinds.insert(name.clone(), kind);
        }
        self.same.insert(role.clone(), name.clone());
    }

    /// What stands for an entity.
    fn one<'s>(&'s self, entity: &'s EntityRef) -> &'s EntityRef {
        self.same.get(entity).unwrap_or(entity)
    }

    /// Takes in what a role tells of whoever is named.
    pub(crate) fn learn(&mut self, referent: &Referent) {
        if let Some(gender) = referent.gender {
            self.genders.insert(referent.entity.clone(), gender);
        }
        self.kinds.insert(referent.entity.clone(), referent.kind);
    }

    /// Takes in that "he" or "she" was said of somebody: what comes later is said of them so, too. What is only taken for
    /// somebody by it ("his Subaru") learns nothing.
    pub(super) fn learn_gender(&mut self, entity: &EntityRef, gender: Gender) {
        let is_living = matches!(
            self.kind_of(entity),
            EntityKind::Person | EntityKind::Animal
        );
        if is_living && self.gender_of(entity).is_none() {
            self.genders.insert(entity.clone(), gender);
        }
    }

    /// How an entity is spoken of, as far as it is known.
    pub(crate) fn gender_of(&self, entity: &EntityRef) -> Option<Gender> {
        self.genders
            .get(entity)
            .copied()
            .or_else(|| gender_of(entity))
    }

    /// What an entity is, as far as it is known.
    pub(crate) fn kind_of(&self, entity: &EntityRef) -> EntityKind {
        match entity {
            EntityRef::Owner => EntityKind::Owner,
            EntityRef::Role { role: noun, .. } if !self.kinds.contains_key(entity) => {
                let head = noun.rsplit(' ').next().unwrap_or(noun);
                role(head)
                    .map(|role| role.kind)
                    .or_else(|| kind_of_noun(head))
                    .unwrap_or(EntityKind::Thing)
            }
            _ => self.kinds.get(entity).copied().unwrap_or(EntityKind::Thing),
        }
    }

    /// What was spoken of last by that role or noun: "the dog".
    pub(crate) fn known_as(&self, noun: &str) -> Option<(EntityRef, EntityKind)> {
        let is_it = |mention: &&DiscourseMention| match &mention.entity {
            EntityRef::Role { role, .. } => role == noun && mention.thing.is_none(),
            _ => false,
        };
        let mut fitting: Vec<&DiscourseMention> = self
            .recent
            .iter()
            .map(|(_, mention)| mention)
            .chain(&self.before)
            .filter(is_it)
            .collect();
        fitting.dedup_by(|left, right| left.entity == right.entity);
        match fitting[..] {
            [one] => Some((one.entity.clone(), one.kind)),
            _ => None,
        }
    }

    /// The place that "there" means: the one that was spoken of last, unless the same sentence speaks of two.
    pub(crate) fn place(&self) -> Option<EntityRef> {
        let near = self
            .recent
            .iter()
            .filter(|(sentence, _)| sentence + REACHES[1] >= self.sentence)
            .filter(|(_, mention)| mention.kind == EntityKind::Place)
            .max_by_key(|(sentence, _)| *sentence);
        let Some((last, _)) = near else {
            let mut before = self.before.iter().rev().take(BEFORE);
            return before
                .find(|mention| mention.kind == EntityKind::Place)
                .map(|mention| mention.entity.clone());
        };
        let mut there = self
            .recent
            .iter()
            .filter(|(sentence, mention)| sentence == last && mention.kind == EntityKind::Place)
            .map(|(_, mention)| &mention.entity);
        let first = there.next()?;
        there
            .all(|other| other == first)
            .then(|| self.one(first).clone())
    }

    /// Whether an entity is what a common noun phrase speaks of, and nothing that has a name or is somebody's own.
    pub(crate) fn is_common_thing(&self, entity: &EntityRef) -> bool {
        let mut of_it = self
            .recent
            .iter()
            .filter(|(_, mention)| mention.entity == *entity)
            .peekable();
        of_it.peek().is_some() && of_it.all(|(_, mention)| mention.thing.is_some())
    }

    /// Whom or what a pronoun means.
    pub(crate) fn meant(
        &self,
        place: PronounPlace<'_>,
        interlocutors: &Interlocutors,
    ) -> Option<EntityRef> {
        let PronounPlace {
            pronoun,
            passage,
            apart,
            is_done_to,
            ..
        } = place;
        let is_other = |mention: &DiscourseMention| {
            let entity = Some(&mention.entity);
            // What another has spoken of may be what "it" means, least of all what has no kind, unless something is done to it.
            let is_said_of = pronoun == Pronoun::It && apart.is_empty();
            let is_anothers = (mention.thing.is_some() || is_said_of && is_of_no_kind(mention))
                && mention.governor.is_none_or(|(there, _)| there != passage);
            !is_anothers
                && entity != interlocutors.first.as_ref()
                && entity != interlocutors.second.as_ref()
                && entity != place.other_than
                && !mention.is_addressed
                && !mention.is_medic_beside()
                // "lost a foot to it"
                && !mention.governor.is_some_and(|verb| apart.contains(&verb))
        };
        for reach in REACHES {
            let near: Vec<&(usize, DiscourseMention)> = self
                .recent
                .iter()
                .filter(|(sentence, mention)| {
                    let is_near =
                        mention.thing.is_some() || pronoun == Pronoun::It && is_of_no_kind(mention);
                    let reach = if is_near { REACHES[0] } else { reach };
                    sentence + reach >= self.sentence && is_other(mention)
                })
                .collect();
            if let Some(decided) = self.choose(place, &near) {
                return decided.filter(|entity| *entity != nobody());
            }
        }
        if let Some(decided) = self.over_turns(place, interlocutors) {
            return decided;
        }
        // "It" further on in a text is about the text itself.
        let is_of_text = matches!(pronoun, Pronoun::It | Pronoun::They)
            && self.sentence - self.began > REACHES[0] + 1;
        if is_of_text {
            return None;
        }
        // Of what was said before the text, "it" and "they" are seldom what was named: "it's tough" is about what somebody
        // is told. What something was done to, and who has a part in it, is clearer. "She" is nobody
        // of whom turns that were heard say nothing.
        let is_named = |mention: &DiscourseMention| match pronoun {
            Pronoun::He | Pronoun::She => self.began == 0,
            Pronoun::It => is_done_to,
            Pronoun::They => {
                is_done_to || matches!(mention.kind, EntityKind::Person | EntityKind::Animal)
            }
        };
        let before: Vec<(usize, DiscourseMention)> = self
            .before
            .iter()
            .rev()
            .take(BEFORE)
            .filter(|mention| is_other(mention) && is_named(mention))
            .map(|mention| (0, mention.clone()))
            .collect();
        let before: Vec<&(usize, DiscourseMention)> = before.iter().collect();
        self.choose(place, &before).flatten()
    }

    /// The one that fits; `Some(None)` when several do and it is not clear which, `None` when nobody does.
    pub(super) fn choose(
        &self,
        place: PronounPlace<'_>,
        near: &[&(usize, DiscourseMention)],
    ) -> Option<Option<EntityRef>> {
        // "The vet put her on a diet, so now she screams": who is "her" already is "she" before the vet is.
        let is_spoken_of = near.iter().any(|(_, mention)| {
            let fits = |is_sure| self.fits(place.pronoun, mention, is_sure);
            mention.is_pronoun && mention.unknown.is_empty() && (fits(true) || fits(false))
        });
        for is_sure in [true, false] {
            let fitting: Vec<&&(usize, DiscourseMention)> = near
                .iter()
                .filter(|(_, mention)| self.fits(place.pronoun, mention, is_sure))
                .filter(|(_, mention)| !(is_spoken_of && mention.unknown.len() > 1))
                .collect();
            if let Some(decided) = self.clearest(place, &fitting) {
                return Some(decided);
            }
        }
        None
    }

    fn clearest(
        &self,
        place: PronounPlace<'_>,
        fitting: &[&&(usize, DiscourseMention)],
    ) -> Option<Option<EntityRef>> {
        let first = self.one(&fitting.first()?.1.entity);
        let mut all = fitting.iter().map(|(_, mention)| self.one(&mention.entity));
        if all.all(|entity| entity == first) {
            return Some(Some(first.clone()));
        }
        let last_sentence = fitting.iter().map(|(sentence, _)| *sentence).max()?;
        let mut last: Vec<&DiscourseMention> = fitting
            .iter()
            .filter(|(sentence, _)| *sentence == last_sentence)
            .map(|(_, mention)| mention)
            .collect();
        // "Our city held a parade! I missed it": of two things the subject is no better than the other. "Simone had the baby.
        // I held her": nor of two persons for what is done to one of them.
        let is_object = place.pronoun != Pronoun::They && !place.apart.is_empty();
        // "They have a daughter, Mila. She was born in May."
        let child = last
            .iter()
            .rev()
            .find(|one| place.is_born && self.is_child(&one.entity));
        if let Some(child) = child {
            return Some(Some(self.one(&child.entity).clone()));
        }
        // "His father can't manage it. He taught Kabir to whistle": either.
        let is_of_spoken = |one: &DiscourseMention| match &one.entity {
            EntityRef::Role { of, .. } if one.is_subject => last
                .iter()
                .any(|other| other.is_pronoun && self.one(&other.entity) == self.one(of)),
            _ => false,
        };
        if place.pronoun != Pronoun::It && last.iter().any(|one| is_of_spoken(one)) {
            return Some(None);
        }
        if place.pronoun != Pronoun::It && last.iter().any(|mention| mention.is_subject) {
            last.retain(|mention| mention.is_subject || is_object && mention.is_core);
        }
        let one = self.one(&last.first()?.entity);
        let is_clear = last.iter().all(|mention| self.one(&mention.entity) == one);
        Some(is_clear.then(|| one.clone()))
    }

    /// Whether somebody was spoken of as somebody's child.
    fn is_child(&self, entity: &EntityRef) -> bool {
        let is_of_child = |one: &EntityRef| {
            let child = Some(Kinship::Is(Relation::ChildOf));
            matches!(one, EntityRef::Role { role: noun, .. } if role(noun).is_some_and(|role| role.relation == child))
        };
        let mut same = self.same.iter();
        is_of_child(entity)
            || same.any(|(role, name)| is_of_child(role) && name == self.one(entity))
    }

    pub(super) fn fits(&self, pronoun: Pronoun, mention: &DiscourseMention, is_sure: bool) -> bool {
        if !mention.unknown.is_empty() {
            return mention.unknown.contains(&pronoun);
        }
        if let Some(number) = mention.thing {
            return is_sure
                && match pronoun {
                    Pronoun::It => number == Number::Singular && mention.kind != EntityKind::Person,
                    Pronoun::They => number == Number::Plural,
                    Pronoun::He | Pronoun::She => false,
                };
        }
        let gender = self.gender_of(&mention.entity).or(mention.gender);
        // Nobody is an assistant whom people speak of.
        let is_assistant = matches!(&mention.entity, EntityRef::Named(name) if is_role(name));
        // Who tells of the owner may go on about them.
        let is_somebody = matches!(
            mention.kind,
            EntityKind::Person | EntityKind::Animal | EntityKind::Owner
        );
        match pronoun {
            Pronoun::He | Pronoun::She if is_assistant => false,
            Pronoun::He if is_sure => is_somebody && gender == Some(Gender::Male),
            Pronoun::She if is_sure => is_somebody && gender == Some(Gender::Female),
            Pronoun::He | Pronoun::She => {
                (is_somebody || is_unknown_name(mention) && !self.tells_of_owner)
                    && gender.is_none()
                    && !is_several(mention)
            }
            Pronoun::It => is_sure && is_something(mention),
            Pronoun::They => is_sure && is_several(mention),
        }
    }
}

/// What a pronoun stands for of which nothing is known.
fn nobody() -> EntityRef {
    EntityRef::Named(String::new())
}

fn gender_of(entity: &EntityRef) -> Option<Gender> {
    match entity {
        EntityRef::Owner => None,
        EntityRef::Named(name) => gender_of_name(name),
        EntityRef::Role { role: noun, .. } => {
            role(noun.rsplit(' ').next().unwrap_or(noun)).and_then(|role| role.gender)
        }
    }
}
