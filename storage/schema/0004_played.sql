-- What somebody has played, beside each of those they played it with: the results once more, lying together by person.
CREATE TABLE played (
    person INTEGER NOT NULL,
    at INTEGER NOT NULL,
    match INTEGER NOT NULL REFERENCES match (id),
    -- Of the other.
    seat INTEGER NOT NULL,
    server INTEGER,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    reason TEXT NOT NULL,
    rank INTEGER NOT NULL,
    other INTEGER,
    theirs INTEGER NOT NULL,
    PRIMARY KEY (person, at, match, seat)
) WITHOUT ROWID, STRICT;

INSERT INTO played (person, at, match, seat, server, game, options, reason, rank, other, theirs)
SELECT mine.person, mine.at, mine.match, other.seat, mine.server, mine.game, match.options, mine.reason, mine.rank,
    other.person, other.rank
FROM result AS mine JOIN result AS other ON other.match = mine.match AND other.seat <> mine.seat
JOIN match ON match.id = mine.match WHERE mine.person IS NOT NULL;

-- A curve is read from the index alone.
DROP INDEX result_person;
CREATE INDEX result_person ON result (person, at, match, server, game, rating_after);
