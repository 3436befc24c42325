//! What things are: identifiers, time, episodes, logs, the graph, accounts and secrets.
//!
//! This crate does no input or output and knows no async. Everything above it speaks in these types, so a
//! pending thing and a finished thing differ by type, one identifier cannot be passed for another, and the
//! clock and the dice are parameters ([`Environment`]).

mod access;
mod account;
mod calendar;
mod decision;
mod detail;
mod entity;
mod environment;
mod episode;
mod event;
mod front_matter;
mod id;
mod import;
mod labels;
mod log;
mod login;
mod naming;
mod oauth;
mod relation;
mod space;
mod statement;
mod text;
mod time;
mod vector;
mod webhook;

pub use access::{AuditAction, AuditEntry, Caller, Credential, InvalidScope, Maker, Scope, Scopes};
pub use account::{
    Account, ApiKey, ApiKeyToken, EmailAddress, InvalidEmailAddress, NamedBy, TokenHash,
};
pub use calendar::{Calendar, Told};
pub use decision::{Decision, Verdict};
pub use detail::{Detail, DetailRole, Details, Worth};
pub use entity::{Entity, EntityKey, EntityKind, EntityLink, LinkReason, Mention};
pub use environment::{
    Clock, Entropy, Environment, ManualClock, OsEntropy, SeededEntropy, SystemClock,
};
pub use episode::{AcceptedEpisode, Episode, EpisodeKind, Passage, PassageKey};
pub use event::{Event, EventDetail, EventKind, NewEvent, UnderstoodCounts};
pub use front_matter::without_front_matter;
pub use id::{
    ApiKeyId, ClientId, DecisionId, DeliveryId, EntityId, EpisodeId, GrantId, ImportId, InvalidId,
    LeaseToken, LogId, PasskeyId, SessionId, SigningKeyId, SpaceId, StatementId, UserId, WebhookId,
};
pub use import::{Import, ImportPace, ImportStatus};
pub use labels::{Label, LabelFilter, Labels};
pub use log::{Log, LogStatus, QueuePlace, QueueState};
pub use login::{LoginLink, LoginMethod, OpaqueToken, Passkey, Session, browser_name};
pub use naming::{Called, NamedPlace, NamedPlaces, reworded};
pub use oauth::{
    Authorization, AuthorizationCode, ClientAuthentication, ClientDocument, DeviceAnswer,
    DeviceAuthorization, Grant, GrantType, InvalidUserCode, OAuthClient, PrefixedToken,
    RefreshToken, SigningKey, TokenKind, UserCode,
};
pub use relation::{
    Aspect, Nature, ObjectPosition, ObjectType, Pattern, Relation, RelationDefinition, RelationName,
};
pub use space::{Revision, Space};
pub use statement::{
    Claim, Decided, Evidence, Modality, Object, Proposition, RecordedClaim, Slot, Statement,
};
pub use text::{CharRange, CharText, is_deceptive};
pub use time::{
    Interval, InvalidDateTime, InvalidTimeZone, Precision, ReferenceTime, bound, earlier, later,
    time_zone,
};
pub use vector::{Embedding, QuantizedVector};
pub use webhook::{
    Attempt, Delivery, DeliveryKind, DeliveryState, Disabled, InvalidSecret, MAX_SECRET_BYTES,
    Notification, PreviousSecret, Webhook, WebhookSecret,
};

pub use jiff::Timestamp;
