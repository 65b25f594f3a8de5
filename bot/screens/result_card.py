"""The card of a match that is over: who won and how, where it turned, a line a player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from textwrap import shorten

from bot.i18n import say
from bot.matches.model import FinishedMatch
from bot.ratings.leaderboard import MatchRatingChanges, RatingChange
from bot.screens.charts import result_picture
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import rules_button, verify_button
from bot.screens.leaderboard import lacking, moved
from bot.screens.match_card import MOST_HEARD, laid, lately, telling, title
from bot.screens.move_buttons import ELLIPSIS
from bot.screens.names import names, plates, sentence
from bot.screens.outcome import outcome as outcomes
from bot.screens.outcome import ranked, reason
from bot.screens.proof import seal_line
from bot.screens.scene import Attachment, Button, Row, Scene, SceneImage
from bot.screens.turning_points import faded, turned
from games.core import Seat
from games.match import OUTSIDE_REASONS, UNRATED_REASONS, Match
from games.record import Record


def over(
    match: FinishedMatch,
    locale: str,
    passed: Sequence[Match],
    card: MatchRatingChanges | None,
    *,
    called: frozenset[int],
) -> Scene:
    """`passed` is the match at its start and after each step."""
    lines = telling(match, lately(match, locale, uncovered=True), locale)
    return Scene(
        above=(
            f"### {headline(match, locale)}",
            _played(match, locale),
            *came(match, passed, lines[:-1] if is_told(match) else lines, locale),
        ),
        board=shown(match, passed, locale),
        below=tuple(players(match, locale, {} if card is None else ratings(card, locale))),
        rows=(_after(match, locale),),
        small=" · ".join(filter(None, ["" if card is None else unrated(card, locale), seal_line(match, locale)])),
        called=called,
    )


def came(
    match: FinishedMatch, passed: Sequence[Match], lines: Sequence[str], locale: str, seat: Seat | None = None
) -> Iterator[str]:
    """Where it turned, then how it ended: two moments, of which the picture shows the first. Once is enough."""
    turning = "".join(turned(match, passed, locale, seat))
    yield from filter(None, [turning])
    again = faded(match, passed, locale, seat) if turning else set()
    last = [line for line in lines if line.rstrip(".") not in turning and line not in again]
    if turning and last:
        last[0] = say("end-last", locale, what=last[0])
    yield from last


def shown(match: FinishedMatch, passed: Sequence[Match], locale: str) -> SceneImage:
    """Who won, and where it turned; of a match that says nothing about who plays better its last board."""
    alt = " ".join([*outcomes(match.engine, locale), match.game.describe_briefly(match.engine.view_of(None), locale)])
    if match.result.reason in UNRATED_REASONS:
        board = laid(match, match.engine.view_of(None), locale)
        return replace(board, alt=shorten(alt, MOST_HEARD, placeholder=" …"))
    picture = result_picture.picture(match.engine, passed, locale)
    return SceneImage(picture, shorten(alt, MOST_HEARD, placeholder=" …"), plates(match, locale))


def closing(match: FinishedMatch, card: tuple[int, int], locale: str, *, called: frozenset[int]) -> Scene:
    """What stays in its thread: who won, and the way to the card, by channel and number."""
    where = f"https://discord.com/channels/{match.server_id}/{card[0]}/{card[1]}"
    return Scene(
        above=(f"### {headline(match, locale)}", _played(match, locale)),
        below=(*players(match, locale, {}), say("match-result", locale, where=where)),
        called=called,
    )


def is_told(match: FinishedMatch) -> bool:
    """Does the last line that its game tells say who won? It knows nothing of those who left, and may praise what the
    house did there.
    """
    return match.result.reason not in OUTSIDE_REASONS and not match.engine.left_seats


def headline(match: FinishedMatch, locale: str) -> str:
    called = names(match, locale)
    first = [seat for seat, rank in enumerate(match.result.ranks) if rank == 1]
    # The telling of a game ends with its outcome.
    told = (
        match.game.describe_step(match.engine.view_of(None), locale, called)[-1]
        if is_told(match)
        else why(match, locale)
    )
    if len(first) > 1:
        return f"{'🕊️' if match.result.reason in UNRATED_REASONS else '🤝'} {told}"
    return f"🏆 {told}" if is_told(match) else sentence(say("over-won", locale, who=called[first[0]], why=told))


def why(match: FinishedMatch, locale: str) -> str:
    return sentence(reason(match.engine, dict(enumerate(names(match, locale))), locale))


def _played(match: FinishedMatch, locale: str) -> str:
    """Who played what; and how such a result is written, where it is."""
    if match.game.HAS_RUNNING_SCORE or match.result.reason in UNRATED_REASONS:
        return title(match, locale)
    return f"{title(match, locale)} · **{match.game.format_scores(match.result.scores)}**"


def players(match: FinishedMatch, locale: str, rated: Mapping[Seat, str]) -> Iterator[str]:
    """A line each; equal places are written equal, and no list counts them anew. Where nobody won there are none."""
    if match.result.reason in UNRATED_REASONS:
        return
    alone, people = match.result.ranks.count(1) == 1, names(match, locale)
    for rank, seat, score in ranked(match.engine):
        parts = [f"{'🏆' if rank == 1 and alone else f'**{rank}.**'} {sentence(people[seat])}"]
        if match.game.HAS_RUNNING_SCORE:
            parts.append(str(score))
        if seat in match.engine.left_seats:
            parts.append(say("over-left", locale))
        if seat in rated:
            parts.append(rated[seat])
        yield " · ".join(parts)


def ratings(card: MatchRatingChanges, locale: str) -> dict[Seat, str]:
    """What it did to everybody's place on the ladder."""
    return {seat: " · ".join(_rated(changed, locale)) for seat, changed in card.seats}


def _rated(changed: RatingChange, locale: str) -> Iterator[str]:
    before, after = round(changed.before), round(changed.after)
    change = f"{after - before:+d}".replace("-", "−")
    yield f"📊 {before} → **{after}** ({change})"
    if changed.missing:
        yield lacking(changed.missing, changed.strangers, locale)
        return
    yield say("rated-rank", locale, rank=changed.rank) + moved(changed.rose)
    if changed.behind is not None:
        yield say("rated-behind", locale, points=changed.behind)


def unrated(card: MatchRatingChanges, locale: str) -> str:
    """Why it counts for no ladder; nothing where it does."""
    limit = {} if card.limit is None else {"limit": card.limit}
    return say(f"unrated-{card.unrated}", locale, **limit) if card.unrated else ""


def _after(match: FinishedMatch, locale: str) -> Row:
    # What was practised can be looked at by all, and played once more by one.
    again = Button(say("button-rematch", locale), str(CustomId(Action.REMATCH, match.id, 0)), "main")
    return (
        *([] if match.is_practice else [again]),
        Button(say("button-replay", locale), str(CustomId(Action.REPLAY, match.id, 0))),
        Button(ELLIPSIS, str(CustomId(Action.MORE, match.id, 0))),
    )


def aside(match: FinishedMatch, record: Record, locale: str) -> Scene:
    """Behind the sign at the end of the row: the record, and what proves it."""
    return Scene(
        above=(f"### {title(match, locale)}", say("over-record", locale)),
        attached=Attachment(f"{match.id}.match", str(record).encode()),
        rows=((verify_button(match, locale), rules_button(match, locale)),),
    )
