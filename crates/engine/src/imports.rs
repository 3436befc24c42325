//! Bringing in what a person has elsewhere: read, looked at, accepted, followed, taken back.
//!
//! An import runs beside the requests, a few hundred texts at a time, and says how far it is. What it brings has
//! names ([`recollect_imports`]), so that sending the same again adds only what is missing: that is also how one goes
//! on that was cut off. Taking it back forgets what it brought, and brings back what that took the place of. Whoever
//! carries it out says so as long as they do: what nobody carries out is told as interrupted.

mod beginning;
mod carrying;
mod chats;
mod comparing;
mod undoing;

use std::collections::HashMap;
use std::time::Duration;

use recollect_imports::{File, Found, Memory, Options};
use recollect_model::{
    Calendar, Import, ImportId, ImportStatus, LogId, NamedBy, ReferenceTime, SpaceId, Timestamp,
    UserId,
};
use serde_json::Value;

pub use recollect_imports::{
    Columns as ImportColumns, File as ImportFile, Format as ImportFormat, LargeArchive, PackedFile,
    PdfReader, PdfText, Piece, PieceSizes, TextEncoding as ImportEncoding, cut as cut_file,
    paths_beside, pdf_text,
};

use crate::accounts::PersonUpdate;
use crate::ingest::{AcceptedAs, NewText, TextOptions, Waiting};
use crate::restoring::known_since;
use crate::{Engine, EngineError, Sought};

use comparing::Numbers;

/// What comes before the id in the name of a text that had none, in our own export.
const OWN_NAMES: &str = "recollect/";
/// So many texts are accepted at a time.
const AT_A_TIME: usize = 500;
/// So often it is written down how far an import is, at most.
const BETWEEN_REPORTS: Duration = Duration::from_millis(250);
/// The most problems that are kept.
const MAX_PROBLEMS: usize = 200;
/// The most imports that are listed.
const LISTED: u32 = 100;
/// So much is taken out of the archives of one import.
const MAX_UNPACKED_BYTES: usize = 256 * 1024 * 1024;
/// The PDF files of one import are read for so long; those that are left are named.
const MAX_PDF_TIME: Duration = Duration::from_secs(300);

/// What is to be brought in, and how.
#[derive(Debug, Clone, Default)]
pub struct NewImport {
    /// The files.
    pub files: Vec<File>,
    /// What they are; found out by their content otherwise.
    pub format: Option<ImportFormat>,
    /// The encoding of texts that do not say their own; found out by what is in them otherwise.
    pub encoding: Option<ImportEncoding>,
    /// Which columns of a table are what; known by their names otherwise.
    pub columns: Option<ImportColumns>,
    /// The space it goes to; the default one otherwise.
    pub space: Option<SpaceId>,
    /// Which of those who speak in it is the person.
    pub me: Option<String>,
    /// The time zone of times that name none; the person's otherwise.
    pub time_zone: Option<String>,
    /// The import that this goes on with; one of its own otherwise.
    pub continues: Option<ImportId>,
}

/// What an import would bring.
#[derive(Debug, Clone)]
pub struct ImportPreview {
    /// How the files are read.
    pub formats: Vec<ImportFormat>,
    /// How many texts there are in them.
    pub found: usize,
    /// How many of them are new.
    pub added: u64,
    /// How many would take the place of an earlier version of them.
    pub replaced: u64,
    /// How many are there already.
    pub unchanged: u64,
    /// Who speaks, and how often, the most frequent first.
    pub speakers: Vec<(String, usize)>,
    /// When the first and the last were said.
    pub from: Option<ReferenceTime>,
    /// The same.
    pub until: Option<ReferenceTime>,
    /// What cannot be brought in.
    pub problems: Vec<String>,
}

/// Texts that were given to be stored, with what they are called.
struct SentTexts {
    waiting: Vec<Result<Waiting, EngineError>>,
    names: Vec<String>,
}

impl Engine {
    /// Looks at what an import would bring; nothing is stored.
    pub async fn preview_import(
        &self,
        user: UserId,
        new: NewImport,
    ) -> Result<ImportPreview, EngineError> {
        let space = self.import_space(user, new.space).await?;
        let mut found = self.read_import(user, new).await?;
        self.tell_chats_apart(user, space, &mut found.memories)
            .await?;
        let spaces = self.spaces(user).await?.into_iter();
        let spaces = spaces.map(|space| (space.name, space.id)).collect();
        let (mut numbers, mut counts) = (Numbers::new(), [0; 3]);
        for some in found.memories.chunks_mut(AT_A_TIME) {
            self.tell_apart(user, space, some, &mut numbers).await?;
            for standing in self.standings(user, space, &spaces, some).await? {
                counts[standing as usize] += 1;
            }
        }
        let [added, replaced, unchanged] = counts;
        let times = || found.memories.iter().map(|memory| memory.reference_time);
        Ok(ImportPreview {
            added,
            replaced,
            unchanged,
            speakers: found.speakers(),
            from: times().min_by_key(|time| time.instant()),
            until: times().max_by_key(|time| time.instant()),
            found: found.memories.len(),
            formats: found.formats,
            problems: found.problems,
        })
    }

