//! The directory of the embedded database.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use recollect_storage::Store;
use rustix::fs::{Access, access, statfs, statvfs};
use rustix::process::geteuid;

use super::door::Door;
use super::finding::Finding;
use crate::configuration::StorageOptions;

const SUBJECT: &str = "data directory";
const MIB: u64 = 1024 * 1024;
/// Below this much free space somebody should be told, in MiB.
const LITTLE_MIB: u64 = 1024;
/// Below this much the database soon refuses to write, in MiB.
const TOO_LITTLE_MIB: u64 = 128;

/// File systems by their magic numbers (statfs(2)), and whether they are shared between machines.
const UNSUITABLE: [(u32, &str); 7] = [
    (0x6969, "NFS"),
    (0xff53_4d42, "CIFS"),
    (0xfe53_4d42, "SMB"),
    (0x0102_1997, "9P"),
    (0x00c3_6400, "Ceph"),
    (0x5346_414f, "AFS"),
    (0x0bd0_0bd0, "Lustre"),
];
const TMPFS: u32 = 0x0102_1994;
const FUSE: u32 = 0x6573_5546;

/// Whether the directory can hold the database. Nothing is looked at when the database is elsewhere.
pub(super) fn check(options: &StorageOptions, door: &Door) -> Vec<Finding> {
    if options.database.is_some() {
        let seen = "is not used, because RECOLLECT_DATABASE names a PostgreSQL database";
        return vec![Finding::fine(SUBJECT, seen)];
    }
    let directory = std::path::absolute(&options.data).unwrap_or_else(|_| options.data.clone());
    // What does not exist yet is created inside the nearest directory that does.
    let nearest = directory.ancestors().find(|path| path.exists());
    let nearest = nearest.unwrap_or(Path::new("/"));
    let mut findings = vec![rights(&directory, nearest)];
    findings.extend(ownership(nearest));
    findings.extend(file_system(nearest));
    findings.push(space(nearest));
    let is_elsewhere = matches!(door, Door::Free) && Store::is_data_dir_served(&directory);
    if is_elsewhere {
        let seen = format!(
            "a running server uses {}, and it does not listen at this address",
            directory.display()
        );
        let advice = "stop it, or name another directory in RECOLLECT_DATA: one server a directory";
        findings.push(Finding::wrong(SUBJECT, seen, advice));
    }
    findings
}

/// Whether this user may write what the service has to.
fn rights(directory: &Path, nearest: &Path) -> Finding {
    if !nearest.is_dir() {
        let seen = format!("{} is not a directory", nearest.display());
        return Finding::wrong(SUBJECT, seen, "name another in RECOLLECT_DATA");
    }
    let mut needed = vec![(nearest.to_owned(), Access::WRITE_OK | Access::EXEC_OK)];
    if nearest == directory {
        let files = [
            "recollect.db",
            "recollect.db-wal",
            "recollect.db-shm",
            "recollect.lock",
        ];
        let files = files.map(|name| directory.join(name));
        let files = files.into_iter().filter(|path| path.exists());
        needed.extend(files.map(|path| (path, Access::READ_OK | Access::WRITE_OK)));
    }
    for (path, rights) in needed {
        if let Err(error) = access(&path, rights) {
            return refused(&path, error.kind());
        }
    }
    if nearest == directory {
        Finding::fine(SUBJECT, format!("{} can be written", directory.display()))
    } else {
        let seen = format!("{} will be created by the first start", directory.display());
        Finding::fine(SUBJECT, seen)
    }
}

fn refused(path: &Path, kind: std::io::ErrorKind) -> Finding {
    let path = path.display();
    if kind == std::io::ErrorKind::ReadOnlyFilesystem {
        let seen = format!("{path} is on a file system that is read-only");
        let advice = "mount it for writing, or name another directory in RECOLLECT_DATA";
        return Finding::wrong(SUBJECT, seen, advice);
    }
    let me = geteuid().as_raw();
    let seen = format!("{path} cannot be written by user {me} ({kind})");
    let advice = format!("give it to that user: chown -R {me} {path}");
    Finding::wrong(SUBJECT, seen, advice)
}

/// What root may do says nothing about what the service's user may.
fn ownership(nearest: &Path) -> Option<Finding> {
    let owner = nearest.metadata().as_ref().map(Metadata::uid).ok()?;
    (geteuid().is_root() && owner != 0).then(|| {
        let seen = format!(
            "{} belongs to user {owner}, and this check is made as root",
            nearest.display()
        );
        let advice = "run it as the user who runs the service, to see what that user may do";
        Finding::warning(SUBJECT, seen, advice)
    })
}

/// Whether SQLite's write-ahead log works on this file system: the memory it shares and the locks it takes do not
/// reach over a network.
fn file_system(nearest: &Path) -> Option<Finding> {
    let kind = statfs(nearest).ok()?.f_type;
    // The type's width differs between machines; the magic numbers have 32 bits on all of them.
    let kind = (kind as u64 & 0xffff_ffff) as u32;
    if let Some((_, name)) = UNSUITABLE.iter().find(|(magic, _)| *magic == kind) {
        let seen = format!(
            "{} is on {name}, on which SQLite's locks cannot be relied on",
            nearest.display()
        );
        let advice = "use a disk of this machine, or PostgreSQL (RECOLLECT_DATABASE)";
        return Some(Finding::wrong(SUBJECT, seen, advice));
    }
    let (seen, advice) = match kind {
        TMPFS => (
            "is in memory",
            "use a disk, unless everything may be gone with the next restart of the machine",
        ),
        FUSE => (
            "is on a FUSE file system",
            "make sure that it is a disk of this machine: over a network SQLite's locks cannot be relied on",
        ),
        _ => return None,
    };
    let seen = format!("{} {seen}", nearest.display());
    Some(Finding::warning(SUBJECT, seen, advice))
}

fn space(nearest: &Path) -> Finding {
    let subject = "disk";
    let advice = "make room: without it texts are refused";
    match statvfs(nearest) {
        Err(error) => Finding::warning(
            subject,
            format!("the free space cannot be told ({})", error.kind()),
            "look yourself (df -h)",
        ),
        Ok(disk) => {
            let free = disk.f_bavail.saturating_mul(disk.f_frsize) / MIB;
            let seen = format!("{free} MiB are free");
            match free {
                ..TOO_LITTLE_MIB => Finding::wrong(subject, seen, advice),
                TOO_LITTLE_MIB..LITTLE_MIB => Finding::warning(subject, seen, advice),
                LITTLE_MIB.. => Finding::fine(subject, seen),
            }
        }
    }
}
