"""`scripts/nightly`: what takes too long for every change, in one command."""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from . import console, tools
from .instance import ROOT
from .test import counts
from .test.counts import REPORTS, Counts, file_of

#: The least number of generated requests.
CASES = 20_000
#: The number of generated requests for each operation, without a token and with one. Operations with few different
#: requests get fewer.
EXAMPLES = 400


def command() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/nightly",
        description="Runs scripts/test --full, scripts/audit, scripts/fuzz, generated requests in large numbers, and"
        " all mutants of scripts/mutants. Takes hours.",
    )
    parser.add_argument("part", nargs="*", metavar="PART", help=f"what to run: {', '.join(PARTS)} [default: all]")
    parts = parser.parse_args().part or list(PARTS)
    if unknown := set(parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")

    tools.require()
    total = Counts(0, 0)
    for name in parts:
        print(f"\n== {name}", flush=True)
        result = PARTS[name]()
        total += result
        print(f"== {name}: {result}", flush=True)
    print(f"\n{total}")
    return 1 if total.failed else 0


def audit() -> Counts:
    """Checks the dependencies against the current security advisories."""
    _, succeeded = run(["stack.audit"])
    return Counts(1, 0) if succeeded else Counts(0, 1)


def generated_requests() -> Counts:
    """Generated requests, without rate limits: a refusal for too many requests would hide the handlers."""
    lines = file_of(REPORTS.parent, "generated requests", ".jsonl")
    lines.unlink(missing_ok=True)
    variables = {"RATE_LIMITS": "none", "EXAMPLES": str(EXAMPLES), "CASES_FILE": str(lines)}
    return counted("stack.test", "generated_requests", **variables) + enough_cases(lines)


def enough_cases(lines: Path) -> Counts:
    """Checks how many requests were sent in all, and prints the number and the seed of each run."""
    runs = [json.loads(line) for line in lines.read_text().splitlines()] if lines.is_file() else []
    for sent in runs:
        user = "with a token" if sent["signedIn"] else "without a token"
        print(f"{sent['cases']} requests {user}, seed {sent['seed']}")
    in_all = sum(sent["cases"] for sent in runs)
    print(f"{in_all} requests in all, at least {CASES} expected")
    return Counts(1, 0) if in_all >= CASES else Counts(0, 1)


def counted(*module: str, **variables: str) -> Counts:
    """Runs a module whose last line of output has its counts."""
    output, succeeded = run(module, variables)
    return counts.of_run(counts.summary(output), succeeded)


def run(module: Sequence[str], variables: Mapping[str, str] = MappingProxyType({})) -> tuple[str, bool]:
    """Runs a module of the tools. Prints its output, and returns it with whether it succeeded."""
    command, joined = [sys.executable, "-m", *module], subprocess.STDOUT
    environment = {**os.environ, **variables}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=joined, text=True
    ) as process:
        output = []
        assert process.stdout
        for line in process.stdout:
            print(line, end="", flush=True)
            output.append(line)
    return "".join(output), process.returncode == 0


PARTS: dict[str, Callable[[], Counts]] = {
    # Everything, in every language and screen size, with whole models and every fault of AWS.
    "full-tests": lambda: counted("stack.test", "--full"),
    "audit": audit,
    "fuzz": lambda: counted("stack.fuzz"),
    "generated-requests": generated_requests,
    "mutants": lambda: counted("stack.mutants", "--all"),
}

if __name__ == "__main__":
    console.main(command)
