"""The end of a season as a picture: it can be read, and everybody on it is named once."""

from __future__ import annotations

import re

import pytest

from bot.ladder.honours import Kind
from bot.scenes import closing
from games import canvas
from games.art import Name, Sprite
from games.words import LOCALES
from storage import Award, Season
from tests.kit.match import ANN, BEN, CAT, DAN, NOON, SERVER
from tests.laws.legibility import apart, readable
from tests.laws.painted import LONG

SEASON = Season(SERVER, 2, "Spring", NOON, NOON + 1)


def award(person: int, kind: Kind, number: int, beside: int = 0, game: str = "") -> Award:
    return Award(person, SERVER, 2, kind, game, number, beside)


PLACES = [award(who, Kind.PLACE, place, 1600 - 150 * place) for place, who in enumerate((ANN, BEN, CAT), 1)]
TIED = [award(ANN, Kind.PLACE, 1, 99_999), award(BEN, Kind.PLACE, 1, 99_999), award(CAT, Kind.PLACE, 3, -99_999)]
IMPROVED = [award(DAN, Kind.IMPROVED, 1234, 2000, "schnick")]
RIVALS = [award(ANN, Kind.RIVAL, 12, 2031), award(DAN, Kind.RIVAL, 2014, 2031)]
UPSET = [award(CAT, Kind.UPSET, 312, 15, "schnick"), award(ANN, Kind.FELLED, 312, 15, "schnick")]
FIRSTS = [award(BEN, Kind.FIRST, 1, 1300, "schnick"), award(ANN, Kind.FIRST, 1, 1300, "schamanen")]
FULL = [*PLACES, *FIRSTS, *IMPROVED, *RIVALS, *UPSET]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("awards", [FULL, [*TIED, *RIVALS], PLACES[:1], [*PLACES[:2], *UPSET, *IMPROVED], TIED[:2]])
def test_it_can_be_read(awards: list[Award], locale: str) -> None:
    picture = closing.draw_laurels(awards, locale)
    readable(picture, picture.marks)
    apart(picture, picture.marks)
    assert len(canvas.png(picture, LONG)) <= 60 * 1024


def test_everybody_is_where_they_have_come() -> None:
    picture = closing.draw_laurels(FULL, "en")
    tops = {what.seat: top for what, _, top in picture.marks if isinstance(what, Name) and what.height == closing.NAMED}
    assert len(tops) == 3
    assert tops[0] < tops[1] < tops[2]
    crowned = [what.name for what, _, _ in picture.marks if isinstance(what, Sprite) and "crown" in what.name]
    assert len(crowned) == 1
    both = closing.draw_laurels(TIED, "en")
    assert sum("crown" in what.name for what, _, _ in both.marks if isinstance(what, Sprite)) == 2
    assert {what.seat for what, _, _ in picture.marks if isinstance(what, Name)} == {*range(4)}
    assert closing.list_shown(FULL) == (ANN, BEN, CAT, DAN)


@pytest.mark.parametrize("locale", LOCALES)
def test_all_whom_it_names_are_told_and_only_they_are_called(locale: str) -> None:
    scene = closing.over(SEASON, FULL, 23, locale, closing.people(FULL))
    told = "\n".join((*scene.above, *scene.below))
    assert closing.people(FULL) == scene.called == {ANN, BEN, CAT, DAN}
    assert all(f"<@{who}>" in told for who in scene.called)
    for figure in ("1450", "1300", "1150", "1234", "2031", "2014", "312", "23"):
        assert figure in told
    assert scene.board
    assert scene.board.names == (ANN, BEN, CAT, DAN)


@pytest.mark.parametrize("locale", LOCALES)
def test_an_upset_says_how_likely_it_was(locale: str) -> None:
    scene = closing.over(SEASON, [*PLACES, *UPSET], 23, locale, frozenset())
    assert any(re.search(r"312.*\b15\s?%", line) for line in scene.below)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_rivalry_of_which_one_was_forgotten_is_none(locale: str) -> None:
    scene = closing.over(SEASON, [*PLACES, *RIVALS[:1], *UPSET[1:]], 23, locale, frozenset())
    told = "\n".join((*scene.above, *scene.below))
    assert "2031" not in told
    assert "312" not in told
    assert not scene.small


@pytest.mark.parametrize("locale", LOCALES)
def test_where_nobody_has_a_rank_it_says_why(locale: str) -> None:
    """Whoever were two or three could not have had one, however much they played."""
    for players in (2, 3, 23):
        scene = closing.over(SEASON, [], players, locale, frozenset())
        assert scene.board is None
        assert ("5" in scene.above[-1]) == (players == 23)
        assert scene.above[-1].startswith("🌱") == (players < 4)
        assert not scene.below
