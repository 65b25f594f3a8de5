"""Attacks on the dice, the deal and the seats."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from itertools import count

from games.record import Record
from tests.games.independent_verifier import compute_seals
from tests.records.__main__ import add_moves
from tests.records.forgeries import find_first_move_line, replace_lines
from tests.records.hostile_host import (
    EARLIER_KEY,
    INTERACTION_ID,
    INVENTED_TEXT,
    OTHER_SEED,
    PLAYER_TEXT,
    SEED,
    TWO_PEOPLE,
    UNSHAKEN,
    AttackOutcome,
    Evidence,
    attack,
    choose_random_moves,
    find_seal_after,
    keep_last_seal,
    keep_seal_of_other_record,
    list_house_seats,
    lobby_of_practice,
    lobby_of_two,
    prepare_record,
    shake,
    start,
    write_record,
)

# The dice


def is_good_deal(record: Record) -> bool:
    return sum(card in "fw" for card in "".join(start(record).state.dealt_hands[0])) > 2


@attack(AttackOutcome.NAMED_IN_FACTS, UNSHAKEN)
def seed_is_drawn_again_and_again() -> Evidence:
    """The host drew seeds until it liked the deal. Nobody added a player seed."""
    seeds = (sha256(bytes([number])).digest() for number in count())
    seed = next(seed for seed in seeds if is_good_deal(prepare_record("schnick", lobby_of_two(), seed=seed)))
    return keep_last_seal(write_record("schnick", lobby_of_two(), seed=seed))


@attack(AttackOutcome.NAMED_IN_FACTS, UNSHAKEN)
def interaction_id_is_chosen() -> Evidence:
    """The host chose the ID with which the last person joined until it liked the deal."""
    lobbies = ([*lobby_of_two()[:3], f"sit 2 {INTERACTION_ID + number}"] for number in count(2))
    return keep_last_seal(
        write_record("schnick", next(it for it in lobbies if is_good_deal(prepare_record("schnick", it))))
    )


@attack(AttackOutcome.NAMED_IN_FACTS, UNSHAKEN)
def interaction_id_is_from_the_future() -> Evidence:
    """The host invented an ID that Discord will assign in years."""
    return keep_last_seal(write_record("schnick", [*lobby_of_two()[:3], f"sit 2 {INTERACTION_ID * 8}"]))


@attack(AttackOutcome.NAMED_IN_FACTS, UNSHAKEN)
def deal_of_first_practice_is_chosen() -> Evidence:
    """The host drew several seeds for somebody's first practice, as it says it does."""
    return keep_last_seal(write_record("schnick", lobby_of_practice()))


@attack(AttackOutcome.REFUSED)
def interaction_id_is_zero() -> Evidence:
    """The host wrote no ID for the person who joined last."""
    return keep_last_seal(write_record("schnick", [*lobby_of_two()[:3], "sit 2 0"]))


@attack(AttackOutcome.REFUSED)
def interaction_ids_are_equal() -> Evidence:
    """The host wrote the ID of the first person for the second one, too."""
    return keep_last_seal(write_record("schnick", [*lobby_of_two()[:3], f"sit 2 {INTERACTION_ID + 1}"]))


@attack(AttackOutcome.UNPROVEN)
def seed_is_zero() -> Evidence:
    """The host drew no seed."""
    return keep_last_seal(write_record("schnick", lobby_of_two(shake(1, PLAYER_TEXT)), seed=bytes(32)))


@attack(AttackOutcome.NAMED_IN_FACTS, "If you saw a seal before")
def seed_is_drawn_again_after_a_player_seed() -> Evidence:
    """The host knew the player seed when it drew the seed. The player kept only the last seal."""
    return keep_last_seal(
        write_record("schnick", lobby_of_two(shake(1, PLAYER_TEXT)), seed=OTHER_SEED), player_seed=PLAYER_TEXT
    )


@attack(AttackOutcome.REFUSED)
def seed_is_drawn_again_after_a_seal() -> Evidence:
    """The host knew the player seed when it drew the seed. The player kept the seal from before, too."""
    shown, record = (
        write_record("schnick", lobby_of_two(shake(1, PLAYER_TEXT)), seed=seed) for seed in (SEED, OTHER_SEED)
    )
    return Evidence(record, (find_seal_after(shown, 8), compute_seals(record)[-1]))


