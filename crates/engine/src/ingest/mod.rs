//! Taking texts in: checks, then one durable commit, then the answer.
//!
//! Guarantees: when [`Engine::accept`] returns a log id, the text, its log and its place in the user's queue are on
//! disk. When it returns an error, nothing of the request was acknowledged; after [`EngineError::Unavailable`] the
//! commit may or may not have happened, as with any lost answer.

mod group;

use jiff::tz::TimeZone;
use recollect_model::{
    AcceptedEpisode, EpisodeId, EpisodeKind, ImportId, Labels, LogId, ReferenceTime, SpaceId,
    Timestamp, UserId, time_zone,
};
use recollect_storage::Acceptance;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::{Engine, EngineError, Sought, text};

pub(crate) use group::{Awaited, GroupCommit};

/// What a text is called, where it comes from and what it is part of have at most so many characters.
pub const MAX_LABEL: usize = 512;
/// A text has at most so many tags.
pub const MAX_TAGS: usize = 50;
/// A tag has at most so many characters.
pub const MAX_TAG: usize = 100;
/// Everything in a request but the text: it is kept with the log.
const MAX_REQUEST_BYTES: usize = 64 * 1024;
/// The beginning of the year 1: what was before that no RFC 3339 date-time tells.
pub(crate) const FIRST: Timestamp = Timestamp::constant(-62_135_596_800, 0);

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
    /// What it is known by and sorted by.
    pub more: TextOptions,
}

/// What a text may be sent with besides.
#[derive(Debug, Clone, Default)]
pub struct TextOptions {
    /// What whoever sends it calls it: it takes the place of the text that has this name in its space.
    pub external_id: Option<String>,
    /// Tags and metadata.
    pub labels: Labels,
    /// The import that brings it.
    pub import: Option<ImportId>,
    /// Whether it is one of many that nobody waits for: it goes to the lane of what imports bring.
    pub is_bulk: bool,
    /// Whether nobody named its time: it is that of the request.
    pub is_undated: bool,
    /// When it is to be forgotten.
    pub expires_at: Option<Timestamp>,
    /// When another server of ours accepted it, of a text that our own export brings. What lies ahead is passed over.
    pub known_since: Option<Timestamp>,
    /// What its identifiers follow from: sent again with the same, it is the same text. Others by chance without.
    pub operation: Option<Operation>,
}

/// What the identifiers of one text follow from: a request, and which of its texts it is.
#[derive(Debug, Clone)]
pub struct Operation {
    /// The request, as [`begin_keyed`](Engine::begin_keyed) gave it.
    pub request: String,
    /// The number of the text in it.
    pub number: usize,
}

impl Operation {
    /// A UUID of version 8 (RFC 9562, 5.8) out of the hash of all this.
    fn id(&self, what: &str) -> u128 {
        let hash = Sha256::digest(format!("{what} {} {}", self.number, self.request));
        let bits = hash
            .iter()
            .take(16)
            .fold(0_u128, |bits, byte| (bits << 8) | u128::from(*byte));
        bits & !(0xf << 76) & !(0x3 << 62) | (0x8 << 76) | (0x2 << 62)
    }
}

/// A text that is on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accepted {
    /// The log that follows it.
    pub log: LogId,
    /// What it is to what was there.
    pub as_what: AcceptedAs,
}

/// What an accepted text is to what was there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AcceptedAs {
    /// It is new.
    Added,
    /// It takes the place of the text that this log follows, once it is processed.
    Replacing(LogId),
    /// A text of its name is there and says the same: the log is that one's.
    Unchanged,
}

impl AcceptedAs {
    /// The name the interface uses.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Replacing(_) => "replaced",
            Self::Unchanged => "unchanged",
        }
    }
}

impl Engine {
    /// Accepts a text: after this it survives a crash, and will be processed after the user's earlier ones.
    ///
    /// # Errors
    ///
    /// [`EngineError::Invalid`] and [`EngineError::TooLarge`] for the text or what is sent with it; [`EngineError::NotFound`] for its space;
    /// [`EngineError::OverQuota`].
    pub async fn accept(&self, user: UserId, text: NewText) -> Result<LogId, EngineError> {
        self.accept_version(user, text)
            .await
            .map(|accepted| accepted.log)
    }

    /// The same, and says what it is to what was there.
    pub async fn accept_version(
        &self,
        user: UserId,
        text: NewText,
    ) -> Result<Accepted, EngineError> {
        let mut accepted = self.accept_all(user, vec![Ok(text)]).await;
        accepted
            .pop()
            .unwrap_or(Err(EngineError::not_found(Sought::DefaultSpace)))
    }

    /// Accepts many, in their order, each by itself: what becomes of one does not touch the others. Those that were refused
    /// before are handed through.
    pub async fn accept_all<E: From<EngineError>>(
        &self,
        user: UserId,
        texts: Vec<Result<NewText, E>>,
    ) -> Vec<Result<Accepted, E>> {
        let sent = self.send_all(user, texts).await;
        self.answers(user, sent).await
    }

