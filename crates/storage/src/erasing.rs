//! Erasing what was deleted from the files of the embedded database.
//!
//! `SQLite` overwrites deleted rows with zeros (`secure_delete`, see the dialect), but two things outlive that. The
//! write-ahead log and the file hold pages as they were until a checkpoint has copied the new ones over and cut the
//! log. And when rows are moved between pages, copies of them stay behind in the part of a page that no row uses.
//! [`Store::erase`] sees to both: it checkpoints, and while nobody writes and the log is empty it fills those parts
//! with zeros, in the file itself. They belong to nothing, so a crash in the middle leaves a database that is as good
//! as before. `PostgreSQL` keeps dead rows until a vacuum and its own log for its archive; nothing that a client may
//! do changes that, and nothing is done there.

use std::fs::File;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use sqlx::{AssertSqlSafe, Executor};

use crate::dialect::Dialect;
use crate::rows::Columns;
use crate::sessions::Session;
use crate::{StorageError, Store};

/// How long the checkpoint waits for those who still read what was, in milliseconds; whoever wants to write waits with it.
const PATIENCE_MS: u32 = 200;
/// The part of a page's first bytes that says what it is: an inner or a leaf page of an index or a table (the file format of
/// `SQLite`, 1.6).
const PAGES_OF_ROWS: [u8; 4] = [2, 5, 10, 13];
/// In a file of more pages the number that other pages begin with could be taken for that.
const MAX_PAGES: u64 = 0x0200_0000;
/// The file begins with so many bytes that are no page's.
const FILE_HEAD: usize = 100;
/// Bytes read at a time; a multiple of every size of a page.
const STRETCH: usize = 4 * 1024 * 1024;
/// Bytes that are scrubbed while whoever writes waits; a multiple of [`STRETCH`].
const PART: u64 = 32 * 1024 * 1024;

/// The files that were scrubbed, open as long as the process lives: to close one would take the locks of all connections
/// that the process has to it (POSIX), and another process could remove the log under them.
static OPENED: Mutex<Vec<&'static File>> = Mutex::new(Vec::new());

impl Store {
    /// Overwrites in the files what was deleted. True when nothing of it is left; false when somebody still reads what was, and
    /// [`erase_rest`](Self::erase_rest) is to be called again. A call that fails leaves it to that, too.
    pub async fn erase(&self) -> Result<bool, StorageError> {
        self.is_to_be_erased.store(true, Ordering::Release);
        self.erase_rest().await
    }

    /// The same for what an earlier call left.
    pub async fn erase_rest(&self) -> Result<bool, StorageError> {
        if self.dialect != Dialect::Sqlite || !self.is_to_be_erased.swap(false, Ordering::AcqRel) {
            return Ok(true);
        }
        let store = self.clone();
        // Whoever asked may lose interest; a file that is being scrubbed must not be open to writers meanwhile.
        let erasing = tokio::spawn(async move {
            let erased = store.erase_now().await;
            if !matches!(erased, Ok(true)) {
                store.is_to_be_erased.store(true, Ordering::Release);
            }
            erased
        });
        erasing.await.map_err(StorageError::unavailable)?
    }

    async fn erase_now(&self) -> Result<bool, StorageError> {
        // A file that is damaged, or that took this one's place, is not touched.
        self.condition.check()?;
        let mut session = self.writes.take().await?;
        let patience = format!("PRAGMA busy_timeout = {PATIENCE_MS}");
        session.execute(AssertSqlSafe(patience)).await?;
        let erased = checkpoint_and_scrub(&mut session).await;
        session.execute(Dialect::SQLITE_SESSION).await?;
        erased
    }
}

async fn checkpoint_and_scrub(session: &mut Session) -> Result<bool, StorageError> {
    let mut from = Some(0);
    while let Some(start) = from {
        from = match scrub_part(session, start).await? {
            Part::Upto(next) => next,
            Part::Refused => return Ok(false),
        };
    }
    Ok(true)
}

/// How far a file was scrubbed.
enum Part {
    /// Up to here; `None` when that is its end.
    Upto(Option<u64>),
    /// Not at all: somebody is in the way.
    Refused,
}

