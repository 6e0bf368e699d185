"""MiniStack: a local AWS in one process, with authentication on, so that a missing permission fails here too."""

import json
import os
import sys
import time
import urllib.request

from .console import Failure
from .instance import REGION, Instance
from .processes import Process


def start(instance: Instance) -> Process:
    """Starts the emulator with the state that it saved last, and waits until it answers."""
    folder = instance.folder / "emulator"
    folder.mkdir(parents=True, exist_ok=True)
    process = Process(
        [sys.executable, "-m", "ministack"],
        log=instance.folder / "emulator.log",
        cwd=folder,
        env={
            **os.environ,
            "AUTH": "true",
            # Another address lets containers in, and your network: the README says when that is needed.
            "BIND_HOST": os.environ.get("BIND_AWS", "127.0.0.1"),
            "GATEWAY_PORT": str(instance.port_aws),
            "LOG_LEVEL": "WARNING",
            "MINISTACK_REGION": REGION,
            "AWS_DEFAULT_REGION": REGION,
            # Functions inherit these two: it is how they find the emulator, and nothing else.
            "AWS_ENDPOINT_URL": instance.aws,
            "AWS_EC2_METADATA_DISABLED": "true",
            # It would listen on every address, for a service that nothing here uses.
            "IOT_MTLS_ENABLED": "0",
            "PERSIST_STATE": "1",
            "STATE_DIR": str(folder / "state"),
            "S3_PERSIST": "1",
            "S3_DATA_DIR": str(folder / "s3"),
            "TMPDIR": str(folder),
        },
    )
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if not process.running:
            break
        if healthy(instance):
            return process
        time.sleep(0.1)
    process.stop()
    raise Failure(f"The emulator did not start:\n{process.last_lines()}", "scripts/dev --reset starts from nothing.")


def healthy(instance: Instance) -> bool:
    """Whether the emulator answers."""
    try:
        with urllib.request.urlopen(f"{instance.aws}/_ministack/health", timeout=2) as response:
            return json.load(response) is not None
    except (OSError, ValueError):
        return False
