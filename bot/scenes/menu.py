"""Small private scenes around a table: what else can be done, the board in letters, are you sure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.scenes.address import Address
from bot.scenes.match import laid, reveal, revealed, telling, title, told, waited_for
from bot.scenes.names import called
from bot.scenes.scene import Button, Row, Scene, Tone
from bot.scenes.spans import moment
from bot.scenes.verb import Verb
from bot.table.allowance import Absences
from bot.table.table import Begun, Play, Table
from bot.texts import say
from games.core import Seat
from games.refused import Refused

A_PAGE: Final = 6
"""Matches on a page of the inbox."""
ENDS: Final = frozenset({"resign", "cancel"})
"""What there is no way back from."""


def more(table: Begun, seat: Seat | None, locale: str) -> Scene:
    rows: list[Row] = [
        (
            Button(say("button-text", locale), str(Address(Verb.TEXT, table.id, 0))),
            Button(say("button-rules", locale), str(Address(Verb.RULES, table.id, 0))),
        )
    ]
    if table.private and not table.over:
        # Begun once more by other rules.
        rows.append((Button(say("button-options", locale), str(Address(Verb.OPTIONS, table.id, 0))),))
    if seat is not None and not table.over:
        rows.append(tuple(_ask(table, what, locale) for what in _calls(table, seat)))
    return Scene(above=(f"### {title(table, locale)}",), rows=tuple(rows))


def answers(table: Play, seat: Seat, locale: str) -> Iterator[tuple[Button, ...]]:
    """To what others wish; the row is there only while somebody does."""
    heard = {"agree": table.match.agreed, "cancel": table.match.cancelled}
    if calls := [what for what in _calls(table, seat) if heard.get(what)]:
        yield tuple(_ask(table, what, locale) for what in calls)


def _ask(table: Begun, what: str, locale: str) -> Button:
    return Button(say(f"button-{what}", locale), str(Address(Verb.ASK, table.id, 0, what)))


def _calls(table: Begun, seat: Seat) -> Iterator[str]:
    """What one has not said yet, and may."""
    if _can_be_drawn(table) and seat not in table.match.agreed:
        yield "agree" if table.match.agreed else "offer"
    if seat not in table.match.cancelled:
        yield "cancel"
    yield "resign"


def _can_be_drawn(table: Begun) -> bool:
    """All must agree, and the house plays to the end."""
    return not table.match.stayed & table.housed


def text(table: Begun, seat: Seat | None, locale: str) -> Scene:
    view = table.game.covered(table.match.view(seat))
    return Scene(above=(f"### {title(table, locale)}", f"```\n{table.game.text(view, locale)}\n```"))


def look(table: Play, seat: Seat, locale: str) -> Scene:
    """What everybody saw for ten seconds; it is covered again here, too."""
    view = table.match.view(seat)
    return Scene(
        above=(f"### {title(table, locale)}", *telling(table, [view], locale)),
        reveal=reveal(table, view, locale),
        board=laid(table, view, locale),
        small=say("look-closes", locale),
    )


def looked(locale: str) -> Scene:
    return Scene(above=(say("look-closed", locale),))


def sure(table: Begun, what: str, locale: str) -> Scene:
    """Which match it is about is said too: one may sit at many."""
    if what not in ENDS and not _can_be_drawn(table):
        raise Refused("house-plays-on")
    tone: Tone = "bad" if what in ENDS else "main"
    yes = Button(say(f"button-{what}", locale), str(Address(Verb.CALL, table.id, 0, what)), tone)
    return Scene(above=(f"### {title(table, locale)}", say(f"sure-{what}", locale)), rows=((yes,),))


def done(what: str, locale: str) -> Scene:
    return Scene(above=(say(f"done-{what}", locale),))


def nothing_waits(locale: str) -> Scene:
    return Scene(above=(say("inbox-empty", locale),))


def inbox(tables: Sequence[Play], person: int, locale: str, absences: Absences, page: int = 0) -> Scene:
    """What waits for somebody, a line each and its button; the most urgent first."""
    pages = -(-len(tables) // A_PAGE)
    page = min(page, pages - 1)
    here = tables[page * A_PAGE : (page + 1) * A_PAGE]
    lines, buttons = [], []
    for number, table in enumerate(here, page * A_PAGE + 1):
        seat = table.eyes_of(person)
        due = None if seat is None else table.due(seat, absences)
        line = f"**{number}.** {title(table, locale)}"
        lines.append(line if due is None else f"{line} · ⏳ {moment(due)}")
        buttons.append(Button(str(number), str(Address(Verb.CHOOSE, table.id, 0)), "main"))
    rows: list[Row] = [tuple(buttons[:3]), tuple(buttons[3:])] if len(buttons) > 3 else [tuple(buttons)]
    if pages > 1:
        turns = ((page - 1, "before"), (page + 1, "next"))
        rows.append(
            tuple(
                Button(
                    say(f"button-{way}", locale),
                    str(Address(Verb.INBOX, 0, 0, str(to % pages))),
                    off=not 0 <= to < pages,
                )
                for to, way in turns
            )
        )
    return Scene(above=(f"### {say('inbox-waits', locale, count=len(tables))}", *lines), rows=tuple(rows))


def watched(table: Begun, locale: str, absences: Absences) -> Scene:
    """The board as everybody sees it, for somebody who does not play there."""
    view = table.game.covered(table.match.view(None))
    return Scene(
        above=(f"### {title(table, locale)}", *told(table, locale, uncovered=False)),
        reveal=revealed(table, locale, uncovered=False),
        board=laid(table, view, locale),
        below=tuple(waited_for(table, locale, absences)) if isinstance(table, Play) else (),
    )


def practising(table: Play, anew: Address, locale: str) -> Scene:
    """Somebody who practises already goes on, or begins anew."""
    on = Button(say("button-go-on", locale), str(Address(Verb.CHOOSE, table.id, 0)), "main")
    new = Button(say("button-anew", locale), str(anew))
    return Scene(above=(f"### {title(table, locale)}", say("practising", locale)), rows=((on, new),))


def comes(locale: str) -> Scene:
    return Scene(above=(say("board-comes", locale),))


def running(tables: Sequence[Table], locale: str, absences: Absences, *, more: int) -> Scene:
    """Who plays whom, who is awaited and until when."""
    lines = [_running(table, locale, absences) for table in tables]
    if more > 0:
        lines.append(say("list-more", locale, count=more))
    return Scene(above=tuple(lines) or (say("list-empty", locale),))


def _running(table: Table, locale: str, absences: Absences) -> str:
    if not isinstance(table, Play):
        return say(
            "list-offered", locale, match=table.id, host=called(table.host, locale), game=table.game.say("name", locale)
        )
    waiting = sorted(table.match.waiting - table.housed)
    times = [due for seat in waiting if (due := table.due(seat, absences)) is not None]
    who = say.listed([called(table.people[seat], locale) for seat in waiting], locale)
    facts: dict[str, str | int] = {"match": table.id, "title": title(table, locale), "who": who}
    if not times:
        return say("list-playing", locale, **facts)
    return say("list-playing-until", locale, until=moment(min(times)), **facts)
