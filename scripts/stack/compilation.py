"""Compiles the functions in the background, and names each binary when it is built."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psutil

from .console import CommandError
from .instance import ROOT
from .processes import terminate

COMMAND = ["cargo", "build", "--workspace", "--bins"]
HINT = "Correct what the compiler reports, and try again."


class Compilation:
    """
    A build of the functions and of the operator's tool, for as long as a `with` block lasts. It has a low priority, so that what a
    person waits for in the meantime is not slowed down.
    """

    def __init__(self, log: Path):
        self._log = log

    def __enter__(self) -> "Compilation":
        self._log.parent.mkdir(parents=True, exist_ok=True)
        with self._log.open("wb") as diagnostics:
            self._cargo = psutil.Popen(
                [*COMMAND, "--message-format=json-render-diagnostics"],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=diagnostics,
                text=True,
                preexec_fn=lambda: os.nice(10),
                # A session of its own: Ctrl-C reaches the command, which then ends this in order.
                start_new_session=True,
            )
        return self

    def __exit__(self, *_) -> None:
        if self._cargo.poll() is None:
            terminate(self._cargo)
        self._cargo.stdout.close()

    def binaries(self) -> Iterator[str]:
        """The name of each binary that was not up to date, when it is built. Fails at the end when something does not compile."""
        for line in self._cargo.stdout:
            message = json.loads(line)
            if message["reason"] == "compiler-artifact" and message["executable"] and not message["fresh"]:
                yield message["target"]["name"]
        if self._cargo.wait() != 0:
            raise CommandError(f"`{' '.join(COMMAND)}` failed:\n{self._log.read_text(errors='replace')}", HINT)
