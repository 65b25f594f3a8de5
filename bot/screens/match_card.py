"""The table that everybody in the channel sees while it is played, and what other scenes of a match are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import shorten
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import RunningMatch, StartedMatch
from bot.matches.time_budget import Absences
from bot.screens.custom_ids import Action, CustomId
from bot.screens.names import (
    NOBODY,
    AbsentPlayers,
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
from bot.screens.scene import Button, Row, Scene, SceneImage
from games.art import translate_picture
from games.core import Seat

MOST_TOLD: Final = 12
"""Lines on what happened lately; a message is no log."""
MOST_HEARD: Final = 1024
"""Characters that Discord takes to describe a picture."""
MOST_NAMED: Final = 100
"""Characters in the name of a thread."""


def playing(
    match: RunningMatch,
    locale: str,
    absences: Absences,
    *,
    uncovered: bool,
    called: frozenset[int] = frozenset(),
    absent: AbsentPlayers = NOBODY,
) -> Scene:
    """`uncovered` shows what will be covered again in a moment."""
    view = match.engine.view_of(None)
    shown = view if uncovered else match.game.forget(view)
    views = lately(match, locale, uncovered=uncovered)
    _, *unusual_options = terms(match.game, match.options, locale)
    return Scene(
        above=(f"### {title(match, locale)}", *telling(match, views, locale)),
        reveal=newest(match, views, locale),
        board=laid(match, shown, locale),
        below=(
            *waited_for(match, locale, absences),
            *absence_lines(absent, locale),
            *_called_here(match, called, locale),
        ),
        rows=_buttons(match, locale),
        small=" · ".join([*unusual_options, seal_line(match, locale)]),
        called=called,
    )


def laid(match: StartedMatch, view: Any, locale: str) -> SceneImage:
    """The board as this view has it, with those who sit there."""
    picture = translate_picture(match.game.draw_board(view), match.game.say, locale)
    return SceneImage(picture, match.game.describe_briefly(view, locale), plates(match, locale))


def recalled(match: StartedMatch, view: Any, locale: str) -> SceneImage | None:
    """What these eyes could know, of all that was ever shown to them; None where they see it all."""
    found = match.game.recall_board(view)
    if found is None:
        return None
    picture, seen = found
    return SceneImage(
        translate_picture(picture, match.game.say, locale),
        match.game.describe_briefly(seen, locale),
        plates(match, locale),
    )


def lately(match: StartedMatch, locale: str, *, uncovered: bool, seat: Seat | None = None) -> Sequence[Any]:
    """What is shown and told now, to everybody or to this seat: from what was revealed since they last chose, whatever
    the house or the rules did after it; else to a seat all since then, forced moves too, to everybody the newest step
    alone. `uncovered` is the newest, and all when it is over.
    """
    *before, now = match.lately(seat, since=seat)
    views = [
        *(before if match.is_over else map(match.game.forget, before)),
        now if uncovered else match.game.forget(now),
    ]
    plain = len(views) - 1 if seat is None else min(1, len(views) - 1)
    begins = next((at for at, view in enumerate(views) if reveal(match, view, locale)), plain)
    return views[begins:]


def newest(match: StartedMatch, views: Sequence[Any], locale: str) -> SceneImage | None:
    """What several chose at once: the last such step of what is told."""
    return next(filter(None, (reveal(match, view, locale) for view in reversed(views))), None)


def reveal(match: StartedMatch, view: Any, locale: str) -> SceneImage | None:
    """What several chose at once in one step."""
    picture = match.game.draw_reveal(view)
    if picture is None:
        return None
    # Whoever listens to a picture hears no mentions: the seats are named, as they are in what stands beside it.
    seats = [match.game.say(f"seat-{seat}", locale) for seat in range(match.engine.seats)]
    alt = " ".join(match.game.describe_step(view, locale, seats))
    if len(alt) > MOST_HEARD:
        alt = shorten(alt, MOST_HEARD, placeholder=" …")
    return SceneImage(translate_picture(picture, match.game.say, locale), alt, plates(match, locale))


def title(match: StartedMatch, locale: str) -> str:
    return _title(match, placed(match, locale), locale)


def titled(match: StartedMatch, locale: str) -> str:
    """With all seats, for whoever reads of them where no board has names."""
    return _title(match, [seated(match, seat, locale) for seat in range(match.engine.seats)], locale)


def _title(match: StartedMatch, players: Sequence[str], locale: str) -> str:
    return say("match-title", locale, game=match.game.say("name", locale), players=" – ".join(players))


def telling(match: StartedMatch, views: Sequence[Any], locale: str) -> list[str]:
    """What each of these tells; of more than there is room for what met before what was plain, and then the newest."""
    lines = _once(match, views, locale)
    if len(lines) > MOST_TOLD:
        *before, now = views
        met = [view for view in before if reveal(match, view, locale)]
        lines = _once(match, (*met, now), locale)
    return lines[-MOST_TOLD:]


def _once(match: StartedMatch, views: Iterable[Any], locale: str) -> list[str]:
    """One after the other; a step that tells again how the one before it ended, even as it is told once its stones are
    forgotten, goes on from there.
    """
    game, called = match.game, names(match, locale)
    lines: list[str] = []
    faded: Sequence[str] = ()
    for view in views:
        more, known = tuple(game.describe_step(view, locale, called)), (tuple(lines), faded)
        again = max(size for size in range(len(more) + 1) for it in known if it[len(it) - size :] == more[:size])
        lines += more[again:]
        faded = tuple(game.describe_step(game.forget(view), locale, called))
    return lines


def waited_for(match: RunningMatch, locale: str, absences: Absences, seen_by: Seat | None = None) -> Iterator[str]:
    people = names(match, locale)
    for seat in sorted(match.engine.seats_asked - match.engine.to_move):
        yield sentence(say("has-chosen", locale, who=people[seat]))
    dues = {seat: match.due(seat, absences) for seat in sorted(match.engine.to_move)}
    # As they are read: who must be done in the same second is named in one breath.
    times = {seat: due if due is None else runs_out(due, locale) for seat, due in dues.items()}
    for until in dict.fromkeys(times.values()):
        places = [people[seat] for seat in times if times[seat] == until]
        facts: dict[str, str | int] = {"who": say.format_list(places, locale), "count": len(places)}
        yield sentence(
            say("chooses", locale, **facts) if until is None else say("chooses-until", locale, until=until, **facts)
        )
    limit = match.limit(absences)
    if limit is not None:
        yield say("limit-until", locale, until=moment(limit))
    yield from wished(match, locale, seen_by)


def wished(match: RunningMatch, locale: str, seen_by: Seat | None) -> Iterator[str]:
    """Who would rather end it, with whoever agrees; to whom it is they themselves it says “you”."""
    people = names(match, locale)
    for seat in sorted(match.engine.draw_agreed_by):
        mine = f"🤝 {say('done-offer', locale)}"
        yield mine if seat == seen_by else say("offers-draw", locale, who=people[seat])
    for seat in sorted(match.engine.cancel_agreed_by):
        mine = f"🕊️ {say('done-cancel', locale)}"
        yield mine if seat == seen_by else say("asks-to-cancel", locale, who=people[seat])


def _called_here(match: RunningMatch, people: frozenset[int], locale: str) -> Iterator[str]:
    """Who is asked by the table itself; whoever is only to answer a wish reads it there."""
    waiting = sorted(people & {match.people[seat] for seat in match.engine.to_move})
    if waiting:
        yield say(
            "choose-here", locale, who=say.format_list([called(person_id, locale) for person_id in waiting], locale)
        )


def _buttons(match: RunningMatch, locale: str) -> tuple[Row, ...]:
    def to(verb: Action) -> str:
        return str(CustomId(verb, match.id, match.engine.step))

    # Only while somebody is awaited whom it can serve.
    people = match.engine.to_move - match.housed
    row = [Button(say("button-choose", locale), to(Action.CHOOSE), "main")] if people else []
    if forgets(match, None):
        row.append(Button(say("button-look", locale), to(Action.LOOK)))
    return ((*row, Button(say("button-more", locale), to(Action.MORE))),)


def name(match: StartedMatch, people: Sequence[str], locale: str) -> str:
    """A thread's, by what its people are called: mentions it would not resolve."""
    game = match.game.say("name", locale)
    room = MOST_NAMED - len(say("match-name", locale, game=game, players=""))
    return say("match-name", locale, game=game, players=shorten(" – ".join(people), room, placeholder="…"))


def threaded(match: StartedMatch, thread: int, locale: str) -> Scene:
    """The line to which its card has come, above the thread in which it is played."""
    players = " – ".join(called(person_id, locale) for person_id in match.people)
    game = match.game.say("name", locale)
    return Scene(above=(say("match-threaded", locale, game=game, players=players, where=f"<#{thread}>"),))


def forgets(match: StartedMatch, seat: Seat | None) -> bool:
    """Is there something to be seen now that must be covered again?"""
    view = match.engine.view_of(seat)
    covered, nobody = match.game.forget(view), ("",) * match.engine.seats
    # Mostly it is the same view, and no board has to be laid out to see that.
    return covered != view and bool(
        match.game.draw_board(covered) != match.game.draw_board(view)
        or match.game.draw_reveal(covered) != match.game.draw_reveal(view)
        or match.game.describe_step(covered, "en", nobody) != match.game.describe_step(view, "en", nobody)
    )
