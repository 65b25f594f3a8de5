"""What Discord's documentation says of a place, in our own words, and how the playground is asked whether it holds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from deploy.playground.tests.sentences.witness import Witness

Asked: TypeAlias = Callable[[Witness], Awaitable[None]]


@dataclass(frozen=True)
class Sentence:
    page: str
    section: str
    """As its heading reads."""
    subject: str
    """Which of the section's."""
    says: str
    asked: Asked

    @property
    def place(self) -> str:
        return f"{self.page}, {self.section}: {self.subject}"


@dataclass(frozen=True)
class Page:
    """One of the documentation, by its path there."""

    path: str
    sentences: list[Sentence] = field(default_factory=list)

    def __iter__(self) -> Iterator[Sentence]:
        return iter(self.sentences)

    def says(self, section: str, says: str) -> Callable[[Asked], Asked]:
        """What is decorated asks; what it asks about is its name."""

        def entered(asked: Asked) -> Asked:
            self.enter(section, getattr(asked, "__name__", "").replace("_", " ").strip(), says, asked)
            return asked

        return entered

    def enter(self, section: str, subject: str, says: str, asked: Asked) -> None:
        self.sentences.append(Sentence(self.path, section, subject, says, asked))
