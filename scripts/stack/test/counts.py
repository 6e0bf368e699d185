"""How many checks and tests passed, read from the report of each runner."""

import json
import re
from dataclasses import astuple, dataclass
from pathlib import Path

from ..instance import LOCAL

FOLDER = LOCAL / "test"
REPORTS = FOLDER / "reports"
LOGS = FOLDER / "logs"


def file_of(folder: Path, name: str, suffix: str) -> Path:
    """The file of a suite in a folder, which is created if it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{re.sub('[^a-z0-9]+', '-', name.lower())}{suffix}"


@dataclass(frozen=True)
class Counts:
    """How many checks or tests passed, failed and were skipped."""

    passed: int
    failed: int
    skipped: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(*map(sum, zip(astuple(self), astuple(other), strict=True)))

    def __str__(self) -> str:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


def of_run(counted: Counts, succeeded: bool) -> Counts:
    """The counts of a run. It also fails when it ran no test, or exited with an error that no test reported."""
    if counted.passed + counted.failed == 0 or not (succeeded or counted.failed):
        return counted + Counts(0, 1)
    return counted


def cargo(output: str) -> Counts:
    """The sum of the results of all test binaries."""
    lines = re.findall(r"test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored", output)
    return sum((Counts(*map(int, line)) for line in lines), Counts(0, 0))


def pytest(output: str) -> Counts:
    """The last line of pytest's output."""

    def of(word: str) -> int:
        found = re.findall(rf"(\d+) {word}", output.strip().splitlines()[-1])
        return int(found[0]) if found else 0

    return Counts(of("passed"), of("failed") + of("errors?"), of("skipped"))


def vitest(report: Path, _output: str) -> Counts:
    """The JSON report of vitest."""
    counted = json.loads(report.read_text())
    return Counts(counted["numPassedTests"], counted["numFailedTests"], counted["numPendingTests"])


def playwright(report: Path, _output: str) -> Counts:
    """The JSON report of Playwright. A journey that passed only after a retry counts as failed."""
    stats = json.loads(report.read_text())["stats"]
    return Counts(stats["expected"], stats["unexpected"] + stats["flaky"], stats["skipped"])
