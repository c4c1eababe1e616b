"""News of tables, for everybody who watches."""

from mousehole.bus.bus import HOUSE, Bus, BusError, MemoryBus
from mousehole.core.words import line

__all__ = ["HOUSE", "Bus", "BusError", "MemoryBus", "open_bus"]


async def open_bus(address: str = "") -> Bus:
    """Open a bus for this process, or one between several: "redis://..."."""
    if not address:
        return MemoryBus()
    try:
        from mousehole.bus.redis import RedisBus
    except ModuleNotFoundError as error:
        words = "Sending news through a server needs the package {package}, which is not installed."
        raise BusError(line(words, package=str(error.name))) from None
    return await RedisBus.open(address)
