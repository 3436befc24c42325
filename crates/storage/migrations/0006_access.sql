-- Who may do what: what keys allow, links to log in with, sessions, and the audit trail.

-- The names of the scopes, separated by blanks.
ALTER TABLE api_keys ADD COLUMN scopes TEXT NOT NULL DEFAULT 'memory:read memory:write webhooks account';

-- A link that logs in whoever opens it, once. The account need not exist yet.
CREATE TABLE login_links (
    hash TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    -- The hash of the cookie of the browser that asked; another browser is asked to confirm.
    browser_hash TEXT,
    -- Where to go after the login: a path of this service.
    next TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
);

CREATE INDEX login_links_expired ON login_links (expires_at);

CREATE TABLE sessions (
    user_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    -- What the browser calls itself, shortened.
    agent TEXT NOT NULL,
    address TEXT,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)
);

-- What was done with the account, in order: never a secret. The newest are kept.
CREATE TABLE audit (
    user_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    address TEXT,
    happened_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, seq)
);
