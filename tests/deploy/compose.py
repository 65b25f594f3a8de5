"""compose.yaml as values: what we rely on, and nothing that we do not know."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import yaml
from pydantic import BaseModel, ConfigDict, Field

_VARIABLE: Final = re.compile(r"(?<!\$)\$\{([A-Z_]+)")


class Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Build(Part):
    context: str
    dockerfile: str


class Needed(Part):
    condition: str
    required: bool


class Healthcheck(Part):
    test: list[str] = []
    interval: str = ""
    timeout: str = ""
    retries: int = 0
    disable: bool = False


class Service(Part):
    image: str
    build: Build | None = None
    profiles: list[str] = []
    command: list[str] = []
    env_file: str = ""
    environment: dict[str, str] = {}
    volumes: list[str] = []
    ports: list[str] = []
    scale: str = ""
    depends_on: dict[str, Needed] = {}
    restart: str = "no"
    stop_grace_period: str = ""
    healthcheck: Healthcheck | None = None
    init: bool = False
    read_only: bool = False
    tmpfs: list[str] = []
    shm_size: str = ""
    cap_drop: list[str] = []
    cap_add: list[str] = []
    security_opt: list[str] = []


class Compose(Part):
    name: str
    services: dict[str, Service]
    volumes: dict[str, None] = Field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Compose:
        return cls.model_validate(read(path))


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def variables(path: Path) -> set[str]:
    """What whoever starts it may set."""
    return set(_VARIABLE.findall(path.read_text("utf-8")))
