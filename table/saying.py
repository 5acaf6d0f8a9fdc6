"""Sentences for people: English messages with placeholders, and their translation.

`say("{who} draws {card:a}.", who="Ana", card=king)` is the English text, and remembers its message and values, so that
it can be translated for each reader (`table.languages`). A word after a colon is a form of a thing's name: English has
`a` and `the`, other languages have more. Concatenated strings are not translated, so a sentence has to be one message.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from string import Formatter
from typing import Any, Self

_SPOKEN_WITH_A_VOWEL = re.compile(r"[aeio]|8|(11|18)\b", re.IGNORECASE)
_CALL = re.compile(r"^([^\w\s:]*)\s*:\s*")  # matches "Ana: " without the name; a test puts signs before it
_CALLS = "{who}: "  # the start of messages that address people by name and tell them what to do
_LONGEST = 10**36  # numbers from here on are not shown
_LETTER = re.compile(r"[^\W_]")
NOUN = "noun"  # the context of names of things, which have a gender in other languages
OWN = "own"  # the context of names of things that somebody owns, which take no article: Ana’s pad
ANY = "any"  # the context of names of unknown things, which never take "the"


class Text(str):
    """An English text that remembers its message and values.

    Either it is a `message` with the values `given` for its placeholders, and a `context` if the message alone is
    ambiguous; `several` is the message for a `count` other than one. Or it consists of `parts`, joined `by` a string;
    `capital` means its first letter is a capital, `uncalled` that it lacks the name of the person it addresses. `yours`
    is its form for the person it is about, `brief` its form on phones that lay cards and show gestures as buttons,
    `by_hand` its form at a table without pads, where phones lay cards.
    """

    message: str | None
    several: str | None
    given: Mapping[str, object]
    context: str
    parts: tuple[str, ...]
    by: str
    capital: bool
    uncalled: bool
    yours: "Text | None"
    brief: "Text | None"
    by_hand: "Text | None"

    @classmethod
    def _of(
        cls,
        english: str,
        *,
        message: str | None = None,
        several: str | None = None,
        given: Mapping[str, object] | None = None,
        context: str = "",
        parts: tuple[str, ...] = (),
        by: str = "",
        capital: bool = False,
        uncalled: bool = False,
        yours: "Text | None" = None,
        brief: "Text | None" = None,
        by_hand: "Text | None" = None,
    ) -> Self:
        text = str.__new__(cls, english)
        text.message, text.several, text.given, text.context = message, several, given or {}, context
        text.parts, text.by, text.capital, text.uncalled, text.yours = parts, by, capital, uncalled, yours
        text.brief, text.by_hand = brief, by_hand
        return text

    def made_of(self, parts: Iterable[str]) -> str:
        """Join translated parts the way this text joins its own."""
        said = self.by.join(parts)
        if self.uncalled:
            said = _CALL.sub(r"\1", said)
        return begun(said) if self.capital else said

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (stored(self),)

    def __deepcopy__(self, memo: Any) -> Self:
        return self

    def __format__(self, form: str) -> str:
        return _form(self, form) if form in _ENGLISH else super().__format__(form)


def with_article(name: str) -> str:
    """Return a name or a number with "a" or "an" before it.

    >>> with_article("ace"), with_article("8"), with_article("king"), with_article("11"), with_article("Owl")
    ('an ace', 'an 8', 'a king', 'an 11', 'an Owl')
    """
    return f"{'an' if _SPOKEN_WITH_A_VOWEL.match(name) else 'a'} {name}"


_ENGLISH: Mapping[str, Callable[[str], str]] = {"a": with_article, "the": lambda name: f"the {name}"}


def _form(word: Any, form: str) -> str:
    context = word.context if isinstance(word, Text) else ""
    if context == OWN:
        return str(word)
    return _ENGLISH["a" if context == ANY else form](str(word))


class _InEnglish(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        return _form(value, format_spec) if format_spec in _ENGLISH else str(super().format_field(value, format_spec))


_in_english = _InEnglish()


def say(message: str, /, **given: Any) -> Text:
    """Return a sentence, or a complete part of one; `given` are the values for its placeholders.

    >>> say("{who} plays {card:a}.", who="Ana", card="ace")
    'Ana plays an ace.'
    """
    return _made(message, message, given)


def message(text: str) -> str:
    """Mark a message that is filled in elsewhere, so that the message collector finds it."""
    return text


def many(one: str, several: str, /, count: int, **given: Any) -> Text:
    """Return the sentence for a `count` of something: `one` or `several`.

    >>> many("{count} card", "{count} cards", 1), many("{count} card", "{count} cards", 3)
    ('1 card', '3 cards')
    """
    given = {"count": count, **given}
    return _made(_chosen(one, several, given), one, given, several=several)


def noun(name: str, /, **given: Any) -> Text:
    """Return the name of a thing, which has a gender in other languages.

    >>> noun("{number} of {colour}", number=noun("king"), colour=noun("hearts"))
    'king of hearts'
    """
    return _made(name, name, given, context=NOUN)


def any_of(name: str, /) -> Text:
    """Return the name of an unknown thing, which never takes "the".

    >>> say("{who} plays {card:the}.", who="Ana", card=any_of("card"))
    'Ana plays a card.'
    """
    return Text._of(name, message=name, context=ANY)


def own(name: str, /, **given: Any) -> Text:
    """Return the name of a thing that somebody owns, which takes no article.

    >>> say("It lies on {place:the}.", place=own("{who}’s pad", who="Ana"))
    'It lies on Ana’s pad.'
    """
    return _made(name, name, given, context=OWN)


def _chosen(one: str, several: str | None, given: Mapping[str, object]) -> str:
    return one if several is None or given["count"] == 1 else several


def _made(form: str, message: str, given: Mapping[str, Any], **more: Any) -> Text:
    """Return a message, filled in by one of its forms. Numbers that are too long to be read are left out.

    >>> say("seat: nobody sits at seat {seat}", seat=10**5000)
    'seat: nobody sits at seat …'
    """
    try:
        filled = _filled(form, given)
    except ValueError:  # Python refuses to print numbers with thousands of digits
        given = {name: "…" if isinstance(one, int) and abs(one) > _LONGEST else one for name, one in given.items()}
        filled = _filled(form, given)
    return Text._of(filled, message=message, given=given, **more)


def _filled(message: str, given: Mapping[str, object]) -> str:
    if ":" in message:
        return _in_english.vformat(message, (), given)
    return message.format_map(given) if "{" in message else message


def joined(parts: Iterable[str], by: str = " ") -> Text:
    """Join sentences with the string `by`, skipping empty ones.

    >>> joined([say("The 4 fits."), "", say("Tap.")])
    'The 4 fits. Tap.'
    """
    kept = tuple(part for part in parts if part)
    return Text._of(by.join(kept), parts=kept, by=by)


NOTHING = joined([])


def both(words: Sequence[str]) -> Text:
    """Return words joined by "and".

    >>> both(["Ana", "Ben", "Cleo"])
    'Ana, Ben and Cleo'
    """
    *others, last = words
    return say("{some} and {last}", some=joined(others, ", "), last=last) if others else joined([last])


def either(words: Sequence[str]) -> Text:
    """Return words joined by "or"."""
    *others, last = words
    return say("{some} or {last}", some=joined(others, ", "), last=last) if others else joined([last])


def capital(text: str) -> Text:
    """Return a sentence with a capital first letter.

    >>> capital("the 4 fits")
    'The 4 fits'
    """
    return Text._of(begun(text), parts=(text,), capital=True)


def begun(text: str) -> str:
    """Return a plain string with a capital first letter."""
    found = _LETTER.search(text)
    return text if found is None else f"{text[: found.start()]}{found[0].upper()}{text[found.end() :]}"


# -- Other forms of a sentence: for the person it is about, in brief, and for a table without pads


def or_yours(sentence: Text, yours: Text) -> Text:
    """Return a sentence about `who` with another form, `yours`, for that person's own phone. `yours` is not stored."""
    return Text._of(
        sentence, message=sentence.message, several=sentence.several, given=sentence.given,
        context=sentence.context, yours=yours,
    )  # fmt: skip


