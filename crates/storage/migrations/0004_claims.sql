-- What the texts say is kept as claims, and statements are derived from them. The graph of 0003 kept no claims, so it is
-- dropped, and every processed episode is marked to be understood again. Until that is done its passages go on being found;
-- what they say of a speaker names nobody that exists.
-- The order of the columns in the indexes has its reason in 0002_queue.sql.

DROP TABLE evidence;
DROP TABLE statements;
DROP TABLE mentions;
DROP TABLE entities;
DROP TABLE removals;

-- No extractor is called so: whatever is in use, the episode is to be understood with it.
UPDATE episodes SET extractor = 'none' WHERE revision IS NOT NULL;

-- For each reading, its episodes in order: finds those that were not read by what is in use, without looking at the others.
CREATE INDEX episodes_read ON episodes (extractor, embedder, user_id, seq) WHERE revision IS NOT NULL;
CREATE INDEX episodes_of_session ON episodes (space_id, session_id, seq) WHERE session_id IS NOT NULL;

ALTER TABLE logs ADD COLUMN note TEXT;
ALTER TABLE passages ADD COLUMN is_repetition BIGINT NOT NULL DEFAULT 0;

CREATE TABLE entities (
    user_id TEXT NOT NULL,
    space_id TEXT NOT NULL,
    id TEXT NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- The entity that this is another name of.
    part_of TEXT,
    -- What the names have in common that could be forms of one first name.
    family TEXT,
    revision BIGINT NOT NULL,
    PRIMARY KEY (user_id, id),
    UNIQUE (space_id, key, user_id),
    FOREIGN KEY (user_id, space_id) REFERENCES spaces (user_id, id) ON DELETE CASCADE
);

CREATE INDEX entities_changed ON entities (space_id, revision);
CREATE INDEX entities_of_family ON entities (space_id, family) WHERE family IS NOT NULL;
CREATE INDEX entities_part_of ON entities (user_id, part_of) WHERE part_of IS NOT NULL;

CREATE TABLE mentions (
    user_id TEXT NOT NULL,
    episode_id TEXT NOT NULL,
    passage BIGINT NOT NULL,
    range_start BIGINT NOT NULL,
    range_end BIGINT NOT NULL,
    entity_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    PRIMARY KEY (user_id, episode_id, passage, range_start, range_end, entity_id),
    FOREIGN KEY (user_id, episode_id) REFERENCES episodes (user_id, id) ON DELETE CASCADE
);

CREATE INDEX mentions_of_entity ON mentions (user_id, entity_id, episode_id);

-- How many mentions make the entity what it is: counted as they come and go, because who speaks in every passage has more
-- of them than could be counted with each batch.
CREATE TABLE entity_kinds (
    user_id TEXT NOT NULL,
    entity_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    mentions BIGINT NOT NULL,
    PRIMARY KEY (user_id, entity_id, kind),
    FOREIGN KEY (user_id, entity_id) REFERENCES entities (user_id, id) ON DELETE CASCADE
);

-- Evidence that two names mean the same, or that they do not.
CREATE TABLE entity_links (
    user_id TEXT NOT NULL,
    space_id TEXT NOT NULL,
    left_id TEXT NOT NULL,
    right_id TEXT NOT NULL,
    is_same BIGINT NOT NULL,
    reason TEXT NOT NULL,
    -- The words that say so; no episode and 0 when somebody asked for it.
    episode_id TEXT,
    range_start BIGINT NOT NULL,
    range_end BIGINT NOT NULL,
    FOREIGN KEY (user_id, space_id) REFERENCES spaces (user_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, episode_id) REFERENCES episodes (user_id, id) ON DELETE CASCADE
);

-- Stands for a primary key, in which the episode could not be NULL.
CREATE UNIQUE INDEX entity_links_once ON entity_links
    (user_id, left_id, right_id, reason, is_same, COALESCE(episode_id, ''), range_start, range_end);
