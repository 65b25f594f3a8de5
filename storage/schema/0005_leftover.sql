-- Messages of a match that have been replaced and are to go: whoever tells the match next removes what is left of them.
CREATE TABLE leftover (
    match INTEGER NOT NULL REFERENCES match (id),
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    PRIMARY KEY (match, message)
) WITHOUT ROWID, STRICT;
