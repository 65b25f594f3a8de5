"""Verification of records: unchanged records are proven, and errors name the line and reason."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from games import GAMES, chain, record
from games.chain import BrokenRecord
from games.chained_record import hash_player_seed, list_nonces
from games.core import Move, Seat
from games.dice import Chance
from games.fairness import UNPROVABLE_REASONS, compute_commitment, draw_move_of_left_seat, verify_record
from games.match import RESIGN, TIME_OUT
from games.record import Record
from games.refused import Refused
from tests.games import morra
from tests.records import RECORDS_FOLDER
from tests.records.__main__ import add_moves, make_lobby_record
from tests.records.endings import replay_record
from tests.records.eventful_matches import make_eventful_record

PROVEN_RECORD = (RECORDS_FOLDER / "schamanen" / "memory.match").read_text("utf-8")
FIRST_EVENT_LINE = PROVEN_RECORD.splitlines()[PROVEN_RECORD.splitlines().index("begin") + 1]
PLAYER_SEED = "a line of anything"
MATCH_SEED = bytes(range(32))


def find_refusal_after_change(old: str, new: str, text: str = PROVEN_RECORD) -> tuple[str, str]:
    """Replace `old` with `new` in a record, which must make it invalid. Return the refused line and the reason."""
    assert old in text
    text = text.replace(old, new, 1)
    with pytest.raises(BrokenRecord) as error:
        verify_record(record.parse_record(text))
    return text.split("\n")[error.value.line - 1].split(" #")[0], error.value.why.key


def find_line(beginning: str) -> str:
    return next(row for row in PROVEN_RECORD.splitlines() if row.startswith(beginning))


def catch_refusal_key(record: Record) -> str:
    with pytest.raises(BrokenRecord) as error:
        verify_record(record)
    return error.value.why.key


def test_unchanged_record_is_proven() -> None:
    proof = verify_record(record.parse_record(PROVEN_RECORD))
    assert proof.steps > 18
    assert proof.hidden_move_count == len(proof.commitments) > 0
    assert sorted(proof.seats) == [0, 1]
    assert proof.seats_were_drawn
    assert proof.seals[proof.seal] == PROVEN_RECORD.count("\n")


@pytest.mark.parametrize("before", ["\ufeff", " ", "\n", "# a remark\n"])
def test_chained_record_with_a_prefix_is_refused(before: str) -> None:
    with pytest.raises(BrokenRecord) as error:
        record.parse_record(before + PROVEN_RECORD)
    assert (error.value.line, error.value.why.key) == (1, "spelling")


def test_nonces_are_player_seeds_or_else_ids() -> None:
    assert list_nonces([("1001", ""), ("1002", "")]) == ("1001", "1002")
    assert list_nonces([("1001", ""), ("1002", "b"), ("1003", "c")]) == ("b", "c")
    assert list_nonces([]) == ()


def test_player_seed_is_checked_by_its_text() -> None:
    proof = verify_record(
        make_eventful_record(GAMES["schamanen"], PLAYER_SEED, seats=2, joined_count=2, player_seed_count=1)
    )
    proof.check_player_seed(f"{PLAYER_SEED} 0")
    with pytest.raises(Refused):
        proof.check_player_seed(PLAYER_SEED)


def test_commitments_of_revised_choices_are_kept() -> None:
    match = make_lobby_record(morra.GAME, morra.Options(), 2, joined_count=2, seed=MATCH_SEED)
    proof = verify_record(add_moves(match, [(0, ("show", "1")), (0, ("show", "2")), (1, ("show", "1")), (0, RESIGN)]))
    assert (proof.hidden_move_count, proof.changed_move_count, len(proof.commitments)) == (2, 1, 3)
    for commitment in proof.commitments:
        proof.check_commitment(commitment)
    with pytest.raises(Refused):
        proof.check_commitment(hash_player_seed(PLAYER_SEED))


def test_changed_choice_or_salt_breaks_its_own_line() -> None:
    old_line = find_line("0 mask")
    move_text, rest = old_line.split(" #")
    other_line = "0 mask 3" if move_text[-1] != "3" else "0 mask 1"
    assert find_refusal_after_change(old_line, f"{other_line} #{rest}") == (other_line, "receipt-wrong")
    forged = compute_commitment(bytes(16), find_line("id").split()[1], 19, 0, ("mask", move_text[-1]))
    assert find_refusal_after_change(old_line, f"{move_text} # {'0' * 32} {forged}") == (move_text, "salt-wrong")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        (find_line("id"), "id 1", "receipt-wrong"),
        ("begin\n", "", "muster"),
        # Missing lines make a record unfinished, not wrong.
        ("end\n", "", "unfinished"),
        (find_line("0 mask"), find_line("0 mask").partition(" #")[0], "receipt-missing"),
        # An open move has no commitment.
        (
            f"begin\n{FIRST_EVENT_LINE}",
            f"begin\n{FIRST_EVENT_LINE} # {'0' * 32} {hash_player_seed('')}",
            "receipt-open",
        ),
    ],
)
def test_missing_or_superfluous_line_is_named(old: str, new: str, key: str) -> None:
    assert find_refusal_after_change(old, new)[1] == key
    assert (key in UNPROVABLE_REASONS) is (key in ("unfinished", "receipt-missing"))


def test_end_line_belongs_after_the_end_only() -> None:
    """A seal that was shown during a match must never be the last one of a record, even of a cut one."""
    assert PROVEN_RECORD.endswith("\nend\n")
    *_, before_end, _ = PROVEN_RECORD.splitlines()
    assert find_refusal_after_change("\nend\n", "\n") == (before_end.split(" #")[0], "unfinished")
    assert find_refusal_after_change(f"{before_end}\n", "") == ("end", "early-end")
    assert find_refusal_after_change("begin\n", "begin\nend\n") == (FIRST_EVENT_LINE, "ended")
    assert {"unfinished"} == {"unfinished", "early-end"} & UNPROVABLE_REASONS


def test_changed_choice_in_a_step_of_open_moves_is_named_as_such() -> None:
    """A seat that takes back a hidden choice, where moves are open, is refused for this, not for being out of turn."""
    seat = FIRST_EVENT_LINE.split()[0]
    changed = f"{seat} ~ # {hash_player_seed('')}"
    assert find_refusal_after_change("begin\n", f"begin\n{changed}\n") == (f"{seat} ~", "receipt-open")
    other = f"{1 - int(seat)} ~ # {hash_player_seed('')}"
    assert find_refusal_after_change("begin\n", f"begin\n{other}\n") == (f"{1 - int(seat)} ~", "not-awaited")
    assert find_refusal_after_change("\nend\n", f"\n{changed}\nend\n") == (f"{seat} ~", "ended")


def test_plain_record_is_not_proven() -> None:
    plain = str(replace(record.parse_record(PROVEN_RECORD), lobby_lines=()))
    assert plain.startswith("match 1\n")
    assert catch_refusal_key(record.parse_record(plain)) == "unproven"


def test_record_with_a_zero_seed_is_not_proven() -> None:
    """Anybody could have computed the dice of a zero seed in advance."""
    match = make_lobby_record(morra.GAME, morra.Options(), 2, joined_count=2, seed=bytes(32))
    assert catch_refusal_key(add_moves(match, [(0, RESIGN)])) == "seedless"
    assert "seedless" in UNPROVABLE_REASONS


@pytest.mark.parametrize("kind", ["shook", "~"])
def test_hash_has_one_spelling(kind: str) -> None:
    """The last of the 43 Base64 letters encodes only four bits, so its other two bits must be zero."""
    text = str(make_eventful_record(GAMES["schamanen"], PLAYER_SEED, seats=2, joined_count=2, player_seed_count=1))
    line = next(line for line in text.splitlines() if kind in line.split()[:2])
    other = line[:-1] + chr(ord(line[-1]) + 1)
    assert find_refusal_after_change(line, other, text) == (
        other.partition(" #")[0],
        "muster" if kind == "shook" else "line",
    )


def find_lobby_refusal(*lines: str) -> str:
    """Return the line number and reason of the error for a record that has these lines after its options."""
    head = [*chain.header_lines("1", GAMES["woodwalkers"]), f"seed {MATCH_SEED.hex()}", "options {}"]
    with pytest.raises(BrokenRecord) as error:
        verify_record(record.parse_record("".join(f"{row}\n" for row in [*head, *lines])))
    return f"{error.value.line} {error.value.why.key}"


def test_either_all_players_chose_a_seat_or_none() -> None:
    """The rule also covers players who have left."""
    assert find_lobby_refusal("seats 2", "sit 1 1001", "rise 1", "sit 2 1002 0") == "10 muster"
    assert find_lobby_refusal("seats 2", "sit 1 1001 0", "rise 1", "sit 2 1002") == "10 muster"
    assert find_lobby_refusal("seats 2", "sit 1 1001 0", "rise 1", "sit 2 1002 0") == "10 not-yet"


def test_seats_are_drawn_if_the_number_of_seats_changed() -> None:
    """Seats chosen after the change are ignored, even by players who joined later."""
    (first,) = Chance.derive(MATCH_SEED, ["1003"]).draw_seats(2, 1)
    chosen_seat = 1 - first
    lobby_lines = [
        "seats 3",
        "sit 1 1001 0",
        "sit 2 1002 1",
        "seats 2",
        "rise 1",
        "rise 2",
        f"sit 3 1003 {chosen_seat}",
    ]
    assert find_lobby_refusal(*lobby_lines, f"house {first}", "begin") == "14 house-wrong"
    assert find_lobby_refusal(*lobby_lines, f"house {chosen_seat}", "begin") == "15 unfinished"


def test_number_of_seats_can_only_be_lowered() -> None:
    assert find_lobby_refusal("seats 3", "sit 1 1001", "seats 3") == "9 seats-fewer"
    assert find_lobby_refusal("seats 3", "sit 1 1001", "seats 4") == "9 seats-fewer"
    assert find_lobby_refusal("seats 3", "sit 1 1001", "seats 2") == "9 not-yet"


def test_nonce_is_the_id_of_a_new_interaction() -> None:
    assert find_lobby_refusal("seats 2", "sit 1 0") == "8 nonce-invented"
    assert find_lobby_refusal("seats 2", "sit 1 1001", "sit 2 1001") == "9 nonce-invented"
    assert find_lobby_refusal("seats 2", "sit 1 1001", "rise 1", "sit 2 1001") == "10 nonce-invented"


def test_only_a_lone_person_can_continue_another_match() -> None:
    """With more people, a host could try keys of an earlier match until it likes the dice."""
    since = f"since 3 {'ab' * 32}"
    for line in ("sit 2 1002", f"shook 1 {hash_player_seed('')}", "rise 1", "options {}", "seats 2"):
        assert find_lobby_refusal("seats 3", since, "sit 1 1001", line) == "10 since-alone"
    assert find_lobby_refusal("seats 3", f"since 20001 {'ab' * 32}") == "8 since-far"
    assert find_lobby_refusal("seats 3", f"since 20000 {'ab' * 32}", "sit 1 1001") == "9 not-yet"


@pytest.mark.parametrize("line", ["options {}", "since NUMBER " + "ab" * 32, f"shook 1 {hash_player_seed('')}"])
def test_match_begins_within_a_thousand_lines(line: str) -> None:
    first_lines = ["seats 3"] if "since" in line else ["seats 3", "sit 1 1001"]
    lines = [*first_lines, *(line.replace("NUMBER", str(number)) for number in range(5_000))]
    assert find_lobby_refusal(*lines) == "1006 lobby-long"
    assert find_lobby_refusal(*lines[:999]) == "1005 not-yet"


def make_morra_record(moves: list[tuple[Seat | None, Move]], seats: int = 2, joined_count: int = 2) -> Record:
    """Return a record of Morra with these moves. All players of Morra choose at the same time."""
    return add_moves(
        make_lobby_record(morra.GAME, morra.Options(), seats, joined_count=joined_count, seed=MATCH_SEED), moves
    )


def test_house_that_chooses_late_or_revises_is_refused() -> None:
    lobby_lines = make_morra_record([], joined_count=1).lobby_lines
    (ai_seat,) = [int(line.split()[1]) for line in lobby_lines if line.startswith("house")]
    ai_choice, other, revised = (ai_seat, ("show", "1")), (1 - ai_seat, ("show", "1")), (ai_seat, ("show", "2"))
    resignation: tuple[Seat | None, Move] = (1 - ai_seat, RESIGN)
    assert verify_record(make_morra_record([ai_choice, other, resignation], joined_count=1)).hidden_move_count == 2
    assert catch_refusal_key(make_morra_record([other, ai_choice, resignation], joined_count=1)) == "house-late"
    moves = [ai_choice, revised, other, resignation]
    assert catch_refusal_key(make_morra_record(moves, joined_count=1)) == "house-changed"


def test_choice_left_out_at_the_end_is_missing() -> None:
    """If a record could end without the last choice of a step, a host could drop it after seeing the others."""
    chosen = make_morra_record([(0, ("show", "1")), (0, ("show", "2")), (1, RESIGN)])
    lines = tuple(line for line in chosen.lines if line.is_superseded or line.seat == 1)
    assert catch_refusal_key(replace(chosen, lines=lines)) == "choice-missing"
    # A player who has chosen cannot be late.
    first, *_ = chosen.lines
    assert catch_refusal_key(replace(chosen, lines=(first, replace(first, move=TIME_OUT, commitment="")))) == "in-time"


def test_dice_choose_for_a_seat_left_during_a_step() -> None:
    begun_record = make_morra_record([(0, ("show", "1")), (1, RESIGN)], seats=3, joined_count=3)
    match = replay_record(begun_record)
    drawn_move = draw_move_of_left_seat(match, 1)
    other = next(each for each in match.legal_moves(1) if each != drawn_move)
    first_moves: list[tuple[Seat | None, Move]] = [(0, ("show", "1")), (1, RESIGN)]
    last_moves: list[tuple[Seat | None, Move]] = [(2, ("show", "1")), (0, RESIGN), (2, RESIGN)]
    assert (
        verify_record(
            make_morra_record([*first_moves, (1, drawn_move), *last_moves], seats=3, joined_count=3)
        ).hidden_move_count
        == 3
    )
    assert (
        catch_refusal_key(make_morra_record([*first_moves, (1, other), *last_moves], seats=3, joined_count=3))
        == "dice-wrong"
    )


def test_legal_moves_are_sorted_by_their_text_before_the_dice_choose() -> None:
    """A verifier that knows only the rules cannot know in which order the code lists the moves."""
    game = GAMES["woodwalkers"]
    match = replay_record(make_lobby_record(game, game.options_class(), 3, joined_count=3, seed=MATCH_SEED))
    animals = ("wolf", "bear", "otter", "puma", "deer", "bison", "squirrel")
    arrangements = sorted(" ".join(["set", *order]) for order in permutations(animals))
    chosen = [match.house_dice(seat).choose(arrangements) for seat in range(3)]
    assert [" ".join(draw_move_of_left_seat(match, seat)) for seat in range(3)] == chosen