CREATE INDEX entity_links_of_left ON entity_links (space_id, left_id);
CREATE INDEX entity_links_of_right ON entity_links (user_id, right_id);
CREATE INDEX entity_links_in_episode ON entity_links (user_id, episode_id) WHERE episode_id IS NOT NULL;

-- What each place of a text says, as it was said.
CREATE TABLE claims (
    user_id TEXT NOT NULL,
    space_id TEXT NOT NULL,
    episode_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    passage BIGINT NOT NULL,
    range_start BIGINT NOT NULL,
    range_end BIGINT NOT NULL,
    slot TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    relation TEXT NOT NULL,
    phrase TEXT NOT NULL,
    -- One of the two.
    object_entity_id TEXT,
    object_value TEXT,
    is_negated BIGINT NOT NULL,
    modality TEXT NOT NULL,
    attributed_to TEXT,
    fact TEXT NOT NULL,
    from_at BIGINT,
    until_at BIGINT,
    precision TEXT,
    is_additional BIGINT NOT NULL,
    is_correction BIGINT NOT NULL,
    -- The statement that follows from it; NULL when none does.
    statement_id TEXT,
    -- The revision that brought it, or last gave it another statement.
    revision BIGINT NOT NULL,
    PRIMARY KEY (user_id, episode_id, number),
    FOREIGN KEY (user_id, episode_id) REFERENCES episodes (user_id, id) ON DELETE CASCADE
);

-- A slot may hold a value of any length, and PostgreSQL cannot index more than about 2,700 bytes.
CREATE INDEX claims_of_slot ON claims (space_id, substr(slot, 1, 400));
CREATE INDEX claims_changed ON claims (space_id, revision);
CREATE INDEX claims_of_statement ON claims (user_id, statement_id) WHERE statement_id IS NOT NULL;
CREATE INDEX claims_of_subject ON claims (user_id, subject_id);
CREATE INDEX claims_of_object ON claims (user_id, object_entity_id) WHERE object_entity_id IS NOT NULL;
CREATE INDEX claims_attributed ON claims (user_id, attributed_to) WHERE attributed_to IS NOT NULL;

-- What held, as far as the claims of a slot together tell.
CREATE TABLE statements (
    user_id TEXT NOT NULL,
    space_id TEXT NOT NULL,
    id TEXT NOT NULL,
    slot TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    relation TEXT NOT NULL,
    phrase TEXT NOT NULL,
    -- One of the two.
    object_entity_id TEXT,
    object_value TEXT,
    is_negated BIGINT NOT NULL,
    modality TEXT NOT NULL,
    attributed_to TEXT,
    fact TEXT NOT NULL,
    valid_at BIGINT,
    invalid_at BIGINT,
    precision TEXT,
    -- The episode that ended it.
    closed_by TEXT,
    recorded_at BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, space_id) REFERENCES spaces (user_id, id) ON DELETE CASCADE
);

CREATE INDEX statements_of_slot ON statements (space_id, substr(slot, 1, 400));
CREATE INDEX statements_changed ON statements (space_id, revision);
-- With the space, and not only where there is an object: SQLite takes an index with fewer rows in it, or with an
-- expression that the order asks for, to be the better one, and would walk through all of the space's.
CREATE INDEX statements_of_subject ON statements (user_id, subject_id, space_id);
CREATE INDEX statements_of_object ON statements (user_id, object_entity_id, space_id);

-- Processed episodes, entities and statements that are gone, so that an index that holds them learns of it.
CREATE TABLE removals (
    user_id TEXT NOT NULL,
    space_id TEXT NOT NULL,
    -- What it was: "episode", "entity" or "statement".
    what TEXT NOT NULL,
    id TEXT NOT NULL,
    revision BIGINT NOT NULL,
    PRIMARY KEY (user_id, what, id),
    FOREIGN KEY (user_id, space_id) REFERENCES spaces (user_id, id) ON DELETE CASCADE
);

CREATE INDEX removals_changed ON removals (space_id, revision);
