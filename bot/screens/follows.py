"""The direct messages to followers, and the private screens that begin or end following somebody."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from bot.i18n import say
from bot.matches.model import FinishedMatch, RunningMatch, StartedMatch
from bot.screens.channel_line import format_match_link, format_players, format_result_line
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_follow_person_button
from bot.screens.move_buttons import split_into_even_rows
from bot.screens.phrases import format_mention, is_forgotten, list_mention_fallbacks
from bot.screens.scene import Button, Scene
from storage import MatchHeader

EVERYBODY_ARGUMENT = "all"


def render_follow_message(
    match: RunningMatch | FinishedMatch, header: MatchHeader, followed_ids: Collection[int], locale: str
) -> Scene:
    """Tell a follower that a match has started or ended. One press stops following a player.

    Somebody who followed only the match can follow its players instead.
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
    return Scene(above=(say("follow-match", locale),), rows=((stop,),))


def render_match_unfollowed(locale: str) -> Scene:
    return Scene(above=(say("follow-match-stopped", locale),))


def render_person_followed(person_id: int, followed_ids: Sequence[int], locale: str) -> Scene:
    line = say("follow-person", locale, who=format_mention(person_id, locale))
    return _render_following(line, person_id, followed_ids, locale)


def render_person_unfollowed(person_id: int, followed_ids: Sequence[int], locale: str) -> Scene:
    line = say("follow-person-stopped", locale, who=format_mention(person_id, locale))
    return _render_following(line, person_id, followed_ids, locale)


def render_following_limit(limit: int, followed_ids: Sequence[int], locale: str) -> Scene:
    """Refuse to follow more, and let the person stop following everybody."""
    return _render_following(say("follow-limit", locale, limit=limit), None, followed_ids, locale)


def render_nobody_followed(locale: str) -> Scene:
    return Scene(above=(say("follow-all-stopped", locale),))


def _render_following(line: str, person_id: int | None, followed_ids: Sequence[int], locale: str) -> Scene:
    """Render a line and whom the reader follows, with buttons that change whether they follow this person, or all."""
    names = [format_mention(it, locale) for it in followed_ids]
    buttons = []
    if person_id is not None:
        buttons.append(build_follow_person_button(person_id, locale, is_followed=person_id in followed_ids))
    if person_id is None or {*followed_ids} - {person_id}:
        unfollow_id = CustomId(Action.UNFOLLOW, argument=EVERYBODY_ARGUMENT)
        buttons.append(Button(say("button-unfollow-all", locale), str(unfollow_id)))
    return Scene(
        above=(line,),
        rows=(tuple(buttons),),
        footer=say("follow-list", locale, who=say.format_list(names, locale)) if names else "",
    )
