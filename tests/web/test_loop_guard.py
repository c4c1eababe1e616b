"""Nothing a stranger sends holds up the others: a watchdog on the loop of a real server, in short (bench/guard)."""

from bench import guard
from mousehole.web.rights.access import Keys

GENEROUS = 250  # CPU milliseconds; a calm machine stays under 50


async def test_no_request_holds_the_event_loop(tmp_path, monkeypatch):
    monkeypatch.setattr(guard, "LONG", 3000)
    known = await guard.prepared(tmp_path)
    with guard.guarded(tmp_path) as (port, _):
        await guard.listening(port)
        they, held = guard.Strangers(port, Keys(guard.SECRET)), {}
        for do in (guard.loads, guard.uploads, guard.forks, guard.lessons, guard.looks):
            await guard.longest(tmp_path)
            await do(they, *known)
            held[do.__name__] = await guard.longest(tmp_path)
    assert {name: spent for name, spent in held.items() if spent > GENEROUS} == {}
    assert {status for status in they.statuses if status >= 500} == set()
