"""Tests for the one-line result of a match in the channel."""

from __future__ import annotations

import pytest

from bot.matches.model import FinishedMatch
from bot.matches.service import MatchService
from bot.screens.channel_line import format_result_line
from games import GAMES
from games.match import CANCEL
from games.words import LOCALES
from tests.kit.matches import ANN, BEN, CAT, get_played_match, make_random_chooser, play_match, play_move, play_token
from tests.kit.world import begin_match_with_ben

MAX_LENGTH = 120
"""The maximum length of a line about two players, in characters. It fits into two lines on a phone."""


@pytest.mark.parametrize("game", [key for key in GAMES if key != "morra"])
async def test_line_names_the_winner_first(matches: MatchService, game: str) -> None:
    for seed in range(4):
        match, *_ = await get_played_match(matches, game, seed)
        assert isinstance(match, FinishedMatch)
        ranks = dict(zip(match.player_ids, match.result.ranks, strict=True))
        winner, loser = sorted((ANN, BEN), key=lambda person_id: ranks[person_id])
        for locale in LOCALES:
            line = format_result_line(match, locale)
            assert line.startswith("🤝" if ranks[ANN] == ranks[BEN] else "🏆"), line
            assert ranks[ANN] == ranks[BEN] or -1 < line.index(f"<@{winner}>") < line.index(f"<@{loser}>"), line
            assert line.endswith(f" · {match.game.say('name', locale)}")
            assert len(line) <= MAX_LENGTH, line


@pytest.mark.parametrize("locale", LOCALES)
async def test_line_lists_players_and_scores_by_place(matches: MatchService, locale: str) -> None:
    match_id = await play_match(matches, (ANN, BEN, CAT), "woodwalkers", choose_move=make_random_chooser(1))
    match = await matches.find_match(match_id)
    assert isinstance(match, FinishedMatch)
    line = format_result_line(match, locale)
    assert match.result.ranks.count(1) == 1
    assert f"**{'–'.join(map(str, sorted(match.result.scores, reverse=True)))}**" in line
    seats = sorted(range(3), key=lambda seat: line.index(f"<@{match.player_ids[seat]}>"))
    assert [match.result.ranks[seat] for seat in seats] == sorted(match.result.ranks)


@pytest.mark.parametrize("locale", LOCALES)
async def test_line_says_who_resigned(matches: MatchService, locale: str) -> None:
    match = await play_token(matches, await begin_match_with_ben(matches, "schnick"), 0, "!resign")
    assert isinstance(match, FinishedMatch)
    line = format_result_line(match, locale)
    loser, winner = match.player_ids
    assert line.index(f"<@{winner}>") < line.index(f"<@{loser}>")
    assert "." not in line


@pytest.mark.parametrize("locale", LOCALES)
async def test_line_names_everybody_who_agreed_to_cancel(matches: MatchService, locale: str) -> None:
    match = await begin_match_with_ben(matches, "shamanic_chess")
    white, black = match.player_ids
    assert white
    assert black
    ended = None
    for person_id, move in ((white, ("g1", "f3")), (white, CANCEL), (black, CANCEL)):
        ended = await play_move(matches, match.id, person_id, *move)
    assert isinstance(ended, FinishedMatch)
    line = format_result_line(ended, locale)
    assert all(f"<@{person_id}>" in line for person_id in ended.player_ids)
