//! Webhooks: where a user's events are delivered to, and what became of each delivery.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use serde_json::{Map, Value, json};

use crate::{DeliveryId, Environment, EventDetail, EventKind, NewEvent, WebhookId};

const SECRET_PREFIX: &str = "whsec_";
const SECRET_BYTES: usize = 32;
/// A secret is at most so long.
pub const MAX_SECRET_BYTES: usize = 512;
/// Of a secret shorter than this nothing is shown as its hint.
const HINTED_SECRET: usize = 24;

/// An address that a user's events are delivered to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Webhook {
    /// Its identifier.
    pub id: WebhookId,
    /// Where to: `http` or `https`.
    pub url: String,
    /// What its owner says of it.
    pub description: Option<String>,
    /// What it is told of; every kind, also of those to come, when `None`.
    pub events: Option<Vec<EventKind>>,
    /// What its deliveries are signed with.
    pub secret: WebhookSecret,
    /// What they are signed with as well, for a while after the secret was replaced.
    pub previous_secret: Option<PreviousSecret>,
    /// Whether anything is delivered.
    pub is_enabled: bool,
    /// When and why the service disabled it, until it is enabled again.
    pub disabled: Option<Disabled>,
    /// The first failed attempt since the last that succeeded.
    pub failing_since: Option<Timestamp>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last changed by its owner.
    pub updated_at: Timestamp,
}

impl Webhook {
    /// Whether it wants to be told of this.
    pub fn chose(&self, kind: EventKind) -> bool {
        self.events
            .as_ref()
            .is_none_or(|events| events.contains(&kind))
    }
}

/// A secret that was replaced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PreviousSecret {
    /// The secret.
    pub secret: WebhookSecret,
    /// Until when it signs beside the new one.
    pub until: Timestamp,
}

/// That the service disabled a webhook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disabled {
    /// When.
    pub at: Timestamp,
    /// Why, as a sentence without its full stop.
    pub reason: String,
}

/// What deliveries are signed with: `whsec_` and a key in base64, or any other text. Its `Debug` prints nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookSecret(String);

/// A text that is no secret to sign with; what is wrong with it, to be read after the field's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidSecret(&'static str);

impl WebhookSecret {
    /// A new one: `whsec_` and 32 random bytes in base64.
    pub fn new(environment: &Environment) -> Self {
        let key = environment.random::<SECRET_BYTES>();
        Self(format!("{SECRET_PREFIX}{}", STANDARD.encode(key)))
    }

    /// One that its owner chose, or that was stored.
    pub fn of_text(text: &str) -> Result<Self, InvalidSecret> {
        if text.trim().is_empty() || text.contains('\0') {
            return Err(InvalidSecret("must not be blank and have no NUL"));
        }
        if text.len() > MAX_SECRET_BYTES {
            return Err(InvalidSecret("must be at most 512 bytes long"));
        }
        if let Some(key) = text.strip_prefix(SECRET_PREFIX)
            && decode(key).is_none_or(|key| key.is_empty())
        {
            return Err(InvalidSecret(
                "starts with whsec_, which base64 must follow",
            ));
        }
        Ok(Self(text.to_owned()))
    }

    /// The key of its Standard Webhooks signature: what follows `whsec_`, decoded; of any other text its bytes.
    pub fn key(&self) -> Vec<u8> {
        let key = self.0.strip_prefix(SECRET_PREFIX).and_then(decode);
        key.unwrap_or_else(|| self.0.as_bytes().to_vec())
    }

    /// The secret itself: the key of `X-Hub-Signature-256`, and to be shown once.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Enough of it to tell secrets apart, of a short one nothing.
    pub fn hint(&self) -> String {
        if self.0.chars().count() < HINTED_SECRET {
            return "…".to_owned();
        }
        let shown = if self.0.starts_with(SECRET_PREFIX) {
            SECRET_PREFIX.len() + 4
        } else {
            4
        };
        let beginning: String = self.0.chars().take(shown).collect();
        format!("{beginning}…")
    }
}

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebhookSecret(…)")
    }
}

/// Some secrets end without the padding that base64 asks for.
fn decode(key: &str) -> Option<Vec<u8>> {
    let key = key.trim_end_matches('=');
    base64::engine::general_purpose::STANDARD_NO_PAD
        .decode(key)
        .ok()
}

/// What a delivery tells of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeliveryKind {
    /// Something that happened.
    Event(EventKind),
    /// Nothing: its owner wants to see whether it arrives.
    Test,
}

impl DeliveryKind {
    const TEST: &str = "webhook.test";

    /// The name the interface and the database use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Event(kind) => kind.as_str(),
            Self::Test => Self::TEST,
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        if name == Self::TEST {
            return Some(Self::Test);
        }
        EventKind::from_name(name).map(Self::Event)
    }
}

