//! A file that is brought, and how it is put into the body of a request.

use std::fs::File;
use std::io::{Read, Seek};
use std::path::PathBuf;
use std::sync::Arc;

use hyper::body::Bytes;
use recollect_engine::{LargeArchive, Piece};
use recollect_model::ReferenceTime;

use super::{CommandError, failed};

/// What parts a body's parts; no text has it.
pub(super) const BOUNDARY: &str = "recollect-import-3f2a9c51d7e84b06";

/// A file with its path within what is brought, or a piece of one.
#[derive(Debug, Clone)]
pub(super) struct Brought {
    pub(super) content: Content,
    pub(super) name: String,
    pub(super) size: u64,
    pub(super) modified: Option<ReferenceTime>,
}

/// Where the content of a file is.
#[derive(Debug, Clone)]
pub(super) enum Content {
    File(PathBuf),
    /// A file of an archive, by its place there.
    Packed(Arc<LargeArchive>, usize),
    Piece(Arc<File>, Piece),
}

/// What a request says beside its files.
pub(super) type Fields<'a> = [(&'a str, Option<&'a str>)];

/// The body of a request, as `multipart/form-data` (RFC 7578).
pub(super) fn body(files: &[Brought], fields: &Fields<'_>) -> Result<Bytes, CommandError> {
    let size: u64 = files.iter().map(|file| file.size + 512).sum();
    let mut body = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
    for (name, value) in fields {
        if let Some(value) = value {
            field(&mut body, name, value);
        }
    }
    for file in files {
        if let Some(modified) = file.modified {
            field(&mut body, "modified", &modified.to_string());
        }
        if let Content::Piece(_, piece) = &file.content
            && piece.before() > 0
        {
            field(&mut body, "before", &piece.before().to_string());
        }
        let name = file.name.replace(['"', '\r', '\n'], "_");
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        file.write(&mut body)
            .map_err(|why| failed(&format!("{}: {why}", file.name)))?;
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    Ok(body.into())
}

fn field(body: &mut Vec<u8>, name: &str, value: &str) {
    let head = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
    );
    body.extend_from_slice(head.as_bytes());
}

impl Brought {
    fn write(&self, body: &mut Vec<u8>) -> Result<(), String> {
        let said = |error: std::io::Error| error.to_string();
        match &self.content {
            Content::File(path) => {
                let mut file = File::open(path).map_err(said)?;
                file.read_to_end(body).map(drop).map_err(said)
            }
            Content::Packed(archive, place) => archive.unpack(&archive.files()[*place], body),
            Content::Piece(file, piece) => {
                let mut file = file.as_ref();
                file.rewind().map_err(said)?;
                piece.write(&mut file, body).map_err(said)
            }
        }
    }
}
