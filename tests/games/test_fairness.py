"""A proof holds only if nothing was touched, and says what it lacks."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

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
from tests.records.__main__ import add_moves, make_lobby_record
from tests.records.endings import replay_record
from tests.records.eventful_matches import make_eventful_record

PROVEN_RECORD = (Path(__file__).parents[1] / "records/schamanen/memory.match").read_text("utf-8")
FIRST_EVENT_LINE = PROVEN_RECORD.splitlines()[PROVEN_RECORD.splitlines().index("begin") + 1]
PLAYER_SEED = "a line of anything"
MATCH_SEED = bytes(range(32))


def find_break_after_change(old: str, new: str, text: str = PROVEN_RECORD) -> tuple[str, str]:
    """The line at which verification breaks, and why."""
    assert old in text
    text = text.replace(old, new, 1)
    with pytest.raises(BrokenRecord) as no:
        verify_record(record.parse_record(text))
    return text.split("\n")[no.value.line - 1].split(" #")[0], no.value.why.key


def find_line(beginning: str) -> str:
    return next(row for row in PROVEN_RECORD.splitlines() if row.startswith(beginning))


def catch_refusal_key(record: Record) -> str:
    with pytest.raises(BrokenRecord) as no:
        verify_record(record)
    return no.value.why.key


def test_an_untouched_record_is_proven() -> None:
    proof = verify_record(record.parse_record(PROVEN_RECORD))
    assert proof.steps > 18
    assert proof.hidden_move_count == len(proof.commitments) > 0
    assert sorted(proof.seats) == [0, 1]
    assert proof.seats_were_drawn
    assert proof.seals[proof.seal] == PROVEN_RECORD.count("\n")


def test_the_chain_is_a_hash_over_each_line() -> None:
    """By hand, as `docs/fairness.md` says."""
    match, name, game, edition, seed, *lines = PROVEN_RECORD.splitlines()
    secret = bytes.fromhex(seed.partition(" ")[2])
    seal = sha256(f"duel 1\n{match}\n{name}\n{game}\n{edition}\n".encode() + secret).digest()
    for each in lines:
        said, hidden, rest = each.partition(" # ")
        link = f"{said.split()[0]} # {rest.split()[-1]}" if hidden else each
        seal = sha256(seal + link.encode() + b"\n" + (secret if each.startswith("options ") else b"")).digest()
    assert chain.encode_hash(seal) == verify_record(record.parse_record(PROVEN_RECORD)).seal


@pytest.mark.parametrize("before", ["\ufeff", " ", "\n", "# a remark\n"])
def test_nothing_stands_before_a_record_with_a_chain(before: str) -> None:
    with pytest.raises(BrokenRecord) as no:
        record.parse_record(before + PROVEN_RECORD)
    assert (no.value.line, no.value.why.key) == (1, "spelling")


def test_a_receipt_is_the_hash_of_salt_and_place_and_word() -> None:
    by_hand = sha256(bytes(range(16)) + b"4711/19/0/mask 2").digest()
    assert compute_commitment(bytes(range(16)), "4711", 19, 0, ("mask", "2")) == chain.encode_hash(by_hand)


def test_where_anybody_shook_the_dice_no_id_counts() -> None:
    assert list_nonces([("1001", ""), ("1002", "")]) == ("1001", "1002")
    assert list_nonces([("1001", ""), ("1002", "b"), ("1003", "c")]) == ("b", "c")
    assert list_nonces([]) == ()


def test_a_shake_is_checked_by_its_text() -> None:
    proof = verify_record(
        make_eventful_record(GAMES["schamanen"], PLAYER_SEED, seats=2, joined_count=2, player_seed_count=1)
    )
    proof.check_player_seed(f"{PLAYER_SEED} 0")
    with pytest.raises(Refused):
        proof.check_player_seed(PLAYER_SEED)


def test_a_receipt_that_was_shown_is_there_even_if_somebody_thought_again() -> None:
    match = make_lobby_record(morra.GAME, morra.Options(), 2, joined_count=2, seed=MATCH_SEED)
    proof = verify_record(add_moves(match, [(0, ("show", "1")), (0, ("show", "2")), (1, ("show", "1")), (0, RESIGN)]))
    assert (proof.hidden_move_count, proof.changed_move_count, len(proof.commitments)) == (2, 1, 3)
    for each in proof.commitments:
        proof.check_commitment(each)
    with pytest.raises(Refused):
        proof.check_commitment(hash_player_seed(PLAYER_SEED))


def test_changed_choices_and_salts_break_where_they_stand() -> None:
    was = find_line("0 mask")
    word, rest = was.split(" #")
    other = "0 mask 3" if word[-1] != "3" else "0 mask 1"
    assert find_break_after_change(was, f"{other} #{rest}") == (other, "receipt-wrong")
    forged = compute_commitment(bytes(16), find_line("id").split()[1], 19, 0, ("mask", word[-1]))
    assert find_break_after_change(was, f"{word} # {'0' * 32} {forged}") == (word, "salt-wrong")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        (find_line("id"), "id 1", "receipt-wrong"),
        ("begin\n", "", "muster"),
        # What is missing is not called wrong.
        (PROVEN_RECORD.splitlines()[-1] + "\n", "", "unfinished"),
        (find_line("0 mask"), find_line("0 mask").partition(" #")[0], "receipt-missing"),
        # An open word has no receipt.
        (
            f"begin\n{FIRST_EVENT_LINE}",
            f"begin\n{FIRST_EVENT_LINE} # {'0' * 32} {hash_player_seed('')}",
            "receipt-open",
        ),
    ],
)
def test_what_is_missing_or_too_much_is_named(old: str, new: str, key: str) -> None:
    assert find_break_after_change(old, new)[1] == key
    assert (key in UNPROVABLE_REASONS) is (key in ("unfinished", "receipt-missing"))


def test_a_plain_record_proves_nothing() -> None:
    plain = str(replace(record.parse_record(PROVEN_RECORD), lobby_lines=()))
    assert plain.startswith("match 1\n")
    assert catch_refusal_key(record.parse_record(plain)) == "unproven"


def test_a_seed_that_nobody_drew_proves_nothing() -> None:
    """Of nought everybody could have told the dice beforehand."""
    ends: list[tuple[Seat | None, Move]] = [(0, RESIGN)]
    match = make_lobby_record(morra.GAME, morra.Options(), 2, joined_count=2, seed=bytes(32))
    assert catch_refusal_key(add_moves(match, ends)) == "seedless"
    assert "seedless" in UNPROVABLE_REASONS


@pytest.mark.parametrize("kind", ["shook", "~"])
def test_a_hash_has_one_spelling(kind: str) -> None:
    """Of the 43 letters the last tells four bits only; two more would be anybody's, and the seal another."""
    text = str(make_eventful_record(GAMES["schamanen"], PLAYER_SEED, seats=2, joined_count=2, player_seed_count=1))
    row = next(row for row in text.splitlines() if kind in row.split()[:2])
    other = row[:-1] + chr(ord(row[-1]) + 1)
    assert find_break_after_change(row, other, text) == (
        other.partition(" #")[0],
        "muster" if kind == "shook" else "line",
    )


