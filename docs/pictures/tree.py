"""The tables in docs/architecture.md, one for each top-level folder: packages, and the modules to read first."""

from collections.abc import Iterator

from docs.pictures import rooms
from docs.pictures.house import plan
from docs.pictures.rooms import APART, HOUSES, OTHERS, ROOT, House, path_of, purpose

PAGE = ROOT / "docs/architecture.md"
BEGIN, END = "<!-- drawn by make pictures: begin -->", "<!-- drawn by make pictures: end -->"
HEAD = "\n| package or module | is for |\n|---|---|"


def page(house: House) -> str:
    """Return the page with tables that match the code."""
    before, _, rest = PAGE.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n" + "\n".join(lines(house)).strip() + f"\n{END}{after}"


def lines(house: House) -> Iterator[str]:
    """Yield the tables, one for each top-level folder with code, and one for all other folders."""
    for name in HOUSES:
        yield f"\n### [`{name}/`](../{name})\n{_said(name)}.\n{HEAD}"
        yield from _newcomers(name)
        inside = sorted((room for room in house.rooms if room.startswith(f"{name}.")), key=_rank)
        for room in inside:
            if path_of(room).name == "__init__.py" and room not in APART:
                yield _row(room)
                yield from _newcomers(room)
                yield from _games(room)
        yield from _folders(name)
    for name in OTHERS:
        yield f"\n### [`{name}/`](../{path_of(name).parent.relative_to(ROOT)})\n{_said(name)}.\n{HEAD}"
        yield from _newcomers(name)
        for room in sorted(room for room in rooms.read(name).rooms if room != name):
            if path_of(room).name == "__init__.py":
                yield _row(room)
                yield from _newcomers(room)
    yield f"\n### Other folders\n{HEAD}"
    for top in sorted({folder.split("/", 1)[0] for folder in plan()["folders"]} - set(HOUSES)):
        yield from _folders(top)


def _rank(room: str) -> tuple[bool, float, float]:
    """Return the key that sorts packages as in the picture, from top to bottom."""
    column, row = plan()["rooms"][room]
    return path_of(room).name != "__init__.py", row, column


def _row(module: str) -> str:
    path = path_of(module)
    is_room = path.name == "__init__.py"
    place = (path.parent if is_room else path).relative_to(ROOT)
    name = f"**[`{place}/`](../{place})**" if is_room else f"[`{place}`](../{place})"
    return f"| {name} | {_said(module)} |"


def _said(module: str) -> str:
    """Return the first sentence of a docstring, without the name before its colon."""
    sentence = purpose(module).split(". ")[0].removesuffix(".")
    name, colon, rest = sentence.partition(": ")
    if colon and name.removeprefix("The ").lower() == module.rpartition(".")[2]:
        return rest[0].upper() + rest[1:]
    return sentence


def _newcomers(room: str) -> Iterator[str]:
    for module in plan()["newcomers"].get(room, ()):
        yield _row(f"{room}.{module}")


def _games(room: str) -> Iterator[str]:
    """Yield the rows for packages inside a package: the games, and the code that they share."""
    for path in sorted(path_of(room).parent.iterdir()):
        if (ROOT / "docs/rules" / f"{path.name}.md").exists() or f"{room}.{path.name}" in plan()["newcomers"]:
            yield _row(f"{room}.{path.name}")
            yield from _newcomers(f"{room}.{path.name}")


def _folders(top: str) -> Iterator[str]:
    for folder, said in plan()["folders"].items():
        if folder.split("/", 1)[0] == top:
            yield f"| **[`{folder}/`](../{folder})** | {said} |"
