"""Starts MiniStack: a local AWS in one process, with authentication on, so that missing permissions fail here too."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from .console import step
from .instance import REGION, Instance, require_free
from .processes import Process, responds

NAME = "The local AWS"
HINT = "Start it again; scripts/dev --reset deletes all local data."


@contextmanager
def running(instance: Instance) -> Iterator[Process]:
    """Runs the emulator with its saved state. It responds when the block begins, and stops when the block ends."""
    folder = instance.folder / "emulator"
    folder.mkdir(parents=True, exist_ok=True)
    environment = {
        **os.environ,
        "AUTH": "true",
        "BIND_HOST": "127.0.0.1",
        "GATEWAY_PORT": str(instance.port_aws),
        "LOG_LEVEL": "WARNING",
        "MINISTACK_REGION": REGION,
        "AWS_DEFAULT_REGION": REGION,
        # Functions inherit these two, and find the emulator by them.
        "AWS_ENDPOINT_URL": instance.aws,
        "AWS_EC2_METADATA_DISABLED": "true",
        # MQTT would listen on every network interface, and nothing here uses it.
        "IOT_MTLS_ENABLED": "0",
        "PERSIST_STATE": "1",
        "STATE_DIR": str(folder / "state"),
        "S3_PERSIST": "1",
        "S3_DATA_DIR": str(folder / "s3"),
        "TMPDIR": str(folder),
    }
    require_free("PORT_AWS", instance.port_aws)
    command = [sys.executable, "-m", "stack.local_aws"]
    with Process(command, log=instance.folder / "emulator.log", cwd=folder, env=environment) as process:
        with step("Starting the local AWS"):
            process.wait_until(lambda: responds(f"{instance.aws}/_ministack/health"), NAME, HINT)
        yield process
