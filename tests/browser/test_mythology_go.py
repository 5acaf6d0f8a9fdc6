"""Mythology GO on phones: a whole game of three at the virtual table, and eight seats on one screen."""

import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from table.cards import shipped_deck
from tests.browser.audit import violations
from tests.browser.conftest import DESK, PHONE
from tests.browser.seats import Seat, sit
from tests.browser.stubbed_page import SETTLED
from tests.playing import Playing

pytestmark = pytest.mark.browser

KINDS = {str(card["code"]): str(card["kind"]) for card in shipped_deck("mythology_go")}
NEVER_CLOSED = ("chimera", "chupacabra", "dragon", "elf")
PARTICULAR = ("cyclops", "leprechaun", "leviathan", "satyr")  # they ask for places, bring a card, or destroy one


@pytest.fixture
def table(lasting_table: Playing) -> Playing:
    """A table at which each test begins the game that it is about."""
    return lasting_table


def begin(table: Playing, players: int, **options: object) -> None:
    names = ["Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana"][:players]
    table.begins_anew("mythology_go", names, **options)


def asks(page: Page, act: dict[str, object]) -> None:
    """Move cards by asking the table, as the page does."""
    url = page.url.replace("/virtual", "")
    assert page.request.post(f"{url}/api/v1/hands", data=act, headers={"Origin": url}).ok


def says(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).tap()


def creatures(page: Page) -> list[str]:
    """Return the cards of the hand that can be laid on any terrain."""
    held = page.locator(".hand .pick")
    codes = [str(held.nth(number).get_attribute("data-card")) for number in range(held.count())]
    brought = page.request.get(page.url.replace("/virtual", "/api/v1/decks/mythology_go/cards")).json()["cards"]
    kinds = {line["card"]["code"]: line["card"] for line in brought}
    return [
        code
        for code in codes
        if kinds[code.partition(".")[0]]["kind"] == "creature" and not code.startswith(PARTICULAR)
    ]


def lays(person: Seat, *, closed: bool = False) -> str:
    """Lay one of five drawn cards, closed or openly; return which."""
    page, code = person.page, finds(person, NEVER_CLOSED if closed else ())
    person.picks(code)
    expect(page.locator(".pad.open")).to_have_count(0)  # a creature may not lie on the discard
    says(page, "Lay it closed" if closed else "Lay it before you")
    expect(person.card(code)).to_have_count(0)
    expect(person.button).to_contain_text("My turn is over")
    return code


def finds(person: Seat, but: tuple[str, ...]) -> str:
    """Find a card of the hand that can be laid; if there is none, draw others in the place of those drawn."""
    page = person.page
    for _ in range(20):
        for code in creatures(page):
            if not code.startswith(but):
                return code
        held = [str(one.get_attribute("data-card")) for one in page.locator(".hand .pick").all()]
        useless = [code for code in held if KINDS[code] in ("creature", "spell")]
        for act in ({"do": "put_below", "cards": useless}, {"do": "draw", "count": len(useless)}):
            asks(page, {"seat": person.number, **act})
        expect(page.locator(f".hand .pick[data-card='{useless[0]}']")).to_have_count(0)
        expect(page.locator(".hand .pick")).to_have_count(len(held))
    raise AssertionError("no card that can be laid came")


