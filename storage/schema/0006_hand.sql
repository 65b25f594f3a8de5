-- A prompt asked; a hand is where somebody plays on, and says what it shows, so that nothing is shown or asked twice.
ALTER TABLE prompt RENAME TO hand;
ALTER TABLE hand ADD COLUMN shows TEXT NOT NULL DEFAULT '';

-- When somebody last did something, in whichever match, and when they were last called.
CREATE TABLE presence (
    person INTEGER NOT NULL,
    at INTEGER NOT NULL,
    called INTEGER NOT NULL,
    PRIMARY KEY (person)
) WITHOUT ROWID, STRICT;

-- By the token of somebody's newest press on the card of a match the card is changed, and a hand opened for them.
CREATE TABLE door (
    match INTEGER NOT NULL REFERENCES match (id),
    person INTEGER NOT NULL,
    message INTEGER NOT NULL,
    token TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match, person)
) WITHOUT ROWID, STRICT;

CREATE INDEX door_person ON door (person);
