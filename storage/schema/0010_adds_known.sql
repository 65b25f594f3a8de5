-- What somebody was called when they were last seen, for the pictures: their own name, and no server's nick.
CREATE TABLE known (
    person INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL
) STRICT;
