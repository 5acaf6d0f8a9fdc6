"""Joins the modules of a page to one script, and its style sheets to one: text in, text out.

A module becomes a function of what it imports that returns what it exports; `web/static/together.mjs`, which stands
before them, calls each once. So a module keeps to this: `import` and `export` begin a statement, what is exported does
not change later, and nothing imports in a circle. A style sheet names files by their whole path. Comments that have
lines of their own are left out: no phone reads them.
"""

import re
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from graphlib import TopologicalSorter
from json import dumps
from posixpath import join, normpath

from table.values import Value

Read = Callable[[str], str | None]  # the text of the file at a path; None if there is none

BEFORE = "/static/together.mjs"
_MOST_KEPT = 256  # files: twice as many as there are
_BEGINS = r"(?:^|(?<=[;}]))[ \t]*"  # a statement, in minified text, too
_FROM = r"""["']([./][^"']+)["'];?"""
_COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*(?!!)(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
_IMPORT = re.compile(rf"""{_BEGINS}import\b\s*([^"'();]*?)\s*(?:\bfrom\s*)?{_FROM}""", re.MULTILINE)
_PASSED_ON = re.compile(rf"{_BEGINS}export\s*(\*|\{{[^}}]*\}})\s*from\s*{_FROM}", re.MULTILINE)
_LISTED = re.compile(rf"{_BEGINS}export\s*\{{([^}}]*)\}};?", re.MULTILINE)
_DEFAULT = re.compile(rf"{_BEGINS}export\s+default\b", re.MULTILINE)
_DECLARED = re.compile(
    rf"{_BEGINS}export\s+(?=(?:async\s+function|function|class|const|let)\b\s*\*?\s*([\w$]+))", re.MULTILINE
)
_LATER = re.compile(r"""\bimport\(\s*(?:["']([./][^"']+)["'])?""")
_INCLUDED = re.compile(r"""^@import\s+url\(["']?([^"')]+)["']?\);\n""", re.MULTILINE)


class Module(Value):
    """A module: the paths of what it imports, the body of its function, and what that returns, as JavaScript."""

    needs: tuple[str, ...]
    body: str
    exports: str


def script(paths: Collection[str], read: Read, *, but: Collection[str] = ()) -> str:
    """Return one script of modules and of all that they import, without what `but` and all that it imports has brought.

    Raise CycleError if modules import each other.
    """
    found, there = _closure(paths, read), _closure(but, read)
    order = TopologicalSorter({path: one.needs for path, one in found.items()}).static_order()
    defined = [_defined(path, found[path]) for path in order if path in found.keys() - there.keys()]
    return "\n".join([_bare(read(BEFORE) or ""), *defined, f"await together.begin({dumps([*paths])});\n"])


def sheet(paths: Collection[str], read: Read) -> str:
    """Return one style sheet of several, in their order, and of those that they include."""
    return "".join(_sheet(path, read) for path in paths)


def _sheet(path: str, read: Read) -> str:
    return _INCLUDED.sub(lambda found: _sheet(_beside(path, found[1]), read), _bare(read(path) or ""))


def _closure(paths: Collection[str], read: Read) -> Mapping[str, Module]:
    """Return modules and all that they import; what is not there is left out, and the browser says what it misses."""
    found: dict[str, Module] = {}
    waiting = [*paths]
    while waiting:
        path = waiting.pop(0)
        text = None if path in found else read(path)
        if text is not None:
            found[path] = module(path, text)
            waiting += found[path].needs
    return found


@lru_cache(maxsize=_MOST_KEPT)
def module(path: str, text: str) -> Module:
    """Return what a module is made of. That takes a millisecond, so it is remembered: pages share their modules."""
    needs: dict[str, str] = {}
    exports: list[str] = []

    def named(of: str) -> str:
        return needs.setdefault(_beside(path, of), f"${len(needs)}")

    def noted(*names: str) -> str:
        exports.extend(names)
        return ""

    body = _PASSED_ON.sub(lambda found: noted(*_passed_on(found[1], named(found[2]))), _bare(text))
    body = _IMPORT.sub(lambda found: _imported(found[1], named(found[2])), body)
    body = _LISTED.sub(lambda found: noted(*(f"{public}: {own}" for own, public in _pairs(found[1]))), body)
    body = _DEFAULT.sub(lambda _: noted("default: $default") + "const $default =", body)
    body = _DECLARED.sub(lambda found: noted(found[1]), body)
    body = _LATER.sub(lambda found: f"together.load({dumps(_beside(path, found[1])) if found[1] else ''}", body)
    return Module(tuple(needs), body.strip(), ", ".join(exports))


def _defined(path: str, one: Module) -> str:
    """Return the JavaScript that tells how a module is made."""
    names = ", ".join(f"${n}" for n in range(len(one.needs)))
    head = f"together.define({dumps(path)}, {dumps(one.needs)}, async ({names}) => {{"
    return f"{head}\n{one.body}\nreturn {{ {one.exports} }};\n}});"


def _imported(names: str, of: str) -> str:
    """Return the declaration of what an import names; of a bare one nothing is left.

    >>> _imported("{ a, b as c }", "$0"), _imported("* as all", "$0"), _imported("htm", "$0"), _imported("", "$0")
    ('const { a: a, b: c } = $0;', 'const all = $0;', 'const { default: htm } = $0;', '')
    """
    if names.startswith("*"):
        return f"const {names.split()[-1]} = {of};"
    listed = _pairs(names.strip("{}")) if names.startswith("{") else [("default", names)] * bool(names)
    return f"const {{ {', '.join(f'{public}: {own}' for public, own in listed)} }} = {of};" if listed else ""


def _passed_on(names: str, of: str) -> list[str]:
    """Return what is exported as another module does.

    >>> _passed_on("{ a, b as c }", "$0"), _passed_on("*", "$0")
    (['a: $0.a', 'c: $0.b'], ['...$0'])
    """
    return [f"...{of}"] if names == "*" else [f"{own}: {of}.{theirs}" for theirs, own in _pairs(names.strip("{}"))]


def _pairs(names: str) -> list[tuple[str, str]]:
    """Return what stands before and behind `as`; twice the same where there is none.

    >>> _pairs(" a, b as c, ")
    [('a', 'a'), ('b', 'c')]
    """
    listed = [name.split() for name in names.split(",") if name.strip()]
    return [(words[0], words[-1]) for words in listed]


@lru_cache(maxsize=_MOST_KEPT)
def _bare(text: str) -> str:
    """Return a text without the comments that have lines of their own."""
    return _COMMENT.sub("", text)


def _beside(path: str, name: str) -> str:
    """Return the path of what a file names.

    >>> _beside("/games/whist/parts.mjs", "./table.mjs"), _beside("/games/whist/parts.mjs", "/static/say.mjs")
    ('/games/whist/table.mjs', '/static/say.mjs')
    """
    return normpath(join(path, "..", name))
