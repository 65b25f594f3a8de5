"""Boards as one draws them and matches as one writes them down: what the tests of Woodwalkers share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from games.core import Move
from games.dice import Chance, Dice
from games.match import Match, begin_match
from games.options import validate_options
from games.refused import Refused
from games.woodwalkers import GAME
from games.woodwalkers.figures import FIGURES
from games.woodwalkers.pieces import ANIMALS, FACE_DOWN, IN_HAND
from games.woodwalkers.spaces import INNER_SPACES, LIGHT_SPACES, SPACE_NAMES, START_SPACES
from games.woodwalkers.state import State, View
from tests.games.lines import said, words

ANIMAL_BY_LETTERS: Final = {name[:2]: name for name in ANIMALS}
TILE_BY_LETTER: Final = {"m": "medicine", "d": "die", "p": "point"}
_CELL: Final = re.compile(r"(?:([0-3])([a-z]{2})([0-2]?))?(?:([?+])([mdp]|\d+))?")

ALL_ANIMALS_OUT: Final = [f"{seat} {animal} out" for seat in range(4) for animal in ANIMALS]

WOLF_AND_OTTER: Final = """
4 - . . 1ot
2 - . . 0wo
"""
"""The leaflet's duel: seat 0's wolf against seat 1's otter, in reach of a 2."""

ARRANGEMENTS: Final = (
    "0 set wolf bear otter puma deer bison squirrel",
    "1 set squirrel bison deer puma otter bear wolf",
)
"""How two lay out their animals, where nobody drew a board."""

ONE_ROUND_STACK: Final = ["strength"] * 3
"""A stack of one round."""


def board_options(board: str, *, seats: int = 2, alone: bool = False) -> dict[str, object]:
    """The options that lay a drawing out. A row is its number and its spaces from a on; `0wo1` is seat 0's wolf with a
    wound, `?7`, `?m`, `?d`, `?p` lie face down, `+7` is an open flag, `0wo+7` stands on it. Whoever is not drawn is at
    home, or with `alone` has left the game.
    """
    animals: list[str] = []
    forest: list[str] = []
    for row in board.split("\n"):
        number, *cells = row.split() or [""]
        for column, cell in zip("abcdefghi", cells, strict=False):
            space = column + number
            found = _CELL.fullmatch(cell)
            if cell not in ("-", ".") and found:
                seat, animal, wounds, up, tile = found.groups()
                if animal:
                    animals.append(f"{seat} {ANIMAL_BY_LETTERS[animal]} {space} {wounds or 0}")
                if tile:
                    forest.append(f"{TILE_BY_LETTER.get(tile) or 'flag' + tile} {space}{' up' if up == '+' else ''}")
            else:
                assert cell in ("-", "."), cell
    if alone:
        drawn = {tuple(each.split()[:2]) for each in animals}
        animals += [each for each in ALL_ANIMALS_OUT if tuple(each.split()[:2]) not in drawn and int(each[0]) < seats]
    return {"animals": animals, "forest": forest}


def start_match(seed: int = 0, /, seats: int = 2, **options: Any) -> Match:
    return begin_match(
        GAME, validate_options(GAME.options_class, options), seats, Chance.derive(seed.to_bytes(32, "big"), ())
    )


def start_preset_match(board: str = "", /, *, seats: int = 2, alone: bool = False, **options: Any) -> Match:
    """A match that begins as drawn: `mode` is asked."""
    return start_match(0, seats, **{**board_options(board, seats=seats, alone=alone), **options})


def start_after_roll(board: str, die: int, *rolls: int, mode: str = "strength", seat: int = 0, **options: Any) -> Match:
    """The drawn board when that seat of two has rolled, with the dice that come next."""
    stack = [mode] * 3 + ["speed", "endurance"]
    match = start_preset_match(board, **{"stack": stack, "rolls": [die, *rolls], **options})
    return said(skip_until_roll(match, seat), f"{seat} roll")


def start_midnight_duel(*rolls: int, board: str = WOLF_AND_OTTER, mode: str = "strength", **options: Any) -> Match:
    """Seat 0 has walked up to seat 1's animal; nothing is turned up yet."""
    match = start_after_roll(board, 2, *rolls, mode=mode, variant="midnight", **options)
    return said(match, "0 move d2 d4")


def skip_until_roll(match: Match, seat: int) -> Match:
    """When that seat is next to roll: the first mode is chosen, the others skip."""
    while match.seats_asked != {seat} or ("roll",) not in match.legal_moves(seat):
        (asked,) = match.seats_asked
        word = match.legal_moves(asked)[0]
        match = said(match, f"{asked} {' '.join(word) if word[0] == 'mode' else 'skip'}")
    return match


def play_turn(match: Match, *lines: str) -> Match:
    """A whole turn of a seat, `0 roll` first."""
    return said(skip_until_roll(match, int(lines[0][0])), *lines)


def catch_refusal(seats: int = 2, **options: Any) -> Refused:
    try:
        start_match(0, seats, **options)
    except Refused as no:
        return no
    raise AssertionError(options)


def list_move_targets(match: Match, origin: str, seat: int = 0) -> str:
    """Where an animal may go, in order."""
    return " ".join(word[2] for word in match.legal_moves(seat) if word[:2] == ("move", origin))


