"""The table that everybody in the channel sees, while it is played and when it is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import shorten

from bot.ladder.standings import Card
from bot.scenes.absent import NOBODY, Absent, lines
from bot.scenes.address import Address
from bot.scenes.names import called, names, seated, sentence
from bot.scenes.outcome import ranked, reason
from bot.scenes.scene import Attached, Board, Button, Row, Scene
from bot.scenes.spans import moment
from bot.scenes.terms import terms
from bot.scenes.verb import Verb
from bot.table.allowance import Absences
from bot.table.table import Begun, Over, Play
from bot.texts import say
from games.core import Seat
from games.match import OUTSIDE

MOST_TOLD = 6
"""Lines on what just happened; a channel is no log."""
MOST_NAMED = 100
"""Characters in the name of a thread."""


def playing(
    table: Play,
    locale: str,
    absences: Absences,
    *,
    uncovered: bool,
    called: frozenset[int] = frozenset(),
    absent: Absent = NOBODY,
) -> Scene:
    """`uncovered` shows what will be covered again in a moment."""
    view = table.match.view(None)
    shown = view if uncovered else table.game.covered(view)
    return Scene(
        above=(f"### {title(table, locale)}", *told(table, locale, uncovered=uncovered)),
        board=Board(table.game.picture(shown), table.game.alt(shown, locale)),
        below=(*waited_for(table, locale, absences), *lines(absent, locale), *_called_here(table, called, locale)),
        rows=_buttons(table, locale),
        small=" · ".join(_played(table, locale)),
        called=called,
    )


def over(table: Over, locale: str, record: bytes, card: Card | None, *, called: frozenset[int]) -> Scene:
    view = table.match.view(None)
    return Scene(
        above=(f"### {title(table, locale)}", *told(table, locale, uncovered=True)),
        board=Board(table.game.picture(view), table.game.alt(view, locale)),
        below=(*outcome(table, locale), *rated(table, card, locale)),
        attached=Attached(f"{table.id}.match", record),
        rows=(_after(table, locale),),
        called=called,
    )


def outcome(table: Over, locale: str) -> Iterator[str]:
    """Everybody's place. Why a game ended by its rules is told already."""
    places = {seat: seated(table, seat, locale) for seat in range(table.match.seats)}
    if table.result.reason in OUTSIDE:
        yield sentence(reason(table.match, places, locale))
    elif table.match.left:
        # Its telling does not know of that, and may praise what the house did there.
        gone = [places[seat] for seat in sorted(table.match.left)]
        yield sentence(say("come-last", locale, who=say.listed(gone, locale), count=len(gone)))
    alike = set(table.result.ranks) == {1}
    for rank, seat, score in ranked(table.match):
        told = table.game.say("rank", locale, rank=rank, who=places[seat], score=score)
        yield sentence(say("won", locale, who=places[seat], score=score) if rank == 1 and not alike else told)


def rated(table: Over, card: Card | None, locale: str) -> Iterator[str]:
    """What it did to everybody's place on the ladder, or why nothing."""
    if card is None:
        return
    if card.unrated:
        yield say(f"unrated-{card.unrated}", locale, **({} if card.limit is None else {"limit": card.limit}))
    ranks = table.result.ranks
    for seat, changed in sorted(card.seats, key=lambda it: (ranks[it[0]], it[0])):
        who = called(table.people[seat], locale)
        line = say("rated", locale, who=who, before=round(changed.before), after=round(changed.after))
        line += " · " + say("rated-rank", locale, rank=changed.rank) + moved(changed.rose)
        if changed.behind is not None:
            line += " · " + say("rated-behind", locale, points=changed.behind)
        yield line


def moved(ranks: int) -> str:
    return f" ▲ {ranks}" if ranks > 0 else f" ▼ {-ranks}" if ranks < 0 else ""


def title(table: Begun, locale: str) -> str:
    """With the seats, by whose colours and shapes the board is read; what is told is told of people."""
    players = " – ".join(seated(table, seat, locale) for seat in range(table.match.seats))
    return say("match-title", locale, game=table.game.say("name", locale), players=players)


def told(table: Begun, locale: str, *, uncovered: bool, seat: Seat | None = None) -> Iterator[str]:
    """What just happened, as everybody may know it now, or as this seat may."""
    view = table.match.view(seat)
    lines = table.game.told(view if uncovered else table.game.covered(view), locale, names(table, locale))
    yield from lines[-MOST_TOLD:]


