"""The table that everybody in the channel sees while it is played, and what other scenes of a match are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import shorten
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import RunningMatch, StartedMatch
from bot.matches.time_budget import Absences
from bot.screens.custom_ids import Action, CustomId
from bot.screens.phrases import (
    NO_ABSENT_PLAYERS,
    AbsentPlayers,
    capitalize_sentence,
    format_absences,
    format_game_and_options,
    format_mention,
    format_player_names,
    format_relative_time,
    format_seated_player,
    format_time_left,
    format_title_names,
    list_picture_names,
)
from bot.screens.proof import format_seal
from bot.screens.scene import Button, Row, Scene, SceneImage
from games.art import translate_picture
from games.core import Seat

MAX_STEP_LINES: Final = 12
"""Lines on what happened lately; a message is no log."""
ALT_TEXT_MAX_LENGTH: Final = 1024
"""Characters that Discord takes to describe a picture."""
THREAD_NAME_MAX_LENGTH: Final = 100
"""Characters in the name of a thread."""


def render_match_card(
    match: RunningMatch,
    locale: str,
    absences: Absences,
    *,
    uncovered: bool,
    pinged_ids: frozenset[int] = frozenset(),
    absent: AbsentPlayers = NO_ABSENT_PLAYERS,
) -> Scene:
    """`uncovered` shows what will be covered again in a moment."""
    view = match.engine.view_of(None)
    shown = view if uncovered else match.game.forget(view)
    views = list_recent_views(match, locale, uncovered=uncovered)
    _, *unusual_options = format_game_and_options(match.game, match.options, locale)
    return Scene(
        above=(f"### {format_match_title(match, locale)}", *format_recent_steps(match, views, locale)),
        reveal=render_latest_reveal(match, views, locale),
        board=render_board(match, shown, locale),
        below=(
            *format_awaited_players(match, locale, absences),
            *format_absences(absent, locale),
            *_format_pinged_players(match, pinged_ids, locale),
        ),
        rows=_build_card_rows(match, locale),
        footer=" · ".join([*unusual_options, format_seal(match, locale)]),
        pinged_ids=pinged_ids,
    )


def render_board(match: StartedMatch, view: Any, locale: str) -> SceneImage:
    """The board as this view has it, with those who sit there."""
    picture = translate_picture(match.game.draw_board(view), match.game.say, locale)
    return SceneImage(picture, match.game.describe_briefly(view, locale), list_picture_names(match, locale))


def render_recalled_board(match: StartedMatch, view: Any, locale: str) -> SceneImage | None:
    """What these eyes could know, of all that was ever shown to them; None where they see it all."""
    found = match.game.recall_board(view)
    if found is None:
        return None
    picture, seen = found
    return SceneImage(
        translate_picture(picture, match.game.say, locale),
        match.game.describe_briefly(seen, locale),
        list_picture_names(match, locale),
    )


def list_recent_views(match: StartedMatch, locale: str, *, uncovered: bool, seat: Seat | None = None) -> Sequence[Any]:
    """What is shown and told now, to everybody or to this seat: from what was revealed since they last chose, whatever
    the house or the rules did after it; else to a seat all since then, forced moves too, to everybody the newest step
    alone. `uncovered` is the newest, and all when it is over.
    """
    *before, now = match.list_recent_views(seat, since_move_of=seat)
    views = [
        *(before if match.is_over else map(match.game.forget, before)),
        now if uncovered else match.game.forget(now),
    ]
    plain = len(views) - 1 if seat is None else min(1, len(views) - 1)
    begins = next((at for at, view in enumerate(views) if render_reveal(match, view, locale)), plain)
    return views[begins:]


def render_latest_reveal(match: StartedMatch, views: Sequence[Any], locale: str) -> SceneImage | None:
    """What several chose at once: the last such step of what is told."""
    return next(filter(None, (render_reveal(match, view, locale) for view in reversed(views))), None)


def render_reveal(match: StartedMatch, view: Any, locale: str) -> SceneImage | None:
    """What several chose at once in one step."""
    picture = match.game.draw_reveal(view)
    if picture is None:
        return None
    # Whoever listens to a picture hears no mentions: the seats are named, as they are in what stands beside it.
    seats = [match.game.say(f"seat-{seat}", locale) for seat in range(match.engine.seats)]
    alt = " ".join(match.game.describe_step(view, locale, seats))
    if len(alt) > ALT_TEXT_MAX_LENGTH:
        alt = shorten(alt, ALT_TEXT_MAX_LENGTH, placeholder=" …")
    return SceneImage(translate_picture(picture, match.game.say, locale), alt, list_picture_names(match, locale))


def format_match_title(match: StartedMatch, locale: str) -> str:
    return _format_title(match, format_title_names(match, locale), locale)


def format_match_title_with_seats(match: StartedMatch, locale: str) -> str:
    """With all seats, for whoever reads of them where no board has names."""
    return _format_title(
        match, [format_seated_player(match, seat, locale) for seat in range(match.engine.seats)], locale
    )


def _format_title(match: StartedMatch, players: Sequence[str], locale: str) -> str:
    return say("match-title", locale, game=match.game.say("name", locale), players=" – ".join(players))


def format_recent_steps(match: StartedMatch, views: Sequence[Any], locale: str) -> list[str]:
    """What each of these tells; of more than there is room for what met before what was plain, and then the newest."""
    lines = _format_steps_without_repeats(match, views, locale)
    if len(lines) > MAX_STEP_LINES:
        *before, now = views
        met = [view for view in before if render_reveal(match, view, locale)]
        lines = _format_steps_without_repeats(match, (*met, now), locale)
    return lines[-MAX_STEP_LINES:]


def _format_steps_without_repeats(match: StartedMatch, views: Iterable[Any], locale: str) -> list[str]:
    """One after the other; a step that tells again how the one before it ended, even as it is told once its stones are
    forgotten, goes on from there.
    """
    game, called = match.game, format_player_names(match, locale)
    lines: list[str] = []
    faded: Sequence[str] = ()
    for view in views:
        more, known = tuple(game.describe_step(view, locale, called)), (tuple(lines), faded)
        again = max(size for size in range(len(more) + 1) for it in known if it[len(it) - size :] == more[:size])
        lines += more[again:]
        faded = tuple(game.describe_step(game.forget(view), locale, called))
    return lines


def format_awaited_players(
    match: RunningMatch, locale: str, absences: Absences, reader_seat: Seat | None = None
) -> Iterator[str]:
    people = format_player_names(match, locale)
    for seat in sorted(match.engine.seats_asked - match.engine.to_move):
        yield capitalize_sentence(say("has-chosen", locale, who=people[seat]))
    dues = {seat: match.compute_seat_deadline(seat, absences) for seat in sorted(match.engine.to_move)}
    # As they are read: who must be done in the same second is named in one breath.
    times = {seat: due if due is None else format_time_left(due, locale) for seat, due in dues.items()}
    for until in dict.fromkeys(times.values()):
        places = [people[seat] for seat in times if times[seat] == until]
        facts: dict[str, str | int] = {"who": say.format_list(places, locale), "count": len(places)}
        yield capitalize_sentence(
            say("chooses", locale, **facts) if until is None else say("chooses-until", locale, until=until, **facts)
        )
    limit = match.compute_match_deadline(absences)
    if limit is not None:
        yield say("limit-until", locale, until=format_relative_time(limit))
    yield from format_end_requests(match, locale, reader_seat)


def format_end_requests(match: RunningMatch, locale: str, reader_seat: Seat | None) -> Iterator[str]:
    """Who would rather end it, with whoever agrees; to whom it is they themselves it says “you”."""
    people = format_player_names(match, locale)
    for seat in sorted(match.engine.draw_agreed_by):
        mine = f"🤝 {say('done-offer', locale)}"
        yield mine if seat == reader_seat else say("offers-draw", locale, who=people[seat])
    for seat in sorted(match.engine.cancel_agreed_by):
        mine = f"🕊️ {say('done-cancel', locale)}"
        yield mine if seat == reader_seat else say("asks-to-cancel", locale, who=people[seat])


def _format_pinged_players(match: RunningMatch, pinged_ids: frozenset[int], locale: str) -> Iterator[str]:
    """Who is asked by the table itself; whoever is only to answer a wish reads it there."""
    waiting = sorted(pinged_ids & {match.player_ids[seat] for seat in match.engine.to_move})
    if waiting:
        yield say(
            "choose-here",
            locale,
            who=say.format_list([format_mention(person_id, locale) for person_id in waiting], locale),
        )


def _build_card_rows(match: RunningMatch, locale: str) -> tuple[Row, ...]:
    def to(verb: Action) -> str:
        return str(CustomId(verb, match.id, match.engine.step))

    # Only while somebody is awaited whom it can serve.
    people = match.engine.to_move - match.ai_controlled_seats
    row = [Button(say("button-choose", locale), to(Action.OPEN_MATCH), "main")] if people else []
    if must_hide_again(match, None):
        row.append(Button(say("button-look", locale), to(Action.SHOW_TEMPORARY_REVEAL)))
    return ((*row, Button(say("button-more", locale), to(Action.SHOW_MORE))),)


def format_thread_name(match: StartedMatch, player_names: Sequence[str], locale: str) -> str:
    """A thread's, by what its people are called: mentions it would not resolve."""
    game = match.game.say("name", locale)
    room = THREAD_NAME_MAX_LENGTH - len(say("match-name", locale, game=game, players=""))
    return say("match-name", locale, game=game, players=shorten(" – ".join(player_names), room, placeholder="…"))


def render_thread_link(match: StartedMatch, thread_id: int, locale: str) -> Scene:
    """The line to which its card has come, above the thread in which it is played."""
    players = " – ".join(format_mention(person_id, locale) for person_id in match.player_ids)
    game = match.game.say("name", locale)
    return Scene(above=(say("match-threaded", locale, game=game, players=players, where=f"<#{thread_id}>"),))


def must_hide_again(match: StartedMatch, seat: Seat | None) -> bool:
    """Is there something to be seen now that must be covered again?"""
    view = match.engine.view_of(seat)
    covered, nobody = match.game.forget(view), ("",) * match.engine.seats
    # Mostly it is the same view, and no board has to be laid out to see that.
    return covered != view and bool(
        match.game.draw_board(covered) != match.game.draw_board(view)
        or match.game.draw_reveal(covered) != match.game.draw_reveal(view)
        or match.game.describe_step(covered, "en", nobody) != match.game.describe_step(view, "en", nobody)
    )