def animals_by_space(view: View, seat: int, *, known: bool = False) -> Mapping[str, str]:
    """A seat's animals by space: `?` lies face down, `hand` is not a space."""
    camp = view.teams[seat]
    return {
        "hand" if space == IN_HAND else SPACE_NAMES[space]: "?" if animal == FACE_DOWN else ANIMALS[animal]
        for space, animal in (camp.known_tiles if known else camp.shown_tiles)
    }


def space_of(match: Match, seat: int, animal: str) -> str:
    """Where an animal really is."""
    state: State = match.state
    space = state.teams[seat].spaces[ANIMALS.index(animal)]
    return {-1: "out", -2: "hand"}.get(space) or SPACE_NAMES[space]


def wounds_of(match: Match, seat: int, animal: str) -> int:
    state: State = match.state
    return state.teams[seat].wounds[ANIMALS.index(animal)]


def count_kept_tiles(match: Match, seat: int) -> tuple[int, int]:
    """Medicine and Die tiles."""
    camp = match.view_of(None).teams[seat]
    return camp.medicine_tiles, camp.die_tiles


def play_randomly(seed: int = 0, /, seats: int = 2, *, lively: bool = False, **options: Any) -> Iterator[Match]:
    """A random match, as it stands at the start and after every step; in a lively one everybody seeks duels."""
    match = start_match(seed, seats, **options)
    yield match
    while not match.result:
        for seat in sorted(match.to_move):
            legal = _list_duel_seeking_moves(match, seat) if lively else match.legal_moves(seat)
            match = match.play_move(seat, Dice(f"{seed}/{match.step}/{seat}".encode()).choose(legal))
        yield match


def _list_duel_seeking_moves(match: Match, seat: int) -> Sequence[Move]:
    """The words that lead to a duel, else those that lead anywhere."""
    foes = {
        SPACE_NAMES[space]
        for other in range(match.seats)
        if other != seat
        for space in _list_board_spaces(match, other)
    }
    legal = match.legal_moves(seat)
    return [word for word in legal if word[0] == "move" and word[2] in foes] or [
        word for word in legal if word[0] not in ("skip", "stay")
    ]


def _list_board_spaces(match: Match, seat: int) -> list[int]:
    view: View = match.view_of(None)
    return [space for space in view.teams[seat].spaces if space != IN_HAND]


def sample_states(view: View, rolls: int = 300) -> list[State]:
    """What guessing finds behind a view."""
    return [GAME.resample(view, Dice(roll.to_bytes(4, "big"))) for roll in range(rolls)]


def start_crowded_match() -> Match:
    """Everybody in the field, everybody wounded, every flag up."""
    animals = ("bison", "bear", "wolf", "puma", "otter", "deer", "squirrel")
    spaces = [f"{column}{row}" for row in "2345" for column in "bcdefgh"]
    flags = (5, 5, 6, 7, 8, 10, 12, 15)
    light = ("b4", "c3", "c5", "d2", "d4", "e3", "f2", "f4")
    return start_preset_match(
        animals=[f"{at // 7} {animals[at % 7]} {space} 2" for at, space in enumerate(spaces)],
        forest=[f"flag{value} {space} up" for value, space in zip(flags, light, strict=True)],
        seats=4,
        scores=[999] * 4,
    )


def play_to_end(board: str, seats: int = 2, **options: Any) -> Match:
    """The drawn board when the last round has passed without a roll."""
    match = start_preset_match(board, seats=seats, stack=ONE_ROUND_STACK, **options)
    while not match.result:
        (seat,) = match.seats_asked
        match = said(match, f"{seat} {'skip' if 'skip' in words(match, seat) else words(match, seat)[0]}")
    return match


def check_state(state: State) -> None:
    """Nothing is lost or twice there, and nobody stands where they must not."""
    spaces = [space for team in state.teams for space in team.spaces if space >= 0]
    assert len(spaces) == len(set(spaces))
    for seat, team in enumerate(state.teams):
        home = START_SPACES[state.terms.sides[seat]]
        assert all(space < 0 or space in INNER_SPACES or space in home for space in team.spaces)
        assert all(0 <= wounds < FIGURES.wounds_to_remove for wounds in team.wounds)
        assert all(team.wounds[animal] == 0 for animal in range(7) if team.spaces[animal] == -1)
        assert (-2 in team.spaces) == (
            state.phase == "arrange" or (state.phase == "home" and state.seat_to_move == seat)
        )
        # There is always somewhere to go home to.
        if state.phase == "home" and state.seat_to_move == seat:
            assert not set(home) <= set(team.spaces)
    face = FIGURES.board_side(state.terms.variant)
    tiles = (
        [tile for _, tile in state.forest] + list(state.removed_tiles) + [f"flag{value}" for _, value in state.flags]
    )
    assert Counter(tiles) == Counter(face.forest_tiles)
    assert {space for space, _ in (*state.forest, *state.flags)} <= set(LIGHT_SPACES[state.terms.variant])
    # Nobody stands on what would have been turned up.
    assert not {space for space, _ in state.forest} & set(spaces)
    kept = Counter(
        medicine=sum(team.medicine_tiles for team in state.teams), die=sum(team.die_tiles for team in state.teams)
    )
    assert not kept - Counter(state.removed_tiles)
    assert not Counter((*state.stack, *state.open_modes, *state.chosen_modes)) - Counter(FIGURES.mode_counts)
