//! The graph around the passages: who speaks in them, whom they mention, and which statements they support.
//!
//! Entities are numbered for good. Statements are numbered in the order their sentences were indexed: a statement
//! whose sentence changes leaves its number dead and gets a new one. What entities list may be dead, passages and
//! statements; what statements list as evidence is alive.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use recollect_model::{EntityId, EntityKind, StatementId, Timestamp};
use smallvec::SmallVec;

use crate::names::{FoundName, Named, Names};
use crate::numbering::Numbering;
use crate::words::{TextParts, WordIndex};
use crate::{EntityDocument, PassageDocument, StatementDocument};

/// Numbers of passages or statements, sorted. Most lists have one or two, and a search reads all of them.
pub(crate) type Numbers = SmallVec<[u32; 2]>;

/// One entity.
pub(crate) struct EntityEntry {
    pub(crate) id: EntityId,
    /// What it is called; none for an entity that is only referred to.
    pub(crate) known_as: Option<(EntityKind, Vec<String>)>,
    /// The passages it speaks.
    pub(crate) spoken: Numbers,
    /// The passages that mention it.
    pub(crate) mentioned: Numbers,
    /// The statements whose subject or object it is.
    pub(crate) statements: Numbers,
}

/// One statement.
pub(crate) struct StatementEntry {
    pub(crate) id: StatementId,
    pub(crate) subject: u32,
    /// The number of its relation.
    pub(crate) relation: u32,
    pub(crate) object: Option<u32>,
    pub(crate) valid_at: Option<Timestamp>,
    pub(crate) invalid_at: Option<Timestamp>,
    /// The live passages that say it.
    pub(crate) evidence: Numbers,
    pub(crate) alive: bool,
    pub(crate) words_hash: u64,
}

impl StatementEntry {
    /// Stands for a statement of which nothing is known but that it is gone.
    fn dead() -> Self {
        Self {
            id: StatementId::from_u128(0),
            subject: 0,
            relation: 0,
            object: None,
            valid_at: None,
            invalid_at: None,
            evidence: Numbers::new(),
            alive: false,
            words_hash: 0,
        }
    }

    /// Its subject, and its object if that is an entity.
    pub(crate) fn ends(&self) -> impl Iterator<Item = u32> {
        [Some(self.subject), self.object].into_iter().flatten()
    }
}

/// Entities, names and statements of one space.
#[derive(Default)]
pub(crate) struct Graph {
    numbers: Numbering<EntityId>,
    entities: Vec<EntityEntry>,
    names: Names,
    /// The entity that a name is another name of, and back.
    part_of: HashMap<u32, u32>,
    parts: HashMap<u32, BTreeSet<u32>>,
    statements: Vec<StatementEntry>,
    relations: Numbering<Box<str>>,
    /// The live statements.
    statement_numbers: HashMap<StatementId, u32>,
    /// The statements a live passage is evidence of.
    supported: HashMap<u32, Numbers>,
    words: WordIndex,
}

impl Graph {
    /// What was written of a graph; statements by their numbers, none for a dead one.
    pub(crate) fn restored(
        entities: Vec<EntityEntry>,
        wholes: Vec<(u32, u32)>,
        relations: Vec<Option<Box<str>>>,
        statements: Vec<Option<StatementEntry>>,
        words: WordIndex,
    ) -> Self {
        let mut graph = Self {
            numbers: Numbering::restored(entities.iter().map(|entity| Some(entity.id)).collect()),
            relations: Numbering::restored(relations),
            statement_numbers: HashMap::with_capacity(statements.len()),
            statements: Vec::with_capacity(statements.len()),
            words,
            ..Self::default()
        };
        for (number, entity) in (0..).zip(&entities) {
            if let Some((kind, names)) = &entity.known_as {
                graph.names.add(number, *kind, names);
            }
        }
        graph.entities = entities;
        for (part, whole) in wholes {
            graph.part_of.insert(part, whole);
            graph.parts.entry(whole).or_default().insert(part);
        }
        for (number, statement) in (0..).zip(statements) {
            let statement = statement.unwrap_or_else(StatementEntry::dead);
            if statement.alive {
                graph.statement_numbers.insert(statement.id, number);
                for &passage in &statement.evidence {
                    insert(graph.supported.entry(passage).or_default(), number);
                }
            }
            graph.statements.push(statement);
        }
        graph
    }

    /// Every entity by its number.
    pub(crate) fn entities(&self) -> &[EntityEntry] {
        &self.entities
    }

    /// The entity that a name is another name of.
    pub(crate) fn wholes(&self) -> &HashMap<u32, u32> {
        &self.part_of
    }

