//! Files of lines: mailboxes, contacts, and logs of JSON. A record begins with a line that is known by how it begins.
//!
//! What is attached to a message and is no text is not read: it is left out of the pieces, but for its last line.

use std::io::{self, BufRead, BufReader, Read, Seek};

use serde_json::{Value, json};

use super::{Cut, Piece, PieceSizes};
use crate::source::text;
use crate::{code_sessions, memories};

/// So much of a line is looked at, in bytes.
const LOOKED_AT: usize = 512;
/// So many lines of a log are looked at to find out what it is.
const LINES_LOOKED_AT: usize = 20;
/// What begins a session of Claude Code is among so many of its first bytes.
const SESSION_WITHIN: u64 = 4 * 1024 * 1024;
const BUFFER: usize = 256 * 1024;
/// Lines of what is packed as base64 are at least so long.
const MIN_PACKED: usize = 40;

/// The messages of a mailbox, or the one.
pub(super) fn mail(
    file: &mut (impl Read + Seek),
    start: usize,
    sizes: PieceSizes,
) -> io::Result<Cut> {
    let mut attached = Attached::default();
    let mut records = Records::new("message", sizes);
    each_line(file, start as u64, |line| {
        let begins = line.head.starts_with(b"From ");
        if begins {
            attached = Attached::default();
        }
        records.take(&line, begins, attached.is_kept(line.head));
    })?;
    Ok(records.end())
}

/// Contacts.
pub(super) fn contacts(
    file: &mut (impl Read + Seek),
    start: usize,
    sizes: PieceSizes,
) -> io::Result<Cut> {
    let mut records = Records::new("contact", sizes);
    each_line(file, start as u64, |line| {
        let beginning = line.head.get(..b"BEGIN:VCARD".len());
        let begins = beginning.is_some_and(|one| one.eq_ignore_ascii_case(b"BEGIN:VCARD"));
        records.take(&line, begins, true);
    })?;
    Ok(records.end())
}

/// The lines of a log. What tells of its session is put before each piece but the first.
pub(super) fn log(
    file: &mut (impl Read + Seek),
    start: usize,
    sizes: PieceSizes,
) -> io::Result<Cut> {
    let head = beginning(file)?;
    let first: Vec<Value> = head.iter().take(LINES_LOOKED_AT).cloned().collect();
    if head.is_empty() {
        return Ok(Cut {
            pieces: Vec::new(),
            problems: vec!["its lines are no JSON".to_owned()],
        });
    }
    if memories::is_graph(&first) {
        return Ok(Cut {
            pieces: Vec::new(),
            problems: vec![
                "a graph is brought whole, and this is larger than an import may be".to_owned(),
            ],
        });
    }
    let session = match () {
        () if code_sessions::is_claude_code(&first) => claude_session(&head),
        () if code_sessions::is_codex(&first) => head.first().cloned(),
        () => None,
    };
    file.seek(io::SeekFrom::Start(start as u64))?;
    let mut records = Records::new("line", sizes);
    each_line(file, start as u64, |line| records.take(&line, true, true))?;
    let mut cut = records.end();
    if let Some(session) = session {
        for piece in cut.pieces.iter_mut().skip(1) {
            let segments = std::mem::take(&mut piece.segments);
            piece.say(format!("{session}\n"));
            piece.segments.extend(segments);
            // The line that was put before the others is none of the file.
            piece.before -= 1;
        }
    }
    Ok(cut)
}

/// The values of the first lines.
fn beginning(file: &mut impl Read) -> io::Result<Vec<Value>> {
    let mut head = Vec::new();
    file.take(SESSION_WITHIN).read_to_end(&mut head)?;
    let head = String::from_utf8_lossy(&head);
    let values = head.lines().map_while(|line| match line.trim() {
        "" => Some(Value::Null),
        line => serde_json::from_str(line).ok(),
    });
    Ok(values.filter(|value| !value.is_null()).collect())
}

/// A line that says of which session the others are, and nothing else.
fn claude_session(lines: &[Value]) -> Option<Value> {
    let first = lines.iter().find(|line| code_sessions::is_said(line))?;
    let said = |name: &str| text(first, &[name]);
    Some(json!({
        "type": "user", "uuid": "", "sessionId": said("sessionId"), "cwd": said("cwd"),
        "message": { "role": "user", "content": "" },
    }))
}

