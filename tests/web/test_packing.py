"""Large answers travel packed; whatever holds a secret does not."""

import gzip

import pytest


@pytest.mark.parametrize("path", ["/learn/mmm", "/table/{}/frames.json"])
def test_an_answer_without_secrets_is_packed_for_browsers_that_take_it(browser, path):
    path = path.format(browser.opened())
    plain, packed = browser.get(path), browser.get(path, Accept_Encoding="br, gzip")
    assert plain.headers["content-encoding"] is None
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "accept-encoding"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2


@pytest.mark.parametrize("path", ["/", "/me", "/table/{}", "/table/{}/links", "/me/data.json"])
def test_an_answer_with_somebodys_secrets_or_tables_is_never_packed(browser, path):
    page = browser.get(path.format(browser.opened()), Accept_Encoding="gzip")
    assert page.status == 200
    assert page.headers["content-encoding"] is None
