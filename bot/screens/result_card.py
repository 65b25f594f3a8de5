"""The card of a match that is over: who won and how, where it turned, a line a player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from textwrap import shorten

from bot.i18n import say
from bot.matches.model import Over
from bot.ratings.leaderboard import Card, Changed
from bot.screens.charts import result_picture
from bot.screens.custom_ids import Address, Verb
from bot.screens.dialogs import rules_button, verify_button
from bot.screens.leaderboard import lacking, moved
from bot.screens.match_card import MOST_HEARD, laid, lately, telling, title
from bot.screens.move_buttons import ELLIPSIS
from bot.screens.names import names, plates, sentence
from bot.screens.outcome import outcome as outcomes
from bot.screens.outcome import ranked, reason
from bot.screens.proof import seal_line
from bot.screens.scene import Attached, Board, Button, Row, Scene
from bot.screens.turning_points import faded, turned
from games.core import Seat
from games.match import OUTSIDE_REASONS, UNRATED_REASONS, Match
from games.record import Record


def over(table: Over, locale: str, passed: Sequence[Match], card: Card | None, *, called: frozenset[int]) -> Scene:
    """`passed` is the match at its start and after each step."""
    lines = telling(table, lately(table, locale, uncovered=True), locale)
    return Scene(
        above=(
            f"### {headline(table, locale)}",
            _played(table, locale),
            *came(table, passed, lines[:-1] if is_told(table) else lines, locale),
        ),
        board=shown(table, passed, locale),
        below=tuple(players(table, locale, {} if card is None else ratings(card, locale))),
        rows=(_after(table, locale),),
        small=" · ".join(filter(None, ["" if card is None else unrated(card, locale), seal_line(table, locale)])),
        called=called,
    )


def came(
    table: Over, passed: Sequence[Match], lines: Sequence[str], locale: str, seat: Seat | None = None
) -> Iterator[str]:
    """Where it turned, then how it ended: two moments, of which the picture shows the first. Once is enough."""
    turning = "".join(turned(table, passed, locale, seat))
    yield from filter(None, [turning])
    again = faded(table, passed, locale, seat) if turning else set()
    last = [line for line in lines if line.rstrip(".") not in turning and line not in again]
    if turning and last:
        last[0] = say("end-last", locale, what=last[0])
    yield from last


def shown(table: Over, passed: Sequence[Match], locale: str) -> Board:
    """Who won, and where it turned; of a match that says nothing about who plays better its last board."""
    alt = " ".join([*outcomes(table.match, locale), table.game.describe_briefly(table.match.view_of(None), locale)])
    if table.result.reason in UNRATED_REASONS:
        board = laid(table, table.match.view_of(None), locale)
        return replace(board, alt=shorten(alt, MOST_HEARD, placeholder=" …"))
    picture = result_picture.picture(table.match, passed, locale)
    return Board(picture, shorten(alt, MOST_HEARD, placeholder=" …"), plates(table, locale))


def closing(table: Over, card: tuple[int, int], locale: str, *, called: frozenset[int]) -> Scene:
    """What stays in its thread: who won, and the way to the card, by channel and number."""
    where = f"https://discord.com/channels/{table.server}/{card[0]}/{card[1]}"
    return Scene(
        above=(f"### {headline(table, locale)}", _played(table, locale)),
        below=(*players(table, locale, {}), say("match-result", locale, where=where)),
        called=called,
    )


def is_told(table: Over) -> bool:
    """Does the last line that its game tells say who won? It knows nothing of those who left, and may praise what the
    house did there.
    """
    return table.result.reason not in OUTSIDE_REASONS and not table.match.left_seats


def headline(table: Over, locale: str) -> str:
    called = names(table, locale)
    first = [seat for seat, rank in enumerate(table.result.ranks) if rank == 1]
    # The telling of a game ends with its outcome.
    told = (
        table.game.describe_step(table.match.view_of(None), locale, called)[-1]
        if is_told(table)
        else why(table, locale)
    )
    if len(first) > 1:
        return f"{'🕊️' if table.result.reason in UNRATED_REASONS else '🤝'} {told}"
    return f"🏆 {told}" if is_told(table) else sentence(say("over-won", locale, who=called[first[0]], why=told))


def why(table: Over, locale: str) -> str:
    return sentence(reason(table.match, dict(enumerate(names(table, locale))), locale))


def _played(table: Over, locale: str) -> str:
    """Who played what; and how such a result is written, where it is."""
    if table.game.HAS_RUNNING_SCORE or table.result.reason in UNRATED_REASONS:
        return title(table, locale)
    return f"{title(table, locale)} · **{table.game.format_scores(table.result.scores)}**"


def players(table: Over, locale: str, rated: Mapping[Seat, str]) -> Iterator[str]:
    """A line each; equal places are written equal, and no list counts them anew. Where nobody won there are none."""
    if table.result.reason in UNRATED_REASONS:
        return
    alone, people = table.result.ranks.count(1) == 1, names(table, locale)
    for rank, seat, score in ranked(table.match):
        parts = [f"{'🏆' if rank == 1 and alone else f'**{rank}.**'} {sentence(people[seat])}"]
        if table.game.HAS_RUNNING_SCORE:
            parts.append(str(score))
        if seat in table.match.left_seats:
            parts.append(say("over-left", locale))
        if seat in rated:
            parts.append(rated[seat])
        yield " · ".join(parts)


def ratings(card: Card, locale: str) -> dict[Seat, str]:
    """What it did to everybody's place on the ladder."""
    return {seat: " · ".join(_rated(changed, locale)) for seat, changed in card.seats}


def _rated(changed: Changed, locale: str) -> Iterator[str]:
    before, after = round(changed.before), round(changed.after)
    change = f"{after - before:+d}".replace("-", "−")
    yield f"📊 {before} → **{after}** ({change})"
    if changed.missing:
        yield lacking(changed.missing, changed.strangers, locale)
        return
    yield say("rated-rank", locale, rank=changed.rank) + moved(changed.rose)
    if changed.behind is not None:
        yield say("rated-behind", locale, points=changed.behind)


def unrated(card: Card, locale: str) -> str:
    """Why it counts for no ladder; nothing where it does."""
    limit = {} if card.limit is None else {"limit": card.limit}
    return say(f"unrated-{card.unrated}", locale, **limit) if card.unrated else ""


def _after(table: Over, locale: str) -> Row:
    # What was practised can be looked at by all, and played once more by one.
    again = Button(say("button-rematch", locale), str(Address(Verb.REMATCH, table.id, 0)), "main")
    return (
        *([] if table.private else [again]),
        Button(say("button-replay", locale), str(Address(Verb.REPLAY, table.id, 0))),
        Button(ELLIPSIS, str(Address(Verb.MORE, table.id, 0))),
    )


def aside(table: Over, record: Record, locale: str) -> Scene:
    """Behind the sign at the end of the row: the record, and what proves it."""
    return Scene(
        above=(f"### {title(table, locale)}", say("over-record", locale)),
        attached=Attached(f"{table.id}.match", str(record).encode()),
        rows=((verify_button(table, locale), rules_button(table, locale)),),
    )
