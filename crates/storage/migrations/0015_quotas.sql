-- How much each account keeps and has sent, counted where places in its queue are given out; and accounts that may do nothing.

-- The texts kept, in the queue or processed, and their bytes.
ALTER TABLE lanes ADD COLUMN texts BIGINT NOT NULL DEFAULT 0;
ALTER TABLE lanes ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
-- The last day on which a text came, in days since 1970 UTC, and how many came on it.
ALTER TABLE lanes ADD COLUMN day BIGINT NOT NULL DEFAULT 0;
ALTER TABLE lanes ADD COLUMN texts_today BIGINT NOT NULL DEFAULT 0;
UPDATE lanes SET
    texts = (SELECT COUNT(*) FROM episodes WHERE episodes.user_id = lanes.user_id),
    bytes = (SELECT CAST(COALESCE(SUM(OCTET_LENGTH(episodes.body)), 0) AS BIGINT) FROM episodes
             WHERE episodes.user_id = lanes.user_id);

-- Since when whoever runs the service lets the account do nothing.
ALTER TABLE accounts ADD COLUMN suspended_at BIGINT;
CREATE INDEX accounts_suspended ON accounts (suspended_at) WHERE suspended_at IS NOT NULL;
