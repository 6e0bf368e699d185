"""The web app in front of the API, at one address, as the CDN has them."""

import os
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

from . import tools
from .console import step
from .instance import Instance, require_free
from .processes import Process

WHAT = "The web app"
HINT = "Mend what it says, and start again."


@contextmanager
def running(instance: Instance, api: str, built: bool = False, cdn: str = "") -> Iterator[Process]:
    """
    The web app's sources with reload, or what was built, from when it answers until the block ends. What was built and published
    may come from the CDN.
    """
    require_free("PORT_SITE", instance.port_site)
    vite = tools.FRONTEND / "node_modules" / "vite" / "bin" / "vite.js"
    with Process(
        ["node", str(vite), *(["preview"] if built else [])],
        log=instance.folder / "site.log",
        cwd=tools.FRONTEND,
        env={
            **os.environ,
            "PORT_SITE": str(instance.port_site),
            "API_ADDRESS": api,
            "MAIL_ADDRESS": instance.mail,
            "CDN_ADDRESS": cdn,
        },
    ) as process:
        with step("Starting the web app"):
            process.wait_until(lambda: answers(instance.site), WHAT, HINT)
        yield process


def answers(address: str) -> bool:
    """Whether something is served at an address, be it an error."""
    try:
        urllib.request.urlopen(address, timeout=2).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True
