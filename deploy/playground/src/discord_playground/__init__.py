"""A local Discord server on which people and tests can use any bot."""
