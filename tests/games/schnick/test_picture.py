"""What lies where in the picture.

The table, the hands and the strip below are one picture, and what lies on each is asked of the same list of marks.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from types import SimpleNamespace
from typing import Any

import pytest

from games import canvas, typeface
from games.art import GOLD, LIGHT, Box, Letters, Mark, Name, Picture, Sprite
from games.match import Match
from games.schnick import GAME
from games.schnick.ending import winners
from games.schnick.hand import shown
from games.schnick.reveal import reveal
from games.schnick.state import BEATEN, DRAWN, NAMES, SYMBOLS
from games.schnick.tell import question
from games.schnick.things import ACROSS, LEFT, MIDDLE
from tests.games.schnick.drawn import PLENTY, said, table, wandered
from tests.games.schnick.scenes import SCENES, level, scene


@pytest.mark.parametrize("many", range(1, 7))
def test_those_who_share_the_first_place_stand_in_the_middle(many: int) -> None:
    """In rows of three, whatever is left over below them."""
    view: Any = SimpleNamespace(best=tuple(range(many)), won=((),) * 6)
    crowns = [
        (what.width, left, top)
        for what, left, top in winners(view)
        if isinstance(what, Sprite) and what.name == "crown"
    ]
    rows = [
        [left + size / 2 for size, left, top in crowns if top == row] for row in sorted({top for *_, top in crowns})
    ]
    assert [len(row) for row in rows] == [3, many - 3] if many > 3 else [many]
    assert all(abs(sum(row) / len(row) - MIDDLE) <= 1 for row in rows)


BELOW = 390
"""Where one's own hand begins."""
STRIP = 580
"""Where what was played begins."""


def picture(match: Match, seat: int | None = None) -> Picture:
    return GAME.picture(match.view(seat))


def sprites(match: Match, seat: int | None = None) -> list[tuple[Sprite, int, int]]:
    return [(what, left, top) for what, left, top in picture(match, seat).marks if isinstance(what, Sprite)]


def short(what: Sprite) -> str:
    """Without its kind; what is pale is in brackets."""
    name, *pale = what.name.split()
    return f"({name.split('_')[-1]})" if pale else name.split("_")[-1]


def on_the_table(match: Match) -> list[str]:
    """What lies between the seats but for badges, left to right; a star stands for gold with a rim of ink beneath."""
    found: list[tuple[int, str]] = []
    below = BELOW if shown(match.view(None)) else STRIP
    for what, left, top in picture(match).marks:
        if not (LEFT <= left < LEFT + ACROSS and top < below):
            continue
        if isinstance(what, Sprite) and not what.name.startswith(("seat", "won", "swords", "owes")):
            found.append((left, short(what)))
        elif isinstance(what, Box) and what.ink == GOLD:
            found.append((left, "*"))
    return [name for _, name in sorted(found)]


