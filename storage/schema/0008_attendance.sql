-- Whether somebody has left a server, as Discord said when it was last asked.
CREATE TABLE attendance (
    server INTEGER NOT NULL,
    person INTEGER NOT NULL,
    at INTEGER NOT NULL,
    gone INTEGER NOT NULL,
    PRIMARY KEY (server, person)
) WITHOUT ROWID, STRICT;

CREATE INDEX attendance_person ON attendance (person);