    /// The names of the relations by their numbers, of those alone that a live statement has.
    pub(crate) fn relations_in_use(&self) -> Vec<Option<&str>> {
        let names = self.relations.keys();
        let mut in_use = vec![None; names.len()];
        for statement in self.statements.iter().filter(|statement| statement.alive) {
            let relation = statement.relation as usize;
            in_use[relation] = names[relation].map(|name| &**name);
        }
        in_use
    }

    /// Notes who speaks in a passage and whom it mentions. `replaced` is the ordinal the same passage had before: what
    /// it was evidence of has its evidence in the new one.
    pub(crate) fn attach(
        &mut self,
        document: &PassageDocument,
        ordinal: u32,
        replaced: Option<u32>,
    ) {
        if let Some(speaker) = document.speaker {
            let speaker = self.entity_number(speaker);
            self.entities[speaker as usize].spoken.push(ordinal);
        }
        for &mention in &document.mentions {
            let mention = self.entity_number(mention);
            insert(&mut self.entities[mention as usize].mentioned, ordinal);
        }
        for statement in replaced.map(|old| self.detach(old)).unwrap_or_default() {
            self.support(statement, ordinal);
        }
    }

    /// Takes a passage away from the statements it was evidence of, and returns these.
    pub(crate) fn detach(&mut self, ordinal: u32) -> Numbers {
        let statements = self.supported.remove(&ordinal).unwrap_or_default();
        for &statement in &statements {
            let evidence = &mut self.statements[statement as usize].evidence;
            evidence.retain(|other| *other != ordinal);
        }
        statements
    }

    /// Adds an entity, or gives a known one its present names.
    pub(crate) fn put_entity(&mut self, document: EntityDocument) {
        self.forget_names(document.id);
        let number = self.entity_number(document.id);
        self.names.add(number, document.kind, &document.names);
        self.leave(number);
        if let Some(whole) = document.part_of {
            let whole = self.entity_number(whole);
            self.part_of.insert(number, whole);
            self.parts.entry(whole).or_default().insert(number);
        }
        self.entities[number as usize].known_as = Some((document.kind, document.names));
    }

    /// Removes an entity; statements about it remain until they are removed themselves.
    pub(crate) fn remove_entity(&mut self, id: EntityId) {
        self.forget_names(id);
        if let Some(number) = self.numbers.find(&id) {
            self.leave(number);
            let entity = &mut self.entities[number as usize];
            entity.spoken.clear();
            entity.mentioned.clear();
        }
    }

    /// Adds a statement, or brings a known one up to date; it keeps its evidence.
    pub(crate) fn put_statement(&mut self, document: &StatementDocument) {
        let mut hasher = DefaultHasher::new();
        document.words.hash(&mut hasher);
        let mut entry = StatementEntry {
            id: document.id,
            subject: self.entity_number(document.subject),
            relation: self.relations.number(document.relation.as_str().into()),
            object: document.object.map(|object| self.entity_number(object)),
            valid_at: document.valid_at,
            invalid_at: document.invalid_at,
            evidence: Numbers::new(),
            alive: true,
            words_hash: hasher.finish(),
        };
        let mut number = self.statements.len() as u32;
        let mut evidence = Numbers::new();
        if let Some(&known) = self.statement_numbers.get(&document.id) {
            let former = &mut self.statements[known as usize];
            if former.words_hash == entry.words_hash {
                number = known;
                entry.evidence = std::mem::take(&mut former.evidence);
            } else {
                evidence = self.remove_statement(document.id);
            }
        }
        for entity in entry.ends() {
            insert(&mut self.entities[entity as usize].statements, number);
        }
        self.statement_numbers.insert(document.id, number);
        if let Some(known) = self.statements.get_mut(number as usize) {
            *known = entry;
        } else {
            self.statements.push(entry);
            self.words.append(TextParts {
                body: &document.words,
                ..TextParts::default()
            });
        }
        for passage in evidence {
            self.support(number, passage);
        }
    }

    /// Makes a passage evidence of a statement, if the statement is known.
    pub(crate) fn put_evidence(&mut self, statement: StatementId, ordinal: u32) {
        if let Some(&number) = self.statement_numbers.get(&statement) {
            self.support(number, ordinal);
        }
    }

    /// Removes a statement, and returns its evidence.
    pub(crate) fn remove_statement(&mut self, id: StatementId) -> Numbers {
        let Some(number) = self.statement_numbers.remove(&id) else {
            return Numbers::new();
        };
        self.words.forget(number);
        let entry = &mut self.statements[number as usize];
        entry.alive = false;
        let evidence = std::mem::take(&mut entry.evidence);
        for passage in &evidence {
            if let Some(supported) = self.supported.get_mut(passage) {
                supported.retain(|other| *other != number);
            }
        }
        evidence
    }

