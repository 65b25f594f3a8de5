"""Small private scenes around a table: what else can be done, the board in letters, are you sure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import Begun, Closed, Play, Table
from bot.matches.time_budget import Absences
from bot.screens.custom_ids import FILM, Address, Verb
from bot.screens.match_card import laid, lately, newest, reveal, telling, title, titled, waited_for
from bot.screens.names import typed
from bot.screens.proof import bound, seal_line
from bot.screens.scene import Button, Listed, Row, Scene, Tone
from games import GAMES
from games.core import Game, Level, Seat
from games.match import find_seats_with_secrets
from games.refused import Refused

ENDS: Final = frozenset({"resign", "cancel"})
"""What there is no way back from."""


def more(table: Begun, seat: Seat | None, locale: str) -> Scene:
    rows: list[Row] = [
        (
            Button(say("button-text", locale), str(Address(Verb.TEXT, table.id, 0))),
            rules_button(table, locale),
            verify_button(table, locale),
            matches_button(locale),
        )
    ]
    if table.private and not table.over:
        # Begun once more by other rules.
        rows.append((Button(say("button-options", locale), str(Address(Verb.OPTIONS, table.id, 0))),))
    if seat is not None and not table.over:
        rows.append(tuple(_ask(table, what, locale) for what in _calls(table, seat)))
    small = [say("match-number", locale, match=table.id)]
    if isinstance(table, Play) and seat is not None and seat in table.match.sealed:
        small[:0] = filter(None, [bound(table, seat, locale, whole=True)])
    elif isinstance(table, Play) and seat is not None:
        small[:0] = [seal_line(table, locale)]
    if isinstance(table, Play) and seat is not None and not table.private:
        # Here one looks for what is missing beside the choices.
        small[:0] = [f"💡 {say('no-no-hints', locale)}"]
    ways = [say("more-ends", locale, alone=int(table.private))] if seat is not None and not table.over else []
    return Scene(above=(f"### {titled(table, locale)}", *ways), rows=tuple(rows), small="\n-# ".join(small))


def answers(table: Play, seat: Seat, locale: str) -> Iterator[tuple[Button, ...]]:
    """To what others wish; the row is there only while somebody does."""
    heard = {"agree": table.match.draw_agreed_by, "cancel": table.match.cancel_agreed_by}
    if calls := [what for what in _calls(table, seat) if heard.get(what)]:
        yield tuple(_ask(table, what, locale) for what in calls)


def _ask(table: Begun, what: str, locale: str) -> Button:
    return Button(say(f"button-{what}", locale), str(Address(Verb.ASK, table.id, 0, what)))


def _calls(table: Begun, seat: Seat) -> Iterator[str]:
    """What one has not said yet, and may."""
    if _can_be_drawn(table) and seat not in table.match.draw_agreed_by:
        yield "agree" if table.match.draw_agreed_by else "offer"
    if seat not in table.match.cancel_agreed_by:
        yield "cancel"
    yield "resign"


def _can_be_drawn(table: Begun) -> bool:
    """All must agree, and the house plays to the end."""
    return not table.match.staying_seats & table.housed


def text(table: Begun, seat: Seat | None, locale: str) -> Scene:
    view = table.game.forget(table.match.view_of(seat))
    above = (f"### {titled(table, locale)}", f"```\n{table.game.describe_board(view, locale)}\n```")
    return Scene(above=above, rows=(to_table(table, seat, locale),))


def to_table(table: Table, seat: Seat | None, locale: str) -> tuple[Button, ...]:
    """From what is only read: back to where one plays, or to the rules and to what one plays oneself."""
    if seat is None:
        return rules_button(table, locale), matches_button(locale)
    # In its place, and not as an answer to it, which would quote it for good.
    review = Button(say("button-replay", locale), str(Address(Verb.REPLAY, table.id, 0, FILM)))
    return review if table.over else play_on_button(table, locale), rules_button(table, locale)


def rules_button(table: Table, locale: str) -> Button:
    return Button(say("button-rules", locale), str(Address(Verb.RULES, table.id, 0)))


def verify_button(table: Table, locale: str) -> Button:
    return Button(say("button-verify", locale), str(Address(Verb.VERIFY, table.id, 0)))


def play_on_button(table: Table, locale: str) -> Button:
    return Button(say("button-play-on", locale), str(Address(Verb.CHOOSE, table.id, 0)))


def profile_button(locale: str) -> Button:
    return Button(say("button-profile", locale), str(Address(Verb.PROFILE, 0, 0)))


def practising_on(shelved: int, locale: str) -> tuple[Button, ...]:
    """From practice that was put away, to what is practised now."""
    on = Button(say("button-practise-on", locale), str(Address(Verb.CHOOSE, shelved, 0)), "main")
    return on, matches_button(locale)


def matches_button(locale: str) -> Button:
    return Button(say("button-list", locale), str(Address(Verb.INBOX, 0, 0, "0")))


def practices(locale: str) -> Listed:
    """A match at once, for whoever has none."""
    games = tuple(
        Button(game.say("name", locale), str(Address(Verb.PRACTISE, 0, 0, f"{key}.-.{Level.STEADY}")))
        for key, game in GAMES.items()
    )
    return Listed(say("list-practice", locale), str(Address(Verb.TAKE, 0, 0)), games)


def look(table: Play, seat: Seat, locale: str) -> Scene:
    """What everybody saw for ten seconds; it is covered again here, too."""
    view = table.match.view_of(seat)
    return Scene(
        above=(f"### {title(table, locale)}", *telling(table, [view], locale)),
        reveal=reveal(table, view, locale),
        board=laid(table, view, locale),
        rows=(to_table(table, seat, locale),),
        small=say("look-closes", locale),
    )


def looked(table: Table, seat: Seat | None, locale: str) -> Scene:
    return Scene(above=(say("look-closed", locale),), rows=(to_table(table, seat, locale),))


def sure(table: Begun, what: str, locale: str) -> Scene:
    """The question first, and the way back beside what cannot be taken back; which match it is about is said too, for
    one may sit at many.
    """
    if what not in ENDS and not _can_be_drawn(table):
        raise Refused("house-plays-on")
    tone: Tone = "bad" if what in ENDS else "main"
    yes = Button(say(f"button-{what}", locale), str(Address(Verb.CALL, table.id, 0, what)), tone)
    question, *more = say(f"sure-{what}", locale).splitlines()
    if what == "resign":
        more += _costs(table, locale)
    return Scene(above=(f"### {question}", title(table, locale), *more), rows=((yes, play_on_button(table, locale)),))


def _costs(table: Begun, locale: str) -> Iterator[str]:
    """What giving up comes to, where that is more than whoever plays two might think."""
    if table.match.seats > 2:
        yield say("sure-resign-several", locale, rated=int(not table.unrated))
    elif not table.unrated and find_seats_with_secrets(table.match):
        yield say("sure-resign-dealt", locale)


def done(what: str, table: Table, person: int, locale: str) -> Scene:
    """What somebody has just done, and how they go on."""
    begun = isinstance(table, Begun) and table.eyes_of(person) is not None
    row = to_table(table, table.eyes_of(person), locale) if begun else (matches_button(locale),)
    return Scene(above=(say(f"done-{what}", locale),), rows=(row,))


def watched(table: Begun, locale: str, absences: Absences) -> Scene:
    """The board as everybody sees it, for somebody who does not play there."""
    view, views = table.game.forget(table.match.view_of(None)), lately(table, locale, uncovered=False)
    return Scene(
        above=(f"### {title(table, locale)}", *telling(table, views, locale)),
        reveal=newest(table, views, locale),
        board=laid(table, view, locale),
        below=tuple(waited_for(table, locale, absences)) if isinstance(table, Play) else (),
        rows=(to_table(table, None, locale),),
    )


def practising(table: Play, anew: Address, wanted: Game[Any, Any, Any], locale: str, *, picked: bool) -> Scene:
    """Somebody who practises already goes on, or begins anew. Where they `picked` another game that is what they want,
    and it comes first.
    """
    other = wanted.KEY != table.game.KEY
    facts = {"game": wanted.say("name", locale)} if other else {}
    # Which one that is stands above; both names side by side are more than a phone shows in a line.
    on = say("button-play-on" if other else "button-continue", locale)
    new = say("button-begin" if other else "button-anew", locale, **facts)
    picked = picked and other
    tones: tuple[Tone, Tone] = ("plain", "main") if picked else ("main", "plain")
    buttons = (Button(on, str(Address(Verb.CHOOSE, table.id, 0)), tones[0]), Button(new, str(anew), tones[1]))
    put_away = say("practising-other" if other else "practising-anew", locale, **facts)
    asks = (say("practising", locale), title(table, locale), put_away)
    return Scene(above=(f"### {asks[0]}", *asks[1:]), rows=(buttons[::-1] if picked else buttons,))


def shelved(table: Closed, locale: str) -> Scene:
    """Practice that was put away, where no other runs: it is begun anew as it was."""
    variant = table.options.list_public_changes().get("variant", "-")
    to = Address(Verb.PRACTISE, 0, 0, f"{table.game.KEY}.{variant}.{table.agreement.plays}")
    anew = Button(say("button-practise-anew", locale), str(to), "main")
    return Scene(above=(say("no-closed-shelved", locale),), rows=((anew, matches_button(locale)),))


def begun(table: Begun, locale: str) -> Scene:
    """What stands where an offer could be changed, once it is one no more. It stays when the match is over: nothing in
    it is about what one does there.
    """
    row = to_table(table, None, locale)
    return Scene(above=(f"### {title(table, locale)}", say("offer-begun", locale)), rows=(row,))


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
            match = int(no.facts["match"])
            ways = (
                Button(say(f"button-{it}", locale), str(Address(Verb.ASK, match, 0, it))) for it in ("offer", "resign")
            )
            return (tuple(ways),)
        case "nothing-waits" | "no-match-here":
            return (practices(locale),)
        case key if key.startswith("closed-"):
            return ((matches_button(locale),),)
    return ()
