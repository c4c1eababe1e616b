"""Makes a release: wheel and source, built twice and the same, what they bring along, notes, hashes, and a signature.

    ./mousehole release DIR --key ~/.ssh/id_ed25519 [--base python@sha256:... --image mousehole:0.2.0]

DIR gets the wheel, the source, `server.cdx.json` (CycloneDX: what the image contains), NOTES.md and SHA256SUMS with
SHA256SUMS.sig, which `ssh-keygen -Y verify -n mousehole` checks. With `--base` the image is built too, by podman, on a
base that is named by its digest. Where `pip-audit` is installed and has a network, known weaknesses stop the release.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "locks/server.txt"
DIGEST = re.compile(r"\S+@sha256:[0-9a-f]{64}")
PURPOSE = "mousehole"  # what a signature is for: one made for anything else does not count


def main() -> int:
    """Make everything, or say what stands in the way."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, metavar="DIR", help="a folder that is empty or not there")
    parser.add_argument("--key", type=Path, required=True, help="the key of SSH that signs")
    parser.add_argument("--base", default="", help="the base image by its digest: builds the image")
    parser.add_argument("--image", default="mousehole:0.2.0", help="the name of the image (default: %(default)s)")
    asked = parser.parse_args()
    if asked.base and not DIGEST.fullmatch(asked.base):
        sys.exit(f"{asked.base} is not a base image with its digest: python@sha256:...")
    asked.folder.mkdir(parents=True, exist_ok=True)
    if any(asked.folder.iterdir()):
        sys.exit(f"{asked.folder} is not empty")
    build(asked.folder)
    listed(asked.folder / "server.cdx.json")
    (asked.folder / "NOTES.md").write_text(notes((ROOT / "CHANGELOG.md").read_text("utf-8"), version()), "utf-8")
    audited()
    if asked.base:
        image(asked.image, asked.base)
    signed(asked.folder, asked.key)
    print(f"All of it lies in {asked.folder}. Now tag the commit: git tag -s v{version()}")
    return 0


def version() -> str:
    """The version that this checkout says it is."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def notes(changelog: str, number: str) -> str:
    """What the changelog says about a version."""
    found = re.search(rf"^## {re.escape(number)}\b.*?(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if not found:
        sys.exit(f"CHANGELOG.md says nothing about {number}")
    return found[0].strip() + "\n"


def build(folder: Path) -> None:
    """Build wheel and source, twice; whoever builds the same commit gets the same bytes."""
    with tempfile.TemporaryDirectory() as again:
        for place in (folder, Path(again)):
            command = [sys.executable, "-P", "-m", "hatchling", "build", "-d", str(place.absolute())]
            subprocess.run(command, cwd=ROOT, env={**os.environ, "SOURCE_DATE_EPOCH": date()}, check=True)
        for path in folder.iterdir():
            if path.read_bytes() != (Path(again) / path.name).read_bytes():
                sys.exit(f"{path.name} is not the same when it is built again")


def date() -> str:
    """When the commit was made, which is what files in an archive say."""
    asking = ["git", "log", "-1", "--format=%ct"]
    return subprocess.run(asking, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def listed(file: Path) -> None:
    """List what the image contains, and check the list by the schema of CycloneDX."""
    command = [sys.executable, "-P", "-m", "cyclonedx_py", "requirements", str(LOCK), "--validate"]
    command += ["--pyproject", str(ROOT / "pyproject.toml"), "--output-reproducible", "--sv", "1.6", "--of", "JSON"]
    subprocess.run([*command, "-o", str(file)], check=True)


def audited() -> None:
    """Ask for known weaknesses of what the image contains."""
    if program := shutil.which("pip-audit"):
        subprocess.run([program, "--require-hashes", "--disable-pip", "-r", str(LOCK)], check=True)
    else:
        print("not asked for known weaknesses: pip-audit is not installed")


def image(name: str, base: str) -> None:
    """Build the image."""
    command = ["podman", "build", "--build-arg", f"BASE={base}", "-t", name, "-f", "deploy/Containerfile", "."]
    subprocess.run(command, cwd=ROOT, check=True)


def signed(folder: Path, key: Path) -> None:
    """Write the hash of every file, and sign them."""
    sums = folder / "SHA256SUMS"
    rows = [f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(folder.iterdir())]
    sums.write_text("".join(rows), "utf-8")
    subprocess.run(["ssh-keygen", "-Y", "sign", "-f", str(key), "-n", PURPOSE, str(sums)], check=True)


if __name__ == "__main__":
    raise SystemExit(main())
