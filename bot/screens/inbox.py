"""What waits for somebody, and what is going on around them: a line each, and a button wherever it is theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.i18n import say
from bot.matches.model import Offer, Play, Table
from bot.matches.time_budget import Absences
from bot.screens import offer_card
from bot.screens.custom_ids import Address, Verb
from bot.screens.dialogs import matches_button, practices
from bot.screens.match_card import title
from bot.screens.move_buttons import BUTTON_LABEL
from bot.screens.names import called, moment, runs_out
from bot.screens.scene import Button, Row, Scene

A_PAGE: Final = 6
"""Matches on a page of the inbox."""
BESIDE: Final = 3
"""Buttons side by side, where a phone shows what they say."""


def inbox(
    tables: Sequence[Play | Offer],
    person: int,
    names: Mapping[int, str],
    locale: str,
    absences: Absences,
    page: int = 0,
) -> Scene:
    """All that somebody plays or is asked to, a line each and its button: what waits for them first, the most urgent at
    the top.

    On a button nobody is mentioned: there people are called by the `names` that are known.
    """
    waits = sum(table.waits_for(person) for table in tables)
    if not tables:
        return Scene(above=(f"### {say('inbox-empty', locale)}",), rows=(practices(locale),))
    pages = -(-len(tables) // A_PAGE)
    page = min(page, pages - 1)
    here = [*enumerate(tables, 1)][page * A_PAGE : (page + 1) * A_PAGE]
    lines = [f"**{number}.** {_line(table, person, locale, absences)}" for number, table in here]
    rows = _rows([_to(number, table, person, names, locale) for number, table in here])

    def turn(to: int, key: str) -> Button:
        # Of two pages both lead to the other one, and no two buttons may have the same custom_id.
        way = Address(Verb.INBOX, 0, int(to > page), str(to % pages))
        return Button(say(key, locale), str(way), off=not 0 <= to < pages)

    if pages > 1:
        rows.append((turn(page - 1, "button-before"), turn(page + 1, "button-next")))
    heading = say("inbox-waits", locale, count=waits) if waits else say("inbox-empty", locale)
    return Scene(above=(f"### {heading}", *lines), rows=tuple(rows))


def running(
    tables: Sequence[Table], person: int, names: Mapping[int, str], locale: str, absences: Absences, *, more: int
) -> Scene:
    """Who plays whom, who is awaited and until when; what waits for its reader, or for anybody, has a button."""
    lines = [_running(table, locale, absences) for table in tables]
    if more > 0:
        lines.append(say("list-more", locale, count=more))
    theirs = [table for table in tables if table.waits_for(person) or _is_free(table, person)]
    return Scene(
        above=(f"### {say('list-title' if tables else 'list-empty', locale)}", *lines),
        rows=(
            *_rows([_to(table.id, table, person, names, locale) for table in theirs]),
            (matches_button(locale),),
            practices(locale),
        ),
    )


def _is_free(table: Table, person: int) -> bool:
    """May anybody sit down there?"""
    return isinstance(table, Offer) and table.agreement.kind == "open" and person not in table.company


def _rows(buttons: Sequence[Button]) -> list[Row]:
    return [tuple(buttons[at : at + BESIDE]) for at in range(0, len(buttons), BESIDE)]


def _to(number: int, table: Table, person: int, names: Mapping[int, str], locale: str) -> Button:
    """Which game against whom, as far as a phone shows it."""
    others: list[int | None] = [*table.people] if isinstance(table, Play) else [table.host, *table.named]
    others += [None] * table.agreement.house if isinstance(table, Offer) else []
    people = dict.fromkeys(called(None, locale) if it is None else names.get(it) for it in others if it != person)
    against = ", ".join(name for name in people if name)
    label = f"{number} · " + ", ".join(filter(None, [table.game.say("name", locale), against]))
    short = label if len(label) <= BUTTON_LABEL else f"{label[: BUTTON_LABEL - 1].rstrip()}…"
    verb = Verb.SHAKE if _unshaken(table, person) else Verb.CHOOSE
    return Button(short, str(Address(verb, table.id, 0)), "main" if table.waits_for(person) else "plain")


def _unshaken(table: Table, person: int) -> bool:
    """Does it begin once they have shaken the dice?"""
    return isinstance(table, Offer) and table.full and table.waits_for(person)


def _line(table: Play | Offer, person: int, locale: str, absences: Absences) -> str:
    """Who plays, and until when it waits for this person or else whom it waits for."""
    if isinstance(table, Offer):
        stands = say("offer-stands", locale, until=moment(table.stands(absences)))
        asks = say("inbox-unshaken", locale) if _unshaken(table, person) else stands
        return f"{offer_card.title(table, locale)} · {asks}"
    if not table.waits_for(person):
        who = [called(table.people[other], locale) for other in sorted(table.match.to_move)]
        return f"{title(table, locale)} · {say('chooses', locale, who=say.format_list(who, locale), count=len(who))}"
    due = table.due_of(person, absences)
    return title(table, locale) + ("" if due is None else f" · {runs_out(due, locale)}")


def _running(table: Table, locale: str, absences: Absences) -> str:
    if not isinstance(table, Play):
        return say("list-offered", locale, match=table.id, title=offer_card.title(table, locale))
    waiting = sorted(table.match.to_move - table.housed or table.match.to_move)
    times = [due for seat in waiting if (due := table.due(seat, absences)) is not None]
    who = say.format_list([called(table.people[seat], locale) for seat in waiting], locale)
    facts: dict[str, str | int] = {"match": table.id, "title": title(table, locale), "who": who}
    if not times:
        return say("list-playing", locale, **facts)
    return say("list-playing-until", locale, until=runs_out(min(times), locale), **facts)
