"""The command line of `scripts/test`."""

import argparse
import shutil
import time
from collections.abc import Sequence

from .. import console, tools
from . import selection, suites
from .result_cache import ResultCache
from .schedule import Completed, Schedule, needed
from .stack import SharedStack
from .suite import LOGS, Counts, Suite, Task

EXAMPLES = """examples:
  scripts/test                        every suite that a change since the last run can have broken
  scripts/test --all                  every suite
  scripts/test --quick                every suite that needs no running stack
  scripts/test users/login signup     the tests of an endpoint, a screen, a command of scripts/ops or a Python test file
  scripts/test --full                 every suite, Lambda's image, Firefox, journeys in every language and screen size

It can run while scripts/dev runs. Its last line has the counts."""


def command() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/test",
        description="Installs what is missing, then runs checks and tests against a stack of its own.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", nargs="*", help="run only the tests with this name")
    parser.add_argument("--quick", action="store_true", help="run only what needs no running stack")
    parser.add_argument("--all", action="store_true", help="also run what passed before, and functions of two releases")
    parser.add_argument("--full", action="store_true", help="also run what takes too long for every day")
    options = parser.parse_args()

    tools.require()
    started = time.monotonic()
    with SharedStack() as stack:
        tasks: Sequence[Task] = suites.everything(stack, options.all, options.full)
        if options.name:
            tasks = selection.tasks(stack, options.name)
        elif options.quick:
            tasks = needed(tasks, suites.without_stack())
        total = run(tasks, ResultCache(), use_cache=not (options.all or options.full or options.name))
    print(f"\n{time.monotonic() - started:.0f} s in all\n{total}")
    return 1 if total.failed or total.passed + total.skipped == 0 else 0


def run(tasks: Sequence[Task], cache: ResultCache, use_cache: bool) -> Counts:
    """Runs tasks and reports each result. With `use_cache`, suites that passed with the same files are not run."""
    shutil.rmtree(LOGS, ignore_errors=True)
    total = Counts(0, 0)
    changed = []
    for suite in (task for task in tasks if isinstance(task, Suite)):
        cached = cache.get(suite) if use_cache else None
        if cached is None:
            changed.append(suite)
        else:
            total += Counts(0, 0, cached.passed)
            print(f"= {suite.name}: {cached.passed} passed before with the same files", flush=True)
    for completed in Schedule(needed(tasks, changed), exclusive=suites.STACK).run():
        total += completed.result.counts
        if isinstance(completed.task, Suite):
            cache.put(completed.task, completed.result.counts)
        report(completed)
    return total


def report(completed: Completed) -> None:
    """Prints one line for a task, and its output if it failed or did not run."""
    counts = completed.result.counts
    counted = f": {counts}" if isinstance(completed.task, Suite) or counts.failed else ""
    was_run = counts.passed or counts.failed or not counts.skipped
    mark = "✗" if counts.failed else "✓" if was_run else "–"
    print(f"{mark} {completed.task.name}{counted} ({completed.seconds:.1f} s)", flush=True)
    if counts.failed or not was_run:
        print(completed.result.output, flush=True)


if __name__ == "__main__":
    console.main(command)
