"""Turns of every game as a person takes them: by taps on what the page offers."""

import time

from tests.browser.engines import Phone
from tests.playing import PATIENCE_S, Playing

_A_MOMENT_S = 0.05

# What a person taps first of what is offered: when nobody in particular is due, and when it is the own turn.
_FOR_ALL = (
    "[data-choice='settle']",
    ".stray:enabled",
    "[data-choice='take_back'].again",
    "[data-choice='move']",
    "[data-choice='turn_up']",
    "[data-choice='set_up']",
)
_IN_TURN = (
    "[data-choice='destroy'].again",
    "[data-choice='lay']",
    ".pad.open:enabled",
    "[data-choice='draw'].again",
    "[data-choice='put_below']",
    "[data-choice='end_turn']",
)
_AT_LAST = ("[data-choice='misfit']", ".big.lit")
# After these the table says something else; all others are not offered any more.
_SAID = ("[data-choice='lay']", ".pad.open:enabled", ".big.lit")
# Names what is tapped next, or nothing. A card is picked to see where it may lie, and put back if that is nowhere.
_NEXT = """(first, last) => {
    const offered = (place) => [...document.querySelectorAll(place)].some((one) =>
        one.ariaDisabled !== "true" && one.checkVisibility());
    const found = first.find(offered);
    if (found || !last.length) return found ?? null;
    const name = ({ dataset: { card, up } }) =>
        `.pick[data-card='${card}']${up === undefined ? "" : `[data-up='${up}']`}`;
    const picked = document.querySelector(".pick.picked");
    window.tried ??= new Set();
    if (picked) return name(picked);
    const other = [...document.querySelectorAll(".pick")].map(name).find((one) => !window.tried.has(one));
    if (other) window.tried.add(other);
    return other ?? last.find(offered) ?? null;
}"""
_PICKED = "() => [...document.querySelectorAll('.pick.picked')].map((one) => one.dataset.card).join()"
_SAYS = """() => ["[data-headline]", "[data-prompt]", ".buttons"]
    .map((place) => document.querySelector(place)?.textContent).join()"""
_OFFERS = "(place) => document.querySelector(place) !== null"
# Keeps what the next tap lands on, and tells whether the last one missed: a page may move between a look and a tap.
_AIMS = """() => {
    window.landed = null;
    addEventListener("click", ({ target }) => void (window.landed = target), { capture: true, once: true });
}"""
_LANDED = "() => window.landed?.outerHTML ?? null"
_MISSED = "(place) => window.landed !== null && !window.landed.closest(place)"
# How many requests wait for an answer, and the latest event that the page has heard of.
_ASKS = """() => {
    if (window.asking === undefined) {
        const ask = window.fetch;
        window.asking = 0;
        window.fetch = (...given) => {
            window.asking += 1;
            return ask(...given).finally(() => void (window.asking -= 1));
        };
    }
    return window.asking;
}"""
_HEARD = "() => Number(document.querySelector('.passes').dataset.seq)"
_FORGETS = "() => void (window.tried = new Set())"


def takes_turns(phone: Phone, table: Playing, seat: int, turns: int) -> None:
    """Play until so many turns of a seat are over; the page is that of the virtual table."""
    for _ in range(turns):
        phone.evaluates(_FORGETS)
        while table.table()["turn"] != seat:
            _does_something(phone, table, _FOR_ALL)
        while table.table()["turn"] == seat:
            _does_something(phone, table, (*_FOR_ALL, *_IN_TURN), _AT_LAST)


def _does_something(phone: Phone, table: Playing, first: tuple[str, ...], last: tuple[str, ...] = ()) -> None:
    """Tap what is offered first, if anything is, and wait until the page shows what became of it."""
    until = time.monotonic() + PATIENCE_S
    while phone.evaluates(_ASKS) or phone.evaluates(_HEARD) < table.table()["last"]["seq"]:
        assert time.monotonic() < until, (phone.evaluates(_HEARD), table.table()["last"])
        time.sleep(_A_MOMENT_S)
    place = phone.evaluates(_NEXT, first, last)
    buttons = _PICKED if place and place.startswith(".pick") else _SAYS if place in _SAID else _OFFERS
    before, event = phone.evaluates(buttons, place), table.table()["last"]
    phone.evaluates(_AIMS)
    if not (place and phone.may_tap(place)):
        time.sleep(_A_MOMENT_S)  # until there is something to do
        return
    while phone.evaluates(buttons, place) == before and (buttons is _PICKED or table.table()["last"] == event):
        assert time.monotonic() < until, (place, before, phone.evaluates(_LANDED))
        if phone.evaluates(_MISSED, place):
            return  # as a person would, look again
        time.sleep(_A_MOMENT_S)