/// A line, as far as it is looked at.
struct Line<'a> {
    start: u64,
    end: u64,
    head: &'a [u8],
}

fn each_line(file: impl Read, start: u64, mut take: impl FnMut(Line<'_>)) -> io::Result<()> {
    let mut reader = BufReader::with_capacity(BUFFER, file);
    let mut head = Vec::with_capacity(LOOKED_AT);
    let (mut start, mut at) = (start, start);
    loop {
        let bytes = reader.fill_buf()?;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(bytes.len(), |end| end + 1);
        let room = LOOKED_AT - head.len();
        head.extend_from_slice(&bytes[..taken.min(room)]);
        reader.consume(taken);
        at += taken as u64;
        if (end.is_some() || taken == 0) && at > start {
            let head = &head;
            take(Line {
                start,
                end: at,
                head,
            });
            start = at;
        }
        if taken == 0 {
            return Ok(());
        }
        if end.is_some() {
            head.clear();
        }
    }
}

/// Records, put together to pieces.
struct Records {
    what: &'static str,
    sizes: PieceSizes,
    cut: Cut,
    piece: Piece,
    piece_size: u64,
    record: Piece,
    record_size: u64,
    /// How many records there were, with the one that is read.
    count: usize,
}

impl Records {
    fn new(what: &'static str, sizes: PieceSizes) -> Self {
        Self {
            what,
            sizes,
            cut: Cut::default(),
            piece: Piece::default(),
            piece_size: 0,
            record: Piece::default(),
            record_size: 0,
            count: 0,
        }
    }

    fn take(&mut self, line: &Line<'_>, begins: bool, is_kept: bool) {
        if begins || self.count == 0 {
            self.end_record();
            self.count += 1;
        }
        if is_kept {
            self.record.add(line.start, line.end);
            self.record_size += line.end - line.start;
        }
    }

    fn end_record(&mut self) {
        let record = std::mem::take(&mut self.record);
        let size = std::mem::take(&mut self.record_size);
        if size > self.sizes.most {
            self.cut.problems.push(format!(
                "{} {} alone has {} MiB, which is more than an import takes; it is left out",
                self.what,
                self.count,
                size / (1024 * 1024)
            ));
            return;
        }
        if self.piece_size > 0 && self.piece_size + size > self.sizes.usual {
            self.end_piece();
        }
        if self.piece_size == 0 {
            self.piece.before = self.count.saturating_sub(1);
        }
        for segment in record.segments {
            if let super::Segment::Range(start, end) = segment {
                self.piece.add(start, end);
            }
        }
        self.piece_size += size;
    }

    fn end_piece(&mut self) {
        let piece = std::mem::take(&mut self.piece);
        if std::mem::take(&mut self.piece_size) > 0 {
            self.cut.pieces.push(piece);
        }
    }

    fn end(mut self) -> Cut {
        self.end_record();
        self.end_piece();
        self.cut
    }
}

/// Where in a message what is attached to it begins and ends.
struct Attached {
    is_header: bool,
    is_base64: bool,
    is_no_text: bool,
    is_within: bool,
}

impl Default for Attached {
    /// A message begins with its header.
    fn default() -> Self {
        Self {
            is_header: true,
            is_base64: false,
            is_no_text: false,
            is_within: false,
        }
    }
}

impl Attached {
    fn is_kept(&mut self, line: &[u8]) -> bool {
        let line = line.trim_ascii_end();
        if self.is_header {
            let lower = line.to_ascii_lowercase();
            if let Some(kind) = lower.strip_prefix(b"content-type:") {
                let kinds: [&[u8]; 4] = [b"image/", b"audio/", b"video/", b"application/"];
                let kind = kind.trim_ascii_start();
                self.is_no_text = kinds.iter().any(|one| kind.starts_with(one));
            }
            if let Some(how) = lower.strip_prefix(b"content-transfer-encoding:") {
                self.is_base64 = how.trim_ascii() == b"base64";
            }
            if line.is_empty() {
                self.is_header = false;
                self.is_within = self.is_base64 && self.is_no_text;
            }
            return true;
        }
        if line.starts_with(b"--") {
            *self = Self::default();
            return true;
        }
        let is_packed =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
        !(self.is_within && line.len() >= MIN_PACKED && line.iter().all(is_packed))
    }
}
