"""How the house plays the Duel, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Final

from games.core import Level, Move, Seat, Suggestion, TimeLeft
from games.dice import Dice
from games.schamanen.evaluation import (
    Evaluator,
    PairingValues,
    average_by_mask,
    best_exchange_at_a_glance,
    draw_mask,
    duel_value,
    make_board_scorer,
    optimal_mix,
)
from games.schamanen.hidden_stones import PublicBelief
from games.schamanen.known_board import (
    KnownBoard,
    apply_exchange,
    board_known_to_viewer,
    list_exchanges,
    single_stone_board,
)
from games.schamanen.legal_moves import legal_moves
from games.schamanen.placement_search import apply_placement, estimate_margins, parse_placement, search_placement
from games.schamanen.state import BISON, FACE_DOWN, LINES, SPACES, DuelTerms, Stones, View

SEARCH_DEPTH: Final = 2
"""So many exchanges and duels after the next one are thought of."""


def exchanges_searched_by_depth(terms: DuelTerms) -> tuple[int, ...]:
    """How many exchanges are thought through with one duel more in mind, how many of those with two."""
    if terms.allows_stacks:
        # Of ten thousand, with hundreds of answers to each.
        return (5,)
    return (36,) if terms.stones_are_hidden else (60, 5)


def choose_mask(
    view: View, seat: Seat, dice: Dice, left: TimeLeft, further: int = SEARCH_DEPTH
) -> tuple[Move, Fraction]:
    """A mask, and its share of the mix that it was drawn from."""
    return draw_mask(seat, compute_mask_mix(view, seat, left, further), dice)


def compute_mask_mix(view: View, seat: Seat, left: TimeLeft, further: int = SEARCH_DEPTH) -> Sequence[Fraction]:
    """How often each of a seat's masks comes."""
    own = single_stone_board(view).values[seat] if view.terms.stones_are_hidden else ()
    if further > 1 and view.terms.stones_are_hidden and FACE_DOWN not in own:
        return PublicBelief.from_view(view).compute_mix(seat, own)
    return optimal_mix(seat, board_known_to_viewer(view).pairings, compute_pairing_values(view, left, further))


def compute_pairing_values(view: View, left: TimeLeft, further: int = SEARCH_DEPTH) -> PairingValues:
    """What the next duel brings, wherever the masks meet."""
    ground, outlook = board_known_to_viewer(view), Evaluator.from_view(view)
    tariff = outlook.search_values(ground)
    if min(further, len(exchanges_searched_by_depth(view.terms))) > 1:
        with suppress(TimeoutError):
            tariff = outlook.search_values(ground, further, left)
    return tariff


def choose_exchange(
    view: View, seat: Seat, left: TimeLeft, further: int = SEARCH_DEPTH
) -> tuple[float, Move, KnownBoard]:
    """The best, with the chances it leaves: all at a glance, those that promise most further while there is time."""
    outlook, sign = Evaluator.from_view(view), 1 if seat == BISON else -1
    liking = make_board_scorer(seat, outlook.win_values)
    found = [
        (liking(made.pairings), word, made)
        for word, made in list_exchanges(board_known_to_viewer(view), view.terms, seat, liking)
    ]
    for duels, many in enumerate(exchanges_searched_by_depth(view.terms)[:further], 1):
        found.sort(key=lambda glance: glance[:2], reverse=True)
        thought = []
        with suppress(TimeoutError):
            for _, word, made in found[:many]:
                if left() <= 0:
                    break
                thought.append((sign * duel_value(made.pairings, outlook.search_values(made, duels, left)), word, made))
        found = thought or found
    best, word, made = max(found, key=lambda glance: glance[:2])
    return best if seat == BISON else 1 + best, word, made


