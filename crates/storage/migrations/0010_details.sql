-- What a claim says besides subject, relation and object (JSON; NULL where it is nothing), and how much anybody would look
-- for it, from 0 to 100.

ALTER TABLE claims ADD COLUMN details TEXT;
ALTER TABLE claims ADD COLUMN worth BIGINT NOT NULL DEFAULT 50;
ALTER TABLE statements ADD COLUMN details TEXT;
ALTER TABLE statements ADD COLUMN worth BIGINT NOT NULL DEFAULT 50;
