"""Runs suites and preparations in parallel, each as soon as what it needs has succeeded."""

import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from ..console import CommandError
from ..processes import terminate
from .suite import Counts, Result, Suite, Task

#: How many tasks run at once. Compiling alone keeps two cores busy; the other lane uses the time in which a task waits.
LANES = 2


@dataclass(frozen=True)
class Completed:
    task: Task
    result: Result
    seconds: float


class Schedule:
    """
    Runs tasks in order, each when what it needs has succeeded. A task whose needs failed is not run, and fails.

    Of the tasks that need `exclusive`, one runs at a time: two together would overload it.
    """

    def __init__(self, tasks: Sequence[Task], lanes: int = LANES, exclusive: str | None = None):
        self._waiting = list(tasks)
        self._lanes = lanes
        self._exclusive = exclusive
        self._succeeded: set[str] = set()
        self._failed: set[str] = set()
        self._processes: list[psutil.Popen] = []

    def run(self) -> Iterator[Completed]:
        with ThreadPoolExecutor(self._lanes) as pool:
            running: dict[Future[Result], tuple[Task, float]] = {}
            try:
                while self._waiting or running:
                    yield from self._fail_blocked()
                    if not self._waiting and not running:
                        return
                    while len(running) < self._lanes and (task := self._next(task for task, _ in running.values())):
                        running[pool.submit(task.run, self._start)] = (task, time.monotonic())
                    if not running:
                        raise ValueError(f"nothing provides what these need: {[task.name for task in self._waiting]}")
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        task, started = running.pop(future)
                        try:
                            result = future.result()
                        except CommandError as error:
                            result = Result(Counts(0, 1), f"{error}\n  → {error.hint}")
                        (self._failed if result.counts.failed else self._succeeded).add(task.name)
                        yield Completed(task, result, time.monotonic() - started)
            finally:
                for process in self._processes:
                    terminate(process)

    def _next(self, running: Iterable[Task]) -> Task | None:
        is_in_use = any(self._exclusive in task.needs for task in running)
        ready = next(
            (
                task
                for task in self._waiting
                if self._succeeded.issuperset(task.needs) and not (is_in_use and self._exclusive in task.needs)
            ),
            None,
        )
        if ready:
            self._waiting.remove(ready)
        return ready

    def _fail_blocked(self) -> Iterator[Completed]:
        while blocked := [task for task in self._waiting if self._failed.intersection(task.needs)]:
            for task in blocked:
                self._waiting.remove(task)
                self._failed.add(task.name)
                missing = ", ".join(sorted(self._failed.intersection(task.needs)))
                counts = Counts(0, 1) if isinstance(task, Suite) else Counts(0, 0)
                yield Completed(task, Result(counts, f"It was not run, since this failed: {missing}"), 0)

    def _start(self, command: Sequence[str | Path], **options: Any) -> psutil.Popen:
        self._processes.append(psutil.Popen(command, start_new_session=True, **options))
        return self._processes[-1]


def needed(tasks: Sequence[Task], selected: Sequence[Task]) -> list[Task]:
    """The selected tasks and all that they need, in the order of `tasks`."""
    by_name = {task.name: task for task in tasks}
    names: set[str] = set()
    pending = [task.name for task in selected]
    while pending:
        name = pending.pop()
        if name not in names:
            names.add(name)
            pending.extend(by_name[name].needs)
    return [task for task in tasks if task.name in names]
