//! Why a benchmark stops.

/// Whatever went wrong; it ends the run.
pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;
