-- What a lost worker, a clock that was set and a restored backup leave behind.

-- Up to this place, texts are claimed one by one: a worker was lost with them in hand.
ALTER TABLE lanes ADD COLUMN suspect_to BIGINT;

-- Claims used to count against every text of a batch, also where the database had refused to settle it.
UPDATE queue SET claims = 0;

-- The texts that failed by that count are tried once more, at the end of their users' queues, in their order. A document of
-- which a newer version was accepted stays as it is.
CREATE TABLE interrupted (
    user_id TEXT NOT NULL,
    log_id TEXT NOT NULL,
    episode_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    size_bytes BIGINT NOT NULL,
    PRIMARY KEY (user_id, log_id)
);
INSERT INTO interrupted
SELECT logs.user_id, logs.id, episodes.id, lanes.last_seq
    + ROW_NUMBER() OVER (PARTITION BY logs.user_id ORDER BY logs.seq), OCTET_LENGTH(episodes.body)
FROM logs JOIN episodes ON episodes.user_id = logs.user_id AND episodes.id = logs.episode_id
JOIN lanes ON lanes.user_id = logs.user_id
WHERE logs.status = 'failed' AND logs.error LIKE 'processing was interrupted %'
AND NOT EXISTS (SELECT 1 FROM episodes AS later WHERE episodes.kind = 'DOCUMENT'
    AND later.user_id = episodes.user_id AND later.space_id = episodes.space_id
    AND later.session_id = episodes.session_id AND later.kind = 'DOCUMENT'
    AND later.seq > episodes.seq);
UPDATE logs SET status = 'pending', error = NULL, note = NULL, processed_at = NULL,
    seq = (SELECT interrupted.seq FROM interrupted
           WHERE interrupted.user_id = logs.user_id AND interrupted.log_id = logs.id)
WHERE EXISTS (SELECT 1 FROM interrupted
              WHERE interrupted.user_id = logs.user_id AND interrupted.log_id = logs.id);
UPDATE episodes SET seq = (SELECT interrupted.seq FROM interrupted
    WHERE interrupted.user_id = episodes.user_id AND interrupted.episode_id = episodes.id)
WHERE EXISTS (SELECT 1 FROM interrupted
    WHERE interrupted.user_id = episodes.user_id AND interrupted.episode_id = episodes.id);
INSERT INTO queue (user_id, seq, log_id, episode_id, size_bytes, attempts, claims)
SELECT user_id, seq, log_id, episode_id, size_bytes, 0, 0 FROM interrupted;
UPDATE lanes SET ready_at = COALESCE(ready_at, 0), last_seq =
    (SELECT MAX(interrupted.seq) FROM interrupted WHERE interrupted.user_id = lanes.user_id)
WHERE EXISTS (SELECT 1 FROM interrupted WHERE interrupted.user_id = lanes.user_id);
DROP TABLE interrupted;

-- Which history a space's revisions belong to: each commit that raises one leaves a mark of its own. An index that has
-- reached a revision with another mark, or one that the space does not have, was built from what a restored backup or a
-- lagging standby does not know.
CREATE TABLE space_marks (
    user_id TEXT NOT NULL,
    space_id TEXT NOT NULL,
    revision BIGINT NOT NULL,
    mark TEXT NOT NULL,
    PRIMARY KEY (user_id, space_id, revision),
    FOREIGN KEY (user_id, space_id) REFERENCES spaces (user_id, id) ON DELETE CASCADE
);

-- What a probe writes, to know that the database takes writes.
CREATE TABLE probes (
    id BIGINT NOT NULL PRIMARY KEY,
    probed_at BIGINT NOT NULL
);

-- Logs are listed in the order of the queue: two nodes' clocks differ.
DROP INDEX logs_by_time;
DROP INDEX logs_by_status;
DROP INDEX logs_by_source;
DROP INDEX logs_of_session;
DROP INDEX logs_of_space;
CREATE INDEX logs_by_status ON logs (user_id, status, seq);
CREATE INDEX logs_by_source ON logs (user_id, source, seq);
CREATE INDEX logs_of_session ON logs (user_id, session_id, seq) WHERE session_id IS NOT NULL;
CREATE INDEX logs_of_space ON logs (space_id, seq, user_id);
