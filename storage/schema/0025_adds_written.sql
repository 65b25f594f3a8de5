-- When it was last told something there, other than as the answer to a press.
ALTER TABLE hand ADD COLUMN written INTEGER NOT NULL DEFAULT 0;
