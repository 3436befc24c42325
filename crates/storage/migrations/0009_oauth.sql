-- Applications that act for a person: OAuth 2.0. Of codes, tokens and secrets only the SHA-256 is kept.

CREATE TABLE oauth_clients (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    secret_hash TEXT,
    authentication TEXT NOT NULL,
    -- One a line.
    redirect_uris TEXT NOT NULL,
    -- Separated by blanks.
    grant_types TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- When somebody last was asked to grant it something.
    last_used_at BIGINT NOT NULL
);

CREATE INDEX oauth_clients_unused ON oauth_clients (last_used_at);

-- Revoking deletes the row, and with it all that follows from it.
CREATE TABLE oauth_grants (
    user_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    client_id TEXT NOT NULL REFERENCES oauth_clients (id),
    scopes TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT,
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, client_id)
);

CREATE INDEX oauth_grants_client ON oauth_grants (client_id);

CREATE TABLE oauth_codes (
    hash TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL,
    grant_id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    scopes TEXT NOT NULL,
    resource TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    challenge TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    FOREIGN KEY (user_id, grant_id) REFERENCES oauth_grants (user_id, id) ON DELETE CASCADE
);

CREATE INDEX oauth_codes_grant ON oauth_codes (user_id, grant_id);
CREATE INDEX oauth_codes_expired ON oauth_codes (expires_at);

-- A used one is kept until it expires, so that its second use is noticed.
CREATE TABLE oauth_refresh_tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL,
    grant_id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    scopes TEXT NOT NULL,
    resource TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    FOREIGN KEY (user_id, grant_id) REFERENCES oauth_grants (user_id, id) ON DELETE CASCADE
);

CREATE INDEX oauth_refresh_tokens_grant ON oauth_refresh_tokens (user_id, grant_id);
CREATE INDEX oauth_refresh_tokens_expired ON oauth_refresh_tokens (expires_at);

CREATE TABLE oauth_devices (
    hash TEXT NOT NULL PRIMARY KEY,
    user_code_hash TEXT NOT NULL UNIQUE,
    client_id TEXT NOT NULL REFERENCES oauth_clients (id) ON DELETE CASCADE,
    scopes TEXT NOT NULL,
    resource TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    interval_s BIGINT NOT NULL,
    polled_at BIGINT,
    is_denied BIGINT NOT NULL,
    -- Who granted it, and by which grant.
    user_id TEXT,
    grant_id TEXT,
    granted_scopes TEXT,
    FOREIGN KEY (user_id, grant_id) REFERENCES oauth_grants (user_id, id) ON DELETE CASCADE
);

CREATE INDEX oauth_devices_expired ON oauth_devices (expires_at);

-- The database is the boundary of trust: whoever reads it could as well read every memory in it.
CREATE TABLE oauth_signing_keys (
    id TEXT NOT NULL PRIMARY KEY,
    seed BLOB NOT NULL,
    created_at BIGINT NOT NULL
);

-- Whose account a person of an outside issuer uses.
CREATE TABLE outside_identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
);
