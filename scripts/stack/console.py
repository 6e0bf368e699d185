"""What the commands say: steps with their times, and failures with what to do about them."""

import os
import signal
import sys
import time
from contextlib import contextmanager

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
#: What a person may have set for AWS itself, and still needs here.
KEPT = {"AWS_CA_BUNDLE"}


class CommandError(Exception):
    """Something that a person can mend: what happened, and what to do."""

    def __init__(self, what: str, hint: str):
        super().__init__(what)
        self.hint = hint

    def report(self) -> None:
        print(f"\n✗ {self}\n  → {self.hint}", file=sys.stderr, flush=True)


@contextmanager
def step(name: str):
    """Says what is being done, and then how long it took. Steps may overlap."""
    print(f"· {name}", flush=True)
    started = time.monotonic()
    yield
    print(f"✓ {name}: {time.monotonic() - started:.1f} s", flush=True)


def main(command, local: bool = True) -> None:
    """Runs a command; what it fails with is told without a stack trace."""
    for number in ENDING:
        signal.signal(number, interrupt)
    if local:
        keep_to_this_machine()
    try:
        sys.exit(command())
    except KeyboardInterrupt:
        sys.exit(130)
    except CommandError as error:
        error.report()
        sys.exit(1)


def interrupt(*_) -> None:
    """Ends the command in order, whichever way it was told to end. Being told twice changes nothing."""
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def keep_to_this_machine() -> None:
    """Forgets profiles, endpoints and proxies that a person has set for AWS: everything here is on the loopback."""
    for name in [name for name in os.environ if name.startswith("AWS_") and name not in KEPT]:
        del os.environ[name]
    for name in ("NO_PROXY", "no_proxy"):
        os.environ[name] = ",".join(filter(None, [os.environ.get(name), "localhost", "127.0.0.1"]))
