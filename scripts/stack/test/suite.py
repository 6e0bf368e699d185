"""A test suite: one command, what it needs, and the files that decide whether it has to run again."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from .. import tools
from ..instance import ROOT
from . import counts
from .counts import LOGS, Counts, file_of

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


@dataclass(frozen=True)
class Result:
    """The result of a suite or a preparation."""

    counts: Counts
    output: str = ""


@dataclass(frozen=True)
class TestSuite:
    """A command, and how its tests are counted."""

    #: pytest collects classes whose name begins with `Test`.
    __test__ = False

    name: str
    command: Sequence[str | Path]
    #: Path prefixes of the files that decide the result: a suite that passed runs again only when they change.
    inputs: tuple[str, ...] = ()
    #: Names of the preparations and suites that have to succeed before it starts.
    needs: tuple[str, ...] = ()
    cwd: Path = ROOT
    #: Reads the counts from the output. Without it, the command is one check, and its exit code is the result.
    count: Callable[[str], Counts] | None = None
    #: Additional environment variables, read when the suite starts.
    environment: Callable[[], dict[str, str]] = dict
    #: Returns the reason why the suite cannot run on this machine. It is then counted as skipped.
    skip_reason: Callable[[], str | None] = lambda: None

    def run(self, start: Callable[..., psutil.Popen]) -> Result:
        """Runs the command. Its output goes to the suite's log. `start` has the parameters of `psutil.Popen`."""
        if reason := self.skip_reason():
            return Result(Counts(0, 0, 1), f"not run: {reason}")
        log = file_of(LOGS, self.name, ".log")
        with log.open("wb") as output:
            environment = {**ENVIRONMENT, **self.environment()}
            process = start(
                self.command, cwd=self.cwd, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
            exit_code = process.wait()
        text = log.read_text(errors="replace")
        return Result(self._count(text, exit_code), text)

    def _count(self, output: str, exit_code: int) -> Counts:
        if self.count is None:
            return Counts(1, 0) if exit_code == 0 else Counts(0, 1)
        try:
            counted = self.count(output)
        except (OSError, ValueError, KeyError, IndexError):
            counted = Counts(0, 0)
        return counts.of_run(counted, succeeded=exit_code == 0)


@dataclass(frozen=True)
class Preparation:
    """A step that suites need: installing tools, starting a stack. It is counted only when it fails."""

    name: str
    prepare: Callable[[], Any]
    needs: tuple[str, ...] = ()

    def run(self, _start: Callable[..., psutil.Popen]) -> Result:
        self.prepare()
        return Result(Counts(0, 0))


def pytest(name: str, *paths: str, **options: Any) -> TestSuite:
    """Python tests."""
    command: list[str | Path] = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *paths]
    return TestSuite(name, command, count=counts.pytest, **options)


def npm(name: str, script: str, *arguments: str, **options: Any) -> TestSuite:
    """A script of frontend/package.json."""
    command: list[str | Path] = ["npm", "run", "--silent", script, "--", *arguments]
    return TestSuite(name, command, cwd=tools.FRONTEND, **options)
