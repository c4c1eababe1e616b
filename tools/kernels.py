"""Compile the kernels of games from C++ to WebAssembly, the same bytes on every machine.

./mousehole kernels           write kernel.wasm beside each kernel.cpp
./mousehole kernels --check   only compare
"""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OPTIONS = [
    *("-target", "wasm32-freestanding", "-std=c++20", "-O3", "-msimd128", "-mbulk-memory"),
    "-ffp-contract=off",  # the same sums as any other processor
    *("-fno-exceptions", "-fno-rtti", "-fvisibility=hidden", "-Wall", "-Wno-unused-function", "-nostdlib"),
    *("-Wl,--no-entry", "-Wl,--export-dynamic", "-Wl,--strip-all"),
]


def sources() -> list[Path]:
    """What is compiled, a module each."""
    return sorted([*ROOT.glob("src/mousehole/games/**/kernel.cpp"), *ROOT.glob("bench/*/kernel.cpp")])


def built(source: Path) -> bytes:
    """Compile a module."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "kernel.wasm"
        command = [sys.executable, "-m", "ziglang", "c++", *OPTIONS, "-o", str(out), str(source.relative_to(ROOT))]
        subprocess.run(command, cwd=ROOT, check=True)
        return out.read_bytes()


def main() -> int:
    """Compile all, or compare all with what is there."""
    stale = 0
    for source in sources():
        kept, fresh = source.with_suffix(".wasm"), built(source)
        if "--check" not in sys.argv[1:]:
            kept.write_bytes(fresh)
        elif not kept.exists() or kept.read_bytes() != fresh:
            print(f"{kept.relative_to(ROOT)} is not what its source says")
            stale += 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
