//! What the words of a passage stand for, read from left to right: names first, then roles and pronouns.

use std::collections::HashSet;
use std::ops::Range;

use recollect_model::EntityKind;
use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::lexicon::{Gender, Role, gender_of_name, is_given_name, role};
use crate::local::extraction::coreference::discourse::DiscourseModel;
use crate::local::extraction::coreference::expletives::{
    is_expletive, is_idiomatic, is_lived_through, is_of_what_happened,
};
use crate::local::extraction::coreference::interlocutors::called_among;
use crate::local::extraction::coreference::mentioned::{self, DiscourseMention, Number};
use crate::local::extraction::coreference::pronouns::{Pronoun, PronounPlace, is_asked, is_buried};
use crate::local::extraction::coreference::referents::{
    How, Interlocutors, NamedRole, Referent, Referents,
};
use crate::local::extraction::mentions::names::is_place_of;
use crate::local::extraction::mentions::pairs::{is_list, named_pair};
use crate::local::extraction::mentions::roles::{
    depth, end_of_role, is_acquired, is_definite, is_kin_by_itself, noun_of, possessor, role_name,
};
use crate::local::extraction::parse::owner::{STAND_IN, is_given_name_of};
use crate::local::extraction::parse::reading::{Name, Reading, head_of};
use crate::local::extraction::types;

/// The deepest nesting of roles: "my sister's husband's dog" is three deep.
const MAX_ROLE_DEPTH: usize = 3;

/// Reads who and what a passage speaks of, and tells the discourse model of it.
pub(crate) fn referents(
    reading: &Reading<'_>,
    interlocutors: &Interlocutors,
    discourse: &mut DiscourseModel,
    (owner_name, cast): (&str, &[EntityRef]),
) -> Referents {
    let mut reader = Reader {
        reading,
        interlocutors,
        discourse,
        owner_name,
        cast,
        found: Referents {
            at: vec![None; reading.doc.tokens.len()],
            ..Referents::default()
        },
        activities: HashSet::new(),
    };
    let speaker = interlocutors.first.as_ref();
    reader.discourse.begin_turn(reading.passage, speaker);
    if reading.tells_of_owner {
        reader
            .discourse
            .enter_owner(gender_of_name(owner_name), reading.passage);
    }
    for name in &reading.names {
        reader.name(name);
    }
    let joined = joined(reading);
    for token in 0..reading.doc.tokens.len() {
        if reading.doc.tokens[token].is_sentence_start {
            reader.discourse.next_sentence();
        }
        if reader.found.at[token].is_none() && reading.name_at(token).is_none() {
            reader.word(token);
        }
        reader.enter(token);
        for (owned, named) in &joined {
            if *owned.max(named) == token {
                reader.join(*owned, *named);
            }
        }
    }
    reader.discourse.next_sentence();
    reader.found
}

/// The heads of nouns and names that a clause says are the same: "my mother's name is Rosa".
fn joined(reading: &Reading<'_>) -> Vec<(usize, usize)> {
    reading
        .clauses
        .iter()
        .filter(|clause| !clause.is_negated)
        .filter_map(|clause| {
            let (subject, attribute) = named_pair(reading, clause)?;
            let is_name = |token| reading.name_at(token).is_some();
            match (is_name(subject), is_name(attribute)) {
                (false, true) => Some((subject, attribute)),
                (true, false) => Some((attribute, subject)),
                _ => None,
            }
        })
        .collect()
}

pub(super) struct Reader<'r, 'a> {
    pub(super) reading: &'r Reading<'a>,
    pub(super) interlocutors: &'r Interlocutors,
    pub(super) discourse: &'r mut DiscourseModel,
    pub(super) owner_name: &'r str,
    /// Who speaks in the text and before it.
    pub(super) cast: &'r [EntityRef],
    pub(super) found: Referents,
    /// Where "it" stands for what somebody does.
    pub(super) activities: HashSet<usize>,
}

