"""Compiles the functions in the background, and reports each binary when it is built."""

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
    A build of the functions and of scripts/ops, which runs until its `with` block ends.

    It has a low priority, so that it does not slow down what the user waits for meanwhile.
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
                # With a session of its own, Cargo does not receive Ctrl-C: the command terminates it in order.
                start_new_session=True,
            )
        return self

    def __exit__(self, *_: object) -> None:
        if self._cargo.poll() is None:
            terminate(self._cargo)
        self._cargo.stdout.close()

    def binaries(self) -> Iterator[str]:
        """Yields each binary that was out of date, when it is built. Fails at the end if something does not compile."""
        for line in self._cargo.stdout:
            message = json.loads(line)
            if message["reason"] == "compiler-artifact" and message["executable"] and not message["fresh"]:
                yield message["target"]["name"]
        if self._cargo.wait() != 0:
            raise CommandError(f"`{' '.join(COMMAND)}` failed:\n{self._log.read_text(errors='replace')}", HINT)
