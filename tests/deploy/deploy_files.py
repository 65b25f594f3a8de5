"""Readers for the files in `deploy/` and `pins/`."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any, Final

import yaml

from tests.lint.source_files import PROJECT_ROOT

DEPLOY_FOLDER: Final = PROJECT_ROOT / "deploy"
HOSTING_PAGE: Final = (PROJECT_ROOT / "docs" / "hosting.md").read_text("utf-8")
UNIT_FILES: Final = ("duel@.service", "duel-backup@.service", "duel-backup@.timer", "duel-failed@.service")
_SERVICE_DEFAULTS: Final[dict[str, Any]] = {
    **dict.fromkeys(
        ("profiles", "entrypoint", "command", "volumes", "ports", "tmpfs", "cap_drop", "cap_add", "security_opt"), ()
    ),
    **dict.fromkeys(("env_file", "scale", "stop_grace_period", "shm_size"), ""),
    "environment": {},
    "depends_on": {},
    **dict.fromkeys(("build", "healthcheck", "init", "read_only"), None),
    "restart": "no",
}
"""The keys that services in compose.yaml may use, with their default values."""


def read_yaml(name: str) -> Any:
    return yaml.safe_load((DEPLOY_FOLDER / name).read_text("utf-8"))


def read_services() -> dict[str, Any]:
    services: dict[str, dict[str, Any]] = read_yaml("compose.yaml")["services"]
    for name, service in services.items():
        assert service.keys() - {"image"} <= _SERVICE_DEFAULTS.keys(), (
            f"{name} has a key without a default in this file"
        )
    return {name: SimpleNamespace(**(_SERVICE_DEFAULTS | service)) for name, service in services.items()}


SERVICES: Final = read_services()


def read_pins(name: str) -> dict[str, str]:
    """Return the versions and hashes of the packages that are pinned in a file, by package name."""
    blocks = re.split(r"\n(?=[a-z0-9])", (PROJECT_ROOT / "pins" / f"{name}.txt").read_text("utf-8").strip())
    return {block.split("==")[0]: block.split("==", 1)[1] for block in blocks}
