"""How the server is reached: alone, in the home, behind a proxy."""

import pytest

from mousehole.core.words import Trouble
from mousehole.web.serve import Wish, address, free, home_address, settings
from tests.web.browser import Browser
from tests.web.conftest import running


def test_it_listens_to_this_machine_alone_unless_told_otherwise():
    with free(Wish(port=0)) as taken:
        assert taken.getsockname()[0] == "127.0.0.1"


def test_for_the_home_it_names_the_address_that_phones_can_open():
    wish = Wish(host="0.0.0.0", port=4711)
    assert address(wish) == f"http://{home_address()}:4711"
    assert home_address() in settings(wish).hosts
    assert settings(wish).url == address(wish)


def test_a_taken_port_is_told_and_the_usual_one_gives_way():
    with free(Wish(port=0)) as taken, pytest.raises(Trouble, match="can not listen"):
        free(Wish(port=taken.getsockname()[1]))
    with free(Wish()) as one, free(Wish()) as two:
        assert one.getsockname()[1] != two.getsockname()[1]


def test_a_public_address_is_used_in_links_and_its_cookies_need_tls(tmp_path):
    with running(tmp_path, "--public-url", "https://mice.example.org") as (_, port):
        browser = Browser(port, Host="mice.example.org")
        page = browser.post("/play/mmm", Origin="https://mice.example.org")
        assert page.status == 303
        assert all("Secure" in cookie for cookie in page.headers.get_all("set-cookie"))
        assert "https://mice.example.org/join/" in browser.get(page.headers["location"] + "/links").text


def test_forwarded_addresses_are_believed_from_the_named_proxy_only(tmp_path):
    told = {}
    for name, more in (("strangers", ()), ("proxy", ("--proxy", "127.0.0.1"))):
        with running(tmp_path / name, *more) as (_, port):
            browser = Browser(port)
            forged = [browser.post("/play/mmm", X_Forwarded_For=f"203.0.113.{n}").status for n in range(70)]
            told[name] = forged.count(303)
    assert told["strangers"] < 70  # all from one address, so the limit of new tables holds
    assert told["proxy"] == 70