    /// The user's imports, the newest first.
    pub async fn imports(&self, user: UserId) -> Result<Vec<Import>, EngineError> {
        Ok(self.store.imports(user, LISTED).await?)
    }

    /// One of them.
    pub async fn import(&self, user: UserId, id: ImportId) -> Result<Import, EngineError> {
        let import = self.store.import(user, id).await?;
        import.ok_or(EngineError::not_found(Sought::Import))
    }

    /// Stops an import; what it has brought by then stays.
    pub async fn cancel_import(&self, user: UserId, id: ImportId) -> Result<Import, EngineError> {
        let mut import = self.import(user, id).await?;
        if import.status == ImportStatus::Running {
            import.status = ImportStatus::Cancelled;
            import.ended_at = Some(self.environment.now());
            self.store.put_import(user, &import).await?;
        }
        Ok(import)
    }

    async fn import_space(
        &self,
        user: UserId,
        space: Option<SpaceId>,
    ) -> Result<SpaceId, EngineError> {
        match space {
            Some(space) => Ok(self.space(user, space).await?.id),
            None => {
                let default = self.default_space(user).await?;
                let default = default.ok_or(EngineError::not_found(Sought::Space))?;
                Ok(default.id)
            }
        }
    }

    /// Reads the files, off the asynchronous threads.
    async fn read_import(&self, user: UserId, new: NewImport) -> Result<Found, EngineError> {
        let account = self.account(user).await?;
        let zone = new.time_zone.or(account.time_zone);
        let calendar = match zone.as_deref() {
            Some(zone) => Calendar::named(zone)
                .map_err(|error| EngineError::invalid("timeZone", format!("{error}")))?,
            None => Calendar::utc(),
        };
        let options = Options {
            format: new.format,
            encoding: new.encoding,
            columns: new.columns,
            now: calendar.written(self.environment.now()),
            calendar,
            max_bytes: self.settings.max_text_bytes,
            max_unpacked_bytes: MAX_UNPACKED_BYTES,
            read_pdf: self.read_pdf.clone().map(|reader| self.bounded(reader)),
        };
        let files = new.files;
        let reading =
            tokio::task::spawn_blocking(move || recollect_imports::read(&files, &options));
        reading
            .await
            .map_err(|error| EngineError::Internal(error.to_string()))
    }

    /// The same reader, for as long as one import may read PDF files.
    fn bounded(&self, reader: PdfReader) -> PdfReader {
        let environment = self.environment.clone();
        let began = environment.now();
        PdfReader::new(move |bytes| {
            if environment.now() > began + MAX_PDF_TIME {
                return Err("the PDF files before it took too long; bring it by itself".to_owned());
            }
            reader.read(bytes)
        })
    }

    /// One of those who speak is the person.
    async fn call_also(&self, user: UserId, me: String) -> Result<(), EngineError> {
        let account = self.account(user).await?;
        let mut update = PersonUpdate::default();
        if account.named_by == NamedBy::Address {
            update.name = Some(me);
        } else {
            let mut names = account.also_called;
            names.push(me);
            update.also_called = Some(names);
        }
        self.update_person(user, update, None).await?;
        Ok(())
    }

    async fn carry_import(
        &self,
        user: UserId,
        mut import: Import,
        mut found: Found,
    ) -> Result<(), EngineError> {
        self.tell_chats_apart(user, import.space, &mut found.memories)
            .await?;
        let mut spaces: HashMap<String, SpaceId> = HashMap::new();
        let (abouts, told) = (found.spaces, found.told);
        self.restore_places(user, &mut import, &told).await?;
        let mut memories = found.memories.into_iter().peekable();
        let mut reported_at = self.environment.elapsed();
        let mut before: Option<SentTexts> = None;
        let mut numbers = Numbers::new();
        loop {
            let mut some: Vec<Memory> = memories.by_ref().take(AT_A_TIME).collect();
            self.tell_apart(user, import.space, &mut some, &mut numbers)
                .await?;
            let mut texts = Vec::with_capacity(AT_A_TIME);
            for memory in some {
                if self.is_there(user, &memory).await? {
                    import.unchanged += 1;
                    continue;
                }
                let space = match &memory.space {
                    None => import.space,
                    Some(name) => {
                        let about = abouts.get(name).map(String::as_str);
                        self.space_called(user, name, about, &mut spaces).await?
                    }
                };
                let since = known_since(&told, memory.space.as_deref(), &memory.external_id);
                texts.push((
                    memory.external_id.clone(),
                    text(memory, space, import.id, since),
                ));
            }
            // While some are being written the next are made ready.
            let (names, texts): (Vec<_>, Vec<_>) = texts.into_iter().unzip();
            let texts = texts.into_iter().map(Ok::<_, EngineError>).collect();
            let waiting = self.send_all(user, texts).await;
            let sent = SentTexts { waiting, names };
            if let Some(before) = before.replace(sent) {
                self.count_accepted(user, before, &mut import).await?;
            }
            if memories.peek().is_none()
                && let Some(last) = before.take()
            {
                self.count_accepted(user, last, &mut import).await?;
                break;
            }
            let now = self.environment.elapsed();
            let is_due = now.saturating_sub(reported_at) >= BETWEEN_REPORTS;
            if is_due {
                reported_at = now;
            }
            if !self.goes_on(user, &mut import, is_due).await? {
                if let Some(rest) = before {
                    self.count_accepted(user, rest, &mut import).await?;
                }
                return self.end_stopped(user, import).await;
            }
        }
        if !self.goes_on(user, &mut import, false).await? {
            return self.end_stopped(user, import).await;
        }
        self.restore_decided(user, &mut import, &told).await?;
        self.end_completed(user, import).await
    }

