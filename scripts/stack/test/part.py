"""A part of the whole check: one command, what it needs, and what decides whether it has to run again."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from .. import tools
from ..instance import ROOT
from . import counts
from .counts import LOGS, Counts, file_of

#: Snapshots are compared, never written.
ENVIRONMENT = {
    # Front-door tests wait for functions and for the local AWS more than they compute.
    "RUST_TEST_THREADS": "6",
    **os.environ,
    "INSTA_UPDATE": "no",
    "INSTA_FORCE_PASS": "0",
    "FORCE_COLOR": "0",
    "NO_COLOR": "1",
}


@dataclass(frozen=True)
class Result:
    """How a part ended."""

    counts: Counts
    output: str = ""


@dataclass(frozen=True)
class Part:
    """A command, and how to count what it did."""

    name: str
    command: list
    #: Files and folders whose content decides how the part ends: while it stays the same, a part that passed passes.
    inputs: tuple[str, ...] = ()
    #: Names of the preparations that have to succeed before it starts.
    needs: tuple[str, ...] = ()
    cwd: Path = ROOT
    #: Without it, the command is one check: its exit code says whether it passed.
    count: Callable[[str], Counts] | None = None
    #: Variables on top of the environment, read when the part starts.
    environment: Callable[[], dict[str, str]] = dict
    #: Why it cannot run on this machine. It is then counted as skipped.
    obstacle: Callable[[], str | None] = lambda: None

    def run(self, start: Callable[..., psutil.Popen]) -> Result:
        """Runs the command to its end. `start` is `psutil.Popen`, or calls it. What it prints can be followed in its log."""
        if obstacle := self.obstacle():
            return Result(Counts(0, 0, 1), f"not run: {obstacle}")
        log = file_of(LOGS, self.name, ".log")
        with log.open("wb") as output:
            environment = {**ENVIRONMENT, **self.environment()}
            process = start(
                self.command, cwd=self.cwd, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
            process.wait()
        said = log.read_text(errors="replace")
        return Result(self._count(said, process.returncode), said)

    def _count(self, output: str, code: int) -> Counts:
        if self.count is None:
            return Counts(1, 0) if code == 0 else Counts(0, 1)
        try:
            counted = self.count(output)
        except (OSError, ValueError, KeyError, IndexError):
            counted = Counts(0, 0)
        # A runner that ran nothing, or failed for a reason that no test has, is a failure of its own.
        if counted.passed + counted.failed == 0 or (code != 0 and counted.failed == 0):
            counted += Counts(0, 1)
        return counted


@dataclass(frozen=True)
class Preparation:
    """Something that parts need: tools to install, a stack to start. It is not counted unless it fails."""

    name: str
    prepare: Callable[[], Any]
    needs: tuple[str, ...] = ()

    def run(self, _start) -> Result:
        self.prepare()
        return Result(Counts(0, 0))


def python(name: str, *paths: str, **more) -> Part:
    """Tests of pytest."""
    return Part(
        name, [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *paths], count=counts.pytest, **more
    )


def npm(name: str, script: str, *arguments: str, **more) -> Part:
    """A script of frontend/package.json."""
    return Part(name, ["npm", "run", "--silent", script, "--", *arguments], cwd=tools.FRONTEND, **more)
