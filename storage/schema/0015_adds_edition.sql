-- By which edition of the arithmetic a rating is counted; all of a ladder are of one.
ALTER TABLE rating ADD COLUMN edition INTEGER NOT NULL DEFAULT 1;

-- How much better somebody has done lately than was thought of them.
ALTER TABLE rating ADD COLUMN drift REAL NOT NULL DEFAULT 0.0;
