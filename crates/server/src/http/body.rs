//! Bodies, declared once: what is read of a request, what is checked, and what the document says of it.
//!
//! [`body!`] makes a struct of fields, each with its [kind](super::kinds), by which it is read and described. What
//! holds between fields, and whatever asks the database, is for the handler and the engine.

use axum::extract::{FromRequest, Request};
use serde_json::Value;
use utoipa::openapi::schema::ObjectBuilder;

use super::app::App;
use super::caller::JsonFields;
use super::error::ApiError;
use super::fields::Fields;
use super::kinds::{Field, Kind};
use super::schemas::described;

/// A body that is declared by [`body!`].
pub(crate) trait Body: Sized {
    /// Reads it, and checks what its fields say by themselves.
    fn read(fields: &Fields) -> Result<Self, ApiError>;

    /// The names of its fields in JSON.
    fn names() -> Vec<&'static str>;
}

/// What was sent as JSON. Take it after [`Permitted`](super::caller::Permitted): a stranger's body is not read.
pub(crate) struct Sent<B>(pub(crate) B);

impl<B: Body> FromRequest<App> for Sent<B> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let JsonFields(fields) = JsonFields::from_request(request, app).await?;
        B::read(&fields).map(Self)
    }
}

/// Declares a body.
///
/// ```ignore
/// body! {
///     /// The body that makes a space.
///     pub(crate) struct SpaceBody {
///         /// No two spaces of one user have the same.
///         #[example = "work"]
///         name: String = not_blank(100),
///         /// For how many days a text is kept.
///         retention_days: Option<u32> = count(1, 365),
///     }
/// }
/// ```
///
/// makes the struct, its [`Body`] and its schema. `as` gives the schema or a field another name in JSON.
macro_rules! body {
    (
        $(#[doc = $about:literal])*
        $visible:vis struct $body:ident $(as $schema:ident)? {
            $(
                $(#[doc = $words:literal])*
                $(#[example = $example:expr])?
                $field:ident $(as $name:literal)?: $type:ty = $kind:expr,
            )*
        }
    ) => {
        $(#[doc = $about])*
        $visible struct $body {
            $(
                $(#[doc = $words])*
                $field: $type,
            )*
        }

        impl $crate::http::body::Body for $body {
            fn read(
                fields: &$crate::http::fields::Fields,
            ) -> Result<Self, $crate::http::error::ApiError> {
                Ok(Self {
                    $($field: fields.read($crate::http::body::name!($field $($name)?), &$kind)?,)*
                })
            }

            fn names() -> Vec<&'static str> {
                vec![$($crate::http::body::name!($field $($name)?)),*]
            }
        }

        impl utoipa::PartialSchema for $body {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let body = utoipa::openapi::Object::builder();
                $(
                    let body = $crate::http::body::with_field::<_, $type>(
                        body,
                        $crate::http::body::name!($field $($name)?),
                        &$kind,
                        &[$($words),*],
                        [$(serde_json::json!($example))?].into_iter().next(),
                    );
                )*
                $crate::http::schemas::described(body.into(), &[$($about),*], None)
            }
        }

        impl utoipa::ToSchema for $body {
            fn name() -> std::borrow::Cow<'static, str> {
                let names = [$(stringify!($schema),)? stringify!($body)];
                names[0].into()
            }
        }
    };
}
pub(crate) use body;

/// The name of a field in JSON: `spaceId` of `space_id`, unless it has another.
macro_rules! name {
    ($field:ident) => {{
        static NAME: std::sync::LazyLock<String> =
            std::sync::LazyLock::new(|| $crate::http::body::camel_case(stringify!($field)));
        NAME.as_str()
    }};
    ($field:ident $name:literal) => {
        $name
    };
}
pub(crate) use name;

/// An object with one field more.
pub(crate) fn with_field<T, F: Field<T>>(
    body: ObjectBuilder,
    name: &str,
    kind: &Kind<T>,
    words: &[&str],
    example: Option<Value>,
) -> ObjectBuilder {
    let body = body.property(name, described(F::schema(kind), words, example));
    match F::IS_REQUIRED {
        true => body.required(name),
        false => body,
    }
}

/// `space_id` as `spaceId`.
pub(crate) fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let (initial, rest) = word.split_at(1);
        name + &initial.to_uppercase() + rest
    })
}
