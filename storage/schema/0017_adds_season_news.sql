-- What is still to be told of a season beside its end: due then, and gone once it is told. Who tells of it took it upon
-- themselves when it was claimed.
CREATE TABLE news (
    server INTEGER NOT NULL,
    season INTEGER NOT NULL,
    kind TEXT NOT NULL,
    due INTEGER NOT NULL,
    claimed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (server, season, kind)
) WITHOUT ROWID, STRICT;

CREATE INDEX news_due ON news (due);

-- The last week of those that run.
INSERT INTO news (server, season, kind, due)
SELECT server, number, 'last', due - 604800000 FROM season WHERE ended IS NULL AND due IS NOT NULL;

-- What those have won that are over.
INSERT INTO news (server, season, kind, due)
SELECT server, number, 'awards', 0 FROM season WHERE ended IS NOT NULL AND posted = 1;

-- Who has won what in a season: places, the first of each game, and who else is named at its end.
CREATE TABLE award (
    person INTEGER NOT NULL,
    server INTEGER NOT NULL,
    season INTEGER NOT NULL,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    number INTEGER NOT NULL,
    beside INTEGER NOT NULL,
    PRIMARY KEY (person, server, season, kind, game)
) WITHOUT ROWID, STRICT;

CREATE INDEX award_season ON award (server, season);

-- It is written down once.
ALTER TABLE season ADD COLUMN awarded INTEGER NOT NULL DEFAULT 0;
