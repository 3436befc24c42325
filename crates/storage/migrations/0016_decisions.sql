-- What people decide about facts: wrong, ended, corrected, pinned. A decision names what the fact says by the keys of its
-- entities, because their ids may be others once the texts were read anew.
-- The order of the columns in the indexes has its reason in 0002_queue.sql.

CREATE TABLE decisions (
    user_id TEXT NOT NULL,
    space_id TEXT NOT NULL,
    id TEXT NOT NULL,
    -- 'dismissed', 'ended', 'corrected' or 'pinned'.
    kind TEXT NOT NULL,
    subject_key TEXT NOT NULL,
    relation TEXT NOT NULL,
    -- One of the two.
    object_key TEXT,
    object_value TEXT,
    is_negated BIGINT NOT NULL,
    modality TEXT NOT NULL,
    attributed_key TEXT,
    -- The fact as it was told.
    fact TEXT NOT NULL,
    -- Until when it held, of what has ended.
    ended_at BIGINT,
    -- What is right, of what was corrected: one of the two, and the sentence.
    new_key TEXT,
    new_value TEXT,
    new_fact TEXT,
    decided_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, space_id) REFERENCES spaces (user_id, id) ON DELETE CASCADE
);

CREATE INDEX decisions_of_space ON decisions (space_id, decided_at, id);
CREATE INDEX decisions_by_new_key ON decisions (space_id, new_key) WHERE new_key IS NOT NULL;

-- The texts that said what was decided about. A decision goes with the last of them that is forgotten.
CREATE TABLE decision_episodes (
    user_id TEXT NOT NULL,
    decision_id TEXT NOT NULL,
    episode_id TEXT NOT NULL,
    PRIMARY KEY (user_id, decision_id, episode_id),
    FOREIGN KEY (user_id, decision_id) REFERENCES decisions (user_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, episode_id) REFERENCES episodes (user_id, id) ON DELETE CASCADE
);

CREATE INDEX decision_episodes_of_episode ON decision_episodes (user_id, episode_id);

-- What of a statement its owner decided: 1 corrected, 2 ended, 4 pinned, added together.
ALTER TABLE statements ADD COLUMN decided BIGINT NOT NULL DEFAULT 0;

-- What somebody said that an entity is, whatever the texts make of it.
ALTER TABLE entities ADD COLUMN asked_kind TEXT;
