"""How somebody plays who only hears: by what the prompt says, and the names of the cards."""

import re
from collections.abc import Callable, Iterator, Mapping

from tests.ear.listening import Listener, Offer

A_CARD_MS = 1000  # until a card has touched the pad


def cards(who: Listener) -> Iterator[tuple[str, Offer]]:
    """Yield the cards of the hand as they are offered: what has somewhere to go."""
    for offer in who.offers:
        if any(way["text"].startswith("Lay it") for way in offer["then"]):
            yield offer["text"], offer


def fitting(prompt: str) -> set[str]:
    """Read what fits: "play a 2 or an ace, or tap": 2, ace."""
    play = re.search(r"\bplay (an? .*?)(?:, or | or tap|, and|$)", prompt)
    return set() if play is None else set(re.findall(r"\ban? (\w+)", play[1]))


def mito(who: Listener) -> bool:
    """Lay a number that was said, else draw; count; slap; say that one is innocent."""
    mine = who.mine
    if "slap" in mine:
        return who.taps()
    if "tap if you are innocent" in mine:
        return bool(laid_last(who)) and who.taps()
    if "show all your cards" in mine:
        return counts(who)
    if "if it was your last card, hold" in mine:
        return who.hand[0] == "You hold no cards." and who.holds()
    if "play a" not in mine:
        return False
    if who.hand[0] == "You hold no cards.":
        return who.holds()
    wanted = fitting(mine)
    for name, offer in cards(who):
        if not name.startswith("Moth") and name.split()[-1] in wanted:
            return who.does(offer, "Lay it on the discard")
    return who.taps()


def counts(who: Listener) -> bool:
    """Touch the pad with all cards, wait until all have been there, and tap."""
    if not who.does(who.finds("Show all your cards")):
        return who.taps()
    who.room.runs(A_CARD_MS * len(who.hand[0].split(", ")) + A_CARD_MS)
    return True


def laid_last(who: Listener) -> bool:
    """Return whether the last card of which one heard was this person's."""
    plays = [one for one in who.ears.said if re.match(r"\w+ plays? ", one)]
    return bool(plays) and plays[-1].startswith("You play ")


def mytho(who: Listener) -> bool:
    """Lay what fits, else draw, else end the turn; contest nothing, but let a card pass by playing on."""
    mine = who.mine
    if "play a" in mine:
        wanted = fitting(mine)
        for name, offer in cards(who):
            if "play any card" in mine or wanted & set(name.lower().split()):
                return who.does(offer, "Lay it on the visible pile")
    if "hold: your turn is over" in mine:
        return who.holds()
    if "tap to draw" in mine or "tap: your turn is over" in mine:
        return who.taps()
    if "play a" in mine:
        return any(who.does(offer, "Lay it on the hidden pile") for _, offer in cards(who))
    return False


def nur_mut(who: Listener) -> bool:
    """Lay the top card where it has a neighbour; be brave when one has to; else pass."""
    mine, faces = who.mine, dict(showing(who))
    if joker := re.search(r"lay your next card on the joker on (pile \d)", mine):
        return lays(who, joker[1])
    if "empty place" in mine:
        return lays(who, emptied(who, faces))
    if "everybody passed" in mine:
        return who.taps()
    if "lay your top card" not in mine and "turn your top card over" not in mine:
        return False
    place = next((place for place, face in faces.items() if fits(top_of(who), face)), None)
    return who.holds() if place is None else lays(who, place)


def top_of(who: Listener) -> str:
    """Return what is up on the own pile."""
    return who.hand[0].rstrip(".").split()[-1]


def showing(who: Listener) -> Iterator[tuple[str, str]]:
    """Yield what each pile shows; nothing of an empty one."""
    for sentence in who.table:
        if lies := re.match(r"The (pile \d)(?:: an? (\w+)| is (empty))", sentence):
            yield lies[1], lies[2] or ""


def fits(card: str, face: str) -> bool:
    """Return whether a card may lie on another: a joker may always."""
    return card == "joker" or (card.isdigit() and face.isdigit() and abs(int(card) - int(face)) == 1)


def emptied(who: Listener, faces: Mapping[str, str]) -> str:
    """Return the place that is empty; until the table can tell, the pile that shows the highest number, by the lot."""
    if empty := [place for place, face in faces.items() if not face]:
        return empty[0]
    numbers = {place: int(face) for place, face in faces.items() if face.isdigit()}
    highest = [place for place, number in numbers.items() if number == max(numbers.values())]
    lot = re.findall(r"pile \d", who.ears.prompt.partition("the lot says")[2]) or highest
    return min(highest, key=lot.index)


def lays(who: Listener, place: str) -> bool:
    """Lay the top card on a pile."""
    return any(who.does(offer, f"Lay it on the {place}") for _, offer in cards(who))


DEMANDING = ("cyclops", "satyr")


def mythology_go(who: Listener) -> bool:
    """Lay a Deity closed and a Belief; in each turn draw, lay a creature open, put the rest below, and tap.

    Before that, destroy what is to be destroyed.
    """
    own = dict(cards(who))
    for name, offer in own.items():
        if "(Deity" in name:
            return who.does(offer, "Lay it before you, closed")
        if "(Belief" in name:
            return who.does(offer, "Lay it before you")
    if "Declare targets" in who.ears.prompt:
        return declares(who)
    if destroys := who.finds("Destroy "):
        return who.does(destroys)
    if who.ears.headline != "Your turn":
        return False
    draw = who.finds("Draw ")
    if any(who.does(one) for one in (draw, who.finds("Put ")) if one is not None and one["text"] != "Draw 1 card"):
        return True
    if own:
        easiest = min(own, key=effort)
        return who.does(own[easiest], "Lay it before you" if "worth" in easiest else "Lay it on the discard")
    return who.taps()


def effort(name: str) -> tuple[bool, bool, bool]:
    """Return how hard a card is to play, by all that is said of it."""
    return (
        any(word in name for word in DEMANDING),
        "worth" not in name,
        any(word in name for word in ("djinn", "leprechaun")),
    )


def declares(who: Listener) -> bool:
    """Accuse somebody if one's Deity has to, and say that all is declared, once in a round."""
    said = who.ears.said
    since = max(n for n, one in enumerate(said) if one == "All cards up")
    if "You have declared." in said[since:]:
        return False
    if "has to accuse" in who.ears.prompt and not any(one.startswith("You say that ") for one in said[since:]):
        return who.does(who.finds("Accuse"), "Of having")
    return who.taps()


PLAYERS: Mapping[str, Callable[[Listener], bool]] = {
    "mito": mito,
    "mytho": mytho,
    "mythology_go": mythology_go,
    "nur_mut": nur_mut,
}


def plays(who: Listener, game: str) -> bool:
    """Do what comes first in every game, or what the game's prompt says; tell whether anything was done."""
    answer = who.finds("Answer:")
    if answer is not None:
        return who.does(answer)
    if who.finds("Shuffle and deal"):
        return who.does(who.finds("Shuffle and deal"))
    if who.finds("Turn a card up"):
        return who.does(who.finds("Turn a card up"))
    give = who.finds("Give ")
    if give is not None:
        return who.does(give, "")
    if re.search(r"\bopen round", who.mine):
        return who.holds()
    return PLAYERS[game](who)
