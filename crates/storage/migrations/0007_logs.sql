-- What the list of logs is read by, what a document that was sent again has replaced, and when a text was tried again.
-- The order of the columns in the indexes has its reason in 0002_queue.sql.

-- The log of the text that stands in the place of this one's.
ALTER TABLE logs ADD COLUMN replaced_by TEXT;

-- When a text that had failed was put into the queue again; NULL for one that came with its log.
ALTER TABLE queue ADD COLUMN retried_at BIGINT;

-- Each ends with what the list is ordered by. That of the spaces holds the owner, so that its rows are counted without
-- a look at the table.
CREATE INDEX logs_by_time ON logs (user_id, accepted_at, seq);
CREATE INDEX logs_by_status ON logs (user_id, status, accepted_at, seq);
CREATE INDEX logs_by_source ON logs (user_id, source, accepted_at, seq);
CREATE INDEX logs_of_session ON logs (user_id, session_id, accepted_at, seq) WHERE session_id IS NOT NULL;
DROP INDEX logs_of_space;
CREATE INDEX logs_of_space ON logs (space_id, accepted_at, seq, user_id);
