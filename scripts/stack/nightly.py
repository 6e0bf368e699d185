"""`scripts/nightly`: what takes too long for every change, in one command."""

import argparse
import os
import subprocess
import sys

from . import console, tools
from .instance import ROOT
from .test.suite import Counts

#: The commands of the parts, with the variables that they get.
PARTS: dict[str, tuple[list[str], dict[str, str]]] = {
    # Everything, in every language and screen size, with whole models and every fault of AWS.
    "full-tests": (["stack.test", "--full"], {}),
    "audit": (["stack.audit"], {}),
    "fuzz": (["stack.fuzz"], {}),
    # A refusal for too many requests would hide the handlers. Operations with few different requests get fewer.
    "generated-requests": (
        ["stack.test", "generated_requests"],
        {"RATE_LIMITS": "none", "EXAMPLES": "400", "CASES": "20000"},
    ),
    # Each function as it is deployed: what it weighs, and that it starts and answers. scripts/test has one for all.
    "release-binaries": (["stack.bench", "sizes", "cold_starts"], {}),
    "mutants": (["stack.mutants", "--all"], {}),
}


def command() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/nightly",
        description="Runs scripts/test --full, scripts/audit, scripts/fuzz, generated requests in large numbers, the"
        " functions as they are deployed, and all mutants of scripts/mutants. Takes hours.",
    )
    parser.add_argument("part", nargs="*", metavar="PART", help=f"what to run: {', '.join(PARTS)} [default: all]")
    parts = parser.parse_args().part or list(PARTS)
    if unknown := set(parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")

    tools.require()
    failed = [name for name in parts if not succeeds(name)]
    print("".join(f"✗ {name}\n" for name in failed) + str(Counts(len(parts) - len(failed), len(failed))))
    return 1 if failed else 0


def succeeds(name: str) -> bool:
    """Runs a part. Its last line has its counts."""
    print(f"\n== {name}", flush=True)
    module, variables = PARTS[name]
    environment = {**os.environ, **variables}
    return subprocess.run([sys.executable, "-m", *module], cwd=ROOT, env=environment, check=False).returncode == 0


if __name__ == "__main__":
    console.main(command)