@pytest.mark.proof
def test_three_people_play_a_round_to_its_end(browser: Browser, table: Playing) -> None:
    begin(table, 3, rounds=1, terrain_max=2, final_turns=2)
    people = [sit(browser, table.url, seat, moving=True) for seat in (1, 2, 3)]
    people[0].page.get_by_role("button", name="Shuffle and deal").tap()
    for person in people:
        expect(person.page.locator(".hand .pick")).to_have_count(2)  # a Deity and a Belief
    for person in people[1:]:
        says(person.page, "Lay my Deity and Belief before me")
    for left in (1, 0):
        people[0].page.locator(".hand .pick").first.tap()
        people[0].page.get_by_role("button", name="Lay it before you").first.tap()
        expect(people[0].page.locator(".hand .pick")).to_have_count(left)
    table.waits_until(lambda view: all(seat["has_deity"] and seat["belief"] for seat in view["seats"]))

    for turn in range(2):
        for person in people:
            page = person.page
            expect(page.locator(".whose.busy")).to_be_visible()  # one's own
            page.locator(".drawpile").tap()
            expect(page.locator(".hand .pick")).not_to_have_count(0)  # how many says one's Belief
            lays(person, closed=turn == 1)
            page.get_by_role("button", name=re.compile(r"^Put \d under the pile$")).tap()
            expect(person.button).to_have_attribute("aria-disabled", "false")  # the closed card has touched the pad
            person.taps()
            table.waits_until(lambda view, seat=person.number: view["turn"] != seat)
    expect(people[0].headline).to_have_text("All cards up")

    accuser = people[0].page
    says(accuser, "Accuse …")
    accuser.locator("select[name='seat']").select_option(label="Ben")
    deity = accuser.locator("select[name='deity'] option").first.inner_text()  # one's own is not offered
    accuser.locator("select[name='deity']").select_option(label=deity)
    says(accuser, "Accuse")
    expect(accuser.get_by_role("dialog")).to_have_count(0)
    expect(people[1].page.locator(".news li").first).to_contain_text(f"Ana says that Ben has {deity}.")
    for person in people:
        expect(person.button).to_contain_text("I have declared")
        person.taps()
    view = table.waits_until(lambda view: view["over"])
    expect(people[0].page.get_by_role("button", name="All at once")).to_be_visible()
    counts_up(people[2], table, [seat["score"] for seat in view["seats"]])
    for person in people:
        person.page.context.close()


def counts_up(person: Seat, table: Playing, points: list[int]) -> None:
    """Look at the scoreboard: nothing tells who has won before the count does."""
    board = person.page
    board.goto(table.url, wait_until="domcontentloaded")
    expect(board.locator(".stage")).to_be_visible()
    expect(person.headline).to_have_text("The count")
    expect(board.locator(".news .round_ended, .news .game_ended")).to_have_count(0)
    expect(board.locator(".rounds")).to_have_count(0)
    board.get_by_role("button", name="All at once").tap()
    expect(person.headline).to_contain_text("win")
    expect(board.locator(".news li").first).to_contain_class("game_ended")
    expect(board.locator(".rounds tbody tr")).to_have_count(1)
    expect(board.get_by_role("button", name="Count again")).to_be_visible()
    shown = board.locator(".standing b")
    assert [int(shown.nth(number).inner_text()) for number in range(len(points))] == points
    board.get_by_role("button", name="Count again").tap()
    expect(board.locator(".stage")).to_be_visible()


@pytest.mark.proof
def test_who_is_new_learns_it_in_a_minute(browser: Browser, table: Playing) -> None:
    begin(table, 2)
    learner = sit(browser, table.url, 2, "Zoe")
    page, coach = learner.page, learner.page.locator(".coach")
    learner.chooses("New here? Learn it in a minute")
    expect(coach).to_contain_text("secret Deity")
    says(page, "Lay my Deity and Belief before me")
    expect(coach).to_contain_text("Draw 5 cards")
    page.locator(".drawpile").tap()
    learner.picks("harpy.1")
    says(page, "Lay it closed")
    expect(coach).to_contain_text("tap a Troll")
    learner.picks("troll.1")
    says(page, "Lay it before you")
    says(page, "Put 3 under the pile")
    expect(learner.button).to_have_attribute("aria-disabled", "false")
    learner.taps()
    expect(coach).to_contain_text("That is a whole turn")
    coach.get_by_role("button", name="Play a real game").tap()
    expect(page.get_by_role("button", name="Shuffle and deal")).to_be_visible()
    page.context.close()


