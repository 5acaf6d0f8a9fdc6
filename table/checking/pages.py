"""Checks the pages with a game's rules without drawing them: their syntax, the options they name, and rule IDs."""

from pathlib import Path
from typing import Any

from jinja2 import Environment, TemplateSyntaxError, nodes

from table import packages
from table.checking.findings import Findings

_OPTIONS = "o"  # what a page calls the options of the game


class RulePages:
    """The pages with a game's rules, one for each language; there may be none."""

    def __init__(self, game: Any, findings: Findings) -> None:
        self._game, self._findings = game, findings
        folder = next(iter(packages.UI.load(game.name).__path__)) if game.name in packages.UI.names() else None
        files = [] if folder is None else sorted(Path(folder).glob("rules.*.html"))
        self._texts = {file.name: file.read_text(encoding="utf-8") for file in files}

    def check(self) -> None:
        """Record pages that are no templates, or that name an option that the game does not have."""
        for name, text in self._texts.items():
            try:
                parsed = Environment(autoescape=True).parse(text)
            except TemplateSyntaxError as error:
                self._findings.add_at(f"{name}:{error.lineno}", "page", f"it cannot be drawn: {error.message}")
                continue
            for found in parsed.find_all(nodes.Getattr):
                if isinstance(found.node, nodes.Name) and found.node.name == _OPTIONS:
                    self._check_option(f"{name}:{found.lineno}", found.attr)

    def _check_option(self, where: str, option: str) -> None:
        known = self._game.options
        if option not in known.model_fields and not hasattr(known, option):
            self._findings.add_at(where, "page", f"`{_OPTIONS}.{option}` is no option of the game")

    def check_rules(self, rules: tuple[str, ...], event: str, at: Any) -> None:
        """Record the rules given as the reason for an event that stand on no page."""
        for rule in rules if self._texts else ():
            if not any(rule in text for text in self._texts.values()):
                self._findings.add("why", f"{event} is explained by the rule {rule}, which is on no rule page", at)
