"""The stack that the tests run against: its own emulator, its own ports, and the built web app behind the CDN."""

from contextlib import ExitStack

from .. import site, up
from ..instance import Instance, free_port
from .counts import FOLDER

#: Deployed as its real archive, so that what AWS gets runs here too; the others execute their binary where it was built.
WHOLE_ARCHIVES = ("courses-list",)


#: Tests share the machine with each other and with other work. Tests of slow services use functions of their own.
PATIENCE = 4
DESCRIPTION = FOLDER / "stack.json"


class TestStack:
    """Started when the first part needs it, and ended with the `with` block."""

    #: It is no test, whatever its name begins with.
    __test__ = False

    def __init__(self):
        self._running = ExitStack()

    def __enter__(self) -> "TestStack":
        FOLDER.mkdir(parents=True, exist_ok=True)
        return self

    def __exit__(self, *_) -> None:
        self._running.close()

    def start(self) -> None:
        """Starts and deploys it, with the catalogue in its tables and the web app in its bucket."""
        # Ports are chosen now, and not when the command starts: what is free then may be in use after minutes of building.
        instance = Instance(
            "masar-test", FOLDER / "stack", DESCRIPTION, free_port(), free_port(), WHOLE_ARCHIVES, PATIENCE
        )
        up.reset(instance)
        stack = self._running.enter_context(up.running(instance))
        stack.import_catalogue()
        stack.publish()
        self._running.enter_context(site.running(instance, stack.api, built=True, cdn=stack.cdn))
