"""What of a storm was not as it should be, in one table."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from bot.herald.channels import TOO_OLD
from bot.herald.crier import ONE_CALL
from bot.scenes import positions
from bot.scenes.hand import Beside, hand
from bot.table.allowance import Absences
from bot.table.journal import folded
from bot.table.table import Begun, Closed, Foreign, Kind, Offer, Over, Play, Table
from bot.time import EPOCH, made
from deploy.playground.api.messages import NONCE_LASTS
from games.words import LOCALES
from storage import Event, Journal
from tests.tools.storm.scenery import Lying
from tests.tools.storm.witness import Witness

COLUMNS: Final = (
    "lost", "doubled", "altered", "unconfirmed", "silent", "stale", "duplicates", "unanswered", "untold", "late",
    "dead", "doctor",
)  # fmt: skip


@dataclass
class Verdict:
    """By column what is wrong, a line each."""

    wrong: dict[str, list[str]] = field(default_factory=lambda: {column: [] for column in COLUMNS})
    told: Sequence[float] = ()
    faults: Mapping[str, int] = field(default_factory=dict)
    pressed: int = 0
    acknowledged: int = 0
    revised: int = 0
    """So many of these changed somebody's mind."""
    matches: int = 0
    over: int = 0
    repeated: int = 0
    """Calls that were made again since Discord had forgotten the first attempt."""
    late: int = 0
    """Interactions that were answered when it was too late, though nothing was wrong: the machine is busy."""

    @property
    def good(self) -> bool:
        return not any(self.wrong.values())

    def table(self) -> str:
        head = [*COLUMNS, "median s", "worst s"]
        told = [f"{statistics.median(self.told):.1f}", f"{max(self.told):.1f}"] if self.told else ["-", "-"]
        cells = [*(str(len(self.wrong[column])) for column in COLUMNS), *told]
        wide = [max(len(name), len(cell)) for name, cell in zip(head, cells, strict=True)]
        lines = ["  ".join(it.rjust(to) for it, to in zip(row, wide, strict=True)) for row in (head, cells)]
        lines += [
            f"{self.acknowledged} choices acknowledged, {self.revised} of them changes of mind; {self.pressed} presses",
            f"{self.matches} matches, {self.over} of them over",
            f"{len(self.told)} steps told; {self.late} answers came too late; {self.repeated} calls made again",
            f"{sum(self.faults.values())} faults: "
            + ", ".join(f"{n} {what}" for what, n in sorted(self.faults.items())),
        ]
        lines += [f"{column}: {what}" for column in COLUMNS for what in self.wrong[column]]
        return "\n".join(lines)


@dataclass(frozen=True)
class Account:
    """All that a verdict is made of."""

    witness: Witness
    journals: Mapping[int, Journal]
    cards: Mapping[int, tuple[int, int]]
    """By match the channel and message that the store knows as its card."""
    lying: Sequence[Lying]
    unwilling: frozenset[int]
    """Who wants no call."""
    ended: int
    """Milliseconds by the playground's clock when all was quiet."""

    def old(self, message: int) -> bool:
        """It takes no edits any more."""
        return self.ended - EPOCH - (message >> 22) > TOO_OLD


def judged(account: Account, doctor: str = "") -> Verdict:
    tables = {match: folded(journal, Absences()) for match, journal in account.journals.items()}
    verdict = Verdict(
        told=sorted(account.witness.told),
        faults=account.witness.faults,
        pressed=len(account.witness.presses),
        acknowledged=sum(press.acknowledged for press in account.witness.presses),
        revised=sum(press.acknowledged and press.revises for press in account.witness.presses),
        matches=sum(not isinstance(table, Offer | Closed) for table in tables.values()),
        repeated=repeated(account),
        late=sum(it.interaction in account.witness.tried for it in account.witness.failures()),
        over=sum(isinstance(table, Over) for table in tables.values()),
    )
    columns = {
        "lost": lost(account),
        "doubled": doubled(account, tables),
        "altered": altered(account),
        "unconfirmed": unconfirmed(account),
        "silent": silent(account, tables),
        "stale": stale(account, tables),
        "duplicates": duplicates(account),
        "unanswered": (it.what for it in account.witness.failures() if it.interaction not in account.witness.tried),
        "untold": (
            f"match {it.match}, step {it.step}"
            for it in account.witness.untold
            if not account.old(account.cards[it.match][1])
        ),
        "late": iter(account.witness.late),
        "dead": iter(account.witness.deaths),
        "doctor": iter([doctor] if doctor else []),
    }
    for column, found in columns.items():
        verdict.wrong[column] += found
    return verdict


