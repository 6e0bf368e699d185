"""`scripts/upgrade`: updates all lock files to the newest versions that their ranges allow."""

import argparse
import json
from pathlib import Path

from . import console, tools
from .console import CommandError, step
from .instance import ROOT

#: The oldest Python that the README allows: packages that support it support newer ones too.
OLDEST_PYTHON = "3.11"


def command() -> int:
    argparse.ArgumentParser(
        prog="scripts/upgrade",
        description="Updates the lock files of Python, npm and Cargo to the newest versions that their ranges allow."
        " Renovate proposes newer major versions.",
    ).parse_args()
    for lock in sorted(tools.REQUIREMENTS.glob("*.in")):
        with step(f"Updating {lock.stem}.txt"):
            options = ["--upgrade", "--universal", "--python-version", OLDEST_PYTHON, "--generate-hashes"]
            quiet = ["--quiet", "--no-header", "--no-annotate"]
            files: list[str | Path] = [lock, "--output-file", lock.with_suffix(".txt")]
            tools.run([*tools.UV, "pip", "compile", *quiet, *options, *files])
    for folder in tools.NPM_FOLDERS:
        update_npm_lock(folder / "package-lock.json")
    with step("Updating Cargo.lock"):
        tools.run(["cargo", "update"])
    return 0


def update_npm_lock(lock: Path) -> None:
    """Runs `npm update`. Fails when npm drops the native packages of other systems."""
    name = lock.relative_to(ROOT)
    systems = native_packages(lock)
    with step(f"Updating {name}"):
        tools.run(["npm", "update", "--save", "--no-audit", "--no-fund"], cwd=lock.parent)
    if lost := systems - native_packages(lock):
        raise CommandError(
            f"{name} has lost packages of other systems: {', '.join(sorted(' for '.join(pair) for pair in lost))}.",
            f"Undo it with git checkout {name}, and pin those packages (docs/dependencies.md).",
        )


def native_packages(lock: Path) -> set[tuple[str, str]]:
    """The native packages of a lock file, by family and system: `@oxlint/binding` for `darwin`."""
    packages = json.loads(lock.read_text())["packages"]
    return {
        (name.removeprefix("node_modules/").split(f"-{system}")[0], system)
        for name, package in packages.items()
        for system in package.get("os", [])
    }


if __name__ == "__main__":
    console.main(command)
