//! Checking notes against the text: what the text does not contain is left out.
//!
//! A name must stand in its passage, or be that of whoever speaks there, or of somebody named before whom a pronoun of
//! the passage can mean. Evidence, phrase, value and time must stand in the passage. Ranges are where we found the words,
//! not where a model says they are. Passages in which several speakers' turns are joined give no statements.

use std::ops::Range;

use recollect_model::{CharRange, CharText, EntityKind, Modality, Relation, RelationName};

use super::facts::{self, Fact};
use super::naming::{Names, Page, Placed, contains, is_name_of_speaker};
use super::reference::{self, Reference};
use super::reply::{Change, NotedEntity, NotedStatement, Notes, Truth};
use super::schema::{OTHER, SAME_AS};
use super::times::{self, When};
use crate::{
    EntityRef, ExtractedMention, ExtractedObject, ExtractedStatement, Extraction, Identity,
    TextToRead, is_assistant,
};

/// The most words between two names that are said to be one: "Mel is short for Melanie".
const MOST_BETWEEN: usize = 3;

/// The most words of an open relation.
const LONGEST_RELATION: usize = 6;

/// A text whose notes are being checked.
pub(super) struct Grounding<'a> {
    names: Names<'a>,
    found: Extraction,
    /// Notes that were kept.
    pub(super) kept: usize,
    /// Notes that were left out.
    pub(super) dropped: usize,
}

impl<'a> Grounding<'a> {
    pub(super) fn new(text: &'a TextToRead) -> Self {
        let mut grounding = Self {
            names: Names::new(text),
            found: Extraction::default(),
            kept: 0,
            dropped: 0,
        };
        grounding.found.speakers = grounding.names.speakers.clone();
        for number in 0..text.passages.len() {
            grounding.mention_speaker(number);
        }
        grounding
    }

