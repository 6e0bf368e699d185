"""The stack that tests send requests to: its own emulator and ports, and the built web app behind the CDN."""

import os
from contextlib import ExitStack

from .. import local_stack, site
from ..instance import Instance, free_port
from .counts import FOLDER

#: Functions that are deployed as a full archive, as on AWS. The others execute their binary where it was built.
FULL_ARCHIVES = ("courses-list",)
#: The factor by which functions time out later, because tests share the machine.
TIMEOUT_FACTOR = 4
DESCRIPTION = FOLDER / "stack.json"


class TestStack:
    """A stack that starts when the first suite needs it, and stops at the end of the `with` block."""

    #: pytest collects classes whose name begins with `Test`.
    __test__ = False

    def __init__(self) -> None:
        """`RATE_LIMITS=none` lifts all rate limits."""
        self._unlimited = os.environ.get("RATE_LIMITS") == "none"
        self._running = ExitStack()

    def __enter__(self) -> "TestStack":
        FOLDER.mkdir(parents=True, exist_ok=True)
        return self

    def __exit__(self, *_: object) -> None:
        self._running.close()

    def start(self) -> None:
        """Starts and deploys the stack, imports the catalogue and publishes the web app."""
        # The ports are chosen here: one that is free when the command starts may be in use after minutes of building.
        instance = Instance(
            "masar-test",
            FOLDER / "stack",
            DESCRIPTION,
            free_port(),
            free_port(),
            FULL_ARCHIVES,
            TIMEOUT_FACTOR,
            unlimited=self._unlimited,
        )
        local_stack.reset(instance)
        stack = self._running.enter_context(local_stack.running(instance))
        stack.import_catalogue()
        stack.publish_catalogue()
        stack.publish()
        self._running.enter_context(site.running(instance, stack.api, built=True, cdn=stack.cdn))