def lost(account: Account) -> Iterator[str]:
    heard = {event.interaction for journal in account.journals.values() for event in journal.events}
    for press in account.witness.presses:
        if press.acknowledged and press.interaction not in heard:
            yield f"match {press.match}, step {press.step}: {press.interaction} of {press.person}, {press.what}"
    for match in account.witness.offers - account.journals.keys():
        yield f"match {match}: its offer"


def doubled(account: Account, tables: Mapping[int, Table]) -> Iterator[str]:
    """What somebody said stands there because they pressed something, once; or since there was nothing else to say."""
    pressed = {press.interaction for press in account.witness.presses}
    told = Counter(it.interaction for journal in account.journals.values() for it in journal.events if it.interaction)
    for interaction, times in told.items():
        if times > 1:
            yield f"{interaction} stands there {times} times"
    for match, journal in account.journals.items():
        for event in journal.events:
            if event.kind == Kind.SAID and event.interaction and event.interaction not in pressed:
                yield f"match {match}: nobody pressed what {event.person} said"
        yield from _twice(match, journal, account.witness)


def _twice(match: int, journal: Journal, witness: Witness) -> Iterator[str]:
    """In one step, and they had been told that the first counts."""
    steps = {press.interaction: press for press in witness.presses if press.acknowledged}
    said: Counter[tuple[int, int]] = Counter()
    for event in journal.events:
        press = steps.get(event.interaction or 0)
        if press and not press.revises and _chose(event):
            said[press.person, press.step] += 1
    for (person, step), times in said.items():
        if times > 1:
            yield f"match {match}, step {step}: {person} was acknowledged {times} times"


def _chose(event: Event) -> bool:
    return event.kind == Kind.SAID and not event.word.startswith("!")


def altered(account: Account) -> Iterator[str]:
    """Yield each press whose interaction stands in a journal with anything but what was pressed."""
    stored = stored_events(account)
    for press in account.witness.presses:
        for match, at in stored.get(press.interaction, ()):
            event = account.journals[match].events[at]
            if (match, event.person, event.kind) != (press.match, press.person, Kind.SAID):
                yield f"match {press.match}: {press.person} pressed {press.what}, and match {match} has {event}"
            elif not is_same_move(press.move, tuple(event.word.split())):
                yield f"match {match}: {press.person} pressed {' '.join(press.move)}, and {event.word} is stored"


def unconfirmed(account: Account) -> Iterator[str]:
    """Yield each acknowledged press whose answer shows nothing that follows from it.

    The screen has to be one that the bot's own screens make of the stored match, at some point between this move and
    this person's next one. Until its step is resolved, that screen names the move.
    """
    stored = stored_events(account)
    for press in account.witness.presses:
        if not press.acknowledged or len(places := stored.get(press.interaction, ())) != 1:
            # Missing and doubled ones have columns of their own.
            continue
        ((match, at),) = places
        journal = account.journals[match]
        later = range(at + 1, len(journal.events))
        until = next((it for it in later if _pressed(journal.events[it], press.person)), len(journal.events))
        prefixes = (replace(journal, events=journal.events[:it]) for it in range(at + 1, until + 1))
        if not any(_confirms(press.screen, prefix, press.person) for prefix in prefixes):
            event = journal.events[at]
            yield f"match {match}, step {press.step}: {press.person} said {event.word}, and reads {press.screen!r}"


def stored_events(account: Account) -> Mapping[int, Sequence[tuple[int, int]]]:
    """Return for each interaction the matches, and the positions there, of the events that it caused."""
    found: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for match, journal in account.journals.items():
        for at, event in enumerate(journal.events):
            if event.interaction:
                found[event.interaction].append((match, at))
    return found


