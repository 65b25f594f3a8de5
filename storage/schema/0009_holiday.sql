-- From when to when somebody's clocks stand still. A day that has begun is used, whenever they come back.
CREATE TABLE holiday (
    person INTEGER NOT NULL,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    PRIMARY KEY (person, began)
) WITHOUT ROWID, STRICT;

CREATE INDEX holiday_changed ON holiday (changed);
