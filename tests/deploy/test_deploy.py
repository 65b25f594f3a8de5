"""What brings the bot to a machine, held to the bot it brings; as far as that goes without an engine."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, Final

import pytest

from bot.host.environment import Environment
from bot.host.gauges import Gauges
from tests.bot.terminal import started
from tests.deploy.compose import Compose, Service, read, variables
from tests.deploy.test_pins import pinned
from tests.patience import PATIENCE

ROOT: Final = Path(__file__).parents[2]
DEPLOY: Final = ROOT / "deploy"
COMPOSE: Final = Compose.read(DEPLOY / "compose.yaml")
OPERATING: Final = (ROOT / "docs" / "operating.md").read_text("utf-8")
NOBODYS: Final = f"{base64.b64encode(b'123').decode()}.a.b"
UNITS: Final = ("duel@.service", "duel-backup.service", "duel-backup.timer")


# env.example


def test_the_example_has_every_setting_and_its_default() -> None:
    lines = re.findall(r"^#?([A-Z_]+)=(.*)$", (DEPLOY / "env.example").read_text("utf-8"), re.MULTILINE)
    fields = Environment.model_fields
    assert [name.lower() for name, _ in lines] == list(dict.fromkeys(name.lower() for name, _ in lines))
    assert {name.lower() for name, _ in lines} == set(fields)
    for name, value in lines:
        default = fields[name.lower()].default
        plain = default.get_secret_value() if name == "DISCORD_TOKEN" else default
        assert value == ("" if plain is None else str(plain)), name


def test_the_document_has_every_setting() -> None:
    assert [name for name in Environment.model_fields if f"`{name.upper()}`" not in OPERATING] == []


# Dockerfile


def dockerfile() -> list[str]:
    """An instruction a line."""
    text = re.sub(r"\\\n", " ", (DEPLOY / "Dockerfile").read_text("utf-8"))
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_the_image_is_nobodys_root_and_says_how_it_is() -> None:
    lines = dockerfile()
    assert lines.index("USER duel") < next(at for at, line in enumerate(lines) if line.startswith("ENTRYPOINT"))
    assert any(line.startswith("HEALTHCHECK") and "/healthz" in line for line in lines)
    assert any(line.startswith("VOLUME") and "/var/lib/duel" in line for line in lines)
    environment = " ".join(line for line in lines if line.startswith("ENV"))
    assert "DATABASE_URL=sqlite:////var/lib/duel/duel.db" in environment
    versions = {line.split()[1] for line in lines if line.startswith("FROM")}
    assert len(versions) == 1
    assert all(re.fullmatch(r"python:3\.11\.\d+-slim-\w+", version) for version in versions)


def brought() -> Iterator[Path]:
    """What .dockerignore lets through."""
    for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines():
        if line.startswith("!"):
            assert (ROOT / line[1:]).exists(), line
            yield ROOT / line[1:]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """What comes into the image's first part."""
    source = tmp_path / "src"
    for path in brought():
        copied = source / path.relative_to(ROOT)
        copied.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            shutil.copytree(path, copied, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(path, copied)
    return source


def done(folder: Path, *command: str | Path, **more: str) -> None:
    run = subprocess.run(
        command, cwd=folder, env=os.environ | more, capture_output=True, text=True, check=False, timeout=10 * PATIENCE
    )
    assert run.returncode == 0, run.stdout[-1000:] + run.stderr[-2000:]


def is_a_bot(place: Path, away: Path) -> None:
    """It finds a game's drawings and words, then the store's schema, then the bot up to its door."""
    bare = {"PATH": os.environ["PATH"], "DATABASE_URL": f"sqlite:///{away / 'duel.db'}"}

    def duel(*args: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [place / "bin" / "duel", *args],
            cwd=away, env=bare | more, capture_output=True, text=True, check=False, timeout=PATIENCE,
        )  # fmt: skip

    shown = duel("show", "schamanen", "--lang", "de", "--picture", str(away / "board.png"))
    assert shown.returncode == 0, shown.stderr
    assert (away / "board.png").read_bytes().startswith(b"\x89PNG")
    run = duel("run", DISCORD_TOKEN=NOBODYS, DUEL_API="http://127.0.0.1:9")
    assert "out of reach" in run.stderr
    assert duel("doctor").stdout == "All is well.\n"


def lent(place: Path) -> None:
    """An environment that has what the image's pins name, as it is in that of the tests, and nothing besides."""
    done(place.parent, sys.executable, "-m", "venv", "--without-pip", place)
    (site,) = place.glob("lib/python*/site-packages")
    for name, rest in pinned("bot").items():
        try:
            files = distribution(name).files or []
        except PackageNotFoundError:
            # It is for other machines.
            assert ";" in rest.splitlines()[0], name
            continue
        for top in {file.parts[0] for file in files} - {"..", "__pycache__"}:
            if not (site / top).exists():
                (site / top).symlink_to(str(distribution(name).locate_file(top)))


@pytest.mark.gate
def test_what_the_image_installs_is_a_bot(source: Path, tmp_path: Path) -> None:
    """By its pins and by what its context brings. The same pins are fetched for the tests, by the same hashes."""
    place = tmp_path / "duel"
    lent(place)
    [line] = [line for line in dockerfile() if "pip install" in line]
    own = line.rpartition("/bin/pip ")[2].split()
    assert own[0] == "install"
    done(source, sys.executable, "-m", "pip", "--python", place / "bin" / "python", *own, PIP_NO_INDEX="1")
    is_a_bot(place, tmp_path)


@pytest.mark.nightly
def test_what_the_image_fetches_is_a_bot(source: Path, tmp_path: Path) -> None:
    """The Dockerfile's own line: all is fetched anew, which takes as long as it takes."""
    place = tmp_path / "duel"
    [line] = [line.removeprefix("RUN ") for line in dockerfile() if "pip install" in line]
    line = line.replace("/opt/duel", str(place)).replace("python3 -m venv", f"{sys.executable} -m venv")
    done(source, "/bin/sh", "-euc", line)
    is_a_bot(place, tmp_path)


# compose.yaml


def bind_mounts(service: Service) -> Iterator[str]:
    return (volume.split(":")[0] for volume in service.volumes if volume.startswith("."))


def test_what_is_mounted_is_there() -> None:
    for name, service in COMPOSE.services.items():
        assert [path for path in bind_mounts(service) if not (DEPLOY / path).is_file()] == [], name
        named = {volume.split(":")[0] for volume in service.volumes if not volume.startswith(".")}
        assert named <= COMPOSE.volumes.keys(), name
        assert all(volume.endswith(":ro") for volume in service.volumes if volume.startswith(".")), name
    used = {volume.split(":")[0] for service in COMPOSE.services.values() for volume in service.volumes}
    assert COMPOSE.volumes.keys() <= used
    build = COMPOSE.services["bot"].build
    assert build
    assert (DEPLOY / build.context / build.dockerfile).is_file()


def test_who_starts_it_knows_every_variable() -> None:
    for name in variables(DEPLOY / "compose.yaml"):
        assert name.lower() in Environment.model_fields or f"`{name}`" in OPERATING, name
    bot = COMPOSE.services["bot"].environment
    assert {name.lower() for name in bot} <= Environment.model_fields.keys()
    assert COMPOSE.services["bot"].env_file == ".env"


def test_images_are_of_one_version_and_ports_of_the_loopback() -> None:
    for name, service in COMPOSE.services.items():
        assert re.fullmatch(r"[\w./-]+:v?\d+(\.\d+)+(-\w+)?", service.image), name
        # Discord comes in by one door, and to its certificate by another.
        inside = [port for port in service.ports if not (name == "gate" and port in {"80:80", "443:443"})]
        assert all(port.startswith("127.0.0.1:") for port in inside), name
        assert "no-new-privileges:true" in service.security_opt, name
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert version
    ours = {service.image for service in COMPOSE.services.values() if "wolf" in service.image}
    assert ours == {f"wolf-and-bison:{version[1]}"}


def test_the_bot_is_alone_unless_more_is_asked_for() -> None:
    profiles = {name: service.profiles for name, service in COMPOSE.services.items()}
    assert [name for name, wanted in profiles.items() if not wanted] == ["bot"]
    assert {name for name, wanted in profiles.items() if wanted == ["watch"]} == {"prometheus", "grafana"}
    assert profiles["postgres"] == ["postgres", "http"]
    assert COMPOSE.services["bot"].scale == "${BOTS:-1}"
    # A backup is no service that comes up with the others.
    assert [profiles[name] for name in ("backup", "postgres-backup")] == [["backup"], ["postgres-backup"]]
    assert not COMPOSE.services["bot"].depends_on["postgres"].required
    pictures = {COMPOSE.services[name].image for name in ("postgres", "postgres-backup")}
    assert len(pictures) == 1, "a dump of a newer server's tools cannot be read by an older one"


def test_whoever_asks_at_the_gate_finds_a_worker() -> None:
    """And these a PostgreSQL, and what knows Discord's limits for both of them."""
    workers = {name: it for name, it in COMPOSE.services.items() if it.command == ["serve"]}
    assert len(workers) == 2
    road = (DEPLOY / "Caddyfile").read_text("utf-8")
    (asked,) = re.findall(r"reverse_proxy (.+) {", road)
    assert f"health_uri /healthz\n\t\thealth_port {workers['worker-one'].environment['DUEL_HEALTH_PORT']}\n" in road
    for name, worker in workers.items():
        assert f"{name}:{worker.environment['DUEL_PORT']}" in asked.split()
        assert {name.lower() for name in worker.environment} <= Environment.model_fields.keys()
        assert all(worker.environment[name] == "0.0.0.0" for name in ("DUEL_HOST", "DUEL_HEALTH_HOST"))  # noqa: S104
        assert (
            worker.environment["DUEL_API"] == f"http://limits:{COMPOSE.services['limits'].environment['PORT']}/api/v10"
        )
        assert worker.depends_on.keys() == {"postgres", "limits"}
        assert all("http" in COMPOSE.services[needed].profiles for needed in worker.depends_on)
        assert worker.env_file == ".env"
        assert worker.stop_grace_period == COMPOSE.services["bot"].stop_grace_period
    assert f"{{${'GATE_ADDRESS'}}}" in road
    assert "GATE_ADDRESS" in COMPOSE.services["gate"].environment


def test_postgres_keeps_checksums() -> None:
    """Before version 18 only those who ask for them have any."""
    assert "--data-checksums" in COMPOSE.services["postgres"].environment["POSTGRES_INITDB_ARGS"]


def test_the_bot_has_the_time_to_say_goodbye() -> None:
    from bot.run import DRAIN  # noqa: PLC0415 - beside what is compared

    assert int(COMPOSE.services["bot"].stop_grace_period.removesuffix("s")) > DRAIN
    assert int(re.findall(r"TimeoutStopSec=(\d+)", (DEPLOY / UNITS[0]).read_text("utf-8"))[0]) > DRAIN


# what is watched


def exported() -> tuple[set[str], set[str]]:
    """Families of metrics, and every name that has a value."""
    gauges = Gauges()
    gauges.watches(lambda: 0, lambda: 0, lambda: 0, lambda: 50, lambda: {0: 0.1})
    gauges.weighed({"playing": 1}, 4096)
    for labelled in (
        gauges.interactions.labels("answered"),
        gauges.refusals.labels("key"),
        gauges.requests.labels("yes", "200"),
    ):
        labelled.inc()
    with gauges.painting("board"), gauges.acknowledged.time(), gauges.commits.time():
        pass
    page = gauges.page().decode()
    families = set(re.findall(r"^# TYPE (\w+) ", page, re.MULTILINE))
    return families, set(re.findall(r"^(\w+)(?:\{[^}]*\})? [\d.e+-]+$", page, re.MULTILINE))


def expressions(board: dict[str, Any]) -> list[str]:
    return [target["expr"] for panel in board["panels"] for target in panel["targets"]]


def test_the_dashboard_shows_what_the_bot_tells_and_all_of_it() -> None:
    board = json.loads((DEPLOY / "grafana" / "duel.json").read_text("utf-8"))
    families, names = exported()
    used = set(re.findall(r"\b(?:duel|process)_\w+", " ".join(expressions(board))))
    assert used <= names
    shown = {name.removesuffix("_bucket") for name in used}
    assert {family for family in families if family.startswith("duel_") and not family.endswith("_created")} <= shown
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    first = min(board["panels"], key=lambda panel: (panel["gridPos"]["y"], panel["gridPos"]["x"]))
    assert "duel_requests_left" in first["targets"][0]["expr"], "the budget is the first that one sees"


def test_an_alert_is_about_what_the_bot_tells() -> None:
    [group] = read(DEPLOY / "alerts.yml")["groups"]
    _, names = exported()
    for rule in group["rules"]:
        used = set(re.findall(r"\bduel_\w+", rule["expr"]))
        assert used <= names, rule["alert"]
        assert rule["annotations"]["summary"]
    assert len({rule["alert"] for rule in group["rules"]}) == len(group["rules"]) > 5
    folder = "/etc/prometheus"
    mounted = [volume.split(":")[1] for volume in COMPOSE.services["prometheus"].volumes]
    assert {f"{folder}/{name}" for name in read(DEPLOY / "prometheus.yml")["rule_files"]} <= set(mounted)


def test_prometheus_asks_everybody_who_plays_and_grafana_asks_prometheus() -> None:
    """Whoever of them is there: the bot, the workers, or both. Each is known by a name that no restart changes."""
    [job] = read(DEPLOY / "prometheus.yml")["scrape_configs"]
    [named] = job["dns_sd_configs"]
    players = {name: it for name, it in COMPOSE.services.items() if it.env_file}
    assert set(named["names"]) == players.keys() >= {"bot", "worker-one", "worker-two"}
    for service in players.values():
        assert service.environment["DUEL_HEALTH_PORT"] == str(named["port"])
        assert service.environment["DUEL_HEALTH_HOST"] == "0.0.0.0"  # noqa: S104 - what asks is outside
    assert named["type"] == "A", "what Docker answers by"
    [known] = job["relabel_configs"]
    assert (known["source_labels"], known["target_label"]) == (["__meta_dns_name"], "instance")
    # One of a name: the port of the host is taken by the first, and a worker has no scale.
    assert [name for name, it in players.items() if it.scale and not it.ports] == []
    [source] = read(DEPLOY / "grafana" / "datasources.yml")["datasources"]
    assert source["url"] == "http://prometheus:9090"
    board = json.loads((DEPLOY / "grafana" / "duel.json").read_text("utf-8"))
    assert {panel["datasource"]["uid"] for panel in board["panels"]} == {source["uid"]}
    [provider] = read(DEPLOY / "grafana" / "dashboards.yml")["providers"]
    mounted = [volume.split(":")[1] for volume in COMPOSE.services["grafana"].volumes]
    assert f"{provider['options']['path']}/duel.json" in mounted


# systemd


@pytest.mark.gate
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        assert os.environ.get("CI") != "true", "no systemd-analyze here; on Debian: apt-get install systemd"
        pytest.skip("no systemd-analyze here")
    for name in UNITS:
        # The program must be there; here it is where the tests run.
        text = (DEPLOY / name).read_text("utf-8").replace("/opt/duel/bin/duel", sys.executable)
        (tmp_path / name).write_text(text, "utf-8")
    done = subprocess.run(
        [analyze, "verify", "--man=no", *(tmp_path / name for name in UNITS)],
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    secure = subprocess.run(
        [analyze, "security", "--offline=true", "--threshold=20", "--no-pager", tmp_path / UNITS[0]],
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert secure.returncode == 0, secure.stdout[-300:]


NOT_THERE_YET: Final = {
    "discord": {"DISCORD_TOKEN": NOBODYS, "DUEL_API": "http://127.0.0.1:9/api/v10"},
    "a name that nobody resolves": {"DISCORD_TOKEN": NOBODYS, "DUEL_API": "http://discord.invalid/api/v10"},
    "postgres": {"DISCORD_TOKEN": NOBODYS, "DATABASE_URL": "postgresql://duel@127.0.0.1:1/duel"},
}
NEVER_THERE: Final = {
    "no such folder": {"DISCORD_TOKEN": NOBODYS, "DATABASE_URL": "sqlite:////nowhere/duel.db"},
    "no such database": {"DISCORD_TOKEN": NOBODYS, "DATABASE_URL": "mysql://here"},
    "no such setting": {"DISCORD_TOKEN": NOBODYS, "DUEL_LOG": "loud"},
    "no token": {"DISCORD_TOKEN": ""},
}


def unit() -> dict[str, str]:
    """What the service says, by its name; the last word counts."""
    return dict(re.findall(r"^(\w+)=(.*)$", (DEPLOY / UNITS[0]).read_text("utf-8"), re.MULTILINE))


def ended(settings: dict[str, str], folder: Path) -> int:
    done = started("run", settings={"DATABASE_URL": f"sqlite:///{folder / 'duel.db'}"} | settings)
    assert (done.stdout, done.stderr.count("\n")) == ("", 1), done.stderr
    return done.returncode


def one_at_first(ends: Mapping[str, object]) -> list[pytest.ParameterSet]:
    """Each is a process of its own: the first at every change, the others at the gate."""
    return [pytest.param(end, marks=[pytest.mark.gate] if at else []) for at, end in enumerate(ends)]


@pytest.mark.parametrize("away", one_at_first(NOT_THERE_YET))
def test_what_is_out_of_reach_is_tried_again(away: str, tmp_path: Path) -> None:
    """A machine may be up before its network is; and may wait for it all night."""
    code = ended(NOT_THERE_YET[away], tmp_path)
    assert code != 0
    assert str(code) not in unit()["RestartPreventExitStatus"].split()
    assert (unit()["Restart"], unit()["StartLimitIntervalSec"]) == ("always", "0")
    assert COMPOSE.services["bot"].restart == "unless-stopped"


@pytest.mark.parametrize("wrong", one_at_first(NEVER_THERE))
def test_what_no_second_try_makes_better_is_not(wrong: str, tmp_path: Path) -> None:
    assert str(ended(NEVER_THERE[wrong], tmp_path)) in unit()["RestartPreventExitStatus"].split()


def test_the_units_run_commands_that_there_are() -> None:
    helped = subprocess.run(
        [sys.executable, "-m", "bot", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for name in UNITS[:2]:
        [command] = re.findall(r"^ExecStart=/opt/duel/bin/duel (\w+)", (DEPLOY / name).read_text("utf-8"), re.MULTILINE)
        assert re.search(rf"\b{command}\b", helped)
    for service in ("bot", "backup"):
        for command in COMPOSE.services[service].command[:1]:
            assert re.search(rf"\b{command}\b", helped)
