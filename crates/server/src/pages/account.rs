//! The account: what was done with it, taking everything along, and leaving.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use recollect_engine::{Engine, PersonUpdate, Quotas, Usage};
use recollect_model::{AuditAction, PasskeyId, browser_name};

use super::filled::{Asked, Filled};
use super::moment::Moment;
use super::page;
use super::refusal::{Refusal, complaint};
use super::shell::Shell;
use crate::http::session::SignedIn;
use crate::http::{App, BaseUrl, ClientAddress, Fresh, log_in_again};

/// So much of the audit trail is shown.
const SHOWN: u32 = 30;

#[derive(Template)]
#[template(path = "account.html")]
struct AccountPage {
    shell: Shell,
    since: Moment,
    audit: Vec<Entry>,
    also_called: String,
    kept: Vec<(&'static str, String)>,
    passkeys: Vec<Passkey>,
    /// Whether passkeys can be used at the address of the page.
    takes_passkeys: bool,
    /// Whether the login is fresh enough to export everything, and to leave.
    is_fresh: bool,
    /// Whether the account was to be deleted just now, and was not.
    is_deleting: bool,
}

/// A passkey in the list.
#[derive(Debug)]
struct Passkey {
    id: PasskeyId,
    name: String,
    created: Moment,
    used: Option<Moment>,
}

/// A line of the audit trail.
#[derive(Debug)]
struct Entry {
    at: Moment,
    what: &'static str,
    subject: String,
    address: String,
}

/// The page.
pub(crate) async fn show(
    State(app): State<App>,
    person: SignedIn,
    base: BaseUrl,
    Asked(asked): Asked,
) -> Result<Response, Refusal> {
    let shell = Shell::of(&app.engine, person, "account")
        .await?
        .after(&asked);
    render(&app, person, &base, StatusCode::OK, shell, false).await
}

/// Takes in what the person is called, and where they are.
pub(crate) async fn introduce(
    State(app): State<App>,
    person: SignedIn,
    base: BaseUrl,
    ClientAddress(address): ClientAddress,
    form: Filled,
) -> Result<Response, Refusal> {
    let names = form.text("also_called").split(',');
    let update = PersonUpdate {
        name: Some(form.text("name").to_owned()),
        also_called: Some(names.map(str::to_owned).collect()),
        time_zone: Some(form.text("time_zone").to_owned()),
    };
    match app.engine.update_person(person.user, update, address).await {
        Ok(_) if form.text("back") == "/" => Ok(Redirect::to("/?done=introduced").into_response()),
        Ok(_) => Ok(Redirect::to("/account?done=saved").into_response()),
        Err(error) => {
            let (status, problem) = complaint(error)?;
            let shell = Shell::of(&app.engine, person, "account")
                .await?
                .with_problem(problem);
            render(&app, person, &base, status, shell, false).await
        }
    }
}

/// Leads to the export, by way of another login where the last one is too old.
pub(crate) async fn export(State(app): State<App>, person: SignedIn) -> Result<Response, Refusal> {
    let is_fresh = app
        .engine
        .is_fresh_login(person.user, person.session)
        .await?;
    Ok(match is_fresh {
        true => Redirect::to("/api/v1/export").into_response(),
        // A download leaves the browser where it was: better here than on the page of the link.
        false => log_in_again("/account"),
    })
}

/// Deletes the account, when its address was typed.
pub(crate) async fn delete(
    State(app): State<App>,
    Fresh(person): Fresh<SignedIn>,
    base: BaseUrl,
    form: Filled,
) -> Result<Response, Refusal> {
    match app
        .engine
        .delete_account(person.user, form.text("confirm"))
        .await
    {
        Ok(()) => Ok(Redirect::to("/login?done=account-deleted").into_response()),
        Err(error) => {
            let (status, problem) = complaint(error)?;
            let shell = Shell::of(&app.engine, person, "account")
                .await?
                .with_problem(problem);
            render(&app, person, &base, status, shell, true).await
        }
    }
}

async fn render(
    app: &App,
    person: SignedIn,
    base: &BaseUrl,
    status: StatusCode,
    shell: Shell,
    is_deleting: bool,
) -> Result<Response, Refusal> {
    let account = app.engine.account(person.user).await?;
    let is_fresh = app
        .engine
        .is_fresh_login(person.user, person.session)
        .await?;
    let passkeys = app.engine.passkeys(person.user).await?;
    let passkeys = passkeys.into_iter().map(|passkey| Passkey {
        id: passkey.id,
        name: passkey.name,
        created: Moment(passkey.created_at),
        used: passkey.last_used_at.map(Moment),
    });
    let passkeys = passkeys.collect();
    let kept = amounts(app.engine.usage(person.user).await?);
    let entries = app.engine.audit(person.user, None, SHOWN).await?;
    let audit = entries.into_iter().map(|(_, entry)| Entry {
        at: Moment(entry.at),
        what: in_words(entry.action),
        subject: match entry.action {
            AuditAction::LoggedIn | AuditAction::LoggedOut => browser_name(&entry.subject),
            _ => entry.subject,
        },
        address: entry
            .address
            .map(|address| address.to_string())
            .unwrap_or_default(),
    });
    let (since, audit) = (Moment(account.created_at), audit.collect());
    Ok(page(
        status,
        &AccountPage {
            shell,
            since,
            audit,
            also_called: account.also_called.join(", "),
            kept,
            passkeys,
            takes_passkeys: Engine::takes_passkeys(&base.0),
            is_fresh,
            is_deleting,
        },
    ))
}

/// How much the account keeps and has sent, and how much it may.
fn amounts((usage, quotas): (Usage, Quotas)) -> Vec<(&'static str, String)> {
    let told = |used: String, limit: Option<String>| match limit {
        None => used,
        Some(limit) => format!("{used} of {limit}"),
    };
    let count = |number: u64| number.to_string();
    let mut amounts = vec![
        (
            "Texts kept",
            told(count(usage.texts), quotas.texts.map(count)),
        ),
        (
            "Their size",
            told(size(usage.bytes), quotas.bytes.map(size)),
        ),
    ];
    if let Some(limit) = quotas.texts_a_day {
        amounts.push((
            "Texts sent today",
            told(count(usage.texts_today), Some(count(limit))),
        ));
    }
    amounts
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1_000)),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000),
    }
}

