//! Taking texts in: checks, then one durable commit, then the answer.
//!
//! Guarantees: when [`Engine::accept`] returns a log id, the text, its log and its place in the user's queue are on
//! disk. When it returns an error, nothing of the request was acknowledged; after [`EngineError::Unavailable`] the
//! commit may or may not have happened, as with any lost answer.

mod group;

use recollect_model::{
    AcceptedEpisode, EpisodeId, EpisodeKind, LogId, ReferenceTime, SpaceId, UserId,
};
use recollect_storage::Acceptance;

use crate::{Engine, EngineError};

pub(crate) use group::GroupCommit;

const MAX_LABEL_CHARACTERS: usize = 512;
/// Everything in a request but the text: it is kept with the log.
const MAX_REQUEST_BYTES: usize = 64 * 1024;

/// A text as a caller sends it, its types right and its values not checked yet.
#[derive(Debug, Clone)]
pub struct NewText {
    /// The space it goes to; the default one when none is named.
    pub space: Option<SpaceId>,
    /// The session it belongs to.
    pub session: Option<String>,
    /// Where it comes from, in the caller's words.
    pub source: String,
    /// What it is.
    pub kind: EpisodeKind,
    /// The text.
    pub body: String,
    /// When it was said or written.
    pub reference_time: ReferenceTime,
    /// The request as it was sent, a JSON object, without the text.
    pub request: String,
}

impl Engine {
    /// Accepts a text: after this it survives a crash, and will be processed after the user's earlier ones.
    pub async fn accept(&self, user: UserId, text: NewText) -> Result<LogId, EngineError> {
        self.check(&text)?;
        let space = match text.space {
            Some(space) => space,
            None => {
                self.store
                    .default_space(user)
                    .await?
                    .ok_or(EngineError::NotFound {
                        what: "default space",
                    })?
                    .id
            }
        };
        let log = LogId::new(&self.environment);
        let characters = text.body.chars().count();
        let accepted = AcceptedEpisode {
            user,
            space,
            episode: EpisodeId::new(&self.environment),
            log,
            session: text.session.filter(|session| !session.trim().is_empty()),
            source: text.source,
            kind: text.kind,
            body: text.body,
            reference_time: text.reference_time,
            accepted_at: self.environment.now(),
            request: text.request,
        };
        let source = accepted.source.clone();
        match self.group_commit.accept(accepted).await? {
            Acceptance::UnknownSpace => Err(EngineError::NotFound { what: "space" }),
            Acceptance::Stored => {
                tracing::info!(%log, %user, %space, "accepted {characters} characters from {source:?}");
                self.wake.notify_one();
                Ok(log)
            }
        }
    }

    fn check(&self, text: &NewText) -> Result<(), EngineError> {
        if text.body.trim().is_empty() {
            return Err(EngineError::invalid("episodeBody", "must not be blank"));
        }
        if text.body.len() > self.settings.max_text_bytes {
            let (actual, limit) = (text.body.len(), self.settings.max_text_bytes);
            return Err(EngineError::TooLarge {
                field: "episodeBody",
                actual,
                limit,
            });
        }
        if text.request.len() > MAX_REQUEST_BYTES {
            let (actual, limit) = (text.request.len(), MAX_REQUEST_BYTES);
            return Err(EngineError::TooLarge {
                field: "metadata",
                actual,
                limit,
            });
        }
        if text.source.trim().is_empty() {
            return Err(EngineError::invalid("source", "must not be blank"));
        }
        for (field, value) in [
            ("episodeBody", Some(&text.body)),
            ("source", Some(&text.source)),
            ("sessionId", text.session.as_ref()),
        ] {
            let Some(value) = value else { continue };
            if value.contains('\0') {
                return Err(EngineError::invalid(
                    field,
                    "must not contain NUL characters",
                ));
            }
            if field != "episodeBody" && value.chars().count() > MAX_LABEL_CHARACTERS {
                return Err(EngineError::invalid(
                    field,
                    format!("must have at most {MAX_LABEL_CHARACTERS} characters"),
                ));
            }
        }
        Ok(())
    }
}
