-- Somebody's points when the week of their last match began; nothing where that was the week of their first. So what has
-- moved since Monday is written with each rating, and no longer for everybody at once: `week` and `was` are not used any more.
ALTER TABLE rating ADD COLUMN monday REAL;

-- The newest that two have played with each other, without looking through all that either has played.
CREATE INDEX played_pair ON played (person, other, at, match);
