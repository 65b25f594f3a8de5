"""Attacks on the terms of a match: invented matches that it continues, starts set by hand, and other options."""

from __future__ import annotations

import re
from hashlib import sha256

from tests.records.hostile_host import (
    EARLIER_KEY,
    INTERACTION_ID,
    PLAYER_TEXT,
    AttackOutcome,
    Evidence,
    attack,
    keep_last_seal,
    keep_seal_of_other_record,
    lobby_of_practice,
    lobby_of_two,
    shake,
    write_record,
)

# Matches that go on from another


@attack(AttackOutcome.NAMED_IN_VERDICT, "goes on from another")
def practice_continues_an_invented_match() -> Evidence:
    """The host chose the key of a match that never was, so that it liked the deal and the dice of nine steps."""
    return keep_last_seal(write_record("schnick", lobby_of_practice(f"since 9 {EARLIER_KEY}")))


@attack(AttackOutcome.NAMED_IN_VERDICT, "goes on from another")
def practice_continues_an_invented_deal() -> Evidence:
    """The host chose the key of a match that never was, so that it liked the deal."""
    return keep_last_seal(write_record("schnick", lobby_of_practice(f"since 0 {EARLIER_KEY}")))


@attack(AttackOutcome.REFUSED)
def practice_with_a_player_seed_continues_an_invented_match() -> Evidence:
    """The host chose the key of a match that never was, so that the player seed did not change the dice."""
    lobby = [*lobby_of_practice(f"since 9 {EARLIER_KEY}"), shake(1, PLAYER_TEXT)]
    return keep_last_seal(write_record("schnick", lobby), player_seed=PLAYER_TEXT)


@attack(AttackOutcome.NAMED_IN_VERDICT, "goes on from another")
def practice_continues_several_invented_matches() -> Evidence:
    """The host chose the dice of each of the first steps."""
    keys = (sha256(bytes([number])).hexdigest() for number in range(4))
    return keep_last_seal(
        write_record("schnick", lobby_of_practice(*(f"since {steps} {key}" for steps, key in enumerate(keys))))
    )


# Starts that were set by hand


def set_up_by_hand(game: str, options: str) -> Evidence:
    return keep_last_seal(write_record(game, lobby_of_two(shake(1, PLAYER_TEXT), options=options)))


@attack(AttackOutcome.NAMED_IN_VERDICT, "Set by hand, not drawn: .*sssttt")
def hands_are_set_by_hand() -> Evidence:
    """The host chose everybody's cards."""
    return set_up_by_hand("schnick", '{"hands":["sssttt","pppfff"],"pile":"sstpw"}')


@attack(AttackOutcome.NAMED_IN_VERDICT, "Set by hand, not drawn: .*first challenger 0")
def first_challenger_is_set_by_hand() -> Evidence:
    """The host chose who challenges first."""
    return set_up_by_hand("schnick", '{"first":0}')


@attack(AttackOutcome.NAMED_IN_VERDICT, "Set by hand, not drawn: .*6, 6, 6, 1")
def rolls_are_set_by_hand() -> Evidence:
    """The host chose what the dice show."""
    return set_up_by_hand("woodwalkers", '{"rolls":[6,6,6,1]}')


@attack(AttackOutcome.NAMED_IN_VERDICT, "Set by hand, not drawn: .*50, 0")
def points_are_set_by_hand() -> Evidence:
    """The host gave one player points before the match."""
    return set_up_by_hand("woodwalkers", '{"scores":[50,0]}')


@attack(AttackOutcome.NAMED_IN_VERDICT, "Set by hand, not drawn: .*die c3")
def forest_is_set_by_hand() -> Evidence:
    """The host chose the tiles of the forest."""
    return set_up_by_hand("woodwalkers", '{"forest":["die c3"]}')


