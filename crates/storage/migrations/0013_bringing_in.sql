-- What texts are known by outside, what they are sorted by, and requests that must not be carried out twice.
-- The order of the columns in the indexes has its reason in 0002_queue.sql.

-- What whoever sent the text calls it: the next text of that name in its space takes its place.
ALTER TABLE logs ADD COLUMN external_id TEXT;
ALTER TABLE episodes ADD COLUMN external_id TEXT;
CREATE INDEX logs_by_external_id ON logs (user_id, external_id, seq) WHERE external_id IS NOT NULL;
CREATE INDEX episodes_by_external_id ON episodes (user_id, external_id, seq) WHERE external_id IS NOT NULL;

-- Tags and metadata as they are shown, a JSON object; NULL where there are none.
ALTER TABLE logs ADD COLUMN labels TEXT;

-- The same as they are looked for: a tag has no name, a value of metadata is JSON.
CREATE TABLE labels (
    user_id TEXT NOT NULL,
    log_id TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user_id, log_id, name, value),
    FOREIGN KEY (user_id, log_id) REFERENCES logs (user_id, id) ON DELETE CASCADE
);

CREATE INDEX labels_by_value ON labels (user_id, name, value, log_id);

-- The import that brought a text.
ALTER TABLE logs ADD COLUMN import_id TEXT;
CREATE INDEX logs_of_import ON logs (user_id, import_id, seq) WHERE import_id IS NOT NULL;

CREATE TABLE imports (
    user_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    space_id TEXT NOT NULL,
    -- What was brought in, in words, and how it was read.
    name TEXT NOT NULL,
    format TEXT NOT NULL,
    -- 'running', 'completed', 'cancelled' or 'undone'.
    status TEXT NOT NULL,
    found BIGINT NOT NULL,
    added BIGINT NOT NULL,
    replaced BIGINT NOT NULL,
    unchanged BIGINT NOT NULL,
    -- What could not be brought in, one a line.
    problems TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    ended_at BIGINT,
    PRIMARY KEY (user_id, id)
);

CREATE INDEX imports_by_time ON imports (user_id, started_at, id);

CREATE TABLE idempotency_keys (
    user_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    -- The SHA-256 of what was asked.
    request TEXT NOT NULL,
    -- What the identifiers that it gives out follow from.
    operation TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    -- Until when it counts as under way.
    held_until BIGINT NOT NULL,
    -- The answer, once there is one; the body is NULL where it is not kept.
    status BIGINT,
    location TEXT,
    body TEXT,
    PRIMARY KEY (user_id, key)
);

CREATE INDEX idempotency_keys_started ON idempotency_keys (started_at);
