"""`scripts/test`: every check and test, against a stack of its own."""

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path

from . import console, site, tools, up
from .console import Failure, step
from .instance import LOCAL, ROOT, Instance, free_port

FOLDER = LOCAL / "test"
#: Snapshots are compared, never written.
ENVIRONMENT = {**os.environ, "INSTA_UPDATE": "no", "INSTA_FORCE_PASS": "0", "FORCE_COLOR": "0", "NO_COLOR": "1"}


@dataclass
class Counts:
    """How many checks or tests held, and how many did not."""

    passed: int
    failed: int
    skipped: int = 0
    #: Of those that passed, how many did so at the second try only.
    flaky: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(*map(sum, zip(astuple(self), astuple(other))))

    def __str__(self) -> str:
        flaky = f" ({self.flaky} at the second try)" if self.flaky else ""
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed{flaky}, {self.failed} failed{skipped}"


@dataclass(frozen=True)
class Part:
    """A command, and how to count what it did. Without a counter it is one check, which holds or does not."""

    name: str
    command: list
    cwd: Path = ROOT
    count: Callable[[str], Counts] | None = None
    environment: dict | None = None


def cargo_counts(output: str) -> Counts:
    lines = re.findall(r"test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored", output)
    return sum((Counts(*map(int, line)) for line in lines), Counts(0, 0))


def pytest_counts(output: str) -> Counts:
    def of(word: str) -> int:
        found = re.findall(rf"(\d+) {word}", output.strip().splitlines()[-1])
        return int(found[0]) if found else 0

    return Counts(of("passed"), of("failed") + of("errors?"), of("skipped"))


def vitest_counts(_output: str) -> Counts:
    report = json.loads((FOLDER / "vitest.json").read_text())
    return Counts(report["numPassedTests"], report["numFailedTests"], report["numPendingTests"])


def playwright_counts(_output: str) -> Counts:
    stats = json.loads((FOLDER / "playwright.json").read_text())["stats"]
    flaky = stats["flaky"]
    return Counts(stats["expected"] + flaky, stats["unexpected"], stats["skipped"], flaky)


def npm(name: str, script: str, *arguments: str, **more) -> Part:
    return Part(name, ["npm", "run", "--silent", script, "--", *arguments], cwd=tools.FRONTEND, **more)


#: What needs no stack, quickest first.
CHECKS = [
    Part("Rust: format", ["cargo", "fmt", "--check"]),
    Part(
        "Template and scripts",
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "infra/rules", "scripts/tests"],
        count=pytest_counts,
    ),
    npm("Web: generated API types", "check:api"),
    npm("Web: generated country table", "check:countries"),
    npm("Web: generated artwork", "check:artwork"),
    npm("Web: rendered icons", "check:icons"),
    npm("Web: types", "typecheck"),
    npm("Web: lint and format", "lint"),
    npm(
        "Web: unit tests",
        "test",
        "--reporter=default",
        "--reporter=json",
        f"--outputFile.json={FOLDER / 'vitest.json'}",
        count=vitest_counts,
    ),
    npm("Web: build", "build"),
    Part("Rust: clippy", ["cargo", "clippy", "--locked", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"]),
    Part("Rust: build", ["cargo", "build", "--locked", "--quiet", "--workspace", "--bins"]),
]


def journeys(instance: Instance) -> list[Part]:
    """What goes through the front door of a running stack."""
    stack = {"STACK_FILE": str(instance.description), "FFMPEG_PATH": tools.ffmpeg()}
    report = {"PLAYWRIGHT_JSON_OUTPUT_NAME": str(FOLDER / "playwright.json"), "CHROMIUM_PATH": tools.chromium()}
    return [
        Part(
            "CDN",
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "infra/front_door"],
            count=pytest_counts,
            environment=stack,
        ),
        # Each test binary is run, whatever became of the one before.
        Part("Rust: tests", ["cargo", "test", "--locked", "--workspace", "--no-fail-fast"], count=cargo_counts, environment=stack),
        npm("Web: browser journeys", "e2e", count=playwright_counts, environment={**stack, **report}),
    ]


class Run:
    """Runs parts, one after the other, and remembers how they ended."""

    def __init__(self):
        self.total = Counts(0, 0)
        self._times: list[tuple[str, float]] = []

    def part(self, part: Part) -> None:
        print(f"· {part.name} …", end=" ", flush=True)
        started = time.monotonic()
        done = subprocess.run(
            part.command,
            cwd=part.cwd,
            env={**ENVIRONMENT, **(part.environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.time(part.name, time.monotonic() - started)
        counts = self._count(part, done)
        self.total += counts
        print(f"{counts}, {self._times[-1][1]:.1f} s", flush=True)
        if counts.failed or counts.flaky:
            print(done.stdout, flush=True)

    def time(self, name: str, seconds: float) -> None:
        self._times.append((name, seconds))

    def _count(self, part: Part, done: subprocess.CompletedProcess) -> Counts:
        if part.count is None:
            return Counts(1, 0) if done.returncode == 0 else Counts(0, 1)
        try:
            counts = part.count(done.stdout)
        except (OSError, ValueError, KeyError, IndexError):
            counts = Counts(0, 0)
        # A runner that ran nothing, or failed for a reason that no test has, is a failure of its own.
        if counts.passed + counts.failed == 0 or (done.returncode != 0 and counts.failed == 0):
            counts += Counts(0, 1)
        return counts

    def summary(self) -> None:
        print("\nTimes")
        for name, seconds in self._times:
            print(f"  {seconds:7.1f} s  {name}")
        print(f"  {sum(seconds for _, seconds in self._times):7.1f} s  in all\n")
        print(self.total)


def command() -> int:
    argparse.ArgumentParser(
        prog="scripts/test",
        description="Installs what is missing, then runs every check and test against a stack of its own.",
        epilog="Ends with one line of counts. It can run beside scripts/dev.",
    ).parse_args()

    instance = Instance(
        name="masar-test",
        folder=FOLDER / "stack",
        description=FOLDER / "stack.json",
        port_aws=free_port(),
        port_site=free_port(),
    )
    run = Run()
    with timed(run, "Installing tools"), step("Checking and installing tools"):
        tools.require()
        tools.install_web_packages()
        tools.checkov()
        tools.chromium()
        tools.ffmpeg()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for report in FOLDER.glob("*.json"):
        report.unlink()
    for part in CHECKS:
        run.part(part)

    up.reset(instance)
    try:
        started = time.monotonic()
        with up.running(instance) as stack, published(instance, stack):
            run.time("Starting the stack", time.monotonic() - started)
            for part in journeys(instance):
                run.part(part)
    except Failure as failure:
        run.total += Counts(0, 1)
        failure.tell()
    run.summary()
    return 1 if run.total.failed else 0


@contextmanager
def published(instance: Instance, stack: up.Stack) -> Iterator[None]:
    """The built web app, as the local AWS's CDN serves it."""
    with step("Publishing the web app"):
        stack.publish()
    with site.running(instance, stack.api, built=True, cdn=stack.cdn):
        yield


class timed:
    """Notes the time of a block."""

    def __init__(self, run: Run, name: str):
        self._run, self._name = run, name

    def __enter__(self):
        self._started = time.monotonic()

    def __exit__(self, *_):
        self._run.time(self._name, time.monotonic() - self._started)


if __name__ == "__main__":
    console.main(command)
