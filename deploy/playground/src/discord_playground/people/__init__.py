"""The side of the people: what they see, what they do, and what only a stage hand can."""
