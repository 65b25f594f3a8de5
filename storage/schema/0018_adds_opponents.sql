-- How many different people somebody has met in what counted, as far as one asks: three are enough. Ladders that began
-- before anybody asked have enough.
ALTER TABLE rating ADD COLUMN opponents INTEGER NOT NULL DEFAULT 3;

-- Who left a table of several before its end.
ALTER TABLE result ADD COLUMN quit INTEGER NOT NULL DEFAULT 0;
