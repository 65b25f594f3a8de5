-- Whether what decided it has been told to its channel, which happens once.
ALTER TABLE match ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
