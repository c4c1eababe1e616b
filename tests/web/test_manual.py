"""The manual at /docs, or how to get it."""

from tests.web.browser import Browser
from tests.web.conftest import running


def test_without_a_manual_the_page_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setenv("MOUSEHOLE_DOCS", str(tmp_path / "nothing"))
    with running(tmp_path / "house") as (_, port):
        browser = Browser(port)
        for path in ("/docs", "/docs/", "/docs/library.html"):
            page = browser.get(path)
            assert page.status == 404 and "./mousehole docs" in page.text
        assert "/docs" not in browser.get("/").text


def test_a_folder_with_a_manual_is_shown_under_the_policy_of_the_house(tmp_path, monkeypatch):
    folder = tmp_path / "manual"
    folder.mkdir()
    (folder / "index.html").write_text("<h1>All about mice</h1>", "utf-8")
    (folder / "search.js").write_text("search()", "utf-8")
    (tmp_path / "secret.txt").write_text("cheese", "utf-8")
    monkeypatch.setenv("MOUSEHOLE_DOCS", str(folder))
    with running(tmp_path / "house") as (_, port):
        browser = Browser(port)
        page, script = browser.get("/docs/"), browser.get("/docs/search.js")
        assert "All about mice" in page.text and 'href="/docs/"' in browser.get("/").text
        assert "script-src 'self';" in page.headers["content-security-policy"]
        assert script.headers["content-type"].startswith("text/javascript")
        for path in ("/docs/nothing.html", "/docs/../secret.txt", "/docs/%2e%2e/secret.txt"):
            assert browser.get(path).status == 404