@attack(AttackOutcome.NAMED_IN_VERDICT, "Set by hand, not drawn: .*strength, speed")
def modes_are_set_by_hand() -> Evidence:
    """The host chose the battle modes."""
    return set_up_by_hand("woodwalkers", '{"stack":["strength","speed","strength","speed","speed"]}')


@attack(AttackOutcome.NAMED_IN_VERDICT, "Set by hand, not drawn: .*10")
def rounds_are_skipped() -> Evidence:
    """The host left out most of the rounds."""
    return set_up_by_hand("woodwalkers", '{"round":10}')


@attack(AttackOutcome.NAMED_IN_VERDICT, "Set by hand, not drawn: .*0 wolf d2")
def animals_are_set_by_hand() -> Evidence:
    """The host put one player's animal into the forest."""
    return set_up_by_hand("woodwalkers", '{"animals":["0 wolf d2","1 otter d4"]}')


@attack(AttackOutcome.NAMED_IN_VERDICT, "Set by hand, not drawn: .*9/1 1/9")
def stones_are_set_by_hand() -> Evidence:
    """The host chose where all stones are."""
    return set_up_by_hand("schamanen", '{"board":"9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3"}')


@attack(AttackOutcome.NAMED_IN_VERDICT, "Set by hand, not drawn: .*14, 4")
def shells_are_set_by_hand() -> Evidence:
    """The host gave one player more shells."""
    return set_up_by_hand("schamanen", '{"board":"9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3","shells":[14,4]}')


@attack(AttackOutcome.NAMED_IN_VERDICT, "Set by hand, not drawn: .*4k3/8")
def position_is_set_by_hand() -> Evidence:
    """The host chose the position of all pieces."""
    return set_up_by_hand("shamanic_chess", '{"fen":"4k3/8/8/3Q~4/8/8/8/4K3 w - - 0 1"}')


@attack(AttackOutcome.NAMED_IN_VERDICT, "Set by hand, not drawn: .*sssttt")
def hands_are_set_by_hand_when_the_guest_is_there() -> Evidence:
    """The host set the cards by hand after the guest had read the challenge."""
    preset = '{"hands":["sssttt","pppfff"],"pile":"sstpw"}'
    lobby = [*lobby_of_two(shake(1, PLAYER_TEXT)), f"options {preset}", f"sit 3 {INTERACTION_ID + 3}"]
    return keep_last_seal(write_record("schnick", [*lobby, shake(1, PLAYER_TEXT), shake(3, "yours")]))


@attack(AttackOutcome.REFUSED)
def hands_set_by_hand_are_not_mentioned() -> Evidence:
    """The host set the cards by hand, and wrote that they were dealt."""
    played = write_record("schnick", lobby_of_two(options='{"hands":["sssttt","pppfff"],"pile":"sstpw"}'))
    return keep_seal_of_other_record(re.sub(r"(?m)^options .*", "options {}", played), played)


@attack(AttackOutcome.NAMED_IN_FACTS, "own animals|memory help")
def terms_differ_from_the_card() -> Evidence:
    """The host wrote options with memory help, although the card of the match said that there is none."""
    lobby = lobby_of_two(shake(1, PLAYER_TEXT), shake(2, "yours"), options='{"memory_help":"own"}')
    return keep_last_seal(write_record("woodwalkers", lobby))


@attack(AttackOutcome.NAMED_IN_FACTS, "a single duel|duels at most 1")
def length_differs_from_the_card() -> Evidence:
    """The host wrote that a match has one duel, although the card said 21."""
    lobby = lobby_of_two(shake(1, PLAYER_TEXT), shake(2, "yours"), options='{"duel_limit":1}')
    return keep_last_seal(write_record("schamanen", lobby, steps=60))


@attack(AttackOutcome.REFUSED)
def terms_are_unknown() -> Evidence:
    """The host wrote options that the game does not have."""
    record = write_record("woodwalkers", lobby_of_two())
    return keep_last_seal(record.replace("options {}", 'options {"winner":0}'))
