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

use crate::{Engine, EngineError, text};

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
                self.default_space(user)
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
            Acceptance::Held => Err(EngineError::Unavailable {
                reason: "the memory of this user is being changed".to_owned(),
            }),
            Acceptance::Stored => {
                tracing::info!(%log, %user, %space, "accepted {characters} characters from {source:?}");
                self.wake.notify_one();
                Ok(log)
            }
        }
    }

    fn check(&self, new: &NewText) -> Result<(), EngineError> {
        text::not_blank("episodeBody", &new.body)?;
        bounded("episodeBody", &new.body, self.settings.max_text_bytes)?;
        text::without_nul("episodeBody", &new.body)?;
        bounded("metadata", &new.request, MAX_REQUEST_BYTES)?;
        text::not_blank("source", &new.source)?;
        text::short("source", &new.source, MAX_LABEL_CHARACTERS)?;
        let session = new.session.as_deref().unwrap_or_default();
        text::short("sessionId", session, MAX_LABEL_CHARACTERS)
    }
}

fn bounded(field: &'static str, text: &str, limit: usize) -> Result<(), EngineError> {
    let actual = text.len();
    match actual > limit {
        true => Err(EngineError::TooLarge {
            field,
            actual,
            limit,
        }),
        false => Ok(()),
    }
}
