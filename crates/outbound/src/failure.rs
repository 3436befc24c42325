//! Why a request came to nothing.

use std::net::IpAddr;
use std::time::Duration;

use crate::InvalidTarget;

/// Why nothing came back; never what the other side said.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The URL is not to be used.
    #[error("the URL {0}")]
    InvalidTarget(#[from] InvalidTarget),
    /// Its name has no address. It is told in the same words as one that leads to none that is public: what names there are
    /// on the inside, and where they lead, is nobody's business.
    #[error("its name has no public address")]
    Unresolved(String),
    /// Its name leads only to addresses that are not public.
    #[error("its name has no public address")]
    NotPublic(IpAddr),
    /// Nobody answers.
    #[error("cannot be reached: {0}")]
    Unreached(String),
    /// The encrypted connection was not made.
    #[error("no encrypted connection: {0}")]
    Untrusted(String),
    /// This system trusts nobody.
    #[error(
        "this system has no certificates to trust anybody by (on Debian: apt-get install ca-certificates)"
    )]
    NoCertificates,
    /// The connection was made, and broke.
    #[error("broke the connection off")]
    Broken,
    /// It took too long.
    #[error("no answer within {} ms", .0.as_millis())]
    OutOfTime(Duration),
}
