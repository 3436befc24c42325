//! `/api/v1/me` and `GET /api/v1/renewal`.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use recollect_engine::{Engine, MAX_OTHER_NAMES, MAX_PERSON_NAME, PersonUpdate, Quotas, Usage};
use recollect_model::{Account, Scope, Scopes, Timestamp, UserId};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::{Body, Sent, body};
use super::caller::{Account as AccountScope, MemoryRead, Permitted};
use super::error::{ApiError, Refusals};
use super::kinds::{list, text, text_like};
use super::origin::ClientAddress;

/// An account, and what may be done with it.
#[derive(Serialize, ToSchema)]
pub(crate) struct Me {
    #[serde(flatten)]
    account: AccountReply,
    /// What the credential of this request allows.
    #[schema(example = json!(["memory:read"]))]
    scopes: Vec<&'static str>,
    /// How much the account keeps and has sent.
    usage: UsageReply,
    /// How much it may; `null` where there is no limit.
    quotas: QuotasReply,
}

/// How much an account keeps and has sent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Usage)]
pub(crate) struct UsageReply {
    /// Texts kept, those in the queue among them.
    texts: u64,
    /// Bytes of them together, in UTF-8.
    bytes: u64,
    /// Texts accepted today, UTC.
    texts_today: u64,
}

/// How much an account may keep and send; `null` is no limit.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Quotas)]
pub(crate) struct QuotasReply {
    /// Texts kept at the same time.
    texts: Option<u64>,
    /// Bytes of them together.
    bytes: Option<u64>,
    /// Texts accepted on one day, UTC.
    texts_a_day: Option<u64>,
}

/// An account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Account)]
pub(crate) struct AccountReply {
    #[schema(value_type = String, format = "uuid")]
    id: UserId,
    /// What the person is called; empty when nobody said.
    name: String,
    email: String,
    /// What else the person is called: whoever has one of these names in a text is the person.
    also_called: Vec<String>,
    /// The person's time zone, by its name in the IANA database; `null` when nobody said.
    #[schema(example = "Europe/Berlin")]
    time_zone: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
}

const ONE_LINE: &str = "^[^\\u0000-\\u001F\\u007F-\\u009F]*$";
const NOT_BLANK_LINE: &str = "^[^\\u0000-\\u001F\\u007F-\\u009F]*[^\\u0000-\\u001F\\u007F-\\u009F\\s][^\\u0000-\\u001F\\u007F-\\u009F]*$";

body! {
    /// The body that changes an account: at least one of these. What is not given stays as it is.
    pub(crate) struct MeBody {
        /// What to call the person, in the facts that are about them.
        #[example = "Anna"]
        name: Option<String> = text_like(NOT_BLANK_LINE, 1, MAX_PERSON_NAME),
        /// What else the person is called, in place of what was known; at most 20 names.
        #[example = ["Anni", "Anna Berg"]]
        also_called: Option<Vec<String>> = list(0, MAX_OTHER_NAMES, || {
            text_like(ONE_LINE, 0, MAX_PERSON_NAME)
        }),
        /// The person's time zone, by its name in the IANA database; empty for none.
        #[example = "Europe/Berlin"]
        time_zone: Option<String> = text(None),
    }
}

/// Show the caller's account
#[utoipa::path(
    get,
    path = "/api/v1/me",
    operation_id = "getAccount",
    tag = "account",
    security(("bearer" = ["memory:read"])),
    responses((status = 200, description = "The account, and what the credential allows", body = Me), Refusals),
)]
pub(crate) async fn show(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
) -> Result<Json<Me>, ApiError> {
    let account = engine.account(caller.user).await?;
    let usage = engine.usage(caller.user).await?;
    Ok(Json(Me::of(account, caller.scopes, usage)))
}

/// Change what the caller is called, and where they are
///
/// Texts that are read from now on name the person so; facts that were understood before keep their words. Whoever has one of
/// the other names is the person, in what was understood before, too.
#[utoipa::path(
    put,
    path = "/api/v1/me",
    operation_id = "updateAccount",
    tag = "account",
    security(("bearer" = ["account"])),
    request_body = MeBody,
    responses((status = 200, description = "Changed", body = Me), Refusals),
)]
pub(crate) async fn update(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<AccountScope>,
    ClientAddress(address): ClientAddress,
    Sent(body): Sent<MeBody>,
) -> Result<Json<Me>, ApiError> {
    let update = PersonUpdate {
        name: body.name,
        also_called: body.also_called,
        time_zone: body.time_zone,
    };
    if update == PersonUpdate::default() {
        return Err(ApiError::NothingGiven(MeBody::names()));
    }
    let account = engine.update_person(caller.user, update, address).await?;
    let usage = engine.usage(caller.user).await?;
    Ok(Json(Me::of(account, caller.scopes, usage)))
}

impl Me {
    fn of(account: Account, scopes: Scopes, (usage, quotas): (Usage, Quotas)) -> Self {
        Self {
            account: account.into(),
            scopes: scopes.iter().map(Scope::as_str).collect(),
            usage: UsageReply {
                texts: usage.texts,
                bytes: usage.bytes,
                texts_today: usage.texts_today,
            },
            quotas: QuotasReply {
                texts: quotas.texts,
                bytes: quotas.bytes,
                texts_a_day: quotas.texts_a_day,
            },
        }
    }
}

impl From<Account> for AccountReply {
    fn from(account: Account) -> Self {
        Self {
            id: account.id,
            name: account.name,
            email: account.email.as_str().to_owned(),
            also_called: account.also_called,
            time_zone: account.time_zone,
            created_at: account.created_at,
        }
    }
}

/// How far the caller's memory is renewed.
#[derive(Serialize, ToSchema)]
pub(crate) struct RenewalReply {
    /// Episodes that were read by the extractor and the embedding model in use.
    done: u64,
    /// All that are processed.
    total: u64,
}

/// Show how far the caller's memory is renewed
///
/// After a change of the extractor or the embedding model, what was read before is read anew in the background.
#[utoipa::path(
    get,
    path = "/api/v1/renewal",
    operation_id = "getRenewal",
    tag = "account",
    security(("bearer" = ["memory:read"])),
    responses((status = 200, description = "The progress", body = RenewalReply), Refusals),
)]
pub(crate) async fn renewal(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
) -> Result<Json<RenewalReply>, ApiError> {
    let progress = engine.renewal_progress(caller.user).await?;
    Ok(Json(RenewalReply {
        done: progress.done,
        total: progress.total,
    }))
}