    /// The entities a text names, by their numbers, under all their names.
    pub(crate) fn recognize(&self, text: &str) -> Named {
        let mut named = self.names.recognize(text);
        if self.part_of.is_empty() {
            return named;
        }
        let by_name = std::mem::take(&mut named.by_name).into_iter();
        named.by_name = by_name
            .map(|found| FoundName {
                entities: self.under_all_names(&found.entities),
                ..found
            })
            .collect();
        let owners: Vec<u32> = named.first_person.iter().copied().collect();
        named.first_person.extend(self.under_all_names(&owners));
        named
    }

    /// These entities and all that are other names of the same, sorted.
    pub(crate) fn under_all_names(&self, entities: &[u32]) -> Vec<u32> {
        let mut all: BTreeSet<u32> = BTreeSet::new();
        for entity in entities {
            let whole = self.part_of.get(entity).unwrap_or(entity);
            all.insert(*whole);
            all.extend(self.parts.get(whole).into_iter().flatten());
        }
        all.into_iter().collect()
    }

    /// The number of an entity, if it has one.
    pub(crate) fn find(&self, id: &EntityId) -> Option<u32> {
        self.numbers.find(id)
    }

    /// The number of a relation, if any statement ever had it.
    pub(crate) fn relation(&self, name: &str) -> Option<u32> {
        self.relations.find(&name.into())
    }

    /// An entity that has a number.
    pub(crate) fn entity(&self, number: u32) -> &EntityEntry {
        &self.entities[number as usize]
    }

    /// Whether an entity is the account's owner.
    pub(crate) fn is_owner(&self, number: u32) -> bool {
        let known_as = &self.entities[number as usize].known_as;
        matches!(known_as, Some((EntityKind::Owner, _)))
    }

    /// Every statement by its number, the dead ones too.
    pub(crate) fn statements(&self) -> &[StatementEntry] {
        &self.statements
    }

    /// The live statements that a live passage says.
    pub(crate) fn supported_by(&self, passage: u32) -> &[u32] {
        self.supported.get(&passage).map_or(&[], |list| list)
    }

    /// The number of live statements.
    pub(crate) fn live_statements(&self) -> usize {
        self.statement_numbers.len()
    }

    /// The words of the live statements' sentences, by statement number.
    pub(crate) fn words(&self) -> &WordIndex {
        &self.words
    }

    /// The bytes it takes, about.
    pub(crate) fn memory_bytes(&self) -> usize {
        let elsewhere = |list: &Numbers| {
            if list.spilled() {
                list.capacity() * 4
            } else {
                0
            }
        };
        let entities = self.entities.iter().map(|entity| {
            let lists = [&entity.spoken, &entity.mentioned, &entity.statements];
            lists.map(elsewhere).iter().sum::<usize>()
        });
        let statements = self.statements.iter();
        let evidence = statements.map(|statement| elsewhere(&statement.evidence));
        entities.sum::<usize>()
            + evidence.sum::<usize>()
            + self.entities.capacity() * size_of::<EntityEntry>()
            + self.statements.capacity() * size_of::<StatementEntry>()
            + self.statement_numbers.capacity() * (size_of::<(StatementId, u32)>() + 1)
            + self.supported.capacity() * (size_of::<(u32, Numbers)>() + 1)
            + self.numbers.memory_bytes()
            + self.relations.memory_bytes()
            + self.names.memory_bytes()
            + (self.part_of.capacity() + self.parts.capacity()) * 64
            + self.words.memory_bytes()
    }

    fn entity_number(&mut self, id: EntityId) -> u32 {
        let number = self.numbers.number(id);
        if number as usize == self.entities.len() {
            self.entities.push(EntityEntry {
                id,
                known_as: None,
                spoken: Numbers::new(),
                mentioned: Numbers::new(),
                statements: Numbers::new(),
            });
        }
        number
    }

    /// Lets an entity stand for itself.
    fn leave(&mut self, number: u32) {
        if let Some(whole) = self.part_of.remove(&number)
            && let Some(parts) = self.parts.get_mut(&whole)
        {
            parts.remove(&number);
        }
    }

    fn forget_names(&mut self, id: EntityId) {
        let Some(number) = self.numbers.find(&id) else {
            return;
        };
        if let Some((kind, names)) = self.entities[number as usize].known_as.take() {
            self.names.remove(number, kind, &names);
        }
    }

    fn support(&mut self, statement: u32, passage: u32) {
        insert(&mut self.statements[statement as usize].evidence, passage);
        insert(self.supported.entry(passage).or_default(), statement);
    }
}

/// Inserts into a sorted list without repetition; nearly always at its end.
fn insert(list: &mut Numbers, number: u32) {
    if let Err(at) = list.binary_search(&number) {
        list.insert(at, number);
    }
}
