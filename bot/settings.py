"""The environment, read once."""

from __future__ import annotations

from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Each field is a variable of the same name, in capitals."""

    model_config = SettingsConfigDict(frozen=True)

    database_url: str = "sqlite:///duel.db"
    """`sqlite:///bot.db` beside the bot, `sqlite:////var/lib/bot.db` anywhere, or `postgresql://…`."""
