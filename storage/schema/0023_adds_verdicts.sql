-- What the coach said of somebody's match: how lucky they were and how well they played. It follows from the journal and may be told anew.
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
