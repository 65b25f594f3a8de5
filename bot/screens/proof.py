"""The proof that a match was fair: the verdict and the facts that were verified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.i18n import say
from bot.matches.model import MatchState, RunningMatch, StartedMatch
from bot.matches.server_tally import ServerTally
from bot.screens.dialogs import build_back_buttons
from bot.screens.match_card import format_match_title
from bot.screens.match_options import format_value_as_typed
from bot.screens.phrases import format_commitment, format_game_and_options, format_mention, format_player_seeds
from bot.screens.scene import Attachment, Scene
from games.chain import BrokenRecord, encode_hash
from games.fairness import UNPROVABLE_REASONS, VerifiedRecord, verify_record
from games.record import Record


def render_proof(match: StartedMatch, record: Record, locale: str, deal_source: Record | None = None) -> Scene:
    """Verify a record and render the result, with the record as a file for people who want to check it themselves.

    `deal_source` is the record of the match whose deal this match repeats, if it does.
    """
    try:
        verified = verify_record(record, deal_source)
    except BrokenRecord as error:
        verdict = "unproven" if error.why.key in UNPROVABLE_REASONS else "unfair"
        lines = [format_broken_record(error, locale)]
    else:
        gaps = [*format_gaps(record, verified, locale)]
        verdict = "not-drawn" if gaps else "fair" if verified.player_seeds else "unchanged"
        lines = [
            *gaps,
            say("proof-seal", locale, seal=verified.seal),
            *format_proof(record, verified, locale, match.player_ids),
        ]
    return Scene(
        above=(f"### {say(f'proof-{verdict}', locale, match=match.id)}", format_match_title(match, locale), *lines),
        attachment=Attachment(f"{match.id}.match", str(record).encode()),
        rows=(build_back_buttons(match, 0, locale),),
        accent_color=match.game.ACCENT_COLOR,
    )


def format_server_tally(tally: ServerTally, locale: str) -> str:
    """Return a line that shows how many matches of a server ended without a result, or "" if there were no matches."""
    if not tally.sealed:
        return ""
    return say(
        "proof-tally",
        locale,
        sealed=tally.sealed,
        results=tally.with_result,
        off=tally.called_off,
        alone=tally.cancelled_alone,
        expired=tally.expired,
        live=tally.live,
    )


def render_proof_promise(match: MatchState, person_id: int, locale: str) -> Scene:
    """Render the promise that the match can be verified when it is over, with the current seal (a hash) as evidence.

    A player who has sealed a move also sees the hash that will prove it. If the match goes on from another one, for
    example after a takeback, a line says so.
    """
    seat = match.find_view_seat(person_id)
    commitment = ""
    if isinstance(match, RunningMatch) and seat is not None and seat in match.engine.sealed:
        commitment = format_commitment(match, seat, locale)
    return Scene(
        rows=(build_back_buttons(match, seat, locale),),
        above=(
            f"### 🎲 {say('button-verify', locale)}",
            say("proof-promised", locale, seal=encode_hash(match.public_seal)),
            *filter(None, [commitment, say("proof-continues", locale) if match.terms.since else ""]),
            *format_player_seeds(match, locale),
        ),
        accent_color=match.game.ACCENT_COLOR,
    )


def format_gaps(record: Record, verified: VerifiedRecord, locale: str) -> Iterator[str]:
    """Yield a line for each part of the match that its own dice did not decide, such as a preset start.

    A match with such parts is never called fair.
    """
    if presets := record.options.list_presets():
        labels = [
            f"{record.game.say(f'option-{name}', locale)} {format_value_as_typed(value)}"
            for name, value in presets.items()
        ]
        yield say("proof-laid", locale, what="; ".join(labels))
    if verified.earlier_steps is not None:
        yield say("proof-since", locale, steps=verified.earlier_steps)
    if verified.repeated_match_id and not verified.deal_was_compared:
        yield say("proof-deal", locale, match=verified.repeated_match_id)


def format_proof(
    record: Record, verified: VerifiedRecord, locale: str, people: Sequence[int | None] = ()
) -> Iterator[str]:
    """Yield lines about the verified facts: the options, the seats, the seeds, the steps and the sealed moves.

    `people` contains the person IDs by seat. If it is empty, the players are numbered, because records do not identify
    people.
    """
    terms = " · ".join(format_game_and_options(record.game, record.options, locale))
    yield say("proof-terms", locale, terms=terms)
    seat_texts = []
    for number, seat in enumerate(verified.seats, 1):
        who = format_mention(people[seat], locale) if people else say("proof-sitter", locale, number=number)
        seat_texts.append(say("proof-seated", locale, who=who, seat=record.game.say(f"seat-{seat}", locale)))
    seats_key = "proof-seats" if verified.seats_were_drawn else "proof-agreed"
    yield say(seats_key, locale, seats=say.format_list(seat_texts, locale))
    if verified.earlier_steps is None and verified.repeated_match_id is None:
        yield say("proof-shaken", locale, count=len(verified.player_seeds))
    yield say("proof-steps", locale, steps=verified.steps)
    yield say("proof-receipts", locale, hidden=verified.hidden_move_count, again=verified.changed_move_count)


def format_broken_record(error: BrokenRecord, locale: str) -> str:
    """Describe why the verification of a record failed, and on which line of the record."""
    verdict = "proof-missing" if error.why.key in UNPROVABLE_REASONS else "proof-wrong"
    return say(verdict, locale, why=error.format_error(locale), line=error.line)