def or_brief(sentence: Text, brief: Text) -> Text:
    """Return a sentence with another form, `brief`, for phones that lay cards and show gestures as buttons.

    If `brief` is `NOTHING`, these phones leave the sentence out.
    """
    text = joined([sentence])
    text.brief = brief
    return text


def or_by_hand(sentence: Text, by_hand: Text) -> Text:
    """Return a sentence or noun with another form, `by_hand`, for a table without pads, where phones lay cards."""
    return Text._of(
        sentence, message=sentence.message, several=sentence.several, given=sentence.given, context=sentence.context,
        parts=sentence.parts, by=sentence.by, capital=sentence.capital, uncalled=sentence.uncalled,
        yours=sentence.yours, brief=sentence.brief, by_hand=by_hand,
    )  # fmt: skip


def by_hand(value: Any) -> Any:
    """Return a text's form for a table without pads.

    >>> pad = or_by_hand(noun("discard pad"), noun("table"))
    >>> by_hand(joined([say("{reader:the} reads the 4.", reader=pad), say("Go on.")]))
    'the table reads the 4. Go on.'
    """
    if not isinstance(value, Text):
        return value
    if value.by_hand is not None:
        return by_hand(value.by_hand)
    if value.message is not None:
        return _with_given(value, {name: by_hand(one) for name, one in value.given.items()})
    return _with_parts(value, tuple(map(by_hand, value.parts)))


def in_brief(value: Any) -> Any:
    """Return a text's brief form, for phones that show gestures as buttons.

    >>> in_brief(joined([say("A new round."), or_brief(say("{who}: hold to open it.", who="Ana"), NOTHING)]))
    'A new round.'
    >>> in_brief(say("First {what}.", what=or_brief(say("touch the pad with it"), say("take it back"))))
    'First take it back.'
    """
    if not isinstance(value, Text):
        return value
    if value.brief is not None:
        return value.brief
    if value.message is not None:
        brief = _with_given(value, {name: in_brief(one) for name, one in value.given.items()})
    else:
        brief = _with_parts(value, tuple(part for part in map(in_brief, value.parts) if part))
    return brief if value.by_hand is None else or_by_hand(brief, in_brief(value.by_hand))


