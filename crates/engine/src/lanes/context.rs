//! What was spoken of just before in a session, so that a text's "she" and "you" can be understood.
//!
//! A text is read with the last three processed texts of its session in mind, in the order of acceptance: from the
//! database, and from the batch it is in. What arrives out of order is read with what arrived before it; a text is not
//! read again when one comes that should have preceded it.

use std::collections::{HashMap, VecDeque};

use recollect_language::{
    Context, EntityRef, ExtractedObject, ExtractedStatement, Extraction, Heard, heard,
};
use recollect_model::{
    Entity, EntityId, EntityKey, EntityKind, Object, ReferenceTime, SpaceId, UserId,
};
use recollect_storage::{SessionContext, StorageError, Store};

/// So many texts before are kept in mind.
const EPISODES: u32 = 3;
/// So much of what they named is.
const MAX_NAMED: usize = 64;
/// So much of what they said is.
const MAX_SAID: usize = 8;
/// So many of its last turns are still in the ear.
const MAX_HEARD: usize = 2;

/// A text to be understood, and where it stands.
pub(crate) struct Reading<'a> {
    pub(crate) user: UserId,
    pub(crate) owner_name: &'a str,
    pub(crate) also_called: &'a [String],
    pub(crate) space: SpaceId,
    pub(crate) seq: i64,
    pub(crate) session: Option<&'a str>,
    pub(crate) body: &'a str,
    pub(crate) reference_time: ReferenceTime,
    /// Whether nobody waits for it.
    pub(crate) in_background: bool,
}

/// The sessions of one batch.
#[derive(Default)]
pub(crate) struct Sessions {
    sessions: HashMap<(SpaceId, String), Session>,
}

struct Session {
    /// The place of the first text of the batch: what lies before it is in the database.
    first_seq: i64,
    /// What the database knows of the last so many texts, asked once each.
    stored: HashMap<u32, Context>,
    /// What the batch's own texts spoke of.
    read: VecDeque<Context>,
}

impl Sessions {
    /// What was spoken of before a text.
    pub(super) async fn before(
        &mut self,
        store: &Store,
        text: &Reading<'_>,
    ) -> Result<Context, StorageError> {
        let Some(name) = text.session else {
            return Ok(Context::default());
        };
        let key = (text.space, name.to_owned());
        let session = self.sessions.entry(key).or_insert_with(|| Session {
            first_seq: text.seq,
            stored: HashMap::new(),
            read: VecDeque::new(),
        });
        let missing = EPISODES.saturating_sub(session.read.len() as u32);
        if missing > 0 && !session.stored.contains_key(&missing) {
            let before = session.first_seq;
            let stored = store
                .context(text.user, text.space, name, before, missing)
                .await?;
            session.stored.insert(missing, of_stored(&stored));
        }
        let stored = session.stored.get(&missing).filter(|_| missing > 0);
        Ok(together(stored.into_iter().chain(&session.read)))
    }

    /// Keeps in mind what a text spoke of.
    pub(super) fn note(&mut self, text: &Reading<'_>, extraction: &Extraction) {
        let Some(name) = text.session else { return };
        if let Some(session) = self.sessions.get_mut(&(text.space, name.to_owned())) {
            session.read.push_back(Context {
                speakers: extraction.speakers.iter().flatten().cloned().collect(),
                named: extraction
                    .mentions
                    .iter()
                    .map(|mention| (mention.entity.clone(), mention.kind))
                    .collect(),
                said: last(extraction.statements.clone(), MAX_SAID),
                heard: heard(text.body),
                is_in_session: true,
            });
            if session.read.len() > EPISODES as usize {
                session.read.pop_front();
            }
        }
    }
}

