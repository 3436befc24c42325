-- Imports that nobody carries out any more are told from those that are under way, and taking an import back brings back the
-- versions that it took the place of.

-- 'cancelled' with this is one that broke off: a program that does not know the column tells it as stopped.
ALTER TABLE imports ADD COLUMN is_interrupted BIGINT NOT NULL DEFAULT 0;
-- Until when whoever carries it out has said that it does.
ALTER TABLE imports ADD COLUMN carried_until BIGINT;
CREATE INDEX imports_running ON imports (user_id, id) WHERE status = 'running';

-- A text whose place one that an import brought has taken, as it was sent.
CREATE TABLE replaced_versions (
    user_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- The log of what took its place, and the import that brought that.
    log_id TEXT NOT NULL,
    import_id TEXT NOT NULL,
    -- Its own, which may be gone.
    old_log_id TEXT NOT NULL,
    old_import_id TEXT,
    space_id TEXT NOT NULL,
    external_id TEXT NOT NULL,
    session_id TEXT,
    source TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    reference_time BIGINT NOT NULL,
    reference_offset_s BIGINT NOT NULL,
    request TEXT NOT NULL,
    labels TEXT,
    expires_at BIGINT,
    accepted_at BIGINT NOT NULL,
    replaced_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, log_id)
);

CREATE INDEX replaced_versions_by_log ON replaced_versions (user_id, old_log_id);
CREATE INDEX replaced_versions_by_import ON replaced_versions (user_id, old_import_id) WHERE old_import_id IS NOT NULL;
CREATE INDEX replaced_versions_by_name ON replaced_versions (user_id, external_id);
CREATE INDEX replaced_versions_by_time ON replaced_versions (replaced_at);