@pytest.mark.long
def test_a_closed_card_is_known_to_its_owner_alone(browser: Browser, table: Playing) -> None:
    begin(table, 2)
    ana, ben = (sit(browser, table.url, seat) for seat in (1, 2))
    ana.page.get_by_role("button", name="Shuffle and deal").tap()
    ana.page.locator(".drawpile").tap()
    expect(ana.page.locator(".hand .pick")).to_have_count(7)
    code = lays(ana, closed=True)

    says(ana.page, "Only for you …")
    expect(ana.page.locator(".secrets")).to_contain_text("Closed:")
    says(ana.page, "Close")
    ben.page.locator("[data-tab='1']").tap()
    expect(ben.page.locator(".terrain-row .back")).to_have_count(1)
    assert code not in ben.page.content()
    ana.taps()
    expect(ana.page.locator(".headline")).to_have_text("Your turn")
    expect(ana.page.locator(".news li").first).to_contain_text("You have more closed cards than open ones:")
    ana.page.locator(".myth-acts").get_by_role("button", name="back").first.tap()
    expect(ben.page.locator(".terrain-row .back")).to_have_count(0)
    for person in (ana, ben):
        person.page.context.close()


@pytest.mark.long
def test_what_a_picked_card_does_is_read_to_its_end(browser: Browser, table: Playing) -> None:
    begin(table, 2)
    ana = sit(browser, table.url, 1)
    ana.page.get_by_role("button", name="Shuffle and deal").tap()
    ana.page.locator(".drawpile").tap()
    hand = ana.page.locator(".hand .pick")
    expect(hand).to_have_count(7)
    for number in range(7):
        hand.nth(number).tap()
        what = ana.page.locator(".what")
        expect(what).to_be_visible()
        assert what.evaluate("one => one.scrollHeight <= one.clientHeight"), what.inner_text()
        hand.nth(number).tap()
        expect(what).to_have_count(0)
    ana.page.context.close()


def draws_until(page: Page, kind: str, count: int) -> list[str]:
    """Draw, and put under the pile what is of no use, until so many cards of a kind are held; return them."""
    found = page.locator(f".hand .pick[data-card^='{kind}']")
    held = page.locator(".hand .pick")
    for _ in range(40):
        if found.count() >= count:
            return [str(found.nth(number).get_attribute("data-card")) for number in range(count)]
        draw = {"do": "draw", "seat": 1, "count": 5}
        before = held.count()
        asks(page, draw)
        expect(held).to_have_count(before + 5)
        useless = [str(one.get_attribute("data-card")) for one in held.all()]
        useless = [code for code in useless if not code.startswith(kind) and KINDS[code] == "creature"]
        asks(page, {"do": "put_below", "seat": 1, "cards": useless})
        expect(held).to_have_count(before + 5 - len(useless))
    raise AssertionError(f"no {kind} came")


@pytest.mark.long
def test_a_refused_card_is_taken_back_and_two_copies_become_one(browser: Browser, table: Playing) -> None:
    begin(table, 2)
    ana, ben = (sit(browser, table.url, seat) for seat in (1, 2))
    ana.page.get_by_role("button", name="Shuffle and deal").tap()
    says(ana.page, "Lay my Deity and Belief before me")
    expect(ana.page.locator(".hand .pick")).to_have_count(0)
    table.waits_until(lambda view: view["seats"][0]["has_deity"] and view["seats"][0]["belief"])
    draw = ana.page.get_by_role("button", name=re.compile(r"^Draw \d cards$"))  # her Belief says how many
    count = int(re.sub(r"\D", "", draw.inner_text()))
    draw.tap()
    expect(ana.page.locator(".hand .pick")).to_have_count(count)
    expect(draw).to_have_count(0)

    [satyr] = draws_until(ana.page, "satyr", 1)
    ana.picks(satyr)
    says(ana.page, "Lay it before you")
    expect(ana.headline).to_contain_text("Needs a card")
    says(ana.page, "Take the Satyr back")
    expect(ana.card(satyr)).to_have_count(1)
    expect(ana.headline).to_have_text("Your turn")

    first, second = draws_until(ana.page, "troll", 2)
    ana.picks(first)
    says(ana.page, "Lay it before you")
    expect(ana.page.locator(f".terrain-row .fresh[data-card='{first}']")).to_be_visible()
    ben.page.locator("[data-tab='1']").tap()
    expect(ben.page.locator(".terrain-row [data-card]")).to_have_count(0)
    ana.picks(second)
    says(ana.page, "Lay it on the other Troll")
    expect(ana.page.locator(".terrain-row .fresh")).to_have_count(2)
    expect(ana.page.get_by_role("button", name="Take the Troll back")).to_have_count(2)
    ana.taps()
    expect(ben.page.locator("[data-seat='1'] .paired")).to_have_count(2)
    expect(ben.page.locator("[data-seat='1'] .free")).to_have_count(6)
    ben.page.locator(".pair [data-card]").last.tap()
    expect(ben.page.get_by_role("dialog")).to_contain_text("Fusion +2: two of them can be made one card.")
    says(ben.page, "Close")
    expect(ben.page.get_by_role("dialog")).to_have_count(0)
    for person in (ana, ben):
        person.page.context.close()