impl Reader<'_, '_> {
    fn name(&mut self, name: &Name) {
        let (kind, weight) = types::kind_of(self.reading, name);
        let is_owner = self.reading.tells_of_owner
            && (name.text == STAND_IN && self.reading.is_put_in(name.tokens.start)
                || is_given_name_of(self.owner_name, &name.text));
        // "Well done, Nell!", where Nell Hargreaves has spoken: in whose memory that is.
        let is_anothers_turn =
            (self.interlocutors.first.as_ref()).is_some_and(|first| *first != EntityRef::Owner);
        let cast = if is_anothers_turn { self.cast } else { &[] };
        let entity = if is_owner {
            EntityRef::Owner
        } else {
            called_among(cast, &name.text, self.owner_name)
        };
        let kind = if entity == EntityRef::Owner {
            EntityKind::Owner
        } else {
            kind
        };
        let gender = self.discourse.gender_of(&entity).or_else(|| match entity {
            EntityRef::Owner => gender_of_name(self.owner_name),
            _ => gender_of_name(&name.text),
        });
        let referent = Referent {
            entity,
            kind,
            weight,
            gender,
            tokens: name.tokens.clone(),
            how: How::Named,
        };
        self.found.set(name.tokens.clone(), referent);
    }

    /// Tells the discourse model who has been spoken of, at the first of the words that do.
    fn enter(&mut self, token: usize) {
        let Some(referent) = self.found.at(token) else {
            return;
        };
        if referent.tokens.start != token && referent.how != How::Role
            || self.reading.quoted[token]
            || referent.is_the_one(self.reading)
        {
            return;
        }
        let head = head_of(self.reading, referent.tokens.clone());
        // "The Ergonaut arrived early, but she gave up": a name with an article is nobody's.
        let is_thing = referent.how == How::Named
            && matches!(referent.kind, EntityKind::Person | EntityKind::Thing)
            && self.reading.child(head, Dep::Det).is_some();
        if is_thing {
            return;
        }
        if self.reading.dep(head) == Dep::Attr {
            // "She's not my sister" does not make my sister the one spoken of.
            let verb = self.reading.head(head);
            let mut subjects = self.reading.doc.children(verb);
            // "It was Anna, she is so kind."
            if subjects.any(|child| {
                self.reading.is_subject(child)
                    && self.reading.pos(child) == Pos::Pron
                    && !self.reading.is_any(child, &["it", "this", "that"])
            }) {
                return;
            }
        }
        self.discourse.enter(DiscourseMention {
            entity: referent.entity.clone(),
            kind: mentioned::kind_where_it_stands(self.reading, referent, head),
            gender: referent.gender,
            is_core: self.reading.is_core(head),
            is_beside: mentioned::stands_beside(self.reading.dep(head)),
            is_subject: self.reading.is_subject(head)
                || self.reading.dep(head) == Dep::Conj
                    && self.reading.is_subject(self.reading.head(head)),
            is_addressed: types::is_addressed(self.reading, referent.tokens.clone()),
            governor: Some((self.reading.passage, self.reading.head(head))),
            unknown: &[],
            is_pronoun: matches!(referent.how, How::Pronoun),
            thing: (referent.how == How::Anaphor).then(|| {
                if self.reading.lower(token).starts_with("it") {
                    Number::Singular
                } else {
                    Number::Plural
                }
            }),
            is_asked: is_asked(self.reading, head),
        });
    }

    /// Takes in that a role and a name are the same.
    fn join(&mut self, owned: usize, named: usize) {
        if let (Some(role), Some(name)) = (self.found.at(owned), self.found.at(named))
            && role.how == How::Role
            && role.entity != name.entity
        {
            let (role, name) = (role.entity.clone(), name.entity.clone());
            self.discourse.join(&role, &name);
        }
    }

    fn word(&mut self, token: usize) {
        match self.reading.pos(token) {
            Pos::Pron => self.pronoun(token),
            Pos::Det if self.reading.tag(token) == "PRP$" => self.pronoun(token),
            Pos::Noun | Pos::Propn => self.noun(token),
            Pos::Adv if self.reading.is_any(token, &["there"]) => self.there(token),
            // Capitalised "Mom" and "Dad" are sometimes tagged as exclamations.
            Pos::Intj if role(self.reading.lower(token)).is_some() => self.noun(token),
            _ => {}
        }
    }

