//! The body of an import, read part by part.

use std::borrow::Cow;

use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use multer::{Constraints, Multipart, SizeLimit};
use recollect_engine::{
    EngineError, ImportColumns, ImportEncoding, ImportFile, ImportFormat, NewImport, Sought,
};
use recollect_model::ReferenceTime;
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

use super::super::app::App;
use super::super::error::ApiError;
use super::super::limits::MAX_IMPORT_BYTES;

const MAX_FILES: usize = 10_000;

/// What is brought in, as `multipart/form-data`.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase", as = NewImport)]
#[expect(
    dead_code,
    reason = "it describes the body, which is read part by part"
)]
pub(crate) struct ImportBody {
    /// The files, each a part of its own whose file name is its path; 64 MiB together.
    #[schema(max_items = 10000)]
    file: Vec<String>,
    /// When the file that follows was changed, ISO 8601.
    #[schema(nullable = false, format = DateTime)]
    modified: Option<String>,
    /// How many records of the whole file come before the file that follows, where that is a piece of a large one.
    #[schema(nullable = false)]
    before: Option<u64>,
    /// An import that was completed and that this goes on with: both are one, and taken back as one.
    #[schema(nullable = false, format = "uuid")]
    continues: Option<String>,
    /// How the files are read; found out by their content otherwise.
    #[schema(nullable = false)]
    format: Option<FormatName>,
    /// The encoding of texts that do not say their own, by a name of the WHATWG's encoding standard; found out by what is in them
    /// otherwise.
    #[schema(nullable = false, example = "windows-1251")]
    encoding: Option<String>,
    /// Which columns of a table (CSV) are what: `text`, `time`, `source`, `speaker`, `session`, `id`, `tags`; known by their
    /// names otherwise.
    #[schema(nullable = false, example = "text=Entry,time=Date")]
    map: Option<String>,
    /// The space it goes to; the default space otherwise.
    #[schema(nullable = false, format = "uuid")]
    space_id: Option<String>,
    /// Which of those who speak in it is the caller.
    #[schema(nullable = false, max_length = 100)]
    me: Option<String>,
    /// The time zone of times that name none; that of the account otherwise.
    #[schema(nullable = false, example = "Europe/Berlin")]
    time_zone: Option<String>,
    /// `true` to look at what would be brought in, and store nothing.
    #[schema(nullable = false)]
    dry_run: Option<bool>,
}

/// How files are read: one of the list of formats.
pub(crate) struct FormatName;

impl utoipa::PartialSchema for FormatName {
    fn schema() -> RefOr<Schema> {
        let names = ImportFormat::ALL.iter().map(|format| format.as_str());
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("How files are read."))
            .enum_values(Some(names))
            .into()
    }
}

impl ToSchema for FormatName {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("ImportFormat")
    }
}

/// The body of an import, read part by part. Take it after [`Permitted`].
#[derive(Debug)]
pub(crate) struct Brought {
    pub(super) new: NewImport,
    pub(super) is_dry: bool,
}

impl FromRequest<App> for Brought {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &App) -> Result<Self, ApiError> {
        let kind = request.headers().get(CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let boundary = multer::parse_boundary(kind).map_err(|_| {
            ApiError::NotMultipart("the body must be multipart/form-data".to_owned())
        })?;
        let limit = SizeLimit::new().whole_stream(MAX_IMPORT_BYTES as u64);
        let constraints = Constraints::new().size_limit(limit);
        let body = request.into_body().into_data_stream();
        let mut parts = Multipart::with_constraints(body, boundary, constraints);
        let mut brought = Self {
            new: NewImport::default(),
            is_dry: false,
        };
        let (mut modified, mut before) = (None, 0);
        while let Some(part) = parts.next_field().await.map_err(|error| unread(&error))? {
            let name = part.name().unwrap_or_default().to_owned();
            let path = part.file_name().map(str::to_owned);
            let bytes = part.bytes().await.map_err(|error| unread(&error))?;
            if name != "file" {
                brought.take(&name, &bytes, (&mut modified, &mut before))?;
                continue;
            }
            if brought.new.files.len() == MAX_FILES {
                let reason = format!("must be at most {MAX_FILES} files");
                return Err(ApiError::invalid("file", reason));
            }
            brought.new.files.push(ImportFile {
                name: path.unwrap_or_else(|| "file".to_owned()),
                bytes: bytes.to_vec(),
                modified: modified.take(),
                before: std::mem::take(&mut before),
            });
        }
        if brought.new.files.is_empty() {
            return Err(ApiError::missing("file"));
        }
        Ok(brought)
    }
}

impl Brought {
    /// Takes in a part that is no file; an empty one is as if it were not there.
    fn take(
        &mut self,
        name: &str,
        bytes: &[u8],
        (modified, before): (&mut Option<ReferenceTime>, &mut usize),
    ) -> Result<(), ApiError> {
        let text = std::str::from_utf8(bytes)
            .map_err(|_| ApiError::not_json("a part of the body is not UTF-8"))?
            .trim();
        if text.is_empty() {
            return Ok(());
        }
        match name {
            "modified" => {
                let time = text.parse();
                let time =
                    time.map_err(|error| ApiError::invalid("modified", format!("{error}")))?;
                *modified = Some(time);
            }
            "before" => {
                let count = text.parse();
                *before = count.map_err(|_| ApiError::invalid("before", "must be a number"))?;
            }
            "continues" => {
                let import = text.parse();
                let unknown = |_| ApiError::from(EngineError::not_found(Sought::Import));
                self.new.continues = Some(import.map_err(unknown)?);
            }
            "encoding" => {
                let encoding = text.parse::<ImportEncoding>();
                let encoding =
                    encoding.map_err(|error| ApiError::invalid("encoding", error.to_string()))?;
                self.new.encoding = Some(encoding);
            }
            "format" => self.new.format = Some(format(text)?),
            "spaceId" | "space_id" => {
                let space = text
                    .parse()
                    .map_err(|_| ApiError::UnknownSpace("spaceId"))?;
                self.new.space = Some(space);
            }
            "map" => {
                let columns = text.parse::<ImportColumns>();
                let columns =
                    columns.map_err(|error| ApiError::invalid("map", format!("{error}")))?;
                self.new.columns = Some(columns);
            }
            "me" => self.new.me = Some(text.to_owned()),
            "timeZone" | "time_zone" => self.new.time_zone = Some(text.to_owned()),
            "dryRun" | "dry_run" => {
                self.is_dry = text
                    .to_ascii_lowercase()
                    .parse()
                    .map_err(|_| ApiError::invalid("dryRun", "must be true or false"))?;
            }
            _ => {}
        }
        Ok(())
    }
}

fn unread(error: &multer::Error) -> ApiError {
    match error {
        multer::Error::StreamSizeExceeded { .. } | multer::Error::FieldSizeExceeded { .. } => {
            ApiError::BodyTooLarge
        }
        error => ApiError::NotMultipart(format!("the body is not multipart/form-data: {error}")),
    }
}

fn format(name: &str) -> Result<ImportFormat, ApiError> {
    ImportFormat::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = ImportFormat::ALL
            .iter()
            .map(|format| format.as_str())
            .collect();
        ApiError::invalid("format", format!("must be one of {}", names.join(", ")))
    })
}
