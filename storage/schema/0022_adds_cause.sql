-- By which interaction a match was opened. On PostgreSQL events lie in parts, and each knows its own interactions alone: by
-- this one a doubled click opens one match, also where the next would lie in another part.
ALTER TABLE match ADD COLUMN cause INTEGER;

CREATE UNIQUE INDEX match_cause ON match (cause) WHERE cause IS NOT NULL;