def find_lobby_refusal(*lines: str) -> str:
    """Why no match begins with these lines, after the options."""
    head = [*chain.header_lines("1", GAMES["woodwalkers"]), f"seed {MATCH_SEED.hex()}", "options {}"]
    with pytest.raises(BrokenRecord) as no:
        verify_record(record.parse_record("".join(f"{row}\n" for row in [*head, *lines])))
    return f"{no.value.line} {no.value.why.key}"


def test_those_who_sit_down_have_all_agreed_on_a_seat_or_nobody_has() -> None:
    """Also where the first have risen again."""
    assert find_lobby_refusal("seats 2", "sit 1 1001", "rise 1", "sit 2 1002 0") == "10 muster"
    assert find_lobby_refusal("seats 2", "sit 1 1001 0", "rise 1", "sit 2 1002") == "10 muster"
    assert find_lobby_refusal("seats 2", "sit 1 1001 0", "rise 1", "sit 2 1002 0") == "10 not-yet"


def test_where_fewer_begin_the_dice_say_who_sits_where() -> None:
    """Also if they all rise and sit down once more, with the seats they had agreed on."""
    (first,) = Chance.derive(MATCH_SEED, ["1003"]).draw_seats(2, 1)
    agreed = 1 - first
    came = ["seats 3", "sit 1 1001 0", "sit 2 1002 1", "seats 2", "rise 1", "rise 2", f"sit 3 1003 {agreed}"]
    assert find_lobby_refusal(*came, f"house {first}", "begin") == "14 house-wrong"
    assert find_lobby_refusal(*came, f"house {agreed}", "begin") == "15 unfinished"


def make_morra_record(moves: list[tuple[Seat | None, Move]], seats: int = 2, joined_count: int = 2) -> Record:
    """Morra: all choose at once, again and again."""
    return add_moves(
        make_lobby_record(morra.GAME, morra.Options(), seats, joined_count=joined_count, seed=MATCH_SEED), moves
    )


def test_the_house_chooses_first_and_does_not_change_its_mind() -> None:
    (house,) = [
        int(row.split()[1]) for row in make_morra_record([], joined_count=1).lobby_lines if row.startswith("house")
    ]
    chosen, other, changed = (house, ("show", "1")), (1 - house, ("show", "1")), (house, ("show", "2"))
    left: tuple[Seat | None, Move] = (1 - house, RESIGN)
    assert verify_record(make_morra_record([chosen, other, left], joined_count=1)).hidden_move_count == 2
    assert catch_refusal_key(make_morra_record([other, chosen, left], joined_count=1)) == "house-late"
    assert catch_refusal_key(make_morra_record([chosen, changed, other, left], joined_count=1)) == "house-changed"


def test_a_choice_that_was_left_out_at_the_end_is_missing() -> None:
    """Else somebody could have chosen, seen what the others chose, and had it left out."""
    chosen = make_morra_record([(0, ("show", "1")), (0, ("show", "2")), (1, RESIGN)])
    lines = tuple(line for line in chosen.lines if line.is_superseded or line.seat == 1)
    assert catch_refusal_key(replace(chosen, lines=lines)) == "choice-missing"
    # Whoever has chosen is in time.
    first, *_ = chosen.lines
    assert catch_refusal_key(replace(chosen, lines=(first, replace(first, move=TIME_OUT, commitment="")))) == "in-time"


def test_in_a_seat_that_is_left_in_the_middle_of_a_step_dice_choose() -> None:
    begun = make_morra_record([(0, ("show", "1")), (1, RESIGN)], seats=3, joined_count=3)
    match = replay_record(begun)
    word = draw_move_of_left_seat(match, 1)
    other = next(each for each in match.legal_moves(1) if each != word)
    told: list[tuple[Seat | None, Move]] = [(0, ("show", "1")), (1, RESIGN)]
    ends: list[tuple[Seat | None, Move]] = [(2, ("show", "1")), (0, RESIGN), (2, RESIGN)]
    assert verify_record(make_morra_record([*told, (1, word), *ends], seats=3, joined_count=3)).hidden_move_count == 3
    assert catch_refusal_key(make_morra_record([*told, (1, other), *ends], seats=3, joined_count=3)) == "dice-wrong"
