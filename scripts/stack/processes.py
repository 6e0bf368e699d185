"""Background processes that the commands start, and terminate together with their descendants."""

import json
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from .console import CommandError

#: How long a process may take to save its state after SIGTERM.
TERMINATION_SECONDS = 20


@dataclass
class Process:
    """
    A background process that runs until its `with` block ends. Its output goes to a log file.

    A file next to the log contains its id meanwhile: if the command is killed, the next command terminates the process.
    """

    name: str
    command: Sequence[str | Path]
    log: Path
    cwd: Path
    env: Mapping[str, str] | None = None
    hint: str = "Correct what it reports, and start again."

    def __enter__(self) -> "Process":
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("wb") as output:
            self._popen = psutil.Popen(
                self.command,
                cwd=self.cwd,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                # With a session of its own, the process does not receive Ctrl-C: the command terminates it in order.
                start_new_session=True,
            )
        self.log.with_suffix(".pid").write_text(json.dumps([self._popen.pid, self._popen.create_time()]))
        return self

    def __exit__(self, *_: object) -> None:
        terminate(self._popen)
        self.log.with_suffix(".pid").unlink(missing_ok=True)

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def running(self) -> bool:
        return self._popen.poll() is None

    def wait_until(self, ready: Callable[[], bool], seconds: float = 60) -> None:
        """Waits until `ready` returns true. Fails when the process exits before that, or after `seconds`."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and self.running:
            if ready():
                return
            time.sleep(0.1)
        raise CommandError(f"{self.name} did not start:\n{self.last_lines()}", self.hint)

    def require_running(self) -> None:
        if not self.running:
            raise CommandError(f"{self.name} has exited:\n{self.last_lines()}", self.hint)

    def wait(self) -> None:
        """Waits until it has exited. Fails when it failed."""
        if self._popen.wait() != 0:
            raise CommandError(f"{self.name} failed:\n{self.log.read_text(errors='replace')}", self.hint)

    def last_lines(self, count: int = 15) -> str:
        lines = self.log.read_text(errors="replace").splitlines()
        return "\n".join(f"  | {line}" for line in lines[-count:])


def responds(url: str) -> bool:
    """Whether a server responds at a URL, even with an error."""
    try:
        urllib.request.urlopen(url, timeout=2).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def terminate_orphans(folder: Path) -> None:
    """Terminates the processes whose command was killed before it could do so."""
    for record in folder.glob("*.pid"):
        pid, created = json.loads(record.read_text())
        with suppress(psutil.NoSuchProcess):
            process = psutil.Process(pid)
            # Another process may have received the same id since.
            if process.create_time() == created:
                terminate(process)
        record.unlink(missing_ok=True)


def terminate(process: psutil.Process) -> None:
    """Sends SIGTERM to a process, waits until it has exited, and kills what remains of it and its descendants."""
    descendants = []
    with suppress(psutil.NoSuchProcess):
        descendants = process.children(recursive=True)
        process.terminate()
        try:
            process.wait(TERMINATION_SECONDS)
        except psutil.TimeoutExpired:
            process.kill()
            process.wait(TERMINATION_SECONDS)
    for descendant in descendants:
        with suppress(psutil.NoSuchProcess):
            descendant.kill()
