"""The inbox: all that one plays, and what begins once one has shaken its dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.scenes.address import Address
from bot.scenes.match import title
from bot.scenes.menu import practices
from bot.scenes.names import called
from bot.scenes.offer import title as offered
from bot.scenes.picker import LABEL
from bot.scenes.scene import Button, Row, Scene, Tone
from bot.scenes.spans import runs_out
from bot.scenes.verb import Verb
from bot.table.allowance import Absences
from bot.table.table import Offer, Play
from bot.texts import say

A_PAGE: Final = 6
"""Matches on a page."""


def inbox(
    tables: Sequence[Play | Offer],
    person: int,
    names: Mapping[int, str],
    locale: str,
    absences: Absences,
    page: int = 0,
) -> Scene:
    """All that somebody plays, a line each and its button: what waits for them first, the most urgent at the top, and
    above all what begins once they shake the dice.

    On a button nobody is mentioned: there people are called by the `names` that are known.
    """
    waits = [it for it in tables if isinstance(it, Offer) or it.eyes_of(person) in it.match.waiting]
    if not tables:
        return Scene(above=(f"### {say('inbox-empty', locale)}",), rows=(practices(locale),))
    pages = -(-len(tables) // A_PAGE)
    page = min(page, pages - 1)
    here = tables[page * A_PAGE : (page + 1) * A_PAGE]
    lines, buttons = [], []
    for number, table in enumerate(here, page * A_PAGE + 1):
        line, tone = _waiting(table, person, locale, absences)
        lines.append(f"**{number}.** {line}")
        verb = Verb.SHAKE if isinstance(table, Offer) else Verb.CHOOSE
        buttons.append(Button(_labelled(number, table, person, names, locale), str(Address(verb, table.id, 0)), tone))
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
    heading = say("inbox-waits", locale, count=len(waits)) if waits else say("inbox-empty", locale)
    return Scene(above=(f"### {heading}", *lines), rows=tuple(rows))


def _labelled(number: int, table: Play | Offer, person: int, names: Mapping[int, str], locale: str) -> str:
    """Which game against whom, as far as a phone shows it."""
    people = [it.person for it in table.sat] if isinstance(table, Offer) else table.people
    others = dict.fromkeys(called(None, locale) if it is None else names.get(it) for it in people if it != person)
    against = ", ".join(name for name in others if name)
    label = f"{number} · " + ", ".join(filter(None, [table.game.say("name", locale), against]))
    return label if len(label) <= LABEL else f"{label[: LABEL - 1].rstrip()}…"


def _waiting(table: Play | Offer, person: int, locale: str, absences: Absences) -> tuple[str, Tone]:
    """Who plays, and until when it waits for this person or else whom it waits for; and how its button looks."""
    if isinstance(table, Offer):
        return f"{offered(table, locale)} · {say('inbox-unshaken', locale)}", "main"
    seat = table.eyes_of(person)
    if seat not in table.match.waiting:
        who = [called(table.people[other], locale) for other in sorted(table.match.waiting)]
        return (
            f"{title(table, locale)} · {say('chooses', locale, who=say.listed(who, locale), count=len(who))}",
            "plain",
        )
    due = None if seat is None else table.due(seat, absences)
    return title(table, locale) + ("" if due is None else f" · {runs_out(due, locale)}"), "main"
