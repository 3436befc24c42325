-- What began and ended when, and what is pinned: found without looking at all that is known. And what is kept until when.
-- The order of the columns in the indexes has its reason in 0002_queue.sql.

CREATE INDEX statements_began ON statements (space_id, valid_at);
CREATE INDEX statements_ended ON statements (space_id, invalid_at) WHERE invalid_at IS NOT NULL;
CREATE INDEX episodes_by_time ON episodes (space_id, reference_time) WHERE revision IS NOT NULL;
CREATE INDEX statements_pinned ON statements (space_id, recorded_at) WHERE decided >= 4;

-- Until when a text is kept, and for how many days each text of a space is.
ALTER TABLE logs ADD COLUMN expires_at BIGINT;
CREATE INDEX logs_expiring ON logs (expires_at) WHERE expires_at IS NOT NULL;
ALTER TABLE spaces ADD COLUMN retention_days BIGINT;
