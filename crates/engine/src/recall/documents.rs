//! From the database's rows to the index's documents.

use std::collections::HashMap;

use recollect_index::{
    EntityDocument, EvidenceDocument, IndexChanges, PassageDocument, StatementDocument,
};
use recollect_language::{is_assistant, time};
use recollect_model::{Entity, EntityId, EntityKind, Object, PassageKey};
use recollect_storage::{ChangedEpisode, ChangedPassage, SpaceChanges};

/// What the index is to apply; vectors of another model than `embedder` are left out, since they cannot be compared.
pub(super) fn of(changes: SpaceChanges, embedder: &str) -> IndexChanges {
    let mut mentioned: HashMap<PassageKey, Vec<EntityId>> = HashMap::new();
    for mention in &changes.mentions {
        let key = PassageKey {
            episode: mention.episode,
            number: mention.passage,
        };
        mentioned.entry(key).or_default().push(mention.entity);
    }
    let mut passages = Vec::new();
    for mut episode in changes.episodes {
        for passage in std::mem::take(&mut episode.passages) {
            let mentions = mentioned.remove(&passage.key).unwrap_or_default();
            passages.push(document(&episode, passage, mentions, embedder));
        }
    }
    let entities = changes.entities.into_iter().map(|entity| EntityDocument {
        id: entity.id,
        part_of: entity.part_of,
        kind: entity.kind,
        names: names(entity),
    });
    let statements = changes
        .statements
        .into_iter()
        .map(|statement| StatementDocument {
            id: statement.id,
            subject: statement.proposition.subject,
            relation: statement.proposition.relation.as_str().to_owned(),
            object: match statement.proposition.object {
                Object::Entity(entity) => Some(entity),
                Object::Value(_) => None,
            },
            words: statement.fact,
            valid_at: statement.valid_at,
            invalid_at: statement.invalid_at,
        });
    let evidence = changes
        .evidence
        .into_iter()
        .map(|evidence| EvidenceDocument {
            statement: evidence.statement,
            passage: PassageKey {
                episode: evidence.episode,
                number: evidence.passage,
            },
        });
    IndexChanges {
        to: changes.to,
        mark: changes.mark,
        passages,
        entities: entities.collect(),
        statements: statements.collect(),
        evidence: evidence.collect(),
        removed_episodes: changes.removed_episodes,
        removed_entities: changes.removed_entities,
        removed_statements: changes.removed_statements,
    }
}

/// What a question may call an entity by: nobody asks for a date or an amount as for a person.
fn names(entity: Entity) -> Vec<String> {
    match entity.kind {
        EntityKind::Date | EntityKind::Quantity => Vec::new(),
        _ => vec![entity.name],
    }
}

fn document(
    episode: &ChangedEpisode,
    passage: ChangedPassage,
    mentions: Vec<EntityId>,
    embedder: &str,
) -> PassageDocument {
    let by_assistant = passage
        .speaker
        .as_ref()
        .is_some_and(|speaker| is_assistant(&speaker.name));
    // "user" and "assistant" are roles: nobody asks for them by name.
    let named = passage
        .speaker
        .as_ref()
        .filter(|speaker| speaker.kind != EntityKind::Owner && !by_assistant);
    PassageDocument {
        key: passage.key,
        range: passage.range,
        date: time::in_words(episode.reference_time),
        speaker_name: named.map(|speaker| speaker.name.clone()),
        text: without_label(&passage.text, named.map(|speaker| speaker.name.as_str())).to_owned(),
        speaker: passage.speaker.map(|speaker| speaker.id),
        by_assistant,
        mentions,
        vector: passage.vector.filter(|_| episode.embedder == embedder),
        session: episode.session.clone(),
        reference_time: episode.reference_time.instant(),
        accepted_at: episode.accepted_at,
        sequence: episode.seq,
    }
}

/// The passage without the `Name:` it begins with, so that its speaker's name is counted once.
fn without_label<'a>(text: &'a str, speaker: Option<&str>) -> &'a str {
    let Some(speaker) = speaker else { return text };
    let spoken = text
        .trim_start()
        .strip_prefix(speaker)
        .and_then(|rest| rest.trim_start().strip_prefix(':'));
    spoken.map_or(text, str::trim_start)
}
