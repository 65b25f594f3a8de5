"""What people are told: boards in letters, sentences, labels."""

from __future__ import annotations

import random

import pytest

from bot.scenes.choices import labels
from bot.scenes.picker import page
from games.shamanic_chess import GAME, fen
from games.shamanic_chess.state import View
from games.shamanic_chess.tell import question
from games.words import LOCALES
from tests.games.lines import heard
from tests.games.shamanic_chess.drawn import KIWI, VARIANTS, initial, said, table, word_of

MIXED = "r3k2r/8/8/3Q~4/1n~1p4/8/2P1P3/R3K2R w KQkq - 4 9"


def told(drawn: str, typed: str, locale: str = "en", variant: str = "classic") -> list[str]:
    return heard(GAME, said(table(drawn, variant), typed).view(None), locale)


def test_the_board_in_letters() -> None:
    assert GAME.text(said(table(MIXED), "Kf2").view(0), "en").splitlines() == [
        "8  r   .   .   .   k   .   .   r",
        "7  .   .   .   .   .   .   .   .",
        "6  .   .   .   .   .   .   .   .",
        "5  .   .   .   Q~  .   .   .   .",
        "4  .   n~  .   p   .   .   .   .",
        "3  .   .   .   .   .   .   .   .",
        "2  .   .   P   .   P  [K]  .   .",
        "1  R   .   .   .  [.]  .   .   R",
        "   a   b   c   d   e   f   g   h",
        "",
        "White played Kf2.",
        "Move 9: Black to move.",
        "r3k2r/8/8/3Q~4/1n~1p4/8/2P1PK2/R6R b kq - 5 9",
    ]


def test_black_sees_it_from_the_other_side() -> None:
    rows = GAME.text(said(table(MIXED), "Rh1~g7").view(1), "en").splitlines()
    assert rows[0] == "1 [.]  .   .   K   .   .   .   R"
    assert rows[6] == "7  .  [R~] .   .   .   .   .   ."
    assert rows[8] == "   h   g   f   e   d   c   b   a"


def test_the_opening_tells_no_last_turn() -> None:
    assert "played" not in GAME.text(initial().view(None), "en")
    assert heard(GAME, initial().view(None)) == []


def test_a_blind_player_hears_where_everything_stands() -> None:
    heard = GAME.alt(said(table(MIXED), "Kf2").view(None), "en")
    assert heard == (
        "White: king f2, rooks a1 h1, pawns c2 e2; in trance: queen d5. "
        "Black: king e8, rooks a8 h8, pawn d4; in trance: knight b4. "
        "White played Kf2. Move 9: Black to move."
    )
    assert "in Trance: Dame d5" in GAME.alt(table(MIXED).view(None), "de")
    assert "en transe\u202f: dame d5" in GAME.alt(table(MIXED).view(None), "fr")


def test_check_is_heard_and_seen() -> None:
    match = said(table("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"), "Qa4")
    assert heard(GAME, match.view(None)) == ["White plays Qa4+: the queen goes from a1 to a4.", "Check!"]
    assert heard(GAME, match.view(0)) == ["You play Qa4+: the queen goes from a1 to a4.", "Check!"]
    assert heard(GAME, match.view(1)) == ["White plays Qa4+: the queen goes from a1 to a4.", "You’re in check!"]
    assert "Black to move, in check." in GAME.text(match.view(None), "en")
    assert "in check" in GAME.alt(match.view(None), "en")


@pytest.mark.parametrize(
    ("drawn", "typed", "line"),
    [
        (KIWI, "Qxf6", "White plays Qxf6: the queen from f3 captures the knight on f6."),
        (KIWI, "O-O", "White plays O-O: the king on e1 castles short."),
        (KIWI, "O-O-O", "White plays O-O-O: the king on e1 castles long."),
        (KIWI, "Nc3~b5", "White plays Nc~b5: the knight on c3 falls into a trance and journeys to b5."),
        (MIXED, "d5^", "White plays Qd5^: the queen on d5 wakes from its trance."),
        (MIXED, "c4 dxc3", "Black plays dxc3: the pawn from d4 captures the pawn on c3. It captures it en passant."),
        (
            "6k1/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a8=N",
            "White plays a8=N: the pawn goes from a7 to a8. There it becomes a knight.",
        ),
        (
            "n~5k1/1P6/8/8/8/8/8/4K3 w - - 0 1",
            "bxa8=B",
            "White plays bxa8=B: the pawn from b7 captures the knight on a8. There it becomes a bishop.",
        ),
    ],
)
def test_what_happened_is_told(drawn: str, typed: str, line: str) -> None:
    assert told(drawn, typed)[0] == line


def test_a_free_shaman_travels_on() -> None:
    (line,) = told(MIXED, "d5~a3", variant="free")
    assert line == "White plays Q~a3: the queen on d5, in trance, journeys on to a3."


@pytest.mark.parametrize(
    ("locale", "line"),
    [
        ("en", "Black plays dxc3: the pawn from d4 captures the pawn on c3. It captures it en passant."),
        ("de", "Schwarz spielt dxc3 – der Bauer von d4 schlägt den Bauern auf c3. Er schlägt ihn en passant."),
        ("fr", "Noir joue dxc3\u202f: le pion de d4 prend le pion en c3. Il le prend en passant."),
    ],
)
def test_it_is_told_in_three_languages(locale: str, line: str) -> None:
    assert told(MIXED, "c4 dxc3", locale) == [line]