    /// Gives many to be stored, in their order, and waits for none of them.
    pub(crate) async fn send_all<E: From<EngineError>>(
        &self,
        user: UserId,
        texts: Vec<Result<NewText, E>>,
    ) -> Vec<Result<Waiting, E>> {
        let mut known = KnownOfUser::default();
        let mut answers = Vec::with_capacity(texts.len());
        for text in texts {
            let text = match text {
                Ok(text) => self.prepare(user, text, &mut known).await,
                Err(error) => {
                    answers.push(Err(error));
                    continue;
                }
            };
            answers.push(match text {
                Ok(Prepared::There(log)) => Ok(Waiting::There(log)),
                Ok(Prepared::New(episode)) => {
                    let sent = Sent {
                        log: episode.log,
                        characters: episode.body.chars().count(),
                        is_bulk: episode.is_bulk,
                    };
                    let answer = self.group_commit.send(*episode).await;
                    answer
                        .map(|answer| Waiting::New(sent, answer))
                        .map_err(E::from)
                }
                Err(error) => Err(E::from(error)),
            });
        }
        answers
    }

    /// What became of those that were given to be stored.
    pub(crate) async fn answers<E: From<EngineError>>(
        &self,
        user: UserId,
        sent: Vec<Result<Waiting, E>>,
    ) -> Vec<Result<Accepted, E>> {
        let mut accepted = Vec::with_capacity(sent.len());
        for waiting in sent {
            accepted.push(match waiting {
                Ok(waiting) => self.accepted(user, waiting).await.map_err(E::from),
                Err(error) => Err(error),
            });
        }
        self.waiting.follow_if_asked(user);
        accepted
    }

    /// Checks a text, and gives it what it lacks.
    async fn prepare(
        &self,
        user: UserId,
        text: NewText,
        known: &mut KnownOfUser,
    ) -> Result<Prepared, EngineError> {
        self.check(&text)?;
        let space = match text.space.or(known.default_space) {
            Some(space) => space,
            None => {
                let space = self.default_space(user).await?;
                let space = space.ok_or(EngineError::not_found(Sought::DefaultSpace))?;
                *known.default_space.insert(space.id)
            }
        };
        let (log, episode) = match &text.more.operation {
            None => (
                LogId::new(&self.environment),
                EpisodeId::new(&self.environment),
            ),
            Some(operation) => {
                let log = LogId::from_u128(operation.id("log"));
                // The request was carried out before, and broke off before it was answered.
                if self.store.log(user, log).await?.is_some() {
                    return Ok(Prepared::There(log));
                }
                (log, EpisodeId::from_u128(operation.id("episode")))
            }
        };
        let reference_time = self.where_written(user, &text, known).await?;
        let now = self.environment.now();
        Ok(Prepared::New(Box::new(AcceptedEpisode {
            user,
            space,
            episode,
            log,
            session: text.session.filter(|session| !session.trim().is_empty()),
            source: text.source,
            kind: text.kind,
            body: text.body,
            reference_time,
            is_undated: text.more.is_undated,
            accepted_at: now,
            known_since: text.more.known_since.filter(|since| *since < now),
            request: text.request,
            external_id: text.more.external_id,
            labels: text.more.labels,
            import: text.more.import,
            is_bulk: text.more.is_bulk,
            expires_at: text.more.expires_at,
        })))
    }

    /// When a text was said, by the clock of whoever said it: one that says it in UTC by that of the account's zone, if it has
    /// one. What an import brings was looked at in its own.
    async fn where_written(
        &self,
        user: UserId,
        text: &NewText,
        known: &mut KnownOfUser,
    ) -> Result<ReferenceTime, EngineError> {
        let time = text.reference_time;
        if time.offset_s() != 0 || text.more.import.is_some() {
            return Ok(time);
        }
        let zone = match &mut known.zone {
            Some(zone) => zone,
            none => {
                let zone = self.account(user).await?.time_zone;
                none.insert(zone.and_then(|zone| time_zone(&zone).ok()))
            }
        };
        Ok(zone.as_ref().map_or(time, |zone| time.where_written(zone)))
    }

