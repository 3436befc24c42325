//! A body that may be JSON or a form, because published clients of webhooks send forms.

use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use serde_json::{Map, Value};

use super::app::App;
use super::caller::body;
use super::error::ApiError;
use super::fields::Fields;
use super::parameters::is_encoded;

const FORM: &str = "application/x-www-form-urlencoded";

/// The fields of a body in either form. Take it after [`Permitted`](super::caller::Permitted).
///
/// Every field of a form is a text; an empty one is as if it were not there, and one that comes twice is a list.
#[derive(Debug)]
pub(crate) struct FormOrJson(pub(crate) Fields);

impl FromRequest<App> for FormOrJson {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let is_form = request
            .headers()
            .get(CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.split(';').next())
            .is_some_and(|kind| kind.trim().eq_ignore_ascii_case(FORM));
        let body = body(request, app).await?;
        if is_form {
            of_form(&body).map(Self)
        } else {
            Fields::parse(&body).map(Self)
        }
    }
}

fn of_form(body: &[u8]) -> Result<Fields, ApiError> {
    let text = std::str::from_utf8(body)
        .ok()
        .filter(|text| is_encoded(text));
    let text = text.ok_or(ApiError::NotAForm)?;
    let mut fields: Map<String, Value> = Map::new();
    for (name, value) in form_urlencoded::parse(text.as_bytes()) {
        if value.is_empty() {
            continue;
        }
        let value = Value::String(value.into_owned());
        match fields.get_mut(&*name) {
            None => {
                fields.insert(name.into_owned(), value);
            }
            Some(Value::Array(values)) => values.push(value),
            Some(first) => *first = Value::Array(vec![first.take(), value]),
        }
    }
    Ok(Fields::of(fields))
}