@attack(AttackOutcome.UNDETECTABLE, "in anybody's name")
def player_seed_is_invented() -> Evidence:
    """The host tried player seeds in the name of somebody who had added none, until it liked the deal."""
    texts = (f"{INVENTED_TEXT} {number}" for number in count())
    lobbies = (lobby_of_two(shake(1, text)) for text in texts)
    return keep_last_seal(
        write_record("schnick", next(it for it in lobbies if is_good_deal(prepare_record("schnick", it))))
    )


@attack(AttackOutcome.UNDETECTABLE, "in anybody's name")
def player_seed_is_replaced() -> Evidence:
    """The host added another player seed in the name of somebody who had added one, and who does not check theirs."""
    return keep_last_seal(write_record("schnick", lobby_of_two(shake(1, PLAYER_TEXT), shake(1, INVENTED_TEXT))))


@attack(AttackOutcome.REFUSED)
def player_seed_is_replaced_and_the_text_was_kept() -> Evidence:
    """The host added another player seed in the name of somebody who had added one."""
    lobby = lobby_of_two(shake(1, PLAYER_TEXT), shake(1, INVENTED_TEXT))
    return keep_last_seal(write_record("schnick", lobby), player_seed=PLAYER_TEXT)


@attack(AttackOutcome.REFUSED)
def player_seed_is_left_out() -> Evidence:
    """The host left out a player seed. The player kept the text."""
    return keep_last_seal(write_record("schnick", lobby_of_two(shake(2, "yours"))), player_seed=PLAYER_TEXT)


@attack(AttackOutcome.REFUSED)
def player_seed_is_left_out_after_its_seal() -> Evidence:
    """The host left out a player seed. The player kept the seal that the card showed after it."""
    shown = write_record("schnick", lobby_of_two(shake(1, PLAYER_TEXT), shake(2, "yours")))
    return Evidence(write_record("schnick", lobby_of_two(shake(2, "yours"))), (find_seal_after(shown, 9),))


@attack(AttackOutcome.REFUSED)
def player_seeds_change_places() -> Evidence:
    """The host gave each player the other's player seed."""
    honest = write_record("schnick", lobby_of_two(shake(1, PLAYER_TEXT), shake(2, "yours")))
    return keep_seal_of_other_record(
        write_record("schnick", lobby_of_two(shake(1, "yours"), shake(2, PLAYER_TEXT))), honest
    )


@attack(AttackOutcome.UNDETECTABLE, "later one")
def accomplice_shakes_last() -> Evidence:
    """The second person helped the host, and tried player seeds until they liked the deal."""
    lobbies = (lobby_of_two(shake(1, PLAYER_TEXT), shake(2, f"{number}")) for number in count())
    return keep_last_seal(
        write_record("schnick", next(it for it in lobbies if is_good_deal(prepare_record("schnick", it))))
    )


@attack(AttackOutcome.UNDETECTABLE, "leaves afterwards")
def accomplice_leaves_with_their_player_seed() -> Evidence:
    """The host's accomplice left after the last player seed, because the deal without their own seed was better."""
    lobby = [
        "options {}",
        "seats 3",
        *TWO_PEOPLE,
        f"sit 3 {INTERACTION_ID + 3}",
        shake(3, "ours"),
        shake(1, PLAYER_TEXT),
    ]
    return keep_last_seal(write_record("schnick", [*lobby, "rise 3"]), player_seed=PLAYER_TEXT)


@attack(AttackOutcome.UNDETECTABLE, "fewer seats")
def seats_are_reduced_after_the_last_player_seed() -> Evidence:
    """The person who offered the match helped the host: they began with fewer seats, since they liked that deal."""
    lobby = ["options {}", "seats 3", *TWO_PEOPLE, shake(1, PLAYER_TEXT), "seats 2"]
    return keep_last_seal(write_record("schnick", lobby), player_seed=PLAYER_TEXT)


@attack(AttackOutcome.REFUSED)
def player_seed_comes_after_the_deal() -> Evidence:
    """The host added a player seed when the cards were dealt."""
    record = write_record("schnick", lobby_of_two())
    return keep_last_seal(replace_lines(record, find_first_move_line(record), shake(1, PLAYER_TEXT)))


