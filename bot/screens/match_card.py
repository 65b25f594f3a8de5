"""The table that everybody in the channel sees while it is played, and what other scenes of a match are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import shorten
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import Begun, Play
from bot.matches.time_budget import Absences
from bot.screens.custom_ids import Address, Verb
from bot.screens.names import (
    NOBODY,
    Absent,
    absence_lines,
    called,
    moment,
    names,
    placed,
    plates,
    runs_out,
    seated,
    sentence,
)
from bot.screens.outcome import terms
from bot.screens.proof import seal_line
from bot.screens.scene import Board, Button, Row, Scene
from games.art import translate_picture
from games.core import Seat

MOST_TOLD: Final = 12
"""Lines on what happened lately; a message is no log."""
MOST_HEARD: Final = 1024
"""Characters that Discord takes to describe a picture."""
MOST_NAMED: Final = 100
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
    view = table.match.view_of(None)
    shown = view if uncovered else table.game.forget(view)
    views = lately(table, locale, uncovered=uncovered)
    _, *unusual_options = terms(table.game, table.options, locale)
    return Scene(
        above=(f"### {title(table, locale)}", *telling(table, views, locale)),
        reveal=newest(table, views, locale),
        board=laid(table, shown, locale),
        below=(
            *waited_for(table, locale, absences),
            *absence_lines(absent, locale),
            *_called_here(table, called, locale),
        ),
        rows=_buttons(table, locale),
        small=" · ".join([*unusual_options, seal_line(table, locale)]),
        called=called,
    )


def laid(table: Begun, view: Any, locale: str) -> Board:
    """The board as this view has it, with those who sit there."""
    picture = translate_picture(table.game.draw_board(view), table.game.say, locale)
    return Board(picture, table.game.describe_briefly(view, locale), plates(table, locale))


def recalled(table: Begun, view: Any, locale: str) -> Board | None:
    """What these eyes could know, of all that was ever shown to them; None where they see it all."""
    found = table.game.recall_board(view)
    if found is None:
        return None
    picture, seen = found
    return Board(
        translate_picture(picture, table.game.say, locale),
        table.game.describe_briefly(seen, locale),
        plates(table, locale),
    )


def lately(table: Begun, locale: str, *, uncovered: bool, seat: Seat | None = None) -> Sequence[Any]:
    """What is shown and told now, to everybody or to this seat: from what was revealed since they last chose, whatever
    the house or the rules did after it; else to a seat all since then, forced moves too, to everybody the newest step
    alone. `uncovered` is the newest, and all when it is over.
    """
    *before, now = table.lately(seat, since=seat)
    views = [
        *(before if table.over else map(table.game.forget, before)),
        now if uncovered else table.game.forget(now),
    ]
    plain = len(views) - 1 if seat is None else min(1, len(views) - 1)
    begins = next((at for at, view in enumerate(views) if reveal(table, view, locale)), plain)
    return views[begins:]


def newest(table: Begun, views: Sequence[Any], locale: str) -> Board | None:
    """What several chose at once: the last such step of what is told."""
    return next(filter(None, (reveal(table, view, locale) for view in reversed(views))), None)


def reveal(table: Begun, view: Any, locale: str) -> Board | None:
    """What several chose at once in one step."""
    picture = table.game.draw_reveal(view)
    if picture is None:
        return None
    # Whoever listens to a picture hears no mentions: the seats are named, as they are in what stands beside it.
    seats = [table.game.say(f"seat-{seat}", locale) for seat in range(table.match.seats)]
    alt = " ".join(table.game.describe_step(view, locale, seats))
    if len(alt) > MOST_HEARD:
        alt = shorten(alt, MOST_HEARD, placeholder=" …")
    return Board(translate_picture(picture, table.game.say, locale), alt, plates(table, locale))


def title(table: Begun, locale: str) -> str:
    return _title(table, placed(table, locale), locale)


def titled(table: Begun, locale: str) -> str:
    """With all seats, for whoever reads of them where no board has names."""
    return _title(table, [seated(table, seat, locale) for seat in range(table.match.seats)], locale)


def _title(table: Begun, players: Sequence[str], locale: str) -> str:
    return say("match-title", locale, game=table.game.say("name", locale), players=" – ".join(players))


def telling(table: Begun, views: Sequence[Any], locale: str) -> list[str]:
    """What each of these tells; of more than there is room for what met before what was plain, and then the newest."""
    lines = _once(table, views, locale)
    if len(lines) > MOST_TOLD:
        *before, now = views
        met = [view for view in before if reveal(table, view, locale)]
        lines = _once(table, (*met, now), locale)
    return lines[-MOST_TOLD:]


def _once(table: Begun, views: Iterable[Any], locale: str) -> list[str]:
    """One after the other; a step that tells again how the one before it ended, even as it is told once its stones are
    forgotten, goes on from there.
    """
    game, called = table.game, names(table, locale)
    lines: list[str] = []
    faded: Sequence[str] = ()
    for view in views:
        more, known = tuple(game.describe_step(view, locale, called)), (tuple(lines), faded)
        again = max(size for size in range(len(more) + 1) for it in known if it[len(it) - size :] == more[:size])
        lines += more[again:]
        faded = tuple(game.describe_step(game.forget(view), locale, called))
    return lines


def waited_for(table: Play, locale: str, absences: Absences, seen_by: Seat | None = None) -> Iterator[str]:
    people = names(table, locale)
    for seat in sorted(table.match.seats_asked - table.match.to_move):
        yield sentence(say("has-chosen", locale, who=people[seat]))
    dues = {seat: table.due(seat, absences) for seat in sorted(table.match.to_move)}
    # As they are read: who must be done in the same second is named in one breath.
    times = {seat: due if due is None else runs_out(due, locale) for seat, due in dues.items()}
    for until in dict.fromkeys(times.values()):
        places = [people[seat] for seat in times if times[seat] == until]
        facts: dict[str, str | int] = {"who": say.format_list(places, locale), "count": len(places)}
        yield sentence(
            say("chooses", locale, **facts) if until is None else say("chooses-until", locale, until=until, **facts)
        )
    limit = table.limit(absences)
    if limit is not None:
        yield say("limit-until", locale, until=moment(limit))
    yield from wished(table, locale, seen_by)


def wished(table: Play, locale: str, seen_by: Seat | None) -> Iterator[str]:
    """Who would rather end it, with whoever agrees; to whom it is they themselves it says “you”."""
    people = names(table, locale)
    for seat in sorted(table.match.draw_agreed_by):
        mine = f"🤝 {say('done-offer', locale)}"
        yield mine if seat == seen_by else say("offers-draw", locale, who=people[seat])
    for seat in sorted(table.match.cancel_agreed_by):
        mine = f"🕊️ {say('done-cancel', locale)}"
        yield mine if seat == seen_by else say("asks-to-cancel", locale, who=people[seat])


def _called_here(table: Play, people: frozenset[int], locale: str) -> Iterator[str]:
    """Who is asked by the table itself; whoever is only to answer a wish reads it there."""
    waiting = sorted(people & {table.people[seat] for seat in table.match.to_move})
    if waiting:
        yield say("choose-here", locale, who=say.format_list([called(person, locale) for person in waiting], locale))


def _buttons(table: Play, locale: str) -> tuple[Row, ...]:
    def to(verb: Verb) -> str:
        return str(Address(verb, table.id, table.match.step))

    # Only while somebody is awaited whom it can serve.
    people = table.match.to_move - table.housed
    row = [Button(say("button-choose", locale), to(Verb.CHOOSE), "main")] if people else []
    if forgets(table, None):
        row.append(Button(say("button-look", locale), to(Verb.LOOK)))
    return ((*row, Button(say("button-more", locale), to(Verb.MORE))),)


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


def forgets(table: Begun, seat: Seat | None) -> bool:
    """Is there something to be seen now that must be covered again?"""
    view = table.match.view_of(seat)
    covered, nobody = table.game.forget(view), ("",) * table.match.seats
    # Mostly it is the same view, and no board has to be laid out to see that.
    return covered != view and bool(
        table.game.draw_board(covered) != table.game.draw_board(view)
        or table.game.draw_reveal(covered) != table.game.draw_reveal(view)
        or table.game.describe_step(covered, "en", nobody) != table.game.describe_step(view, "en", nobody)
    )
