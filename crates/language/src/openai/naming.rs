//! Who and what the words of a note mean, and where the text names them.

use std::collections::HashMap;

use recollect_model::{CharRange, CharText, EntityKey, EntityKind};

use super::matching::Searchable;
use super::reference::{self, Reference};
use crate::{EntityRef, PassageText, TextToRead, is_assistant};

/// A short name may be an ordinary word in another case: "US" is not "us".
const SHORT_NAME: usize = 3;

/// The names of a text: who speaks, who was named so far, and where words stand.
pub(super) struct Names<'a> {
    pub(super) text: &'a TextToRead,
    pub(super) characters: CharText<'a>,
    /// Who speaks in each passage.
    pub(super) speakers: Vec<Option<EntityRef>>,
    /// Who and what was named so far, in this text or before it.
    pub(super) known: HashMap<EntityKey, (EntityRef, EntityKind)>,
}

/// A passage, prepared for being searched.
pub(super) struct Page<'a> {
    pub(super) number: usize,
    pub(super) passage: &'a PassageText,
    exact: Searchable,
    pub(super) folded: Searchable,
}

/// An entity where a passage names it.
pub(super) struct Placed {
    pub(super) entity: EntityRef,
    pub(super) kind: EntityKind,
    pub(super) range: CharRange,
    pub(super) is_mention: bool,
}

impl<'a> Names<'a> {
    pub(super) fn new(text: &'a TextToRead) -> Self {
        let speakers = text
            .passages
            .iter()
            .map(|passage| reference::speaker_of(passage, &text.owner_name))
            .collect();
        let mut names = Self {
            text,
            characters: CharText::new(&text.body),
            speakers,
            known: HashMap::new(),
        };
        for speaker in &text.context.speakers {
            names.know(speaker, EntityKind::Person);
        }
        for (entity, kind) in &text.context.named {
            names.know(entity, *kind);
        }
        names
    }

    pub(super) fn page(&self, number: usize) -> Page<'a> {
        let passage = &self.text.passages[number];
        let words = self.characters.slice(passage.content);
        Page {
            number,
            passage,
            exact: Searchable::new(words, passage.content.start, false),
            folded: Searchable::new(words, passage.content.start, true),
        }
    }

    pub(super) fn know(&mut self, entity: &EntityRef, kind: EntityKind) {
        self.known
            .entry(entity.key())
            .or_insert_with(|| (entity.clone(), kind));
    }

    /// The speaker's name in front of a passage.
    pub(super) fn label(&self, passage: &PassageText) -> Option<CharRange> {
        let front = CharRange {
            start: passage.range.start,
            end: passage.content.start,
        };
        let label = Searchable::new(self.characters.slice(front), front.start, false);
        label.find(passage.speaker.as_deref()?, None)
    }

    /// Who or what words refer to in a passage, best in `near`.
    pub(super) fn resolve(
        &self,
        page: &Page<'a>,
        words: &str,
        near: Option<CharRange>,
    ) -> Option<Placed> {
        match reference::reference(words) {
            Reference::Speaker => self.speaker(page, near),
            Reference::Pronoun => None,
            Reference::Name(name) => self
                .label_of(page, name)
                .or_else(|| self.named(page, name, near))
                .or_else(|| self.named_before(page, name, near?)),
            Reference::Role { role, words, of } => {
                let range = page.folded.find(words, near)?;
                let of = match of {
                    Some(name) => self.named(page, name, Some(range))?.entity,
                    None => self.speaker(page, Some(range))?.entity,
                };
                let role = role.to_owned();
                Some(Placed {
                    kind: reference::kind_of_role(&role),
                    entity: EntityRef::Role {
                        role,
                        of: Box::new(of),
                    },
                    range,
                    is_mention: true,
                })
            }
        }
    }

    /// Whoever says "I"; nobody in the turns of a machine and where several speak.
    pub(super) fn speaker(&self, page: &Page<'a>, near: Option<CharRange>) -> Option<Placed> {
        let label = page.passage.speaker.as_deref();
        if page.passage.is_joined || label.is_some_and(is_assistant) {
            return None;
        }
        let entity = self.speakers[page.number]
            .clone()
            .unwrap_or(EntityRef::Owner);
        let said = reference::FIRST_PERSON
            .iter()
            .filter_map(|word| page.folded.find(word, near))
            .min_by_key(|place| {
                (
                    near.is_some_and(|near| !contains(near, *place)),
                    place.start,
                )
            });
        Some(Placed {
            kind: match entity {
                EntityRef::Owner => EntityKind::Owner,
                _ => EntityKind::Person,
            },
            entity,
            range: said.or(near).unwrap_or(page.passage.content),
            is_mention: label.is_none(),
        })
    }

    pub(super) fn label_of(&self, page: &Page<'a>, name: &str) -> Option<Placed> {
        if !is_name_of_speaker(page, name) || page.passage.is_joined {
            return None;
        }
        let entity = self.speakers[page.number].clone()?;
        let (_, kind) = self.known.get(&entity.key())?;
        Some(Placed {
            kind: *kind,
            entity,
            range: page.passage.range,
            is_mention: false,
        })
    }

    /// A name where it stands in a passage, as the text writes it.
    pub(super) fn named(
        &self,
        page: &Page<'a>,
        name: &str,
        near: Option<CharRange>,
    ) -> Option<Placed> {
        let range = page.exact.find(name, near).or_else(|| {
            let is_short = name.chars().count() <= SHORT_NAME;
            (!is_short).then(|| page.folded.find(name, near)).flatten()
        })?;
        let words = self.characters.slice(range);
        if !words.contains(char::is_alphanumeric) {
            return None;
        }
        let entity = reference::called(words, &self.text.owner_name);
        let known = self.known.get(&entity.key());
        Some(Placed {
            kind: match entity {
                EntityRef::Owner => EntityKind::Owner,
                _ => known.map_or(EntityKind::Thing, |(_, kind)| *kind),
            },
            entity,
            range,
            is_mention: true,
        })
    }

    /// Somebody who was named before, where the words in `near` have a pronoun that can mean them.
    pub(super) fn named_before(
        &self,
        page: &Page<'a>,
        name: &str,
        near: CharRange,
    ) -> Option<Placed> {
        let key = reference::called(name, &self.text.owner_name).key();
        let (entity, kind) = self.known.get(&key)?;
        let range = reference::PRONOUNS
            .iter()
            .filter_map(|word| page.folded.find(word, Some(near)))
            .filter(|place| contains(near, *place))
            .min()?;
        Some(Placed {
            entity: entity.clone(),
            kind: *kind,
            range,
            is_mention: true,
        })
    }

    pub(super) fn named_exactly(&self, page: &Page<'a>, name: &str) -> Option<Placed> {
        page.exact.find(name, None)?;
        self.named(page, name, None)
    }
}

pub(super) fn is_name_of_speaker(page: &Page<'_>, name: &str) -> bool {
    let speaker = page.passage.speaker.as_deref();
    speaker.is_some_and(|speaker| EntityKey::of_name(speaker) == EntityKey::of_name(name))
}

pub(super) fn contains(outer: CharRange, inner: CharRange) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}
