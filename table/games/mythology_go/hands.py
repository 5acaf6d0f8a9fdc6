"""What emulated hands need to know about Mythology GO: the terrains, and the card that is searched for."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from table.cards import Card, Catalogue
from table.games.hands import Hands, Said
from table.games.mythology_go.actions import DISCARD
from table.games.mythology_go.board import has
from table.games.mythology_go.cards import MgoCard
from table.games.mythology_go.views import MgoView, Own
from table.saying import Text, both, capital, say
from table.view import View

# The names of effects.
_KEYWORDS: Mapping[str, Text] = {
    "strong": say("strong"),
    "weak": say("weak"),
    "outnumber": say("outnumber"),
    "unique": say("unique"),
    "polychrome": say("polychrome"),
    "monochrome": say("monochrome"),
    "fusion": say("fusion"),
    "resurrection": say("resurrection"),
    "copies": say("copies"),
    "identification": say("identification"),
    "double": say("double"),
    "gorgon": say("gorgon"),
    "werewolf": say("werewolf"),
    "chimera": say("chimera"),
    "djinn": say("djinn"),
    "leviathan": say("leviathan"),
    "leprechaun": say("leprechaun"),
    "cyclops": say("cyclops"),
    "satyr": say("satyr"),
}


class TerrainHands(Hands):
    """Reads the terrains in a view."""

    def lying_open(self, view: View) -> frozenset[str]:
        """Return the face-up cards on all terrains."""
        if not isinstance(view, MgoView):
            return frozenset()
        due = () if view.due is None else view.due.cards or ()  # those of this turn are also face up
        return frozenset((*(one.card for seat in view.seats for one in seat.terrain or () if one.card), *due))

    def laid(self, view: View, seat: int) -> Mapping[str, frozenset[str]] | None:
        """Return the cards that a seat has laid, by zone; face-up ones are reported to others when its turn ends."""
        if not isinstance(view, MgoView) or (own := view.mine) is None:
            return None
        before = {own.deity, *(one.card for one in own.terrain)}
        before |= {one.belief for one in view.seats if one.seat == seat}
        lying: dict[str, set[str | None]] = {f"seat.{seat}": before, DISCARD: {*(own.spells or ())}}
        if (wrong := view.correction) is not None:
            lying[wrong.zone] = lying.get(wrong.zone, set()) | {*wrong.named}
        return {on: frozenset(card for card in cards if card) for on, cards in lying.items()}

    def sought(self, view: View, cards: Catalogue[Any]) -> frozenset[str]:
        """Return the copies of the card that a Djinn was told to bring."""
        own = _own(view)
        named = None if own is None else own.searches
        return frozenset(code for code, card in cards.items() if named is not None and card.name == named)

    def reads(self, card: Card, up: int | None = None) -> str:
        """Return what is printed on a card: its kind, its value, and the names of its effects."""
        assert isinstance(card, MgoCard), "a card of this box"  # noqa: S101 - an invariant
        kinds = {"spell": say("Spell"), "deity": say("Deity"), "belief": say("Belief")}
        effects = [_KEYWORDS.get(one.keyword, one.keyword) for one in card.effects if one.keyword in _KEYWORDS]
        if card.kind != "creature":
            what = kinds[card.kind]
            return (
                say("{card} ({kind}, {effects})", card=card.label, kind=what, effects=both(effects))
                if effects
                else say("{card} ({kind})", card=card.label, kind=what)
            )
        if effects:
            return say("{card} (worth {value}, {effects})", card=card.label, value=card.value, effects=both(effects))
        return say("{card} (worth {value})", card=card.label, value=card.value)

    def draws(self, view: View, seat: int, hand: Sequence[str], cards: Catalogue[Any]) -> int:
        """Return how many cards a seat draws now, at the start of its turn or for a leprechaun."""
        if not isinstance(view, MgoView) or (own := view.mine) is None:
            return 0
        if not view.running or view.counting or view.turn != seat:
            return 0
        if _awaits_one(own, cards):
            return 1
        return 0 if own.played or _played(hand, cards) else view.draws or 0

    def puts_below(self, view: View, seat: int, hand: Sequence[str], cards: Catalogue[Any]) -> tuple[str, ...]:
        """Return the cards in a hand that were not played, once the seat has played or its turn is over."""
        own = _own(view)
        over = own is not None and view.running and (view.turn != seat or own.played)
        return _played(hand, cards) if over else ()

    def takes_back(self, view: View) -> tuple[str, ...]:
        """Return the cards of this turn that can still be taken back."""
        own = _own(view)
        return () if own is None else own.laid or ()

    def destroys(self, view: View, seat: int) -> Mapping[str, str]:
        """Return the creatures that a seat lays on the discard because a card in play destroys them (MGO-77)."""
        if not isinstance(view, MgoView) or view.due is None or view.counting:
            return {}
        by = view.turn if view.due.choice is None else view.due.choice
        return dict.fromkeys(view.due.cards or (), DISCARD) if by == seat else {}

    def fuses(self, view: View, seat: int, own: Sequence[str], cards: Catalogue[Any]) -> tuple[tuple[str, str], ...]:
        """Return the pairs of face-up copies that would be fused by touching both to the pad now (MGO-35, MGO-T-05).

        One card of a pair may still be in the hand.
        """
        if not isinstance(view, MgoView) or view.mine is None or not (view.counting or view.turn == seat):
            return ()
        terrain = next(one.terrain or () for one in view.seats if one.seat == seat)
        paired = {one.card for one in terrain if one.pair}
        lying = {one.card: one.closed for one in view.mine.terrain}
        free = [code for code in own if has(cards[code], "fusion") and code not in paired and not lying.get(code)]
        alike = (pair for pair in combinations(free, 2) if cards[pair[0]].name == cards[pair[1]].name)
        return tuple(pair for pair in alike if lying.keys() & pair)

    def says(self, view: View, seat: int, cards: Catalogue[Any]) -> tuple[Said, ...]:
        """List what a seat can say: effects and creature names during a turn, targets and accusations at the count."""
        if not isinstance(view, MgoView) or (own := view.mine) is None:
            return ()
        if view.counting:
            return (*_aims(view, own, cards), *_accusations(view, own, seat, cards))
        return (*_effects(own, cards), *_searches(own, cards))


def _own(view: View) -> Own | None:
    return view.mine if isinstance(view, MgoView) else None


def _awaits_one(own: Own, cards: Catalogue[Any]) -> bool:
    """Return whether a face-up leprechaun of this turn is still waiting for the creature it brings (MGO-78)."""
    closed, awaited = {one.card for one in own.terrain if one.closed}, 0
    for code in own.laid or ():
        awaited -= awaited > 0 and cards[code].kind == "creature"
        awaited += has(cards[code], "leprechaun") and code not in closed
    return awaited > 0


def _played(hand: Sequence[str], cards: Catalogue[Any]) -> tuple[str, ...]:
    return tuple(code for code in hand if cards[code].kind in ("creature", "spell"))


def _by_name(cards: Catalogue[Any], kind: str) -> Mapping[str, str]:
    return {card.name: card.label for card in cards.values() if card.kind == kind}


def _effects(own: Own, cards: Catalogue[Any]) -> Iterator[Said]:
    for code in own.effects or ():
        yield Said(say("Use {card:the}", card=cards[code].label), "effect", code)


def _searches(own: Own, cards: Catalogue[Any]) -> Iterator[Said]:
    if own.names:
        then = (Said(capital(label), "djinn", name) for name, label in _by_name(cards, "creature").items())
        yield Said(say("Say what the Djinn searches for"), then=tuple(then))
    if own.searches:
        yield Said(say("Search the draw pile, and take the card"), "search", "found", does="search")
        yield Said(say("Say that the card is not there"), "search", "nothing")


def _aims(view: MgoView, own: Own, cards: Catalogue[Any]) -> Iterator[Said]:
    lying = [(seat.name, one.card) for seat in view.seats for one in seat.terrain or () if one.card]
    for code in own.aims:
        then = (
            Said(say("{card} of {who}", card=cards[target].label, who=who), "target", f"{code} {target}")
            for who, target in lying
            if target != code
        )
        yield Said(say("Say what {card:the} aims at", card=cards[code].label), then=tuple(then))


def _accusations(view: MgoView, own: Own, seat: int, cards: Catalogue[Any]) -> Iterator[Said]:
    mine = cards[own.deity].name if own.deity else None
    deities = {name: label for name, label in _by_name(cards, "deity").items() if name != mine}
    for other in view.seats:
        if other.seat != seat:
            whom = other.seat
            then = (
                Said(say("of having {deity}", deity=label), "accuse", f"{whom} {name}")
                for name, label in deities.items()
            )
            yield Said(say("Accuse {who}", who=other.name), then=tuple(then))
