-- Why a match did not count; empty where it did.
ALTER TABLE result ADD COLUMN unrated TEXT NOT NULL DEFAULT '';

-- In the order in which they were rated.
CREATE INDEX result_rated ON result (server, at, match, seat) WHERE rated = 1;

-- Somebody's form on a server, and whom they met there of late.
CREATE INDEX result_form ON result (person, server, at, match) WHERE rated = 1;

-- Nobody whom others see on a ladder: by their own wish, gone from the server, or forgotten.
ALTER TABLE rating ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;

-- Their rank when the week began.
ALTER TABLE rating ADD COLUMN was INTEGER;

DROP INDEX rating_ladder;
CREATE INDEX rating_ladder ON rating (server, game, season, hidden, rating, player);

-- In which week the ranks of a server were last written down.
CREATE TABLE week (
    server INTEGER NOT NULL,
    season INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (server, season)
) WITHOUT ROWID, STRICT;

-- When it closes by itself.
ALTER TABLE season ADD COLUMN due INTEGER;

-- Who tells of its end took it upon themselves then; and it was told.
ALTER TABLE season ADD COLUMN claimed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE season ADD COLUMN posted INTEGER NOT NULL DEFAULT 0;

CREATE UNIQUE INDEX season_running ON season (server) WHERE ended IS NULL;
CREATE INDEX season_due ON season (due) WHERE ended IS NULL AND due IS NOT NULL;
CREATE INDEX season_unposted ON season (server, number) WHERE ended IS NOT NULL AND posted = 0;