/// Where a delivery stands. `Delivered` and `Exhausted` are terminal, unless it is replayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum DeliveryState {
    /// It waits for its first or its next attempt.
    Pending,
    /// The receiver has taken it.
    Delivered,
    /// It is attempted no more.
    Exhausted,
}

impl DeliveryState {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Pending, Self::Delivered, Self::Exhausted];

    /// The name the interface and the database use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Delivered => "delivered",
            Self::Exhausted => "exhausted",
        }
    }

    /// The state of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == name)
    }
}

/// One event on its way to one webhook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delivery {
    /// Its identifier, the same at every attempt: the receiver knows by it what it has seen before.
    pub id: DeliveryId,
    /// Its place in the order of the webhook's deliveries: from 1, without gaps.
    pub sequence: u64,
    /// The event's place in the order of the user's events; none for a test.
    pub event_sequence: Option<u64>,
    /// What it tells of.
    pub kind: DeliveryKind,
    /// What is sent, the same at every attempt.
    pub body: String,
    /// Where it stands.
    pub state: DeliveryState,
    /// How often it was attempted.
    pub attempts: u32,
    /// When it was written.
    pub created_at: Timestamp,
    /// When it is attempted again; none for one that waits for its first attempt, and at its end.
    pub next_attempt_at: Option<Timestamp>,
    /// When it was delivered or given up.
    pub ended_at: Option<Timestamp>,
    /// Why it is not delivered.
    pub error: Option<String>,
    /// The last attempts, the last one first.
    pub recent: Vec<Attempt>,
}

/// One attempt at a delivery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// From 1.
    pub number: u32,
    /// When it began.
    pub started_at: Timestamp,
    /// How long it took.
    pub duration_ms: u64,
    /// What the receiver answered, if it did.
    pub status: Option<u16>,
    /// Why it failed; none when it succeeded.
    pub error: Option<String>,
}

/// What a delivery's body is made of.
#[derive(Clone, Debug)]
pub struct Notification<'a> {
    /// The delivery.
    pub id: DeliveryId,
    /// The webhook it goes to.
    pub webhook: WebhookId,
    /// Its place in the order of the webhook's deliveries.
    pub sequence: u64,
    /// When it happened.
    pub at: Timestamp,
    /// What happened, with its place in the order of the user's events; a test otherwise.
    pub event: Option<(u64, &'a NewEvent, &'a EventDetail)>,
}

impl Notification<'_> {
    /// What it tells of.
    pub fn kind(&self) -> DeliveryKind {
        self.event.map_or(DeliveryKind::Test, |(_, event, _)| {
            DeliveryKind::Event(event.kind)
        })
    }

    /// The body, a JSON object as `docs/webhooks.md` describes it: identifiers and counts, and no words of a text.
    pub fn body(&self) -> String {
        let mut data = Map::new();
        let event_sequence = self.event.map(|(sequence, event, detail)| {
            tell(&mut data, event, detail);
            sequence
        });
        if self.event.is_none() {
            data.insert("webhookId".to_owned(), json!(self.webhook.to_string()));
        }
        json!({
            "id": self.id.to_string(),
            "type": self.kind().as_str(),
            "timestamp": self.at.to_string(),
            "sequence": self.sequence,
            "eventSequence": event_sequence,
            "data": data,
        })
        .to_string()
    }
}

fn tell(data: &mut Map<String, Value>, event: &NewEvent, detail: &EventDetail) {
    let status = match event.kind {
        EventKind::EpisodeCompleted => Some("completed"),
        EventKind::EpisodeFailed => Some("failed"),
        EventKind::EpisodeDeleted | EventKind::StatementInvalidated => None,
    };
    let text = |id: Option<&dyn ToString>| id.map(ToString::to_string);
    let texts = [
        ("spaceId", Some(event.space.to_string())),
        ("logId", text(event.log.as_ref().map(|id| id as _))),
        (
            "episodeUUID",
            text(event.episode.as_ref().map(|id| id as _)),
        ),
        (
            "statementId",
            text(event.statement.as_ref().map(|id| id as _)),
        ),
        ("status", status.map(str::to_owned)),
        ("source", detail.source.clone()),
        ("sessionId", detail.session.clone()),
        ("error", detail.error.clone()),
    ];
    for (name, value) in texts {
        if let Some(value) = value {
            data.insert(name.to_owned(), json!(value));
        }
    }
    if let Some(counts) = detail.understood {
        for (name, count) in [
            ("passages", counts.passages),
            ("mentions", counts.mentions),
            ("facts", counts.facts),
        ] {
            data.insert(name.to_owned(), json!(count));
        }
    }
}
