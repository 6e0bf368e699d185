"""The command: `scripts/test`."""

import argparse
import shutil
import time

from .. import console, tools
from . import focus, parts
from .counts import LOGS, REPORTS, Counts
from .part import Part
from .passed import Passed
from .schedule import Ended, Schedule, Task, needed
from .stack import TestStack

EXAMPLES = """examples:
  scripts/test                        everything that a change since the last run can have broken
  scripts/test --all                  everything
  scripts/test --quick                everything that needs no running stack
  scripts/test users/login signup     the tests of an endpoint, a screen, a command of scripts/ops or a Python test file
  scripts/test --full                 everything, with each journey in every language and at both screen sizes, and sam local

It can run beside scripts/dev, and ends with one line of counts."""


def command() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/test",
        description="Installs what is missing, then runs checks and tests against a stack of its own.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", nargs="*", help="run only the tests with this name")
    parser.add_argument("--quick", action="store_true", help="run only what needs no running stack")
    parser.add_argument("--all", action="store_true", help="also run what passed before with the same files")
    parser.add_argument(
        "--full", action="store_true", help="run everything, and what takes too long for every day as well"
    )
    options = parser.parse_args()

    tools.require()
    started = time.monotonic()
    with TestStack() as stack:
        tasks = parts.everything(stack, options.full)
        if options.name:
            tasks = focus.tasks(stack, options.name)
        elif options.quick:
            tasks = needed(tasks, parts.without_stack())
        total = run(tasks, Passed(), again=options.all or options.full or bool(options.name))
    print(f"\n{time.monotonic() - started:.0f} s in all\n{total}")
    return 1 if total.failed or total.passed + total.skipped == 0 else 0


def run(tasks: list[Task], passed: Passed, again: bool) -> Counts:
    """Runs tasks, but for parts that passed with the same files unless `again`, and says how each ended."""
    # No report of an earlier run is counted.
    for folder in (REPORTS, LOGS):
        shutil.rmtree(folder, ignore_errors=True)
    total = Counts(0, 0)
    changed = []
    for part in (task for task in tasks if isinstance(task, Part)):
        before = None if again else passed.counts(part)
        if before is None:
            changed.append(part)
        else:
            total += Counts(0, 0, before.passed)
            print(f"= {part.name}: {before.passed} passed before with the same files", flush=True)
    for ended in Schedule(needed(tasks, changed)).run():
        total += ended.result.counts
        if isinstance(ended.task, Part):
            passed.remember(ended.task, ended.result.counts)
        report_end(ended)
    return total


def report_end(ended: Ended) -> None:
    """One line for a task; what it printed as well when it failed."""
    counts = ended.result.counts
    counted = f": {counts}" if isinstance(ended.task, Part) or counts.failed else ""
    was_run = counts.passed or counts.failed or not counts.skipped
    print(
        f"{'✗' if counts.failed else '✓' if was_run else '–'} {ended.task.name}{counted} ({ended.seconds:.1f} s)",
        flush=True,
    )
    if counts.failed or not was_run:
        print(ended.result.output, flush=True)


if __name__ == "__main__":
    console.main(command)
