-- What happened to a user's memory, in order. Identifiers only.

CREATE TABLE events (
    user_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    kind TEXT NOT NULL,
    space_id TEXT NOT NULL,
    log_id TEXT,
    episode_id TEXT,
    statement_id TEXT,
    happened_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, seq)
);
