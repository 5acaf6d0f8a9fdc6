"""The model of a whole table.toml, with checks of how its sections fit together."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, ValidationError, create_model, model_validator

from table import distributions, files, listeners
from table.complaints import BadInput
from table.files import text_of
from table.listeners import Listener
from table.listeners import Section as ListenerSection
from table.settings.complaints import Sections, first_complaint, syntax_complaint
from table.settings.places import folder_of_files
from table.settings.sections import Button, Buzzer, Pico, Reader, Table
from table.settings.values import Section, misfit

_LONGEST_FILE = 20_000  # characters; eight readers and buttons with all their keys take a quarter of it


class Settings(Section):
    """The contents of a table.toml."""

    table: Table
    readers: Annotated[tuple[Reader, ...], Field(alias="reader", strict=False)] = ()
    buttons: Annotated[tuple[Button, ...], Field(alias="button", strict=False)] = ()
    buzzer: Buzzer | None = None
    picos: Annotated[tuple[Pico, ...], Field(alias="pico", strict=False)] = ()

    @model_validator(mode="before")
    @classmethod
    def _lend_the_buzzer_a_backend(cls, raw: Any) -> Any:
        """Give the buzzer the backend of the lights, unless it names its own."""
        match raw:
            case {"buzzer": dict(buzzer), "table": {"gpio": ("gpiod" | "rpi_gpio") as gpio}}:
                return {**raw, "buzzer": {"backend": gpio, **buzzer}}
            case {"buzzer": dict(buzzer)}:
                return {**raw, "buzzer": {"backend": "gpiod", **buzzer}}
        return raw

    @model_validator(mode="after")
    def _is_of_one_piece(self) -> Self:
        if not self.readers:
            raise misfit("this section is missing: a table without a reader sees no card", "reader")
        self._check_antennas()
        self._check_seats()
        self._check_picos()
        for number, reader in enumerate(self.readers, start=1):
            reader._number = number
        return self

    def _check_antennas(self) -> None:
        if self.table.antennas != "one_at_a_time":
            return
        for index, reader in enumerate(self.readers):
            if reader.placement == "pile":
                raise misfit(
                    'a pile needs antennas = "always_on": switching makes buried cards forget that they were halted, '
                    "so newcomers cannot be told from the pile",
                    *("reader", index, "placement"),
                )

    def _check_seats(self) -> None:
        seen: dict[int, int] = {}
        for index, seat in enumerate(button.seat for button in self.buttons):
            if seat > self.table.seats:
                seats = "1 seat" if self.table.seats == 1 else f"{self.table.seats} seats"
                raise misfit(f"the table has {seats}, and no seat {seat}", "button", index, "seat")
            if seat in seen:
                raise misfit(f"button {seen[seat] + 1} is seat {seat}'s already", "button", index, "seat")
            seen[seat] = index

    def _check_picos(self) -> None:
        names: dict[str, int] = {}
        for index, pico in enumerate(self.picos):
            if pico.name in names:
                raise misfit(f"pico {names[pico.name] + 1} has this name already", "pico", index, "name")
            names[pico.name] = index
        self._check_ports()
        for index, pico in enumerate(self.picos):
            if len(self.picos) > 1 and pico.serial_number is None and pico.port is None and pico.backend == "usb":
                raise misfit("of several Picos each needs serial_number or port", "pico", index, "name")
        places: list[tuple[str | int, ...]] = [
            *(("reader", index) for index in range(len(self.readers))),
            *(("button", index) for index in range(len(self.buttons))),
            ("buzzer",),
        ]
        for path, part in zip(places, self.parts, strict=False):  # the buzzer may be missing
            if part.pico is not None and part.pico not in names:
                there = ", ".join(map(repr, names)) or "none"
                raise misfit(f"no [[pico]] has the name {part.pico!r}; there are: {there}", *path, "pico")

    def _check_ports(self) -> None:
        found: dict[tuple[str, str], int] = {}
        for index, pico in enumerate(self.picos):
            for key, named in (("serial_number", (pico.serial_number or "").lower()), ("port", pico.port or "")):
                other = found.setdefault((key, named), index) if named else index
                if other != index:
                    raise misfit(f"pico {other + 1} is this one already", "pico", index, key)

    @property
    def parts(self) -> tuple[Reader | Button | Buzzer, ...]:
        """Every part with a backend."""
        return (*self.readers, *self.buttons, *([self.buzzer] if self.buzzer else []))

    @property
    def followed(self) -> Mapping[str, ListenerSection]:
        """The sections that configure listeners, by the listeners' names."""
        brought = type(self).model_fields.keys() - Settings.model_fields.keys()
        return {name: section for name in sorted(brought) if (section := getattr(self, name)) is not None}

    @property
    def listeners(self) -> tuple[Listener, ...]:
        """The listeners that follow the table. Raise BadInput if one of their files cannot be read."""
        return tuple(section.listener(self.table.name) for section in self.followed.values())

    @property
    def switched(self) -> bool:
        """Whether only the antenna being polled is on, because readers close together interfere with each other."""
        if self.table.antennas is not None:
            return self.table.antennas == "one_at_a_time"
        return len(self.readers) > 1 and all(reader.placement == "tap" for reader in self.readers)


_SECTIONS: Sections = {"table": Table, "reader": Reader, "button": Button, "buzzer": Buzzer, "pico": Pico}


def load_settings(path: Path) -> Settings:
    """Read a table.toml. Raise BadInput, with one line naming the file, the line and the key."""
    text = text_of(path, 4 * _LONGEST_FILE)
    if len(text) > _LONGEST_FILE:
        raise BadInput(f"{path}: expected at most {_LONGEST_FILE} characters, not {len(text)}")
    try:
        files.check_words(text)
        said = tomllib.loads(text)
        model, sections = _model(said)
        return model.model_validate(said, context={"folder": folder_of_files(path)})
    except ValidationError as error:
        raise BadInput(f"{path}: {first_complaint(error, text, sections)}") from None
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    except ValueError as error:  # all that tomllib raises
        raise BadInput(f"{path}: {syntax_complaint(error)}") from None
    except RecursionError:
        raise BadInput(f"{path}: nested too deeply") from None


def _model(said: Mapping[str, object]) -> tuple[type[Settings], Sections]:
    """Return the model and the possible sections for a file, including listeners' sections if the file uses them."""
    if said.keys() <= _SECTIONS.keys():
        return Settings, _SECTIONS
    there = listeners.sections()
    lacking = {name: _lacking(name, extra) for name, extra in distributions.LISTENERS.items() if name not in there}
    fields: dict[str, Any] = {name: (section | None, None) for name, section in there.items()}
    fields |= {name: (section, None) for name, section in lacking.items()}
    return create_model("SettingsWithListeners", __base__=Settings, **fields), dict(_SECTIONS) | dict(there)


def _lacking(name: str, extra: str) -> Any:
    """Return the type of a section whose distribution is not installed; it refuses every value."""

    def refuse(_: Any) -> None:
        raise misfit(str(distributions.not_installed(f"[{name}]", extra)))

    return Annotated[None, BeforeValidator(refuse)]
