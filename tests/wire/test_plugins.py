"""Games of other packages are installed beside the bot's wheel and played, without a change to the bot."""

from __future__ import annotations

import random
import subprocess
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from bot.cli.game import render_template
from bot.screens.custom_ids import Action
from discord_playground.client import Playground, button_labels, full_text
from tests.deploy.wheel_kit import build_wheel, create_environment, get_clean_environment, run_command, run_duel
from tests.kit.bot_process import BotProcess
from tests.kit.fork_server import PROJECT_ROOT
from tests.kit.wire_person import has_button_for
from tests.wire.match_play import AutoPlayer, make_choice, play_match
from tests.wire.playground_server import PlaygroundServer, create_server

PLAYABLE_GAME: Final = "night_owls"
FAILING_GAME: Final = "sad_owls"
REFUSED_GAME: Final = "mute_owls"

pytestmark = [pytest.mark.gate, pytest.mark.gateway]


@dataclass
class WheelBot(BotProcess):
    """A bot that runs from an environment in which wheels are installed."""

    environment_folder: Path = field(default_factory=Path)

    def launch_process(self) -> None:
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(
                [self.environment_folder / "bin" / "duel", "run"],
                cwd=self.folder,
                env=get_clean_environment() | self.environment,
                stderr=log,
            )


def write_game(folder: Path, key: str) -> Path:
    """Write the project of a new game, as `duel game new` does."""
    for path, text in render_template(key).items():
        (folder / key / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / key / path).write_text(text, "utf-8")
    return folder / key


@pytest.fixture(scope="module")
def environment_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheels of the bot and of three games: one works, one lacks texts, one fails."""
    folder = tmp_path_factory.mktemp("games")
    projects = {key: write_game(folder, key) for key in (PLAYABLE_GAME, FAILING_GAME, REFUSED_GAME)}
    (projects[REFUSED_GAME] / REFUSED_GAME / "words" / "en.ftl").unlink()
    rules = projects[FAILING_GAME] / FAILING_GAME / "__init__.py"
    rules.write_text(
        rules.read_text("utf-8").replace("winner = find_winner(signs)", "winner = find_winner([])", 1), "utf-8"
    )
    wheels = [build_wheel(project, folder) for project in (PROJECT_ROOT, *projects.values())]
    return create_environment(tmp_path_factory.mktemp("environment"), *wheels)


@pytest.fixture(scope="module")
def wheel_bot(environment_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WheelBot]:
    bot = WheelBot("Bot with games", tmp_path_factory.mktemp("bot"), environment_folder=environment_folder)
    yield bot
    assert bot.stop() == 0


@pytest.fixture
async def wheel_server(playground: Playground, wheel_bot: WheelBot) -> AsyncIterator[PlaygroundServer]:
    if not wheel_bot.is_alive:
        await wheel_bot.start(playground)
    async with create_server(playground, wheel_bot, "en-US") as server:
        yield server


def test_installed_game_is_played_in_the_terminal(environment_folder: Path) -> None:
    assert run_duel(environment_folder, "show", PLAYABLE_GAME) == "Lives: Red 3, Blue 3.\n"
    refusal = run_duel(environment_folder, "show", REFUSED_GAME, exit_code=2)
    assert f"“{REFUSED_GAME}” can’t be played here: LookupError: {REFUSED_GAME}: words/en.ftl is missing" in refusal


def test_author_tests_an_installed_game(environment_folder: Path) -> None:
    output = run_duel(environment_folder, "game", "check", PLAYABLE_GAME)
    assert output.endswith(" checks passed, none broken.\n")
    assert not (environment_folder / ".hypothesis").exists()
    python = environment_folder / "bin" / "python"
    own_test = render_template(PLAYABLE_GAME)[f"test_{PLAYABLE_GAME}.py"]
    (environment_folder / "test_owls.py").write_text(own_test, "utf-8")
    # Plug-ins of pytest in the test environment need packages that are not in this one.
    pytest_command = ("env", "PYTEST_DISABLE_PLUGIN_AUTOLOAD=1", python, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert "1 passed" in run_command(environment_folder, *pytest_command, "test_owls.py")
    # The laws come from the wheel, not from the checkout.
    program = "import wolf_and_bison.sdk, tests.laws; print(tests.laws.__file__)"
    assert str(environment_folder) in run_command(environment_folder, python, "-c", program)


async def test_installed_game_is_played_on_discord(wheel_server: PlaygroundServer) -> None:
    otter, heron = wheel_server.otter, wheel_server.heron
    match_id = await wheel_server.begin_match(otter, heron, game=PLAYABLE_GAME)
    card = await play_match(wheel_server, match_id)
    assert "Night owls" in full_text(card)
    assert button_labels(card)[0] == "Rematch"
    assert wheel_server.bot.query_store("SELECT count(*) FROM result WHERE match_id = ?", match_id) == [(2,)]
    practice_id = await wheel_server.begin_practice(wheel_server.lynx, game=PLAYABLE_GAME, level="easy")
    player = AutoPlayer(wheel_server, wheel_server.lynx, practice_id, random.Random(1))
    await player.play_in_private()
    front_door = await wheel_server.run_command(otter, "play")
    assert "Night owls" in button_labels(front_door.message)
    assert not wheel_server.bot.query_store("SELECT 1 FROM match WHERE status = 'broken'")


async def test_failing_game_ends_its_match_and_no_other(wheel_server: PlaygroundServer) -> None:
    otter, heron = wheel_server.otter, wheel_server.heron
    match_id = await wheel_server.begin_match(otter, heron, game=FAILING_GAME)
    other_id = await wheel_server.begin_match(otter, heron, game=PLAYABLE_GAME)
    await make_choice(otter, match_id)
    await make_choice(heron, match_id)
    card = await wheel_server.wait_for_end(match_id)
    assert "Sad owls broke. It doesn’t count." in full_text(card)
    assert wheel_server.bot.query_store("SELECT status FROM match WHERE id = ?", match_id) == [("broken",)]
    assert not wheel_server.bot.query_store("SELECT 1 FROM result WHERE match_id = ?", match_id)
    assert has_button_for(Action.OFFER_REMATCH, other_id)(await play_match(wheel_server, other_id))


async def test_refused_game_is_named_in_the_log(wheel_server: PlaygroundServer) -> None:
    log = wheel_server.bot.log_path.read_text()
    assert f"the game {REFUSED_GAME} is not available: LookupError: {REFUSED_GAME}: words/en.ftl is missing" in log
