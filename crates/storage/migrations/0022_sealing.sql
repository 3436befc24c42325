-- Encryption at rest: a key for each user, and one for the service itself, each wrapped by the master key, which is not here.

CREATE TABLE data_keys (
    -- The id of a user, or 'service'.
    owner TEXT NOT NULL PRIMARY KEY,
    -- Which master key wraps it; that tells nothing of the key.
    master TEXT NOT NULL,
    wrapped BLOB NOT NULL,
    created_at BIGINT NOT NULL
);

-- Whether the database is encrypted, recorded by whoever opens or fills it first: one row, which never changes.
CREATE TABLE encryption (
    id BIGINT NOT NULL PRIMARY KEY,
    is_encrypted BIGINT NOT NULL
);

-- A sealed text has another length than the text.
ALTER TABLE episodes ADD COLUMN size_bytes BIGINT NOT NULL DEFAULT 0;
UPDATE episodes SET size_bytes = OCTET_LENGTH(body);