    pub(super) fn characters(&self) -> &CharText<'a> {
        &self.names.characters
    }

    /// Takes in what was noted of a batch.
    pub(super) fn take_in(&mut self, batch: Range<usize>, notes: &Notes) {
        let pages: Vec<Page<'a>> = batch.map(|number| self.names.page(number)).collect();
        let mut kept = 0;
        for noted in &notes.entities {
            kept += usize::from(self.entity(&pages, noted).is_some());
        }
        for said in &notes.statements {
            kept += usize::from(self.statement(&pages, said).is_some());
        }
        self.mention_again(&pages);
        self.kept += kept;
        self.dropped += notes.entities.len() + notes.statements.len() + notes.malformed - kept;
    }

    /// Everything that stood the check, in the order of the text.
    pub(super) fn finish(self) -> Extraction {
        let mut found = self.found;
        found
            .mentions
            .sort_by_key(|mention| (mention.passage, mention.range));
        found.mentions.dedup_by(|next, before| {
            next.range == before.range
                && next.passage == before.passage
                && next.entity.key() == before.entity.key()
        });
        found
            .statements
            .sort_by_key(|said| (said.passage, said.range));
        found.statements.dedup();
        found.identities.dedup();
        found
    }

    fn mention_speaker(&mut self, number: usize) {
        let passage = &self.names.text.passages[number];
        let Some(entity) = self.found.speakers[number].clone() else {
            return;
        };
        let Some(range) = self.names.label(passage) else {
            return;
        };
        let name = passage.speaker.as_deref().unwrap_or_default();
        let kind = match entity {
            EntityRef::Owner => EntityKind::Owner,
            _ if is_assistant(name) => EntityKind::Thing,
            _ => EntityKind::Person,
        };
        self.names.know(&entity, kind);
        self.mention(&entity, kind, number, range);
    }

    fn mention(&mut self, entity: &EntityRef, kind: EntityKind, passage: usize, range: CharRange) {
        self.found.mentions.push(ExtractedMention {
            entity: entity.clone(),
            kind,
            passage,
            range,
        });
    }

    fn put(&mut self, page: &Page<'_>, placed: &Placed) {
        self.names.know(&placed.entity, placed.kind);
        if placed.is_mention {
            self.mention(&placed.entity, placed.kind, page.number, placed.range);
        }
    }

    fn entity(&mut self, pages: &[Page<'a>], noted: &NotedEntity) -> Option<()> {
        let page = pages.iter().find(|page| page.number == noted.passage)?;
        let mut placed = match reference::reference(&noted.name) {
            // The speaker's own name stands in front of the passage, where it is found without a model.
            Reference::Speaker | Reference::Pronoun => return None,
            Reference::Name(name) if is_name_of_speaker(page, name) => return Some(()),
            Reference::Name(name) => self.names.named(page, name, None)?,
            Reference::Role { .. } => self.names.resolve(page, &noted.name, None)?,
        };
        let kind = EntityKind::from_name(&noted.kind).unwrap_or(EntityKind::Thing);
        let is_settled = matches!(placed.entity, EntityRef::Owner | EntityRef::Role { .. });
        if !is_settled && kind != EntityKind::Owner {
            placed.kind = kind;
        }
        self.put(page, &placed);
        Some(())
    }

    fn statement(&mut self, pages: &[Page<'a>], said: &NotedStatement) -> Option<()> {
        let page = pages.iter().find(|page| page.number == said.passage)?;
        if page.passage.is_joined {
            return None;
        }
        let evidence = page.folded.find(&said.evidence, None)?;
        if self.is_quoted(page, evidence) && page.passage.speaker.is_none() {
            return None;
        }
        let subject = self.names.resolve(page, &said.subject, Some(evidence))?;
        let said_by = self.said_by(page, said, evidence)?;
        let (relation, phrase, phrase_range) = self.relation(page, said, evidence)?;
        let (object, words) = self.object(page, said, evidence, relation.is_none())?;
        let object_key = object.as_ref().map(|object| object.entity.key());
        let is_last = self.stands_last(&subject, phrase_range, words);
        if object_key == Some(subject.entity.key()) || is_last && relation.is_some() {
            return None;
        }
        let range = words.map_or(evidence, |words| CharRange {
            start: evidence.start.min(words.start),
            end: evidence.end.max(words.end),
        });
        let Some(relation) = relation else {
            let is_same = said.truth != Truth::IsNot;
            phrase_range?;
            return self.identity(page, subject, object?, is_same, range);
        };
        self.put(page, &subject);
        if let Some(object) = &object {
            self.put(page, object);
        }
        if let Some(said_by) = &said_by {
            self.put(page, said_by);
        }
        let words = words.map_or("", |words| self.names.characters.slice(words));
        let owner = &self.names.text.owner_name;
        let object_words = object.as_ref().map_or_else(
            || words.to_owned(),
            |object| reference::name_of(&object.entity, owner),
        );
        let relation_words = (&relation, phrase.as_str());
        let fact = self.fact(&subject, relation_words, &object_words, said.truth, range);
        let object = object.map_or_else(
            || ExtractedObject::Value(single_spaced(words)),
            |object| ExtractedObject::Entity(object.entity),
        );
        let when = self.when(page, said, evidence, &relation);
        self.found.statements.push(ExtractedStatement {
            phrase,
            is_negated: said.truth == Truth::IsNot,
            modality: modality(said.truth),
            attributed_to: said_by.map(|placed| placed.entity),
            fact,
            from: when.from,
            until: when.until,
            precision: when.precision,
            is_additional: said.change == Change::Adds,
            is_correction: said.change == Change::Corrects,
            ..ExtractedStatement::plain(subject.entity, relation, object, page.number, range)
        });
        Some(())
    }

    /// Whether the subject comes after all that is said of it: "I take lessons with Mr Ford" says nothing of him. After
    /// "by" it may.
    fn stands_last(
        &self,
        subject: &Placed,
        phrase: Option<CharRange>,
        object: Option<CharRange>,
    ) -> bool {
        let (Some(phrase), Some(object), EntityRef::Named(_)) = (phrase, object, &subject.entity)
        else {
            return false;
        };
        let said = phrase.end.max(object.end);
        let between = CharRange {
            start: said,
            end: subject.range.start,
        };
        let between = self.names.characters.slice(between);
        subject.is_mention
            && subject.range.start >= said
            && between.split_whitespace().next_back() != Some("by")
    }

    /// Notes that two names are one, if they stand close together and can be: a false one would join what is apart.
    fn identity(
        &mut self,
        page: &Page<'a>,
        left: Placed,
        right: Placed,
        is_same: bool,
        range: CharRange,
    ) -> Option<()> {
        let between = CharRange {
            start: left.range.end.min(right.range.end),
            end: left.range.start.max(right.range.start),
        };
        let words = self.names.characters.slice(between).split_whitespace();
        let is_close = words.count() <= MOST_BETWEEN;
        let is_name = |placed: &Placed| match &placed.entity {
            EntityRef::Named(name) => !name.starts_with(char::is_lowercase),
            EntityRef::Owner | EntityRef::Role { .. } => true,
        };
        let can_be = match (left.kind, right.kind) {
            (EntityKind::Owner, other) | (other, EntityKind::Owner) => other == EntityKind::Person,
            (EntityKind::Thing, _) | (_, EntityKind::Thing) => true,
            (left, right) => left == right,
        };
        if !is_close || !can_be || !is_name(&left) || !is_name(&right) {
            return None;
        }
        self.put(page, &left);
        self.put(page, &right);
        self.found.identities.push(Identity {
            left: left.entity,
            right: right.entity,
            is_same,
            range,
        });
        Some(())
    }

    /// Whether the line quotes somebody: there is no telling who says "I" in it.
    fn is_quoted(&self, page: &Page<'a>, evidence: CharRange) -> bool {
        let before = self.names.characters.slice(CharRange {
            start: page.passage.content.start,
            end: evidence.start,
        });
        let quoted = self.names.characters.slice(evidence);
        let line = before.rsplit('\n').next().unwrap_or_default();
        format!("{line}{quoted}")
            .trim_start()
            .starts_with(['>', '|'])
    }

    /// Who says so, if somebody else does; `None` when that cannot be told.
    fn said_by(
        &self,
        page: &Page<'a>,
        said: &NotedStatement,
        evidence: CharRange,
    ) -> Option<Option<Placed>> {
        if said.said_by.trim().is_empty() {
            return Some(None);
        }
        let by = self.names.resolve(page, &said.said_by, Some(evidence))?;
        let speaker = self.found.speakers[page.number]
            .clone()
            .unwrap_or(EntityRef::Owner);
        Some((by.entity.key() != speaker.key()).then_some(by))
    }

    /// The relation, none where two names are said to be one, its words, and where they stand: a known one needs no words of its own, an open one consists
    /// of them.
    fn relation(
        &self,
        page: &Page<'a>,
        said: &NotedStatement,
        evidence: CharRange,
    ) -> Option<(Option<RelationName>, String, Option<CharRange>)> {
        let range = page.folded.find(&said.phrase, Some(evidence));
        if range.is_none() && !said.phrase.trim().is_empty() {
            return None;
        }
        let phrase = range.map(|range| single_spaced(self.names.characters.slice(range)));
        let name = said.relation.trim().to_lowercase().replace([' ', '-'], "_");
        let named = RelationName::of(&name);
        let is_identity = name == SAME_AS;
        if named.known().is_some() || is_identity {
            let phrase = phrase.unwrap_or_else(|| name.replace('_', " "));
            return Some(((!is_identity).then_some(named), phrase, range));
        }
        let phrase = phrase?;
        let is_favorite = name != OTHER && named.nature().is_some();
        let open = open_relation(&phrase)?;
        Some((Some(if is_favorite { named } else { open }), phrase, range))
    }

    /// What is said of the subject: an entity if it is one, and the words, if there are any.
    fn object(
        &self,
        page: &Page<'a>,
        said: &NotedStatement,
        evidence: CharRange,
        is_entity: bool,
    ) -> Option<(Option<Placed>, Option<CharRange>)> {
        if said.object.trim().is_empty() {
            let is_open = Relation::from_name(&said.relation).is_none() && !is_entity;
            return is_open.then_some((None, None));
        }
        let found = page.folded.find(&said.object, Some(evidence));
        let placed = self.names.resolve(page, &said.object, Some(evidence));
        let Some(words) = found else {
            // Not in the passage: whoever speaks, or somebody named before.
            return placed.map(|placed| (Some(placed), None));
        };
        let placed = placed.filter(|placed| {
            let is_noted = self.names.known.contains_key(&placed.entity.key());
            is_entity || is_noted || !matches!(placed.entity, EntityRef::Named(_))
        });
        Some((placed, Some(words)))
    }

    fn when(
        &mut self,
        page: &Page<'a>,
        said: &NotedStatement,
        evidence: CharRange,
        relation: &RelationName,
    ) -> When {
        let words = page.folded.find(&said.time, Some(evidence));
        if words.is_none() && !said.time.trim().is_empty() {
            self.dropped += 1;
        }
        let words = words.map_or("", |range| self.names.characters.slice(range));
        let nature = relation.nature();
        times::when(words, self.names.text.reference_time, said.truth, nature)
    }

    fn fact(
        &self,
        subject: &Placed,
        (relation, phrase): (&RelationName, &str),
        object: &str,
        truth: Truth,
        range: CharRange,
    ) -> String {
        facts::sentence(Fact {
            subject: &reference::name_of(&subject.entity, &self.names.text.owner_name),
            relation,
            phrase,
            object,
            truth,
            evidence: self.names.characters.slice(range),
        })
    }

    /// Mentions every known name where else it stands in these passages, but not inside a longer one.
    fn mention_again(&mut self, pages: &[Page<'a>]) {
        for page in pages {
            let places: Vec<Placed> = self
                .names
                .known
                .values()
                .filter_map(|(entity, _)| match entity {
                    EntityRef::Named(name) => self.names.named_exactly(page, name),
                    EntityRef::Owner | EntityRef::Role { .. } => None,
                })
                .collect();
            for placed in &places {
                let is_inside = places.iter().any(|other| {
                    other.range != placed.range && contains(other.range, placed.range)
                });
                let is_there = self
                    .found
                    .mentions
                    .iter()
                    .any(|mention| mention.range == placed.range);
                if !is_inside && !is_there {
                    self.mention(&placed.entity, placed.kind, page.number, placed.range);
                }
            }
        }
    }
}

fn single_spaced(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// An open relation: its words in lower case.
fn open_relation(phrase: &str) -> Option<RelationName> {
    let words: Vec<String> = phrase
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    ((1..=LONGEST_RELATION).contains(&words.len())).then(|| RelationName::of(&words.join("_")))
}

fn modality(truth: Truth) -> Modality {
    match truth {
        Truth::Is | Truth::IsNot | Truth::Was => Modality::Actual,
        Truth::Planned => Modality::Planned,
        Truth::Wished => Modality::Wished,
        Truth::Possible => Modality::Possible,
        Truth::Required => Modality::Required,
        Truth::Conditional => Modality::Conditional,
    }
}
