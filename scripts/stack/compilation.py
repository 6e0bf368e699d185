"""Compiles the functions in the background."""

import os
import subprocess
from pathlib import Path

import psutil

from .console import CommandError
from .instance import ROOT
from .processes import terminate

#: Leaves out the packages of the binaries that are deployed to AWS, one for each function: 53 links.
WITHOUT_DEPLOYED = ["--exclude", "functions-size", "--exclude", "functions-speed"]
COMMAND = ["cargo", "build", "--workspace", *WITHOUT_DEPLOYED, "--bins"]
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
                COMMAND,
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stderr=diagnostics,
                preexec_fn=lambda: os.nice(10),
                # With a session of its own, Cargo does not receive Ctrl-C: the command terminates it in order.
                start_new_session=True,
            )
        return self

    def __exit__(self, *_: object) -> None:
        if self._cargo.poll() is None:
            terminate(self._cargo)

    def wait(self) -> None:
        """Waits until everything is built. Fails if something does not compile."""
        if self._cargo.wait() != 0:
            raise CommandError(f"`{' '.join(COMMAND)}` failed:\n{self._log.read_text(errors='replace')}", HINT)
