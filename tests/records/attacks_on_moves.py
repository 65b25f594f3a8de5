"""Attacks on moves and hidden choices, and words in somebody's name."""

from __future__ import annotations

from dataclasses import replace

from games.chain import RecordLine
from games.fairness import compute_commitment, draw_move_of_left_seat
from games.match import AGREE_DRAW, CANCEL, MATCH_TIME_OVER, OFFER_DRAW, RESIGN, TIME_OUT
from tests.games.independent_verifier import compute_seals
from tests.records.__main__ import add_moves
from tests.records.forgeries import HIDDEN_LINE_PATTERN, find_first_move_line, find_line, replace_lines, split_lines
from tests.records.hostile_host import (
    PLAYER_TEXT,
    AttackOutcome,
    Evidence,
    Moves,
    attack,
    choose_random_moves,
    find_seal_after,
    keep_last_seal,
    keep_seal_of_other_record,
    lobby_of_two,
    lobby_of_two_and_house,
    prepare_first_choices,
    prepare_record,
    prepare_short_match,
    resign_all,
    shake,
    start,
    write_record,
)

# Moves and choices


@attack(AttackOutcome.REFUSED)
def house_chooses_last() -> Evidence:
    """The house chose when it knew everybody's choices."""
    record, (house_move, *others) = prepare_first_choices()
    return keep_last_seal(str(add_moves(record, [*others, house_move, *resign_all(record)])))


@attack(AttackOutcome.UNDETECTABLE, "The last seal alone")
def house_chooses_last_and_is_written_first() -> Evidence:
    """The house chose last, and the host wrote its line first. The player kept only the last seal."""
    record, moves = prepare_first_choices()
    return keep_last_seal(str(add_moves(record, [*moves, *resign_all(record)])))


@attack(AttackOutcome.REFUSED)
def house_chooses_again_after_its_seal() -> Evidence:
    """The house chose anew when it knew my choice. I had kept the seal under Fair play before I chose."""
    record, (house_move, *others) = prepare_first_choices()
    other = start(record).legal_moves(house_move[0] or 0)[-1]
    shown, forged = (
        str(add_moves(record, [(house_move[0], move), *others, *resign_all(record)])) for move in (house_move[1], other)
    )
    assert shown != forged
    return Evidence(forged, (find_seal_after(shown, find_first_move_line(shown)), compute_seals(forged)[-1]))


@attack(AttackOutcome.REFUSED)
def house_changes_its_choice() -> Evidence:
    """The house chose twice, the second time when it knew everybody's choices."""
    record, (house_move, *others) = prepare_first_choices()
    other = start(record).legal_moves(house_move[0] or 0)[-1]
    moves = [(house_move[0], other), *others[:-1], house_move, others[-1]]
    return keep_last_seal(str(add_moves(record, [*moves, *resign_all(record)])))


@attack(AttackOutcome.REFUSED)
def choice_changes_when_it_is_revealed() -> Evidence:
    """The host revealed another choice than the one that I had made."""
    record = str(add_moves(*prepare_short_match()))
    index = find_line(record, HIDDEN_LINE_PATTERN) or 0
    seat, _, rest = split_lines(record)[index].partition(" set ")
    animals, receipt = rest.split(" # ")
    turned = " ".join(reversed(animals.split(" ")))
    return keep_last_seal(replace_lines(record, index, f"{seat} set {turned} # {receipt}", removed=1))


@attack(AttackOutcome.REFUSED)
def choice_and_receipt_change_after_the_seal() -> Evidence:
    """The host replaced my choice and computed its receipt anew. I had kept the last seal."""
    record, moves = prepare_short_match()
    seat = moves[1][0] or 0
    other = [moves[0], (seat, start(record).legal_moves(seat)[-1]), *moves[2:]]
    return keep_seal_of_other_record(str(add_moves(record, other)), str(add_moves(record, moves)))


@attack(AttackOutcome.REFUSED)
def choice_changes_and_the_receipt_was_kept() -> Evidence:
    """The host replaced my choice before it showed a seal. I had kept my receipt."""
    record, moves = prepare_short_match()
    seat = moves[1][0] or 0
    other = [moves[0], (seat, start(record).legal_moves(seat)[-1]), *moves[2:]]
    return keep_last_seal(str(add_moves(record, other)), receipt=add_moves(record, moves).lines[1].commitment)


@attack(AttackOutcome.UNDETECTABLE, "insert a changed choice")
def choice_of_a_favorite_changes_last() -> Evidence:
    """The host helped a player, and changed their choice when it knew all others."""
    record, moves = prepare_first_choices()
    seat = moves[1][0] or 0
    first = (seat, start(record).legal_moves(seat)[-1])
    return keep_last_seal(str(add_moves(record, [moves[0], first, *moves[1:], *resign_all(record)])))


