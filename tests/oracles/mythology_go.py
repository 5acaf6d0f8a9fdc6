"""Mythology GO counted as people do it with a pencil: rule after rule over the whole table, written from the ledger.

It shares nothing with `table.games`: boards and cards are plain JSON, and what is written down is a list of notes, each
with a player, a rule and points.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

Note = tuple[str, str, int]  # player, rule, points

BY_COLOUR = {  # MGO-48 to MGO-52: how many cards of a colour bring what
    "green": dict.fromkeys(range(3, 20), 2),
    "yellow": {3: 3},
    "orange": {1: -1},
    "grey": {1: 2},
    "blue": {2: 3},
}


def by_hand(
    catalogue: Sequence[Mapping[str, Any]], players: Sequence[Mapping[str, Any]], agreed: Mapping[str, str]
) -> list[Note]:
    """Write down every point of a round, in the order in which people count: Strong and Weak last of all (MGO-62).

    `agreed` has every option that is not as usual.
    """
    printed = {card["code"]: card for card in catalogue}
    owner = {code: one["name"] for one in players for code in [*one["terrain"], *one.get("hidden", [])]}
    name, value, colour, does = _after_targets(printed, players, owner)
    players, owner = _wolves_for_pairs(printed, players, owner)
    covered = {pair[1] for one in players for pair in one.get("fused", [])}
    notes: list[Note] = [(owner[code], "value", value[code]) for code in owner]
    notes += _effects(players, owner, name, colour, does)

    seen = Counter((owner[code], colour[code]) for code in owner if code not in covered)
    for who in _all(players):
        for shade, brings in BY_COLOUR.items():
            any_number = shade == "grey" and agreed.get("grey_rule") == "any"
            number = min(seen[who, shade], 1) if any_number else seen[who, shade]
            notes.append((who, shade, brings.get(number, 0)))
    early = agreed.get("strong_weak_counted") == "before_doubling"
    if early:
        notes += _strong_weak(notes, players, _marked(printed, players, owner, does), agreed)
    for player in players:
        if "double" in _keywords(printed, player.get("deity")):
            notes.append((player["name"], "double", _sum(notes, player["name"])))
    notes += _stolen(printed, players)
    return notes if early else notes + _strong_weak(notes, players, _marked(printed, players, owner, does), agreed)


def _effects(
    players: Sequence[Mapping[str, Any]],
    owner: Mapping[str, str],
    name: Mapping[str, str],
    colour: Mapping[str, str],
    does: Mapping[str, Any],
) -> list[Note]:
    """Write down what each card brings by what else lies there, card after card."""
    copies = Counter((owner[code], name[code]) for code in owner)
    pairs = [pair for one in players for pair in one.get("fused", [])]
    covered = {pair[1] for pair in pairs}
    risen = {code for one in players for code in one.get("resurrected", [])}
    notes: list[Note] = []
    for code, who in owner.items():
        mine, most_of_others = (
            copies[who, name[code]],
            max([copies[other, name[code]] for other in _all(players) if other != who]),
        )
        colours = {colour[other] for other in owner if owner[other] == who and other not in covered}
        holds = {
            "outnumber": mine > most_of_others,
            "unique": most_of_others == 0,
            "polychrome": colours == set(BY_COLOUR),
            "monochrome": len(colours) == 1,
            "fusion": any(code == pair[0] or (code == pair[1] and does[pair[0]] != does[code]) for pair in pairs),
            "resurrection": code in risen,
        }
        first = code == next(other for other in owner if (owner[other], name[other]) == (who, name[code]))
        for effect in does[code]:
            if holds.get(effect["keyword"]):
                notes.append((who, effect["keyword"], effect["points"]))
            if effect["keyword"] == "copies" and first and mine >= effect["count"]:
                notes.append((who, "copies", effect["points"]))
    return notes


def _marked(printed: Any, players: Any, owner: Mapping[str, str], does: Mapping[str, Any]) -> list[Note]:
    """Write out every Strong and Weak there is, whether it is met or not: those of terrains, then of Deities."""
    of = [(who, effect) for code, who in owner.items() for effect in does[code]]
    for place in ("deity", "belief"):
        held = [(one["name"], one[place]) for one in players if one.get(place)]
        of += [(who, effect) for who, code in held for effect in printed[code].get("effects", [])]
    return [(who, effect["keyword"], effect["points"]) for who, effect in of if effect["keyword"] in ("strong", "weak")]


def _strong_weak(notes: list[Note], players: Any, marked: list[Note], agreed: Mapping[str, str]) -> list[Note]:
    """MGO-26 to MGO-29, MGO-60 to MGO-62."""
    so_far = {who: _sum(notes, who) for who in _all(players)}
    edges = {"strong": max(so_far.values()), "weak": min(so_far.values())}
    looked_at = ["weak", "strong"] if agreed.get("strong_weak_order") == "weak" else ["strong", "weak"]
    met: list[Note] = []
    for who, points in so_far.items():
        brings = [[one for one in marked if one[:2] == (who, word)] for word in looked_at if points == edges[word]]
        first = next(filter(None, brings), [])
        met += first[:1] if agreed.get("strong_weak_multi") == "one" else first
    return met


def _after_targets(printed: Any, players: Any, owner: Mapping[str, str]) -> tuple[dict[str, Any], ...]:
    """Change what werewolves and gorgons lie on or copy, column by column."""
    name = {code: printed[code]["name"] for code in owner}
    value = {code: printed[code]["value"] for code in owner}
    colour = {code: printed[code]["colour"] for code in owner}
    does = {code: list(printed[code].get("effects", [])) for code in owner}
    aims = {code: target for one in players for code, target in one.get("targets", {}).items()}
    for code, target in aims.items():
        if printed[code]["name"] == "werewolf":
            for stacked in _stack(players, target):
                name[stacked], value[stacked], colour[stacked] = (
                    "werewolf",
                    printed[code]["value"],
                    printed[code]["colour"],
                )
                does[stacked] = []
    was = (dict(name), dict(value), dict(does))
    for code, target in aims.items():
        if was[0][code] == "gorgon":
            name[code], value[code], does[code] = was[0][target], was[1][target], was[2][target]
    return name, value, colour, does


def _stack(players: Any, code: str) -> list[str]:
    """Return a card, and what is stacked with it."""
    return next((pair for one in players for pair in one.get("fused", []) if code in pair), [code])


def _wolves_for_pairs(printed: Any, players: Any, owner: Mapping[str, str]) -> tuple[Any, dict[str, str]]:
    """Put one Werewolf for each stack on which one lies; the card below is gone, and so is the pair (MGO-69)."""
    aims = {code: target for one in players for code, target in one.get("targets", {}).items()}
    stacks = [_stack(players, target) for code, target in aims.items() if printed[code]["name"] == "werewolf"]
    gone = {stack[1] for stack in stacks if len(stack) > 1}
    left = [{**one, "fused": [pair for pair in one.get("fused", []) if pair not in stacks]} for one in players]
    return left, {code: who for code, who in owner.items() if code not in gone}


def _stolen(printed: Any, players: Any) -> list[Note]:
    """MGO-44 to MGO-46, MGO-119."""
    notes: list[Note] = []
    deity = {one["name"]: printed[one["deity"]]["name"] for one in players if one.get("deity")}
    for player in players:
        accused = player.get("accuses")
        if accused and deity.get(accused["player"]) == accused["deity"]:
            steal = next(e["steal"] for e in printed[player["deity"]]["effects"] if e["keyword"] == "identification")
            notes += [(player["name"], "stolen", steal), (accused["player"], "stolen", -steal)]
    return notes


def _keywords(printed: Any, code: str | None) -> list[str]:
    return [effect["keyword"] for effect in printed[code].get("effects", [])] if code else []


def _all(players: Any) -> list[str]:
    return [one["name"] for one in players]


def _sum(notes: Sequence[Note], who: str) -> int:
    return sum(points for name, _, points in notes if name == who)


def total(notes: Sequence[Note], who: str) -> int:
    """Add up what was written down for a player."""
    return _sum(notes, who)
