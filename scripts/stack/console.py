"""What commands print: steps with their durations, and errors with hints."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

TERMINATION_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
#: AWS settings of the user that local commands keep.
KEPT_AWS_VARIABLES = {"AWS_CA_BUNDLE"}


class CommandError(Exception):
    """An error that the user can correct: its message, and a hint that says how."""

    def __init__(self, message: str, hint: str):
        super().__init__(message)
        self.hint = hint

    def report(self) -> None:
        print(f"\n✗ {self}\n  → {self.hint}", file=sys.stderr, flush=True)


@contextmanager
def step(name: str) -> Iterator[None]:
    """Prints the name of a step, and its duration when it has succeeded. Steps may overlap."""
    print(f"· {name}", flush=True)
    started = time.monotonic()
    yield
    print(f"✓ {name}: {time.monotonic() - started:.1f} s", flush=True)


def main(command: Callable[[], int], local: bool = True) -> None:
    """Runs a command and exits. Command errors are printed without a stack trace."""
    for number in TERMINATION_SIGNALS:
        signal.signal(number, interrupt)
    if local:
        ignore_aws_settings()
    try:
        sys.exit(command())
    except KeyboardInterrupt:
        sys.exit(130)
    except CommandError as error:
        error.report()
        sys.exit(1)


def interrupt(*_: object) -> None:
    """Handles a termination signal: the command cleans up and exits. Further signals are ignored."""
    for number in TERMINATION_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def ignore_aws_settings() -> None:
    """Removes the user's profiles, endpoints and proxies for AWS: local commands use the loopback interface only."""
    for name in [name for name in os.environ if name.startswith("AWS_") and name not in KEPT_AWS_VARIABLES]:
        del os.environ[name]
    for name in ("NO_PROXY", "no_proxy"):
        os.environ[name] = ",".join(filter(None, [os.environ.get(name), "localhost", "127.0.0.1"]))
