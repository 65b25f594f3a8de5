"""Compares the independent verifier, written from docs/fairness.md alone, with the project's own verification."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from games import GAMES, record
from games.chain import BrokenRecord
from games.core import Game
from games.fairness import fold_lobby, verify_record
from games.options import list_choices
from tests.docs.pages import FAIRNESS_PAGE, read_example_record
from tests.games.independent_verifier import (
    compute_board,
    compute_forest,
    compute_schnick_deal,
    compute_seals,
    encode_base64,
    find_faults,
)
from tests.records import RECORDS_FOLDER
from tests.records.__main__ import make_lobby_record, play_random_record
from tests.records.endings import replay_record
from tests.records.eventful_matches import make_eventful_record
from tests.records.forgeries import FORGERIES

RECORD_PATHS = sorted(RECORDS_FOLDER.glob("*/*.match"))
SHAMAN_DUEL: Game[Any, Any, Any] = GAMES["schamanen"]
PROVEN_RECORD = (RECORDS_FOLDER / "schamanen" / "memory_random.match").read_text("utf-8")
OPTIONS_AND_SEEDS: list[tuple[dict[str, Any], str]] = [
    ({"variant": variant, "placement": "random"}, str(seed)) for variant in ("classic", "memory") for seed in range(5)
]


def find_line(beginning: str) -> str:
    return next(row for row in PROVEN_RECORD.splitlines() if row.startswith(beginning))


def check_after_change(old: str, new: str) -> list[str]:
    assert old in PROVEN_RECORD
    return find_faults(PROVEN_RECORD.replace(old, new, 1))


def format_initial_board(text: str) -> str:
    """Return the initial board according to the project's own code, in the format of `compute_board`."""
    _, match = next(record.replay_positions(record.parse_record(text)))
    bison, wolf = match.state.stone_spaces
    cells = [f"{bison.index(space) + 1}/{wolf.index(space) + 1}" for space in range(9)]
    return " | ".join(" ".join(cells[start : start + 3]) for start in range(0, 9, 3))


