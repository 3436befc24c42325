//! The address the service listens on.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::TcpListener;

use super::super::visit::{Answer, visit};
use super::finding::Finding;
use crate::configuration::local_url;

const SUBJECT: &str = "listen address";
/// How long whoever is there may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is at the address now.
#[derive(Debug)]
pub(super) enum Door {
    /// Nobody: the service could listen there.
    Free,
    /// Somebody, who answers so.
    Taken(Answer),
    /// The operating system does not let anybody listen there, or not this user.
    Barred(std::io::Error),
}

/// Looks who is there.
pub(super) async fn look(listen: SocketAddr) -> Door {
    match TcpListener::bind(listen).await {
        Ok(_) => Door::Free,
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            Door::Taken(visit(&local_url(listen), PATIENCE).await)
        }
        Err(error) => Door::Barred(error),
    }
}

/// Whether the service is there, or could be.
pub(super) fn check(listen: SocketAddr, door: &Door) -> Finding {
    let elsewhere = "stop it (ss -ltnp names it), or set RECOLLECT_LISTEN to another port";
    match door {
        Door::Free => Finding::fine(
            SUBJECT,
            format!("{listen} is free; the service does not run"),
        ),
        Door::Taken(Answer::Healthy) => {
            Finding::fine(SUBJECT, format!("the service answers on {listen}"))
        }
        Door::Taken(Answer::Unwell) => Finding::wrong(
            SUBJECT,
            format!("the service on {listen} answers that its database cannot be used"),
            "read its log",
        ),
        Door::Taken(Answer::Stranger(what)) => {
            let seen = format!("another program has {listen}: it {what}");
            Finding::wrong(SUBJECT, seen, elsewhere)
        }
        Door::Taken(Answer::None(reason)) => {
            let seen = format!("somebody has {listen} and does not answer: {reason}");
            Finding::wrong(SUBJECT, seen, elsewhere)
        }
        Door::Barred(error) => {
            let advice = match error.kind() {
                ErrorKind::PermissionDenied => {
                    "choose a port above 1023 in RECOLLECT_LISTEN, and let a proxy have the lower one"
                }
                ErrorKind::AddrNotAvailable => {
                    "name an address of this machine in RECOLLECT_LISTEN, or 0.0.0.0 for all of them"
                }
                _ => "choose another in RECOLLECT_LISTEN",
            };
            Finding::wrong(
                SUBJECT,
                format!("nobody can listen on {listen}: {error}"),
                advice,
            )
        }
    }
}
