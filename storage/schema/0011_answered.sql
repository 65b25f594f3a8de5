-- What became of a call: empty while it is still to be done. It stands as long as somebody is awaited, so that a call
-- that is missing can be told from one that was made.
ALTER TABLE deadline ADD COLUMN answer TEXT NOT NULL DEFAULT '';

DROP INDEX deadline_due;
CREATE INDEX deadline_due ON deadline (due) WHERE answer = '';
