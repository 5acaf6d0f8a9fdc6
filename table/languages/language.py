"""A language: its translations and its grammar."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from gettext import GNUTranslations, c2py
from pathlib import Path
from string import Formatter
from typing import Any, Self

from msgspec import convert
from msgspec.json import decode

from table.saying import ANY, NOUN, OWN, Text, by_hand
from table.values import PLAIN, Value, to_json

CONTEXT = "\x04"  # separates a message from its context, as in gettext files
_GENDER = "gender"
_BRACES = re.compile(r"\{[^{}]*\}")
_ANY = "any"  # the rule for words that no other rule fits


class Language:
    """A language: here English, from which subclasses translate. `direction` is that of its script, `ltr` or `rtl`."""

    code = "en"
    name = "English"
    tag = "en"  # the language tag for browsers
    direction = "ltr"
    complete = 1.0
    by_hand = False  # whether it is worded for a table without pads

    def says(self, text: str) -> str:
        """Translate a text into this language. A string that is not a `Text` is a name, and stays unchanged."""
        return str(text)

    def of(self, value: Any) -> Any:
        """Return a value for pages, with all its texts translated into this language."""
        if type(value) in PLAIN:
            return value
        match value:
            case Text():
                return self.says(value)
            case dict():
                return {name: self.of(one) for name, one in value.items()}
            case list() | tuple():
                return [self.of(one) for one in value]
            case Value():
                return self.of(to_json(value))
            case Mapping():
                return {name: self.of(one) for name, one in value.items()}
        return value


class English(Language):
    """English, the language of the code: texts stay unchanged."""

    def of(self, value: Any) -> Any:
        return value


class Signed(Language):
    """English in brackets, for tests: text shown without brackets is missing from the catalogue."""

    code = "xx"
    name = "⟦English⟧"

    def says(self, text: str) -> str:
        """Return a text with a pair of brackets around each message."""
        if not isinstance(text, Text):
            return text
        if text.message is None:
            return text.made_of(map(self.says, text.parts))
        return f"⟦{text}⟧"


class ByHand(Language):
    """A language worded for a table without pads, where cards are laid by phone."""

    by_hand = True

    def __init__(self, language: Language) -> None:
        self.code, self.name, self.tag = language.code, language.name, language.tag
        self.direction, self.complete = language.direction, language.complete
        self._says = language.says

    def says(self, text: str) -> str:
        """Return a text in this language, worded for cards laid by phone."""
        return self._says(by_hand(text))


class _Word(str):
    """A word in a sentence, with its gender (if any) and the kind of name it is."""

    gender: str = ""
    context: str = ""

    @classmethod
    def of(cls, word: str, gender: str, context: str) -> Self:
        made = cls(word)
        made.gender, made.context = gender, context
        return made


class Grammar(Value, kw_only=True):
    """The contents of `language.toml`. `forms` maps each word form to patterns by gender or sound.

    `patterns` has a regular expression for each sound, and `plural` is a gettext rule. `unknown` maps a word form to
    the one used in its place for a name of unknown kind.
    """

    name: str
    plural: str
    tag: str | None = None
    direction: str = "ltr"
    decimal: str = "."
    gender: str = ""
    forms: Mapping[str, Mapping[str, str]] = {}
    patterns: Mapping[str, str] = {}
    unknown: Mapping[str, str] = {}


class Said(Value):
    """The contents of `said.json`: translations by message, prefixed with any context; plural forms are a list."""

    complete: float
    pages: Mapping[str, str | tuple[str, ...]]
    table: Mapping[str, str | tuple[str, ...]]


class Translated(Language):
    """A language that translates English, with a folder of its own."""

    def __init__(self, code: str, grammar: Grammar, said: Said) -> None:
        self.code, self.name = code, grammar.name
        self.tag = grammar.tag or code
        self.direction = grammar.direction
        self.decimal = grammar.decimal
        self.complete = said.complete
        self.pages = said.pages
        self._said = said.table
        self._plural = c2py(grammar.plural)
        self.forms = grammar.forms
        self._patterns = {name: re.compile(rule, re.IGNORECASE) for name, rule in grammar.patterns.items()}
        self._usual_gender = grammar.gender
        self._unknown = grammar.unknown
        self._formatter = _Formatter(self)
        self._brought: list[GNUTranslations] = []

    def take(self, translations: GNUTranslations) -> None:
        """Add a game package's translations, which never replace the table's own."""
        self._brought.append(translations)

    @classmethod
    def read(cls, folder: Path) -> "Translated":
        grammar = convert(tomllib.loads((folder / "language.toml").read_text("utf-8")), Grammar)
        return cls(folder.name, grammar, decode((folder / "said.json").read_bytes(), type=Said))

    def says(self, text: str) -> str:
        """Return a text in this language; messages without a translation stay English."""
        if not isinstance(text, Text):
            return text
        if text.message is None:
            return text.made_of(map(self.says, text.parts))
        given = {name: self._word(one) for name, one in text.given.items()}
        return self._formatter.vformat(self._message(text), (), given)

    def _message(self, text: Text) -> str:
        assert text.message is not None, "a text without a message is made of parts"  # noqa: S101 - an invariant
        count = text.given.get("count")
        found = self._said.get(self._key(text))
        if isinstance(found, tuple) and isinstance(count, int):
            found = found[min(self._plural(count), len(found) - 1)]
        if not found:
            usual = text.message if text.several is None or count == 1 else text.several
            brought = (_found(one, text, count) for one in self._brought)
            return next((one for one in brought if one != usual), usual)
        return str(found)

    @staticmethod
    def _key(text: Text) -> str:
        return f"{text.context}{CONTEXT}{text.message}" if text.context else str(text.message)

    def lacks(self, text: str) -> Iterator[str]:
        """Yield the messages in a text that are not translated and therefore appear in English."""
        if isinstance(text, Text):
            if text.message is not None and any(map(str.isalpha, _BRACES.sub("", text.message))):
                usual = text.message if text.several is None or text.given.get("count") == 1 else text.several
                if self._message(text) == usual and self._key(text) not in self._said:
                    yield text.message
            for part in (*text.parts, *text.given.values()):
                if isinstance(part, Text):
                    yield from self.lacks(part)

    def _word(self, given: Any) -> Any:
        return _Word.of(self.says(given), self._gender(given), given.context) if isinstance(given, Text) else given

    def _gender(self, text: Text) -> str:
        """Return the gender of a noun, or of the first word in the text that has a gender."""
        if text.context in (NOUN, ANY) and text.message is not None:
            own = self._said.get(f"{_GENDER}{CONTEXT}{text.message}")
            brought = (one.pgettext(_GENDER, text.message) for one in self._brought)
            if own := own or next((one for one in brought if one != text.message), None):
                return str(own)
        among = text.parts if text.message is None else text.given.values()
        return next((found for one in among if isinstance(one, Text) and (found := self._gender(one))), "")

    def form(self, word: Any, form: str) -> str:
        """Put a word into a word form, by its gender or sound; leave it unchanged if no rule applies."""
        said, context = str(word), getattr(word, "context", "")
        if context == OWN:
            return said
        rules = self.forms.get(self._unknown.get(form, form) if context == ANY else form, {})
        gender = getattr(word, "gender", "") or self._usual_gender
        for rule, pattern in rules.items():
            sounds = self._patterns.get(rule)
            if rule in (gender, _ANY) or (sounds is not None and sounds.search(said)):
                return pattern.replace("{}", said)
        return said

    def knows_form(self, form: str) -> bool:
        """Return whether this language has a word form with this name."""
        return form in self.forms or form in ("a", "the")


def _found(brought: GNUTranslations, text: Text, count: object) -> str:
    """Return a package's translation of a text, or the English text if there is none."""
    message = text.message or ""
    if text.several is not None and isinstance(count, int):
        several = text.several
        if text.context:
            return brought.npgettext(text.context, message, several, count)
        return brought.ngettext(message, several, count)
    return brought.pgettext(text.context, message) if text.context else brought.gettext(message)


class _Formatter(Formatter):
    """Fills in a message's placeholders, in which the name after a colon is a word form."""

    def __init__(self, language: Translated) -> None:
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec and self._language.knows_form(format_spec):
            return self._language.form(value, format_spec)
        said = str(super().format_field(value, format_spec))
        return said.replace(".", self._language.decimal) if isinstance(value, float) else said
