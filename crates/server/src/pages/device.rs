//! `/device`: a person types the code that a device shows, and is asked whether it may be connected (RFC 8628, 3.3).

use askama::Template;
use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use recollect_engine::EngineError;
use recollect_engine::oauth::Parameters;
use recollect_model::UserCode;

use super::consent::{ConsentPage, allowed, is_answered, refused};
use super::message::message;
use super::page;
use crate::http::session::SignedIn;
use crate::http::{App, ClientAddress, Fresh};

const USER_CODE: &str = "user_code";

#[derive(Template)]
#[template(path = "device.html")]
struct DevicePage<'a> {
    user_code: &'a str,
    complaint: &'a str,
}

/// `GET /device`: the form. A code that comes with the address is only filled in: whoever sent the address may have made
/// the code (RFC 8628, 5.4).
pub(crate) async fn form(_: Fresh<SignedIn>, RawQuery(query): RawQuery) -> Response {
    let parameters = Parameters::parse(query.unwrap_or_default().as_bytes());
    let code = typed(&parameters).parse::<UserCode>().ok();
    let template = DevicePage {
        user_code: &code.map(|code| code.to_string()).unwrap_or_default(),
        complaint: "",
    };
    page(StatusCode::OK, &template)
}

/// `POST /device`: the code, and then the answer.
pub(crate) async fn answer(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Fresh(signed_in): Fresh<SignedIn>,
    body: Bytes,
) -> Result<Response, Response> {
    let parameters = Parameters::parse(&body);
    let typed = typed(&parameters);
    if !is_answered(&parameters) {
        return ask(&app, signed_in, typed).await;
    }
    let allowed = allowed(&parameters);
    let told = app
        .engine
        .answer_device(signed_in.user, typed, allowed, address);
    if let Err(error) = told.await {
        return Ok(complained(typed, error));
    }
    let (title, text) = if allowed.is_empty() {
        (
            "Not connected",
            "The device is told that you did not allow it.",
        )
    } else {
        (
            "Connected",
            "The device goes on by itself. You can close this page.",
        )
    };
    Ok(message(StatusCode::OK, title, text))
}

async fn ask(app: &App, signed_in: SignedIn, typed: &str) -> Result<Response, Response> {
    let device = match app.engine.waiting_device(signed_in.user, typed).await {
        Ok(device) => device,
        Err(error) => return Ok(complained(typed, error)),
    };
    let account = app.engine.account(signed_in.user).await.map_err(refused)?;
    let code = typed.parse::<UserCode>().map(|code| code.to_string());
    let template = ConsentPage {
        name: &device.client.name,
        email: account.email.as_str(),
        action: "/device",
        hidden: vec![(USER_CODE, typed)],
        scopes: device.scopes.iter().collect(),
        document: None,
        target: "",
        is_local: false,
        is_elsewhere: false,
        user_code: &code.unwrap_or_default(),
    };
    Ok(page(StatusCode::OK, &template))
}

fn complained(typed: &str, error: EngineError) -> Response {
    let (status, complaint) = match error {
        EngineError::NotFound { .. } => (
            StatusCode::NOT_FOUND,
            "No device waits with this code. It may be mistyped, or older than ten minutes."
                .to_owned(),
        ),
        EngineError::Conflict { .. } => (
            StatusCode::TOO_MANY_REQUESTS,
            "Too many wrong codes were typed. Wait ten minutes.".to_owned(),
        ),
        error => return refused(error),
    };
    let template = DevicePage {
        user_code: typed,
        complaint: &complaint,
    };
    page(status, &template)
}

fn typed(parameters: &Parameters) -> &str {
    parameters.one(USER_CODE).ok().flatten().unwrap_or_default()
}
