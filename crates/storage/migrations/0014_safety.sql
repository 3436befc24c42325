-- What a credential made ends with it: the key that asked for a key, and the grant that it goes back to.
ALTER TABLE api_keys ADD COLUMN made_by_key TEXT;
ALTER TABLE api_keys ADD COLUMN made_by_grant TEXT;

-- How many entries of one kind there are.
CREATE INDEX audit_of_action ON audit (user_id, action, seq);
