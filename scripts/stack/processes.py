"""Processes that the commands start, and end by their ids, with everything that those started."""

import os
import signal
import subprocess
import time
from pathlib import Path


class Process:
    """A process in the background, with its output in a file."""

    def __init__(self, command: list, log: Path, cwd: Path, env: dict | None = None):
        log.parent.mkdir(parents=True, exist_ok=True)
        self.log = log
        with log.open("wb") as output:
            # A session of its own: Ctrl-C reaches the command, which then ends this in order.
            self._popen = subprocess.Popen(
                command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True
            )

    @property
    def running(self) -> bool:
        return self._popen.poll() is None

    def stop(self) -> None:
        """Asks it to end, waits until it has saved what it saves, and ends what it left behind."""
        family = descendants(self._popen.pid)
        if self.running:
            self._popen.terminate()
            try:
                self._popen.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self._popen.kill()
                self._popen.wait()
        for pid in family:
            send(pid, signal.SIGKILL)

    def last_lines(self, count: int = 15) -> str:
        """The end of its output, for a failure's message."""
        lines = self.log.read_text(errors="replace").splitlines()
        return "\n".join(f"  | {line}" for line in lines[-count:])


def descendants(pid: int) -> list[int]:
    """The ids of a process's children, their children, and so on."""
    listing = subprocess.run(["ps", "-axo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = [tuple(map(int, line.split())) for line in listing.splitlines()]
    found, generation = [], {pid}
    while generation:
        generation = {child for child, parent in parents if parent in generation}
        found.extend(generation)
    return found


def send(pid: int, sig: signal.Signals) -> bool:
    """Sends a signal; false when there is no such process."""
    try:
        os.kill(pid, sig)
    except ProcessLookupError:
        return False
    return True


def identity(pid: int) -> str | None:
    """When and as what a process was started, so that a recycled id is not taken for it."""
    listing = subprocess.run(["ps", "-o", "lstart=,command=", "-p", str(pid)], capture_output=True, text=True)
    return listing.stdout.strip() or None


def wait_until_gone(pid: int, seconds: float) -> bool:
    """Waits for a process that is not our child."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if identity(pid) is None:
            return True
        time.sleep(0.1)
    return False
