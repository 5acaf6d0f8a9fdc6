"""What a seat's phone is told: it does not call whoever holds it by name."""

import json

import pytest

from table import games, languages
from table.board import Snapshot, drawn
from table.facts import ButtonDown, ButtonUp, CardArrived, CardLeft, Fact, GameStarted, Placement, TimePassed
from table.judging.session import Session
from table.saying import noun, restored, say, stored, to_you
from table.sentences import Narrator
from table.values import replace
from table.wording import Names
from tests.replayed import delivered, printed
from web.delivery.shown import shown

S = 1_000_000


def picture(
    *facts: Fact,
    game: str = "mito",
    options: dict[str, int] | None = None,
    placement: dict[str, Placement] | None = None,
) -> Snapshot:
    session = Session(GameStarted(0, game, ["Ana", "Ben", "Cleo"], options or {}, placement=placement or {}))
    lines = [*session.opening, *(line for fact in facts for line in session.take(fact))]
    by_audience = {
        audience: tuple(line for line in lines if line.audience == audience) for audience in session.audiences
    }
    return Snapshot(game=drawn(session, 1, by_audience))


BEGUN = (CardArrived(1 * S, "discard", "number2.1"), TimePassed(3 * S))


def said(seen: Snapshot, audience: str, language: str = "en") -> tuple[str, str]:
    answer = languages.find(language).of(shown(seen, audience))
    return answer["headline"], answer["prompt"]


@pytest.mark.parametrize(
    ("language", "headline", "prompt"),
    [
        ("en", "Your turn", "Play a 1 or a 3, or tap to draw. Hand empty? Hold the button."),
        ("de", "Du bist dran", "Spiel eine 1 oder eine 3, oder tippe, um zu ziehen. Hand leer? Halte den Knopf."),
        (
            "fr",
            "À toi de jouer",
            "Joue un 1 ou un 3, ou appuie pour piocher. Main vide\u202f? Maintiens le bouton.",
        ),
        ("xx", "⟦Your turn⟧", "⟦Play a 1 or a 3, or tap to draw. Hand empty? Hold the button.⟧"),
    ],
)
def test_whose_turn_it_is(language: str, headline: str, prompt: str) -> None:
    assert said(picture(*BEGUN), "seat:1", language) == (headline, prompt)


@pytest.mark.parametrize("audience", ["public", "host", "seat:2"])
def test_everybody_else_hears_who_it_is(audience: str) -> None:
    headline, prompt = said(picture(*BEGUN), audience)
    assert headline == "Ana’s turn"
    assert prompt.startswith("Ana: play a 1 or a 3")


def test_a_card_that_lies_wrong() -> None:
    seen = picture(*BEGUN, CardArrived(4 * S, "discard", "number5.1"), TimePassed(5 * S))
    assert said(seen, "seat:1") == ("Does not fit", "Take the 5 off the discard again.")
    assert said(seen, "seat:2") == ("Ana: does not fit", "Ana: take the 5 off the discard again.")


@pytest.mark.parametrize("kept", [False, True], ids=["as it was told", "from the journal"])
def test_a_phone_that_lays_cards_is_not_told_to_touch_a_pad(*, kept: bool) -> None:
    wrong = (CardArrived(4 * S, "discard", "number5.1"), CardArrived(6 * S, "discard", "number5.2"))
    seen = picture(*BEGUN, *wrong, TimePassed(8 * S), placement={"discard": "tap"})
    if kept:
        read = restored(json.loads(json.dumps(stored(printed(seen.game)))))
        events = {audience: tuple(delivered("mito", payload)) for audience, payload in read.items()}
        seen = replace(seen, game=replace(seen.game, events=events))
    finds = (languages.find, languages.find_by_hand)
    by_language = {code: [find(code).of(shown(seen, "seat:1")) for find in finds] for code in ("en", "de", "fr")}

    assert {code: tuple(one["news"][0]["said"] for one in both) for code, both in by_language.items()} == {
        "en": ("First touch the pad with the 5 again and take it back.", "First take the 5 back."),
        "de": (
            "Zuerst: halte die 5 noch einmal an das Feld, dann zurück auf die Hand.",
            "Zuerst: nimm die 5 zurück.",
        ),
        "fr": ("D’abord, pose le 5 encore une fois sur le tapis, puis retour en main.", "D’abord, reprends le 5."),
    }
    assert by_language["en"][0]["brief"] == "Take the 2 cards back."
    assert by_language["en"][1]["prompt"] == "Take the 5 and the 5 back."


