"""Attacks on whole records and on seals."""

from __future__ import annotations

from games.match import OFFER_DRAW
from tests.games.independent_verifier import compute_seals
from tests.records.__main__ import add_moves
from tests.records.forgeries import find_first_move_line, find_middle_line, join_lines, remove_chain, split_lines
from tests.records.hostile_host import (
    OTHER_SEED,
    PLAYER_TEXT,
    SEED,
    AttackOutcome,
    Evidence,
    attack,
    find_seal_after,
    keep_last_seal,
    keep_seal_of_other_record,
    lobby_of_two,
    prepare_short_match,
    shake,
    write_record,
)

# Records and seals


def honest_match(match_id: str = "4711", seed: bytes = SEED) -> str:
    return write_record("schnick", lobby_of_two(shake(1, PLAYER_TEXT), shake(2, "yours")), match_id=match_id, seed=seed)


@attack(AttackOutcome.UNPROVEN)
def record_is_cut() -> Evidence:
    """The host cut the moves that it disliked, and showed the seal of that moment."""
    text = honest_match()
    return keep_last_seal(join_lines(split_lines(text)[: find_middle_line(text)]))


@attack(AttackOutcome.UNPROVEN)
def record_of_open_moves_is_cut() -> Evidence:
    """The host cut the moves that it disliked, and showed the seal of that moment."""
    text = write_record("shamanic_chess", lobby_of_two(shake(1, PLAYER_TEXT)))
    return keep_last_seal(join_lines(split_lines(text)[: find_middle_line(text)]))


@attack(AttackOutcome.ILLEGAL)
def record_is_cut_and_ended() -> Evidence:
    """The host cut the moves that it disliked, and wrote that the match was over."""
    text = honest_match()
    return keep_last_seal(join_lines([*split_lines(text)[: find_middle_line(text)], "end"]))


@attack(AttackOutcome.REFUSED)
def match_ends_after_an_offer() -> Evidence:
    """The host ended the match with a draw that one player had offered, and the other had not accepted."""
    return keep_last_seal(write_record("shamanic_chess", lobby_of_two(), ending=[(0, OFFER_DRAW)]) + "end\n")


@attack(AttackOutcome.UNPROVEN)
def record_is_cut_at_the_beginning() -> Evidence:
    """The host handed out a record without moves."""
    text = honest_match()
    return keep_last_seal(join_lines(split_lines(text)[: find_first_move_line(text)]))


@attack(AttackOutcome.UNPROVEN)
def record_is_cut_before_the_beginning() -> Evidence:
    """The host handed out a record without the line `begin`."""
    text = honest_match()
    return keep_last_seal(join_lines(split_lines(text)[: find_first_move_line(text) - 1]))


@attack(AttackOutcome.UNPROVEN)
def record_is_cut_and_ended_by_a_resignation() -> Evidence:
    """The host cut the end and let a player resign instead. The player kept a seal from before."""
    text = write_record("shamanic_chess", lobby_of_two())
    middle = find_middle_line(text)
    forged = join_lines([*split_lines(text)[:middle], "0 !resign", "end"])
    return Evidence(forged, (find_seal_after(text, middle - 1),))


@attack(AttackOutcome.REFUSED)
def end_is_replaced() -> Evidence:
    """The host cut the end and let the winner resign instead. The player kept the last seal."""
    text = write_record("shamanic_chess", lobby_of_two())
    return keep_seal_of_other_record(
        join_lines([*split_lines(text)[: find_middle_line(text)], "1 !resign", "end"]), text
    )


@attack(AttackOutcome.UNPROVEN)
def old_seal_is_all_there_is() -> Evidence:
    """The host invented everything after the seal that the player kept from the beginning."""
    text = honest_match()
    return Evidence(text, (find_seal_after(text, find_first_move_line(text) - 1),))


@attack(AttackOutcome.UNPROVEN)
def no_seal_was_kept() -> Evidence:
    """The host invented a match. Nobody kept a seal."""
    return Evidence(honest_match(seed=OTHER_SEED), ("",))


