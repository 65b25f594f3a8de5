-- Messages of a match that have been replaced and are to go: whoever tells the match next removes what is left of them.
CREATE TABLE leftover (
    match INTEGER NOT NULL REFERENCES match (id),
    message INTEGER NOT NULL,
    -- After the key: of such tables older SQLites check the columns as if the key came first.
    channel INTEGER NOT NULL,
    PRIMARY KEY (match, message)
) WITHOUT ROWID, STRICT;