def _played(table: Play, locale: str) -> Iterator[str]:
    """Which match, how far, and how it is played."""
    yield say("match-step", locale, match=table.id, step=table.match.step + 1)
    _, *settings = terms(table.game, table.options, locale)
    yield from settings


def waited_for(table: Play, locale: str, absences: Absences) -> Iterator[str]:
    for seat in sorted(table.match.awaited - table.match.waiting):
        yield sentence(say("has-chosen", locale, who=seated(table, seat, locale)))
    dues = {seat: table.due(seat, absences) for seat in sorted(table.match.waiting)}
    # As they are read: who must be done in the same second is named in one breath.
    times = {seat: due if due is None else moment(due) for seat, due in dues.items()}
    for until in dict.fromkeys(times.values()):
        places = [seated(table, seat, locale) for seat in times if times[seat] == until]
        facts: dict[str, str | int] = {"who": say.listed(places, locale), "count": len(places)}
        yield sentence(
            say("chooses", locale, **facts) if until is None else say("chooses-until", locale, until=until, **facts)
        )
    limit = table.limit(absences)
    if limit is not None:
        yield say("limit-until", locale, until=moment(limit))
    yield from wished(table, locale)


def wished(table: Play, locale: str) -> Iterator[str]:
    """Who would rather end it, with whoever agrees."""
    for seat in sorted(table.match.agreed):
        yield say("offers-draw", locale, who=seated(table, seat, locale))
    for seat in sorted(table.match.cancelled):
        yield say("asks-to-cancel", locale, who=seated(table, seat, locale))


def _called_here(table: Play, people: frozenset[int], locale: str) -> Iterator[str]:
    """Who is asked by the table itself; whoever is only to answer a wish reads it there."""
    waiting = sorted(people & {table.people[seat] for seat in table.match.waiting})
    if waiting:
        yield say("choose-here", locale, who=say.listed([called(person, locale) for person in waiting], locale))


def _buttons(table: Play, locale: str) -> tuple[Row, ...]:

    def to(verb: Verb) -> str:
        return str(Address(verb, table.id, table.match.step))

    # Only while somebody is awaited whom it can serve.
    people = table.match.waiting - table.housed
    row = [Button(say("button-choose", locale), to(Verb.CHOOSE), "main")] if people else []
    if forgets(table, None):
        row.append(Button(say("button-look", locale), to(Verb.LOOK)))
    return ((*row, Button(say("button-more", locale), to(Verb.MORE))),)


def _after(table: Over, locale: str) -> Row:
    # What was practised can be looked at by all, and played once more by one.
    again = Button(say("button-rematch", locale), str(Address(Verb.REMATCH, table.id, 0)), "main")
    return (
        *([] if table.private else [again]),
        Button(say("button-replay", locale), str(Address(Verb.REPLAY, table.id, 0))),
        Button(say("button-verify", locale), str(Address(Verb.VERIFY, table.id, 0))),
    )


def name(table: Begun, people: Sequence[str], locale: str) -> str:
    """A thread's, by what its people are called: mentions it would not resolve."""
    game = table.game.say("name", locale)
    room = MOST_NAMED - len(say("match-name", locale, game=game, players=""))
    return say("match-name", locale, game=game, players=shorten(" – ".join(people), room, placeholder="…"))


def threaded(table: Begun, thread: int, locale: str) -> Scene:
    """The line to which its card has come, above the thread in which it is played."""
    players = " – ".join(called(person, locale) for person in table.people)
    game = table.game.say("name", locale)
    return Scene(above=(say("match-threaded", locale, game=game, players=players, where=f"<#{thread}>"),))


def closing(table: Over, card: tuple[int, int], locale: str, *, called: frozenset[int]) -> Scene:
    """What stays in its thread: how it ended, and the way to the card, by channel and number."""
    where = f"https://discord.com/channels/{table.server}/{card[0]}/{card[1]}"
    return Scene(
        above=(f"### {title(table, locale)}", *told(table, locale, uncovered=True)),
        below=(*outcome(table, locale), say("match-result", locale, where=where)),
        called=called,
    )


def forgets(table: Begun, seat: Seat | None) -> bool:
    """Is there something to be seen now that must be covered again?"""
    view = table.match.view(seat)
    covered, nobody = table.game.covered(view), ("",) * table.match.seats
    # Mostly it is the same view, and no board has to be laid out to see that.
    return covered != view and bool(
        table.game.picture(covered) != table.game.picture(view)
        or table.game.told(covered, "en", nobody) != table.game.told(view, "en", nobody)
    )
