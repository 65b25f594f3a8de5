"""The direct messages to followers, and the private screens that begin or end following somebody."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.i18n import say
from bot.matches.model import FinishedMatch, RunningMatch, StartedMatch
from bot.screens.channel_line import format_match_link, format_players, format_result_line
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_follow_person_button
from bot.screens.move_buttons import split_into_even_rows
from bot.screens.phrases import format_mention, is_forgotten, list_mention_fallbacks
from bot.screens.scene import Button, ButtonMenu, Scene
from bot.screens.settings import PLAYER_PANEL
from storage import MatchHeader

EVERYBODY_ARGUMENT = "all"


@dataclass(frozen=True, slots=True)
class Followed:
    """The people and matches that a person follows."""

    person_ids: Sequence[int]
    matches: Sequence[tuple[MatchHeader, StartedMatch]]


def render_follow_message(
    match: RunningMatch | FinishedMatch, header: MatchHeader, followed_ids: Collection[int], locale: str
) -> Scene:
    """Render the direct message that tells a follower that a match has started or ended.

    It has a button to stop following each followed player. If the reader follows only the match, it has buttons to
    follow the players instead.
    """
    game = format_match_link(header, match.game.say("name", locale))
    if isinstance(match, FinishedMatch):
        line = f"{format_result_line(match, locale, names_game=False)} · {game}"
    else:
        line = say("follow-started", locale, players=format_players(match, locale), game=game)
    buttons = [*_build_player_buttons(match, followed_ids, locale)]
    return Scene(
        above=(line,),
        rows=tuple(split_into_even_rows(buttons)),
        accent_color=match.game.ACCENT_COLOR,
    )


def _build_player_buttons(match: StartedMatch, followed_ids: Collection[int], locale: str) -> Iterator[Button]:
    people = [it for it in match.player_ids if it is not None and not is_forgotten(it)]
    followed = [it for it in people if it in followed_ids]
    action, key = (Action.UNFOLLOW, "button-unfollow-player") if followed else (Action.FOLLOW, "button-follow-player")
    for person_id in followed or people:
        yield Button(
            say(key, locale, who=format_mention(person_id, locale)),
            str(CustomId(action, match.id, argument=str(person_id))),
            mention_fallbacks=list_mention_fallbacks(match, locale),
        )


def render_match_followed(match_id: int, locale: str) -> Scene:
    stop = Button(say("button-unfollow", locale), str(CustomId(Action.UNFOLLOW, match_id)))
    return Scene(above=(say("follow-match", locale),), rows=((stop, _build_followed_button(locale)),))


def render_match_unfollowed(locale: str) -> Scene:
    return Scene(above=(say("follow-match-stopped", locale),), rows=((_build_followed_button(locale),),))


def render_person_followed(person_id: int, locale: str) -> Scene:
    line = say("follow-person", locale, who=format_mention(person_id, locale))
    return _render_change(line, person_id, locale, is_followed=True)


def render_person_unfollowed(person_id: int, locale: str) -> Scene:
    line = say("follow-person-stopped", locale, who=format_mention(person_id, locale))
    return _render_change(line, person_id, locale, is_followed=False)


def render_nobody_followed(locale: str) -> Scene:
    return Scene(above=(say("follow-all-stopped", locale),))


def render_following_limit(limit: int, followed: Followed, locale: str) -> Scene:
    """Render the refusal to follow more than `limit` people and matches, with the menu to stop following some."""
    scene = render_followed(followed, locale)
    return replace(scene, above=(say("follow-limit", locale, limit=limit), *scene.above))


def render_followed(followed: Followed, locale: str) -> Scene:
    """Render the list of people and matches that the reader follows, with a menu to stop following them."""
    settings_id = CustomId(Action.SHOW_SETTINGS, argument=PLAYER_PANEL)
    settings = Button(say("button-settings", locale), str(settings_id))
    entries = [*_build_stop_entries(followed, locale)]
    if not entries:
        return Scene(above=(say("followed-nobody", locale),), rows=((settings,),))
    lines = [f"- {format_mention(it, locale)}" for it in followed.person_ids]
    lines += [
        f"- {format_match_link(header, match.game.say('name', locale))} · {format_players(match, locale)}"
        for header, match in followed.matches
    ]
    fallbacks = [(it, say("daily-unnamed", locale)) for it in followed.person_ids]
    fallbacks += [it for _, match in followed.matches for it in list_mention_fallbacks(match, locale)]
    menu_id = str(CustomId(Action.SELECT_FROM_MENU))
    menu = ButtonMenu(say("followed-stop", locale), menu_id, tuple(entries), tuple(dict(fallbacks).items()))
    stop_all_id = CustomId(Action.UNFOLLOW, argument=EVERYBODY_ARGUMENT)
    stop_all = Button(say("button-unfollow-all", locale), str(stop_all_id))
    return Scene(
        above=(f"### {say('button-followed', locale)}", *lines),
        rows=(menu, (settings, *([stop_all] if len(entries) > 1 else []))),
    )


def _build_stop_entries(followed: Followed, locale: str) -> Iterator[Button]:
    for person_id in followed.person_ids:
        yield Button(format_mention(person_id, locale), str(CustomId(Action.UNFOLLOW, argument=str(person_id))))
    for _, match in followed.matches:
        label = f"{match.game.say('name', locale)} · {format_players(match, locale)}"
        yield Button(label, str(CustomId(Action.UNFOLLOW, match.id)))


def _render_change(line: str, person_id: int, locale: str, *, is_followed: bool) -> Scene:
    change = build_follow_person_button(person_id, locale, is_followed=is_followed)
    return Scene(above=(line,), rows=((change, _build_followed_button(locale)),))


def _build_followed_button(locale: str) -> Button:
    return Button(say("button-followed", locale), str(CustomId(Action.LIST_FOLLOWED)))
