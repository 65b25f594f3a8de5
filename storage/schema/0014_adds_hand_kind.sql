-- What a private message is: where somebody plays, a look at what lies open for a moment, or what opened beside an offer.
ALTER TABLE hand ADD COLUMN kind TEXT NOT NULL DEFAULT 'hand';
