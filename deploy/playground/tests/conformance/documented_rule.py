"""Data types for rules from Discord's documentation, which are paraphrased, and for the functions that check them."""

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
    """The heading of the section of the page."""
    subject: str
    """A short name of the rule, which is unique within its section."""
    statement: str
    check: RuleCheck

    @property
    def title(self) -> str:
        return f"{self.page}, {self.section}: {self.subject}"


@dataclass(frozen=True)
class DocumentationPage:
    """A page of Discord's documentation, and the rules on it."""

    path: str
    rules: list[DocumentedRule] = field(default_factory=list)

    def __iter__(self) -> Iterator[DocumentedRule]:
        return iter(self.rules)

    def rule(self, section: str, statement: str) -> Callable[[RuleCheck], RuleCheck]:
        """Return a decorator that adds a rule with the decorated function as its check.

        The subject of the rule is the name of the function, with spaces instead of underscores.
        """

        def register(check: RuleCheck) -> RuleCheck:
            self.add_rule(section, getattr(check, "__name__", "").replace("_", " ").strip(), statement, check)
            return check

        return register

    def add_rule(self, section: str, subject: str, statement: str, check: RuleCheck) -> None:
        self.rules.append(DocumentedRule(self.path, section, subject, statement, check))
