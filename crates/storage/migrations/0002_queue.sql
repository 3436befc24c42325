-- What was accepted and what becomes of it: logs, episodes, the queue and its lanes.
--
-- No index begins with both user_id and space_id. PostgreSQL multiplies the selectivity of the two although a space
-- implies its user, so it would expect about one row where there are thousands, and read all of a space in such an
-- index instead of looking one row up in the right one.

CREATE TABLE logs (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    space_id TEXT NOT NULL,
    episode_id TEXT NOT NULL,
    -- The order of acceptance within the user.
    seq BIGINT NOT NULL,
    session_id TEXT,
    source TEXT NOT NULL,
    status TEXT NOT NULL,
    error TEXT,
    -- The request without the text: the text is in the episode, once.
    request TEXT NOT NULL,
    accepted_at BIGINT NOT NULL,
    processed_at BIGINT,
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, seq),
    FOREIGN KEY (user_id, space_id) REFERENCES spaces (user_id, id) ON DELETE CASCADE
);

CREATE INDEX logs_of_space ON logs (space_id, seq);

CREATE TABLE episodes (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    space_id TEXT NOT NULL,
    log_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    session_id TEXT,
    source TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    reference_time BIGINT NOT NULL,
    reference_offset_s BIGINT NOT NULL,
    accepted_at BIGINT NOT NULL,
    -- The revision of the space that brought it into the graph; NULL until it is processed.
    revision BIGINT,
    embedder TEXT,
    extractor TEXT,
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, space_id) REFERENCES spaces (user_id, id) ON DELETE CASCADE
);

CREATE INDEX episodes_changed ON episodes (space_id, revision);

CREATE TABLE queue (
    user_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    log_id TEXT NOT NULL,
    episode_id TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    claims BIGINT NOT NULL,
    PRIMARY KEY (user_id, seq),
    FOREIGN KEY (user_id, seq) REFERENCES logs (user_id, seq) ON DELETE CASCADE
);

CREATE TABLE lanes (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    -- The last seq given out.
    last_seq BIGINT NOT NULL,
    -- When its head may be processed; NULL while its queue is empty.
    ready_at BIGINT,
    -- The turn it was last served in: a time, raised where needed so that later turns have larger numbers.
    served_at BIGINT NOT NULL,
    lease_token TEXT,
    lease_until BIGINT,
    -- The first and the last seq of the batch that is out on lease.
    claimed_from BIGINT,
    claimed_to BIGINT
);

CREATE INDEX lanes_ready ON lanes (served_at, user_id) WHERE ready_at IS NOT NULL;
CREATE INDEX lanes_served ON lanes (served_at);
