"""A host who has the keys of all matches, and writes records and cards as it likes.

Each attack is a function. Its docstring says what really happened, and its result is what a player holds afterwards:
the record that the host hands out, and the values that the player kept. The outcome is what the player must learn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from typing import Final, TypeAlias

from games import GAMES
from games.chained_record import hash_player_seed
from games.core import Move, Seat
from games.dice import Chance, Dice, EarlierDice
from games.match import RESIGN, Match, begin_match
from games.options import validate_options
from games.record import Record
from tests.games.independent_verifier import ParsedRecord, compute_seals
from tests.records.__main__ import add_moves

SEED: Final = sha256(b"drawn by the host").digest()
OTHER_SEED: Final = sha256(b"drawn again by the host").digest()
PLAYER_TEXT: Final = "a line of mine"
"""The player seed that the player kept."""
INTERACTION_ID: Final = 1_185_000_000_000_000_000
TWO_PEOPLE: Final = (f"sit 1 {INTERACTION_ID + 1}", f"sit 2 {INTERACTION_ID + 2}")
EARLIER_KEY: Final = sha256(b"a key that the host liked").hexdigest()
INVENTED_TEXT: Final = "a line that the host invented"
UNSHAKEN: Final = "Nobody shook the dice"
RANDOM_STEP_COUNT: Final = 6
"""The number of random steps in a match, before all players resign."""

Moves: TypeAlias = list[tuple[Seat | None, Move]]


@dataclass(frozen=True)
class Evidence:
    """The record that a player was given after a match, and what the player kept to check it."""

    record: str
    seals: tuple[str, ...]
    """The seals that the player kept. An empty text stands for none."""
    receipt: str = ""
    player_seed: str = ""
    deal_of: str = ""
    """The record of the match whose deal this match repeats, if the player has it."""
    seal_of_deal: str = ""
    """The last seal of that match, if the player kept it."""


class AttackOutcome(Enum):
    """The result that both verifiers must show for an attack."""

    REFUSED = "the record is called wrong"
    UNPROVEN = "the record is called neither wrong nor proven"
    NAMED_IN_VERDICT = "the verdict itself names it"
    NAMED_IN_FACTS = "the facts below the verdict name it"
    ILLEGAL = "`duel verify` calls it wrong, and the page says that it checked no rules"
    UNDETECTABLE = "the record reads like any other, and docs/fairness.md says that no record can reveal this"


@dataclass(frozen=True)
class Attack:
    forge: Callable[[], Evidence]
    outcome: AttackOutcome
    words: str
    """A pattern of what the verifiers say about a named attack, or docs/fairness.md about an undetectable one."""


ATTACKS: dict[str, Attack] = {}


def attack(outcome: AttackOutcome, words: str = "") -> Callable[[Callable[[], Evidence]], Callable[[], Evidence]]:
    def register(forge: Callable[[], Evidence]) -> Callable[[], Evidence]:
        ATTACKS[forge.__name__.replace("_", " ")] = Attack(forge, outcome, words)
        return forge

    return register


# Records and evidence that the host can make


def shake(number: int, text: str) -> str:
    return f"shook {number} {hash_player_seed(text)}"


def prepare_record(game: str, lobby: Sequence[str], *, seed: bytes = SEED, match_id: str = "4711") -> Record:
    """Return a record without moves, whose dice follow from the lobby's lines. Add the lines `house` and `begin`."""
    parsed = ParsedRecord({"seed": seed.hex()}, list(lobby), [], has_end=True)
    options = validate_options(GAMES[game].options_class, parsed.options)
    since = tuple(EarlierDice(steps, key) for steps, key in parsed.earlier_match_keys)
    chance = Chance.derive(seed, parsed.nonces, since)
    taken = (
        {*chance.draw_seats(parsed.seats, len(parsed.people))}
        if parsed.are_seats_drawn
        else {int(person.seat) for person in parsed.people}
    )
    house = [str(seat) for seat in range(parsed.seats) if seat not in taken]
    return Record(
        GAMES[game],
        options,
        parsed.seats,
        id=match_id,
        seed=seed,
        nonces=tuple(parsed.nonces),
        earlier_dice=since,
        lobby_lines=(*lobby, *([f"house {' '.join(house)}"] if house else []), "begin"),
    )


def list_house_seats(record: Record) -> frozenset[Seat]:
    return frozenset(int(seat) for line in record.lobby_lines if line.startswith("house") for seat in line.split()[1:])


def start(record: Record) -> Match:
    return begin_match(record.game, record.options, record.seats, record.chance)


def resign_all(record: Record) -> Moves:
    return [(seat, RESIGN) for seat in range(record.seats)]


def choose_random_moves(record: Record, steps: int = RANDOM_STEP_COUNT, ending: Moves | None = None) -> Moves:
    """Return random moves for this many steps, and then the moves of `ending`. By default, all players resign."""
    match, house, dice, moves = start(record), list_house_seats(record), Dice(SEED), Moves()
    while not match.result and match.step < steps:
        seat = min(match.to_move & house or match.to_move)
        moves.append((seat, dice.choose(match.legal_moves(seat))))
        match = match.play_move(*moves[-1])
    for move in resign_all(record) if ending is None else ending:
        if match.result:
            break
        moves.append(move)
        match = match.play_move(*move)
    return moves


def write_record(
    game: str, lobby: Sequence[str], *, steps: int = RANDOM_STEP_COUNT, ending: Moves | None = None, **keys: object
) -> str:
    """Return the record of a match of random moves with these lobby lines, whose seals and receipts are consistent."""
    record = prepare_record(game, lobby, **keys)  # type: ignore[arg-type]
    return str(add_moves(record, choose_random_moves(record, steps, ending)))


def keep_last_seal(record: str | None, receipt: str = "", player_seed: str = "") -> Evidence:
    """Return the evidence if the host showed the seals of this record, and the player kept the last one."""
    assert record
    return Evidence(record, (compute_seals(record)[-1],), receipt, player_seed)


def keep_seal_of_other_record(record: str | None, played: str) -> Evidence:
    """Return the evidence if the host hands out `record`, but the player kept the last seal of the record `played`."""
    assert record
    assert record != played
    return Evidence(record, (compute_seals(played)[-1],))


def find_seal_after(record: str, line: int) -> str:
    """Return the seal after the line with this index."""
    return compute_seals(record)[line - 4]


def lobby_of_two(*lines: str, options: str = "{}") -> list[str]:
    return [f"options {options}", "seats 2", *TWO_PEOPLE, *lines]


def lobby_of_practice(*since: str) -> list[str]:
    return ["options {}", "seats 2", *since, TWO_PEOPLE[0]]


def lobby_of_two_and_house() -> list[str]:
    return ["options {}", "seats 3", *TWO_PEOPLE, shake(1, PLAYER_TEXT)]


def prepare_first_choices() -> tuple[Record, Moves]:
    """Return a match with a house and the moves of its first step, in which all seats choose at once."""
    record = prepare_record("woodwalkers", lobby_of_two_and_house())
    return record, choose_random_moves(record, steps=1, ending=[])


def prepare_short_match() -> tuple[Record, Moves]:
    """Return a match in which all players resign after the first step, and its moves."""
    record, moves = prepare_first_choices()
    return record, [*moves, *resign_all(record)]


HONEST_RECORDS: Final[dict[str, Callable[[], str]]] = {
    game: lambda game=game: write_record(game, lobby_of_two(shake(1, PLAYER_TEXT), shake(2, "yours")))  # type: ignore[misc]
    for game in GAMES
}
"""Matches in which nobody cheated."""
