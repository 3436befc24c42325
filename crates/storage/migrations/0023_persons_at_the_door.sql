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
