"""News of tables, for everybody who watches."""

from mousehole.bus.bus import Bus
from mousehole.bus.memory import MemoryBus

__all__ = ["Bus", "MemoryBus"]