/// Several contexts as one: the last mention of each counts.
fn together<'a>(contexts: impl Iterator<Item = &'a Context>) -> Context {
    let (mut speakers, mut named): (Vec<EntityRef>, Vec<(EntityRef, EntityKind)>) =
        (Vec::new(), Vec::new());
    let mut said = Vec::new();
    let mut heard: Vec<Heard> = Vec::new();
    for context in contexts {
        heard.extend(context.heard.iter().cloned());
        said.extend(context.said.iter().cloned());
        speakers.extend(context.speakers.iter().cloned());
        named.extend(context.named.iter().cloned());
    }
    Context {
        speakers: last_of_each(speakers, |speaker| speaker),
        named: last_of_each(named, |(entity, _)| entity),
        said: last(said, MAX_SAID),
        heard: last(heard, MAX_HEARD),
        is_in_session: true,
    }
}

/// The last so many of what was said.
fn last<T>(mut said: Vec<T>, most: usize) -> Vec<T> {
    said.drain(..said.len().saturating_sub(most));
    said
}

fn last_of_each<T>(items: Vec<T>, entity: impl Fn(&T) -> &EntityRef) -> Vec<T> {
    let mut seen = std::collections::HashSet::new();
    let mut kept: Vec<T> = items
        .into_iter()
        .rev()
        .filter(|item| seen.insert(entity(item).key()))
        .take(MAX_NAMED)
        .collect();
    kept.reverse();
    kept
}

fn of_stored(stored: &SessionContext) -> Context {
    let names: HashMap<EntityKey, String> = stored
        .speakers
        .iter()
        .chain(&stored.named)
        .map(|entity| (entity.key.clone(), entity.name.clone()))
        .collect();
    let refer = |entity: &Entity| reference(&entity.key, &names);
    Context {
        speakers: stored.speakers.iter().map(refer).collect(),
        named: stored
            .named
            .iter()
            .map(|entity| (refer(entity), entity.kind))
            .collect(),
        said: said_again(stored, refer),
        heard: last(
            stored
                .last_bodies
                .iter()
                .flat_map(|body| heard(body))
                .collect(),
            MAX_HEARD,
        ),
        is_in_session: true,
    }
}

/// The claims before, about those that were named there.
fn said_again(
    stored: &SessionContext,
    refer: impl Fn(&Entity) -> EntityRef,
) -> Vec<ExtractedStatement> {
    let entities: HashMap<EntityId, &Entity> = stored
        .speakers
        .iter()
        .chain(&stored.named)
        .map(|entity| (entity.id, entity))
        .collect();
    let refer = |id: &EntityId| entities.get(id).map(|entity| refer(entity));
    let said = stored.said.iter().filter_map(|claim| {
        let proposition = &claim.proposition;
        Some(ExtractedStatement {
            subject: refer(&proposition.subject)?,
            relation: proposition.relation.clone(),
            phrase: claim.phrase.clone(),
            details: claim.details.clone(),
            worth: claim.worth,
            object: match &proposition.object {
                Object::Entity(object) => ExtractedObject::Entity(refer(object)?),
                Object::Value(words) => ExtractedObject::Value(words.clone()),
            },
            is_negated: proposition.is_negated,
            modality: proposition.modality,
            attributed_to: match &proposition.attributed_to {
                Some(source) => Some(refer(source)?),
                None => None,
            },
            fact: claim.fact.clone(),
            passage: claim.passage as usize,
            range: claim.range,
            from: claim.from,
            until: claim.until,
            precision: claim.precision,
            is_additional: claim.is_additional,
            is_correction: claim.is_correction,
        })
    });
    said.collect()
}

/// The reference that has this key. Whose role it is, is spelled as it was where it is named too, and as its key otherwise.
fn reference(key: &EntityKey, names: &HashMap<EntityKey, String>) -> EntityRef {
    if key.is_owner() {
        return EntityRef::Owner;
    }
    match key.role() {
        Some((role, of)) => EntityRef::Role {
            role: role.to_owned(),
            of: Box::new(reference(&of, names)),
        },
        None => EntityRef::Named(
            names
                .get(key)
                .map_or_else(|| key.as_str().to_owned(), Clone::clone),
        ),
    }
}
