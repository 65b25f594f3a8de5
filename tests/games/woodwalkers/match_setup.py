"""Helpers for the Woodwalkers tests: matches on boards drawn as text, random matches, and checks of a state."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from games.core import Move
from games.dice import Dice
from games.match import Match
from games.woodwalkers import GAME
from games.woodwalkers.events import Duel
from games.woodwalkers.figures import FIGURES
from games.woodwalkers.pieces import ANIMALS, FACE_DOWN, IN_HAND
from games.woodwalkers.spaces import INNER_SPACES, LIGHT_SPACES, SPACE_NAMES, START_SPACES
from games.woodwalkers.state import State, View
from tests.games.match_lines import begin_seeded_match, continue_randomly, list_move_texts, play_lines

ANIMAL_BY_LETTERS: Final = {name[:2]: name for name in ANIMALS}
TILE_BY_LETTER: Final = {"m": "medicine", "d": "die", "p": "point"}
_CELL: Final = re.compile(r"(?:([0-3])([a-z]{2})([0-2]?))?(?:([?+])([mdp]|\d+))?")

ALL_ANIMALS_OUT: Final = [f"{seat} {animal} out" for seat in range(4) for animal in ANIMALS]

WOLF_AND_OTTER: Final = """
4 - . . 1ot
2 - . . 0wo
"""
"""A board from the printed rules, where a roll of 2 lets seat 0's wolf attack seat 1's otter."""

ARRANGEMENTS: Final = (
    "0 set wolf bear otter puma deer bison squirrel",
    "1 set squirrel bison deer puma otter bear wolf",
)
"""The moves with which two players arrange their animals if the board is not preset."""

ONE_ROUND_STACK: Final = ["strength"] * 3
"""A stack of modes that is used up after one round."""


def board_options(board: str, *, seats: int = 2, alone: bool = False) -> dict[str, object]:
    """Return the options for a board that is drawn as text.

    Each line has a row number and the spaces of that row from column a on. `0wo1` is seat 0's wolf with one wound.
    `?7`, `?m`, `?d` and `?p` are face-down tiles. `+7` is a face-up flag, and `0wo+7` is a wolf on a flag. Animals that
    are not drawn stand on their start spaces. With `alone`, they are out of the game.
    """
    animals: list[str] = []
    forest: list[str] = []
    for row in board.split("\n"):
        number, *cells = row.split() or [""]
        for column, cell in zip("abcdefghi", cells, strict=False):
            space = column + number
            match = _CELL.fullmatch(cell)
            if cell not in ("-", ".") and match:
                seat, animal, wounds, up, tile = match.groups()
                if animal:
                    animals.append(" ".join(filter(None, (seat, ANIMAL_BY_LETTERS[animal], space, wounds))))
                if tile:
                    forest.append(f"{TILE_BY_LETTER.get(tile) or 'flag' + tile} {space}{' up' if up == '+' else ''}")
            else:
                assert cell in ("-", "."), cell
    if alone:
        placed = {tuple(entry.split()[:2]) for entry in animals}
        animals += [
            entry for entry in ALL_ANIMALS_OUT if tuple(entry.split()[:2]) not in placed and int(entry[0]) < seats
        ]
    return {"animals": animals, "forest": forest}


def start_match(seed: int = 0, /, seats: int = 2, **options: Any) -> Match:
    return begin_seeded_match(GAME, seats, seed, options)


def start_preset_match(board: str = "", /, *, seats: int = 2, alone: bool = False, **options: Any) -> Match:
    """Start a match on a drawn board, in which seat 0 is to choose a mode."""
    return start_match(0, seats, **{**board_options(board, seats=seats, alone=alone), **options})


def start_after_roll(board: str, die: int, *rolls: int, mode: str = "strength", seat: int = 0, **options: Any) -> Match:
    """Start a two-player match in which a seat has just rolled `die`. The next rolls will be `rolls`."""
    stack = [mode] * 3 + ["speed", "endurance"]
    match = start_preset_match(board, **{"stack": stack, "rolls": [die, *rolls], **options})
    return play_lines(skip_until_roll(match, seat), f"{seat} roll")


def start_midnight_duel(*rolls: int, board: str = WOLF_AND_OTTER, mode: str = "strength", **options: Any) -> Match:
    """Start a match of the midnight variant in which seat 0 has just attacked D4 and seat 1 may guess the attacker."""
    match = start_after_roll(board, 2, *rolls, mode=mode, variant="midnight", **options)
    return play_lines(match, "0 move d2 d4")


def skip_until_roll(match: Match, seat: int) -> Match:
    """Play until this seat may roll. Players choose the first legal mode, and other seats skip their turns."""
    while match.seats_asked != {seat} or ("roll",) not in match.legal_moves(seat):
        (seat_to_move,) = match.seats_asked
        move = match.legal_moves(seat_to_move)[0]
        match = play_lines(match, f"{seat_to_move} {' '.join(move) if move[0] == 'mode' else 'skip'}")
    return match


def play_turn(match: Match, *lines: str) -> Match:
    """Skip to the turn of the seat in the first line, which is its roll, and play the lines."""
    return play_lines(skip_until_roll(match, int(lines[0][0])), *lines)


def list_move_targets(match: Match, origin: str, seat: int = 0) -> str:
    """Return the spaces where the animal on `origin` may end its move, separated by spaces."""
    return " ".join(move[2] for move in match.legal_moves(seat) if move[:2] == ("move", origin))


def map_animals_by_space(view: View, seat: int, *, known: bool = False) -> Mapping[str, str]:
    """Map spaces to a seat's animals, with `?` for a face-down animal. The key `hand` means off the board."""
    camp = view.teams[seat]
    return {
        "hand" if space == IN_HAND else SPACE_NAMES[space]: "?" if animal == FACE_DOWN else ANIMALS[animal]
        for space, animal in (camp.known_tiles if known else camp.shown_tiles)
    }