    async fn accepted(&self, user: UserId, waiting: Waiting) -> Result<Accepted, EngineError> {
        let (sent, answer) = match waiting {
            Waiting::There(log) => {
                let as_what = AcceptedAs::Added;
                return Ok(Accepted { log, as_what });
            }
            Waiting::New(sent, answer) => (sent, answer),
        };
        let answer = match GroupCommit::answer(answer).await {
            // The same request is carried out twice at once, and the other was first.
            Err(EngineError::Conflict { .. })
                if self.store.log(user, sent.log).await?.is_some() =>
            {
                let as_what = AcceptedAs::Added;
                let log = sent.log;
                return Ok(Accepted { log, as_what });
            }
            answer => answer?,
        };
        let as_what = match answer {
            Acceptance::UnknownSpace => {
                return Err(EngineError::not_found(Sought::Space));
            }
            Acceptance::OverQuota(quota) => return Err(self.over_quota(quota)),
            Acceptance::Held => {
                let reason = "the memory of this user is being changed".to_owned();
                return Err(EngineError::Unavailable { reason });
            }
            Acceptance::Unchanged(log) => {
                let as_what = AcceptedAs::Unchanged;
                return Ok(Accepted { log, as_what });
            }
            Acceptance::Stored => AcceptedAs::Added,
            Acceptance::Replaces(other) => AcceptedAs::Replacing(other),
        };
        let Sent {
            log, characters, ..
        } = sent;
        match sent.is_bulk {
            true => tracing::debug!(%log, %user, "accepted {characters} characters"),
            false => tracing::info!(%log, %user, "accepted {characters} characters"),
        }
        self.metrics.accepted();
        self.wake.notify_one();
        Ok(Accepted { log, as_what })
    }

    /// Whether these may be the words of a text.
    pub(crate) fn check_body(&self, body: &str) -> Result<(), EngineError> {
        text::not_blank("episodeBody", body)?;
        bounded("episodeBody", body, self.settings.max_text_bytes)?;
        text::without_nul("episodeBody", body)
    }

    fn check(&self, new: &NewText) -> Result<(), EngineError> {
        self.check_body(&new.body)?;
        bounded(longest(&new.request), &new.request, MAX_REQUEST_BYTES)?;
        if new.reference_time.instant() < FIRST || new.reference_time.civil().year() < 1 {
            let reason = "lies before the year 1, which no RFC 3339 date-time tells";
            return Err(EngineError::invalid("referenceTime", reason));
        }
        text::not_blank("source", &new.source)?;
        text::short("source", &new.source, MAX_LABEL)?;
        let session = new.session.as_deref().unwrap_or_default();
        text::short("sessionId", session, MAX_LABEL)?;
        text::findable("source", &new.source)?;
        text::findable("sessionId", session)?;
        if let Some(name) = &new.more.external_id {
            text::not_blank("externalId", name)?;
            text::short("externalId", name, MAX_LABEL)?;
            text::findable("externalId", name)?;
        }
        if new
            .more
            .expires_at
            .is_some_and(|at| at <= self.environment.now())
        {
            return Err(EngineError::invalid("expiresAt", "must lie ahead"));
        }
        let tags = &new.more.labels.tags;
        if tags.len() > MAX_TAGS {
            let reason = format!("must be at most {MAX_TAGS}");
            return Err(EngineError::invalid("tags", reason));
        }
        for tag in tags {
            text::not_blank("tags", tag)?;
            text::short("tags", tag, MAX_TAG)?;
        }
        let metadata = &new.more.labels.metadata;
        if metadata
            .iter()
            .any(|(name, value)| has_nul(name) || contains_nul(value))
        {
            return Err(EngineError::invalid("metadata", "must not contain NUL"));
        }
        Ok(())
    }
}

/// What was looked up of a user for a text before, and holds for the next.
#[derive(Default)]
struct KnownOfUser {
    default_space: Option<SpaceId>,
    /// The account's zone, or that it has none.
    zone: Option<Option<TimeZone>>,
}

/// A text on its way to the disk.
enum Prepared {
    /// It is there.
    There(LogId),
    /// It is to be stored.
    New(Box<AcceptedEpisode>),
}

/// A text whose commit is awaited.
pub(crate) enum Waiting {
    There(LogId),
    New(Sent, Awaited),
}

/// A text that was given to be stored.
pub(crate) struct Sent {
    log: LogId,
    characters: usize,
    /// Whether it is one of many.
    is_bulk: bool,
}

fn has_nul(text: &str) -> bool {
    text.contains('\0')
}

fn contains_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => has_nul(text),
        Value::Array(values) => values.iter().any(contains_nul),
        Value::Object(fields) => fields
            .iter()
            .any(|(name, value)| has_nul(name) || contains_nul(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Which of the fields that are kept beside a text's words is the longest; what has no name here counts as metadata.
fn longest(request: &str) -> &'static str {
    const METADATA: &str = "metadata";
    let known = ["title", "sourceURL", "integrationSlug", METADATA];
    if request.len() <= MAX_REQUEST_BYTES {
        return METADATA;
    }
    let fields: serde_json::Map<String, Value> = serde_json::from_str(request).unwrap_or_default();
    let longest = fields
        .iter()
        .max_by_key(|(_, value)| value.to_string().len());
    let named = longest.and_then(|(name, _)| known.into_iter().find(|known| known == name));
    named.unwrap_or(METADATA)
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
