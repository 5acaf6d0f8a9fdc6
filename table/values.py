"""Frozen values, made as quickly as a dictionary is filled, and copied with some fields changed.

Most of the table is made of them: facts, events, actions, states. `fields`, `asdict`, `match` and pickle take them for
what they are, frozen dataclasses; but they cost little at every start, and little when robots make thousands.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from functools import cached_property
from inspect import get_annotations
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform, overload

__all__ = ["replace", "value"]

T = TypeVar("T")
_CACHED = "__cached__"  # of a class: the names of its cached properties

if TYPE_CHECKING:
    from dataclasses import replace  # so that fields are checked
else:
    _new, _set = object.__new__, object.__setattr__

    def replace(value: T, /, **changes: Any) -> T:
        """Return a copy of a value with some fields changed, as `dataclasses.replace` does.

        It does not go through `__init__`, which sets field by field: a state has thirty of them, and changes at every
        move. What a `cached_property` has kept is not copied.
        """
        cls = value.__class__
        copy = _new(cls)
        known = value.__dict__ | changes
        for name in getattr(cls, _CACHED, ()):
            known.pop(name, None)
        _set(copy, "__dict__", known)
        return copy


@overload
def value(cls: type[T], /) -> type[T]: ...


@overload
def value(*, kw_only: bool = False) -> Callable[[type[T]], type[T]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[Any] | None = None, /, *, kw_only: bool = False) -> Any:
    """Make of a class what `dataclasses.dataclass(frozen=True)` makes of it, in a tenth of the time.

    That one compiles six methods of each class. Here three are compiled, each when it is first asked for; the others
    know the names of the fields. `__init__` gives the instance its dictionary whole, which is quicker than field by
    field; so there are no slots. `InitVar` is not known.
    """
    return (lambda one: _made(one, kw_only)) if cls is None else _made(cls, kw_only)


def _made(cls: type[Any], kw_only: bool) -> type[Any]:
    there, own = {**cls.__dict__}, _own_fields(cls, kw_only)
    cls.__dataclass_fields__ = _inherited_fields(cls) | own
    cls.__dataclass_params__ = _PARAMS
    cached = [name for one in cls.__mro__ for name, kept in vars(one).items() if isinstance(kept, cached_property)]
    setattr(cls, _CACHED, tuple(cached))
    by_place = [one for one in fields(cls) if one.init and not one.kw_only]
    _check_order(by_place)
    methods = {
        "__match_args__": tuple(one.name for one in by_place),
        "__init__": _Compiled(cls, "__init__", _init),
        "__eq__": _Compiled(cls, "__eq__", _eq),
        "__repr__": _repr_of([one.name for one in fields(cls) if one.repr]),
        "__setattr__": _refusal(cls, "__setattr__", "assign to"),
        "__delattr__": _refusal(cls, "__delattr__", "delete"),
    }
    for name, method in methods.items():
        if name not in there:
            setattr(cls, name, method)
    if "__hash__" not in there or (there["__hash__"] is None and "__eq__" in there):  # then Python has put None there
        cls.__hash__ = _Compiled(cls, "__hash__", _hash)  # type: ignore[assignment]
    return cls


# -- fields


@dataclass(frozen=True)
class _Frozen:
    """A dataclass that says of itself what values say: it is frozen."""


_PARAMS = _Frozen.__dataclass_params__  # type: ignore[attr-defined]


def _own_fields(cls: type[Any], kw_only: bool) -> dict[str, Field[Any]]:
    """Return the fields that a class adds, or overrides; leave their defaults in the class, as dataclasses have it.

    The standard library works them out, of a class that has nothing but these: that one is not asked for methods.
    """
    annotations = get_annotations(cls)
    there = {name: getattr(cls, name) for name in annotations if hasattr(cls, name)}
    bare = {"__annotations__": annotations, "__module__": cls.__module__, "__doc__": cls.__name__}
    alone: Any = type(cls.__name__, (), bare | there)
    found = dataclass(init=False, repr=False, eq=False, match_args=False, kw_only=kw_only)(alone).__dataclass_fields__
    for name, default in there.items():
        if isinstance(default, Field):
            delattr(cls, name) if default.default is MISSING else setattr(cls, name, default.default)
    own: dict[str, Field[Any]] = found
    return own


def _inherited_fields(cls: type[Any]) -> dict[str, Field[Any]]:
    inherited: dict[str, Field[Any]] = {}
    base: Any
    for base in cls.__mro__[:0:-1]:
        if "__dataclass_fields__" in base.__dict__:
            if not base.__dataclass_params__.frozen:
                raise TypeError("cannot inherit frozen dataclass from a non-frozen one")
            inherited |= base.__dataclass_fields__
    return inherited


def _check_order(given: Iterable[Field[Any]]) -> None:
    optional = False
    for one in given:
        if optional and not _has_default(one):
            raise TypeError(f"non-default argument {one.name!r} follows default argument")
        optional = optional or _has_default(one)


def _has_default(one: Field[Any]) -> bool:
    return one.default is not MISSING or one.default_factory is not MISSING


# -- methods


class _Compiled:
    """A method until somebody asks for it: then it is compiled, and takes this one's place."""

    def __init__(self, cls: type[Any], name: str, source: Callable[[type[Any]], str]) -> None:
        self._cls, self._name, self._source = cls, name, source

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        cls, name = self._cls, self._name
        around = {"_MISSING": MISSING, "_set": object.__setattr__} | _around(fields(cls))
        source = f"def around({', '.join(around)}):\n {self._source(cls)}\n return {name}"
        made: dict[str, Any] = {}
        exec(source, vars(sys.modules[cls.__module__]), made)  # noqa: S102 - as dataclasses do it
        method = made["around"](**around)
        method.__qualname__ = f"{cls.__qualname__}.{name}"
        if name == "__init__":
            method.__annotations__ = {one.name: one.type for one in fields(cls) if one.init} | {"return": None}
        setattr(cls, name, method)
        return method.__get__(instance, owner)


