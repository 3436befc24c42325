-- The texts of a space that keeps its texts for some days only are found by when they were accepted.
CREATE INDEX logs_of_space_by_time ON logs (space_id, accepted_at);
