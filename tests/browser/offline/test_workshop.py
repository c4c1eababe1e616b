"""The workshop in one browser: what it is made of comes with the first question to it."""

BEGUN = """async () => {
  const made = await fetch("/workshop/new", { method: "POST", body: new URLSearchParams({ name: "Sweet Trouble" }) });
  return (await (await fetch(`${new URL(made.url).pathname}/state`)).json());
}"""
TRIED = """async () => {
  const body = await (await fetch("/workshop/new", { method: "POST", body: new URLSearchParams({ name: "x" }) }));
  const at = new URL(body.url).pathname;
  await fetch(`${at}/try`, { method: "POST", body: JSON.stringify({ games: 1 }) });
  for (;;) {
    const found = await (await fetch(`${at}/try`)).json();
    if (!found.running) return found.problem;
    await new Promise((done) => setTimeout(done, 100));
  }
}"""


def test_the_workshop_comes_when_it_is_asked_for(guests, static_host):
    host = static_host("/")
    anna = guests(host).look_in().inside()
    anna.open("/me")
    state = anna.page.evaluate(BEGUN)
    assert (state["name"], state["mine"], state["mistakes"]) == ("Sweet Trouble", True, [])
    assert "no chapter" in anna.page.evaluate(TRIED)
