-- What the coach said of a match, deflated: nobody waits for it twice. It follows from the journal and may be told anew.
CREATE TABLE review (
    match INTEGER PRIMARY KEY REFERENCES match (id),
    coach INTEGER NOT NULL,
    told BLOB NOT NULL
) STRICT;