    fn pronoun(&mut self, token: usize) {
        let reading = self.reading;
        let entity = match reading.lower(token) {
            _ if reading.quoted[token] => None,
            "i" | "me" | "my" | "myself" | "we" | "us" | "our" | "ourselves" | "mine" | "ours" => {
                self.interlocutors.first.clone()
            }
            "'s" | "s" if reading.is_let_us(token) => self.interlocutors.first.clone(),
            "you" | "your" | "yourself" | "yours" | "u" | "ya" => self.interlocutors.second.clone(),
            // "His is in my drawer" is about a thing of his.
            "his" if reading.is_subject(token) => None,
            "hers" => None,
            "he" | "him" | "his" | "himself" => self.third(token, Pronoun::He),
            "she" | "her" | "herself" => self.third(token, Pronoun::She),
            "it" | "its" | "itself" => self
                .third(token, Pronoun::It)
                .or_else(|| self.activity(token)),
            "they" | "them" | "their" | "themselves" => self
                .several(token)
                .or_else(|| self.third(token, Pronoun::They)),
            _ => None,
        };
        let Some(entity) = entity else {
            self.unknown(token);
            return;
        };
        let kind = self.discourse.kind_of(&entity);
        match reading.lower(token) {
            "he" | "him" | "himself" => self.discourse.learn_gender(&entity, Gender::Male),
            "she" | "herself" => self.discourse.learn_gender(&entity, Gender::Female),
            _ => {}
        }
        let gender = self.discourse.gender_of(&entity);
        let how = if self.discourse.is_common_thing(&entity) || self.activities.contains(&token) {
            How::Anaphor
        } else {
            How::Pronoun
        };
        let referent = Referent {
            entity,
            kind,
            weight: 0,
            gender,
            tokens: token..token + 1,
            how,
        };
        self.found.set(token..token + 1, referent);
    }

    /// "They're awesome" of nobody known, as the subject of a sentence.
    fn unknown(&mut self, token: usize) {
        let reading = self.reading;
        let pronouns: &[Pronoun] = match reading.lower(token) {
            // "My aunt gave it to me. It's a silver anchor."
            "it" if reading.dep(token) == Dep::Dobj => &[Pronoun::It],
            _ if !reading.is_subject(token) => return,
            "he" => &[Pronoun::He],
            "she" => &[Pronoun::She],
            "they" => &[Pronoun::They],
            _ => return,
        };
        if !reading.quoted[token] {
            let governor = (reading.passage, reading.head(token));
            self.discourse
                .enter_unknown(pronouns, (true, true), governor);
        }
    }

    fn third(&mut self, token: usize, pronoun: Pronoun) -> Option<EntityRef> {
        let own = self.reading.tag(token) == "PRP$" || self.reading.lower(token).ends_with("self");
        let mut governors = vec![self.reading.head(token)];
        // "saw him", "talked to him": whoever saw or talked is another.
        if self.reading.dep(token) == Dep::Pobj {
            governors.push(self.reading.head(self.reading.head(token)));
        }
        let is_apart = !own && !self.reading.is_subject(token);
        let apart = governors.into_iter().filter(|_| is_apart);
        let apart: Vec<_> = apart.map(|verb| (self.reading.passage, verb)).collect();
        if pronoun == Pronoun::It
            && !own
            && (is_expletive(self.reading, token) || is_idiomatic(self.reading, token))
        {
            return None;
        }
        if is_apart && is_buried(self.reading, token) {
            return None;
        }
        if let Some(bound) = own.then(|| self.bound(token, pronoun)).flatten() {
            return bound;
        }
        let place = PronounPlace {
            pronoun,
            passage: self.reading.passage,
            other_than: self.described_with(token),
            apart: &apart,
            is_done_to: self.reading.is_done_to(token),
            is_asked: is_asked(self.reading, token),
            is_born: self.reading.lemma(self.reading.head(token)) == "bear",
        };
        self.discourse
            .meant(place, self.interlocutors)
            .filter(|meant| !own || !self.discourse.is_common_thing(meant))
            .filter(|meant| pronoun != Pronoun::They || !self.is_mute(token, meant))
            .filter(|meant| {
                pronoun != Pronoun::It
                    || !is_of_what_happened(self.reading, token)
                    || is_lived_through(
                        match meant {
                            EntityRef::Role { role, .. } => role,
                            _ => "",
                        },
                        self.discourse.kind_of(meant),
                    )
            })
    }

    fn noun(&mut self, token: usize) {
        let reading = self.reading;
        let noun = noun_of(reading, token);
        if self.narrows_a_name(token) {
            return;
        }
        if let Some(possessor) = possessor(reading, token) {
            // "a friend of mine": the word comes after what it owns.
            if possessor > token && self.found.at[possessor].is_none() {
                self.pronoun(possessor);
            }
            let Some(of) = self.found.at(possessor).map(|found| found.entity.clone()) else {
                return;
            };
            let first = reading.child(token, Dep::Poss).map_or(token, |poss| {
                reading.doc.subtree_range(poss).start.min(token)
            });
            self.owned(token, &noun, of, first);
        } else if is_kin_by_itself(reading, token, &noun) {
            if let Some(first) = self
                .interlocutors
                .first
                .clone()
                .filter(|_| !reading.quoted[token])
            {
                self.owned(token, &noun, first, token);
            }
        } else if is_acquired(reading, token) {
            self.acquired(token, &noun);
        } else if is_definite(reading, token) {
            self.definite(token, &noun);
        }
        if self.found.at[token].is_none() {
            self.common(token, &noun);
        }
    }

