"""Runs a GPU's program on the processor: one lane a warp, compiled by the system's compiler for C++."""

import ctypes
import shutil
import subprocess
from hashlib import blake2b
from pathlib import Path
from tempfile import gettempdir

import numpy as np

from mousehole.envs.gpu import GpuBatch

COMPILER = shutil.which("c++") or shutil.which("g++")


class HostRunner:
    """The twin of CudaRunner."""

    def __init__(self, program):
        options = [*program._replace(constants=program.constants | {"LANES": 1}).options()]
        name = blake2b("\n".join((program.source, *options)).encode(), digest_size=12).hexdigest()
        library = Path(gettempdir()) / f"mousehole-gpu-{name}.so"
        if not library.exists():
            built = library.with_suffix(".new")
            command = [COMPILER, "-x", "c++", "-std=c++17", "-shared", "-fPIC", *options, "-", "-o", str(built)]
            subprocess.run(command, input=program.source.encode(), check=True)
            built.replace(library)
        self._library = ctypes.CDLL(str(library))

    def array(self, values):
        return np.array(values)

    def zeros(self, shape, kind):
        return np.zeros(shape, kind)

    def shared(self, values):
        return np.asarray(values)

    def fetched(self, array):
        return np.array(array)

    def address(self, array):
        return array.ctypes.data

    def call(self, name, games, *arguments):
        given = [
            ctypes.c_void_p(one.ctypes.data) if isinstance(one, np.ndarray) else ctypes.c_int(int(one))
            for one in arguments
        ]
        getattr(self._library, name)(*given)


class HostBatch(GpuBatch):
    """A batch that needs no GPU."""

    runner = HostRunner
