"""A test suite: one command, what it needs, and the files that decide whether it has to run again."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import psutil

from .. import tools
from ..instance import LOCAL, ROOT

FOLDER = LOCAL / "test"
LOGS = FOLDER / "logs"
ENVIRONMENT = {
    # Front-door tests wait for functions and for the local AWS more than they compute.
    "RUST_TEST_THREADS": "6",
    # Snapshots are compared, and written only if somebody asks for it.
    "INSTA_UPDATE": "no",
    **os.environ,
    "INSTA_FORCE_PASS": "0",
    "FORCE_COLOR": "0",
    "NO_COLOR": "1",
}
#: The lines with the results of Cargo (one for each binary), Vitest, Playwright (one for each result) and pytest.
RESULTS = re.compile(r"^(?:test result: .*| +Tests  .*| +\d+ [a-z ]+(?: \(.*\))?|\d+ .* in [\d.]+s.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Counts:
    passed: int
    failed: int
    skipped: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(*map(sum, zip(astuple(self), astuple(other), strict=True)))

    def __str__(self) -> str:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


def counted(output: str, succeeded: bool) -> Counts:
    """
    The results in the output of a runner. A journey that passed only after a retry counts as failed.

    A run also fails when it ran no test, or exited with an error that no test reported.
    """
    results = "\n".join(RESULTS.findall(output))

    def of(words: str) -> int:
        return sum(map(int, re.findall(rf"\b(\d+) (?:{words})\b", results)))

    counts = Counts(of("passed"), of("failed|flaky|errors?"), of("skipped|ignored"))
    if counts.passed + counts.failed == 0 or not (succeeded or counts.failed):
        return counts + Counts(0, 1)
    return counts


@dataclass(frozen=True)
class Result:
    counts: Counts
    output: str = ""


@dataclass(frozen=True)
class Suite:
    name: str
    command: Sequence[str | Path]
    #: Path prefixes of the files that decide the result: a suite that passed runs again only when they change.
    inputs: tuple[str, ...] = ()
    #: Names of the preparations and suites that have to succeed before it starts.
    needs: tuple[str, ...] = ()
    cwd: Path = ROOT
    #: Whether its output has the counts of tests. Otherwise the command is one check, and its exit code is the result.
    has_counts: bool = False
    #: Additional environment variables, read when the suite starts.
    environment: Callable[[], dict[str, str]] = dict
    #: Returns the reason why the suite cannot run on this machine. It is then counted as skipped.
    skip_reason: Callable[[], str | None] = lambda: None

    def run(self, start: Callable[..., psutil.Popen]) -> Result:
        """Runs the command. Its output goes to the suite's log. `start` has the parameters of `psutil.Popen`."""
        if reason := self.skip_reason():
            return Result(Counts(0, 0, 1), f"not run: {reason}")
        LOGS.mkdir(parents=True, exist_ok=True)
        log = LOGS / f"{re.sub('[^a-z0-9]+', '-', self.name.lower())}.log"
        with log.open("wb") as output:
            environment = {**ENVIRONMENT, **self.environment()}
            process = start(
                self.command, cwd=self.cwd, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
            succeeded = process.wait() == 0
        text = log.read_text(errors="replace")
        return Result(counted(text, succeeded) if self.has_counts else Counts(int(succeeded), int(not succeeded)), text)


@dataclass(frozen=True)
class Preparation:
    """A step that suites need: installing tools, starting a stack. It is counted only when it fails."""

    name: str
    prepare: Callable[[], Any]
    needs: tuple[str, ...] = ()

    def run(self, _start: Callable[..., psutil.Popen]) -> Result:
        self.prepare()
        return Result(Counts(0, 0))


Task = Suite | Preparation


def pytest(name: str, *paths: str, **options: Any) -> Suite:
    command: list[str | Path] = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *paths]
    return Suite(name, command, has_counts=True, **options)


def npm(name: str, script: str, *arguments: str, **options: Any) -> Suite:
    command: list[str | Path] = ["npm", "run", "--silent", script, "--", *arguments]
    return Suite(name, command, **{"cwd": tools.FRONTEND, **options})
