"""Interprets facts as actions. In this game a fact means at most one action, and needs no state but the round."""

from higher_or_lower.rules import Lay, Say
from table.facts import CardArrived, Held, Tapped
from table.games.kit.reading import comes, does

READERS = {
    Tapped: lambda play, fact: does(play, Say(fact.press.seat, "higher")),  # HL-04
    Held: lambda play, fact: does(play, Say(fact.press.seat, "lower")),
    CardArrived: lambda play, fact: comes(play, fact, Lay(fact.card)),
}
