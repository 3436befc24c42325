-- Where the sentence of a fact names entities (JSON; NULL where it is not known), so that it is told with what they are called now.

ALTER TABLE claims ADD COLUMN fact_names TEXT;
ALTER TABLE statements ADD COLUMN fact_names TEXT;
