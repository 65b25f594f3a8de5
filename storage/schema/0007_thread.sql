-- The channel above the thread in which a match is played: there its card has become one line, and becomes the end.
ALTER TABLE match ADD COLUMN home INTEGER;
