"""A crowd that comes or goes at once is dealt with a few at a time."""

import asyncio
import socket
import sys

import pytest

from mousehole.web.server.connections import EVENTS_PER_ROUND, FairSelector, fair_loop


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps its own loop")
def test_a_round_tells_of_few_and_the_next_rounds_of_all_the_others():
    pairs = [socket.socketpair() for _ in range(5 * EVENTS_PER_ROUND)]
    with FairSelector() as selector:
        for here, there in pairs:
            selector.register(here, 1)
            there.send(b"x")
        seen = set()
        for _ in range(5):
            ready = selector.select(0)
            assert len(ready) <= EVENTS_PER_ROUND
            for key, _ in ready:
                key.fileobj.recv(1)
                seen.add(key.fd)
        assert seen == {here.fileno() for here, _ in pairs}
    for pair in pairs:
        for end in pair:
            end.close()


def test_the_loop_serves_a_crowd_that_comes_at_once():
    async def crowd():
        async def echo(reader, writer):
            writer.write(await reader.readline())
            writer.close()

        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]

        async def one(number):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"%d\n" % number)
            line = await reader.readline()
            writer.close()
            return int(line)

        found = await asyncio.gather(*map(one, range(200)))
        server.close()
        return found

    with asyncio.Runner(loop_factory=fair_loop) as runner:
        assert runner.run(crowd()) == list(range(200))
