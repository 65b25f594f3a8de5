-- What could not be taken away is tried again, with pauses that grow: when it was found so first, and when it is due. Of
-- what has not been tried both are nought.
ALTER TABLE leftover ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
ALTER TABLE leftover ADD COLUMN due INTEGER NOT NULL DEFAULT 0;
CREATE INDEX leftover_due ON leftover (due);

-- What is being posted: a call for somebody, or the card of a match for nobody. Whoever finds it here was killed, or has
-- had no answer, and looks whether it came.
CREATE TABLE posting (
    match INTEGER NOT NULL REFERENCES match (id),
    person INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    step INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match, person)
) WITHOUT ROWID, STRICT;

CREATE INDEX posting_person ON posting (person);
