//! The index of one space: what it holds, and how it follows the database.

use recollect_model::{EntityId, EpisodeId, PassageKey, Revision};

use crate::graph::Graph;
use crate::passages::Passages;
use crate::vectors::Vectors;
use crate::words::{TextParts, WordIndex};
use crate::{IndexChanges, IndexError, PassageDocument};

/// An index in which so large a part is dead should be built anew; a smaller one of few passages is not worth it.
const DEAD_PART: usize = 3;
const DEAD_AT_LEAST: usize = 1_000;

/// The search index of one space, in memory, as of one revision.
pub struct SpaceIndex {
    pub(crate) revision: Revision,
    pub(crate) mark: String,
    pub(crate) passages: Passages,
    pub(crate) words: WordIndex,
    pub(crate) vectors: Vectors,
    pub(crate) graph: Graph,
}

impl SpaceIndex {
    /// An empty index at revision 0, for embeddings of so many dimensions; with 0 it keeps none.
    pub fn new(dimensions: usize) -> Self {
        Self {
            revision: Revision::default(),
            mark: String::new(),
            passages: Passages::default(),
            words: WordIndex::default(),
            vectors: Vectors::new(dimensions),
            graph: Graph::default(),
        }
    }

    /// The same, with sketches of the embeddings from so many passages on, for measurements of
    /// [`search_with`](crate::search_with).
    pub fn sketched_from(dimensions: usize, passages: usize) -> Self {
        Self {
            vectors: Vectors::sketched_from(dimensions, passages),
            ..Self::new(dimensions)
        }
    }

    /// The revision it has reached.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// The mark of that revision: another history's revision of the same number has another.
    pub fn mark(&self) -> &str {
        &self.mark
    }

    /// Follows the space to the revision `changes.to`; changes to a revision already reached do nothing.
    pub fn apply(&mut self, changes: IndexChanges) -> Result<(), IndexError> {
        if changes.to <= self.revision {
            return Ok(());
        }
        self.check_room(&changes)?;
        for episode in changes.removed_episodes {
            for key in self.passages.keys_of(episode) {
                if let Some(ordinal) = self.remove_passage(key) {
                    self.graph.detach(ordinal);
                }
            }
        }
        for statement in changes.removed_statements {
            self.graph.remove_statement(statement);
        }
        for entity in changes.removed_entities {
            self.graph.remove_entity(entity);
        }
        for entity in changes.entities {
            self.graph.put_entity(entity);
        }
        for passage in &changes.passages {
            self.put_passage(passage);
        }
        for statement in &changes.statements {
            self.graph.put_statement(statement);
        }
        for evidence in changes.evidence {
            if let Some(ordinal) = self.passages.find(evidence.passage) {
                self.graph.put_evidence(evidence.statement, ordinal);
            }
        }
        self.revision = changes.to;
        self.mark = changes.mark;
        Ok(())
    }

    /// Whether so much of it is dead that it should be built anew from the database. What is dead costs memory and
    /// time; it is never found.
    pub fn needs_rebuild(&self) -> bool {
        let all = self.passages.traits().len() + self.graph.statements().len();
        let dead = all - self.passages.live() - self.graph.live_statements();
        dead >= DEAD_AT_LEAST && dead > all / DEAD_PART
    }

    /// How much was ever put into it, passages and statements: it grows with every change that adds any.
    pub fn appended(&self) -> usize {
        self.passages.traits().len() + self.graph.statements().len()
    }

    /// The bytes it takes, about: for the budget of a cache.
    pub fn memory_bytes(&self) -> usize {
        size_of::<Self>()
            + self.passages.memory_bytes()
            + self.words.memory_bytes()
            + self.vectors.memory_bytes()
            + self.graph.memory_bytes()
    }

    /// The passages a search can find, sorted.
    pub fn passages(&self) -> impl Iterator<Item = PassageKey> + '_ {
        self.passages.keys()
    }

    /// Whether it has passages of an episode.
    pub fn holds(&self, episode: EpisodeId) -> bool {
        self.passages.has_episode(episode)
    }

    /// The entities that a text calls so, with all their names.
    pub fn called(&self, name: &str) -> Vec<EntityId> {
        let named = self.graph.recognize(name);
        let entities = named.by_name.iter().flat_map(|found| &found.entities);
        let mut numbers: Vec<u32> = entities.copied().collect();
        numbers.extend(named.first_person);
        numbers.sort_unstable();
        numbers.dedup();
        let ids = numbers.iter().map(|&number| self.graph.entity(number).id);
        ids.collect()
    }

    /// These entities with all their other names.
    pub fn under_all_names(&self, entities: &[EntityId]) -> Vec<EntityId> {
        let known = entities.iter().filter_map(|id| self.graph.find(id));
        let numbers: Vec<u32> = known.collect();
        let all = self.graph.under_all_names(&numbers).into_iter();
        all.map(|number| self.graph.entity(number).id).collect()
    }

    fn check_room(&self, changes: &IndexChanges) -> Result<(), IndexError> {
        let passages = self.passages.traits().len() + changes.passages.len();
        let statements = self.graph.statements().len() + changes.statements.len();
        if passages.max(statements) > u32::MAX as usize {
            return Err(IndexError::Full);
        }
        Ok(())
    }

    fn put_passage(&mut self, document: &PassageDocument) {
        let replaced = self.remove_passage(document.key);
        let lengths = self.words.append(TextParts {
            date: &document.date,
            name: document.speaker_name.as_deref().unwrap_or_default(),
            body: &document.text,
        });
        let ordinal = self.passages.append(document, lengths);
        self.vectors.append(document.vector.as_ref());
        self.graph.attach(document, ordinal, replaced);
    }

    fn remove_passage(&mut self, key: PassageKey) -> Option<u32> {
        let ordinal = self.passages.find(key)?;
        let length = self.words.length_without_date(ordinal);
        self.passages.remove(ordinal, length);
        self.words.forget(ordinal);
        self.vectors.forget(ordinal);
        Some(ordinal)
    }
}
