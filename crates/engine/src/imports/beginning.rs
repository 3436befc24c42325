//! Beginning an import, or going on with one.

use std::sync::Arc;

use jiff::SignedDuration;
use recollect_imports::Found;
use recollect_model::{Import, ImportId, ImportStatus, SpaceId, UserId};

use super::{MAX_PROBLEMS, NewImport};
use crate::{Engine, EngineError};

/// So long after its last part a completed import may go on.
const GOES_ON_WITHIN: SignedDuration = SignedDuration::from_hours(1);

impl Engine {
    /// Begins an import, or goes on with one. It goes on by itself; [`import`](Self::import) says how far it is.
    pub async fn begin_import(
        self: &Arc<Self>,
        user: UserId,
        new: NewImport,
    ) -> Result<Import, EngineError> {
        let before = match new.continues {
            Some(id) => Some(self.completed_import(user, id).await?),
            None => None,
        };
        let space = match &before {
            Some(before) => before.space,
            None => self.import_space(user, new.space).await?,
        };
        let names: Vec<&str> = new.files.iter().map(|file| file.name.as_str()).collect();
        let name = match &names[..] {
            [] => return Err(EngineError::invalid("file", "is required")),
            [one] => (*one).to_owned(),
            [first, rest @ ..] => format!("{first} and {} more", rest.len()),
        };
        if let Some(me) = new.me.clone() {
            self.call_also(user, me).await?;
        }
        let found = self.read_import(user, new).await?;
        if found.memories.is_empty() {
            let why = found.problems.first().cloned();
            let why = why.unwrap_or_else(|| "there is no text in it".to_owned());
            return Err(EngineError::invalid(
                "file",
                format!("cannot be brought in: {why}"),
            ));
        }
        let import = match before {
            Some(before) => self.longer(user, before, &found).await?,
            None => self.new_import(space, &name, &found),
        };
        self.store.put_import(user, &import).await?;
        self.say_carried(user, import.id).await?;
        let (engine, running) = (self.clone(), import.clone());
        let brought = self.bringing.begin(self.environment.elapsed());
        tokio::spawn(async move {
            let _brought = brought;
            engine.carry_to_its_end(user, running, found).await;
        });
        Ok(import)
    }

    fn new_import(&self, space: SpaceId, name: &str, found: &Found) -> Import {
        Import {
            id: ImportId::new(&self.environment),
            space,
            name: name.chars().take(300).collect(),
            format: formats(found),
            status: ImportStatus::Running,
            found: found.memories.len() as u64,
            added: 0,
            replaced: 0,
            unchanged: 0,
            problems: found.problems.iter().take(MAX_PROBLEMS).cloned().collect(),
            started_at: self.environment.now(),
            ended_at: None,
        }
    }

    /// An import that can go on: one that was completed a short while ago.
    async fn completed_import(&self, user: UserId, id: ImportId) -> Result<Import, EngineError> {
        let import = self.import(user, id).await?;
        let since = self.environment.now() - GOES_ON_WITHIN;
        let is_recent = import.ended_at.is_some_and(|ended| ended >= since);
        match import.status {
            ImportStatus::Completed if is_recent => Ok(import),
            ImportStatus::Completed => Err(not_on("it was completed more than an hour ago")),
            status => Err(not_on(&format!("it is {status}"))),
        }
    }

    /// A completed import with what was found besides.
    async fn longer(
        &self,
        user: UserId,
        mut import: Import,
        found: &Found,
    ) -> Result<Import, EngineError> {
        let until = self.carried_until();
        if !self.store.resume_import(user, import.id, until).await? {
            return Err(not_on("it goes on already, or was stopped"));
        }
        import.status = ImportStatus::Running;
        import.ended_at = None;
        import.found += found.memories.len() as u64;
        let room = MAX_PROBLEMS.saturating_sub(import.problems.len());
        let problems = found.problems.iter().take(room);
        import.problems.extend(problems.cloned());
        let more = formats(found);
        if !import.format.split(", ").any(|known| known == more) {
            import.format = format!("{}, {more}", import.format);
        }
        Ok(import)
    }
}

fn formats(found: &Found) -> String {
    let formats: Vec<&str> = found.formats.iter().map(|format| format.as_str()).collect();
    formats.join(", ")
}

fn not_on(why: &str) -> EngineError {
    EngineError::Conflict {
        reason: format!("the import cannot go on: {why}"),
    }
}
