"""Lists of matches: a person's inbox, and all matches of a channel or server."""

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
MATCH_BUTTONS_PER_ROW: Final = 3
"""The maximum number of match buttons in a row. With more buttons, phones would cut off the labels."""


def render_inbox(
    matches: Sequence[RunningMatch | Offer],
    person_id: int,
    names: Mapping[int, str],
    locale: str,
    absences: Absences,
    page: int = 0,
) -> Scene:
    """Render a page of a person's matches and offers in the given order, with a button for each of them.

    The buttons show the opponents' names from `names`, because Discord does not resolve mentions on buttons.
    """
    waiting_count = sum(match.is_waiting_for(person_id) for match in matches)
    if not matches:
        return Scene(above=(f"### {say('inbox-empty', locale)}",), rows=(build_practice_menu(locale),))
    page_count = -(-len(matches) // MATCHES_PER_PAGE)
    page = min(page, page_count - 1)
    shown = [*enumerate(matches, 1)][page * MATCHES_PER_PAGE : (page + 1) * MATCHES_PER_PAGE]
    lines = [f"**{number}.** {_format_inbox_line(match, person_id, locale, absences)}" for number, match in shown]
    rows = _split_into_rows([_build_match_button(number, match, person_id, names, locale) for number, match in shown])

    def build_page_button(target: int, key: str) -> Button:
        # With two pages, both buttons have the same target, but their custom IDs must differ.
        custom_id = CustomId(Action.SHOW_INBOX, 0, int(target > page), str(target % page_count))
        return Button(say(key, locale), str(custom_id), disabled=not 0 <= target < page_count)

    if page_count > 1:
        rows.append((build_page_button(page - 1, "button-before"), build_page_button(page + 1, "button-next")))
    heading = say("inbox-waits", locale, count=waiting_count) if waiting_count else say("inbox-empty", locale)
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
    """Render a line for each match, and a button for each match in which the reader can act.

    These are the matches that the reader can join and those that are waiting for the reader. `unlisted_count` is the
    number of further matches that have no line.
    """
    lines = [_format_list_line(match, locale, absences) for match in matches]
    if unlisted_count > 0:
        lines.append(say("list-more", locale, count=unlisted_count))
    actionable = [match for match in matches if match.is_waiting_for(person_id) or _can_join(match, person_id)]
    return Scene(
        above=(f"### {say('list-title' if matches else 'list-empty', locale)}", *lines),
        rows=(
            *_split_into_rows([_build_match_button(match.id, match, person_id, names, locale) for match in actionable]),
            (build_inbox_button(locale),),
            build_practice_menu(locale),
        ),
    )


def _can_join(match: MatchState, person_id: int) -> bool:
    return isinstance(match, Offer) and match.terms.kind == "open" and person_id not in match.involved_person_ids


def _split_into_rows(buttons: Sequence[Button]) -> list[Row]:
    return [
        tuple(buttons[start : start + MATCH_BUTTONS_PER_ROW]) for start in range(0, len(buttons), MATCH_BUTTONS_PER_ROW)
    ]


def _build_match_button(
    number: int, match: MatchState, person_id: int, names: Mapping[int, str], locale: str
) -> Button:
    """Build a button with a match's number, game and opponents, cut off at the length that phones show."""
    player_ids: list[int | None] = (
        [*match.player_ids] if isinstance(match, RunningMatch) else [match.host_id, *match.invited_ids]
    )
    player_ids += [None] * match.terms.house if isinstance(match, Offer) else []
    unique_names = dict.fromkeys(
        format_mention(None, locale) if it is None else names.get(it) for it in player_ids if it != person_id
    )
    opponents = ", ".join(name for name in unique_names if name)
    label = f"{number} · " + ", ".join(filter(None, [match.game.say("name", locale), opponents]))
    short = label if len(label) <= BUTTON_LABEL_MAX_LENGTH else f"{label[: BUTTON_LABEL_MAX_LENGTH - 1].rstrip()}…"
    action = Action.OPEN_SEED_FORM if _needs_seed_from(match, person_id) else Action.OPEN_MATCH
    return Button(short, str(CustomId(action, match.id)), "main" if match.is_waiting_for(person_id) else "plain")


def _needs_seed_from(match: MatchState, person_id: int) -> bool:
    """Return whether the match cannot start until this person adds a seed."""
    return isinstance(match, Offer) and match.is_full and match.is_waiting_for(person_id)


def _format_inbox_line(match: RunningMatch | Offer, person_id: int, locale: str, absences: Absences) -> str:
    """Return the match's title with the reader's deadline, or with the players who are to move."""
    if isinstance(match, Offer):
        expiry = say("offer-stands", locale, until=format_relative_time(match.compute_expiry(absences)))
        status = say("inbox-unshaken", locale) if _needs_seed_from(match, person_id) else expiry
        return f"{offer_card.format_offer_title(match, locale)} · {status}"
    if not match.is_waiting_for(person_id):
        who = [format_mention(match.player_ids[other], locale) for other in sorted(match.engine.to_move)]
        choosing = say("chooses", locale, who=say.format_list(who, locale), count=len(who))
        return f"{format_match_title(match, locale)} · {choosing}"
    deadline = match.compute_person_deadline(person_id, absences)
    return format_match_title(match, locale) + ("" if deadline is None else f" · {format_time_left(deadline, locale)}")


def _format_list_line(match: MatchState, locale: str, absences: Absences) -> str:
    if not isinstance(match, RunningMatch):
        return say("list-offered", locale, match=match.id, title=offer_card.format_offer_title(match, locale))
    awaited = sorted(match.engine.to_move - match.ai_controlled_seats or match.engine.to_move)
    deadlines = [due for seat in awaited if (due := match.compute_seat_deadline(seat, absences)) is not None]
    who = say.format_list([format_mention(match.player_ids[seat], locale) for seat in awaited], locale)
    facts: dict[str, str | int] = {"match": match.id, "title": format_match_title(match, locale), "who": who}
    if not deadlines:
        return say("list-playing", locale, **facts)
    return say("list-playing-until", locale, until=format_time_left(min(deadlines), locale), **facts)
