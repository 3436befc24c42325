//! What every test of the engine sends, and what understands it.

use std::sync::Arc;

use recollect_engine::{Language, NewText};
use recollect_language::scripted::{ScriptedEmbedding, ScriptedExtraction};
use recollect_model::{EpisodeKind, ReferenceTime, SpaceId, Timestamp};

/// Understanding without a model.
pub(crate) fn scripted() -> Language {
    Language {
        embed: Arc::new(ScriptedEmbedding::new()),
        extract: Arc::new(ScriptedExtraction::new()),
    }
}

/// A text for a space, or for the default one.
pub(crate) fn text(space: Option<SpaceId>, body: &str) -> NewText {
    NewText {
        space,
        session: None,
        source: "test".to_owned(),
        kind: EpisodeKind::Conversation,
        body: body.to_owned(),
        reference_time: ReferenceTime::utc(Timestamp::UNIX_EPOCH),
        request: "{}".to_owned(),
    }
}
