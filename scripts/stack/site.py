"""Serves the web app and the API at one origin, as the CDN does."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from . import tools
from .console import step
from .instance import Instance, require_free
from .processes import Process, responds

NAME = "The web app"
HINT = "Correct what it reports, and start again."


@contextmanager
def running(instance: Instance, api: str, built: bool = False, cdn: str = "") -> Iterator[Process]:
    """
    Serves the web app until the block ends: from its sources with reload, or the present build if `built`.

    With `cdn`, the build is served through the CDN, to which it was published.
    """
    require_free("PORT_SITE", instance.port_site)
    vite = tools.FRONTEND / "node_modules" / "vite" / "bin" / "vite.js"
    variables = {
        "PORT_SITE": str(instance.port_site),
        "API_ADDRESS": api,
        "MAIL_ADDRESS": instance.mail,
        "CDN_ADDRESS": cdn,
    }
    with Process(
        ["node", vite, *(["preview"] if built else [])],
        log=instance.folder / "site.log",
        cwd=tools.FRONTEND,
        env={**os.environ, **variables},
    ) as process:
        with step("Starting the web app"):
            process.wait_until(lambda: responds(instance.site), NAME, HINT)
        yield process