@attack(AttackOutcome.REFUSED)
def player_seed_of_somebody_who_left() -> Evidence:
    """The host added a player seed for a person who had left."""
    lobby = [*lobby_of_two(), "rise 2", f"sit 3 {INTERACTION_ID + 3}", shake(2, INVENTED_TEXT)]
    return keep_last_seal(write_record("schnick", lobby))


@attack(AttackOutcome.REFUSED)
def player_seed_of_nobody() -> Evidence:
    """The host added a player seed for a person who never joined."""
    return keep_last_seal(write_record("schnick", lobby_of_two(shake(3, INVENTED_TEXT))))


@attack(AttackOutcome.REFUSED)
def player_seeds_survive_new_options() -> Evidence:
    """The host changed the options and used the old player seeds, although everybody had to add theirs again."""
    shaken = prepare_record("schnick", lobby_of_two(shake(1, PLAYER_TEXT)))
    lines = [*lobby_of_two(shake(1, PLAYER_TEXT)), "options {}", f"sit 3 {INTERACTION_ID + 3}", "begin"]
    return keep_last_seal(str(add_moves(replace(shaken, lobby_lines=tuple(lines)), choose_random_moves(shaken))))


@attack(AttackOutcome.NAMED_IN_FACTS, UNSHAKEN)
def options_change_after_the_player_seeds() -> Evidence:
    """The host set the same options again, only to be rid of the player seeds."""
    lobby = [*lobby_of_two(shake(1, PLAYER_TEXT)), "options {}", f"sit 3 {INTERACTION_ID + 3}"]
    return keep_last_seal(write_record("schnick", lobby))


@attack(AttackOutcome.REFUSED)
def cards_are_dealt_by_other_dice() -> Evidence:
    """The host dealt the cards with other dice than those of the match."""
    record = prepare_record("schnick", lobby_of_two())
    other = replace(record, seed=OTHER_SEED)
    return keep_last_seal(str(replace(add_moves(other, choose_random_moves(other)), seed=SEED)))


# Matches that go on from another


@attack(AttackOutcome.REFUSED)
def match_of_two_continues_an_invented_match() -> Evidence:
    """The host let a match of two people continue a match that it had invented, so that it chose the dice."""
    return keep_last_seal(write_record("schnick", ["options {}", "seats 2", f"since 9 {EARLIER_KEY}", *TWO_PEOPLE]))


@attack(AttackOutcome.REFUSED)
def match_of_two_with_player_seeds_continues_an_invented_match() -> Evidence:
    """The host let a match of two people, who had added player seeds, continue a match that it had invented."""
    shakes = shake(1, PLAYER_TEXT), shake(2, "yours")
    return keep_last_seal(
        write_record("schnick", ["options {}", "seats 2", f"since 9 {EARLIER_KEY}", *TWO_PEOPLE, *shakes])
    )


@attack(AttackOutcome.REFUSED)
def practice_continues_beyond_any_match() -> Evidence:
    """The host chose the dice of all steps that could ever be played."""
    return keep_last_seal(write_record("schnick", lobby_of_practice(f"since {10**19} {EARLIER_KEY}")))


@attack(AttackOutcome.REFUSED)
def earlier_match_appears_after_somebody_joined() -> Evidence:
    """The host chose other dice when it knew who plays."""
    lobby = lobby_of_two()
    return keep_last_seal(write_record("schnick", [*lobby[:3], f"since 9 {EARLIER_KEY}", lobby[3]]))


@attack(AttackOutcome.REFUSED)
def earlier_match_is_left_out() -> Evidence:
    """The host took the dice from another match, which the record does not mention."""
    played = prepare_record("schnick", lobby_of_practice(f"since 9 {EARLIER_KEY}"))
    lines = tuple(line for line in played.lobby_lines if not line.startswith("since"))
    record = add_moves(played, choose_random_moves(played))
    return keep_seal_of_other_record(str(replace(record, lobby_lines=lines)), str(record))


@attack(AttackOutcome.REFUSED)
def record_is_as_long_as_a_book() -> Evidence:
    """The host wrote so many lines before the match that nobody waits for a verdict."""
    record = write_record("schnick", lobby_of_practice())
    return keep_last_seal(replace_lines(record, 7, *(f"since {number} {EARLIER_KEY}" for number in range(30_000))))


# Seats and the people in them