@attack(AttackOutcome.UNPROVEN)
def changed_choice_is_never_revealed() -> Evidence:
    """The host claims that I took back a choice and made no other."""
    record, moves = prepare_short_match()
    text = str(add_moves(record, moves))
    index = find_first_move_line(text) + 1
    seat, *_, receipt = split_lines(text)[index].split(" ")
    return keep_last_seal(replace_lines(text, index, f"{seat} ~ # {receipt}", removed=1))


@attack(AttackOutcome.REFUSED)
def receipts_are_swapped() -> Evidence:
    """The host gave two players each other's salts and receipts."""
    text = str(add_moves(*prepare_short_match()))
    index = find_first_move_line(text)
    (one, sealed), (other, other_sealed) = (line.split(" # ") for line in split_lines(text)[index : index + 2])
    return keep_last_seal(replace_lines(text, index, f"{one} # {other_sealed}", f"{other} # {sealed}", removed=2))


@attack(AttackOutcome.REFUSED)
def choices_are_swapped() -> Evidence:
    """The host gave two players each other's choices, with true receipts. A player kept the last seal."""
    record, moves = prepare_short_match()
    (one, move), (other, other_move) = moves[:2]
    assert move != other_move
    swapped = [(one, other_move), (other, move), *moves[2:]]
    return keep_seal_of_other_record(str(add_moves(record, swapped)), str(add_moves(record, moves)))


def seal_first_choice(salt: bytes, step: int = 1, match_id: str = "4711") -> Evidence:
    """Replace the salt and the receipt of the first choice."""
    record = add_moves(*prepare_short_match())
    first, *rest = record.lines
    commitment = compute_commitment(salt, match_id, step, first.seat or 0, first.move)
    return keep_last_seal(str(replace(record, lines=(RecordLine(first.seat, first.move, salt, commitment), *rest))))


@attack(AttackOutcome.REFUSED)
def salt_is_invented() -> Evidence:
    """The host chose a salt, so that it can open the receipt as it likes."""
    return seal_first_choice(bytes(16))


@attack(AttackOutcome.REFUSED)
def receipt_is_of_another_step() -> Evidence:
    """The host used a receipt that belongs to another step."""
    return seal_first_choice(
        prepare_record("woodwalkers", lobby_of_two_and_house()).chance.derive_salt(3, 0, 1), step=3
    )


@attack(AttackOutcome.REFUSED)
def receipt_is_of_another_match() -> Evidence:
    """The host used the receipt of another match with the same keys."""
    record, ((seat, _), *_) = prepare_first_choices()
    return seal_first_choice(record.chance.derive_salt(1, seat or 0, 1), match_id="1")


@attack(AttackOutcome.UNPROVEN)
def receipt_is_left_out() -> Evidence:
    """The host revealed a choice without the receipt that would prove it."""
    text = str(add_moves(*prepare_short_match()))
    index = find_first_move_line(text)
    return keep_last_seal(replace_lines(text, index, split_lines(text)[index].partition(" #")[0], removed=1))


@attack(AttackOutcome.ILLEGAL)
def seat_of_somebody_who_left_is_played_well() -> Evidence:
    """A player left during a step. The host chose their move, which the dice should have chosen."""
    record, (house_move, (leaver, _), last) = prepare_first_choices()
    match = start(record).play_move(*house_move).play_move(leaver, RESIGN)
    drawn = draw_move_of_left_seat(match, leaver or 0)
    chosen = next(move for move in match.legal_moves(leaver or 0) if move != drawn)
    others: Moves = [(seat, RESIGN) for seat in range(3) if seat != leaver]
    return keep_last_seal(str(add_moves(record, [house_move, (leaver, RESIGN), (leaver, chosen), last, *others])))


@attack(AttackOutcome.UNPROVEN)
def choice_of_somebody_who_left_is_replaced_by_dice() -> Evidence:
    """A player chose and then left. The host let the dice choose instead, as if the player had not chosen."""
    record, (house_move, (leaver, move), last) = prepare_first_choices()
    drawn = draw_move_of_left_seat(start(record).play_move(*house_move).play_move(leaver, RESIGN), leaver or 0)
    others: Moves = [(seat, RESIGN) for seat in range(3) if seat != leaver]
    moves = [house_move, (leaver, move), (leaver, RESIGN), (leaver, drawn), last, *others]
    return keep_last_seal(str(add_moves(record, moves)))


@attack(AttackOutcome.ILLEGAL)
def move_is_not_legal() -> Evidence:
    """The host let a piece jump across the board, and the players resigned."""
    text = write_record("shamanic_chess", lobby_of_two(shake(1, PLAYER_TEXT)), steps=2)
    return keep_last_seal(replace_lines(text, find_first_move_line(text), "0 a1 h8", removed=1))


