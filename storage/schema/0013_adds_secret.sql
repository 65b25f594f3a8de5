-- What nobody outside may know: what Discord is shown is keyed with it, so that it tells nothing of what it is made of.
-- One row, drawn here, so that every backup has it.
CREATE TABLE secret (
    id INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (id)
) WITHOUT ROWID, STRICT;

INSERT INTO secret (id, text) SELECT 1, lower(hex(randomblob(32)));

-- Whom this store has forgotten, told by that secret alone: a backup from before knows from it whom to forget again.
CREATE TABLE tombstone (
    mark TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (mark)
) WITHOUT ROWID, STRICT;
