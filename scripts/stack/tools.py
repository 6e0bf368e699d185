"""Checks for required programs, and installs the other tools if they are missing."""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from . import console
from .console import CommandError
from .instance import LOCAL, ROOT

FRONTEND = ROOT / "frontend"
REQUIREMENTS = ROOT / "scripts" / "stack" / "requirements"
REGISTRY_HINT = "Check the connection to the package registry."
#: The npm package that checks templates for what AWS refuses.
SERVICE_CHECKS = ROOT / "infra" / "rules"
#: The folders with npm packages.
NPM_FOLDERS = (FRONTEND, SERVICE_CHECKS)
#: The programs for tests, by the variables with their paths: possible names, and packages of Debian. The headless shell
#: has no user interface: a page costs less than half of what it costs in the full browser.
PROGRAMS = {
    "CHROMIUM_PATH": (
        ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"],
        ["chromium-headless-shell", "fonts-liberation"],
    ),
    "FFMPEG_PATH": (["ffmpeg"], ["ffmpeg"]),
}
#: Installs Python packages. Like pip, it trusts the certificates of the system.
UV: list[str | Path] = [sys.executable, "-m", "uv", "--system-certs"]


def require() -> None:
    """Fails when a program is missing that the README requires."""
    if shutil.which("cargo") is None:
        raise CommandError("Rust was not found.", "Install it from https://rustup.rs, and open a new terminal.")
    if shutil.which("cc") is None:
        raise CommandError(
            "A C compiler (cc) was not found, and Rust links with it.",
            "Install one (Debian: sudo apt-get install build-essential; macOS: xcode-select --install).",
        )


@contextmanager
def exclusive(name: str) -> Iterator[None]:
    """Lets only one process at a time run the block; others wait."""
    lock = LOCAL / "tools" / f"{name}.lock"
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def install_packages(folder: Path = FRONTEND) -> None:
    """Runs `npm ci`, unless the packages of the lock file are installed."""
    lock = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    stamp = folder / "node_modules" / ".lock-sha256"
    with exclusive(f"packages-of-{folder.name}"):
        if stamp.is_file() and stamp.read_text() == lock:
            return
        run(["npm", "ci", "--prefer-offline", "--no-audit", "--no-fund"], cwd=folder, hint=REGISTRY_HINT)
        stamp.write_text(lock)


def programs_for_tests() -> dict[str, str]:
    """The variables with the paths of Chromium and ffmpeg. On Debian, root installs those that are missing."""
    found = {}
    for variable, (names, packages) in PROGRAMS.items():
        if not find_program(variable, names):
            install_debian_packages(packages)
        if not (program := find_program(variable, names)):
            raise CommandError(
                f"{names[0]} was not found, and the tests need it.",
                f"Install it (Debian: sudo apt-get install {packages[0]}), or set {variable}.",
            )
        found[variable] = program
    return found


def firefox() -> str:
    """The path of Firefox, for some journeys of `scripts/test --full`. On Debian, it is installed if it is missing."""
    names = ["firefox-esr", "firefox"]
    if not find_program("FIREFOX_PATH", names):
        install_debian_packages(["firefox-esr"])
    if found := find_program("FIREFOX_PATH", names):
        return found
    raise CommandError(
        "Firefox was not found, and the tests need it.",
        "Install it (Debian: sudo apt-get install firefox-esr), or set FIREFOX_PATH.",
    )


def install_debian_packages(packages: Sequence[str]) -> None:
    """Installs packages if this is Debian, and the user is root."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        # A machine that has just started may be installing its own updates.
        wait = ["-o", "DPkg::Lock::Timeout=300"]
        run(["apt-get", *wait, "update", "-qq"], env=quiet)
        run(["apt-get", *wait, "install", "-y", "-qq", "--no-install-recommends", *packages], env=quiet)


def find_program(variable: str, names: Sequence[str]) -> str | None:
    return os.environ.get(variable) or next(filter(None, map(shutil.which, names)), None)


def install_template_linters() -> None:
    checkov()
    install_packages(SERVICE_CHECKS)


def checkov() -> list[str | Path]:
    return [environment("checkov") / "bin" / "checkov", "--config-file", "infra/.checkov.yaml"]


def environment(name: str) -> Path:
    """The folder of a Python environment for tools whose packages conflict with those of tools.in."""
    lock = REQUIREMENTS / f"{name}.txt"
    folder = LOCAL / "tools" / name
    digest = hashlib.sha256(lock.read_bytes() + f"{sys.version}{folder}".encode()).hexdigest()
    stamp = folder / ".stamp"
    with exclusive(name):
        if not (stamp.is_file() and stamp.read_text() == digest):
            shutil.rmtree(folder, ignore_errors=True)
            run([*UV, "venv", "--quiet", "--python", sys.executable, folder], hint=REGISTRY_HINT)
            run(
                [
                    *(*UV, "pip", "install", "--quiet", "--require-hashes"),
                    *("--python", folder / "bin" / "python", "--requirement", lock),
                ],
                hint=REGISTRY_HINT,
            )
            stamp.write_text(digest)
    return folder


def environment_variables(name: str = "deploy") -> dict[str, str]:
    """
    The environment variables for the programs of a Python environment. By default these are the SAM CLI, and
    cargo-lambda, which SAM searches in PATH.
    """
    programs = environment(name) / "bin"
    # The programs import their own packages, not those of scripts/.
    inherited = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return {**inherited, "PATH": f"{programs}:{os.environ['PATH']}", "SAM_CLI_TELEMETRY": "0"}


def install_cargo_program(name: str, version: str, *options: str) -> Path:
    """Compiles a program from crates.io if it is missing. Returns its path."""
    program = LOCAL / "tools" / f"{name}-{version}" / "bin" / name
    with exclusive(name):
        if not program.is_file():
            command = ["cargo", "install", "--quiet", "--locked", *options, f"{name}@{version}"]
            run([*command, "--root", program.parent.parent], hint="Check the connection to crates.io.")
    return program


@cache
def target_directory() -> Path:
    metadata = output(["cargo", "metadata", "--format-version=1", "--no-deps"])
    return Path(json.loads(metadata)["target_directory"])


def output(command: Sequence[str | Path], cwd: Path = ROOT) -> str:
    """What a command prints. Fails with its error output when it fails."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CommandError(f"`{' '.join(map(str, command))}` failed: {done.stderr.strip()}", "Correct what it reports.")
    return done.stdout


def files(root: Path = ROOT) -> list[str]:
    """The files of a checkout that git tracks, and the new ones that it does not ignore."""
    names = output(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], root).split("\0")
    return sorted({name for name in names if name})


def run(
    command: Sequence[str | Path],
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
    hint: str = "Correct what it reports, and try again.",
) -> None:
    """Runs a command. Its output is printed only if it fails."""
    done = subprocess.run(
        command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode != 0:
        print(f"\n{done.stdout}")
        raise CommandError(f"`{' '.join(map(str, command))}` failed.", hint)


def execute() -> int:
    """`scripts/aws` and `scripts/sam`: command line tools of AWS, installed into the repository's folder if missing."""
    name, *arguments = sys.argv[1:]
    os.execvpe(name, [name, *arguments], environment_variables("aws" if name == "aws" else "deploy"))


if __name__ == "__main__":
    console.main(execute, local=False)
