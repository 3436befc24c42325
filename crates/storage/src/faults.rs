//! Faults that tests inject by name; in production there are none.
//!
//! A change `c` has two points. A fault at `c.before_commit` rolls back; a fault at `c.after_commit` loses the answer
//! of a change that was committed. Both are told as [`StorageError::Unavailable`](crate::StorageError::Unavailable),
//! as the same accidents are when they happen. The changes are `account`, `api_key`, `audit`, `login`, `session`,
//! `uses`, `space`, `delete_account`, `delete_space`, `remove_some`, `accept`, `claim`, `renew`, `give_back`,
//! `release_all_leases`, `settle`, `change`, `follow`, `retry`, `webhook`, `claim_delivery`, `end_attempt`, `probe`
//! and `oauth`.

use std::fmt;
use std::sync::Arc;

type Fires = dyn Fn(&'static str) -> bool + Send + Sync;

/// Which faults happen. Cheap to clone.
#[derive(Clone)]
pub struct Faults(Option<Arc<Fires>>);

impl Faults {
    /// None, ever.
    pub const fn none() -> Self {
        Self(None)
    }

    /// A fault wherever `fires` says so; it is asked each time a point is passed.
    pub fn new(fires: Arc<Fires>) -> Self {
        Self(Some(fires))
    }

    pub(crate) fn check(&self, point: &'static str) -> Result<(), InjectedFault> {
        match &self.0 {
            Some(fires) if fires(point) => Err(InjectedFault(point)),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.0.is_some() { "some" } else { "none" };
        write!(f, "Faults({what})")
    }
}

/// The fault at this point.
#[derive(Debug, thiserror::Error)]
#[error("the fault injected at {0}")]
pub(crate) struct InjectedFault(&'static str);

/// The names of the two points around one commit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CommitPoint {
    pub(crate) before: &'static str,
    pub(crate) after: &'static str,
}

macro_rules! commit_points {
    ($($constant:ident $name:literal)*) => {
        impl CommitPoint {
            $(pub(crate) const $constant: Self = Self {
                before: concat!($name, ".before_commit"),
                after: concat!($name, ".after_commit"),
            };)*
        }
    };
}

commit_points! {
    ACCOUNT "account"
    API_KEY "api_key"
    AUDIT "audit"
    LOGIN "login"
    SESSION "session"
    USES "uses"
    SPACE "space"
    DELETE_SPACE "delete_space"
    REMOVE_SOME "remove_some"
    DELETE_ACCOUNT "delete_account"
    ACCEPT "accept"
    CLAIM "claim"
    RENEW "renew"
    GIVE_BACK "give_back"
    RELEASE_ALL_LEASES "release_all_leases"
    SETTLE "settle"
    CHANGE "change"
    FOLLOW "follow"
    RETRY "retry"
    WEBHOOK "webhook"
    CLAIM_DELIVERY "claim_delivery"
    END_ATTEMPT "end_attempt"
    PROBE "probe"
    OAUTH "oauth"
    IMPORT "import"
    KEYED "keyed"
    REPLACED_LOGS "replaced_logs"
}
