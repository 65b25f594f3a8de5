"""The Discord bot and the `duel` command, through which people play the games of the `games` package."""
