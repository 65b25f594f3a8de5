"""What Discord's documentation says of a place, in our own words, and how the playground is asked whether it holds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from deploy.playground.tests.conformance.conformance_bot import ConformanceBot

RuleCheck: TypeAlias = Callable[[ConformanceBot], Awaitable[None]]


@dataclass(frozen=True)
class DocumentedRule:
    page: str
    section: str
    """As its heading reads."""
    subject: str
    """Which of the section's."""
    statement: str
    check: RuleCheck

    @property
    def title(self) -> str:
        return f"{self.page}, {self.section}: {self.subject}"


@dataclass(frozen=True)
class DocumentationPage:
    """One of the documentation, by its path there."""

    path: str
    rules: list[DocumentedRule] = field(default_factory=list)

    def __iter__(self) -> Iterator[DocumentedRule]:
        return iter(self.rules)

    def rule(self, section: str, statement: str) -> Callable[[RuleCheck], RuleCheck]:
        """What is decorated asks; what it asks about is its name."""

        def entered(asked: RuleCheck) -> RuleCheck:
            self.add_rule(section, getattr(asked, "__name__", "").replace("_", " ").strip(), statement, asked)
            return asked

        return entered

    def add_rule(self, section: str, subject: str, statement: str, check: RuleCheck) -> None:
        self.rules.append(DocumentedRule(self.path, section, subject, statement, check))
