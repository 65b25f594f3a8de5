"""Where the banner of a game is shown."""

from __future__ import annotations

import pytest

from bot.scenes import offer, rules
from bot.scenes.rules import banner
from bot.scenes.scene import Board
from bot.table.agreement import Agreement
from bot.table.allowance import Absences
from bot.table.table import Offer
from bot.table.tables import Tables
from games import GAMES, lessons
from games.art import spoken
from games.words import LOCALES
from tests.kit.match import ANN, BEN, CHANNEL, NOON, SERVER, cause


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
async def test_a_challenge_shows_which_game_it_is(tables: Tables, game: str, locale: str) -> None:
    done = await tables.offer(
        ANN, (BEN,), GAMES[game], {}, Agreement(seats=2), server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
    )
    assert isinstance(done.table, Offer)
    scene = offer.offer(done.table, locale, Absences(), called=frozenset())
    assert GAMES[game].BANNER
    assert scene.board == banner(game, locale) != banner(game, LOCALES[LOCALES.index(locale) - 1])


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_begin_with_it_and_go_on_with_boards(game: str) -> None:
    first, second = (rules.page(GAMES[game], 0, f"{game}.{page}", "fr") for page in range(2))
    assert first.board == banner(game, "fr")
    assert isinstance(second.board, Board)
    assert second.board.picture == spoken(GAMES[game].picture(lessons.seen(GAMES[game], 2)), GAMES[game].say, "fr")