def test_one_of_several_who_are_called() -> None:
    seen = picture(*BEGUN, CardArrived(4 * S, "discard", "mosquito3.1"), TimePassed(4 * S + S // 2))
    assert said(seen, "seat:2")[1] == (
        "Slap! The last one gets a card from everybody. Ana: if it was your last card, hold your button."
    )
    assert said(seen, "public")[1].startswith("Ana, Ben and Cleo: slap!")


def test_who_is_out_and_who_has_won() -> None:
    facts = [*BEGUN, ButtonDown(4 * S, 1), ButtonUp(5 * S, 1), TimePassed(6 * S)]
    assert said(picture(*facts), "seat:1")[0] == "You are out"
    assert said(picture(*facts), "seat:2") == (
        "Ana is out",
        "Touch your pad with each card you hold, then tap. Hold to start over. Ana: hold if you were wrong.",
    )
    for seat, t in ((2, 8), (3, 12)):
        facts += [
            CardArrived(t * S, f"seat.{seat}", f"number{seat}.2"),
            CardLeft((t + 1) * S, f"seat.{seat}", f"number{seat}.2"),
            ButtonDown((t + 2) * S, seat),
            ButtonUp((t + 2) * S + S // 10, seat),
        ]
    facts.append(TimePassed(20 * S))
    assert said(picture(*facts, options={"rounds": 1}), "seat:1")[0] == "You win"
    assert said(picture(*facts), "seat:2")[1] == "Collect and shuffle all cards. Open round 2: hold your button."


@pytest.mark.parametrize(
    ("audience", "language", "news"),
    [
        ("seat:1", "en", "You play a 3."),
        ("seat:1", "de", "Du spielst eine 3."),
        ("seat:1", "fr", "Tu joues un 3."),
        ("seat:2", "en", "Ana plays a 3."),
        ("public", "en", "Ana plays a 3."),
    ],
)
def test_what_somebody_did_himself(audience: str, language: str, news: str) -> None:
    seen = picture(*BEGUN, CardArrived(4 * S, "discard", "number3.1"), TimePassed(5 * S))
    assert languages.find(language).of(shown(seen, audience))["news"][0]["said"] == news


ORDER = [{"seat": 1, "at_ms": 200, "press_ms": None}]


@pytest.mark.parametrize(
    ("game", "event", "yours"),
    [
        ("mito", {"event": "call_made", "seat": 1}, "You call: Vu!"),
        ("mito", {"event": "call_withdrawn", "seat": 1}, "You withdraw the call."),
        ("mito", {"event": "out_withdrawn", "seat": 1}, "You are not out after all."),
        ("mito", {"event": "race_closed", "race": "match", "order": ORDER}, "You answered first."),
        ("mito", {"event": "call_settled", "accused": 1, "guilty": True}, "You are guilty, and the guard now."),
        ("mito", {"event": "call_settled", "accused": 1, "guilty": False}, "You are innocent."),
        ("mito", {"event": "gift_given", "giver": 1, "receiver": 2, "count": 1}, "You have given Ben a card."),
        ("mito", {"event": "gift_given", "giver": 1, "count": 2}, "You have given 2 cards away."),
        (
            "mito",
            {"event": "pile_uncovered", "seat": 1, "card": "number3.1", "top": "number2.1"},
            "You take the 3 back: a 2 lies on top now.",
        ),
        ("mytho", {"event": "contest_made", "seat": 1}, "You do not believe it."),
        (
            "mytho",
            {"event": "contest_settled", "player": 1, "truthful": True, "card": "number3.1"},
            "You were honest: it is the 3.",
        ),
        (
            "mytho",
            {"event": "contest_settled", "player": 1, "truthful": False, "card": "number3.1"},
            "You lied: it is the 3.",
        ),
        ("nur_mut", {"event": "courage_rewarded", "seat": 1}, "You were brave and play again."),
        (
            "mythology_go",
            {
                "event": "belief_chosen",
                "seat": 1,
                "text": say("{who} chooses the Belief {belief}.", who="Ana", belief="X"),
            },
            "You choose the Belief X.",
        ),
        (
            "mythology_go",
            {"event": "search_ended", "found": True, "text": say("{who} found {card:a}.", who="Ana", card=noun("Elf"))},
            "You found an Elf.",
        ),
        (
            "mythology_go",
            {
                "event": "search_ended",
                "found": False,
                "text": say("{who} found no {card}.", who="Ana", card=noun("Elf")),
            },
            "You found no Elf.",
        ),
        ("mythology_go", {"event": "declared", "text": say("{who} has declared.", who="Ana")}, "You have declared."),
        ("mythology_go", {"event": "declared", "text": "Ana has declared."}, "Ana has declared."),  # of an old journal
    ],
)
def test_what_only_a_game_tells_somebody_did_himself(game: str, event: dict[str, object], yours: str) -> None:
    names = Names({1: "Ana", 2: "Ben"}, {"number3.1": noun("3"), "number2.1": noun("2")})
    text = Narrator(names).say(games.events_of(game)[str(event["event"])].from_json(event))

    assert text is not None
    assert to_you(text, "Ana") == yours
    assert to_you(text, "Cleo") == text
    assert "Ana" in text


@pytest.mark.parametrize(("game", "named"), [("nur_mut", "Stapel 2"), ("mito", "Ablage")])
def test_a_picture_has_the_names_of_its_piles(game: str, named: str) -> None:
    answer = languages.find("de").of(shown(picture(game=game), "public"))

    assert named in answer["zones"].values()
    assert [*answer["zones"]] == [*answer["piles"]]
