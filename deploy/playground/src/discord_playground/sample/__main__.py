"""Runs the sample bot: `python -m discord_playground.sample`.

The environment variable DISCORD_TOKEN is the bot's token, and SHARDS is the number of shards. DISCORD_API,
DISCORD_GATEWAY and DISCORD_CDN default to Discord's own addresses.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping

import discord
import yarl

from discord_playground.sample.bot import SampleBot


def main(environ: Mapping[str, str]) -> None:
    discord.http.Route.BASE = environ.get("DISCORD_API", discord.http.Route.BASE)
    discord.asset.Asset.BASE = environ.get("DISCORD_CDN", discord.asset.Asset.BASE)
    if gateway := environ.get("DISCORD_GATEWAY"):
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    bot = SampleBot(int(environ["SHARDS"]) if "SHARDS" in environ else None)
    bot.run(environ["DISCORD_TOKEN"], log_level=logging.WARNING)


if __name__ == "__main__":
    main(os.environ)
