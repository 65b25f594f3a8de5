-- How many events the message in the channel shows; `shown` is how many everybody has been told of, too.
ALTER TABLE match ADD COLUMN posted INTEGER NOT NULL DEFAULT 0;

UPDATE match SET posted = shown;
