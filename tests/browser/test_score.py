"""Counting a round of Mythology GO on a phone: eight players by touch, every point with its reason, kept and shared."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.audit import violations
from tests.browser.conftest import DESK, PHONE
from tests.browser.stubbed_page import StubbedPage
from tests.playing import Playing

pytestmark = pytest.mark.browser

LONGEST_COUNT_MS = 20_000  # of two players with a few cards
A_STEP_MS = 520
A_MINUTE_MS = 60_000
LONG_MOMENT = """() => {
    const longer = new CSSStyleSheet();
    longer.replaceSync(".counted { animation-duration: 60s !important }");
    document.adoptedStyleSheets.push(longer);
}"""
CLICK = "(one) => one.click()"
EIGHT = [
    "harpy harpy dwarf sphinx troll troll gorgon",
    "minotaur cerberus goblin goblin elf djinn satyr",
    "harpy dwarf troll werewolf leviathan leviathan dragon",
    "goblin elf elf leprechaun chupacabra satyr gorgon",
    "cerberus cyclops phoenix chimera dragon leprechaun",
    "sphinx minotaur djinn troll harpy elf",
    "dwarf phoenix cerberus sphinx chimera cyclops gorgon",
    "goblin minotaur phoenix werewolf werewolf chupacabra leprechaun",
]


@pytest.fixture
def page(browser: Browser, lasting_table: Playing) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    page = context.new_page()
    page.goto(f"{lasting_table.url}/score/mythology_go", wait_until="domcontentloaded")
    yield page
    context.close()


def enter(page: Page, number: int, kinds: str) -> None:
    page.locator(".players button").nth(number).tap()
    for kind in kinds.split():
        page.locator(f"[data-card='{kind}']").tap()


def enter_at_once(page: Page, number: int, kinds: str) -> None:
    """Enter cards as `enter` does, by clicks for which no finger has to find its place."""
    page.locator(".players button").nth(number).evaluate(CLICK)
    for kind in kinds.split():
        page.locator(f"[data-card='{kind}']:enabled").evaluate(CLICK)


def says(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).tap()


def stops_time(page: Page) -> None:
    """From now on a count on a page goes on only when `page.clock` is told to."""
    page.clock.install(time=0)
    page.clock.pause_at(A_MINUTE_MS)


def counts_until(page: Page, place: str, text: str) -> None:
    """Let time pass on a page until its count has got that far."""
    while text not in page.locator(f".stage {place}").inner_text():
        page.clock.run_for(A_STEP_MS)


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.proof
def test_eight_players_are_counted_on_one_phone(page: Page, tmp_path: Path) -> None:
    for _ in range(6):
        page.locator(".players .add").tap()
    enter(page, 0, EIGHT[0])
    for number, kinds in enumerate(EIGHT[1:], start=1):
        enter_at_once(page, number, kinds)
    expect(page.locator(".players button")).to_have_count(8)  # nobody else can sit down
    assert (
        page.locator(".players button").nth(7).evaluate("one => one.getBoundingClientRect().bottom") < PHONE["height"]
    )
    enter(page, 7, "thoth")
    enter(page, 0, "anubis")
    expect(page.locator("[data-card='elf']")).to_be_disabled()  # Ana’s terrain is full
    page.locator("[data-code='troll.1']").tap()
    says(page, "Fuse it with the other one")
    expect(page.locator(".players button").nth(0)).to_contain_text("6 of 7")
    page.locator("[data-code='gorgon.1']").tap()
    page.get_by_label("It lies on").select_option(label="Minotaur of Ben")
    says(page, "Done")
    page.locator(".players button").nth(7).tap()
    page.get_by_label("Accuses").select_option(label="Ana")
    page.get_by_label("of having").select_option(label="Anubis")
    assert fits(page)
    assert violations(page) == {}

    stops_time(page)
    says(page, "Count round 1")
    expect(page.locator(".stage h2")).to_contain_text("Ana")
    counts_until(page, ".why", "Outnumber: 2 here, and nobody else has as many")
    page.clock.resume()  # whoever looks for violations needs time
    assert violations(page) == {}
    says(page, "All at once")
    expect(page.locator(".result tbody tr")).to_have_count(8)
    expect(page.locator(".result h2")).to_have_text("Ana with 70")
    expect(page.locator(".result .hint")).to_contain_text("begins the next round")
    ana = page.locator("details[data-player='Ana']")
    ana.locator("summary").tap()
    expect(ana).to_contain_text("Gorgon Value of the Minotaur it copies")
    expect(ana).to_contain_text("Anubis All 38 points count twice")
    expect(ana).to_contain_text("Identification: Hana has named Anubis")
    assert violations(page) == {}
    assert fits(page)
    with page.expect_download() as download:
        says(page, "Share a picture")
    assert download.value.suggested_filename == "mythology-go-round-1.png"
    download.value.save_as(tmp_path / "shared.png")
    assert (tmp_path / "shared.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.long
def test_a_count_keeps_its_place_when_the_phone_sleeps(page: Page) -> None:
    stops_time(page)
    enter(page, 0, "harpy dwarf elf")
    enter(page, 1, "goblin sphinx")
    page.reload(wait_until="domcontentloaded")
    expect(page.locator(".players button").nth(0)).to_contain_text("3 of 7")

    says(page, "Count round 1")
    expect(page.locator(".stage h2")).to_contain_text("Ana")
    counts_until(page, "h2", "Ben")
    page.reload(wait_until="domcontentloaded")
    expect(page.locator(".stage h2")).to_contain_text("Ben")  # not from the start again
    page.clock.run_for(LONGEST_COUNT_MS)
    expect(page.locator(".result h2")).to_be_visible()
    page.reload(wait_until="domcontentloaded")
    expect(page.locator(".result h2")).to_be_visible()
    says(page, "Watch again")
    expect(page.locator(".stage h2")).to_contain_text("Ana")


@pytest.mark.long
def test_what_stops_a_count_stands_still_meanwhile(browser: Browser) -> None:
    screen = StubbedPage(browser, "mythology_go", "/", PHONE)
    screen.page.emulate_media(reduced_motion="no-preference")
    screen.page.clock.install(time=0)
    page = screen.tell("round over")
    page.clock.pause_at(A_MINUTE_MS)
    skip, seen = page.get_by_role("button", name="Skip"), list[tuple[object, str]]()
    for _ in range(6):
        seen.append((skip.bounding_box(), page.locator(".stage").inner_text()))
        page.clock.run_for(A_STEP_MS)
    screen.close()

    assert len({str(place) for place, _ in seen}) == 1
    assert len({stage for _, stage in seen}) > 1


@pytest.mark.long
def test_where_a_count_ends_by_itself_a_late_finger_hits_nothing(page: Page) -> None:
    stops_time(page)
    page.evaluate(LONG_MOMENT)
    enter(page, 0, "harpy")
    says(page, "Count round 1")
    expect(page.locator(".stage")).to_be_visible()
    page.clock.run_for(LONGEST_COUNT_MS)

    expect(page.locator(".result h2")).to_be_visible()
    expect(page.locator(".result .wishes")).to_be_hidden()


@pytest.mark.long
def test_three_rounds_have_a_winner(page: Page) -> None:
    stops_time(page)
    for number, (ana, ben) in enumerate([("elf", "dragon"), ("dragon", "elf"), ("cyclops", "elf")], start=1):
        enter(page, 0, ana)
        enter(page, 1, ben)
        says(page, f"Count round {number}")
        says(page, "All at once")
        if number < 3:
            says(page, "Next round")
    expect(page.locator(".result h2")).to_have_text("Ana wins")
    expect(page.locator(".result .first th")).to_contain_text("2 won")
    says(page, "New game")
    expect(page.get_by_role("button", name="Count round 1")).to_be_visible()


@pytest.mark.long
def test_wrong_boards_are_one_sentence(page: Page) -> None:
    enter(page, 0, "harpy")
    enter(page, 0, "elf")
    page.get_by_text("What you have agreed on").tap()
    page.locator(".agreed input[type='number']").first.fill("1")
    page.locator(".agreed input[type='number']").first.blur()
    says(page, "Count round 1")

    expect(page.locator(".bar .notice")).to_have_text("Ana has 2 cards on a terrain for 1.")
    expect(page.locator("[data-code='harpy.1']")).to_be_visible()  # nothing is lost


@pytest.mark.long
def test_names_and_people_change(page: Page) -> None:
    enter(page, 0, "harpy")
    page.get_by_text("Ana: another name, or nobody").tap()
    page.get_by_label("Name", exact=True).fill("Zoé")
    page.get_by_label("Name", exact=True).blur()
    expect(page.locator(".players button").nth(0)).to_contain_text("Zoé")
    page.get_by_text("What you have agreed on").tap()
    page.get_by_label("Names of cards").select_option("fr")
    expect(page.locator("[data-card='dwarf'] svg")).to_have_attribute("aria-label", "Nain, worth 4, unique +5")
    page.locator(".players .add").tap()
    says(page, "Ana does not play")
    expect(page.locator(".players button:not(.add)")).to_have_count(2)


def as_host(phone: Page, table: Playing) -> None:
    """Open the page of decks as the host, while no game is on."""
    table.host().asks("choices", choice="abort")
    assert phone.request.post(f"{table.url}/api/v1/host", data={"pin": table.pin}, headers={"Origin": table.url}).ok
    phone.goto(f"{table.url}/decks", wait_until="domcontentloaded")


@pytest.mark.long
def test_the_owner_enters_what_is_printed(phone: Page, fresh_table: Playing, tmp_path: Path) -> None:
    as_host(phone, fresh_table)
    harpy = phone.locator("[data-line='harpy']")
    expect(harpy).to_contain_text("4 cards, assumed")
    leviathan = phone.locator("[data-line='leviathan'] svg")
    expect(leviathan).to_have_attribute("aria-label", "Leviathan, worth 6, leviathan (assumed)")
    expect(phone.locator("[data-deck='nur_mut'] .assumed")).to_contain_text("Numbers from 1 to 9 evenly")
    harpy.get_by_role("button").tap()
    expect(phone.locator(".edit label", has_text="Value")).to_contain_text("assumed")
    phone.locator(".edit [name='value']").fill("9")
    assert violations(phone, "dark") == {}
    says(phone, "Save this card")
    expect(harpy).to_contain_text("4 cards, corrected")
    says(phone, "Another card")
    phone.locator(".edit [name='en']").fill("Big Fay")
    says(phone, "Add an effect")
    says(phone, "Save this card")
    expect(phone.locator(".edit .notice")).to_have_text("Enter whole numbers in the number fields.")
    phone.locator(".effect [name='points']").fill("-2")
    says(phone, "Save this card")
    expect(phone.locator("[data-line='big_fay']")).to_contain_text("1 card, corrected")
    with phone.expect_download() as download:
        phone.locator("#mythology_go").get_by_role("link", name="Save your corrections").tap()
    saved = tmp_path / "mine.toml"
    download.value.save_as(saved)
    harpy.get_by_role("button").tap()
    says(phone, "Back to the original")
    expect(harpy).to_contain_text("4 cards, assumed")
    phone.get_by_label("Read corrections of Mythology GO from a file").set_input_files(saved)
    says(phone, "Replace them")
    expect(harpy).to_contain_text("4 cards, corrected")
    assert fits(phone)

    phone.set_viewport_size(DESK)
    phone.goto(f"{fresh_table.url}/score/mythology_go", wait_until="domcontentloaded")
    enter(phone, 0, "harpy big_fay")
    expect(phone.locator("[data-code='harpy.1'] svg")).to_have_attribute("aria-label", "Harpy, worth 9, outnumber +4")


@pytest.mark.long
def test_what_people_type_wrongly_does_no_harm(page: Page) -> None:
    page.get_by_text("What you have agreed on").tap()
    most = page.locator(".agreed input[type='number']").first
    for typed, taken in (("2.5", "3"), ("1000", "20"), ("-3", "1"), ("", "7")):
        most.fill(typed)
        most.blur()
        expect(most).to_have_value(taken)
    page.locator(".players button").nth(1).tap()
    page.get_by_text("Ben: another name, or nobody").tap()
    page.get_by_label("Name", exact=True).fill("Ana")
    page.get_by_label("Name", exact=True).blur()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Ben")


@pytest.mark.long
def test_a_phone_that_keeps_nothing_says_so_and_counts_all_the_same(page: Page) -> None:
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full') }")
    page.reload(wait_until="domcontentloaded")
    stops_time(page)
    enter(page, 0, "harpy")

    expect(page.locator(".bar .notice")).to_contain_text("This phone saves nothing")
    says(page, "Count round 1")
    says(page, "All at once")
    expect(page.locator(".result h2")).to_have_text("Ana with 7")


@pytest.mark.long
def test_what_was_kept_badly_is_forgotten(page: Page) -> None:
    for kept in ('{"players": []}', '{"chosen": 9}', '{"rounds": null}', '{"at": -5}', "nonsense"):
        page.evaluate("kept => localStorage.setItem('score.mythology_go', kept)", kept)
        page.reload(wait_until="domcontentloaded")

        expect(page.locator(".players button:not(.add)")).to_have_count(2)


@pytest.mark.long
def test_cards_that_the_box_has_no_more_are_taken_away_and_named(phone: Page, fresh_table: Playing) -> None:
    phone.goto(f"{fresh_table.url}/score/mythology_go", wait_until="domcontentloaded")
    enter(phone, 0, "harpy harpy harpy elf")
    host = fresh_table.host()
    host.asks("choices", choice="abort")
    harpy = next(
        line["card"] for line in host.gets("decks/mythology_go/cards")["cards"] if line["card"]["code"] == "harpy"
    )
    host.asks("decks/mythology_go/cards", card={**harpy, "copies": 2})
    phone.reload(wait_until="domcontentloaded")

    expect(phone.locator(".bar .notice")).to_have_text("Your box no longer has harpy.3: taken away.")
    expect(phone.locator(".terrain .lying")).to_have_count(3)


def test_a_new_game_is_begun_and_who_leaves_takes_his_points_along(page: Page) -> None:
    stops_time(page)
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator(".players .add").tap()
    for number, card in enumerate(("elf", "dragon", "cyclops")):
        enter(page, number, card)
    says(page, "Count round 1")
    says(page, "All at once")
    says(page, "Next round")
    expect(page.locator(".players button").nth(1)).to_contain_text("7 points")
    page.locator(".players button").nth(2).tap()
    page.get_by_text("Cleo: another name, or nobody").tap()
    says(page, "Cleo does not play")
    enter(page, 0, "elf")
    says(page, "Count round 2")
    says(page, "All at once")
    expect(page.locator(".result tbody tr")).to_have_count(2)
    says(page, "Cards")
    says(page, "New game")
    expect(page.get_by_role("button", name="Count round 1")).to_be_visible()


@pytest.mark.long
def test_a_card_may_have_a_french_name_alone_and_none_twice(phone: Page, fresh_table: Playing) -> None:
    as_host(phone, fresh_table)
    says(phone, "Another card")
    says(phone, "Save this card")
    expect(phone.locator(".edit .notice")).to_contain_text("Enter a name")
    phone.locator(".edit [name='en']").fill("Harpy")
    says(phone, "Save this card")
    expect(phone.locator(".edit .notice")).to_have_text("This deck has a card 'harpy' already.")
    phone.locator(".edit [name='en']").fill("")
    phone.locator(".edit [name='fr']").fill("Œdipe ailé")
    says(phone, "Save this card")
    expect(phone.locator("[data-line='oedipe_aile']")).to_contain_text("1 card, corrected")
