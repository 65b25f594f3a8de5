"""The slash commands, in three languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.commands import menu
from bot.commands.duel import Duel
from bot.commands.ladder import Ladder
from bot.commands.settings import Panels
from bot.errands import Errands

if TYPE_CHECKING:
    from bot.client import Client


def register(client: Client, errands: Errands) -> None:
    commands = Duel(client, errands), Ladder(client, errands.desk), Panels(client, errands.desk)
    for command in (*commands, menu.challenge(client, errands)):
        client.tree.add_command(command)