/// A part of the file from here on. Whoever writes waits for a part, not for the whole; what is written between two parts moves
/// rows between pages, and not what no row uses.
async fn scrub_part(session: &mut Session, start: u64) -> Result<Part, StorageError> {
    let row = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)");
    let row = row.fetch_one(&mut *session).await?;
    // The first column says whether somebody was in the way.
    if Columns::of(&row).flag()? {
        return Ok(Part::Refused);
    }
    let row = sqlx::query("SELECT file FROM pragma_database_list WHERE name = 'main'");
    let row = row.fetch_one(&mut *session).await?;
    // One in memory has no file.
    let path = Columns::of(&row).optional_text()?.unwrap_or_default();
    if path.is_empty() {
        return Ok(Part::Upto(None));
    }
    let path = PathBuf::from(path);
    // Whoever writes waits, other processes too; an empty log has nothing that a checkpoint could copy meanwhile.
    session.begin(Dialect::Sqlite.begin_write()).await?;
    let scrubbed = tokio::task::spawn_blocking(move || scrub(&path, start)).await;
    session.rollback().await?;
    // Pages that are kept in memory are as they were in the file, and would be written as they were.
    let shrink = sqlx::query("PRAGMA shrink_memory");
    shrink.execute(&mut *session).await?;
    let scrubbed = scrubbed.map_err(StorageError::unavailable)?;
    scrubbed.map_err(StorageError::unavailable)
}

/// The file, opened once and never closed.
fn opened(path: &Path) -> std::io::Result<&'static File> {
    let asked = std::fs::metadata(path)?;
    let is_asked = |file: &&'static File| {
        let known = file.metadata();
        known.is_ok_and(|known| (known.dev(), known.ino()) == (asked.dev(), asked.ino()))
    };
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(file) = opened.iter().copied().find(is_asked) {
        return Ok(file);
    }
    let file = File::options().read(true).write(true).open(path)?;
    let file: &'static File = Box::leak(Box::new(file));
    opened.push(file);
    Ok(file)
}

/// Fills with zeros what no row uses of the pages of rows, of a part of the file. It is refused when the log is not empty any more.
fn scrub(path: &Path, mut start: u64) -> std::io::Result<Part> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if std::fs::metadata(log).is_ok_and(|log| log.len() > 0) {
        return Ok(Part::Refused);
    }
    let file = opened(path)?;
    let mut head = [0; FILE_HEAD];
    file.read_exact_at(&mut head, 0)?;
    let size = match u16::from_be_bytes([head[16], head[17]]) {
        1 => 65_536,
        size => usize::from(size),
    };
    let length = file.metadata()?.len();
    if size < 512 || length / size as u64 >= MAX_PAGES {
        return Ok(Part::Upto(None));
    }
    let mut stretch = vec![0; STRETCH];
    let end = length.min(start + PART);
    let mut is_changed = false;
    while start < end {
        let bytes = STRETCH.min(usize::try_from(end - start).unwrap_or(STRETCH));
        file.read_exact_at(&mut stretch[..bytes], start)?;
        for (number, page) in stretch[..bytes].chunks_exact(size).enumerate() {
            let offset = start + (number * size) as u64;
            let head = if offset == 0 { FILE_HEAD } else { 0 };
            let Some((from, to)) = unused(page, head) else {
                continue;
            };
            if page[from..to].iter().any(|&byte| byte != 0) {
                file.write_all_at(&vec![0; to - from], offset + from as u64)?;
                is_changed = true;
            }
        }
        start += bytes as u64;
    }
    if is_changed {
        file.sync_data()?;
    }
    Ok(Part::Upto(Some(end).filter(|end| *end < length)))
}

/// The part of a page of rows between the list of its rows and the rows themselves; `None` for a page that is none.
fn unused(page: &[u8], head: usize) -> Option<(usize, usize)> {
    let kind = *page.get(head)?;
    if !PAGES_OF_ROWS.contains(&kind) {
        return None;
    }
    let number = |at: usize| {
        Some(usize::from(u16::from_be_bytes([
            *page.get(at)?,
            *page.get(at + 1)?,
        ])))
    };
    let rows = number(head + 3)?;
    let to = match number(head + 5)? {
        0 => 65_536,
        to => to,
    };
    let list = head + if kind < 8 { 12 } else { 8 };
    let from = list + 2 * rows;
    (from < to && to <= page.len()).then_some((from, to))
}
