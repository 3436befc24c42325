//! Encryption at rest: whether the database is encrypted, and how well its master key is kept.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use recollect_storage::Inspection;

use super::finding::Finding;
use crate::commands::encryption::encryption;
use crate::configuration::StorageOptions;

const SUBJECT: &str = "encryption";
/// The rights of everybody but the owner.
const OTHERS: u32 = 0o077;

/// Looks at the master key of a database that is there. No key is made.
pub(super) async fn check(options: &StorageOptions, found: &Inspection) -> Vec<Finding> {
    let Some(id) = &found.master_key else {
        let advice =
            "to encrypt it, copy it to a new place by recollect move: docs/hosting.md says how";
        let seen = "the database is not encrypted: whoever reads its files reads everything";
        return vec![Finding::warning(SUBJECT, seen, advice)];
    };
    let database = options.database();
    let encryption = match encryption(&options.encryption).await {
        Ok(encryption) => encryption,
        Err(error) => {
            let seen = format!("the master key cannot be had: {error}");
            return vec![Finding::wrong(SUBJECT, seen, "correct the setting")];
        }
    };
    if let Err(error) = encryption.check(&database, id) {
        let advice =
            "without it nothing can be read: bring it back from where copies of it are kept";
        return vec![Finding::wrong(SUBJECT, error.to_string(), advice)];
    }
    let mut findings = vec![Finding::fine(
        SUBJECT,
        format!("the database is encrypted, and its master key {id} is there"),
    )];
    if let Some(file) = encryption.file(&database) {
        findings.extend(kept(&file, options));
    }
    findings
}

fn kept(file: &Path, options: &StorageOptions) -> Option<Finding> {
    let mode = file.metadata().ok()?.permissions().mode();
    let name = file.display();
    if mode & OTHERS != 0 {
        let seen = format!("others than the owner may read {name}");
        return Some(Finding::wrong(
            "master key",
            seen,
            format!("chmod 600 {name}"),
        ));
    }
    let is_beside = options.database.is_none() && file.parent() == Some(&*options.data);
    is_beside.then(|| {
        let seen = format!("{name} is beside the database: whoever copies the directory copies the key, too");
        let advice = "keep a copy of it elsewhere; to keep it elsewhere altogether, move it and name it by \
                      RECOLLECT_MASTER_KEY_FILE, or let RECOLLECT_MASTER_KEY_COMMAND print it";
        Finding::warning("master key", seen, advice)
    })
}
