//! What is told of how the database fares.

use recollect_model::Timestamp;

/// The connections that are held now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Connections {
    /// In somebody's hands.
    pub used: u64,
    /// Ready to be taken.
    pub idle: u64,
    /// The most there may be.
    pub most: u64,
}

/// What went wrong since the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Trouble {
    /// Statements and waits for a connection that failed in a way that may pass.
    pub unavailable: u64,
    /// Statements that failed otherwise.
    pub failed: u64,
    /// How often a doubt made the connections to a server anew.
    pub reconnections: u64,
}

/// What waits, of all users and on all nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Backlog {
    /// Texts in the queue, those being processed among them.
    pub texts: u64,
    /// Users who have any.
    pub users: u64,
    /// Since when the text that has waited longest has.
    pub oldest_since: Option<Timestamp>,
    /// Users whose texts a worker has in hand.
    pub leased: u64,
    /// Deliveries to webhooks that wait for their first or next attempt.
    pub deliveries: u64,
}

/// How much room the database takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Room {
    /// The database, in bytes.
    pub bytes: u64,
    /// The write-ahead log of the embedded one, in bytes; `None` of a server's.
    pub log_bytes: Option<u64>,
}
