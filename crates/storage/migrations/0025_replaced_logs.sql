-- The logs of texts whose place a newer version has taken are kept for some days: they are found by when they were accepted.
CREATE INDEX logs_replaced ON logs (accepted_at) WHERE replaced_by IS NOT NULL;
