"""Which names at which tables belong to the same person.

The same name at two tables may belong to two people. So names at different tables count as different people until they
are declared to be the same person. If the director says that they are not, the hub does not ask again.
"""

import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence

from sqlalchemy import Connection, RowMapping, func, or_, select, update

from cardtable_club.hub.database import add_new, put
from cardtable_club.hub.schema import ANSWERS, NAMES, PARTS
from cardtable_club.publishing.address import Place
from table.complaints import BadInput
from table.forgotten import SOMEBODY
from table.saying import say
from table.values import Value

_MOST_ALIKE = 200  # most matching names, at different tables, to compare


class Known(Value):
    """A name at a table, and the number of its `person`."""

    id: int
    place: Place
    name: str
    person: int


class Question(Value):
    """An open question: do two matching names at two tables belong to the same person?"""

    one: Known
    other: Known


def folded(name: str) -> str:
    """Return a form of a name that ignores case and surrounding spaces.

    >>> folded(" ANA"), folded("Ana")
    ('ana', 'ana')
    """
    return unicodedata.normalize("NFKC", name).casefold().strip()[:300]


def named(db: Connection, place: Place, names: Iterable[str]) -> dict[str, Known]:
    """Return names at a table as `Known`, storing any new ones."""
    wanted = sorted(set(names))
    where = {"club": place.club, "tablename": place.table}
    add_new(db, NAMES, [{**where, "name": name, "folded": folded(name)} for name in wanted])
    chosen = select(NAMES).where(NAMES.c.club == place.club, NAMES.c.tablename == place.table, NAMES.c.name.in_(wanted))
    found = [row._mapping for row in db.execute(chosen)]
    fresh = [row["id"] for row in found if row["person"] is None]
    if fresh:
        db.execute(update(NAMES).where(NAMES.c.id.in_(fresh)).values(person=NAMES.c.id))
    return {row["name"]: Known(row["id"], place, row["name"], row["person"] or row["id"]) for row in found}


def known(db: Connection, name: str) -> list[Known]:
    """Return all names, at all tables, that match `name` when folded."""
    chosen = select(NAMES).where(NAMES.c.folded == folded(name)).order_by(NAMES.c.id).limit(_MOST_ALIKE)
    return [_known(row._mapping) for row in db.execute(chosen)]


def questions(db: Connection, most: int) -> list[Question]:
    """Return up to `most` open questions, at most one for each name shared by several people."""
    twice = (
        select(NAMES.c.folded)
        .where(NAMES.c.person == NAMES.c.id, NAMES.c.folded.not_like(f"{SOMEBODY}%"))
        .group_by(NAMES.c.folded)
        .having(func.count() > 1)
        .order_by(NAMES.c.folded)
    )
    found: list[Question] = []
    for (name,) in db.execute(twice).fetchall():
        question = _question(known(db, name), _answers(db, name))
        if question is not None:
            found.append(question)
        if len(found) >= most:
            break
    return found


def answer(db: Connection, one: int, other: int, *, same: bool | None) -> frozenset[int]:
    """Store whether two names belong to the same person, or with None, remove the answer. Return the people affected.

    Raise BadInput unless these are two known names that match when folded.
    """
    lower, higher = sorted((one, other))
    rows = [row._mapping for row in db.execute(select(NAMES).where(NAMES.c.id.in_((lower, higher))))]
    if len(rows) != 2 or rows[0]["folded"] != rows[1]["folded"]:
        raise BadInput(say("nobody asks whether these two are the same"))
    if same is None:
        db.execute(ANSWERS.delete().where(ANSWERS.c.lower == lower, ANSWERS.c.higher == higher))
    else:
        put(db, ANSWERS, {"lower": lower, "higher": higher, "same": same})
    return _regrouped(db, rows[0]["folded"])


def unite(db: Connection, name: str, places: Collection[Place]) -> frozenset[int]:
    """Store that `name` is the same person at all `places`, unless already answered. Return the people affected."""
    alike = [one for one in known(db, name) if one.place in places]
    answered = _answers(db, folded(name))
    pairs = [(alike[0].id, one.id) for one in alike[1:]]
    for lower, higher in pairs:
        if (lower, higher) not in answered:
            put(db, ANSWERS, {"lower": lower, "higher": higher, "same": True})
    return _regrouped(db, folded(name)) if pairs else frozenset()


def unused(db: Connection, names: Iterable[int]) -> frozenset[int]:
    """Return those of `names` that appear in no game."""
    wanted = frozenset(names)
    found = db.execute(select(PARTS.c.name).where(PARTS.c.name.in_(wanted)).distinct()) if wanted else ()
    return wanted - {name for (name,) in found}


def drop(db: Connection, names: frozenset[int]) -> frozenset[int]:
    """Remove names, and return the affected people who still have another name."""
    alike = {row.folded for row in db.execute(select(NAMES.c.folded).where(NAMES.c.id.in_(names)))}
    db.execute(ANSWERS.delete().where(or_(ANSWERS.c.lower.in_(names), ANSWERS.c.higher.in_(names))))
    db.execute(NAMES.delete().where(NAMES.c.id.in_(names)))
    changed = frozenset[int]().union(*(_regrouped(db, name) for name in sorted(alike)))
    return changed - names


def _regrouped(db: Connection, name: str) -> frozenset[int]:
    """Regroup matching names into people according to the answers, and return the people who gained or lost a name."""
    rows = [_known(row._mapping) for row in db.execute(select(NAMES).where(NAMES.c.folded == name))]
    same = [pair for pair, is_same in _answers(db, name).items() if is_same]
    people = _components([one.id for one in rows], same)
    changed: set[int] = set()
    for line in rows:
        if line.person != people[line.id]:
            changed |= {line.person, people[line.id]}
            db.execute(update(NAMES).where(NAMES.c.id == line.id).values(person=people[line.id]))
    return frozenset(changed)


def _components(ids: Sequence[int], pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Map each number to the lowest number that it is connected to through `pairs`.

    >>> _components([1, 2, 3, 4], [(2, 3), (3, 4)])
    {1: 1, 2: 2, 3: 2, 4: 2}
    """
    of = {one: one for one in ids}
    for pair in pairs:
        low, high = sorted(of[one] for one in pair)
        of = {one: low if whose == high else whose for one, whose in of.items()}
    return of


def _question(alike: Sequence[Known], answers: Mapping[tuple[int, int], bool]) -> Question | None:
    """Return the first open question about matching names, or None if all have been answered."""
    first: dict[int, Known] = {}
    for one in alike:
        first.setdefault(one.person, one)
    of = {one.id: one.person for one in alike}
    apart = {
        frozenset((of[low], of[high])) for (low, high), same in answers.items() if not same and {low, high} <= {*of}
    }
    people = [*first]
    for at, person in enumerate(people):
        for earlier in people[:at]:
            if frozenset((earlier, person)) not in apart:
                return Question(first[earlier], first[person])
    return None


def _answers(db: Connection, name: str) -> dict[tuple[int, int], bool]:
    wanted = (
        select(ANSWERS)
        .join(NAMES, NAMES.c.id == ANSWERS.c.lower)
        .where(NAMES.c.folded == name)
        .order_by(ANSWERS.c.lower, ANSWERS.c.higher)
    )
    return {(row.lower, row.higher): row.same for row in db.execute(wanted)}


def _known(row: RowMapping) -> Known:
    place = Place(str(row["club"]), str(row["tablename"]))
    number = int(str(row["id"]))
    return Known(number, place, str(row["name"]), number if row["person"] is None else int(str(row["person"])))
