"""Whether a graphics card can be used here, through CuPy."""

from importlib.util import find_spec

from mousehole.core.words import Line, line


def obstacle() -> Line | None:
    """Say why no graphics card can be used here, if so."""
    if find_spec("cupy") is None:
        return line("this needs CuPy, which is not installed: it comes with mousehole[gpu]")
    import cupy

    try:
        found = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        return line("no graphics card responds: {reason}", reason=str(error))
    return None if found else line("there is no graphics card")
