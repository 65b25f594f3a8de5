-- When something was last written there that was no answer to a press.
ALTER TABLE hand ADD COLUMN written INTEGER NOT NULL DEFAULT 0;