    async fn end_completed(&self, user: UserId, mut import: Import) -> Result<(), EngineError> {
        import.status = ImportStatus::Completed;
        import.ended_at = Some(self.environment.now());
        self.store.put_import(user, &import).await?;
        tracing::info!(%user, import = %import.id, "import completed: {} texts", import.added);
        Ok(())
    }

    /// Waits until these are stored, and counts what became of them.
    async fn count_accepted(
        &self,
        user: UserId,
        sent: SentTexts,
        import: &mut Import,
    ) -> Result<(), EngineError> {
        let answers = self.answers(user, sent.waiting).await;
        for (accepted, name) in answers.into_iter().zip(sent.names) {
            match accepted.map(|accepted| accepted.as_what) {
                Ok(AcceptedAs::Added) => import.added += 1,
                Ok(AcceptedAs::Replacing(_)) => import.replaced += 1,
                Ok(AcceptedAs::Unchanged) => import.unchanged += 1,
                Err(error @ EngineError::Unavailable { .. }) => return Err(error),
                Err(error) if import.problems.len() < MAX_PROBLEMS => {
                    import.problems.push(format!("{name}: {error}"));
                }
                Err(_) => {}
            }
        }
        // Whoever brings something in looks for it next.
        self.waiting.follow_apart(user);
        Ok(())
    }

    /// Says how far it is, where that is due; false when whoever it belongs to has stopped it.
    async fn goes_on(
        &self,
        user: UserId,
        import: &mut Import,
        is_due: bool,
    ) -> Result<bool, EngineError> {
        let stands = self.import(user, import.id).await?;
        if stands.status != ImportStatus::Running {
            import.status = stands.status;
            import.ended_at = stands.ended_at;
            return Ok(false);
        }
        if is_due {
            self.store.put_import(user, import).await?;
        }
        Ok(true)
    }

    /// Ends an import that was stopped; of one that is undone, what was on its way meanwhile goes, too.
    async fn end_stopped(&self, user: UserId, mut import: Import) -> Result<(), EngineError> {
        // It may have been undone while the last of it was stored.
        import.status = self.import(user, import.id).await?.status;
        if matches!(import.status, ImportStatus::Undoing | ImportStatus::Undone) {
            return self.forget_import(user, import.id).await;
        }
        Ok(self.store.put_import(user, &import).await?)
    }

    /// Whether this is a text of the user's that had no name and comes back in our own export.
    async fn is_there(&self, user: UserId, memory: &Memory) -> Result<bool, EngineError> {
        let id = memory.external_id.strip_prefix(OWN_NAMES);
        let Some(id) = id.and_then(|id| id.parse::<LogId>().ok()) else {
            return Ok(false);
        };
        let log = self.store.log(user, id).await?;
        Ok(log.is_some_and(|log| log.text == memory.body))
    }

    /// The user's space of this name, made when there is none.
    async fn space_called(
        &self,
        user: UserId,
        name: &str,
        about: Option<&str>,
        known: &mut HashMap<String, SpaceId>,
    ) -> Result<SpaceId, EngineError> {
        if let Some(space) = known.get(name) {
            return Ok(*space);
        }
        let spaces = self.spaces(user).await?;
        let there = spaces.iter().find(|space| space.name == name);
        let space = match there {
            Some(space) => space.id,
            None => self.create_space(user, name, about).await?.id,
        };
        known.insert(name.to_owned(), space);
        Ok(space)
    }
}

fn text(
    memory: Memory,
    space: SpaceId,
    import: ImportId,
    known_since: Option<Timestamp>,
) -> NewText {
    NewText {
        space: Some(space),
        session: memory.session,
        source: memory.source,
        kind: memory.kind,
        body: memory.body,
        reference_time: memory.reference_time,
        request: memory
            .sent
            .map_or_else(|| "{}".to_owned(), |sent| Value::Object(sent).to_string()),
        more: TextOptions {
            is_undated: false,
            external_id: Some(memory.external_id),
            labels: memory.labels,
            import: Some(import),
            is_bulk: true,
            expires_at: memory.expires_at,
            known_since,
            operation: None,
        },
    }
}