def _with_parts(text: Text, parts: tuple[str, ...]) -> Text:
    """Return a copy of the text with its parts replaced."""
    by, capital_, uncalled = text.by, text.capital, text.uncalled
    return Text._of(text.made_of(parts), parts=parts, by=by, capital=capital_, uncalled=uncalled)


def _with_given(text: Text, given: Mapping[str, object]) -> Text:
    """Return a copy of a text with other values for its placeholders."""
    if all(given[name] is one for name, one in text.given.items()):
        return text
    message, several, context = text.message or "", text.several, text.context
    english = _filled(_chosen(message, several, given), given)
    yours = None if text.yours is None else in_brief(text.yours)
    return Text._of(english, message=message, several=several, given=given, context=context, yours=yours)


def to_you(value: Any, name: str) -> Any:
    """Return a text in its form for a person it is about, without that person's name.

    >>> to_you(say("{who}: play an ace, or tap.", who="Ana"), "Ana")
    'Play an ace, or tap.'
    >>> to_you(joined([say("A new round."), say("{who}: tap.", who=both(["Ben", "Ana"]))]), "Ana")
    'A new round. Tap.'
    >>> to_you(many("{who}: draw {count} card.", "{who}: draw {count} cards.", 5, who="Ana"), "Ana")
    'Draw 5 cards.'
    >>> to_you(or_yours(say("{who} wins", who="Ana"), say("You win")), "Ana")
    'You win'
    """
    if not isinstance(value, Text):
        return value
    yours = _yours(value, name)
    return yours if value.by_hand is None else or_by_hand(yours, to_you(value.by_hand, name))


def _yours(text: Text, name: str) -> Text:
    if text.message is None:
        return _with_parts(text, tuple(to_you(part, name) for part in text.parts))
    if not _names(text.given.get("who"), name):
        return text
    if text.yours is not None:
        return text.yours
    if not text.message.startswith(_CALLS):
        return text
    given = {**text.given, "who": ""}
    chosen = _chosen(text.message, text.several, given)
    bare = Text._of(
        _filled(chosen, given), message=text.message, several=text.several, given=given, context=text.context
    )
    return Text._of(begun(_CALL.sub(r"\1", bare)), parts=(bare,), capital=True, uncalled=True)


def _names(who: Any, name: str) -> bool:
    """Return whether a player's name is among those in `who`."""
    if not isinstance(who, Text):
        return bool(who == name)
    return any(_names(one, name) for one in (*who.parts, *who.given.values()))


# -- Texts as JSON


def stored(value: Any) -> Any:
    """Return a value as JSON; each text in it becomes an object with its message and values.

    >>> stored({"text": say("{who} wins", who="Ana"), "seat": 1})
    {'text': {'say': '{who} wins', 'given': {'who': 'Ana'}}, 'seat': 1}
    """
    match value:
        case Text():
            return _parts_of(value)
        case dict():
            return {name: stored(one) for name, one in value.items()}
        case list() | tuple():
            return [stored(one) for one in value]
    return value


def _parts_of(text: Text) -> dict[str, Any]:
    by_hand = {} if text.by_hand is None else {"by_hand": stored(text.by_hand)}
    if text.message is None:
        brief = {} if text.brief is None else {"brief": stored(text.brief)}
        parts = [stored(part) for part in text.parts]
        return {"parts": parts, "by": text.by, "capital": text.capital, **brief, **by_hand}
    given = {name: stored(one) for name, one in text.given.items()}
    plural, context = {"several": text.several} if text.several else {}, {"in": text.context} if text.context else {}
    return {"say": str(text.message), **plural, **context, **({"given": given} if given else {}), **by_hand}


def restored(kept: Any) -> Any:
    """Return the value that `stored` turned into JSON.

    >>> restored({"text": {"say": "{who} wins", "given": {"who": "Ana"}}, "seat": 1})
    {'text': 'Ana wins', 'seat': 1}
    """
    if type(kept) not in (dict, list):
        return kept
    match kept:
        case {"by_hand": by_hand, **text}:
            return or_by_hand(restored(text), restored(by_hand))
        case {"say": str(message)}:
            given = {name: restored(one) for name, one in kept.get("given", {}).items()}
            several, context = kept.get("several"), kept.get("in", "")
            english = _filled(_chosen(message, several, given), given)
            return Text._of(english, message=message, several=several, given=given, context=context)
        case {"parts": [*parts], "brief": brief}:
            return or_brief(joined(map(restored, parts)), restored(brief))
        case {"parts": [*parts], "by": str(by), "capital": capital_}:
            return capital(restored(parts[0])) if capital_ else joined(map(restored, parts), by)
        case dict():
            return {name: restored(one) for name, one in kept.items()}
        case list():
            return [restored(one) for one in kept]
    return kept
