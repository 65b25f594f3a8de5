-- Times are in milliseconds. Ids of people, servers, channels, messages and interactions are Discord's.
-- A negative person is somebody who asked to be forgotten. Flags are 0 or 1.
-- Until 0.1.0 is released this file is edited in place; from then on each change is a file of its own.

CREATE TABLE match (
    id INTEGER PRIMARY KEY,
    -- NULL in direct messages.
    server INTEGER,
    -- Where the card is: a channel, or the thread in which the match is played.
    channel INTEGER NOT NULL,
    -- The channel above that thread; its first message there is the card again once the match is over.
    home INTEGER,
    -- 'home' where the bot may post; 'abroad' in a conversation into which somebody brought it.
    venue TEXT NOT NULL,
    -- The card.
    message INTEGER,
    game TEXT NOT NULL,
    edition INTEGER NOT NULL,
    options TEXT NOT NULL,
    terms TEXT NOT NULL,
    -- Secret until the match is over.
    seed TEXT NOT NULL,
    status TEXT NOT NULL,
    live INTEGER NOT NULL,
    -- The number of events.
    seq INTEGER NOT NULL,
    -- How many events the card shows.
    posted INTEGER NOT NULL DEFAULT 0,
    -- How many events everybody has been told of.
    shown INTEGER NOT NULL,
    -- Whether the channel has been told what decided the match; that happens once.
    shared INTEGER NOT NULL DEFAULT 0,
    -- How often somebody in this match was forgotten.
    forgotten INTEGER NOT NULL DEFAULT 0,
    opened INTEGER NOT NULL,
    changed INTEGER NOT NULL
) STRICT;

CREATE INDEX match_live ON match (id) WHERE live = 1;
CREATE INDEX match_in_channel ON match (channel) WHERE live = 1;
CREATE INDEX match_on_server ON match (server) WHERE live = 1;
CREATE INDEX match_unshown ON match (id) WHERE shown < seq;

-- The journal of each match. The primary key is the lock; the interaction identifies a click that Discord sent twice.
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
    -- NULL for a free seat and for the house.
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
    -- What was done about it; '' while it is still to be done. The row stays as long as the player is to move, so that
    -- a notification that was sent can be told from one that is missing.
    answer TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (match, kind, seat)
) WITHOUT ROWID, STRICT;

CREATE INDEX deadline_due ON deadline (due) WHERE answer = '';

-- The private messages of each player.
CREATE TABLE hand (
    match INTEGER NOT NULL REFERENCES match (id),
    person INTEGER NOT NULL,
    message INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    -- 'hand' for playing, 'look' for a temporary reveal, 'aside' for what opened beside an offer.
    kind TEXT NOT NULL,
    step INTEGER NOT NULL,
    -- What the message shows, as far as it changes.
    shows TEXT NOT NULL,
    -- The interaction token, and when it was issued.
    token TEXT NOT NULL,
    at INTEGER NOT NULL,
    -- When the message was last edited other than in answer to a click.
    written INTEGER NOT NULL,
    PRIMARY KEY (match, person, message)
) WITHOUT ROWID, STRICT;

CREATE INDEX hand_person ON hand (person);

-- The newest click of each person on the card of a match. Its token can edit the card and open a hand.
CREATE TABLE door (
    match INTEGER NOT NULL REFERENCES match (id),
    person INTEGER NOT NULL,
    message INTEGER NOT NULL,
    token TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match, person)
) WITHOUT ROWID, STRICT;

CREATE INDEX door_person ON door (person);

-- Messages that are being sent: a call for somebody, or the card (person 0). A row that is still here after a crash
-- means that nobody knows whether the message arrived.
CREATE TABLE posting (
    match INTEGER NOT NULL REFERENCES match (id),
    person INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match, person)
) WITHOUT ROWID, STRICT;

CREATE INDEX posting_person ON posting (person);
CREATE INDEX posting_at ON posting (at, match);

-- Messages that have been replaced and are to be deleted.
CREATE TABLE leftover (
    match INTEGER NOT NULL REFERENCES match (id),
    message INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    -- When deleting it first failed, and when to try again; both 0 before the first try.
    since INTEGER NOT NULL DEFAULT 0,
    due INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, message)
) WITHOUT ROWID, STRICT;

CREATE INDEX leftover_due ON leftover (due);

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
    -- Whether this player left a table of several before the end.
    quit INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    -- Why the match did not count; '' if it did.
    unrated TEXT NOT NULL,
    rating_before REAL,
    rating_after REAL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID, STRICT;

-- The curve of a profile is read from this index alone.
CREATE INDEX result_person ON result (person, at, match, server, game, season, rating_after);
CREATE INDEX result_rated ON result (server, at, match, seat) WHERE rated = 1;
CREATE INDEX result_form ON result (person, server, at, match) WHERE rated = 1;

