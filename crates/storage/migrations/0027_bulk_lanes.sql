-- A second lane of each user: what an import brings waits there, beside what they write now.
ALTER TABLE queue ADD COLUMN bulk BIGINT NOT NULL DEFAULT 0;
CREATE INDEX queue_of_lane ON queue (user_id, bulk, seq);

-- Its columns mean what those of lanes do. The places of both lanes are given out by lanes.
CREATE TABLE bulk_lanes (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    ready_at BIGINT,
    served_at BIGINT NOT NULL,
    lease_token TEXT,
    lease_until BIGINT,
    claimed_from BIGINT,
    claimed_to BIGINT,
    suspect_to BIGINT
);

CREATE INDEX bulk_lanes_ready ON bulk_lanes (served_at, user_id) WHERE ready_at IS NOT NULL;
CREATE INDEX bulk_lanes_served ON bulk_lanes (served_at);
