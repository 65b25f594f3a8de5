"""Lists of matches: a person's inbox, and all matches of a channel or server. Each match has a button beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from bot.i18n import say
from bot.matches.model import MatchState, Offer, RunningMatch
from bot.matches.time_budget import Absences
from bot.screens import offer_card
from bot.screens.channel_line import format_match_link, format_players, format_running_score
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_inbox_button, build_practice_menu
from bot.screens.match_card import build_watch_button
from bot.screens.phrases import (
    capitalize_sentence,
    format_mention,
    format_player_names,
    format_relative_time,
    format_time_left,
)
from bot.screens.scene import Button, Row, Scene, Section
from storage import MatchHeader

ListedMatch: TypeAlias = tuple[MatchHeader, MatchState]
MATCHES_PER_PAGE: Final = 6
MAX_LISTED_MATCHES: Final = 8
"""The maximum number of matches that `/duel list` shows. Each takes three of a message's 40 components.

Their texts fit into one message, too, even if every match has six players to move.
"""


def render_inbox(
    matches: Sequence[RunningMatch | Offer], person_id: int, locale: str, absences: Absences, page: int = 0
) -> Scene:
    """Render a page of the list of a person's own matches and offers, in the given order."""
    waiting_count = sum(match.is_waiting_for(person_id) for match in matches)
    if not matches:
        return Scene(above=(f"### {say('inbox-empty', locale)}",), rows=(build_practice_menu(locale),))
    page_count = -(-len(matches) // MATCHES_PER_PAGE)
    page = min(page, page_count - 1)
    shown = matches[page * MATCHES_PER_PAGE : (page + 1) * MATCHES_PER_PAGE]

    def build_page_button(target: int, key: str) -> Button:
        # With two pages, both buttons have the same target, but their custom IDs must differ.
        custom_id = CustomId(Action.SHOW_INBOX, 0, int(target > page), str(target % page_count))
        return Button(say(key, locale), str(custom_id), disabled=not 0 <= target < page_count)

    rows: tuple[Row, ...] = ()
    if page_count > 1:
        rows = ((build_page_button(page - 1, "button-before"), build_page_button(page + 1, "button-next")),)
    heading = say("inbox-waits", locale, count=waiting_count) if waiting_count else say("inbox-empty", locale)
    return Scene(
        above=(f"### {heading}",),
        sections=tuple(
            Section(
                _format_own_match(match, person_id, locale, absences), _build_match_button(match, person_id, locale)
            )
            for match in shown
        ),
        rows=rows,
        footer=say("page", locale, page=page + 1, pages=page_count) if page_count > 1 else "",
    )


def render_match_list(
    matches: Sequence[ListedMatch], person_id: int, locale: str, absences: Absences, *, unlisted_count: int
) -> Scene:
    """Render the public matches of a channel or server. `unlisted_count` is the number of those not in the list."""
    return Scene(
        above=(f"### {say('list-title' if matches else 'list-empty', locale)}",),
        sections=tuple(
            Section(_format_listed_match(header, match, locale, absences), _build_list_button(match, person_id, locale))
            for header, match in matches
        ),
        rows=((build_inbox_button(locale),), build_practice_menu(locale)),
        footer=say("list-more", locale, count=unlisted_count) if unlisted_count > 0 else "",
    )


def _build_list_button(match: MatchState, person_id: int, locale: str) -> Button:
    is_onlooker = isinstance(match, RunningMatch) and match.find_view_seat(person_id) is None
    return build_watch_button(match.id, 0, locale) if is_onlooker else _build_match_button(match, person_id, locale)


def _build_match_button(match: MatchState, person_id: int, locale: str) -> Button:
    is_waiting = match.is_waiting_for(person_id)
    if _needs_seed_from(match, person_id):
        action, label_key = Action.OPEN_SEED_FORM, "button-shake"
    else:
        action = Action.OPEN_MATCH
        label_key = "button-choose" if is_waiting and isinstance(match, RunningMatch) else "button-open"
    return Button(say(label_key, locale), str(CustomId(action, match.id)), "main" if is_waiting else "plain")


def _needs_seed_from(match: MatchState, person_id: int) -> bool:
    """Return whether a match waits for this person to add a seed for the dice, without which it cannot start."""
    return isinstance(match, Offer) and match.is_full and match.is_waiting_for(person_id)


def _format_own_match(match: RunningMatch | Offer, person_id: int, locale: str, absences: Absences) -> str:
    """Return a line with the game and the opponents, and a line with the reader's deadline or the awaited players."""
    if isinstance(match, Offer):
        if _needs_seed_from(match, person_id):
            status = say("inbox-unshaken", locale)
        elif match.has_ai_joined and not match.is_full and person_id == match.host_id:
            status = say("inbox-filled", locale)
        else:
            status = say("offer-stands", locale, until=format_relative_time(match.compute_expiry(absences)))
        return f"{offer_card.format_own_offer_title(match, person_id, locale)}\n-# {status}"
    names = format_player_names(match, locale)
    opponents = [name for name, player_id in zip(names, match.player_ids, strict=True) if player_id != person_id]
    title = f"**{match.game.say('name', locale)}**\n{capitalize_sentence(say.format_list(opponents, locale))}"
    if not match.is_waiting_for(person_id):
        who = [names[other] for other in sorted(match.engine.to_move)]
        status = say("chooses", locale, who=say.format_list(who, locale), count=len(who))
        return f"{title}\n-# {capitalize_sentence(status)}"
    deadline = match.compute_person_deadline(person_id, absences)
    return title if deadline is None else f"{title}\n-# {format_time_left(deadline, locale)}"


def _format_listed_match(header: MatchHeader, match: MatchState, locale: str, absences: Absences) -> str:
    """Return a line with the number of the match, its players, its score, and a link to its card.

    For a running match, a line with the awaited players follows.
    """
    if not isinstance(match, RunningMatch):
        card = format_match_link(header, say("list-card", locale))
        return f"`{match.id}` {offer_card.format_offer_title(match, locale)} · {card}"
    awaited = sorted(match.engine.to_move - match.ai_controlled_seats or match.engine.to_move)
    deadlines = [due for seat in awaited if (due := match.compute_seat_deadline(seat, absences)) is not None]
    who = say.format_list([format_mention(match.player_ids[seat], locale) for seat in awaited], locale)
    facts: dict[str, str | int] = {"who": who, "count": len(awaited)}
    status = (
        say("chooses-until", locale, until=format_time_left(min(deadlines), locale), **facts)
        if deadlines
        else say("chooses", locale, **facts)
    )
    score = format_running_score(match)
    game = format_match_link(header, match.game.say("name", locale))
    parts = [format_players(match, locale), f"**{score}**" if score else "", game]
    return f"`{match.id}` {' · '.join(filter(None, parts))}\n-# {capitalize_sentence(status)}"
