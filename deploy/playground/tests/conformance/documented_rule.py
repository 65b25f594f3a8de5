"""Rules from Discord's documentation, in our own words, and the functions that check them."""

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
    """The heading of the section."""
    subject: str
    """What the rule is about; unique within its section."""
    statement: str
    check: RuleCheck

    @property
    def title(self) -> str:
        return f"{self.page}, {self.section}: {self.subject}"


@dataclass(frozen=True)
class DocumentationPage:
    """A page of the documentation and its rules."""

    path: str
    rules: list[DocumentedRule] = field(default_factory=list)

    def __iter__(self) -> Iterator[DocumentedRule]:
        return iter(self.rules)

    def rule(self, section: str, statement: str) -> Callable[[RuleCheck], RuleCheck]:
        """Register the decorated function as the check of a rule; its name is the subject."""

        def register(check: RuleCheck) -> RuleCheck:
            self.add_rule(section, getattr(check, "__name__", "").replace("_", " ").strip(), statement, check)
            return check

        return register

    def add_rule(self, section: str, subject: str, statement: str, check: RuleCheck) -> None:
        self.rules.append(DocumentedRule(self.path, section, subject, statement, check))
