"""What must be installed, and what is installed here when it is missing."""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from .console import CommandError
from .instance import LOCAL, ROOT

FRONTEND = ROOT / "frontend"
#: Holds the templates to what AWS refuses.
SERVICE_CHECKS = ROOT / "infra" / "rules"
#: Installs Python packages. It trusts the certificates that the machine trusts, as pip does.
UV = [sys.executable, "-m", "uv", "--system-certs"]


def require() -> None:
    """Fails when a tool that the README names is missing."""
    if shutil.which("cargo") is None:
        raise CommandError("Rust was not found.", "Install it from https://rustup.rs, and open a new terminal.")


@contextmanager
def alone(what: str) -> Iterator[None]:
    """Has another command that would install the same wait until the block ends."""
    lock = LOCAL / "tools" / f"{what}.lock"
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def install_web_packages() -> None:
    """Installs the packages of the web app, when they are not those of the lock file."""
    install_packages(FRONTEND)


def install_packages(folder: Path) -> None:
    """`npm ci`, when the lock file is not what is installed."""
    lock = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    stamp = folder / "node_modules" / ".lock-sha256"
    with alone(f"packages-of-{folder.name}"):
        if stamp.is_file() and stamp.read_text() == lock:
            return
        run(
            ["npm", "ci", "--prefer-offline", "--no-audit", "--no-fund"],
            cwd=folder,
            hint="Check the connection to the package registry.",
        )
        stamp.write_text(lock)


def chromium() -> str:
    """
    The path of a Chromium for the browser tests; on Debian it is installed when it is missing. The headless shell has no user
    interface of its own, so a page costs less than half of what it costs in the whole browser.
    """
    return programs()[0]


def ffmpeg() -> str:
    """The path of an ffmpeg that makes videos for the tests; on Debian it is installed when it is missing."""
    return programs()[1]


def programs() -> tuple[str, str]:
    """The paths of Chromium and ffmpeg. On Debian, what is missing is installed at once."""
    wanted = (
        (
            "CHROMIUM_PATH",
            ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"],
            ["chromium-headless-shell", "fonts-liberation"],
        ),
        ("FFMPEG_PATH", ["ffmpeg"], ["ffmpeg"]),
    )
    missing = [(variable, names, packages) for variable, names, packages in wanted if not program(variable, names)]
    if missing and shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        run(["apt-get", "update", "-qq"], env=quiet)
        run(
            [
                "apt-get",
                "install",
                "-y",
                "-qq",
                "--no-install-recommends",
                *(package for *_, packages in missing for package in packages),
            ],
            env=quiet,
        )
    for variable, names, packages in missing:
        if not program(variable, names):
            raise CommandError(
                f"{names[0]} was not found, and the tests need it.",
                f"Install it (Debian: sudo apt-get install {packages[0]}), or set {variable}.",
            )
    return tuple(program(variable, names) for variable, names, _ in wanted)


def program(variable: str, names: list[str]) -> str | None:
    """The path of a program that only the tests need: what the variable names, or the first that is installed."""
    return os.environ.get(variable) or next(filter(None, map(shutil.which, names)), None)


def linters() -> None:
    """Installs what holds templates to rules, when it is missing."""
    checkov()
    install_packages(SERVICE_CHECKS)


def checkov() -> list:
    """The command that holds templates to what checkov knows. It is installed when it is missing."""
    return [environment("checkov") / "bin" / "checkov", "--config-file", "infra/.checkov.yaml"]


def environment(name: str) -> Path:
    """A Python environment for tools whose packages conflict with those of scripts/; it is made when it is missing."""
    lock = ROOT / "scripts" / "stack" / "requirements" / f"{name}.txt"
    folder = LOCAL / "tools" / name
    digest = hashlib.sha256(lock.read_bytes() + f"{sys.version}{folder}".encode()).hexdigest()
    stamp = folder / ".stamp"
    with alone(name):
        if not (stamp.is_file() and stamp.read_text() == digest):
            shutil.rmtree(folder, ignore_errors=True)
            hint = "Check the connection to the package registry."
            run([*UV, "venv", "--quiet", "--python", sys.executable, folder], hint=hint)
            run(
                [*UV, "pip", "install", "--quiet", "--python", folder / "bin" / "python", "--requirement", lock],
                hint=hint,
            )
            stamp.write_text(digest)
    return folder


def environment_variables(name: str = "deploy") -> dict[str, str]:
    """
    The variables with which the programs of a Python environment are found and run; by default the SAM CLI and cargo-lambda, which SAM
    looks for in PATH.
    """
    programs = environment(name) / "bin"
    # The programs import their own packages, not those of scripts/.
    inherited = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return {**inherited, "PATH": f"{programs}:{os.environ['PATH']}", "SAM_CLI_TELEMETRY": "0"}


#: Finds dependencies that a Cargo.toml names and no source uses. It is older than the newest release, which needs a newer Rust.
CARGO_SHEAR = "1.13.1"


def cargo_shear() -> Path:
    """Where cargo-shear is when it is installed."""
    return cargo_program("cargo-shear", CARGO_SHEAR)


def install_cargo_shear() -> None:
    """Compiles cargo-shear when it is missing, which takes two minutes."""
    install_cargo_program("cargo-shear", CARGO_SHEAR)


def cargo_program(name: str, version: str) -> Path:
    """Where a program from crates.io is when it is installed."""
    return LOCAL / "tools" / f"{name}-{version}" / "bin" / name


def install_cargo_program(name: str, version: str, *options: str) -> Path:
    """Compiles a program from crates.io when it is missing, and returns its path."""
    program = cargo_program(name, version)
    with alone(name):
        if not program.is_file():
            command = ["cargo", "install", "--quiet", "--locked", *options, "--root", program.parent.parent]
            run([*command, f"{name}@{version}"], hint="Check the connection to crates.io.")
    return program


@cache
def target_directory() -> Path:
    """Where Cargo puts what it builds."""
    metadata = subprocess.run(
        ["cargo", "metadata", "--format-version=1", "--no-deps"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return Path(json.loads(metadata.stdout)["target_directory"])


def run(
    command: list, cwd: Path = ROOT, env: dict | None = None, hint: str = "Mend what it says, and try again."
) -> None:
    """Runs a command to its end. Its output is shown only when it fails."""
    done = subprocess.run(command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        print(f"\n{done.stdout}")
        raise CommandError(f"`{' '.join(map(str, command))}` failed.", hint)