PLAYFUL_IDEAS_RANGE: Final = (4, 18)
"""So many words come to mind at least and at most, and between them one in nine of all that may be said: with fewer the
next level is no step but a wall. Of two, it won 97 of a hundred; and where both colours may be moved, of four.
"""
STEADY_EXCHANGES_TRIED: Final = 10
"""So many exchanges the next level tries: with all of them it would be as far above the one as it is near the other."""
STEADY_FORGETS_TENTHS: Final = 6
"""So many stones in ten the next level forgets in memory: with three it won 92 of a hundred against the one before."""
EXACT_DUELS_LEFT: Final = 2
"""With so many duels to go all is thought of that may come: only then are chances told as a number, for before that
how the stones lie, beyond what is thought of, is worth ten in a hundred either way.
"""
EVEN_CHANCE_MARGIN: Final = 0.15
"""So near to even nobody is said to be ahead."""


def think(view: View, level: Level, dice: Dice, left: TimeLeft) -> Suggestion:
    """A legal word, from what the view shows and nothing else."""
    assert view.seat is not None
    match level:
        case Level.PLAYFUL:
            return _think_playfully(view, view.seat, dice)
        case Level.STEADY:
            return _think_steadily(_forget_stones(view, dice), view.seat, dice)
        case Level.STRONG if view.phase == "mask":
            return _suggest_mask(view, view.seat, dice, left)
        case Level.STRONG if view.phase == "place":
            return _suggest_placement(view, view.seat, dice, left)
        case Level.STRONG:
            chances, word, made = choose_exchange(view, view.seat, left)
            return _explain_exchange(view, view.seat, word, made, chances)