-- The results once more, a row for each pair of players of a match, so that years of one person lie together.
CREATE TABLE played (
    person INTEGER NOT NULL,
    at INTEGER NOT NULL,
    match INTEGER NOT NULL REFERENCES match (id),
    -- The other player's.
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

CREATE INDEX played_pair ON played (person, other, at, match);

CREATE TABLE rating (
    server INTEGER NOT NULL,
    game TEXT NOT NULL,
    season INTEGER NOT NULL,
    player INTEGER NOT NULL,
    rating REAL NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    -- How much better this player has done lately than expected.
    drift REAL NOT NULL,
    matches INTEGER NOT NULL,
    -- How many different people this player has met in matches that counted, up to three.
    opponents INTEGER NOT NULL,
    -- The rating at the start of the week of the last match; NULL in the first week.
    monday REAL,
    -- Whether others see this player on the ladder.
    hidden INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (server, game, season, player)
) WITHOUT ROWID, STRICT;

CREATE INDEX rating_ladder ON rating (server, game, season, hidden, rating, player);
CREATE INDEX rating_player ON rating (player);

CREATE TABLE season (
    server INTEGER NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    began INTEGER NOT NULL,
    -- When it closes by itself.
    due INTEGER,
    ended INTEGER,
    -- Whether its awards have been written.
    awarded INTEGER NOT NULL DEFAULT 0,
    -- When a process took it upon itself to announce the end, and whether it has been announced.
    claimed INTEGER NOT NULL DEFAULT 0,
    posted INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (server, number)
) WITHOUT ROWID, STRICT;

CREATE UNIQUE INDEX season_running ON season (server) WHERE ended IS NULL;
CREATE INDEX season_due ON season (due) WHERE ended IS NULL AND due IS NOT NULL;
CREATE INDEX season_unposted ON season (server, number) WHERE ended IS NOT NULL AND posted = 0;

-- Announcements of seasons that are still to be made, beside that of their end. A row is deleted once it is made.
CREATE TABLE news (
    server INTEGER NOT NULL,
    season INTEGER NOT NULL,
    kind TEXT NOT NULL,
    due INTEGER NOT NULL,
    claimed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (server, season, kind)
) WITHOUT ROWID, STRICT;

CREATE INDEX news_due ON news (due);

CREATE TABLE award (
    person INTEGER NOT NULL,
    server INTEGER NOT NULL,
    season INTEGER NOT NULL,
    kind TEXT NOT NULL,
    -- '' for all games together.
    game TEXT NOT NULL,
    number INTEGER NOT NULL,
    beside INTEGER NOT NULL,
    PRIMARY KEY (person, server, season, kind, game)
) WITHOUT ROWID, STRICT;

CREATE INDEX award_season ON award (server, season);

-- The coach's figures for each seat. They can be computed again from the journal.
CREATE TABLE verdict (
    match INTEGER NOT NULL REFERENCES match (id),
    seat INTEGER NOT NULL,
    person INTEGER NOT NULL,
    coach INTEGER NOT NULL,
    luck REAL NOT NULL,
    play REAL NOT NULL,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID, STRICT;

CREATE INDEX verdict_person ON verdict (person, match);

-- The coach's whole review, compressed. It can be computed again from the journal.
CREATE TABLE review (
    match INTEGER NOT NULL PRIMARY KEY REFERENCES match (id),
    coach INTEGER NOT NULL,
    told BLOB NOT NULL
) STRICT;

-- When somebody last did something, in any match, and when they were last called.
CREATE TABLE presence (
    person INTEGER NOT NULL,
    at INTEGER NOT NULL,
    called INTEGER NOT NULL,
    PRIMARY KEY (person)
) WITHOUT ROWID, STRICT;

-- Whether somebody has left a server, as of the last time Discord was asked.
CREATE TABLE attendance (
    server INTEGER NOT NULL,
    person INTEGER NOT NULL,
    at INTEGER NOT NULL,
    gone INTEGER NOT NULL,
    PRIMARY KEY (server, person)
) WITHOUT ROWID, STRICT;

CREATE INDEX attendance_person ON attendance (person);

-- While a holiday lasts, that person's clocks stand still.
CREATE TABLE holiday (
    person INTEGER NOT NULL,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    PRIMARY KEY (person, began)
) WITHOUT ROWID, STRICT;

CREATE INDEX holiday_changed ON holiday (changed);

-- The name that somebody had when they were last seen; never a server's nickname.
CREATE TABLE known (
    person INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL
) STRICT;

CREATE TABLE settings (
    whose TEXT NOT NULL,
    id INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (whose, id)
) WITHOUT ROWID, STRICT;

-- The last sign of life of each process.
CREATE TABLE heartbeat (
    process TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (process)
) WITHOUT ROWID, STRICT;

-- One row: the last sign of life of any process, and the one before. A process that starts locks it, so that an absence
-- is recorded once.
CREATE TABLE pulse (
    id INTEGER NOT NULL,
    at INTEGER,
    before INTEGER,
    PRIMARY KEY (id)
) WITHOUT ROWID, STRICT;

INSERT INTO pulse (id) VALUES (1);

-- When no process was running.
CREATE TABLE absence (
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    PRIMARY KEY (began)
) WITHOUT ROWID, STRICT;

-- Gives each person who asks to be forgotten the next number. Nothing here says who it was.
CREATE TABLE forgotten (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;

-- Keyed hashes of the people who were forgotten, so that they can be forgotten again in a backup that is restored.
CREATE TABLE tombstone (
    mark TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (mark)
) WITHOUT ROWID, STRICT;

-- One row: the key of all keyed hashes. It is drawn here, so that every backup has it.
CREATE TABLE secret (
    id INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (id)
) WITHOUT ROWID, STRICT;

INSERT INTO secret (id, text) SELECT 1, lower(hex(randomblob(32)));
