-- What an account's person is called, and when it is day there.

-- Where the name comes from: 'address', 'text' or 'person'.
ALTER TABLE accounts ADD COLUMN named_by TEXT NOT NULL DEFAULT 'address';
UPDATE accounts SET named_by = 'person' WHERE SUBSTR(email, 1, LENGTH(name) + 1) <> name || '@';

-- Other names, one a line.
ALTER TABLE accounts ADD COLUMN also_called TEXT NOT NULL DEFAULT '';

-- By its name in the IANA database.
ALTER TABLE accounts ADD COLUMN time_zone TEXT;
