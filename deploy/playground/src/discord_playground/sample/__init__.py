"""A sample bot that tries out many features of Discord, written with the public API of discord.py."""
