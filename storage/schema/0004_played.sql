-- As it was agreed, kept beside how it ended: a profile looks at thousands of results, and at no match.
ALTER TABLE result ADD COLUMN options TEXT NOT NULL DEFAULT '{}';
UPDATE result SET options = (SELECT options FROM match WHERE match.id = result.match);

-- All that a profile asks of a player's own results.
DROP INDEX result_person;
CREATE INDEX result_person ON result (person, at, match, server, game, options, rank, reason, rating_after);