/// What happened, as a person would say it.
fn in_words(action: AuditAction) -> &'static str {
    match action {
        AuditAction::LoggedIn => "Logged in",
        AuditAction::LoginFailed => "Login refused",
        AuditAction::LoggedOut => "Logged out",
        AuditAction::PasskeyAdded => "Passkey added",
        AuditAction::PasskeyDeleted => "Passkey deleted",
        AuditAction::KeyCreated => "Key created",
        AuditAction::KeyRevoked => "Key revoked",
        AuditAction::KeyKept => "Key kept",
        AuditAction::AccessGranted => "Access granted",
        AuditAction::AccessRevoked => "Access revoked",
        AuditAction::TokenReused => "Token used twice; access revoked",
        AuditAction::WebhookCreated => "Webhook created",
        AuditAction::WebhookChanged => "Webhook changed",
        AuditAction::WebhookDisabled => "Webhook disabled",
        AuditAction::WebhookSecretRotated => "Webhook secret replaced",
        AuditAction::WebhookDeleted => "Webhook deleted",
        AuditAction::TextForgotten => "Text forgotten",
        AuditAction::SpaceDeleted => "Space deleted",
        AuditAction::Exported => "Everything exported",
        AuditAction::AccountRenamed => "Name changed",
        AuditAction::EntitiesMerged => "Entities merged",
        AuditAction::EntitySplit => "Entity split",
        AuditAction::EntityChanged => "Entity renamed or of another kind",
        AuditAction::FactDecided => "Fact decided about",
        AuditAction::DecisionUndone => "Decision taken back",
        AuditAction::TextEdited => "Text edited",
        AuditAction::OutsideTokenTied => "First used by an outside token",
    }
}
