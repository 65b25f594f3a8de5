-- Times are milliseconds, ids of people, servers, channels, messages and interactions are Discord's numbers.
-- People who asked to be forgotten are negative numbers. Yes is 1.

CREATE TABLE match (
    id INTEGER PRIMARY KEY,
    server INTEGER,
    channel INTEGER NOT NULL,
    game TEXT NOT NULL,
    edition INTEGER NOT NULL,
    options TEXT NOT NULL,
    terms TEXT NOT NULL,
    seed TEXT NOT NULL,
    status TEXT NOT NULL,
    live INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    shown INTEGER NOT NULL,
    message INTEGER,
    opened INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    -- How often somebody in it was forgotten.
    forgotten INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX match_in_channel ON match (channel) WHERE live = 1;
CREATE INDEX match_on_server ON match (server) WHERE live = 1;
CREATE INDEX match_live ON match (id) WHERE live = 1;
CREATE INDEX match_unshown ON match (id) WHERE shown < seq;

-- The match itself. The key is the lock; the interaction tells a doubled click.
CREATE TABLE event (
    match INTEGER NOT NULL REFERENCES match (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER,
    person INTEGER,
    word TEXT NOT NULL,
    at INTEGER NOT NULL,
    interaction INTEGER,
    PRIMARY KEY (match, seq)
) WITHOUT ROWID, STRICT;

CREATE UNIQUE INDEX event_interaction ON event (interaction) WHERE interaction IS NOT NULL;
CREATE INDEX event_person ON event (person) WHERE person IS NOT NULL;

CREATE TABLE seat (
    match INTEGER NOT NULL REFERENCES match (id),
    seat INTEGER NOT NULL,
    person INTEGER,
    standing TEXT NOT NULL,
    live INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID, STRICT;

CREATE INDEX seat_person ON seat (person);
CREATE INDEX seat_live ON seat (person) WHERE live = 1;

CREATE TABLE deadline (
    match INTEGER NOT NULL REFERENCES match (id),
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    due INTEGER NOT NULL,
    step INTEGER NOT NULL,
    PRIMARY KEY (match, kind, seat)
) WITHOUT ROWID, STRICT;

CREATE INDEX deadline_due ON deadline (due);

CREATE TABLE prompt (
    match INTEGER NOT NULL REFERENCES match (id),
    person INTEGER NOT NULL,
    message INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    step INTEGER NOT NULL,
    token TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match, person, message)
) WITHOUT ROWID, STRICT;

CREATE INDEX prompt_person ON prompt (person);

CREATE TABLE result (
    match INTEGER NOT NULL REFERENCES match (id),
    seat INTEGER NOT NULL,
    person INTEGER,
    server INTEGER,
    game TEXT NOT NULL,
    season INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    score INTEGER NOT NULL,
    reason TEXT NOT NULL,
    rated INTEGER NOT NULL,
    rating_before REAL,
    rating_after REAL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID, STRICT;

CREATE INDEX result_person ON result (person, at, match);

CREATE TABLE rating (
    server INTEGER NOT NULL,
    game TEXT NOT NULL,
    season INTEGER NOT NULL,
    player INTEGER NOT NULL,
    rating REAL NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    matches INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (server, game, season, player)
) WITHOUT ROWID, STRICT;

CREATE INDEX rating_ladder ON rating (server, game, season, rating, player);
CREATE INDEX rating_player ON rating (player);

CREATE TABLE season (
    server INTEGER NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    began INTEGER NOT NULL,
    ended INTEGER,
    PRIMARY KEY (server, number)
) WITHOUT ROWID, STRICT;

CREATE TABLE settings (
    whose TEXT NOT NULL,
    id INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (whose, id)
) WITHOUT ROWID, STRICT;

CREATE TABLE heartbeat (
    process TEXT NOT NULL,
    began INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (process)
) WITHOUT ROWID, STRICT;

-- One row: when any process last beat, and the time before. Whoever starts locks it, so an absence is recorded once.
CREATE TABLE pulse (
    id INTEGER NOT NULL,
    at INTEGER,
    before INTEGER,
    PRIMARY KEY (id)
) WITHOUT ROWID, STRICT;

INSERT INTO pulse (id) VALUES (1);

CREATE TABLE absence (
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    PRIMARY KEY (began)
) WITHOUT ROWID, STRICT;

-- Whoever asks to be forgotten gets the next number, negative; nothing here tells who it was.
CREATE TABLE forgotten (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;
