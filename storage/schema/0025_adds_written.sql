-- When something was last written there by whoever tells, and not as the answer to a press: of the two that were under way at once nobody knows which came last.
ALTER TABLE hand ADD COLUMN written INTEGER NOT NULL DEFAULT 0;
