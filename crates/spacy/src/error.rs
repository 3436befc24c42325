//! What can be wrong with the package.

use thiserror::Error;

/// Why the package could not be loaded. Nothing else can fail: a loaded pipeline reads any text.
#[derive(Debug, Error)]
pub enum LoadError {
    /// A file of [`Pipeline::FILES`](crate::Pipeline::FILES) was not given.
    #[error("the package's file {path} is missing")]
    Missing { path: &'static str },
    /// A file is not what version 3.8.0 of the package holds under this path.
    #[error("the package's file {path} cannot be used: {reason}")]
    Damaged { path: &'static str, reason: String },
}

/// What is wrong with a file, before it is known which file it is.
#[derive(Debug)]
pub(crate) struct Damage(pub(crate) String);

impl Damage {
    pub(crate) fn new(reason: impl Into<String>) -> Damage {
        Damage(reason.into())
    }

    pub(crate) fn in_file(self, path: &'static str) -> LoadError {
        LoadError::Damaged {
            path,
            reason: self.0,
        }
    }
}
