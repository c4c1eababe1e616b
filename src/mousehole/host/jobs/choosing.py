"""Who does the jobs of a server: its own processes, or workers elsewhere."""

from mousehole.bus import Bus
from mousehole.core.words import Trouble, line
from mousehole.host.jobs.answers import Answers
from mousehole.host.jobs.job import Jobs
from mousehole.host.jobs.own_processes import OwnProcesses
from mousehole.host.jobs.sharing import SharingAnswers
from mousehole.store import Store


async def open_jobs(who: str, address: str, store: Store, bus: Bus) -> Jobs:
    """Open what a server needs: "own" processes or a "queue", and the address of the saved games ("": a file)."""
    own = OwnProcesses()
    if who != "queue":
        return SharingAnswers(own, Answers(store, bus)) if address else own
    check_queue(address)
    from mousehole.host.jobs.asking_workers import AskingWorkers

    return await AskingWorkers.open(address, Answers(store, bus), own)


def check_queue(address: str) -> None:
    """Stop where no queue can be: it is kept beside saved games on a server."""
    if not address:
        raise Trouble(line("workers need saved games on a server: --store postgresql://..."))
    try:
        import procrastinate  # noqa: F401
    except ModuleNotFoundError as missing:
        words = "workers need the package {name}: install mousehole[queue]"
        raise Trouble(line(words, name=str(missing.name))) from None
