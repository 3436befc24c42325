-- Who owns things: accounts, the keys that speak for them, and their spaces.
-- Ids are UUIDs as text, times are microseconds since 1970 UTC, flags are 0 or 1.

CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE api_keys (
    user_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    hint TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT,
    expires_at BIGINT,
    revoked_at BIGINT,
    PRIMARY KEY (user_id, id)
);

CREATE TABLE spaces (
    user_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT,
    is_default BIGINT NOT NULL,
    -- Grows by one with every commit that changes what a search could find.
    revision BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, name)
);

CREATE UNIQUE INDEX spaces_default ON spaces (user_id) WHERE is_default = 1;
