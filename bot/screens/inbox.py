"""What waits for somebody, and what is going on around them: a line each, and a button wherever it is theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.i18n import say
from bot.matches.model import MatchState, Offer, RunningMatch
from bot.matches.time_budget import Absences
from bot.screens import offer_card
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_inbox_button, build_practice_menu
from bot.screens.match_card import format_match_title
from bot.screens.move_buttons import BUTTON_LABEL_MAX_LENGTH
from bot.screens.phrases import format_mention, format_relative_time, format_time_left
from bot.screens.scene import Button, Row, Scene

MATCHES_PER_PAGE: Final = 6
"""Matches on a page of the inbox."""
BUTTONS_PER_ROW: Final = 3
"""Buttons side by side, where a phone shows what they say."""


def render_inbox(
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
    waits = sum(match.is_waiting_for(person_id) for match in matches)
    if not matches:
        return Scene(above=(f"### {say('inbox-empty', locale)}",), rows=(build_practice_menu(locale),))
    pages = -(-len(matches) // MATCHES_PER_PAGE)
    page = min(page, pages - 1)
    here = [*enumerate(matches, 1)][page * MATCHES_PER_PAGE : (page + 1) * MATCHES_PER_PAGE]
    lines = [f"**{number}.** {_format_inbox_line(match, person_id, locale, absences)}" for number, match in here]
    rows = _split_into_rows([_build_match_button(number, match, person_id, names, locale) for number, match in here])

    def turn(to: int, key: str) -> Button:
        # Of two pages both lead to the other one, and no two buttons may have the same custom_id.
        way = CustomId(Action.SHOW_INBOX, 0, int(to > page), str(to % pages))
        return Button(say(key, locale), str(way), disabled=not 0 <= to < pages)

    if pages > 1:
        rows.append((turn(page - 1, "button-before"), turn(page + 1, "button-next")))
    heading = say("inbox-waits", locale, count=waits) if waits else say("inbox-empty", locale)
    return Scene(above=(f"### {heading}", *lines), rows=tuple(rows))


def render_match_list(
    matches: Sequence[MatchState],
    person_id: int,
    names: Mapping[int, str],
    locale: str,
    absences: Absences,
    *,
    unlisted_count: int,
) -> Scene:
    """Who plays whom, who is awaited and until when; what waits for its reader, or for anybody, has a button."""
    lines = [_format_list_line(match, locale, absences) for match in matches]
    if unlisted_count > 0:
        lines.append(say("list-more", locale, count=unlisted_count))
    theirs = [match for match in matches if match.is_waiting_for(person_id) or _can_join(match, person_id)]
    return Scene(
        above=(f"### {say('list-title' if matches else 'list-empty', locale)}", *lines),
        rows=(
            *_split_into_rows([_build_match_button(match.id, match, person_id, names, locale) for match in theirs]),
            (build_inbox_button(locale),),
            build_practice_menu(locale),
        ),
    )


def _can_join(match: MatchState, person_id: int) -> bool:
    """May anybody sit down there?"""
    return isinstance(match, Offer) and match.terms.kind == "open" and person_id not in match.involved_person_ids


def _split_into_rows(buttons: Sequence[Button]) -> list[Row]:
    return [tuple(buttons[at : at + BUTTONS_PER_ROW]) for at in range(0, len(buttons), BUTTONS_PER_ROW)]


def _build_match_button(
    number: int, match: MatchState, person_id: int, names: Mapping[int, str], locale: str
) -> Button:
    """Which game against whom, as far as a phone shows it."""
    others: list[int | None] = (
        [*match.player_ids] if isinstance(match, RunningMatch) else [match.host_id, *match.invited_ids]
    )
    others += [None] * match.terms.house if isinstance(match, Offer) else []
    people = dict.fromkeys(
        format_mention(None, locale) if it is None else names.get(it) for it in others if it != person_id
    )
    against = ", ".join(name for name in people if name)
    label = f"{number} · " + ", ".join(filter(None, [match.game.say("name", locale), against]))
    short = label if len(label) <= BUTTON_LABEL_MAX_LENGTH else f"{label[: BUTTON_LABEL_MAX_LENGTH - 1].rstrip()}…"
    verb = Action.OPEN_SEED_FORM if _needs_seed_from(match, person_id) else Action.OPEN_MATCH
    return Button(short, str(CustomId(verb, match.id, 0)), "main" if match.is_waiting_for(person_id) else "plain")


def _needs_seed_from(match: MatchState, person_id: int) -> bool:
    """Does it begin once they have shaken the dice?"""
    return isinstance(match, Offer) and match.is_full and match.is_waiting_for(person_id)


def _format_inbox_line(match: RunningMatch | Offer, person_id: int, locale: str, absences: Absences) -> str:
    """Who plays, and until when it waits for this person or else whom it waits for."""
    if isinstance(match, Offer):
        stands = say("offer-stands", locale, until=format_relative_time(match.compute_expiry(absences)))
        asks = say("inbox-unshaken", locale) if _needs_seed_from(match, person_id) else stands
        return f"{offer_card.format_offer_title(match, locale)} · {asks}"
    if not match.is_waiting_for(person_id):
        who = [format_mention(match.player_ids[other], locale) for other in sorted(match.engine.to_move)]
        choosing = say("chooses", locale, who=say.format_list(who, locale), count=len(who))
        return f"{format_match_title(match, locale)} · {choosing}"
    due = match.compute_person_deadline(person_id, absences)
    return format_match_title(match, locale) + ("" if due is None else f" · {format_time_left(due, locale)}")


def _format_list_line(match: MatchState, locale: str, absences: Absences) -> str:
    if not isinstance(match, RunningMatch):
        return say("list-offered", locale, match=match.id, title=offer_card.format_offer_title(match, locale))
    waiting = sorted(match.engine.to_move - match.ai_controlled_seats or match.engine.to_move)
    times = [due for seat in waiting if (due := match.compute_seat_deadline(seat, absences)) is not None]
    who = say.format_list([format_mention(match.player_ids[seat], locale) for seat in waiting], locale)
    facts: dict[str, str | int] = {"match": match.id, "title": format_match_title(match, locale), "who": who}
    if not times:
        return say("list-playing", locale, **facts)
    return say("list-playing-until", locale, until=format_time_left(min(times), locale), **facts)
