"""Small private scenes around a table: what else can be done, the board in letters, are you sure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import ClosedMatch, MatchState, RunningMatch, StartedMatch
from bot.matches.time_budget import Absences
from bot.screens.custom_ids import FILM, Action, CustomId
from bot.screens.match_card import laid, lately, newest, reveal, telling, title, titled, waited_for
from bot.screens.names import typed
from bot.screens.proof import bound, seal_line
from bot.screens.scene import Button, Row, Scene, TextList, Tone
from games import GAMES
from games.core import Game, Level, Seat
from games.match import find_seats_with_secrets
from games.refused import Refused

ENDS: Final = frozenset({"resign", "cancel"})
"""What there is no way back from."""


def more(match: StartedMatch, seat: Seat | None, locale: str) -> Scene:
    rows: list[Row] = [
        (
            Button(say("button-text", locale), str(CustomId(Action.TEXT, match.id, 0))),
            rules_button(match, locale),
            verify_button(match, locale),
            matches_button(locale),
        )
    ]
    if match.is_practice and not match.is_over:
        # Begun once more by other rules.
        rows.append((Button(say("button-options", locale), str(CustomId(Action.OPTIONS, match.id, 0))),))
    if seat is not None and not match.is_over:
        rows.append(tuple(_ask(match, what, locale) for what in _calls(match, seat)))
    small = [say("match-number", locale, match=match.id)]
    if isinstance(match, RunningMatch) and seat is not None and seat in match.engine.sealed:
        small[:0] = filter(None, [bound(match, seat, locale, whole=True)])
    elif isinstance(match, RunningMatch) and seat is not None:
        small[:0] = [seal_line(match, locale)]
    if isinstance(match, RunningMatch) and seat is not None and not match.is_practice:
        # Here one looks for what is missing beside the choices.
        small[:0] = [f"💡 {say('no-no-hints', locale)}"]
    ways = [say("more-ends", locale, alone=int(match.is_practice))] if seat is not None and not match.is_over else []
    return Scene(above=(f"### {titled(match, locale)}", *ways), rows=tuple(rows), small="\n-# ".join(small))


def answers(match: RunningMatch, seat: Seat, locale: str) -> Iterator[tuple[Button, ...]]:
    """To what others wish; the row is there only while somebody does."""
    heard = {"agree": match.engine.draw_agreed_by, "cancel": match.engine.cancel_agreed_by}
    if calls := [what for what in _calls(match, seat) if heard.get(what)]:
        yield tuple(_ask(match, what, locale) for what in calls)


def _ask(match: StartedMatch, what: str, locale: str) -> Button:
    return Button(say(f"button-{what}", locale), str(CustomId(Action.ASK, match.id, 0, what)))


def _calls(match: StartedMatch, seat: Seat) -> Iterator[str]:
    """What one has not said yet, and may."""
    if _can_be_drawn(match) and seat not in match.engine.draw_agreed_by:
        yield "agree" if match.engine.draw_agreed_by else "offer"
    if seat not in match.engine.cancel_agreed_by:
        yield "cancel"
    yield "resign"


def _can_be_drawn(match: StartedMatch) -> bool:
    """All must agree, and the house plays to the end."""
    return not match.engine.staying_seats & match.housed


def text(match: StartedMatch, seat: Seat | None, locale: str) -> Scene:
    view = match.game.forget(match.engine.view_of(seat))
    above = (f"### {titled(match, locale)}", f"```\n{match.game.describe_board(view, locale)}\n```")
    return Scene(above=above, rows=(to_table(match, seat, locale),))


def to_table(match: MatchState, seat: Seat | None, locale: str) -> tuple[Button, ...]:
    """From what is only read: back to where one plays, or to the rules and to what one plays oneself."""
    if seat is None:
        return rules_button(match, locale), matches_button(locale)
    # In its place, and not as an answer to it, which would quote it for good.
    review = Button(say("button-replay", locale), str(CustomId(Action.REPLAY, match.id, 0, FILM)))
    return review if match.is_over else play_on_button(match, locale), rules_button(match, locale)


def rules_button(match: MatchState, locale: str) -> Button:
    return Button(say("button-rules", locale), str(CustomId(Action.RULES, match.id, 0)))


def verify_button(match: MatchState, locale: str) -> Button:
    return Button(say("button-verify", locale), str(CustomId(Action.VERIFY, match.id, 0)))


def play_on_button(match: MatchState, locale: str) -> Button:
    return Button(say("button-play-on", locale), str(CustomId(Action.CHOOSE, match.id, 0)))


def profile_button(locale: str) -> Button:
    return Button(say("button-profile", locale), str(CustomId(Action.PROFILE, 0, 0)))


def practising_on(shelved: int, locale: str) -> tuple[Button, ...]:
    """From practice that was put away, to what is practised now."""
    on = Button(say("button-practise-on", locale), str(CustomId(Action.CHOOSE, shelved, 0)), "main")
    return on, matches_button(locale)


def matches_button(locale: str) -> Button:
    return Button(say("button-list", locale), str(CustomId(Action.INBOX, 0, 0, "0")))


def practices(locale: str) -> TextList:
    """A match at once, for whoever has none."""
    games = tuple(
        Button(game.say("name", locale), str(CustomId(Action.PRACTISE, 0, 0, f"{key}.-.{Level.STEADY}")))
        for key, game in GAMES.items()
    )
    return TextList(say("list-practice", locale), str(CustomId(Action.TAKE, 0, 0)), games)


def look(match: RunningMatch, seat: Seat, locale: str) -> Scene:
    """What everybody saw for ten seconds; it is covered again here, too."""
    view = match.engine.view_of(seat)
    return Scene(
        above=(f"### {title(match, locale)}", *telling(match, [view], locale)),
        reveal=reveal(match, view, locale),
        board=laid(match, view, locale),
        rows=(to_table(match, seat, locale),),
        small=say("look-closes", locale),
    )


def looked(match: MatchState, seat: Seat | None, locale: str) -> Scene:
    return Scene(above=(say("look-closed", locale),), rows=(to_table(match, seat, locale),))


def sure(match: StartedMatch, what: str, locale: str) -> Scene:
    """The question first, and the way back beside what cannot be taken back; which match it is about is said too, for
    one may sit at many.
    """
    if what not in ENDS and not _can_be_drawn(match):
        raise Refused("house-plays-on")
    tone: Tone = "bad" if what in ENDS else "main"
    yes = Button(say(f"button-{what}", locale), str(CustomId(Action.CALL, match.id, 0, what)), tone)
    question, *more = say(f"sure-{what}", locale).splitlines()
    if what == "resign":
        more += _costs(match, locale)
    return Scene(above=(f"### {question}", title(match, locale), *more), rows=((yes, play_on_button(match, locale)),))


def _costs(match: StartedMatch, locale: str) -> Iterator[str]:
    """What giving up comes to, where that is more than whoever plays two might think."""
    if match.engine.seats > 2:
        yield say("sure-resign-several", locale, rated=int(not match.unrated))
    elif not match.unrated and find_seats_with_secrets(match.engine):
        yield say("sure-resign-dealt", locale)


def done(what: str, match: MatchState, person_id: int, locale: str) -> Scene:
    """What somebody has just done, and how they go on."""
    begun = isinstance(match, StartedMatch) and match.eyes_of(person_id) is not None
    row = to_table(match, match.eyes_of(person_id), locale) if begun else (matches_button(locale),)
    return Scene(above=(say(f"done-{what}", locale),), rows=(row,))


def watched(match: StartedMatch, locale: str, absences: Absences) -> Scene:
    """The board as everybody sees it, for somebody who does not play there."""
    view, views = match.game.forget(match.engine.view_of(None)), lately(match, locale, uncovered=False)
    return Scene(
        above=(f"### {title(match, locale)}", *telling(match, views, locale)),
        reveal=newest(match, views, locale),
        board=laid(match, view, locale),
        below=tuple(waited_for(match, locale, absences)) if isinstance(match, RunningMatch) else (),
        rows=(to_table(match, None, locale),),
    )


def practising(match: RunningMatch, anew: CustomId, wanted: Game[Any, Any, Any], locale: str, *, picked: bool) -> Scene:
    """Somebody who practises already goes on, or begins anew. Where they `picked` another game that is what they want,
    and it comes first.
    """
    other = wanted.KEY != match.game.KEY
    facts = {"game": wanted.say("name", locale)} if other else {}
    # Which one that is stands above; both names side by side are more than a phone shows in a line.
    on = say("button-play-on" if other else "button-continue", locale)
    new = say("button-begin" if other else "button-anew", locale, **facts)
    picked = picked and other
    tones: tuple[Tone, Tone] = ("plain", "main") if picked else ("main", "plain")
    buttons = (Button(on, str(CustomId(Action.CHOOSE, match.id, 0)), tones[0]), Button(new, str(anew), tones[1]))
    put_away = say("practising-other" if other else "practising-anew", locale, **facts)
    asks = (say("practising", locale), title(match, locale), put_away)
    return Scene(above=(f"### {asks[0]}", *asks[1:]), rows=(buttons[::-1] if picked else buttons,))


def shelved(match: ClosedMatch, locale: str) -> Scene:
    """Practice that was put away, where no other runs: it is begun anew as it was."""
    variant = match.options.list_public_changes().get("variant", "-")
    to = CustomId(Action.PRACTISE, 0, 0, f"{match.game.KEY}.{variant}.{match.terms.plays}")
    anew = Button(say("button-practise-anew", locale), str(to), "main")
    return Scene(above=(say("no-closed-shelved", locale),), rows=((anew, matches_button(locale)),))


def begun(match: StartedMatch, locale: str) -> Scene:
    """What stands where an offer could be changed, once it is one no more. It stays when the match is over: nothing in
    it is about what one does there.
    """
    row = to_table(match, None, locale)
    return Scene(above=(f"### {title(match, locale)}", say("offer-begun", locale)), rows=(row,))


def comes(locale: str) -> Scene:
    return Scene(above=(say("board-comes", locale),), rows=((matches_button(locale),),))


def refusal(no: Refused, locale: str) -> Scene:
    return Scene(above=(say.format_refusal(typed(no), locale),), rows=_ways_on(no, locale))


def list_permissions(missing: Sequence[str], locale: str) -> str:
    """Name permissions, given as the library spells them, as Discord's settings name them in this language."""
    return say.format_list([say(f"permission-{name.replace('_', '-')}", locale) for name in missing], locale)


def _ways_on(no: Refused, locale: str) -> tuple[Row, ...]:
    match no.key:
        case "closed-shelved":
            return (practising_on(int(no.facts["match"]), locale),)
        case "dealt":
            match_id = int(no.facts["match"])
            ways = (
                Button(say(f"button-{it}", locale), str(CustomId(Action.ASK, match_id, 0, it)))
                for it in ("offer", "resign")
            )
            return (tuple(ways),)
        case "nothing-waits" | "no-match-here":
            return (practices(locale),)
        case key if key.startswith("closed-"):
            return ((matches_button(locale),),)
    return ()
