"""The table of seers: a monthly ranking of onlookers by how well they predicted the choices of players."""

from __future__ import annotations

from collections.abc import Iterator

from bot.i18n import say
from bot.ratings.seers import (
    PLAYERS_MIN,
    PREDICTIONS_MIN,
    PREDICTIONS_PER_PLAYER_MAX,
    SeerTable,
)
from bot.screens.custom_ids import Action, CustomId
from bot.screens.phrases import format_date, format_mention
from bot.screens.scene import Button, Scene
from bot.wall_clock import DAY_MS, month_start_ms
from games.typeface import format_number


def render_seer_table(table: SeerTable, current_month: int, ladder_page: CustomId, locale: str) -> Scene:
    """Render the table of seers of a month. Its buttons lead to other months and back to `ladder_page`."""
    start_ms, end_ms = month_start_ms(table.month), month_start_ms(table.month + 1) - DAY_MS
    turns = ((say("button-before", locale), table.month - 1), (say("button-next", locale), table.month + 1))
    return Scene(
        above=(
            f"### 🔮 {say('seers-title', locale)}",
            f"📅 {format_date(start_ms)} – {format_date(end_ms)}",
            *_format_seers(table, locale),
        ),
        rows=(
            tuple(
                Button(label, str(_build_custom_id(month, ladder_page)), disabled=month > current_month)
                for label, month in turns
            ),
            (Button(say("button-ladder", locale), str(ladder_page)),),
        ),
        footer=say("seers-small", locale, most=PREDICTIONS_PER_PLAYER_MAX),
    )


def build_seers_button(month: int, ladder_page: CustomId, locale: str) -> Button:
    return Button(f"🔮 {say('seers-title', locale)}", str(_build_custom_id(month, ladder_page)))


def _build_custom_id(month: int, ladder_page: CustomId) -> CustomId:
    return CustomId(Action.SHOW_SEERS, ladder_page.season_number, month, ladder_page.argument)


def _format_seers(table: SeerTable, locale: str) -> Iterator[str]:
    for seer in table.seers:
        yield say(
            "seers-line",
            locale,
            rank=table.find_rank(seer),
            who=format_mention(seer.person_id, locale),
            points=seer.points,
            shown=format_number(seer.points),
            hits=seer.hit_count,
            count=seer.prediction_count,
        )
    if not table.seers:
        yield say("seers-empty", locale, predictions=PREDICTIONS_MIN, players=PLAYERS_MIN)
    if table.own and table.own not in table.seers:
        yield say(
            "seers-own",
            locale,
            points=table.own.points,
            shown=format_number(table.own.points),
            count=min(table.own.prediction_count, PREDICTIONS_MIN),
            least=PREDICTIONS_MIN,
            players=min(table.own.player_count, PLAYERS_MIN),
            different=PLAYERS_MIN,
        )
