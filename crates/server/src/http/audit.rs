//! `GET /api/v1/audit`: what was done with the caller's account.

use std::net::IpAddr;
use std::ops::RangeInclusive;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use recollect_engine::Engine;
use recollect_model::{AuditEntry, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::caller::{Account, Permitted};
use super::error::{ApiError, Refusals};
use super::parameters::Parameters;

const DEFAULT_LIMIT: usize = 50;
const LIMITS: RangeInclusive<u64> = 1..=1_000;
const NUMBERS: RangeInclusive<u64> = 1..=i64::MAX as u64;

/// The caller's audit trail.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditList {
    entries: Vec<AuditReply>,
    /// Whether there are older ones: ask again with the last `number` as `before`.
    has_more: bool,
}

/// Something that was done with the account.
#[derive(Serialize, ToSchema)]
#[schema(as = AuditEntry)]
pub(crate) struct AuditReply {
    /// Its place in the order, from 1.
    number: u64,
    #[serde(flatten)]
    act: ActReply,
}

/// What was done, and from where.
#[derive(Serialize, ToSchema)]
#[schema(as = Act)]
pub(crate) struct ActReply {
    /// Such as `login.succeeded`, `key.created` or `text.forgotten`.
    #[schema(example = "key.created")]
    action: &'static str,
    /// To what: a key by its name and first characters, a session by its browser, a text by its log's id.
    subject: String,
    /// The network address it came from; null for the command line and for the service itself.
    #[schema(value_type = Option<String>)]
    address: Option<IpAddr>,
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
}

/// Read what was done with the account
///
/// Logins that succeeded and failed, sessions ended, keys and webhooks made and removed, access granted and revoked, texts
/// forgotten, spaces deleted. The newest 10,000 entries are kept.
#[utoipa::path(
    get,
    path = "/api/v1/audit",
    operation_id = "listAudit",
    tag = "account",
    security(("bearer" = ["account"])),
    params(
        ("before" = Option<u64>, Query, minimum = 1, maximum = 9_223_372_036_854_775_807_i64, description = "Only entries with a lower number"),
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 1000, description = "The most entries; 50 by default"),
    ),
    responses((status = 200, description = "The newest first", body = AuditList), Refusals),
)]
pub(crate) async fn list(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<Account>,
    parameters: Parameters,
) -> Result<Json<AuditList>, ApiError> {
    let before = parameters.count("before", &NUMBERS)?;
    let limit = parameters.count("limit", &LIMITS)?.unwrap_or(DEFAULT_LIMIT);
    let most = u32::try_from(limit + 1).unwrap_or(u32::MAX);
    let before = before.map(|number| number as u64);
    let mut entries = engine.audit(caller.user, before, most).await?;
    let has_more = entries.len() > limit;
    entries.truncate(limit);
    let entries = entries.into_iter().map(AuditReply::from).collect();
    Ok(Json(AuditList { entries, has_more }))
}

impl From<(u64, AuditEntry)> for AuditReply {
    fn from((number, entry): (u64, AuditEntry)) -> Self {
        Self {
            number,
            act: entry.into(),
        }
    }
}

impl From<AuditEntry> for ActReply {
    fn from(entry: AuditEntry) -> Self {
        Self {
            action: entry.action.as_str(),
            subject: entry.subject,
            address: entry.address,
            at: entry.at,
        }
    }
}
