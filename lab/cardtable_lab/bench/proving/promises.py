"""What is promised, how it was tried, and what is not known: a few sentences for each chapter of docs/proof.md."""

from table.values import Value


class Promise(Value):
    """A chapter in a few sentences. `tried` goes on from "It was tried by", and `unknown` stands alone."""

    promised: str
    tried: str
    unknown: str


_TABLE = "What the table tells of {game} is what people did: every card, every race, every total, and no secret."
_PLAYED = "simulated people who play whole games on emulated chips, in three kinds of air, and know the truth"
_AIR = "How real air, real antennas and real people differ from the models (`hardware/emulator/physics.py`)."


def _of(game: str) -> Promise:
    return Promise(_TABLE.format(game=game), _PLAYED, _AIR)


PROMISES: dict[str, Promise] = {
    "Mito": _of("Mito"),
    "Mytho": _of("Mytho"),
    "Mythology GO": _of("Mythology GO"),
    "Nur Mut": _of("Nur Mut"),
    "A thousand games each": Promise(
        "The same holds a thousand times in a row, whoever plays the games, and though workers die of it.",
        "a cluster of local workers of which one is killed now and then",
        "What a cluster of many machines adds: slow networks, other processors.",
    ),
    "By the rules alone": Promise(
        "Whatever is lawful leads to an end, with the points and the winners that the rules say.",
        "games by chance, from two people to the most, each round counted by a second program",
        "The two programs were written by the same people, from the same rule books.",
    ),
    "Every state of tiny decks": Promise(
        "Nobody is ever stuck: each state has a way on, the prompt names who can go it, and an end can be reached.",
        "visiting every state that a handful of cards can lead to",
        "Whole decks have more states than can be visited; what only many cards bring is tried by chance alone.",
    ),
    "Picos": Promise(
        "A Pico stamps presses so well that who was first is right, or a tie is called one.",
        "races over cables that hiccup, with clocks that drift, and games on the Pico's own program",
        "No real Pico was seen; what MicroPython and USB take is estimated.",
    ),
    "Buttons on bad wires": Promise(
        "Spikes on a wire press no button, and an edge that gets lost neither holds a button nor swallows a press.",
        "whole games with both, and the same changes of pins given to what was there before",
        "How often real wires pick up spikes, and how often real kernels lose edges.",
    ),
    "Robots with a person": Promise(
        "Robots play by the rules, in time, and know what people at their seats would know.",
        "whole games of one person and robots, compared with what a witness saw",
        "Whether people like to play with them.",
    ),
    "Robots among themselves": Promise(
        "Keen robots play better than easy ones, and never think longer than 2 s on a Pi 4.",
        "hundreds of games of each kind against each",
        "How they fare against people. A Pi was taken to be five times as slow.",
    ),
    "Cheating as a game": Promise(
        "At Mito whoever cheats is caught now and then, by people and by robots, and honest play is accused rarely.",
        "games of one person, by a rule of thumb, with two keen robots, by the rules alone, with hands seen to move",
        "How well people see such a movement on a phone.",
    ),
    "Kills, clocks and damaged files": Promise(
        "What was announced is there after a kill, to the letter; a damaged disk is told, and the rest is saved.",
        "killing tables in processes of their own at any moment, with clocks that jump and files that are damaged",
        "A real card that lies about what it has written.",
    ),
    "All at once": Promise(
        "Whatever fails together: nothing announced is lost, totals are the truth's, no secret is out.",
        "whole evenings with kills, full and torn disks, jumping clocks, dying readers, babbling Picos, stuck buttons",
        "Faults of two parts that only real electricity joins.",
    ),
    "Reports from kitchens": Promise(
        "What went wrong at a table goes wrong again at a desk, from one file without names.",
        "faults of drivers, links, rules, storage and pages, each reproduced from its report alone",
        "Faults that depend on what nobody has recorded: temperature, a loose wire.",
    ),
    "A club": Promise(
        "A hub has every public event of every game once, in order, whatever died between; and keeps up.",
        "killing tables, broker, hub and database; and so many simulated tables, a card each every four seconds",
        "Networks that lose half of all packets; more than one club on one hub.",
    ),
    "An evening that lasts": Promise(
        "Nothing grows at a table that is left on: no memory, threads, files, log, or disk.",
        "a day of play, hurried, while thousands of phones come and go",
        "Weeks; phones that never close a connection.",
    ),
    "A guest who spoils": Promise(
        "Whatever a stranger sends, nobody's press waits longer than half a second, and the game is the one it was.",
        "a guest on sixty connections, beside four phones that play",
        "Guests on many machines; a Pi's processor, a fifth as fast.",
    ),
    "Mutants that survive": Promise(
        "If a line is wrong, a test notices.",
        "breaking one expression at a time, and running the tests of `make test` that execute it",
        "Mutants that were not drawn.",
    ),
    "What tests execute": Promise(
        "Tests execute each package, and take its branches both ways.",
        "measuring the tests of `make test`, with the processes that they start",
        "Whether what is executed is right: mutants ask that.",
    ),
}
