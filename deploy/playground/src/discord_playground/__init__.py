"""A local stand-in for Discord, on which people and tests can use any bot."""
