"""Processes that the commands start, and end by their ids, with everything that those started."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from .console import Failure

#: How long a process may take to save what it saves.
ENDING_SECONDS = 20


class Process:
    """A process in the background, for as long as a `with` block lasts. Its output goes to a file.

    While it runs, its id is kept in a file beside its output, so that the next command can end what a command that was killed
    has left behind.
    """

    def __init__(self, command: list, log: Path, cwd: Path, env: dict | None = None):
        self._command, self._cwd, self._env = command, cwd, env
        self.log = log
        self._record = log.with_suffix(".pid")

    def __enter__(self) -> "Process":
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("wb") as output:
            self._popen = subprocess.Popen(
                self._command,
                cwd=self._cwd,
                env=self._env,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                # A session of its own: Ctrl-C reaches the command, which then ends this in order.
                start_new_session=True,
            )
        self._record.write_text(json.dumps([self._popen.pid, identity(self._popen.pid)]))
        return self

    def __exit__(self, *_) -> None:
        end(self._popen.pid, self._popen.wait)
        self._record.unlink(missing_ok=True)

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def running(self) -> bool:
        return self._popen.poll() is None

    def wait_until(self, ready: Callable[[], bool], what: str, to_do: str, seconds: float = 60) -> None:
        """Waits until the process does what it is for."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and self.running:
            if ready():
                return
            time.sleep(0.1)
        raise Failure(f"{what} did not start:\n{self.last_lines()}", to_do)

    def require_running(self, what: str, to_do: str) -> None:
        """Fails when the process has ended by itself."""
        if not self.running:
            raise Failure(f"{what} has ended by itself:\n{self.last_lines()}", to_do)

    def last_lines(self, count: int = 15) -> str:
        """The end of its output, for a failure's message."""
        lines = self.log.read_text(errors="replace").splitlines()
        return "\n".join(f"  | {line}" for line in lines[-count:])


def end_left_over(folder: Path) -> None:
    """Ends the processes that a command has left behind which was killed before it could end them."""
    for record in folder.glob("*.pid"):
        pid, known = json.loads(record.read_text())
        if known is not None and identity(pid) == known:
            end(pid, lambda timeout=None, pid=pid: wait_until_gone(pid, timeout))
        record.unlink(missing_ok=True)


def end(pid: int, wait: Callable) -> None:
    """Asks a process to end, waits until it has saved what it saves, and ends what it leaves behind."""
    family = descendants(pid)
    if send(pid, signal.SIGTERM):
        try:
            wait(timeout=ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            send(pid, signal.SIGKILL)
            wait(timeout=ENDING_SECONDS)
    for child in family:
        send(child, signal.SIGKILL)


def wait_until_gone(pid: int, timeout: float) -> None:
    """Waits for a process that is not our child."""
    until = time.monotonic() + timeout
    while identity(pid) is not None:
        if time.monotonic() > until:
            raise subprocess.TimeoutExpired(str(pid), timeout)
        time.sleep(0.1)


def descendants(pid: int) -> list[int]:
    """The ids of a process's children, their children, and so on."""
    parents = [tuple(map(int, line.split())) for line in ps("-axo", "pid=,ppid=").splitlines()]
    found, generation = [], {pid}
    while generation:
        generation = {child for child, parent in parents if parent in generation}
        found.extend(generation)
    return found


def identity(pid: int) -> str | None:
    """When and as what a process was started, so that a recycled id is not taken for it. None when there is no such process."""
    said = ps("-o", "stat=,lstart=,command=", "-p", str(pid)).strip()
    state, _, rest = said.partition(" ")
    return None if not said or state.startswith("Z") else rest.strip()


def ps(*arguments: str) -> str:
    """What `ps` says, in one language and time zone."""
    environment = {**os.environ, "LC_ALL": "C", "TZ": "UTC"}
    return subprocess.run(["ps", *arguments], capture_output=True, text=True, env=environment).stdout


def send(pid: int, number: signal.Signals) -> bool:
    """Sends a signal; false when there is no such process."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return False
    return True