@attack(AttackOutcome.UNDETECTABLE, "edit its own card")
def seal_is_copied_from_the_card_afterwards() -> Evidence:
    """The host edited the card when the match was over. The player copied the seal from there."""
    return keep_last_seal(honest_match(seed=OTHER_SEED))


@attack(AttackOutcome.UNDETECTABLE, "different seals")
def different_people_see_different_seals() -> Evidence:
    """The host showed everybody the seals of another record."""
    return keep_last_seal(honest_match(seed=OTHER_SEED))


@attack(AttackOutcome.REFUSED)
def different_people_compare_their_seals() -> Evidence:
    """The host showed two people the seals of two records, and they compared."""
    text, other = honest_match(), honest_match(seed=OTHER_SEED)
    return Evidence(text, (compute_seals(text)[-1], compute_seals(other)[-1]))


@attack(AttackOutcome.UNDETECTABLE, "void")
def matches_are_voided() -> Evidence:
    """The host called matches off until it liked the deal."""
    return keep_last_seal(honest_match(match_id="4719", seed=OTHER_SEED))


@attack(AttackOutcome.REFUSED)
def seal_of_a_voided_match_is_kept() -> Evidence:
    """The host called a match off and says that another one was that match."""
    return keep_seal_of_other_record(honest_match(match_id="4719", seed=OTHER_SEED), honest_match())


@attack(AttackOutcome.REFUSED)
def record_of_another_match() -> Evidence:
    """The host handed out the record of another match of the same people."""
    return keep_seal_of_other_record(honest_match(match_id="1"), honest_match())


@attack(AttackOutcome.REFUSED)
def record_of_another_match_with_the_same_id() -> Evidence:
    """The host invented a match with the same ID."""
    return keep_seal_of_other_record(honest_match(seed=OTHER_SEED), honest_match())


@attack(AttackOutcome.REFUSED)
def receipt_kept_from_another_match() -> Evidence:
    """The host handed out the record of another match. The player kept a receipt."""
    other = str(add_moves(*prepare_short_match()))
    return keep_last_seal(honest_match(), receipt=split_lines(other)[find_first_move_line(other)].split(" ")[-1])


@attack(AttackOutcome.REFUSED)
def id_differs() -> Evidence:
    """The host changed nothing but the ID of the match."""
    return keep_last_seal(honest_match().replace("id 4711", "id 4712"))


@attack(AttackOutcome.REFUSED)
def edition_differs() -> Evidence:
    """The host says that the match was played by rules that nobody has."""
    return keep_last_seal(honest_match().replace("edition 1", "edition 2"))


@attack(AttackOutcome.REFUSED)
def game_differs() -> Evidence:
    """The host says that another game was played."""
    return keep_last_seal(honest_match().replace("game schnick", "game woodwalkers"))


@attack(AttackOutcome.REFUSED)
def seed_differs() -> Evidence:
    """The host handed out another seed than that of the match."""
    return keep_last_seal(honest_match().replace(SEED.hex(), OTHER_SEED.hex()))


@attack(AttackOutcome.UNPROVEN)
def chain_is_left_out() -> Evidence:
    """The host handed out the moves without anything that proves them."""
    return Evidence(remove_chain(honest_match()), (compute_seals(honest_match())[-1],))


@attack(AttackOutcome.REFUSED)
def step_is_spliced_in() -> Evidence:
    """The host replaced the moves by those of a match that it liked better."""
    played, other = honest_match(), honest_match(seed=OTHER_SEED)
    lines = [*split_lines(played)[: find_first_move_line(played)], *split_lines(other)[find_first_move_line(other) :]]
    return keep_last_seal(join_lines(lines))


@attack(AttackOutcome.UNPROVEN)
def short_seal_is_all_there_is() -> Evidence:
    """The host looked for a record whose seal begins like the eight characters that the player kept."""
    text = honest_match()
    return Evidence(text, (compute_seals(text)[-1][:8],))


@attack(AttackOutcome.REFUSED)
def short_seal_is_of_another_match() -> Evidence:
    """The player kept the eight characters of another match."""
    return Evidence(honest_match(), (compute_seals(honest_match(seed=OTHER_SEED))[-1][:8],))