    /// "my dog Rex", parsed as a name with a noun in front of it: the name stands for both.
    fn narrows_a_name(&mut self, token: usize) -> bool {
        let reading = self.reading;
        let head = reading.head(token);
        if !matches!(reading.dep(token), Dep::Compound | Dep::Nmod | Dep::Amod) || head <= token {
            return false;
        }
        let (Some(name), Some(role)) = (reading.name_at(head), role(&noun_of(reading, token)))
        else {
            return false;
        };
        let tokens = name.tokens.clone();
        if tokens.start != token + 1 {
            return false;
        }
        let Some(possessor) = reading
            .child(head, Dep::Poss)
            .or_else(|| reading.child(token, Dep::Poss))
        else {
            return true;
        };
        if let Some(of) = self.found.at(possessor).map(|found| found.entity.clone()) {
            self.name_role(token, role, of, tokens, possessor.min(token));
        }
        true
    }

    /// "my sister", "my sister Anna", "my bike".
    fn owned(&mut self, token: usize, noun: &str, of: EntityRef, first: usize) {
        let reading = self.reading;
        // "my sis anna": a name in lower case stays a role.
        let before = token.checked_sub(1).filter(|before| {
            is_given_name(reading.lower(token))
                && reading.head(*before) == token
                && role(reading.lower(*before)).is_some()
        });
        let noun = before.map_or(noun, |before| reading.lower(before));
        let found = role(noun);
        // The parser does not always tie "my cat" and "Miso" together; that they stand side by side is enough.
        let next = end_of_role(reading, token);
        let name = reading
            .doc
            .children(token)
            .filter(|child| reading.dep(*child) == Dep::Appos)
            .find_map(|child| reading.name_at(child))
            .or_else(|| {
                reading
                    .name_at(next)
                    .filter(|name| name.tokens.start == next)
            })
            .filter(|name| {
                !is_place_of(reading, token, name) && !is_list(reading, token, name.tokens.clone())
            })
            .map(|name| name.tokens.clone());
        let is_plural = matches!(reading.tag(token), "NNS" | "NNPS");
        if let (Some(role), Some(name), false) = (found, name, is_plural) {
            self.name_role(token, role, of, name, first);
            return;
        }
        let Some((name, kind, gender)) = role_name(reading, token, noun, is_plural) else {
            return;
        };
        let entity = EntityRef::Role {
            role: name,
            of: Box::new(of),
        };
        if depth(&entity) > MAX_ROLE_DEPTH {
            return;
        }
        let referent = Referent {
            entity,
            kind,
            weight: 3,
            gender,
            tokens: first..token + 1,
            how: How::Role,
        };
        self.found.set(std::iter::once(token), referent);
    }

    /// "my sister Anna": both words stand for Anna.
    fn name_role(
        &mut self,
        token: usize,
        role: Role,
        of: EntityRef,
        name: Range<usize>,
        first: usize,
    ) {
        let Some(mut named) = self.found.at(name.start).cloned() else {
            return;
        };
        if named.entity == of {
            return;
        }
        named.gender = role.gender.or(named.gender);
        named.kind = role.kind;
        named.weight = 4;
        self.discourse.learn(&named);
        let noun = noun_of(self.reading, token);
        let role_entity = role_name(self.reading, token, &noun, false)
            .filter(|_| role.is_unique)
            .map(|(role, ..)| EntityRef::Role {
                role,
                of: Box::new(of.clone()),
            })
            .filter(|entity| depth(entity) <= MAX_ROLE_DEPTH);
        if let Some(role) = &role_entity {
            self.discourse.join(role, &named.entity);
        }
        self.found.named_roles.push(NamedRole {
            name: named.entity.clone(),
            entity: role_entity,
            role,
            of,
            tokens: first.min(name.start)..name.end.max(token + 1),
        });
        if let Some(number) = self.found.at[name.start] {
            self.found.all[number] = named;
            self.found.at[token] = Some(number);
        }
    }
}
