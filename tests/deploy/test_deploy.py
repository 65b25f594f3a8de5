"""Checks the deployment files (settings, Compose services, monitoring) without a container engine."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from typing import Any, Final

import yaml

from bot.ops.config import Environment
from bot.ops.metrics import Metrics
from tests.deploy.deploy_files import DEPLOY_FOLDER, HOSTING_PAGE, SERVICES, UNIT_FILES, read_yaml
from tests.lint.source_files import PROJECT_ROOT

VERSION: Final[str] = tomllib.loads((PROJECT_ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
OWN_IMAGE: Final = f"${{BOT_IMAGE:-ghcr.io/OWNER/wolf-and-bison:{VERSION.rpartition('.')[0]}}}"


# env.example


def test_env_example_has_every_setting_and_its_default() -> None:
    lines = re.findall(r"^#?([A-Z_]+)=(.*)$", (DEPLOY_FOLDER / "env.example").read_text("utf-8"), re.MULTILINE)
    fields = Environment.model_fields
    assert [name.lower() for name, _ in lines] == list(dict.fromkeys(name.lower() for name, _ in lines))
    assert {name.lower() for name, _ in lines} == set(fields)
    for name, value in lines:
        default = fields[name.lower()].default
        expected = default.get_secret_value() if name == "DISCORD_TOKEN" else default
        assert value == ("" if expected is None else str(expected)), name


def test_hosting_page_has_every_setting() -> None:
    assert [name for name in Environment.model_fields if f"`{name.upper()}`" not in HOSTING_PAGE] == []


# compose.yaml


def list_bind_mounts(service: Any) -> Iterator[str]:
    return (volume.split(":")[0] for volume in service.volumes if volume.startswith("."))


def test_mounted_files_and_volumes_exist() -> None:
    for name, service in SERVICES.items():
        assert [path for path in list_bind_mounts(service) if not (DEPLOY_FOLDER / path).is_file()] == [], name
        named_volumes = {volume.split(":")[0] for volume in service.volumes if not volume.startswith(".")}
        assert named_volumes <= read_yaml("compose.yaml")["volumes"].keys(), name
        assert all(volume.endswith(":ro") for volume in service.volumes if volume.startswith(".")), name
    used = {volume.split(":")[0] for service in SERVICES.values() for volume in service.volumes}
    assert read_yaml("compose.yaml")["volumes"].keys() <= used
    build = SERVICES["bot"].build
    assert build
    assert (DEPLOY_FOLDER / build["context"] / build["dockerfile"]).is_file()


def test_every_variable_of_compose_is_a_setting_or_documented() -> None:
    for name in re.findall(r"(?<!\$)\$\{([A-Z_]+)", (DEPLOY_FOLDER / "compose.yaml").read_text("utf-8")):
        assert name.lower() in Environment.model_fields or f"`{name}`" in HOSTING_PAGE, name
    bot = SERVICES["bot"].environment
    assert {name.lower() for name in bot} <= Environment.model_fields.keys()
    assert SERVICES["bot"].env_file == ".env"


def test_security_page_lists_every_image() -> None:
    dockerfile = (DEPLOY_FOLDER / "Dockerfile").read_text("utf-8")
    used = set(re.findall(r"^FROM (\S+):", dockerfile, re.MULTILINE))
    used |= {service.image.partition(":")[0] for service in SERVICES.values() if service.image != OWN_IMAGE}
    page = (PROJECT_ROOT / "SECURITY.md").read_text("utf-8")
    table = page.partition("| image |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| ([\w./-]*\w[\w./-]*) \|", table, re.MULTILINE)) == used


def test_grafana_does_not_start_without_a_password() -> None:
    shell, option, script = SERVICES["grafana"].entrypoint
    assert SERVICES["grafana"].environment["GF_SECURITY_ADMIN_PASSWORD"] == "${GRAFANA_PASSWORD:-}"  # noqa: S105 - a variable

    def start(password: str) -> subprocess.CompletedProcess[str]:
        # Compose replaces each $$ with $.
        command = [shell, option, script.replace("$$", "$").replace("exec /run.sh", "echo started")]
        environment = {"PATH": os.environ["PATH"], "GF_SECURITY_ADMIN_PASSWORD": password}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    refused = start("")
    assert (refused.returncode, refused.stdout, refused.stderr) == (78, "", "set GRAFANA_PASSWORD in .env\n")
    assert start("long and secret").stdout == "started\n"


def test_dependabot_watches_every_folder_with_pinned_versions() -> None:
    updates = yaml.safe_load((PROJECT_ROOT / ".github" / "dependabot.yml").read_text("utf-8"))["updates"]
    watched = {(it["package-ecosystem"], it["directory"]) for it in updates}
    files = {
        ("pip", "/pins"): "bot.txt",
        ("npm", "/deploy/playground"): "package-lock.json",
        ("docker", "/deploy"): "Dockerfile",
        ("docker-compose", "/deploy"): "compose.yaml",
        ("github-actions", "/"): ".github/workflows/release.yml",
    }
    assert watched == files.keys()
    assert [name for (_, folder), name in files.items() if not (PROJECT_ROOT / folder[1:] / name).is_file()] == []


def test_images_are_pinned_and_ports_are_on_the_loopback() -> None:
    for name, service in SERVICES.items():
        assert service.image == OWN_IMAGE or re.fullmatch(r"[\w./-]+:v?\d+(\.\d+)*(-\w+)?", service.image), name
        # Discord uses port 443, and the certificate is checked on port 80.
        local_ports = [port for port in service.ports if not (name == "gate" and port in {"80:80", "443:443"})]
        assert all(port.startswith("127.0.0.1:") for port in local_ports), name
        assert "no-new-privileges:true" in service.security_opt, name


def test_containers_of_the_bot_cannot_write_outside_their_volumes() -> None:
    own = {name: service for name, service in SERVICES.items() if "wolf-and-bison" in service.image}
    assert own.keys() == {"bot", "worker-one", "worker-two", "backup"}
    for name, service in own.items():
        assert service.image == OWN_IMAGE, name
        assert (service.read_only, service.tmpfs, service.cap_drop) == (True, ["/tmp"], ["ALL"]), name  # noqa: S108
    setup, run = re.findall(r"^    docker run .*", HOSTING_PAGE, re.MULTILINE)
    image = OWN_IMAGE.removeprefix("${BOT_IMAGE:-").removesuffix("}")
    end = f" --read-only --tmpfs /tmp --volume duel:/var/lib/duel {image}"
    assert run.endswith(end)
    assert setup.endswith(f"{end} setup --no-start")


def test_bot_starts_alone_without_a_profile() -> None:
    profiles = {name: service.profiles for name, service in SERVICES.items()}
    assert [name for name, names in profiles.items() if not names] == ["bot"]
    assert {name for name, names in profiles.items() if names == ["watch"]} == {"prometheus", "grafana"}
    assert profiles["postgres"] == ["postgres", "http"]
    assert SERVICES["bot"].scale == "${BOTS:-1}"
    # A backup is not started together with the services.
    assert [profiles[name] for name in ("backup", "postgres-backup")] == [["backup"], ["postgres-backup"]]
    assert not SERVICES["bot"].depends_on["postgres"]["required"]
    images = {SERVICES[name].image for name in ("postgres", "postgres-backup")}
    assert len(images) == 1, "an older server cannot read a dump made by newer tools"


def test_reverse_proxy_forwards_to_both_workers() -> None:
    """Both workers must also use the same PostgreSQL server and the same rate-limit proxy."""
    workers = {name: it for name, it in SERVICES.items() if it.command == ["serve"]}
    assert len(workers) == 2
    caddyfile = (DEPLOY_FOLDER / "Caddyfile").read_text("utf-8")
    (upstreams,) = re.findall(r"reverse_proxy (.+) {", caddyfile)
    assert (
        f"health_uri /healthz\n\t\thealth_port {workers['worker-one'].environment['DUEL_HEALTH_PORT']}\n" in caddyfile
    )
    for name, worker in workers.items():
        assert f"{name}:{worker.environment['DUEL_PORT']}" in upstreams.split()
        assert {name.lower() for name in worker.environment} <= Environment.model_fields.keys()
        assert all(worker.environment[name] == "0.0.0.0" for name in ("DUEL_HOST", "DUEL_HEALTH_HOST"))  # noqa: S104
        assert worker.environment["DUEL_API"] == f"http://limits:{SERVICES['limits'].environment['PORT']}/api/v10"
        assert worker.depends_on.keys() == {"postgres", "limits"}
        assert all("http" in SERVICES[dependency].profiles for dependency in worker.depends_on)
        assert worker.env_file == ".env"
        assert worker.stop_grace_period == SERVICES["bot"].stop_grace_period
    assert f"{{${'GATE_ADDRESS'}}}" in caddyfile
    assert "GATE_ADDRESS" in SERVICES["gate"].environment


def test_postgres_service_enables_checksums() -> None:
    """PostgreSQL before version 18 disables checksums by default."""
    assert "--data-checksums" in SERVICES["postgres"].environment["POSTGRES_INITDB_ARGS"]


def test_stop_timeouts_exceed_the_shutdown_time() -> None:
    from bot.app import SHUTDOWN_TIMEOUT_S  # noqa: PLC0415 - only this test needs the app

    assert int(SERVICES["bot"].stop_grace_period.removesuffix("s")) > SHUTDOWN_TIMEOUT_S
    unit = (DEPLOY_FOLDER / UNIT_FILES[0]).read_text("utf-8")
    assert int(re.findall(r"TimeoutStopSec=(\d+)", unit)[0]) > SHUTDOWN_TIMEOUT_S


# Monitoring


def list_exported_metrics() -> tuple[set[str], set[str]]:
    """Return the names of all metric families, and the names of all samples."""
    gauges = Metrics()
    gauges.register_live_gauges(lambda: 0, lambda: 0, lambda: 50, lambda: {0: 0.1})
    gauges.set_store_gauges({"playing": 1}, 4096)
    gauges.set_last_backup_time(1_700_000_000)
    for labeled in (
        gauges.interactions.labels("answered"),
        gauges.refusals.labels("key"),
        gauges.requests.labels("yes", "200"),
    ):
        labeled.inc()
    with gauges.time_painting("board"), gauges.acknowledgement_seconds.time(), gauges.commit_seconds.time():
        pass
    page = gauges.format_for_prometheus().decode()
    families = set(re.findall(r"^# TYPE (\w+) ", page, re.MULTILINE))
    return families, set(re.findall(r"^(\w+)(?:\{[^}]*\})? [\d.e+-]+$", page, re.MULTILINE))


def list_expressions(dashboard: dict[str, Any]) -> list[str]:
    return [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]


def test_dashboard_shows_every_metric() -> None:
    board = json.loads((DEPLOY_FOLDER / "grafana" / "duel.json").read_text("utf-8"))
    families, names = list_exported_metrics()
    used = set(re.findall(r"\b(?:duel|process)_\w+", " ".join(list_expressions(board))))
    assert used <= names
    shown = {name.removesuffix("_bucket") for name in used}
    assert {family for family in families if family.startswith("duel_") and not family.endswith("_created")} <= shown
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    first = min(board["panels"], key=lambda panel: (panel["gridPos"]["y"], panel["gridPos"]["x"]))
    assert "duel_requests_left" in first["targets"][0]["expr"], "the first panel shows the request budget"


def test_alerts_use_metrics_of_the_bot() -> None:
    [group] = read_yaml("alerts.yml")["groups"]
    _, names = list_exported_metrics()
    for rule in group["rules"]:
        used = set(re.findall(r"\bduel_\w+", rule["expr"]))
        assert used <= names, rule["alert"]
        assert rule["annotations"]["summary"]
    assert len({rule["alert"] for rule in group["rules"]}) == len(group["rules"]) > 5
    folder = "/etc/prometheus"
    mounted = [volume.split(":")[1] for volume in SERVICES["prometheus"].volumes]
    assert {f"{folder}/{name}" for name in read_yaml("prometheus.yml")["rule_files"]} <= set(mounted)


def test_prometheus_scrapes_every_bot_and_grafana_reads_prometheus() -> None:
    """Each running process must be scraped under a name that stays the same after a restart."""
    [job] = read_yaml("prometheus.yml")["scrape_configs"]
    [discovery] = job["dns_sd_configs"]
    bots = {name: it for name, it in SERVICES.items() if it.env_file}
    assert set(discovery["names"]) == bots.keys() >= {"bot", "worker-one", "worker-two"}
    for service in bots.values():
        assert service.environment["DUEL_HEALTH_PORT"] == str(discovery["port"])
        assert service.environment["DUEL_HEALTH_HOST"] == "0.0.0.0"  # noqa: S104 - Prometheus runs in another container
    assert discovery["type"] == "A", "Docker's DNS returns A records"
    [relabeling] = job["relabel_configs"]
    assert (relabeling["source_labels"], relabeling["target_label"]) == (["__meta_dns_name"], "instance")
    # Each name must belong to one process. A scaled service publishes a host port, so only one instance can run.
    assert [name for name, it in bots.items() if it.scale and not it.ports] == []
    [source] = read_yaml("grafana/datasources.yml")["datasources"]
    assert source["url"] == "http://prometheus:9090"
    board = json.loads((DEPLOY_FOLDER / "grafana" / "duel.json").read_text("utf-8"))
    assert {panel["datasource"]["uid"] for panel in board["panels"]} == {source["uid"]}
    [provider] = read_yaml("grafana/dashboards.yml")["providers"]
    mounted = [volume.split(":")[1] for volume in SERVICES["grafana"].volumes]
    assert f"{provider['options']['path']}/duel.json" in mounted
