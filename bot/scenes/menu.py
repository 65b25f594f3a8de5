"""Small private scenes around a table: what else can be done, the board in letters, are you sure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.scenes.address import Address
from bot.scenes.match import title
from bot.scenes.names import called
from bot.scenes.scene import Board, Button, Row, Scene, Tone
from bot.scenes.spans import moment
from bot.scenes.verb import Verb
from bot.table.allowance import Absences
from bot.table.table import Begun, Play, Table
from bot.texts import say
from games.core import Seat
from games.refused import Refused

ENDS: Final = frozenset({"resign", "cancel"})
"""What there is no way back from."""


def more(table: Begun, seat: Seat | None, locale: str) -> Scene:
    rows: list[Row] = [
        (
            Button(say("button-text", locale), str(Address(Verb.TEXT, table.id, 0))),
            Button(say("button-rules", locale), str(Address(Verb.RULES, table.id, 0))),
            Button(say("button-inbox", locale), str(Address(Verb.INBOX, table.id, 0))),
        )
    ]
    if seat is not None:
        rows.append(tuple(_ask(table, what, locale) for what in _calls(table, seat)))
    return Scene(above=(f"### {title(table, locale)}",), rows=tuple(rows))


def unanswered(table: Play, seat: Seat) -> list[str]:
    """What others wish, and wait for this seat to say as well."""
    heard = {"agree": table.match.agreed, "cancel": table.match.cancelled}
    return [what for what in _calls(table, seat) if heard.get(what)]


def answers(table: Play, seat: Seat, locale: str) -> Iterator[tuple[Button, ...]]:
    """To what others wish; the row is there only while somebody does."""
    if calls := unanswered(table, seat):
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
        above=(f"### {title(table, locale)}", *table.game.told(view, locale)),
        board=Board(table.game.picture(view), table.game.alt(view, locale)),
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


def offered(table: Table, locale: str) -> Scene:
    return Scene(above=(say("offered-practice" if table.agreement.kind == "practice" else "offered", locale),))


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
