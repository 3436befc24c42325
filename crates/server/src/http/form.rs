//! A body that may be JSON or a form, of either kind that there is, because published clients of webhooks send forms.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use futures_util::stream;
use serde_json::{Map, Value};

use super::app::App;
use super::body::Body;
use super::caller::body;
use super::error::ApiError;
use super::fields::Fields;
use super::parameters::is_encoded;

const FORM: &str = "application/x-www-form-urlencoded";
const MULTIPART: &str = "multipart/form-data";

/// A body in either form. Take it after [`Permitted`](super::caller::Permitted).
///
/// Every field of a form is a text; an empty one is as if it were not there, and one that comes twice is a list.
pub(crate) struct FormOrJson<B>(pub(crate) B);

impl<B: Body> FromRequest<App> for FormOrJson<B> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let kind = request.headers().get(CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.to_owned();
        let essence = kind.split(';').next().unwrap_or_default().trim();
        let body = body(request, app).await?;
        let fields = if essence.eq_ignore_ascii_case(FORM) {
            of_form(&body)?
        } else if essence.eq_ignore_ascii_case(MULTIPART) {
            of_parts(&kind, body).await?
        } else {
            Fields::parse(&body)?
        };
        B::read(&fields).map(Self)
    }
}

/// The fields of a form in parts (RFC 7578). A part that is a file is read as text like any other.
async fn of_parts(kind: &str, body: Bytes) -> Result<Fields, ApiError> {
    let boundary = multer::parse_boundary(kind).map_err(|_| ApiError::NotAForm)?;
    let body = stream::iter([Ok::<_, std::io::Error>(body)]);
    let mut parts = multer::Multipart::new(body, boundary);
    let mut fields = Map::new();
    while let Some(part) = parts.next_field().await.map_err(|_| ApiError::NotAForm)? {
        let name = part.name().ok_or(ApiError::NotAForm)?.to_owned();
        let value = part.bytes().await.map_err(|_| ApiError::NotAForm)?;
        let value = std::str::from_utf8(&value).map_err(|_| ApiError::NotAForm)?;
        if value.contains('\0') {
            return Err(ApiError::NotAForm);
        }
        add(&mut fields, name, value.to_owned());
    }
    Ok(Fields::of(fields))
}

fn of_form(body: &[u8]) -> Result<Fields, ApiError> {
    let text = std::str::from_utf8(body)
        .ok()
        .filter(|text| is_encoded(text));
    let text = text.ok_or(ApiError::NotAForm)?;
    let mut fields = Map::new();
    for (name, value) in form_urlencoded::parse(text.as_bytes()) {
        add(&mut fields, name.into_owned(), value.into_owned());
    }
    Ok(Fields::of(fields))
}

fn add(fields: &mut Map<String, Value>, name: String, value: String) {
    if value.is_empty() {
        return;
    }
    let value = Value::String(value);
    match fields.get_mut(&name) {
        None => {
            fields.insert(name, value);
        }
        Some(Value::Array(values)) => values.push(value),
        Some(first) => *first = Value::Array(vec![first.take(), value]),
    }
}
