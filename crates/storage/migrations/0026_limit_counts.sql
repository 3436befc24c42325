-- How often what is limited happened lately at each of several nodes, as they tell each other.
CREATE TABLE limit_counts (
    id TEXT NOT NULL PRIMARY KEY,
    node TEXT NOT NULL,
    -- Which limit, and of whom.
    key TEXT NOT NULL,
    counted BIGINT NOT NULL,
    counted_at BIGINT NOT NULL
);

CREATE INDEX limit_counts_node ON limit_counts (node);
CREATE INDEX limit_counts_old ON limit_counts (counted_at);
