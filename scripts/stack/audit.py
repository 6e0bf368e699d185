"""`scripts/audit`: checks dependencies for advisories, and those of Rust for licences, banned crates and sources."""

import argparse
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import console, tools
from .console import CommandError, step
from .instance import ROOT

CARGO_DENY = "0.20.2"
#: The checks of cargo deny that need no advisory database.
OFFLINE_CHECKS = ["bans", "licenses", "sources"]
#: npm advisories that are accepted, with the reason: `"GHSA-…": "…"`. Advisories for Rust are in .deny.toml.
ACCEPTED: dict[str, str] = {}


def command() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/audit",
        description="Checks the dependencies: cargo deny for Rust, npm audit for npm packages.",
        epilog="Exceptions and their reasons are in .deny.toml and in scripts/stack/audit.py.",
    )
    parser.add_argument(
        "--offline", action="store_true", help="skip advisories, which need a connection to their databases"
    )
    options = parser.parse_args()

    tools.require()
    with step(f"Installing cargo deny {CARGO_DENY}"):
        # Without optimizations: it compiles for longer than it ever runs.
        deny = tools.install_cargo_program("cargo-deny", CARGO_DENY, "--debug")
    checks = OFFLINE_CHECKS if options.offline else []
    checking: list[str | Path] = [deny, "--locked", "check", "--hide-inclusion-graph", *checks]
    failed = subprocess.run(checking, check=False, cwd=ROOT).returncode != 0
    if options.offline:
        print("· Advisories were not checked")
        return int(failed)
    for folder in tools.NPM_FOLDERS:
        for advisory in unaccepted(npm_audit(folder)):
            print(f"✗ {folder.relative_to(ROOT)}: {advisory}")
            failed = True
    return int(failed)


def npm_audit(folder: Path) -> dict[str, Any]:
    """The report of npm about a folder's lock file. npm exits with 1 when it finds something."""
    audit = subprocess.run(
        ["npm", "audit", "--package-lock-only", "--json"], check=False, cwd=folder, capture_output=True, text=True
    )
    try:
        report: dict[str, Any] = json.loads(audit.stdout)
    except ValueError:
        report = {}
    if "vulnerabilities" not in report:
        raise CommandError(
            f"npm could not check {folder.relative_to(ROOT)}: {report.get('message') or audit.stderr.strip()}",
            "Check the connection to the package registry; mirrors may lack advisories (scripts/audit --offline).",
        )
    return report


def unaccepted(report: dict[str, Any], accepted: dict[str, str] = ACCEPTED) -> Iterator[str]:
    found = {
        advisory["url"].rsplit("/", 1)[
            -1
        ]: f"{advisory['name']}: {advisory['title']} ({advisory['severity']}, {advisory['url']})"
        for vulnerability in report["vulnerabilities"].values()
        for advisory in vulnerability["via"]
        # A name is a package that depends on the vulnerable one.
        if isinstance(advisory, dict)
    }
    yield from (text for identifier, text in sorted(found.items()) if identifier not in accepted)


if __name__ == "__main__":
    console.main(command)
