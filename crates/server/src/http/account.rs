//! `GET /api/v1/export` and `DELETE /api/v1/me`: taking everything along, and leaving.

use std::io;
use std::sync::Arc;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use recollect_engine::{Engine, ExportFrom, ExportPart};
use recollect_model::{AuditAction, LabelFilter, UserId};
use serde::Serialize;
use utoipa::ToSchema;

use super::audit::ActReply;
use super::body::{Sent, body};
use super::caller::{Account, Permitted};
use super::done::{Done, done};
use super::entities::OneEntity;
use super::error::{ApiError, Refusals};
use super::exported::{ExportedDecisionReply, ExportedLogReply, ExportedNameReply};
use super::fresh::Fresh;
use super::kinds::text;
use super::labels::wanted_by;
use super::limits::{CallerPlace, Limits};
use super::me::AccountReply;
use super::origin::ClientAddress;
use super::parameters::Parameters;
use super::spaces::SpaceReply;
use super::statements::StatementReply;

/// All that an account has.
#[derive(Serialize, ToSchema)]
#[schema(as = Export)]
pub(crate) struct ExportReply {
    account: AccountReply,
    spaces: Vec<SpaceReply>,
    /// The texts, verbatim, with what became of them.
    logs: Vec<ExportedLogReply>,
    /// The entities with all their names.
    entities: Vec<OneEntity>,
    /// What is said of them, with the places that say so.
    statements: Vec<StatementReply>,
    /// What was decided about facts, the newest first.
    decisions: Vec<ExportedDecisionReply>,
    /// What was asked for about names: which are one entity, what an entity is called, and what it is.
    names: Vec<ExportedNameReply>,
    /// What was done with the account, the newest first.
    audit: Vec<ActReply>,
}

body! {
    /// The body that deletes an account.
    pub(crate) struct DeletionBody as AccountDeletion {
        /// The account's address, as a confirmation.
        #[example = "you@example.com"]
        confirm: String = text(None),
    }
}

/// Export everything
///
/// One document, sent as it is read: the account, spaces, texts, entities, statements with their evidence, what was decided
/// about facts and names, and the audit trail. Of chosen texts, only the entities, statements and decisions that these texts
/// name or say, as they stand by all texts; an import takes it in. It waits for its reader, and a caller has one at a time. A session must be of a login of the last minutes. Where reading fails on the way, the connection breaks: the reply
/// never ends as if it were whole.
#[utoipa::path(
    get,
    path = "/api/v1/export",
    operation_id = "exportAccount",
    tag = "account",
    security(("bearer" = ["account"])),
    params(
        ("tags" = Option<String>, Query, description = "Of the texts, only those with at least one of these tags, with commas between them"),
        ("allTags" = Option<String>, Query, description = "Of the texts, only those with all of these tags"),
        ("noTags" = Option<String>, Query, description = "Of the texts, only those with none of these tags"),
        ("metadata" = Option<String>, Query, description = "JSON: an object with `any`, `all` or `none`, each an object of names and values"),
    ),
    responses((status = 200, description = "Everything", body = ExportReply), Refusals),
)]
pub(crate) async fn export(
    State(engine): State<Arc<Engine>>,
    State(limits): State<Arc<Limits>>,
    Fresh(caller): Fresh<Permitted<Account>>,
    ClientAddress(address): ClientAddress,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    let labels = wanted_by(&parameters)?;
    let place = limits.export(caller.user)?;
    // What can be refused is refused before the reply begins.
    let first = engine
        .export(caller.user, ExportFrom::default(), &labels)
        .await?;
    engine
        .record_act(caller.user, AuditAction::Exported, String::new(), address)
        .await?;
    let writer = Writer {
        labels,
        engine,
        user: caller.user,
        section: "",
        _place: place,
    };
    let parts = stream::unfold(
        (writer, Next::Part(first)),
        |(mut writer, next)| async move {
            let (part, from) = match next {
                Next::Part(first) => first,
                Next::From(from) => match writer
                    .engine
                    .export(writer.user, from, &writer.labels)
                    .await
                {
                    Ok(part) => part,
                    Err(error) => {
                        tracing::error!("an export breaks off: {error}");
                        // The connection breaks: a reply that ended well would be taken for everything.
                        let broken = io::Error::other("the export could not be read to its end");
                        return Some((Err(broken), (writer, Next::End)));
                    }
                },
                Next::End => return None,
            };
            let mut text = writer.write(part);
            let next = from.map_or(Next::End, Next::From);
            if matches!(next, Next::End) {
                text.push_str("]}\n");
            }
            Some((Ok(Bytes::from(text)), (writer, next)))
        },
    );
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (
            CONTENT_DISPOSITION,
            "attachment; filename=\"recollect-export.json\"",
        ),
        (CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// Delete the account with everything that it has
///
/// A session must be of a login of the last minutes.
#[utoipa::path(
    delete,
    path = "/api/v1/me",
    operation_id = "deleteAccount",
    tag = "account",
    security(("bearer" = ["account"])),
    request_body = DeletionBody,
    responses((status = 200, description = "Gone", body = Done), Refusals),
)]
pub(crate) async fn delete(
    State(engine): State<Arc<Engine>>,
    Fresh(caller): Fresh<Permitted<Account>>,
    Sent(body): Sent<DeletionBody>,
) -> Result<Json<Done>, ApiError> {
    engine.delete_account(caller.user, &body.confirm).await?;
    Ok(done())
}

