"""Sphinx configuration of the documentation site (`make docs`). Its first page is README.md.

Links to files outside docs/ lead to the repository. Pages load nothing from other servers: the site has its own search,
styles and fonts.
"""

import posixpath
import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
_project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
_LINK = re.compile(r'(\]\(|src=")(?!https?:|#|mailto:)([^)"\s]+)')
_IMAGES = (".jpg", ".svg", ".webp")

project, release, author = "Card table", _project["version"], "the Card table contributors"
copyright = author  # noqa: A001 - the name that Sphinx expects
extensions = ["myst_parser"]
root_doc = "index"
include_patterns = ["*.md", "decisions/*.md", "for/*.md", "rules/*.md"]
myst_heading_anchors = 3
myst_enable_extensions = ["html_image"]
suppress_warnings = ["misc.highlighting_failure", "myst.header"]  # the first line of a code block may name its file
html_theme = "furo"
html_title = f"Card table {release}"
html_copy_source = False
html_theme_options = {"source_repository": _project["urls"]["Source"], "source_directory": "docs/"}
_PAGES = {
    "Families": "for/families commands usb decks scoring rules/mito rules/mytho rules/nur_mut rules/mythology_go",
    "Makers": "for/makers image build hardware table-toml kernel systems containers licences",
    "Clubs": "for/clubs club home-assistant",
    "Authors of games": "for/authors first-game new-game game-reference checking-games testing-tables simulation"
    " balance translating",
    "Engineers": "for/engineers what-1.0-is architecture glossary states proof tests performance stability"
    " decisions/README",
}


def _contents() -> str:
    """Return the tables of contents, one for each audience."""
    each = (["```{toctree}", f":caption: {kind}", ":hidden:", *pages.split(), "```"] for kind, pages in _PAGES.items())
    return "\n\n".join("\n".join(lines) for lines in each)


def _read(_app: Any, name: str, source: list[str]) -> None:
    """Rewrite a page's links. Add the tables of contents to the first page, and all decisions to the decisions page."""
    if name == "index":
        source[0] = _moved((ROOT / "README.md").read_text(encoding="utf-8"), "README.md", "docs/") + "\n" + _contents()
    else:
        source[0] = _moved(source[0], f"docs/{name}.md", f"docs/{posixpath.dirname(name)}")
    if name == "decisions/README":
        source[0] += "\n```{toctree}\n:hidden:\n:glob:\n[0-9]*\n```\n"


def _moved(text: str, at: str, beside: str) -> str:
    def moved(found: re.Match[str]) -> str:
        path, _, anchor = found[2].partition("#")
        where = posixpath.normpath(posixpath.join(posixpath.dirname(at), path))
        inside = where.startswith("docs/") and (where.endswith((".md", *_IMAGES)))
        if not inside:
            return f"{found[1]}{_project['urls']['Source']}/blob/main/{where}{anchor and f'#{anchor}'}"
        return f"{found[1]}{posixpath.relpath(where, beside)}{anchor and f'#{anchor}'}"

    return _LINK.sub(moved, text)


def setup(app: Any) -> None:
    """Register `_read` for each page that Sphinx reads."""
    app.connect("source-read", _read)
