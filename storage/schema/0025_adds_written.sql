-- When what a hand shows was last written there but for the answers to presses: who pressed before that may have been answered before it, or after.
ALTER TABLE hand ADD COLUMN written INTEGER NOT NULL DEFAULT 0;
