"""What waits for somebody, and what is going on around them: a line each, and a button wherever it is theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.i18n import say
from bot.matches.model import MatchState, Offer, RunningMatch
from bot.matches.time_budget import Absences
from bot.screens import offer_card
from bot.screens.custom_ids import Action, CustomId
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
    matches: Sequence[RunningMatch | Offer],
    person_id: int,
    names: Mapping[int, str],
    locale: str,
    absences: Absences,
    page: int = 0,
) -> Scene:
    """All that somebody plays or is asked to, a line each and its button: what waits for them first, the most urgent at
    the top.

    On a button nobody is mentioned: there people are called by the `names` that are known.
    """
    waits = sum(match.waits_for(person_id) for match in matches)
    if not matches:
        return Scene(above=(f"### {say('inbox-empty', locale)}",), rows=(practices(locale),))
    pages = -(-len(matches) // A_PAGE)
    page = min(page, pages - 1)
    here = [*enumerate(matches, 1)][page * A_PAGE : (page + 1) * A_PAGE]
    lines = [f"**{number}.** {_line(match, person_id, locale, absences)}" for number, match in here]
    rows = _rows([_to(number, match, person_id, names, locale) for number, match in here])

    def turn(to: int, key: str) -> Button:
        # Of two pages both lead to the other one, and no two buttons may have the same custom_id.
        way = CustomId(Action.INBOX, 0, int(to > page), str(to % pages))
        return Button(say(key, locale), str(way), off=not 0 <= to < pages)

    if pages > 1:
        rows.append((turn(page - 1, "button-before"), turn(page + 1, "button-next")))
    heading = say("inbox-waits", locale, count=waits) if waits else say("inbox-empty", locale)
    return Scene(above=(f"### {heading}", *lines), rows=tuple(rows))


def running(
    matches: Sequence[MatchState],
    person_id: int,
    names: Mapping[int, str],
    locale: str,
    absences: Absences,
    *,
    more: int,
) -> Scene:
    """Who plays whom, who is awaited and until when; what waits for its reader, or for anybody, has a button."""
    lines = [_running(match, locale, absences) for match in matches]
    if more > 0:
        lines.append(say("list-more", locale, count=more))
    theirs = [match for match in matches if match.waits_for(person_id) or _is_free(match, person_id)]
    return Scene(
        above=(f"### {say('list-title' if matches else 'list-empty', locale)}", *lines),
        rows=(
            *_rows([_to(match.id, match, person_id, names, locale) for match in theirs]),
            (matches_button(locale),),
            practices(locale),
        ),
    )


def _is_free(match: MatchState, person_id: int) -> bool:
    """May anybody sit down there?"""
    return isinstance(match, Offer) and match.terms.kind == "open" and person_id not in match.company


def _rows(buttons: Sequence[Button]) -> list[Row]:
    return [tuple(buttons[at : at + BESIDE]) for at in range(0, len(buttons), BESIDE)]


def _to(number: int, match: MatchState, person_id: int, names: Mapping[int, str], locale: str) -> Button:
    """Which game against whom, as far as a phone shows it."""
    others: list[int | None] = [*match.people] if isinstance(match, RunningMatch) else [match.host_id, *match.named]
    others += [None] * match.terms.house if isinstance(match, Offer) else []
    people = dict.fromkeys(called(None, locale) if it is None else names.get(it) for it in others if it != person_id)
    against = ", ".join(name for name in people if name)
    label = f"{number} · " + ", ".join(filter(None, [match.game.say("name", locale), against]))
    short = label if len(label) <= BUTTON_LABEL else f"{label[: BUTTON_LABEL - 1].rstrip()}…"
    verb = Action.SHAKE if _unshaken(match, person_id) else Action.CHOOSE
    return Button(short, str(CustomId(verb, match.id, 0)), "main" if match.waits_for(person_id) else "plain")


def _unshaken(match: MatchState, person_id: int) -> bool:
    """Does it begin once they have shaken the dice?"""
    return isinstance(match, Offer) and match.full and match.waits_for(person_id)


def _line(match: RunningMatch | Offer, person_id: int, locale: str, absences: Absences) -> str:
    """Who plays, and until when it waits for this person or else whom it waits for."""
    if isinstance(match, Offer):
        stands = say("offer-stands", locale, until=moment(match.stands(absences)))
        asks = say("inbox-unshaken", locale) if _unshaken(match, person_id) else stands
        return f"{offer_card.title(match, locale)} · {asks}"
    if not match.waits_for(person_id):
        who = [called(match.people[other], locale) for other in sorted(match.engine.to_move)]
        return f"{title(match, locale)} · {say('chooses', locale, who=say.format_list(who, locale), count=len(who))}"
    due = match.due_of(person_id, absences)
    return title(match, locale) + ("" if due is None else f" · {runs_out(due, locale)}")


def _running(match: MatchState, locale: str, absences: Absences) -> str:
    if not isinstance(match, RunningMatch):
        return say("list-offered", locale, match=match.id, title=offer_card.title(match, locale))
    waiting = sorted(match.engine.to_move - match.housed or match.engine.to_move)
    times = [due for seat in waiting if (due := match.due(seat, absences)) is not None]
    who = say.format_list([called(match.people[seat], locale) for seat in waiting], locale)
    facts: dict[str, str | int] = {"match": match.id, "title": title(match, locale), "who": who}
    if not times:
        return say("list-playing", locale, **facts)
    return say("list-playing-until", locale, until=runs_out(min(times), locale), **facts)
