"""The tree of the house in docs/architecture.md: every room, and the modules that a newcomer needs, each in a line."""

from collections.abc import Iterator

from docs.pictures import rooms
from docs.pictures.house import plan
from docs.pictures.rooms import APART, HOUSES, OTHERS, ROOT, House, path_of, purpose

PAGE = ROOT / "docs/architecture.md"
BEGIN, END = "<!-- drawn by make pictures: begin -->", "<!-- drawn by make pictures: end -->"


def page(house: House) -> str:
    """Return the page with the tree as it has to be now."""
    before, _, rest = PAGE.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n" + "\n".join(lines(house)) + f"\n{END}{after}"


def lines(house: House) -> Iterator[str]:
    """Write the tree, house by house."""
    for name in HOUSES:
        yield _line(0, name)
        yield from _newcomers(1, name)
        inside = sorted((room for room in house.rooms if room.startswith(f"{name}.")), key=_rank)
        for room in inside:
            if room not in APART:
                yield _line(1, room)
                yield from _newcomers(2, room)
                yield from _games(room)
        yield from _folders(f"{name}/", 1)
    for name in OTHERS:
        yield _line(0, name)
        for room in sorted(room for room in rooms.read(name).rooms if room != name):
            yield _line(1, room)
            yield from _newcomers(2, room)
    others = {folder.split("/", 1)[0] for folder in plan()["folders"]} - set(HOUSES)
    for folder in sorted(others):
        if folder in plan()["folders"]:
            yield from _folders(folder, 0)
        else:
            yield f"- **`{folder}/`**"
            yield from _folders(f"{folder}/", 1)


def _rank(room: str) -> tuple[bool, float, float]:
    """Order rooms as they stand in the picture, from top to bottom, and modules after them."""
    column, row = plan()["rooms"][room]
    return path_of(room).name != "__init__.py", row, column


def _line(depth: int, module: str) -> str:
    path = path_of(module)
    is_room = path.name == "__init__.py"
    place = (path.parent if is_room else path).relative_to(ROOT)
    name = f"`{place.name}/`" if is_room else f"`{place.name}`"
    bold = "**" * is_room
    return f"{'  ' * depth}- {bold}[{name}](../{place}){bold}: {_said(module)}"


def _said(module: str) -> str:
    """Say what it is for: the first sentence, without the name that stands before it."""
    sentence = purpose(module).split(". ")[0].removesuffix(".")
    name, colon, rest = sentence.partition(": ")
    if colon and name.removeprefix("The ").lower() == module.rpartition(".")[2]:
        return rest[0].upper() + rest[1:]
    return sentence


def _newcomers(depth: int, room: str) -> Iterator[str]:
    for module in plan()["newcomers"].get(room, ()):
        yield _line(depth, f"{room}.{module}")


def _games(room: str) -> Iterator[str]:
    """Write what lies in a room besides: games, and what they share."""
    for path in sorted(path_of(room).parent.iterdir()):
        if (ROOT / "docs/rules" / f"{path.name}.md").exists() or f"{room}.{path.name}" in plan()["newcomers"]:
            yield _line(2, f"{room}.{path.name}")
            yield from _newcomers(3, f"{room}.{path.name}")


def _folders(start: str, depth: int) -> Iterator[str]:
    for folder, said in plan()["folders"].items():
        if folder.startswith(start):
            name = f"{folder.rpartition('/')[2]}/"
            yield f"{'  ' * depth}- **[`{name}`](../{folder})**: {said}"