def find_animal_space(match: Match, seat: int, animal: str) -> str:
    """Return the true space of an animal, even if it is hidden, or `out` or `hand` for animals off the board."""
    state: State = match.state
    space = state.teams[seat].spaces[ANIMALS.index(animal)]
    return {-1: "out", -2: "hand"}.get(space) or SPACE_NAMES[space]


def get_latest_duel(match: Match, seat: int | None = None) -> Duel:
    """Return the latest duel as a seat sees it, or as everybody does for None."""
    view: View = match.view_of(seat)
    assert view.duel
    return view.duel


def count_wounds(match: Match, seat: int, animal: str) -> int:
    state: State = match.state
    return state.teams[seat].wounds[ANIMALS.index(animal)]


def count_kept_tiles(match: Match, seat: int) -> tuple[int, int]:
    """Return the number of Medicine and Die tiles that a seat has kept."""
    camp = match.view_of(None).teams[seat]
    return camp.medicine_tiles, camp.die_tiles


def play_randomly(seed: int = 0, /, seats: int = 2, *, lively: bool = False, **options: Any) -> Iterator[Match]:
    """Yield a random match at the start and after every step. With `lively`, all players seek duels."""
    list_moves = _list_duel_seeking_moves if lively else Match.legal_moves
    return continue_randomly(start_match(seed, seats, **options), seed, list_moves)


def _list_duel_seeking_moves(match: Match, seat: int) -> Sequence[Move]:
    """Return the moves that begin a duel. If there are none, return all moves except `skip` and `stay`."""
    foes = {
        SPACE_NAMES[space]
        for other in range(match.seats)
        if other != seat
        for space in _list_board_spaces(match, other)
    }
    legal = match.legal_moves(seat)
    return [move for move in legal if move[0] == "move" and move[2] in foes] or [
        move for move in legal if move[0] not in ("skip", "stay")
    ]


def _list_board_spaces(match: Match, seat: int) -> list[int]:
    view: View = match.view_of(None)
    return [space for space in view.teams[seat].spaces if space != IN_HAND]


def sample_states(view: View, rolls: int = 300) -> list[State]:
    """Return this many resampled states that fit a view."""
    return [GAME.resample(view, Dice(roll.to_bytes(4, "big"))) for roll in range(rolls)]


def start_crowded_match() -> Match:
    """Start a match in which all animals are on the field with two wounds each, and all flags are face up."""
    animals = ("bison", "bear", "wolf", "puma", "otter", "deer", "squirrel")
    spaces = [f"{column}{row}" for row in "2345" for column in "bcdefgh"]
    flags = (5, 5, 6, 7, 8, 10, 12, 15)
    light = ("b4", "c3", "c5", "d2", "d4", "e3", "f2", "f4")
    return start_preset_match(
        animals=[f"{index // 7} {animals[index % 7]} {space} 2" for index, space in enumerate(spaces)],
        forest=[f"flag{value} {space} up" for value, space in zip(flags, light, strict=True)],
        seats=4,
        scores=[999] * 4,
    )


def play_to_end(board: str, seats: int = 2, **options: Any) -> Match:
    """Start in the last round on a drawn board, and play to the end without rolling the die."""
    match = start_preset_match(board, seats=seats, stack=ONE_ROUND_STACK, **options)
    while not match.result:
        (seat,) = match.seats_asked
        match = play_lines(
            match, f"{seat} {'skip' if 'skip' in list_move_texts(match, seat) else list_move_texts(match, seat)[0]}"
        )
    return match


def check_state(state: State) -> None:
    """Check that no animal, tile or mode is duplicated or lost, and that all are in places allowed by the rules."""
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
        # The loser of a duel always has a free start space.
        if state.phase == "home" and state.seat_to_move == seat:
            assert not set(home) <= set(team.spaces)
    board_side = FIGURES.board_side(state.terms.variant)
    tiles = (
        [tile for _, tile in state.forest] + list(state.removed_tiles) + [f"flag{value}" for _, value in state.flags]
    )
    assert Counter(tiles) == Counter(board_side.forest_tiles)
    assert {space for space, _ in (*state.forest, *state.flags)} <= set(LIGHT_SPACES[state.terms.variant])
    # No animal stands on a face-down tile: it would have been turned up.
    assert not {space for space, _ in state.forest} & set(spaces)
    kept_tile_counts = Counter(
        medicine=sum(team.medicine_tiles for team in state.teams), die=sum(team.die_tiles for team in state.teams)
    )
    assert not kept_tile_counts - Counter(state.removed_tiles)
    assert not Counter((*state.stack, *state.open_modes, *state.chosen_modes)) - Counter(FIGURES.mode_counts)
