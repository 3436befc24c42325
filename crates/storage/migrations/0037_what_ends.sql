-- What has ended is found by its time, and not by reading all of a table every minute or at every search.
CREATE INDEX logs_of_user_expiring ON logs (user_id, expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX sessions_expired ON sessions (expires_at);
CREATE INDEX replaced_versions_expiring ON replaced_versions (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX replaced_versions_of_space ON replaced_versions (user_id, space_id, accepted_at);