@attack(AttackOutcome.REFUSED)
def seats_are_repeated() -> Evidence:
    """The host wrote the number of seats again, so that the dice assign the agreed seats anew."""
    lobby = ["options {}", "seats 2", f"{TWO_PEOPLE[0]} 0", f"{TWO_PEOPLE[1]} 1", "seats 2"]
    return keep_last_seal(write_record("schamanen", lobby))


@attack(AttackOutcome.REFUSED)
def seats_are_raised() -> Evidence:
    """The host added a seat for the house when the people sat."""
    return keep_last_seal(write_record("schnick", lobby_of_two("seats 3")))


@attack(AttackOutcome.REFUSED)
def seats_are_lowered_below_the_people() -> Evidence:
    """The host took away a seat on which somebody sat."""
    record = prepare_record("schnick", ["options {}", "seats 3", *TWO_PEOPLE, f"sit 3 {INTERACTION_ID + 3}"])
    lines = (*record.lobby_lines[:-1], "seats 2", "begin")
    return keep_last_seal(str(add_moves(replace(record, lobby_lines=lines), choose_random_moves(record))))


@attack(AttackOutcome.REFUSED)
def seats_are_more_than_the_game_has() -> Evidence:
    """The host wrote a number of seats that the game does not allow."""
    return keep_last_seal(write_record("schamanen", lobby_of_two()).replace("seats 2", "seats 3"))


@attack(AttackOutcome.NAMED_IN_FACTS, "agreed")
def drawn_seats_are_agreed() -> Evidence:
    """The host gave everybody the seat that it liked, although the dice should have drawn them."""
    lobby = ["options {}", "seats 2", f"{TWO_PEOPLE[0]} 1", f"{TWO_PEOPLE[1]} 0", shake(1, PLAYER_TEXT)]
    return keep_last_seal(write_record("shamanic_chess", lobby))


@attack(AttackOutcome.REFUSED)
def two_people_have_one_seat() -> Evidence:
    """The host gave two people the same seat."""
    lines = ["options {}", "seats 2", f"{TWO_PEOPLE[0]} 0", f"{TWO_PEOPLE[1]} 0", "begin"]
    record = prepare_record("shamanic_chess", lobby_of_two())
    return keep_last_seal(str(add_moves(replace(record, lobby_lines=tuple(lines)), choose_random_moves(record))))


@attack(AttackOutcome.REFUSED)
def people_change_seats() -> Evidence:
    """The host swapped the two people."""
    lobbies = (["options {}", "seats 2", f"{TWO_PEOPLE[0]} {seat}", f"{TWO_PEOPLE[1]} {1 - seat}"] for seat in (1, 0))
    forged, played = (write_record("shamanic_chess", lobby) for lobby in lobbies)
    return keep_seal_of_other_record(forged, played)


@attack(AttackOutcome.REFUSED)
def nobody_sits() -> Evidence:
    """The host let the house play alone, and gave a seat to somebody afterwards."""
    record = replace(
        prepare_record("schnick", lobby_of_two()),
        nonces=(),
        lobby_lines=("options {}", "seats 2", "house 0 1", "begin"),
    )
    return keep_last_seal(str(add_moves(record, choose_random_moves(record))))


@attack(AttackOutcome.REFUSED)
def house_is_hidden() -> Evidence:
    """The host gave a seat to the house, and left this out of the record."""
    record = prepare_record("schnick", ["options {}", "seats 3", *TWO_PEOPLE])
    lines = tuple(line for line in record.lobby_lines if not line.startswith("house"))
    return keep_last_seal(str(add_moves(replace(record, lobby_lines=lines), choose_random_moves(record))))


@attack(AttackOutcome.REFUSED)
def house_has_another_seat() -> Evidence:
    """The host wrote that the house had another seat than the true one."""
    record = prepare_record("schnick", ["options {}", "seats 3", *TWO_PEOPLE])
    other = f"house {(min(list_house_seats(record)) + 1) % 3}"
    lines = tuple(other if line.startswith("house") else line for line in record.lobby_lines)
    return keep_last_seal(str(add_moves(replace(record, lobby_lines=lines), choose_random_moves(record))))


@attack(AttackOutcome.UNDETECTABLE, "not which person")
def house_plays_as_a_person() -> Evidence:
    """A program of the host joined under a name of its own, and chose when it knew everybody's choices."""
    return keep_last_seal(write_record("schnick", lobby_of_two(shake(1, PLAYER_TEXT))), player_seed=PLAYER_TEXT)
