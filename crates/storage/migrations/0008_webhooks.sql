-- Webhooks and what is on its way to them.

CREATE TABLE webhooks (
    user_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    url TEXT NOT NULL,
    description TEXT,
    -- The names of the kinds it chose, separated by blanks; NULL for every kind.
    events TEXT,
    secret TEXT NOT NULL,
    -- What deliveries are signed with as well, until then.
    previous_secret TEXT,
    previous_secret_until BIGINT,
    is_enabled BIGINT NOT NULL,
    -- When and why the service disabled it; NULL when its owner did.
    disabled_at BIGINT,
    disabled_reason TEXT,
    -- The first failed attempt since the last that succeeded.
    failing_since BIGINT,
    -- The number of its last delivery.
    last_seq BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)
);

-- Each webhook has two, so that what is tried again does not hold up what is new: one delivery of each is out at a time.
CREATE TABLE webhook_lanes (
    user_id TEXT NOT NULL,
    webhook_id TEXT NOT NULL,
    -- 'first': first attempts, in order. 'again': further ones, by their time.
    lane TEXT NOT NULL,
    -- When its next attempt is due; NULL while there is none, and while the webhook is disabled.
    ready_at BIGINT,
    -- The turn it was last served in.
    served_at BIGINT NOT NULL,
    lease_token TEXT,
    lease_until BIGINT,
    PRIMARY KEY (user_id, webhook_id, lane),
    FOREIGN KEY (user_id, webhook_id) REFERENCES webhooks (user_id, id) ON DELETE CASCADE
);

CREATE INDEX webhook_lanes_ready ON webhook_lanes (served_at, webhook_id) WHERE ready_at IS NOT NULL;
CREATE INDEX webhook_lanes_served ON webhook_lanes (served_at);

CREATE TABLE deliveries (
    user_id TEXT NOT NULL,
    webhook_id TEXT NOT NULL,
    id TEXT NOT NULL,
    -- The order within the webhook.
    seq BIGINT NOT NULL,
    -- The event's number; NULL for a test.
    event_seq BIGINT,
    kind TEXT NOT NULL,
    -- What every attempt sends.
    body TEXT NOT NULL,
    state TEXT NOT NULL,
    -- 1 while it waits for its first attempt.
    is_first BIGINT NOT NULL,
    -- How often it was attempted, and how often since it was last replayed.
    attempts BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    -- When it is attempted again; NULL while it waits for its first attempt, and at its end.
    next_attempt_at BIGINT,
    created_at BIGINT NOT NULL,
    ended_at BIGINT,
    error TEXT,
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, webhook_id) REFERENCES webhooks (user_id, id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX deliveries_in_order ON deliveries (webhook_id, seq);
CREATE INDEX deliveries_first ON deliveries (webhook_id, seq) WHERE is_first = 1;
CREATE INDEX deliveries_again ON deliveries (webhook_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX deliveries_ended ON deliveries (ended_at) WHERE ended_at IS NOT NULL;

-- The last attempts at each delivery.
CREATE TABLE delivery_attempts (
    user_id TEXT NOT NULL,
    delivery_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    duration_ms BIGINT NOT NULL,
    status BIGINT,
    error TEXT,
    PRIMARY KEY (user_id, delivery_id, number),
    FOREIGN KEY (user_id, delivery_id) REFERENCES deliveries (user_id, id) ON DELETE CASCADE
);
