//! The database: whether it can be opened, and whether this program and its schema go together.

use std::time::Duration;

use recollect_model::Environment;
use recollect_storage::{Inspection, Obstacle, Schema, StorageError};

use super::clock;
use super::encryption;
use super::finding::Finding;
use crate::configuration::StorageOptions;

const SUBJECT: &str = "database";
/// How long the database may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long the embedded one may take, of which every page is read.
const READING: Duration = Duration::from_secs(30 * 60);

/// Looks at the database, without changing it.
pub(super) async fn check(options: &StorageOptions, environment: &Environment) -> Vec<Finding> {
    let database = options.database();
    let is_remote = options.database.is_some();
    let patience = if is_remote { PATIENCE } else { READING };
    let inspection = tokio::time::timeout(patience, database.inspect()).await;
    match inspection {
        Err(_) => vec![Finding::wrong(
            SUBJECT,
            format!("there is no answer in {} s", patience.as_secs()),
            "check host and port in RECOLLECT_DATABASE, and the firewalls on the way",
        )],
        Ok(Err(error)) => vec![unusable(&error, is_remote)],
        Ok(Ok(None)) => vec![Finding::fine(SUBJECT, "will be created by the first start")],
        Ok(Ok(Some(found))) => {
            let apart = found
                .clock
                .and_then(|clock| clock::compare(environment.now(), clock));
            let mut findings: Vec<Finding> = [state(&found)].into_iter().chain(apart).collect();
            if matches!(found.schema, Schema::Current | Schema::Ahead(_)) {
                findings.extend(encryption::check(options, &found).await);
            }
            findings
        }
    }
}

fn unusable(error: &StorageError, is_remote: bool) -> Finding {
    let seen = match error {
        StorageError::Unavailable { source } => format!("cannot be reached: {source}"),
        other => other.to_string(),
    };
    let advice = if is_remote {
        "check that it runs, and host, port, user, password and database in RECOLLECT_DATABASE"
    } else {
        "check that recollect.db is the database of this service and that this user may write it"
    };
    Finding::wrong(SUBJECT, seen, advice)
}

fn state(found: &Inspection) -> Finding {
    let engine = &found.engine;
    match found.obstacle {
        Some(Obstacle::TooOld) => {
            let seen = format!("{engine} is too old");
            return Finding::wrong(SUBJECT, seen, "use PostgreSQL 12 or later");
        }
        Some(Obstacle::Standby) => {
            let seen = format!("{engine} is a standby, which takes no writes");
            return Finding::wrong(SUBJECT, seen, "name the primary in RECOLLECT_DATABASE");
        }
        Some(Obstacle::NoPrivilege) => {
            let seen = format!("{engine} does not let this role create tables");
            let advice = "make the role the owner of its database";
            return Finding::wrong(SUBJECT, seen, advice);
        }
        None => {}
    }
    if !found.damage.is_empty() {
        let seen = format!(
            "{engine} says that recollect.db is damaged: {}",
            found.damage.join("; ")
        );
        let advice =
            "stop the service, keep a copy of recollect.db and its -wal, and restore a backup";
        return Finding::wrong(SUBJECT, seen, advice);
    }
    match found.schema {
        Schema::Current => Finding::fine(
            SUBJECT,
            format!("{engine}, with the schema of this version"),
        ),
        Schema::Empty => Finding::fine(
            SUBJECT,
            format!("{engine}, empty; the first start creates the schema"),
        ),
        Schema::Unrecorded => Finding::wrong(
            SUBJECT,
            format!("{engine} has Recollect's tables, but not _sqlx_migrations"),
            "restore that table, or all of it, from a backup; or name a database that is empty",
        ),
        Schema::Older(missing) => Finding::warning(
            SUBJECT,
            format!("{engine}, {missing} migrations behind this version"),
            "make a backup first: the next start applies them, and an older version cannot use it then",
        ),
        Schema::Ahead(version) => Finding::warning(
            SUBJECT,
            format!("{engine}, to which a newer version of Recollect has added (schema {version})"),
            "this version works beside it for as long as an upgrade takes: bring every node to the newer version",
        ),
        Schema::Newer(version) => Finding::wrong(
            SUBJECT,
            format!("{engine}, brought to schema {version} by a newer version of Recollect"),
            "run that version, or restore the backup made before the upgrade",
        ),
        Schema::Altered(version) => Finding::wrong(
            SUBJECT,
            format!("{engine}, with a migration {version} that is not this version's"),
            "run the version that made it",
        ),
    }
}
