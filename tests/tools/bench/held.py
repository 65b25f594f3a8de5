"""The bot whose channels are told when somebody lets them: what answers take and what telling takes is counted apart.

SIGUSR2 holds them, SIGUSR1 lets them go. Everybody who presses is answered meanwhile, as always.
"""

from __future__ import annotations

import asyncio
import signal
from unittest import mock

import uvloop

from bot.discord.waiting import Waiting
from bot.herald import crier
from bot.host import garbage, log
from bot.host.environment import Environment
from bot.run import run
from bot.time import HOUR


async def main() -> None:
    let = asyncio.Event()
    let.set()
    lull = Waiting.lull

    async def held(waiting: Waiting) -> None:
        await let.wait()
        await lull(waiting)

    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, let.set)
    loop.add_signal_handler(signal.SIGUSR2, let.clear)
    environment = Environment()
    log.opened(environment.duel_log, environment.discord_token.get_secret_value())
    # Nor is anybody called who has pressed nothing for two minutes: so long it takes until all have their hands.
    with mock.patch.object(Waiting, "lull", held), mock.patch.object(crier, "AT_IT", HOUR):
        await run(environment, print)


if __name__ == "__main__":
    garbage.seldom()
    uvloop.run(main())
