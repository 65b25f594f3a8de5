"""One-line messages about a match: a link to its thread while it is played there, and its short result."""

from __future__ import annotations

from dataclasses import replace

from bot.i18n import say
from bot.matches.model import FinishedMatch, MatchState, RunningMatch, StartedMatch
from bot.screens.custom_ids import Action, CustomId
from bot.screens.phrases import (
    SCORE_SEPARATOR,
    capitalize_sentence,
    format_mention,
    format_message_link,
    format_player_names,
    format_relative_time,
    list_ranking,
)
from bot.screens.result_card import build_result_rows, format_headline, has_begun
from bot.screens.scene import Button, Scene, Section
from games.match import OUTSIDE_REASONS
from storage import MatchHeader


def render_thread_link(match: StartedMatch, thread_id: int, locale: str) -> Scene:
    """Render the line that replaces the card in the channel while a match is played in a thread."""
    game, where = match.game.say("name", locale), f"<#{thread_id}>"
    line = say("match-threaded", locale, game=game, players=format_players(match, locale), where=where)
    score = format_running_score(match)
    if score:
        # The time shows how old the score is: Discord limits edits to messages older than one hour (error 30046).
        line += f" · **{score}** {format_relative_time(match.step_began_ms)}"
    return Scene(above=(line,), accent_color=match.game.ACCENT_COLOR)


def format_running_score(match: MatchState) -> str:
    """Return the score of a running match by seat, such as "12–6", or "" if there is none yet."""
    if not isinstance(match, RunningMatch) or not match.game.HAS_RUNNING_SCORE or not match.engine.step:
        return ""
    return SCORE_SEPARATOR.join(map(str, match.engine.scores()))


def render_result_line(
    match: FinishedMatch, locale: str, *, was_in_thread: bool, pinged_ids: frozenset[int] = frozenset()
) -> Scene:
    """Render the result as one line, with a button that opens the complete result in private.

    After a match in a thread, the line leaves out the game, because Discord shows the thread's name below it.
    """
    line = format_result_line(match, locale, names_game=not was_in_thread)
    button = Button(say("button-result", locale), str(CustomId(Action.SHOW_RESULT, match.id)))
    return Scene(
        above=() if has_begun(match) else (line,),
        sections=(Section(line, button),) if has_begun(match) else (),
        pinged_ids=pinged_ids,
        accent_color=match.game.ACCENT_COLOR,
    )


def replace_buttons_for_onlooker(scene: Scene, match: FinishedMatch, locale: str) -> Scene:
    """Return a result with buttons for an onlooker: no rematch, but a button that opens the page of the game."""
    play = Button(say("button-play", locale), str(CustomId(Action.SHOW_GAME, argument=match.game.KEY)), "good")
    return replace(scene, rows=(*build_result_rows(match, locale, can_rematch=False), (play,)))


def format_result_line(match: FinishedMatch, locale: str, *, names_game: bool = True) -> str:
    """Return who beat whom, the score and the game in one line, such as “🏆 Ann beat Ben 12–6 · Duel”.

    If several players won, return the headline of the result card and a list of all players instead. If the rules of
    the game did not decide the match, return only the headline, because it says how the match ended.
    """
    game = f" · {match.game.say('name', locale)}" if names_game else ""
    if match.result.ranks.count(1) > 1:
        return f"{format_headline(match, locale)} · {format_players(match, locale)}{game}"
    if match.result.reason in OUTSIDE_REASONS:
        return format_headline(match, locale) + game
    names, ranking = format_player_names(match, locale), list_ranking(match.engine)
    winner, *losers = (names[seat] for _, seat, _ in ranking)
    scores = [score for _, _, score in ranking]
    # If a tiebreak decided, the scores are equal, which would look like a draw.
    shows_score = match.game.HAS_RUNNING_SCORE and scores[0] > scores[1]
    score = SCORE_SEPARATOR.join(map(str, scores)) if shows_score else ""
    others = say.format_list(losers, locale)
    line = say("result-line", locale, winner=winner, losers=others, score=f"**{score}**" if score else "")
    return capitalize_sentence(line.rstrip()) + game


def format_match_link(header: MatchHeader, text: str) -> str:
    """Return the text as a link to the card of a match. If the match has a thread, append a link to it instead."""
    if header.is_in_thread:
        return f"{text} <#{header.channel_id}>"
    if header.card_message_id is None:
        return text
    return f"[{text}]({format_message_link(header.server_id, (header.channel_id, header.card_message_id))})"


def format_players(match: StartedMatch, locale: str) -> str:
    return f" {SCORE_SEPARATOR} ".join(format_mention(person_id, locale) for person_id in match.player_ids)
