"""`scripts/upgrade`: updates all lock files, and lists dependencies that stay a major version behind."""

import argparse
import json
import re
import subprocess
import tomllib
from pathlib import Path

from . import console, tools
from .console import CommandError, step
from .instance import ROOT

#: The oldest Python that the README allows: packages that support it support newer ones too.
OLDEST_PYTHON = "3.11"
REASONS = ROOT / "docs" / "dependencies.md"


def command() -> int:
    argparse.ArgumentParser(
        prog="scripts/upgrade",
        description="Updates the lock files of Python, npm and Cargo to the newest versions that their ranges allow.",
        epilog="It then lists what is a major version behind, and fails if docs/dependencies.md gives no reason.",
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
    behind = {**npm_behind(), **cargo_behind()}
    reasons = REASONS.read_text()
    unexplained = [name for name in behind if f"`{name}`" not in reasons]
    print("\nA major version behind" if behind else "\nNothing is a major version behind.")
    for name, versions in behind.items():
        print(f"  {name} {versions}{': docs/dependencies.md does not say why' if name in unexplained else ''}")
    return 1 if unexplained else 0


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


def npm_behind() -> dict[str, str]:
    """The npm packages with a newer major version."""
    packages: dict[str, dict[str, str]] = {}
    for folder in tools.NPM_FOLDERS:
        # Its exit code is 1 when a package is outdated.
        command = ["npm", "outdated", "--json"]
        listed = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
        packages |= json.loads(listed or "{}")
    return {
        name: f"{package['current']} (newest: {package['latest']})"
        for name, package in packages.items()
        if is_behind(package["current"], package["latest"])
    }


def cargo_behind() -> dict[str, str]:
    """The direct dependencies of the workspace with a newer major version."""
    own = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["dependencies"]
    output = subprocess.run(
        ["cargo", "update", "--dry-run", "--verbose"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stderr
    unchanged = re.findall(r"Unchanged ([\w-]+) v(\S+) \(available: v([^\s)]+)", output)
    return {
        name: f"{current} (newest: {newest})"
        for name, current, newest in unchanged
        if name in own and is_behind(current, newest)
    }


def is_behind(current: str, newest: str) -> bool:
    """Whether the newest version may be incompatible: its first number that is not 0 differs."""

    def compatible(version: str) -> list[str]:
        numbers = version.split(".")
        return numbers[: 1 if numbers[0] != "0" else 2]

    return compatible(current) != compatible(newest)


if __name__ == "__main__":
    console.main(command)
