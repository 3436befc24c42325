-- A space that its owner deleted: nobody finds it or anything in it any more, and its rows go step by step, then it.
ALTER TABLE spaces ADD COLUMN is_deleted BIGINT NOT NULL DEFAULT 0;
CREATE INDEX spaces_deleted ON spaces (user_id, id) WHERE is_deleted = 1;