@attack(AttackOutcome.UNDETECTABLE, "in anybody's name")
def open_move_is_invented() -> Evidence:
    """The host moved for a player who was away."""
    return keep_last_seal(write_record("shamanic_chess", lobby_of_two(shake(1, PLAYER_TEXT))))


@attack(AttackOutcome.UNDETECTABLE, "more than its view")
def house_knows_the_cards() -> Evidence:
    """The house saw everybody's cards when it chose its moves."""
    return keep_last_seal(write_record("schnick", lobby_of_two_and_house()))


# Words in somebody's name


@attack(AttackOutcome.UNDETECTABLE, "in anybody's name")
def resignation_is_invented() -> Evidence:
    """The host resigned in the name of a player."""
    return keep_last_seal(write_record("schamanen", lobby_of_two(shake(1, PLAYER_TEXT)), ending=[(0, RESIGN)]))


@attack(AttackOutcome.UNDETECTABLE, "in anybody's name")
def draw_is_invented() -> Evidence:
    """The host offered a draw in the name of one player, and accepted it in the name of the other."""
    ending: Moves = [(0, OFFER_DRAW), (1, AGREE_DRAW)]
    return keep_last_seal(write_record("shamanic_chess", lobby_of_two(shake(1, PLAYER_TEXT)), ending=ending))


@attack(AttackOutcome.UNDETECTABLE, "in anybody's name")
def cancellation_is_invented() -> Evidence:
    """The host cancelled a match in the names of both players, because it disliked the course."""
    ending: Moves = [(0, CANCEL), (1, CANCEL)]
    return keep_last_seal(write_record("shamanic_chess", lobby_of_two(shake(1, PLAYER_TEXT)), ending=ending))


@attack(AttackOutcome.UNDETECTABLE, "time really ran out")
def time_of_a_player_runs_out_early() -> Evidence:
    """The host said that a player's time was up, and it was not."""
    record = prepare_record("shamanic_chess", lobby_of_two(shake(1, PLAYER_TEXT)))
    white = 0
    return keep_last_seal(str(add_moves(record, [*choose_random_moves(record, ending=[]), (white, TIME_OUT)])))


@attack(AttackOutcome.UNDETECTABLE, "time really ran out")
def time_of_the_match_runs_out_early() -> Evidence:
    """The host said that the time for the whole match was up, and it was not."""
    lobby = lobby_of_two(shake(1, PLAYER_TEXT))
    return keep_last_seal(write_record("schamanen", lobby, ending=[(None, MATCH_TIME_OVER)]))


@attack(AttackOutcome.REFUSED)
def time_of_the_match_runs_out_without_a_limit() -> Evidence:
    """The host said that the time was up in a game that has no such limit."""
    return keep_last_seal(write_record("schnick", lobby_of_two(), ending=[(None, MATCH_TIME_OVER)]))


@attack(AttackOutcome.REFUSED)
def draw_is_accepted_and_was_never_offered() -> Evidence:
    """The host let both players agree to a draw that nobody had offered."""
    text = write_record("shamanic_chess", lobby_of_two(), ending=[])
    return keep_last_seal(text + "0 !agree\n1 !agree\nend\n")


@attack(AttackOutcome.REFUSED)
def one_player_cancels_twice() -> Evidence:
    """The host cancelled a match by counting one player twice."""
    return keep_last_seal(write_record("shamanic_chess", lobby_of_two(), ending=[]) + "0 !cancel\n0 !cancel\nend\n")


@attack(AttackOutcome.REFUSED)
def somebody_who_left_speaks() -> Evidence:
    """The host let a player who had left resign again."""
    record = prepare_record("schnick", lobby_of_two_and_house())
    text = str(add_moves(record, choose_random_moves(record, ending=[(0, RESIGN)])))
    return keep_last_seal(text + "0 !resign\n1 !resign\n2 !resign\nend\n")


@attack(AttackOutcome.REFUSED)
def match_goes_on_after_a_resignation() -> Evidence:
    """The host went on when a player had resigned."""
    text = write_record("shamanic_chess", lobby_of_two(), ending=[(0, RESIGN)])
    return keep_last_seal(text.replace("\nend\n", "\n1 !resign\nend\n"))


@attack(AttackOutcome.REFUSED)
def match_goes_on_after_a_draw() -> Evidence:
    """The host went on when the players had agreed to a draw."""
    text = write_record("shamanic_chess", lobby_of_two(), ending=[(0, OFFER_DRAW), (1, AGREE_DRAW)])
    return keep_last_seal(text.replace("\nend\n", "\n1 !resign\nend\n"))


@attack(AttackOutcome.REFUSED)
def seat_that_is_not_there_moves() -> Evidence:
    """The host let a seat move that the match does not have."""
    text = write_record("shamanic_chess", lobby_of_two(), steps=2, ending=[])
    return keep_last_seal(text + "2 !resign\n1 !resign\nend\n")
