//! What can go wrong in an index.

/// Why changes could not be applied; nothing of them was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IndexError {
    /// The space has more passages or statements than an index can number.
    #[error("the index is full")]
    Full,
}
