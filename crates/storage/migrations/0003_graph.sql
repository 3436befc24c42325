-- What was understood: passages, entities, statements, and where the texts speak of them.
-- Passages, mentions and evidence belong to their episode and take its space and its revision.
-- The order of the columns in the indexes has its reason in 0002_queue.sql.

CREATE TABLE passages (
    user_id TEXT NOT NULL,
    episode_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    range_start BIGINT NOT NULL,
    range_end BIGINT NOT NULL,
    speaker_id TEXT,
    embedding BLOB,
    PRIMARY KEY (user_id, episode_id, number),
    FOREIGN KEY (user_id, episode_id) REFERENCES episodes (user_id, id) ON DELETE CASCADE
);

CREATE TABLE entities (
    user_id TEXT NOT NULL,
    space_id TEXT NOT NULL,
    id TEXT NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    revision BIGINT NOT NULL,
    PRIMARY KEY (user_id, id),
    UNIQUE (space_id, key, user_id),
    FOREIGN KEY (user_id, space_id) REFERENCES spaces (user_id, id) ON DELETE CASCADE
);

CREATE INDEX entities_changed ON entities (space_id, revision);

CREATE TABLE mentions (
    user_id TEXT NOT NULL,
    episode_id TEXT NOT NULL,
    passage BIGINT NOT NULL,
    range_start BIGINT NOT NULL,
    range_end BIGINT NOT NULL,
    entity_id TEXT NOT NULL,
    PRIMARY KEY (user_id, episode_id, passage, range_start, range_end, entity_id),
    FOREIGN KEY (user_id, episode_id) REFERENCES episodes (user_id, id) ON DELETE CASCADE
);

CREATE TABLE statements (
    user_id TEXT NOT NULL,
    space_id TEXT NOT NULL,
    id TEXT NOT NULL,
    key TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    relation TEXT NOT NULL,
    -- One of the two.
    object_entity_id TEXT,
    object_value TEXT,
    fact TEXT NOT NULL,
    valid_at BIGINT NOT NULL,
    invalid_at BIGINT,
    recorded_at BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    PRIMARY KEY (user_id, id),
    UNIQUE (space_id, key, user_id),
    FOREIGN KEY (user_id, space_id) REFERENCES spaces (user_id, id) ON DELETE CASCADE
);

CREATE INDEX statements_changed ON statements (space_id, revision);

CREATE TABLE evidence (
    user_id TEXT NOT NULL,
    episode_id TEXT NOT NULL,
    passage BIGINT NOT NULL,
    range_start BIGINT NOT NULL,
    range_end BIGINT NOT NULL,
    statement_id TEXT NOT NULL,
    PRIMARY KEY (user_id, statement_id, episode_id, passage, range_start, range_end),
    FOREIGN KEY (user_id, episode_id) REFERENCES episodes (user_id, id) ON DELETE CASCADE
);

-- All columns, like the primary key: SQLite would rather walk through all of a user's evidence in an index that holds
-- every column it needs than look up one episode in one that does not.
CREATE INDEX evidence_in_episode ON evidence
    (user_id, episode_id, passage, range_start, range_end, statement_id);

-- Processed episodes that were deleted, so that an index that holds them learns of it.
CREATE TABLE removals (
    user_id TEXT NOT NULL,
    space_id TEXT NOT NULL,
    episode_id TEXT NOT NULL,
    revision BIGINT NOT NULL,
    PRIMARY KEY (user_id, episode_id),
    FOREIGN KEY (user_id, space_id) REFERENCES spaces (user_id, id) ON DELETE CASCADE
);

CREATE INDEX removals_changed ON removals (space_id, revision);
