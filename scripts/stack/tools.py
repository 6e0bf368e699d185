"""What must be installed, and what is installed here when it is missing."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from .console import Failure
from .instance import LOCAL, ROOT

FRONTEND = ROOT / "frontend"


def require() -> None:
    """Fails when a tool that the README names is missing or too old."""
    if shutil.which("cargo") is None:
        raise Failure("Rust was not found.", "Install it from https://rustup.rs, and open a new terminal.")
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            raise Failure(f"{tool} was not found.", "Install Node.js 20.19 or newer, which brings npm.")
    if shutil.which("ps") is None:
        raise Failure("ps was not found.", "Install it (Debian: apt-get install procps).")
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    major, minor = map(int, re.match(r"v(\d+)\.(\d+)", version).groups())
    if (major, minor) < (20, 19):
        raise Failure(f"Node.js {version} is too old.", "Install Node.js 20.19 or newer.")


def install_web_packages() -> None:
    """`npm ci`, when the lock file is not what is installed."""
    lock = hashlib.sha256((FRONTEND / "package-lock.json").read_bytes()).hexdigest()
    stamp = FRONTEND / "node_modules" / ".lock-sha256"
    if stamp.is_file() and stamp.read_text() == lock:
        return
    run(["npm", "ci", "--no-audit", "--no-fund"], cwd=FRONTEND, to_do="Check the connection to the package registry.")
    stamp.write_text(lock)


def chromium() -> str:
    """The path of a Chromium for the browser tests; on Debian it is installed when it is missing."""
    return program("CHROMIUM_PATH", ["chromium", "chromium-browser", "google-chrome"], ["chromium", "fonts-liberation"])


def ffmpeg() -> str:
    """The path of an ffmpeg that makes videos for the tests; on Debian it is installed when it is missing."""
    return program("FFMPEG_PATH", ["ffmpeg"], ["ffmpeg"])


def program(variable: str, names: list[str], packages: list[str]) -> str:
    """The path of a program that only the tests need: what the variable names, what is there, or what Debian's packages bring."""
    named = os.environ.get(variable)
    if named:
        return named
    for name in names:
        if path := shutil.which(name):
            return path
    if shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        run(["apt-get", "update", "-qq"], env=quiet)
        run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages], env=quiet)
        return program(variable, names, packages)
    raise Failure(
        f"{names[0]} was not found, and the tests need it.",
        f"Install it (Debian: sudo apt-get install {packages[0]}), or set {variable}.",
    )


def checkov() -> list:
    """The command that holds templates to what checkov knows. It is installed when it is missing."""
    return [environment("checkov") / "bin" / "checkov", "--config-file", "infra/.checkov.yaml"]


def environment(name: str) -> Path:
    """A Python environment for tools whose packages do not go together with those of scripts/; it is made when it is missing."""
    lock = ROOT / "scripts" / "stack" / f"requirements-{name}.txt"
    folder = LOCAL / "tools" / name
    digest = hashlib.sha256(lock.read_bytes() + f"{sys.version}{folder}".encode()).hexdigest()
    stamp = folder / ".stamp"
    if not (stamp.is_file() and stamp.read_text() == digest):
        shutil.rmtree(folder, ignore_errors=True)
        to_do = "Check the connection to the package registry."
        run([sys.executable, "-m", "venv", folder], to_do=to_do)
        run([folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", lock], to_do=to_do)
        stamp.write_text(digest)
    return folder


def target_directory() -> Path:
    """Where Cargo puts what it builds."""
    metadata = subprocess.run(
        ["cargo", "metadata", "--format-version=1", "--no-deps"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return Path(json.loads(metadata.stdout)["target_directory"])


def run(command: list, cwd: Path = ROOT, env: dict | None = None, to_do: str = "Mend what it says, and try again.") -> None:
    """Runs a command to its end. Its output is shown only when it fails."""
    done = subprocess.run(command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        print(f"\n{done.stdout}")
        raise Failure(f"`{' '.join(map(str, command))}` failed.", to_do)
