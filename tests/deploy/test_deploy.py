"""What brings the bot to a machine: settings, services and what is watched, as far as that goes without an engine."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from bot.host.environment import Environment
from bot.host.gauges import Gauges
from tests.deploy.compose import Service, read, variables
from tests.deploy.folder import COMPOSE, DEPLOY, ROOT, UNITS

OPERATING: Final = (ROOT / "docs" / "operating.md").read_text("utf-8")


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
    gauges.watches(lambda: 0, lambda: 0, lambda: 50, lambda: {0: 0.1})
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