def _think_playfully(view: View, seat: Seat, dice: Dice) -> Suggestion:
    """Of a few that come to mind, the one that feels best; what was turned down again is forgotten."""
    view = replace(view, known_stones=view.stones)
    words = legal_moves(view)
    least, most = PLAYFUL_IDEAS_RANGE
    ideas = (dice.choose(words) for _ in range(min(most, max(least, len(words) // 9))))
    return Suggestion(max(ideas, key=_score_by_best_average(view, seat)), "why-hunch")


def _think_steadily(view: View, seat: Seat, dice: Dice) -> Suggestion:
    word = _best_of_random_exchanges(view, seat, dice) if view.phase == "exchange" else greedy_move(view, dice)
    if view.phase == "mask":
        return Suggestion(word, "why-mask-average", {"seat": seat, "line": word[1].upper()})
    if view.phase == "place":
        return Suggestion(word, "why-place-average", {"space": word[2].upper()})
    averages = average_by_mask(
        seat, apply_exchange(board_known_to_viewer(view), word, seat).pairings, Evaluator.from_view(view).shell_values
    )
    line = LINES[seat][averages.index(max(averages))]
    return Suggestion(word, "why-swap-average", {"seat": seat, "line": line.upper()})


def _best_of_random_exchanges(view: View, seat: Seat, dice: Dice) -> Move:
    """Of some exchanges the one after which the next duel brings most, however the other answers it."""
    liking = make_board_scorer(seat, Evaluator.from_view(view).shell_values)
    found = dice.shuffle(list(list_exchanges(board_known_to_viewer(view), view.terms, seat, liking)))[
        :STEADY_EXCHANGES_TRIED
    ]
    return max(found, key=lambda exchange: liking(exchange[1].pairings))[0]


def _forget_stones(view: View, dice: Dice) -> View:
    """What one still remembers who forgets many of the stones that lie face down."""

    def side(known: Stones, shown: Stones) -> Stones:
        return tuple(
            pile if pile == open_ or dice.draw_below(10) >= STEADY_FORGETS_TENTHS else open_
            for pile, open_ in zip(known, shown, strict=True)
        )

    bison, wolf = (side(known, shown) for known, shown in zip(view.known_stones, view.stones, strict=True))
    return replace(view, known_stones=(bison, wolf))


def _suggest_mask(view: View, seat: Seat, dice: Dice, left: TimeLeft) -> Suggestion:
    word, share = choose_mask(view, seat, dice, left)
    facts: dict[str, str | int] = {"seat": seat, "line": word[1].upper()}
    if view.terms.stones_are_hidden:
        return Suggestion(word, "why-mask-likely" if share == 1 else "why-mask-memory", facts)
    if share == 1:
        return Suggestion(word, "why-mask-sure", facts)
    return Suggestion(word, "why-mask-mix", {**facts, "times": min(99, max(1, round(100 * share)))})


def _suggest_placement(view: View, seat: Seat, dice: Dice, left: TimeLeft) -> Suggestion:
    word, dreams = search_placement(view, seat, dice, left)
    side, value, space = parse_placement(word, seat)
    facts: dict[str, str | int] = {"space": SPACES[space].upper(), "value": value}
    if word[0] == "relocate":
        return Suggestion(word, "why-relocate", facts)
    (against,) = view.stones[1 - side][space] or (FACE_DOWN,)
    if side == seat and against != FACE_DOWN:
        facts |= {"other": against}
        return Suggestion(word, "why-place-beats" if value > against else "why-place-yields", facts)
    if dreams:
        return Suggestion(word, "why-place-dreams", {"space": facts["space"], "boards": dreams})
    return Suggestion(word, "why-place-average", {"space": facts["space"]})


def _explain_exchange(view: View, seat: Seat, word: Move, ground: KnownBoard, chance: float) -> Suggestion:
    if view.terms.stones_are_hidden:
        return Suggestion(word, "why-swap-memory")
    takings, all_mine = Evaluator.from_view(view).shell_values, 18 if seat == BISON else 0
    won = [space for space, meeting in enumerate(ground.pairings) if takings[meeting] == all_mine]
    if won:
        return Suggestion(word, "why-swap-threat", {"space": SPACES[won[0]].upper()})
    if view.terms.duel_limit - view.duels_fought <= EXACT_DUELS_LEFT and not view.terms.allows_stacks:
        bison = duel_value(ground.pairings, Evaluator.from_view(view).search_values(ground))
        chance = bison if seat == BISON else 1 - bison
        facts = {"chances": round(100 * chance)}
        return Suggestion(word, "why-swap-chances" if chance >= 0.5 else "why-swap-least", facts)
    if abs(chance - 0.5) < EVEN_CHANCE_MARGIN:
        return Suggestion(word, "why-swap-open")
    return Suggestion(word, "why-swap-ahead" if chance > 0.5 else "why-swap-behind")


def policy(view: View, name: str, left: TimeLeft) -> Mapping[Move, Fraction]:
    """Return how often the player of that name chooses each mask; nothing for players who do not mix."""
    if view.phase != "mask" or view.seat is None or name != Level.STRONG:
        return {}
    shares = compute_mask_mix(view, view.seat, left)
    return {("mask", line): share for line, share in zip(LINES[view.seat], shares, strict=True)}


def _score_by_best_average(view: View, seat: Seat) -> Callable[[Move], float]:
    """Return a function that says how many shells a word's best line pays on average."""
    takings = Evaluator.from_view(view).shell_values
    if view.phase == "mask":
        averages = dict(
            zip(LINES[seat], average_by_mask(seat, board_known_to_viewer(view).pairings, takings), strict=True)
        )
        return lambda word: averages[word[1]]
    if view.phase == "place":
        return lambda word: max(average_by_mask(seat, range(9), estimate_margins(apply_placement(view, seat, word))))
    ground = board_known_to_viewer(view)
    return lambda word: max(average_by_mask(seat, apply_exchange(ground, word, seat).pairings, takings))


def greedy_move(view: View, dice: Dice) -> Move:
    """Choose the line that pays best on average, and the stones that make such a line."""
    assert view.seat is not None
    seat = view.seat
    if view.phase != "exchange":
        return max(legal_moves(view), key=_score_by_best_average(view, seat))
    takings = Evaluator.from_view(view).shell_values
    return best_exchange_at_a_glance(
        board_known_to_viewer(view), view.terms, seat, lambda meetings: max(average_by_mask(seat, meetings, takings))
    )
