//! How the document describes what an operation may refuse, with a refusal of each kind.

use std::time::Duration;

use recollect_engine::{EngineError, Sought};
use recollect_model::Scope;
use utoipa::IntoResponses;

use super::{ApiError, ErrorReply, Face, KeyFault, Limit};

/// The refusals that every operation behind a key may answer with.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes the answers, which `ApiError` gives")]
pub(crate) enum Refusals {
    /// A field is missing or wrong, or the body is no JSON object; `details.field` names it.
    #[response(status = 400)]
    BadRequest(ErrorReply),
    /// No key, or one that opens nothing.
    #[response(status = 401, headers(("WWW-Authenticate" = String, description = "How to authenticate (RFC 6750)")))]
    Unauthorized(ErrorReply),
    /// The credential lacks the operation's scope, or a session's cookie came from another site or is of a login that is too old.
    #[response(status = 403)]
    Forbidden(ErrorReply),
    /// No such thing, or somebody else's.
    #[response(status = 404)]
    NotFound(ErrorReply),
    /// The body took too long to arrive.
    #[response(status = 408)]
    TooSlow(ErrorReply),
    /// It cannot be done in the state things are in.
    #[response(status = 409)]
    Conflict(ErrorReply),
    /// The body is over a configured limit.
    #[response(status = 413)]
    TooLarge(ErrorReply),
    /// The body is compressed, or of a kind that is not read.
    #[response(status = 415)]
    NotRead(ErrorReply),
    /// Something else was asked under this `Idempotency-Key`.
    #[response(status = 422)]
    KeyReused(ErrorReply),
    /// The caller asks too often, or for too much at once.
    #[response(status = 429, headers(("Retry-After" = u64, description = "Seconds to wait")))]
    TooMany(ErrorReply),
    /// The address and the headers are too long.
    #[response(status = 431)]
    HeadTooLarge(ErrorReply),
    /// A defect; the server's log says what.
    #[response(status = 500)]
    Internal(ErrorReply),
    /// The database cannot be written or read now, or too many requests are under way; nothing was acknowledged.
    #[response(status = 503, headers(("Retry-After" = u64, description = "Seconds to wait")))]
    Unavailable(ErrorReply),
}

/// A refusal that is really given, for each status that has one.
pub(in crate::http) fn refusal_examples() -> Vec<(String, serde_json::Value)> {
    let conflict = EngineError::Conflict {
        reason: "a space of that name exists already".to_owned(),
    };
    let wait = Duration::from_secs(3);
    let refusals = [
        ApiError::missing("referenceTime"),
        ApiError::InvalidKey,
        ApiError::MissingScope(Scope::MemoryWrite),
        EngineError::NotFound { what: Sought::Log }.into(),
        Limit::BodyTooSlow.into(),
        conflict.into(),
        ApiError::BodyTooLarge,
        ApiError::EncodedBody("gzip".to_owned()),
        ApiError::Keyed(KeyFault::Reused),
        Limit::Rate {
            wait,
            burst: 10_000,
        }
        .into(),
        Limit::HeadTooLarge.into(),
        ApiError::Internal,
        Limit::AllAtOnce.into(),
    ];
    let examples = refusals.iter().map(|refusal| {
        let face = Face::of(refusal);
        let status = face.status.as_str().to_owned();
        let body = serde_json::to_value(ErrorReply::from(face)).unwrap_or_default();
        (status, body)
    });
    examples.collect()
}
