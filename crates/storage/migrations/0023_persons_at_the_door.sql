-- How somebody logged in to a session: 'magic_link' or 'passkey'.
ALTER TABLE sessions ADD COLUMN method TEXT NOT NULL DEFAULT 'magic_link';

-- The browsers that a person has logged in with: a login from any other is told to them.
CREATE TABLE known_browsers (
    user_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- What is kept of the secret in the browser's cookie.
    hash TEXT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, hash)
);

CREATE INDEX known_browsers_unseen ON known_browsers (last_seen_at);

-- Key pairs that people log in with: their public halves.
CREATE TABLE passkeys (
    user_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    -- Of the identifier that the authenticator gave it; nobody else may add the same.
    credential_hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    credential TEXT NOT NULL,
    counter BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT,
    PRIMARY KEY (user_id, id)
);

-- What browsers were asked to sign, each to be answered once.
CREATE TABLE passkey_challenges (
    hash TEXT NOT NULL PRIMARY KEY,
    browser_hash TEXT NOT NULL,
    -- Who adds a passkey; nobody yet where somebody logs in.
    user_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
    state TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX passkey_challenges_expired ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id);
