"""Play at a table of a server with a player of your own: python examples/remote_bot.py LINK (needs mousehole[web])."""

import asyncio
import sys

import mousehole


async def main(link: str) -> None:
    """Sit down by an invitation link and play to the end."""
    async with mousehole.sit(link) as seat:
        await seat.say("Hello!")
        async for here in seat.turns():
            best = mousehole.best_of(here.hints(budget=mousehole.Budget(games=8, simulations=500, seconds=0.3)))
            await seat.play(here.actions[best.action])
        print(seat.position.over)


asyncio.run(main(sys.argv[1]))
