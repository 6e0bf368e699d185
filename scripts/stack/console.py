"""What the commands say: steps with their times, and failures with what to do about them."""

import signal
import sys
import time
from contextlib import contextmanager


class Failure(Exception):
    """Something that a person can mend: what happened, and what to do."""

    def __init__(self, what: str, to_do: str):
        super().__init__(what)
        self.to_do = to_do


@contextmanager
def step(name: str):
    """Says what is being done, and then how long it took."""
    print(f"· {name} …", end=" ", flush=True)
    started = time.monotonic()
    yield
    print(f"{time.monotonic() - started:.1f} s", flush=True)


def main(command) -> None:
    """Runs a command; what it fails with is told without a stack trace, and being told to end is being interrupted."""

    def interrupt(*_):
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, interrupt)
    try:
        sys.exit(command())
    except KeyboardInterrupt:
        sys.exit(130)
    except Failure as failure:
        print(f"\n✗ {failure}\n  → {failure.to_do}", file=sys.stderr)
        sys.exit(1)
