"""A sample bot that uses each feature of Discord once, written with the public API of discord.py."""
