"""Runs parts beside each other, as soon as what they need is there."""

import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

import psutil

from ..console import CommandError
from ..processes import terminate
from .counts import Counts
from .part import Part, Preparation, Result

Task = Part | Preparation
#: How many parts run at once. Compiling alone keeps two cores busy; the other lane fills the time in which one task waits.
LANES = 2


@dataclass(frozen=True)
class Ended:
    """A task, how it ended, and how long it took."""

    task: Task
    result: Result
    seconds: float


class Schedule:
    """Runs tasks in their order, each when what it needs has succeeded. What needs a task that failed is not run, and fails."""

    def __init__(self, tasks: list[Task], lanes: int = LANES):
        self._waiting = list(tasks)
        self._lanes = lanes
        self._succeeded: set[str] = set()
        self._failed: set[str] = set()
        self._processes: set[psutil.Popen] = set()
        self._lock = threading.Lock()

    def run(self) -> Iterator[Ended]:
        """Yields each task when it has ended."""
        with ThreadPoolExecutor(self._lanes) as pool:
            running: dict[Future, tuple[Task, float]] = {}
            try:
                while self._waiting or running:
                    yield from self._give_up()
                    if not self._waiting and not running:
                        return
                    while len(running) < self._lanes and (task := self._next()):
                        running[pool.submit(task.run, self._start)] = (task, time.monotonic())
                    if not running:
                        raise ValueError(f"nothing provides what these need: {[task.name for task in self._waiting]}")
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        task, started = running.pop(future)
                        result = self._result(future)
                        (self._failed if result.counts.failed else self._succeeded).add(task.name)
                        yield Ended(task, result, time.monotonic() - started)
            finally:
                self._end_processes()

    def _next(self) -> Task | None:
        ready = next((task for task in self._waiting if self._succeeded.issuperset(task.needs)), None)
        if ready:
            self._waiting.remove(ready)
        return ready

    def _give_up(self) -> Iterator[Ended]:
        """Fails what can never start."""
        while hopeless := [task for task in self._waiting if self._failed.intersection(task.needs)]:
            for task in hopeless:
                self._waiting.remove(task)
                self._failed.add(task.name)
                missing = ", ".join(sorted(self._failed.intersection(task.needs)))
                counts = Counts(0, 1) if isinstance(task, Part) else Counts(0, 0)
                yield Ended(task, Result(counts, f"It was not run, since this failed: {missing}"), 0)

    def _start(self, *arguments, **more) -> psutil.Popen:
        process = psutil.Popen(*arguments, start_new_session=True, **more)
        with self._lock:
            self._processes.add(process)
        return process

    def _end_processes(self) -> None:
        with self._lock:
            for process in self._processes:
                if process.poll() is None:
                    terminate(process)

    @staticmethod
    def _result(future: Future) -> Result:
        try:
            return future.result()
        except CommandError as error:
            return Result(Counts(0, 1), f"{error}\n  → {error.hint}")


def needed(tasks: list[Task], wanted: Sequence[Task]) -> list[Task]:
    """What is wanted, and all that it needs, in the order of `tasks`."""
    by_name = {task.name: task for task in tasks}
    names: set[str] = set()
    reached = [task.name for task in wanted]
    while reached:
        name = reached.pop()
        if name not in names:
            names.add(name)
            reached.extend(by_name[name].needs)
    return [task for task in tasks if task.name in names]
