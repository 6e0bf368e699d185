"""The web app in front of the API, at one address, as the CDN has them."""

import os
import time
import urllib.error
import urllib.request

from . import tools
from .console import Failure
from .instance import Instance
from .processes import Process


def build() -> None:
    """Builds the web app as it is deployed."""
    tools.run(["npm", "run", "--silent", "build"], cwd=tools.FRONTEND)


def start(instance: Instance, api: str, built: bool = False) -> Process:
    """Serves the web app's sources with reload, or what `build` made, and waits until it answers."""
    vite = tools.FRONTEND / "node_modules" / "vite" / "bin" / "vite.js"
    process = Process(
        ["node", str(vite), *(["preview"] if built else [])],
        log=instance.folder / "site.log",
        cwd=tools.FRONTEND,
        env={**os.environ, "PORT_SITE": str(instance.port_site), "API_ADDRESS": api},
    )
    until = time.monotonic() + 60
    while time.monotonic() < until and process.running:
        if answers(instance.site):
            return process
        time.sleep(0.1)
    process.stop()
    raise Failure(f"The web app did not start:\n{process.last_lines()}", "Mend what it says, and try again.")


def answers(address: str) -> bool:
    """Whether something is served at an address, be it an error."""
    try:
        urllib.request.urlopen(address, timeout=2).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True