@pytest.mark.parametrize(
    ("drawn", "typed", "end"),
    [
        ("R~5k1/5ppp/8/8/8/8/8/1n4K1 w - - 0 1", "a8^", "Checkmate: White wins."),
        ("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "Kg6", "Stalemate: a draw."),
        ("8/8/8/8/8/4k3/3R~4/K6N b - - 0 1", "Kxd2", "Nobody can mate any more: a draw."),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 99 90", "Ra2", "Fifty moves each without a capture or a pawn move: a draw."),
    ],
)
def test_the_end_is_told(drawn: str, typed: str, end: str) -> None:
    assert told(drawn, typed)[1:] == [end]
    assert end in GAME.text(said(table(drawn), typed).view(None), "en")


def test_whoever_mates_is_told_so() -> None:
    match = said(table("R~5k1/5ppp/8/8/8/8/8/1n4K1 w - - 0 1"), "a8^")
    ends = [heard(GAME, match.view(seat))[-1] for seat in (0, 1)]
    assert ends == ["Checkmate: you win!", "Checkmate: White wins."]


def test_nobody_is_said_to_be_in_check_when_it_is_mate() -> None:
    assert "Check!" not in told("R~5k1/5ppp/8/8/8/8/8/1n4K1 w - - 0 1", "a8^")


# Labels


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("c2", "Pawn c2"),
        ("d5", "Queen d5, in trance"),
        ("d5 ^", "Wake"),
        ("a1 ~", "Journey in trance to …"),
        ("a1 ~ b7", "⇢ b7"),
        ("a1 b1", "→ b1"),
        ("a1 a8", "× a8"),
        ("e1 g1", "Castle, king to g1"),
        ("e1 f2", "→ f2"),
    ],
)
def test_buttons_say_what_they_do(typed: str, label: str) -> None:
    assert GAME.label(table(MIXED).view(0), tuple(typed.split()), "en") == label


def test_a_promotion_is_chosen_by_name() -> None:
    view = table("n~5k1/1P6/8/8/8/8/8/4K3 w - - 0 1").view(0)
    assert GAME.label(view, ("b7", "a8"), "en") == "× a8"
    names = {locale: GAME.label(view, ("b7", "a8", "n"), locale) for locale in LOCALES}
    assert names == {"en": "Knight", "de": "Springer", "fr": "Cavalier"}


def test_a_capture_in_passing_is_one() -> None:
    view = said(table(MIXED), "c4").view(1)
    assert GAME.label(view, ("d4", "c3"), "en") == "× c3"
    assert GAME.label(view, ("d4", "d3"), "en") == "→ d3"


@pytest.mark.parametrize("variant", VARIANTS)
def test_two_tildes_in_a_row_are_never_printed(variant: str) -> None:
    """Discord would strike out what comes between two such pairs."""
    match = table(MIXED, variant)
    for word in ("a1~a5", "b4^", "h1~b1", "b4~c6" if variant == "free" else "e8e7"):
        (seat,) = match.awaited
        if word_of(word) in match.legal(seat):
            match = match.said(seat, word_of(word))
    for locale in LOCALES:
        for text in (
            GAME.text(match.view(None), locale),
            GAME.alt(match.view(None), locale),
            *GAME.say.pages("how", locale),
        ):
            assert "~~" not in text


# What leads to several


def listed(position: str, rest: str = "", locale: str = "en") -> list[str]:
    view = table(position).view(0)
    shown = page(GAME.legal(view), rest)
    assert shown
    return labels(GAME, view, shown, locale)


@pytest.mark.parametrize(
    ("locale", "rook", "knight"),
    [
        ("en", "Rook a1 ⇢ only journeys", "Knight b1"),
        ("de", "Turm a1 ⇢ nur Reisen", "Springer b1"),
        ("fr", "Tour a1 ⇢ voyages seulement", "Cavalier b1"),
    ],
)
def test_a_piece_that_is_shut_in_is_said_to_journey_only(locale: str, rook: str, knight: str) -> None:
    told = listed(fen.INITIAL, locale=locale)
    assert rook in told
    assert knight in told


def test_a_journey_is_told_from_a_move_where_both_are_to_be_had() -> None:
    assert listed(fen.INITIAL, "b1.")[1:4] == ["→ c3", "⇢ journey, a-file", "⇢ journey, b-file"]
    assert question(table(fen.INITIAL).view(0), ("b1",), "en") == "Knight b1: where does it go? (→ move, ⇢ journey)"
    # Where the question says it, the buttons need not.
    assert listed(fen.INITIAL, "a1.~.")[0] == "⇢ a-file"
    assert question(table(fen.INITIAL).view(0), ("a2",), "en") == "Pawn a2: where does it go?"


def test_in_check_nobody_is_asked_for_a_journey() -> None:
    view = table("4k3/8/8/8/8/8/3N4/r3K2R w K - 0 1").view(0)
    assert question(view, ("d2",), "en") == "Knight d2: where does it go?"


def test_no_piece_that_only_journeys_is_listed_as_if_it_could_move() -> None:
    """And what only journeys is not listed as if it could move."""
    dice = random.Random(7)
    for _ in range(3):
        match = table(fen.INITIAL)
        for _ in range(40):
            if match.result:
                break
            [seat] = match.waiting
            legal, listed = match.legal(seat), listed_in(match.view(seat))
            for at in {word[0] for word in legal}:
                own = [word for word in legal if word[0] == at]
                told = [label for label in listed if f" {at} " in f"{label.replace(',', '')} "]
                if all(word[1] == "~" for word in own):
                    assert all("⇢" in label for label in told), told
                else:
                    assert not any("only journeys" in label for label in told), told
            match = match.said(seat, dice.choice(list(legal)))


def listed_in(view: View) -> list[str]:
    shown = page(GAME.legal(view))
    assert shown
    return labels(GAME, view, shown, "en")
