"""A bot of a small forest that shows each thing a bot can do once, in discord.py and by its public names alone."""