def test_a_djinn_finds_what_the_draw_pile_has(browser: Browser, table: Playing) -> None:
    begin(table, 2)
    ana = sit(browser, table.url, 1)
    ana.page.get_by_role("button", name="Shuffle and deal").tap()
    expect(ana.page.locator(".hand .pick")).to_have_count(2)  # a Deity and a Belief
    [djinn] = draws_until(ana.page, "djinn", 1)
    ana.picks(djinn)
    says(ana.page, "Lay it before you")
    says(ana.page, "Search with the Djinn …")
    ana.page.get_by_label("The Djinn searches for").select_option(label="Harpy")
    says(ana.page, "Search")
    says(ana.page, "Search the draw pile")
    expect(ana.page.locator(".news li").first).to_contain_text("You found a Harpy.")
    expect(ana.page.locator(".hand .pick[data-card^='harpy']")).to_have_count(1)
    ana.page.context.close()


@pytest.mark.long
def test_eight_seats_are_seen_on_one_phone_without_scrolling(browser: Browser, table: Playing) -> None:
    begin(table, 8)
    host = table.host()
    for seat in range(1, 9):
        table.lays_before(seat, f"{'harpy' if seat < 5 else 'troll'}.{(seat - 1) % 4 + 1}", stays=True)
        host.asks("choices", choice="end_turn")
    table.waits_until(lambda view: all(len(seat["terrain"]) == 1 for seat in view["seats"]))
    page = browser.new_page(viewport=PHONE, is_mobile=True, has_touch=True)
    page.goto(table.url)
    expect(page.locator(".board li")).to_have_count(8)
    page.evaluate(SETTLED)

    last = page.locator(".board li").last.evaluate("one => one.getBoundingClientRect().bottom")
    assert last <= PHONE["height"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == {}
    page.locator(".board [data-card]").first.tap()
    expect(page.get_by_role("dialog")).to_contain_text("Worth")
    assert violations(page) == {}
    page.close()


@pytest.mark.long
@pytest.mark.parametrize(("screen", "wide"), [(PHONE, 36), (DESK, 44)])
def test_the_cards_of_four_people_are_larger_and_nothing_scrolls(
    browser: Browser, table: Playing, screen: ViewportSize, wide: int
) -> None:
    begin(table, 4)
    table.lays_before(1, "elf.1", stays=True)
    table.host().asks("choices", choice="end_turn")
    page = browser.new_context(viewport=screen).new_page()
    page.goto(table.url, wait_until="domcontentloaded")
    expect(page.locator(".board li")).to_have_count(4)
    expect(page.locator(".news li").first).to_contain_text("Ana plays an Elf.")

    card = page.locator(".board [data-card]").bounding_box()
    assert card is not None
    assert card["width"] >= wide
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.close()