/// What of an export comes next.
enum Next {
    Part((ExportPart, Option<ExportFrom>)),
    From(ExportFrom),
    End,
}

/// Writes the parts as one JSON document.
struct Writer {
    engine: Arc<Engine>,
    user: UserId,
    /// Which texts are wanted.
    labels: LabelFilter,
    /// The list that is open.
    section: &'static str,
    /// Given back when the last part is sent, or nobody waits for it any more.
    _place: CallerPlace,
}

impl Writer {
    fn write(&mut self, part: ExportPart) -> String {
        match part {
            ExportPart::Account(account) => {
                let account = AccountReply::from(account);
                let account = serde_json::to_string(&account).unwrap_or_default();
                format!("{{\"account\":{account}")
            }
            ExportPart::Spaces(spaces) => {
                self.list("spaces", spaces.into_iter().map(SpaceReply::from))
            }
            ExportPart::Logs(logs) => {
                self.list("logs", logs.into_iter().map(ExportedLogReply::from))
            }
            ExportPart::Entities(entities) => {
                self.list("entities", entities.into_iter().map(OneEntity::from))
            }
            ExportPart::Statements(known) => {
                self.list("statements", known.into_iter().map(StatementReply::from))
            }
            ExportPart::Decisions(decisions) => {
                let decisions = decisions.into_iter();
                self.list("decisions", decisions.map(ExportedDecisionReply::from))
            }
            ExportPart::Names(names) => {
                self.list("names", names.into_iter().map(ExportedNameReply::from))
            }
            ExportPart::Audit(entries) => {
                self.list("audit", entries.into_iter().map(ActReply::from))
            }
        }
    }

    /// The next items of a list; the list before it is closed when another begins.
    fn list<T: Serialize>(
        &mut self,
        section: &'static str,
        items: impl Iterator<Item = T>,
    ) -> String {
        let mut text = String::new();
        let is_new = self.section != section;
        if is_new {
            let end = if self.section.is_empty() { "" } else { "]" };
            text = format!("{end},\"{section}\":[");
            self.section = section;
        }
        for (number, item) in items.enumerate() {
            if !(is_new && number == 0) {
                text.push(',');
            }
            // Names, numbers and texts are always JSON.
            text.push_str(&serde_json::to_string(&item).unwrap_or_default());
        }
        text
    }
}
