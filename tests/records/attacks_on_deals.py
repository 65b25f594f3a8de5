"""Attacks on matches that repeat the deal of an earlier match with swapped seats."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from games.chain import deal_line
from games.dice import RepeatedDeal
from games.record import parse_record
from tests.games.independent_verifier import compute_seals
from tests.records.__main__ import add_moves
from tests.records.forgeries import replace_pattern
from tests.records.hostile_host import (
    EARLIER_KEY,
    OTHER_SEED,
    PLAYER_TEXT,
    TWO_PEOPLE,
    AttackOutcome,
    Evidence,
    attack,
    choose_random_moves,
    find_seal_after,
    keep_last_seal,
    keep_seal_of_other_record,
    prepare_record,
    shake,
    write_record,
)

DEALT = '{"duel_limit":11,"placement":"random"}'
CHOSEN_DEAL = f"deal 4700 {EARLIER_KEY}"


def lobby_with_repeated_deal(*deal: str, options: str = DEALT, seats: tuple[int, int] = (1, 0)) -> list[str]:
    """Return the lobby lines of a second match, in which two people swap seats. `deal` are the lines about its deal."""
    people = (f"{person} {seat}" for person, seat in zip(TWO_PEOPLE, seats, strict=True))
    return [f"options {options}", "seats 2", *deal, *people]


@cache
def first_match(match_id: str = "4700", *deal: str) -> str:
    return write_record("schamanen", lobby_with_repeated_deal(*deal, seats=(0, 1)), match_id=match_id)


def deal_of(record: str) -> str:
    parsed = parse_record(record)
    return deal_line(RepeatedDeal(parsed.id, parsed.chance.key))


def keep_both_last_seals(first: str, second: str) -> Evidence:
    """Return the evidence if the player has the records of both matches, and kept the last seal of each."""
    return replace(keep_last_seal(second), deal_of=first, seal_of_deal=compute_seals(first)[-1])


@attack(AttackOutcome.NAMED_IN_VERDICT, "repeats the deal of match 4700")
def deal_is_chosen() -> Evidence:
    """The host chose the key of the deal, and the player looks only at the second match."""
    return keep_last_seal(write_record("schamanen", lobby_with_repeated_deal(CHOSEN_DEAL)))


@attack(AttackOutcome.NAMED_IN_VERDICT, "repeats the deal of match 4700")
def player_seeds_change_nothing_about_a_chosen_deal() -> Evidence:
    """Both players added player seeds to the second match, but the host chose the key of its deal."""
    lobby = [*lobby_with_repeated_deal(CHOSEN_DEAL), shake(1, PLAYER_TEXT), shake(2, "yours")]
    return keep_last_seal(write_record("schamanen", lobby), player_seed=PLAYER_TEXT)


@attack(AttackOutcome.NAMED_IN_VERDICT, "last seal of match 4700")
def first_match_is_invented() -> Evidence:
    """The host invented a first match with the deal that it liked. The player kept no seal of the first match."""
    first = write_record("schamanen", lobby_with_repeated_deal(seats=(0, 1)), match_id="4700", seed=OTHER_SEED)
    return replace(
        keep_both_last_seals(first, write_record("schamanen", lobby_with_repeated_deal(deal_of(first)))),
        seal_of_deal="",
    )


@attack(AttackOutcome.REFUSED)
def first_match_is_invented_and_its_seal_was_kept() -> Evidence:
    """The host invented a first match with the deal that it liked. The player kept the seal of the true one."""
    first = write_record("schamanen", lobby_with_repeated_deal(seats=(0, 1)), match_id="4700", seed=OTHER_SEED)
    both = keep_both_last_seals(first, write_record("schamanen", lobby_with_repeated_deal(deal_of(first))))
    return replace(both, seal_of_deal=compute_seals(first_match())[-1])


@attack(AttackOutcome.REFUSED)
def deal_of_first_match_is_not_repeated() -> Evidence:
    """The host chose another key than that of the first match."""
    return keep_both_last_seals(first_match(), write_record("schamanen", lobby_with_repeated_deal(CHOSEN_DEAL)))


@attack(AttackOutcome.REFUSED)
def deal_of_another_match_is_repeated() -> Evidence:
    """The host repeated the deal of a match that it liked better, and wrote that it is that of the first match."""
    other = deal_of(write_record("schamanen", lobby_with_repeated_deal(), match_id="4699", seed=OTHER_SEED))
    return keep_both_last_seals(
        first_match(), write_record("schamanen", lobby_with_repeated_deal(other.replace("4699", "4700")))
    )


@attack(AttackOutcome.UNPROVEN)
def another_match_is_named() -> Evidence:
    """The host wrote that the deal is from another match than the one that the players played first."""
    deal = deal_of(first_match()).replace("4700", "4699")
    return keep_both_last_seals(first_match(), write_record("schamanen", lobby_with_repeated_deal(deal)))


@attack(AttackOutcome.REFUSED)
def first_match_had_a_deal_of_yet_another() -> Evidence:
    """The host repeated a deal with the key of the first match, which itself had repeated the deal of another match."""
    first = first_match("4700", f"deal 4699 {EARLIER_KEY}")
    return keep_both_last_seals(first, write_record("schamanen", lobby_with_repeated_deal(deal_of(first))))


@attack(AttackOutcome.REFUSED)
def deal_of_the_match_before_the_first_is_repeated() -> Evidence:
    """The host repeated the deal of the first match with the key of the match before, whose deal the first repeated."""
    first = first_match("4700", f"deal 4699 {EARLIER_KEY}")
    return keep_both_last_seals(first, write_record("schamanen", lobby_with_repeated_deal(CHOSEN_DEAL)))


@attack(AttackOutcome.REFUSED)
def first_match_had_other_options() -> Evidence:
    """The host repeated a deal with other options than in the first match, so that the same dice deal other stones."""
    options = '{"duel_limit":11,"placement":"random","variant":"memory"}'
    return keep_both_last_seals(
        first_match(), write_record("schamanen", lobby_with_repeated_deal(deal_of(first_match()), options=options))
    )


@attack(AttackOutcome.REFUSED)
def first_match_was_another_game() -> Evidence:
    """The host repeated the deal of a match of another game, in which the same dice dealt cards."""
    first = write_record("schnick", ["options {}", "seats 2", *TWO_PEOPLE], match_id="4700")
    return keep_both_last_seals(first, write_record("schamanen", lobby_with_repeated_deal(deal_of(first))))


@attack(AttackOutcome.REFUSED)
def deal_is_chosen_after_its_seal() -> Evidence:
    """The host changed the key of the deal after the player had seen a seal."""
    shown = write_record("schamanen", lobby_with_repeated_deal(deal_of(first_match())))
    return Evidence(write_record("schamanen", lobby_with_repeated_deal(CHOSEN_DEAL)), (find_seal_after(shown, 7),))


@attack(AttackOutcome.REFUSED)
def repeated_deal_is_left_out() -> Evidence:
    """The host repeated the deal of another match, which the record does not mention."""
    played = write_record("schamanen", lobby_with_repeated_deal(CHOSEN_DEAL))
    return keep_seal_of_other_record(replace_pattern("^deal .*\n", "")(played), played)


@attack(AttackOutcome.REFUSED)
def match_repeats_its_own_deal() -> Evidence:
    """The host wrote that the match repeats its own deal."""
    return keep_last_seal(write_record("schamanen", lobby_with_repeated_deal(f"deal 4711 {EARLIER_KEY}")))


@attack(AttackOutcome.REFUSED)
def practice_repeats_a_deal() -> Evidence:
    """The host wrote that a match with a repeated deal also continues another one, to choose the dice of nine steps."""
    return keep_last_seal(write_record("schamanen", lobby_with_repeated_deal(CHOSEN_DEAL, f"since 9 {EARLIER_KEY}")))


@attack(AttackOutcome.REFUSED)
def continued_match_repeats_a_deal() -> Evidence:
    """The host wrote that a practice match, which continues another match, also repeats a deal."""
    lobby = ["options {}", "seats 2", f"since 9 {EARLIER_KEY}", CHOSEN_DEAL, f"{TWO_PEOPLE[0]} 0"]
    return keep_last_seal(write_record("schamanen", lobby))


@attack(AttackOutcome.REFUSED)
def two_deals_are_repeated() -> Evidence:
    """The host named two matches whose deal is repeated, so that players who check one of them are content."""
    return keep_last_seal(
        write_record("schamanen", lobby_with_repeated_deal(deal_of(first_match()), f"deal 4699 {EARLIER_KEY}"))
    )


@attack(AttackOutcome.REFUSED)
def deal_is_chosen_when_somebody_has_joined() -> Evidence:
    """The host chose the deal after one person had joined."""
    *lobby, last = lobby_with_repeated_deal()
    return keep_last_seal(write_record("schamanen", [*lobby, CHOSEN_DEAL, last]))


@attack(AttackOutcome.REFUSED)
def deal_is_chosen_when_everybody_has_joined() -> Evidence:
    """The host chose the deal when it knew who plays in which seat."""
    return keep_last_seal(write_record("schamanen", [*lobby_with_repeated_deal(), CHOSEN_DEAL]))


@attack(AttackOutcome.REFUSED)
def seats_of_a_repeated_deal_are_drawn() -> Evidence:
    """The host repeated a deal, but drew the seats again instead of swapping them."""
    return keep_last_seal(write_record("schamanen", [f"options {DEALT}", "seats 2", CHOSEN_DEAL, *TWO_PEOPLE]))


@attack(AttackOutcome.REFUSED)
def one_person_repeats_a_deal() -> Evidence:
    """The host repeated a deal in a match of one person against the house."""
    return keep_last_seal(write_record("schamanen", lobby_with_repeated_deal(CHOSEN_DEAL)[:-1]))


@attack(AttackOutcome.REFUSED)
def three_people_repeat_a_deal() -> Evidence:
    """The host repeated a deal in a match of three people, although only two can swap seats."""
    lobby = [
        "options {}",
        "seats 3",
        CHOSEN_DEAL,
        *(f"sit {number} {900 + number} {number - 1}" for number in (1, 2, 3)),
    ]
    return keep_last_seal(write_record("schnick", lobby))


@attack(AttackOutcome.REFUSED)
def options_of_a_repeated_deal_change() -> Evidence:
    """The host changed the options of a match with a repeated deal when the first person had joined."""
    *lobby, last = lobby_with_repeated_deal(CHOSEN_DEAL)
    return keep_last_seal(write_record("schamanen", [*lobby, f"options {DEALT}", last]))


@attack(AttackOutcome.REFUSED)
def key_of_a_repeated_deal_is_spelled_differently() -> Evidence:
    """The host wrote the key of the deal in capitals, so that a comparison with the other record fails."""
    record = prepare_record("schamanen", lobby_with_repeated_deal(CHOSEN_DEAL))
    text = str(add_moves(record, choose_random_moves(record)))
    return keep_last_seal(text.replace(EARLIER_KEY, EARLIER_KEY.upper()))


@attack(AttackOutcome.UNDETECTABLE, "already knew")
def deal_was_known_to_one_player() -> Evidence:
    """The host repeated the deal of a match that only one of the two players had played."""
    return keep_both_last_seals(
        first_match(), write_record("schamanen", lobby_with_repeated_deal(deal_of(first_match())))
    )
