"""What docs/proof.md promises, how each promise is tested, and what stays unknown: a few sentences a chapter."""

from collections.abc import Mapping

from table.values import Value


class Promise(Value):
    """A chapter in a few sentences. `tested` goes on from "Tested with", and `unknown` stands alone.

    `by_air` replaces `promised` where more is promised in clean air than in harsh air.
    """

    promised: str
    tested: str
    unknown: str
    by_air: Mapping[str, str] = {}


# In the order of cardtable_lab.simulation.fleet.FORBIDDEN, which says what a run of each air must not count.
_BY_AIR = {
    "clean": "every card, verdict, race and total is right, and no secret leaks",
    "typical": "no card is misread or missed unnoticed, verdicts and totals are right, and no secret leaks",
    "harsh": "no card is misread or missed unnoticed, totals are right, and no secret leaks",
}


def _of(game: str) -> Promise:
    return Promise(
        f"What the table records of {game} is what people did.",
        "simulated people who play whole games on emulated chips in three kinds of air, and who know the truth",
        "How real air, antennas and people differ from the models (`hardware/emulator/physics.py`).",
        _BY_AIR,
    )


PROMISES: dict[str, Promise] = {
    "Mito": _of("Mito"),
    "Mytho": _of("Mytho"),
    "Mythology GO": _of("Mythology GO"),
    "Nur Mut": _of("Nur Mut"),
    "A thousand games each": Promise(
        "The same holds for a thousand games of each in clean and typical air, while workers are killed.",
        "a cluster of local workers, of which one is killed now and then",
        "What a cluster of many machines adds: slow networks, other processors.",
    ),
    "By the rules alone": Promise(
        "Every series of legal moves ends, with the points and winners that the rules give.",
        "random games, from the fewest people to the most, in which a second program counts every round again",
        "The same people wrote both programs from the same rule books.",
    ),
    "Every state of tiny decks": Promise(
        "Nobody gets stuck: each visited state has a legal move, its prompt names who has it, and the game can end.",
        "a search of every state that a handful of cards can lead to",
        "Whole decks have too many states to visit; only random games test what needs many cards.",
    ),
    "Picos": Promise(
        "A Pico stamps presses well enough that the order is right, or a tie is called.",
        "races over cables that hiccup, with clocks that drift, and games on the Pico's own program",
        "No real Pico was used; the timing of MicroPython and USB is estimated.",
    ),
    "Buttons on bad wires": Promise(
        "Spikes on a wire press no button; a lost edge neither holds a button nor swallows a press.",
        "whole games with both faults, and the same pin changes given to a plain debouncer",
        "How often real wires pick up spikes, and how often real kernels lose edges.",
    ),
    "Robots with a person": Promise(
        "Robots play by the rules, in time, and know no more than a person at their seat.",
        "whole games of one person and robots, compared with what a witness saw",
        "Whether people like to play with them.",
    ),
    "Robots among themselves": Promise(
        "Keen robots beat easy ones, and never think longer than 2 s on a Pi 4.",
        "hundreds of games of each kind against each",
        "How they do against people. A Pi is assumed to be five times slower.",
    ),
    "Cheating as a game": Promise(
        "In Mito, people and robots catch some cheats, and rarely accuse somebody who lays a card honestly.",
        "games by the rules alone of one person, who follows a rule of thumb, and two keen robots, who see hands move",
        "How well people see such a movement on a phone.",
    ),
    "Kills, clocks and damaged files": Promise(
        "Every announced event survives a kill unchanged; a damaged disk is reported, and the rest is saved.",
        "tables in processes of their own, killed at any moment, with jumping clocks and damaged files",
        "An SD card that lies about what it has written.",
    ),
    "A real kernel": Promise(
        "Over a real kernel's SPI and GPIO devices the drivers do what they do on stand-ins.",
        "Linux in user mode, built from Debian's source: emulated chips behind its devices, whole games, cut power",
        "The air, the analogue side, and the Pi's own controllers, such as RP1.",
    ),
    "All at once": Promise(
        "When everything fails together, no announced event is lost, totals are right, and no secret leaks.",
        "whole evenings with kills, full and torn disks, jumping clocks, dying readers, babbling Picos, stuck buttons",
        "Faults of two parts that only real electricity joins.",
    ),
    "Reports from kitchens": Promise(
        "A fault at a table happens again at a desk, from one file without names.",
        "faults in drivers, links, rules, storage and pages, each reproduced from its report alone",
        "Faults that depend on what nobody recorded: temperature, a loose wire.",
    ),
    "A club": Promise(
        "A hub gets every public event of every game once, in order, whatever dies, and keeps up.",
        "kills of tables, broker, hub and database, and many simulated tables that lay a card every four seconds",
        "Networks that lose half of all packets; more than one club on one hub.",
    ),
    "An evening that lasts": Promise(
        "Nothing grows at a table that is left on: no memory, threads, files, log or disk.",
        "a day of play at high speed, while thousands of phones come and go",
        "Weeks; phones that never close a connection.",
    ),
    "A guest who spoils": Promise(
        "Whatever a stranger sends, nobody's press waits longer than half a second, and the game is unharmed.",
        "a guest with sixty connections, beside four phones that play",
        "Guests on many machines; a Pi's processor, a fifth as fast.",
    ),
    "Mutants that survive": Promise(
        "If a line is wrong, a test probably notices.",
        "one broken expression at a time, and the tests of `make test` that execute it",
        "Mutants that were not drawn.",
    ),
    "What tests execute": Promise(
        "Tests execute every package, and take most branches both ways.",
        "a measured run of `make test`, with the processes that it starts",
        "Whether the executed code is right: mutants ask that.",
    ),
}
