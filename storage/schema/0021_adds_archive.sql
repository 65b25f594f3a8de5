-- Journals of old matches, each a text of a line an event, deflated, in the place of its rows: those from this number on.
CREATE TABLE archive (
    match INTEGER NOT NULL REFERENCES match (id),
    seq INTEGER NOT NULL,
    lines BLOB NOT NULL,
    PRIMARY KEY (match, seq)
) STRICT;

-- Whom such a text means by which number. It has no people itself: who is forgotten is so without unpacking anything.
CREATE TABLE witness (
    match INTEGER NOT NULL REFERENCES match (id),
    number INTEGER NOT NULL,
    person INTEGER NOT NULL,
    PRIMARY KEY (match, number)
) WITHOUT ROWID, STRICT;

CREATE INDEX witness_person ON witness (person);

-- How many of its events are there.
ALTER TABLE match ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;

CREATE INDEX match_old ON match (changed) WHERE live = 0 AND archived < seq;

-- The newest migration that a process knows: older ones say nothing, and would find an archived match empty.
ALTER TABLE heartbeat ADD COLUMN knows INTEGER NOT NULL DEFAULT 0;