def hand(match: Match, seat: int) -> list[str]:
    """What lies before one, left to right, with a dot where it may be chosen."""
    row = [
        (left + what.width // 2, short(what) if what.name != "dot_upon" else "dot")
        for what, left, top in sprites(match, seat)
        if LEFT <= left < LEFT + ACROSS and BELOW <= top < STRIP and not what.name.startswith("seat")
    ]
    return [name for _, name in sorted(row)]


def beside(match: Match, owner: int, seat: int | None = None) -> list[tuple[Sprite | Letters | Box, int]]:
    """What is in the panel of a seat, and how far left it lies."""
    marks = picture(match, seat).marks
    panels = [at for at, (what, left, top) in enumerate(marks) if isinstance(what, Box) and what.width == 234]
    begun = panels[owner]
    ended = panels[owner + 1] if owner + 1 < len(panels) else len(marks)
    return [
        (what, left)
        for what, left, top in marks[begun:ended]
        if isinstance(what, Sprite | Letters | Box) and not LEFT <= left < LEFT + ACROSS and top < STRIP
    ]


def held(match: Match, owner: int, seat: int | None = None) -> list[str]:
    found = beside(match, owner, seat)
    return [short(what) for what, _ in found if isinstance(what, Sprite) and what.name.startswith("card")]


def sign(match: Match, owner: int, seat: int | None = None) -> list[str]:
    """What a seat owes, or whether it may be challenged, or has won."""
    names = [what.name for what, _ in beside(match, owner, seat) if isinstance(what, Sprite)]
    return [name for name in names if name.startswith(("owes", "dot", "crown"))]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_seat_has_its_shape_its_number_its_name_and_its_points(seats: int) -> None:
    for match in wandered(seats, 3):
        for owner in range(seats):
            found = [what for what, _ in beside(match, owner)]
            (badge,) = [what for what in found if isinstance(what, Sprite) and what.name.startswith("seat")]
            assert (badge.name, badge.text) == (f"seat_{owner}", str(owner + 1))
            points, *gain = [what for what in found if isinstance(what, Letters)]
            assert points.text == str(match.scores()[owner])
            assert (points.ink, points.bold) == (LIGHT, True)
            assert all(what.ink == GOLD and what.text[0] == "+" for what in gain)
        assert {what.seat for what, *_ in picture(match).marks if isinstance(what, Name)} == set(range(seats))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_seats_lie_clockwise_round_the_table(seats: int) -> None:
    """Down the right side, and up the left one; of two the first sits left."""
    panels = [
        (left, top)
        for what, left, top in picture(wandered(seats, 3)[0]).marks
        if isinstance(what, Box)
        if what.width == 234
    ]
    right, left = (panels[1:], panels[:1]) if seats == 2 else (panels[: (seats + 1) // 2], panels[(seats + 1) // 2 :])
    assert all(x > MIDDLE for x, _ in right)
    assert all(x < MIDDLE for x, _ in left)
    assert [top for _, top in right] == sorted(top for _, top in right)
    assert [top for _, top in left] == sorted((top for _, top in left), reverse=True)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_who_is_awaited_has_a_golden_frame_and_a_sign(seats: int) -> None:
    for match in wandered(seats, 3):
        for owner in range(seats):
            awaited = owner in match.awaited
            (panel,) = [what for what, _ in beside(match, owner) if isinstance(what, Box)]
            assert (panel.rim == GOLD) == awaited
            assert any(name.startswith("owes") for name in sign(match, owner)) == awaited


@pytest.mark.parametrize(
    ("where", "owner", "owed"),
    [
        ("redeal", 0, "owes_redeal"),
        ("challenge", 0, "owes_challenge"),
        ("challenged", 1, "owes_card"),
        ("joker", 0, "owes_card"),
        ("joker", 1, "owes_sign"),
        ("level", 2, "owes_sign"),
    ],
)
def test_the_sign_tells_what_is_owed(where: str, owner: int, owed: str) -> None:
    assert sign(scene(where), owner) == [owed]


def test_hands_beside_the_seats_show_backs_and_jokers() -> None:
    match = table(f"sttj pp j | {PLENTY}")
    assert [held(match, owner, 0) for owner in range(3)] == [["back"] * 3 + ["joker"], ["back"] * 2, ["joker"]]


def test_when_all_is_over_hands_lie_open_beside_the_seats() -> None:
    match = scene("over")
    for seat in (0, None):
        assert [held(match, owner, seat) for owner in range(3)] == [
            ["stone"] * 3 + ["joker"], [], ["fire"] * 2 + ["joker"],
        ]  # fmt: skip
    assert picture(match, 0) == picture(match, None)
    assert [sign(match, owner) for owner in range(3)] == [["crown"], [], []]


def test_many_cards_stay_within_the_panel_and_the_table() -> None:
    match = table(f"{'s' * 12}tttttttttttt pp | ffff")
    for owner, count in ((0, 24), (1, 2)):
        found = [(what, left) for what, left in beside(match, owner, 0) if isinstance(what, Sprite)]
        lefts = [left for what, left in found if what.name == "card_back"]
        assert len(lefts) == count
        assert max(lefts) - min(lefts) <= 234 - 24
    cards = [
        (left, left + what.width)
        for what, left, top in sprites(match, 0)
        if what.name in ("card_scissors", "card_stone") and BELOW <= top < STRIP
    ]
    assert len(set(cards)) == 24
    assert min(left for left, _ in cards) >= LEFT
    assert max(right for _, right in cards) <= LEFT + ACROSS


def test_dots_show_who_may_be_challenged() -> None:
    match = scene("challenge")
    assert [sign(match, owner, 0) for owner in range(1, 6)] == [["dot_upon"]] * 5
    assert not any("dot_upon" in sign(match, owner, seat) for seat in (1, None) for owner in range(6))


def test_dots_show_what_may_be_played_and_never_the_joker() -> None:
    match = scene("challenged")
    assert Counter(hand(match, 0)) == Counter(["scissors", "stone", "stone", "fire", "joker", "dot", "dot", "dot"])
    assert [name for name in hand(match, 0) if name != "dot"] == ["scissors", "stone", "stone", "fire", "joker"]
    assert hand(match, 0)[-1] == "joker"
    # Not in the duel: nothing may be chosen.
    assert hand(match, 2) == ["paper", "paper", "fire", "joker"]


def test_who_has_to_sign_sees_the_signs() -> None:
    for where, seat in (("joker", 1), ("jokers", 0), ("signs", 0), ("level", 0)):
        found = hand(scene(where), seat)
        assert [name for name in found if name != "dot"] == ["scissors", "stone", "paper", "fire", "well"]
        assert found.count("dot") == 5


def test_nobody_else_has_a_hand_before_them() -> None:
    assert not shown(scene("challenged").view(None))
    assert not any(shown(scene("over").view(seat)) for seat in range(3))


@pytest.mark.parametrize(
    ("where", "lies"),
    [
        ("challenge", ["unknown"]),
        ("challenged", ["place", "place"]),
        ("joker", ["place", "joker", "unknown"]),
        ("jokers", ["joker", "unknown", "joker", "unknown"]),
        # The winner on gold, whom it beats, and whom the next one will challenge.
        ("won", ["*", "stone", "right", "scissors", "unknown"]),
        # A place for what comes, and the tie before small below.
        ("tied", ["place", "(stone)", "tie", "(stone)", "place"]),
        ("tied again", ["place", "(stone)", "tie", "(stone)", "(stone)", "tie", "(stone)", "place"]),
        ("joker won", ["fire", "left", "*", "joker", "well", "unknown"]),
        ("joker tied", ["place", "(fire)", "tie", "(fire)", "place"]),
        ("joker in a tie", ["joker", "unknown", "(scissors)", "tie", "(scissors)", "place"]),
        # A sign without a joker is a sign alone.
        ("signs", ["unknown", "(fire)", "tie", "(fire)", "(scissors)", "tie", "(scissors)", "unknown"]),
        ("level", ["unknown"] * 3 + ["*", "stone", "right", "scissors"]),
        ("level still", ["unknown"] * 2 + ["*", "paper", "*", "paper", "(stone)"]),
        ("over", ["crown", "*", "scissors", "right", "paper"]),
        ("signed", ["crown", "*", "scissors", "(paper)"]),
        ("resigned", ["stopped"]),
        ("redeal", ["back", "redeal", "back", "back", "back"]),
    ],
)
def test_the_duel_lies_on_the_table(where: str, lies: list[str]) -> None:
    assert Counter(on_the_table(scene(where))) == Counter(lies)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_whoever_sits_left_plays_on_the_left(seats: int) -> None:
    """Face down, as it is turned over and once it lies there; also where whoever sits right challenges."""
    for challenger, rival in permutations(range(seats), 2):
        match = table(f"{' '.join(['stpf'] * seats)} | stp", first=challenger)
        asked = said(match, f"{challenger} challenge {rival}")
        met = said(asked, "paper fire")
        panels = [left for what, left, _ in picture(met).marks if isinstance(what, Box) and what.width == 234]
        left, right = sorted((challenger, rival), key=lambda seat: panels[seat])
        revealed = reveal(met.view(None))
        assert revealed
        for board in (picture(asked), revealed, picture(met)):
            names = {what.seat: at for what, at, _ in in_the_middle(board) if isinstance(what, Name)}
            assert names[left] < names[right]
        for board in (revealed, picture(met)):
            drawn = ((what.name.split("_"), at) for what, at, _ in in_the_middle(board) if isinstance(what, Sprite))
            cards = {name[1]: at for name, at in drawn if name[0] == "card"}
            mine = dict(zip((challenger, rival), ("paper", "fire"), strict=True))
            # Where both sit at one side the challenger lies left.
            assert cards[mine[left]] < cards[mine[right]]


def in_the_middle(board: Picture) -> list[Mark]:
    """Above whom the next one challenges, and what lies before one."""
    return [(what, left, top) for what, left, top in board.marks if LEFT <= left < LEFT + ACROSS and top < 460]


def test_of_many_ties_the_newest_are_shown() -> None:
    match = said(table(f"{'s' * 6} {'s' * 6} | fff"), "0 challenge 1", *["scissors scissors"] * 6)
    assert on_the_table(match).count("tie") == 5


def test_pile_and_middle_are_counted() -> None:
    def numbers(where: str) -> tuple[list[str], str]:
        letters = [(what, left, top) for what, left, top in picture(scene(where)).marks if isinstance(what, Letters)]
        middle = [what.text for what, left, top in letters if LEFT <= left < LEFT + ACROSS and top < STRIP]
        return middle, letters[-1][0].text

    assert numbers("challenged") == ([], "10")
    assert numbers("tied") == (["2"], "10")
    assert numbers("tied again") == (["4"], "10")
    assert numbers("joker") == (["1"], "10")
    # Used up: an empty place.
    assert numbers("signs") == (["3"], "0")
    assert any(what.name == "card_none" for what, _, _ in sprites(scene("signs")))


@pytest.mark.parametrize("seats", [2, 6])
def test_all_that_was_played_can_be_counted(seats: int) -> None:
    """One place for each card there is; by kind as many are filled as were seen."""
    for match in wandered(seats, 3):
        view = match.view(None)
        played = Counter("".join(view.past).replace(DRAWN, ""))
        marks = [(what, top) for what, _, top in picture(match).marks if top >= STRIP]
        places = [what for what, top in marks if isinstance(what, Box) and what.width == 15]
        assert len(places) == len(view.deck) == 49
        assert sum(what.ink != what.ground for what in places) == played.total()
        numbers = [what.text for what, _ in marks if isinstance(what, Letters)]
        assert numbers[:-1] == [text for kind in SYMBOLS for text in (str(played[kind]), f"/{view.deck.count(kind)}")]
        assert numbers[-1] == str(len(view.pile))


def test_what_was_just_won_is_told_in_gold() -> None:
    match = said(scene("tied"), "fire paper")
    points = [(what.text, what.ink) for what, _ in beside(match, 0) if isinstance(what, Letters)]
    assert points == [("4", LIGHT), ("+4", GOLD)]
    gains = [what for what, _, _ in picture(match).marks if isinstance(what, Letters) and what.text[0] == "+"]
    # Beside the winner's total, and beside their card.
    assert [(what.text, what.ink) for what in gains] == [("+4", GOLD)] * 2


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_before_the_first_duel_one_sees_who_can_be_challenged(seats: int) -> None:
    match = table(f"{' '.join(['stpj'] * seats)} | {PLENTY}")
    rivals = [
        what.name
        for what, left, top in sprites(match)
        if what.name.startswith("seat") and MIDDLE <= left < LEFT + ACROSS and top < STRIP
    ]
    assert rivals == [f"seat_{seat}" for seat in range(1, seats)]
    # Where there is but one there is no question.
    assert ("unknown" in on_the_table(match)) == (seats > 2)


def test_an_open_hand_lies_beside_its_owner_s_badge() -> None:
    for where, seat in (("challenged", 0), ("challenged", 2), ("signs", 1)):
        below = [what.name for what, left, top in sprites(scene(where), seat) if BELOW <= top < STRIP and left > 242]
        assert [name for name in below if name.startswith("seat")] == [f"seat_{seat}"]


def test_whoever_won_is_crowned_with_name_and_cards() -> None:
    marks = picture(scene("over")).marks
    inside = [what for what, left, top in marks if LEFT <= left < LEFT + ACROSS and top < STRIP]
    assert [what.seat for what in inside if isinstance(what, Name)] == [0]
    assert [what.text for what in inside if isinstance(what, Letters)] == ["2"]
    assert on_the_table(scene("shared")).count("crown") == 2


@pytest.mark.parametrize("where", SCENES)
def test_nothing_is_clipped_in_any_scene(where: str) -> None:
    match = scene(where)
    for seat in (None, *range(match.seats)):
        view = match.view(seat)
        for board in filter(None, (picture(match, seat), reveal(view))):
            for what, left, top in board.marks:
                assert 0 <= left <= board.width - what.width, what
                assert 0 <= top <= board.height - canvas.height(board.palette, what), what
                assert not isinstance(what, Letters) or typeface.length(what) <= what.width, what


@pytest.mark.parametrize("tiebreak", ["gesture", "shared"])
def test_six_who_are_level_have_room(tiebreak: str) -> None:
    match = level(6, 0, tiebreak)
    found = on_the_table(match)
    assert found.count("unknown" if tiebreak == "gesture" else "crown") == 6


def test_whoever_chooses_sees_what_beats_what() -> None:
    """In the hand alone; a tie leaves no room for it, and there the question says it."""
    marks = GAME.picture(scene("challenged").view(0)).marks
    signs = [what.name for what, _, _ in marks if isinstance(what, Sprite) and what.name.startswith("sign_")]
    assert signs == [f"sign_{NAMES[each]}" for symbol in SYMBOLS for each in symbol + BEATEN[symbol]]
    asked = question(scene("challenged").view(0), (), "en")
    assert asked.splitlines()[0] == "Which card do you play?"
    assert "stone > scissors, fire" in asked
    alone = GAME.picture(scene("challenged").view(None)).marks
    assert not [what for what, _, _ in alone if isinstance(what, Sprite) and what.name.startswith("sign_")]


def test_the_joker_has_a_name() -> None:
    told = [what.text for what, _, _ in GAME.picture(scene("challenged").view(0)).marks if isinstance(what, Letters)]
    assert told.count("JOKER") == 1
