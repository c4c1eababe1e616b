"""Installs into an environment without a network, with whichever installer is at hand."""

import shutil
import subprocess
import sys

import pytest


def install(python, *what):
    """Install a wheel or a folder, and nothing that it asks for."""
    subprocess.run([*installer(python), "--no-index", "--no-deps", "--quiet", *what], check=True)


def installer(python):
    """Find pip, which an environment need not have of its own, or uv; otherwise skip: in CI that fails."""
    for own in (sys.executable, sys._base_executable):
        if subprocess.run([own, "-c", "import pip"], capture_output=True, check=False).returncode == 0:
            return [own, "-m", "pip", "--python", python, "install"]
    if uv := shutil.which("uv"):
        return [uv, "pip", "install", "--python", python]
    pytest.skip("there is neither pip nor uv")
