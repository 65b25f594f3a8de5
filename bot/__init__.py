"""The Discord bot and the `duel` command: everything between the games and the people."""
