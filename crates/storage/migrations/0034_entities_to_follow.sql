-- Entities whose claims are still to be moved to their slots and followed: a change of names that bears on more claims than one
-- transaction should hold notes them here, and the rest is done part by part.

CREATE TABLE entities_to_follow (
    user_id TEXT NOT NULL,
    space_id TEXT NOT NULL,
    entity_id TEXT NOT NULL,
    -- The revision of the change that noted it last: a part that was read before does not end it.
    revision BIGINT NOT NULL,
    PRIMARY KEY (user_id, entity_id),
    FOREIGN KEY (user_id, entity_id) REFERENCES entities (user_id, id) ON DELETE CASCADE
);
