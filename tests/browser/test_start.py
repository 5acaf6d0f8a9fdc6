"""The start page: a stranger is in a game with robots within seconds, on a phone or at a desk."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from table import games
from tests.browser.audit import violations
from tests.browser.conftest import DESK
from tests.browser.phases import NAMES
from tests.playing import Playing, playing

WITHIN_S = 30


def test_a_person_alone_plays_with_robots_within_seconds(phone: Page, table: Playing) -> None:
    phone.goto(table.url)

    phone.locator('[data-game="mytho"]').click()
    phone.get_by_label("Your name").fill("Zoe")
    phone.get_by_label("One robot less").click()
    phone.locator("[data-quick]").click()

    expect(phone).to_have_url(re.compile("/virtual"))
    expect(phone.locator("[data-hand] [data-card]")).to_have_count(5, timeout=WITHIN_S * 1000)
    picture = table.phone().gets("table")
    assert [(one["name"], one["robot"]) for one in picture["seats"]] == [("Zoe", None), ("Bolt", "easy")]


@pytest.mark.long
def test_a_person_practises_for_a_minute(phone: Page, table: Playing) -> None:
    phone.goto(table.url)
    phone.locator('[data-game="mytho"]').click()

    phone.locator("[data-practise]").click()

    expect(phone).to_have_url(re.compile("/virtual"))
    expect(phone.locator("[data-hand] [data-card]").first).to_be_visible()
    expect(phone.locator(".coach")).to_be_visible()
    phone.locator("[data-menu]").tap()
    phone.locator("[data-learn='nur_mut']").tap()  # another lesson follows, whenever one likes
    table.waits_until(lambda view: view["game"] == "nur_mut")
    expect(phone.locator(".coach")).to_be_visible()


def test_what_the_table_refuses_is_said_in_a_sentence(phone: Page, table: Playing) -> None:
    phone.goto(table.url)

    phone.locator('[data-game="mytho"]').click()
    phone.get_by_label("Your name").fill("x" * 21)
    phone.locator("[data-quick]").click()

    expect(phone.get_by_role("alert")).to_contain_text("at most 20 letters")


@pytest.mark.long
def test_who_is_there_stands_beside_it(phone: Page, table: Playing) -> None:
    sitting = table.phone()
    sitting.asks("seats/2/take")
    sitting.asks("seats/2/name", name="Ben")
    sitting.asks("robots", seat=4, kind="keen")

    phone.goto(table.url)

    there = phone.get_by_label("Who is there")
    expect(there).to_contain_text("Ben")
    expect(there.locator('[data-seat="4"]').get_by_role("img", name="robot")).to_be_visible()
    expect(there.locator('[data-seat="2"]').get_by_role("img", name="robot")).to_have_count(0)


@pytest.mark.long
def test_who_sits_there_changes_places_before_the_cards_are_dealt(phone: Page, table: Playing) -> None:
    ben = table.phone()
    ben.asks("seats/2/take")
    ben.asks("seats/2/name", name="Ben")
    for path, body in (("seats/1/take", {}), ("seats/1/name", {"name": "Zoe"})):
        assert phone.request.post(f"{table.url}/api/v1/{path}", data=body, headers={"Origin": table.url}).ok
    phone.goto(table.url)

    phone.get_by_role("button", name="Move Ben one seat down").click()
    expect(phone.locator(".order [data-seat='3']")).to_contain_text("Ben")
    phone.goto(f"{table.url}/virtual")
    phone.locator("[data-menu]").tap()
    phone.get_by_role("dialog").get_by_role("button", name="Move Zoe one seat down").tap()

    expect(phone.locator("[data-button='2']")).to_be_attached()  # the phone follows its seat
    assert ben.gets("me")["seats"] == [3]
    assert [one["name"] for one in table.table()["seats"]][1:] == ["Zoe", "Ben"]


@pytest.mark.long
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_on_a_big_screen_games_chairs_and_the_way_in_are_whole(
    phone: Page, table: Playing, size: tuple[int, int]
) -> None:
    table.begins_anew("mythology_go", NAMES)
    for seat in (2, 4, 6, 7, 8):
        table.host().asks("robots", seat=seat)
    for seat in (1, 3):
        table.phone().asks(f"seats/{seat}/take")
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    phone.goto(table.url)

    for places, count in (
        ("[data-game]", len(games.names())),
        (".order li", 8),
        (".joining img", 1),
        ("[data-quick]", 1),
    ):
        expect(phone.locator(places)).to_have_count(count)
        for place in phone.locator(places).all():
            expect(place).to_be_in_viewport(ratio=1)
    assert phone.locator(".order").get_by_role("img", name="robot").count() == 5
    cut = "[...document.querySelectorAll('.order .name')].filter((one) => one.scrollWidth > one.clientWidth + 1)"
    assert phone.evaluate(f"{cut}.length") == 0


@pytest.mark.long
@pytest.mark.parametrize("size", [{"width": 360, "height": 640}, DESK, {"width": 1920, "height": 1080}])
def test_everybody_can_use_it(phone: Page, table: Playing, size: dict[str, int]) -> None:
    phone.set_viewport_size({"width": size["width"], "height": size["height"]})
    phone.goto(table.url)
    expect(phone.locator("[data-game]")).to_have_count(len(games.names()))
    expect(phone.locator("[data-game] img")).to_have_count(len(games.names()))

    assert violations(phone) == {}
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
def test_who_finds_simulated_people_chooses_a_game_too(phone: Page, tmp_path: Path) -> None:
    with playing(tmp_path / "table.db", "--auto") as auto:
        chooses(phone, auto)
        assert not auto.phone().gets("table")["auto"]


def chooses(phone: Page, auto: Playing) -> None:
    phone.goto(auto.url)
    phone.locator("[data-start]").click()

    phone.locator('[data-game="mytho"]').click()
    phone.locator("[data-quick]").click()

    expect(phone).to_have_url(re.compile("/virtual"))
    expect(phone.locator("[data-hand] [data-card]")).to_have_count(5, timeout=WITHIN_S * 1000)


@pytest.mark.long
def test_when_a_game_is_over_another_one_begins_from_the_phone(phone: Page, table: Playing) -> None:
    phone.goto(table.url)
    phone.locator('[data-game="mytho"]').click()
    phone.get_by_label("Your name").fill("Zoe")
    phone.locator("[data-quick]").click()
    expect(phone.locator("[data-hand] [data-card]")).to_have_count(5)
    table.host().asks("choices", choice="abort")

    for path, sized in (("/virtual", {"width": 844, "height": 390}), ("/seat/1", {"width": 360, "height": 640})):
        phone.set_viewport_size({"width": sized["width"], "height": sized["height"]})
        phone.goto(table.url + path)
        for choice in ("again", "another"):
            expect(phone.locator(f"[data-choice={choice}]")).to_be_in_viewport(ratio=1)
    phone.locator("[data-choice=another]").tap()
    phone.get_by_role("dialog").locator('[data-game="nur_mut"]').tap()

    table.waits_until(lambda view: view["game"] == "nur_mut")
    assert [(one["name"], one["robot"]) for one in table.table()["seats"]] == [
        ("Zoe", None),
        ("Bolt", "easy"),
        ("Cog", "easy"),
    ]


MIDDLES = """(chair) => [...chair.children].map((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return (top + bottom) / 2;
})"""


@pytest.mark.long
def test_what_stands_on_a_chair_stands_beside_its_number(phone: Page, table: Playing) -> None:
    phone.goto(f"{table.url}/virtual")
    chair = phone.locator("[data-chair='8']")
    expect(chair.locator("small")).to_have_count(0)
    number, words = chair.evaluate(MIDDLES)
    assert abs(number - words) < 1