def is_same_move(pressed: Sequence[str], stored: Sequence[str]) -> bool:
    """Compare tokens; two things in no order, behind the tokens that say what is done with them, may be turned."""
    for head in range(len(stored) % 2, len(stored), 2):
        middle = (head + len(stored)) // 2
        if [*pressed] == [*stored[:head], *stored[middle:], *stored[head:middle]]:
            return True
    return [*pressed] == [*stored]


def _pressed(event: Event, person: int) -> bool:
    return event.person == person and event.kind == Kind.SAID and bool(event.interaction)


def _confirms(screen: str, journal: Journal, person: int) -> bool:
    """Can this be read where this person plays, if the match stands like this?"""
    table = folded(journal, Absences())
    if isinstance(table, Foreign):
        # A newer version began this match, and only its rules say what the screen should show.
        return True
    seat = table.eyes_of(person)
    assert isinstance(table, Begun)
    assert seat is not None
    beside = Beside(passed=tuple(positions.passed(journal)) if table.over else ())
    shown = (hand(table, seat, locale, Absences(), beside) for locale in LOCALES)
    is_sealed = isinstance(table, Play) and seat in table.match.sealed
    # Everything else below the board may change without this match.
    return any(all(line in screen for line in (*it.above, *(it.below[:1] if is_sealed else ()))) for it in shown)


def silent(account: Account, tables: Mapping[int, Table]) -> Iterator[str]:
    """Awaited, and not called in this turn."""
    witness = account.witness
    for match, table in tables.items():
        if not isinstance(table, Play):
            continue
        for seat in sorted(table.match.waiting - table.housed):
            person = table.people[seat]
            assert person is not None
            if person in account.unwilling:
                continue
            # Who had been called when it began, and has not come, finds this where they are called to.
            turn = _id(table.moved)
            came = max((act for act in witness.acts[person] if act < turn), default=0)
            since = max(came, _id(table.moved - ONE_CALL))
            if not any(ping > since for ping in witness.pinged[person]):
                yield f"match {match}, step {table.match.step}: {person} at seat {seat}"


def stale(account: Account, tables: Mapping[int, Table]) -> Iterator[str]:
    cards = {message: match for match, (_, message) in account.cards.items()}
    for it in account.lying:
        if not it.heavy:
            continue
        if not it.person and it.message not in cards:
            yield f"message {it.message} of match {[*it.matches]} is no card"
            continue
        if account.old(it.message):
            continue
        if not it.person:
            of = cards[it.message]
            if wrong := _wrong(it, tables[of], it.step):
                yield f"the card of match {of}: {wrong}"
            continue
        for match in it.matches & tables.keys():
            if wrong := _wrong(it, tables[match], it.step):
                yield f"the direct message {it.message} of {it.person} for match {match}: {wrong}"


def _wrong(it: Lying, table: Table, step: int) -> str:
    """It asks for a step that is over, or waits at a match that is."""
    if isinstance(table, Over):
        return "" if "re" in it.verbs else f"the match is over, and it has {sorted(it.verbs)}"
    if isinstance(table, Play) and 0 <= step < table.match.step:
        return f"it asks for step {step}, and it is {table.match.step}"
    return ""


def duplicates(account: Account) -> Iterator[str]:
    """Yield each call that came twice within the time in which Discord knows a repeated message."""
    for (person, match, step, kind), messages in account.witness.calls.items():
        if any(within_nonce(one, other) for one, other in pairwise(sorted(messages))):
            yield f"match {match}, step {step}: {len(messages)} {kind} for {person}"


def repeated(account: Account) -> int:
    """Count the calls that were made again later than that: the first was sent and not stored when the storm moved time
    on. Its message has to be deleted, or it is stale.
    """
    pairs = (pair for messages in account.witness.calls.values() for pair in pairwise(sorted(messages)))
    return sum(not within_nonce(*pair) for pair in pairs)


def within_nonce(earlier: int, later: int) -> bool:
    """Compare the times in two message ids."""
    return made(later) - made(earlier) <= NONCE_LASTS * 1000


def _id(at: int) -> int:
    """The first that Discord could have given a message then."""
    return (at - EPOCH) << 22
