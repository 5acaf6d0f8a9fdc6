"""`cardtable policy`: measures a trained policy against our robots, using only the rules, without a table."""

from collections.abc import Callable
from importlib.metadata import entry_points

import click

from table import ai
from table.cli import terminal
from table.complaints import BadInput, short
from table.robots.duel import check, wilson

Policy = Callable[..., int]  # takes an observation, returns an action index
_AGAINST = f"Kind of the robots at the other seats: {', '.join(ai.KINDS)}."


@click.command
@terminal.game()
@click.argument("name", help="Name of a policy: an entry point of the group cardtable.policies.")
@click.option("--against", default="keen", help=_AGAINST)
@terminal.number
@terminal.seed
@terminal.as_json("Print one JSON object.")
def policy(game: str, name: str, against: str, number: int, seed: int, as_json: bool) -> None:
    """Let a trained policy play against our robots, and count how often it wins. It takes each seat in turn."""
    chooses, kinds = find(name), [kind.strip() for kind in against.split(",")]
    check(game, ["easy", *kinds])
    won, games = measured(game, chooses, kinds, number, seed), number
    share, low, high = wilson(won, games)
    if as_json:
        terminal.line({"game": game, "policy": name, "games": games, "won": won, "share": [share, low, high]})
    else:
        click.echo(f"{name} won {won:g} of {games} games: {share:.0%} ({low:.0%} to {high:.0%})")


def measured(game: str, chooses: Policy, kinds: list[str], number: int, seed: int) -> float:
    """Return how many games a policy wins against robots of the given kinds; a shared win counts as a fraction."""
    from cardtable_lab.pettingzoo import CardGameEnv  # requires the `training` extra

    won, seats = 0.0, len(kinds) + 1
    for played in range(number):
        seat = played % seats + 1
        robots = {other: kinds[n] for n, other in enumerate(one for one in range(1, seats + 1) if one != seat)}
        environment = CardGameEnv(game, seats, robots=robots)  # type: ignore[arg-type]  # `check` has validated them
        environment.reset(seed=seed + played)
        reward = 0.0
        for _ in environment.agent_iter():
            observation, reward, ended, *_ = environment.last()
            environment.step(None if ended else chooses(observation))
        won += max(reward, 0.0)
    return won


def find(name: str) -> Policy:
    """Load a policy by name. Raise BadInput for an unknown name."""
    known = {point.name: point for point in entry_points(group="cardtable.policies")}
    if name not in known:
        there = ", ".join(sorted(known)) or "none is installed"
        raise BadInput(f"policy: expected one of {there}, not {short(name)}")
    found: Policy = known[name].load()
    return found
