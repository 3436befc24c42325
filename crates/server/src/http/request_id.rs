//! A name for every request: in its reply, and in every line that the log has of it.
//!
//! A proxy or a client may have named it already (`X-Request-Id`); a name that could be mistaken for something else
//! in a log is replaced.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use recollect_model::Environment;
use tracing::Instrument;

use super::app::App;

/// The header that carries it.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The longest name that is kept.
const MAX_CHARACTERS: usize = 128;

/// Names a request, and says the name to whoever reads the reply or the log.
pub(crate) async fn name(State(app): State<App>, request: Request, next: Next) -> Response {
    let given = request.headers().get(REQUEST_ID);
    let id = match given.filter(|id| is_name(id.as_bytes())) {
        Some(id) => id.clone(),
        None => made(app.engine.environment()),
    };
    // A line about an error must have it whatever the log's level is.
    let span = tracing::error_span!("request", id = id.to_str().unwrap_or_default());
    let mut response = next.run(request).instrument(span).await;
    response.headers_mut().insert(REQUEST_ID, id);
    response
}

/// Whether it can stand in a log's line and be searched for.
fn is_name(id: &[u8]) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:=+/@".contains(byte);
    (1..=MAX_CHARACTERS).contains(&id.len()) && id.iter().all(is_plain)
}

fn made(environment: &Environment) -> HeaderValue {
    let id = u128::from_be_bytes(environment.random());
    HeaderValue::from_str(&format!("{id:032x}")).expect("hexadecimal digits can stand in a header")
}
