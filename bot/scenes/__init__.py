"""What each moment of a match looks like, from the table alone: pure, and in the language of whoever reads it."""
