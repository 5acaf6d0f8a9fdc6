"""The budget of each address: whoever asks for much has to wait, and nobody else; presses are never refused."""

from flask import Flask

from tests.web.conftest import Phone
from web.server import budget
from web.server.budget import BURST_S, SHARE, Budget


def test_what_is_spent_comes_back_with_time_and_is_an_addresss_own() -> None:
    now = [100.0]
    accounts = Budget(lambda: now[0])

    accounts.charge("a", BURST_S + 3.0)

    assert (accounts.left("a"), accounts.left("b")) == (-3.0, BURST_S)
    now[0] += 4.0 / SHARE
    assert accounts.left("a") == 1.0
    now[0] += 1e6
    assert accounts.left("a") == BURST_S


def test_no_more_addresses_are_kept_than_people_have() -> None:
    accounts = Budget(lambda: 0.0)
    for number in range(5000):
        accounts.charge(f"{number}", 1.0)

    assert len(accounts._accounts) <= 1025
    assert accounts.left("4999") == BURST_S - 1.0


def test_who_has_nothing_left_is_refused_pages_but_no_presses() -> None:
    app, now, work = Flask(__name__), [0.0], [0]
    accounts = Budget(lambda: now[0])
    budget.limit(app, accounts)
    for path in ("/page", "/api/v1/me"):
        app.add_url_rule(path, path, view_func=lambda: str(work.append(1)))
    phone, other = app.test_client(), app.test_client()

    accounts.charge("127.0.0.1", BURST_S + 1.0)
    refused = phone.get("/page")

    assert (refused.status_code, refused.headers["Retry-After"]) == (429, f"{1 / SHARE:.0f}")
    assert phone.get("/api/v1/me").status_code == 200
    assert other.get("/page", environ_base={"REMOTE_ADDR": "192.168.1.7"}).status_code == 200
    now[0] += 1.0 / SHARE
    assert phone.get("/page").status_code == 200


def test_what_pages_take_is_charged(client: Phone, app: Flask) -> None:
    spent: list[tuple[str, float]] = []
    accounts = Budget()
    accounts.charge = lambda address, took_s: spent.append((address, took_s))  # type: ignore[method-assign]
    budget.limit(app, accounts)

    client.get("/")
    client.get("/api/v1/me")

    assert [address for address, took_s in spent if took_s > 0] == ["127.0.0.1"]
