-- What an import did besides bringing texts, so that undoing it takes that back: of our own export, which knows more than texts.
CREATE TABLE import_acts (
    user_id TEXT NOT NULL,
    import_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    -- 'decision', 'link', 'kind', 'space' or 'person'.
    kind TEXT NOT NULL,
    space_id TEXT,
    -- The decision, the entity, or the first end of a link.
    what TEXT,
    -- Of a link, its other end and its reason, and whether it joins the two.
    other TEXT,
    reason TEXT,
    is_same BIGINT NOT NULL,
    -- Of the person, what was set: a field and its value.
    field TEXT,
    value TEXT,
    PRIMARY KEY (user_id, import_id, number),
    FOREIGN KEY (user_id, import_id) REFERENCES imports (user_id, id) ON DELETE CASCADE
);