@pytest.mark.parametrize("path", RECORD_PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_recorded_match_has_no_faults(path: Path) -> None:
    text = path.read_text("utf-8")
    assert find_faults(text) == []
    if record.parse_record(text).options.model_dump().get("placement") == "random":
        assert compute_board(text) == format_initial_board(text)


@pytest.mark.parametrize(("options", "seed"), OPTIONS_AND_SEEDS, ids=str)
def test_newly_recorded_match_has_no_faults(options: dict[str, Any], seed: str) -> None:
    text = str(play_random_record(SHAMAN_DUEL, seed, options, max_steps=12))
    assert find_faults(text) == []
    assert compute_board(text) == format_initial_board(text)


@pytest.mark.parametrize("absent_count", range(3))
@pytest.mark.parametrize("key", GAMES)
def test_verifiers_compute_the_same_seals(key: str, absent_count: int) -> None:
    """The records contain revised choices, and some contain player seeds and computer opponents."""
    game = GAMES[key]
    for seats in (game.SEATS[0], game.SEATS[-1]):
        text = str(
            make_eventful_record(
                game,
                f"{seats} {absent_count}",
                seats=seats,
                joined_count=max(1, seats - absent_count),
                player_seed_count=min(1, absent_count),
            )
        )
        assert find_faults(text) == []
        assert [*verify_record(record.parse_record(text)).seals] == compute_seals(text)


def test_example_of_the_fairness_page_is_correct() -> None:
    text = read_example_record()
    parsed = record.parse_record(text)
    proof = verify_record(parsed)
    assert (proof.changed_move_count, len(proof.player_seeds), len(fold_lobby(parsed).house)) == (1, 1, 1)
    proof.check_player_seed("page 15 0")
    assert find_faults(text) == []
    _, match = next(record.replay_positions(parsed))
    dice, seals = parsed.chance.step_dice(0), compute_seals(text)
    for value in (
        f"`{seals[0]}`",
        f"`{seals[1]}`",
        f"`{seals[len(parsed.lobby_lines)]}`",
        f"`{seals[-1]}`",
        f"`{'|'.join(parsed.nonces)}`",
        f"`{parsed.chance.key.hex()}`",
        " ".join(map(str, proof.seats)),
        ", ".join(str(dice.draw_below(1 << 32)) for _ in range(3)),
        " ".join(map(str, parsed.chance.step_dice(0).shuffle(range(9)))),
        " ".join(tile for _, tile in match.state.forest[:5]) + " … " + " ".join(match.state.stack[:4]),
        f"`{parsed.chance.derive_salt(1, 2, 2).hex()}`",
        str(sorted(match.legal_moves(0), key=" ".join).index(parsed.lines[-3].move)),
    ):
        assert f"| {value} |" in FAIRNESS_PAGE


def test_fairness_page_mentions_all_moves() -> None:
    first_tokens = {
        line.move[0] for path in RECORD_PATHS for line in record.parse_record(path.read_text("utf-8")).lines
    }
    assert set(filter(str.isalpha, first_tokens)) <= set(re.findall(r"[`, ]([a-z]+)[` ]", FAIRNESS_PAGE))


def test_fairness_page_lists_all_options_with_their_values_and_presets() -> None:
    rows = re.findall(r"^\| `(\w+)`, ([\d–]+) \| (.+?) \| (.+?) \|$", FAIRNESS_PAGE, re.MULTILINE)
    assert {key for key, *_ in rows} == {*GAMES}
    for key, seats, usual, presets in rows:
        options = GAMES[key].options_class
        assert re.findall(r"\d+", seats) == [*map(str, sorted({GAMES[key].SEATS[0], GAMES[key].SEATS[-1]}))]
        assert {*re.findall(r"`(\w+)`", presets)} == options.PRESET_OPTIONS
        values = {name: re.findall(r"\w+", listed) for name, listed in re.findall(r"`(\w+)`: (.+?)(?:; |$)", usual)}
        assert {*values} == {*options.model_fields} - options.PRESET_OPTIONS
        for name, (default, *others) in values.items():
            assert default == str(options.model_fields[name].default)
            assert {*list_choices(options.model_fields[name].annotation)} <= {default, *others}


@pytest.mark.parametrize("kind", FORGERIES)
def test_proven_forgery_has_no_faults(kind: str) -> None:
    """The independent verifier does not know the rules of the games, so it may miss faults but must not add any."""
    for seats, joined_count in ((2, 2), (3, 2)):
        genuine = str(
            make_eventful_record(
                GAMES["woodwalkers"],
                f"{kind} {seats}",
                seats=seats,
                joined_count=joined_count,
                player_seed_count=1,
                max_steps=6,
            )
        )
        forged = FORGERIES[kind](genuine)
        if forged is None:
            continue
        try:
            is_proven = bool(verify_record(record.parse_record(forged)))
        except BrokenRecord:
            is_proven = False
        assert not (is_proven and find_faults(forged)), forged


def begin_record(key: str, seats: int) -> tuple[str, Any]:
    """Return the text of a record without moves, and the initial state of its match."""
    game = GAMES[key]
    text = str(
        make_lobby_record(game, game.options_class(), seats, joined_count=seats, seed=sha256(bytes([seats])).digest())
    )
    return text, replay_record(record.parse_record(text)).state


@pytest.mark.parametrize("seats", GAMES["schnick"].SEATS)
def test_verifiers_deal_the_same_cards(seats: int) -> None:
    text, state = begin_record("schnick", seats)
    hands = ("".join(sorted(hand.rstrip("j"))) for hand in state.hands)
    assert compute_schnick_deal(text) == " ".join([*hands, state.pile, str(state.challenger)])


@pytest.mark.parametrize("seats", GAMES["woodwalkers"].SEATS)
def test_verifiers_draw_the_same_forest(seats: int) -> None:
    """The list of tiles is from `docs/rules/woodwalkers.md`."""
    flags = [f"flag{value}" for value in (5, 5, 6, 7, 8, 10, 12, 15)]
    text, state = begin_record("woodwalkers", seats)
    drawn = compute_forest(text, [*flags, *["medicine"] * 4, *["die"] * 4, *["point"] * 4])
    assert drawn.startswith(" ".join([*(tile for _, tile in state.forest), *state.stack]))


def test_changed_receipt_choice_and_salt_are_found() -> None:
    old_line = find_line("0 mask")
    *choice_parts, _, receipt = old_line.split()
    assert check_after_change(receipt, encode_base64(sha256(receipt.encode()).digest())) == ["receipt 1/0"]
    assert check_after_change(old_line, old_line.replace("mask 2", "mask 3")) == ["receipt 1/0"]
    # This receipt fits its salt, so only the key of the salt reveals the change.
    salt = bytes(16)
    forged = encode_base64(sha256(salt + f"{find_line('id').split()[1]}/1/0/mask 2".encode()).digest())
    assert check_after_change(old_line, " ".join([*choice_parts, salt.hex(), forged])) == ["salt 1/0"]


def test_changed_and_late_house_are_found() -> None:
    genuine = str(make_eventful_record(SHAMAN_DUEL, "late", seats=2, joined_count=1))
    (house_line,) = re.findall(r"^house .*$", genuine, re.MULTILINE)
    house = house_line[-1]
    assert "house" in find_faults(genuine.replace(house_line, f"house {1 - int(house)}"))
    first, second = re.findall(rf"^({house} mask.*)\n(.*)$", genuine, re.MULTILINE)[0]
    assert "late" in find_faults(genuine.replace(f"{first}\n{second}", f"{second}\n{first}"))[0]