def _around(told: Sequence[Field[Any]]) -> dict[str, Any]:
    """Return the defaults and what makes them, under the names by which `__init__` knows them."""
    defaults = {f"_default_{one.name}": one.default for one in told if one.default is not MISSING}
    return defaults | {f"_make_{one.name}": one.default_factory for one in told if one.default_factory is not MISSING}


def _init(cls: type[Any]) -> str:
    told = fields(cls)
    given = [one for one in told if one.init]
    by_name = [_parameter(one) for one in given if one.kw_only]
    taken = ["__self", *(_parameter(one) for one in given if not one.kw_only), *(["*", *by_name] if by_name else [])]
    held = [f"{one.name!r}: {_held(one)}" for one in told if one.init or one.default_factory is not MISSING]
    after = "; __self.__post_init__()" if hasattr(cls, "__post_init__") else ""
    return f"def __init__({', '.join(taken)}):\n  _set(__self, '__dict__', {{{', '.join(held)}}}){after}"


def _parameter(one: Field[Any]) -> str:
    if one.default_factory is not MISSING:
        return f"{one.name}=_MISSING"
    return one.name if one.default is MISSING else f"{one.name}=_default_{one.name}"


def _held(one: Field[Any]) -> str:
    if one.default_factory is MISSING:
        return one.name
    return f"_make_{one.name}() if {one.name} is _MISSING else {one.name}" if one.init else f"_make_{one.name}()"


def _eq(cls: type[Any]) -> str:
    names = [one.name for one in fields(cls) if one.compare]
    equal = f"{_tuple('self', names)} == {_tuple('other', names)}"
    return f"def __eq__(self, other):\n  return {equal} if other.__class__ is self.__class__ else NotImplemented"


def _hash(cls: type[Any]) -> str:
    names = [one.name for one in fields(cls) if (one.compare if one.hash is None else one.hash)]
    return f"def __hash__(self):\n  return hash({_tuple('self', names)})"


def _tuple(one: str, names: Iterable[str]) -> str:
    return f"({''.join(f'{one}.{name}, ' for name in names)})"


def _repr_of(names: Sequence[str]) -> Any:
    @recursive_repr()
    def told(self: Any) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{self.__class__.__qualname__}({shown})"

    return told


def _refusal(cls: type[Any], name: str, verb: str) -> Any:
    """Return a method that refuses to change a value; what a class derived from it adds can be changed."""
    names = frozenset(one.name for one in fields(cls))

    def refuse(self: Any, field: str, *to: Any) -> None:
        if type(self) is cls or field in names:
            raise FrozenInstanceError(f"cannot {verb} field {field!r}")
        getattr(super(cls, self), name)(field, *to)

    return refuse
