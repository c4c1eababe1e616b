"""A server and a bot in one script: open a table there, sit down, and play (needs mousehole[web])."""

import asyncio
import subprocess
import sys

import mousehole


async def main(address: str) -> None:
    """Open a table with one seat for this program, and play there to the end."""
    opened = mousehole.open_table(address, "mmm", ["link"], steps=2)
    print("watch:", opened.links["watch"])
    async with mousehole.sit(opened.links["seat-0"]) as seat:
        async for here in seat.turns():
            await seat.play(here.actions[0])
        print(seat.position.over)


command = [sys.executable, "-m", "mousehole", "web", "--port", "0", "--no-browser", "--no-solve-ahead"]
with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # port 0: any that is free
    try:
        said = next(line for line in server.stdout or () if line.startswith("mousehole is open: "))
        asyncio.run(main(said.split()[-1]))
    finally:
        server.terminate()
