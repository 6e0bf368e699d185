"""A container engine for tests: the one that responds, or podman, which root installs on Debian."""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from . import container_engine, tools
from .console import CommandError
from .container_engine import Engine
from .processes import Process, terminate_orphans

PODMAN = "podman"
PACKAGES = ("podman", "runc", "netavark", "conmon", "iptables")
#: podman asks for more than these, which a process without CAP_SYS_RESOURCE may not have.
LIMITS = {"nofile": (resource.RLIMIT_NOFILE, 1 << 20), "nproc": (resource.RLIMIT_NPROC, 1 << 15)}
#: A program that ends at once.
PROBE = Path("/bin/true")


def install() -> None:
    """On Debian, root installs podman if it is missing, and no container engine responds."""
    if container_engine.find() is None and sys.platform == "linux" and not shutil.which(PODMAN):
        tools.install_debian_packages(PACKAGES)


def missing() -> str | None:
    """Why there is no container engine that can be used; None if one responds, or podman runs containers."""
    if engine := container_engine.find():
        try:
            engine.host_address()
        except CommandError as error:
            return f"{error} {error.hint}"
        return None
    if sys.platform != "linux" or os.geteuid() != 0 or not shutil.which(PODMAN):
        return f"no container engine. {container_engine.HINT}"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        root = folder / "root"
        root.mkdir()
        subprocess.run(["tar", "-x", "-C", root], input=container_engine.root_with([PROBE]), check=True)
        command = [PODMAN, "run", "--rm", "--rootfs", str(root), str(PROBE)]
        run = subprocess.run(command, env=environment(folder), capture_output=True, text=True, check=False)
    return None if run.returncode == 0 else f"podman runs no container here: {run.stderr.strip()}"


@contextmanager
def running(folder: Path) -> Iterator[Engine]:
    """The engine that responds. If there is none, podman responds until the block ends."""
    if engine := container_engine.find():
        yield engine
        return
    if reason := missing():
        raise CommandError(reason, container_engine.HINT)
    folder.mkdir(parents=True, exist_ok=True)
    terminate_orphans(folder)
    # The path of a socket is short.
    with tempfile.TemporaryDirectory() as sockets:
        engine = Engine(f"unix://{sockets}/podman.sock")
        command = [PODMAN, "system", "service", "--time=0", engine.host]
        with Process(command, folder / "podman.log", folder, environment(folder)) as process:
            process.wait_until(lambda: engine.get("/info") is not None, PODMAN, container_engine.HINT)
            yield engine


def environment(folder: Path) -> dict[str, str]:
    """The environment variables for podman. Its settings, for a machine without systemd, are written to the folder."""
    limits = []
    for name, (number, most) in LIMITS.items():
        allowed = resource.getrlimit(number)[1]
        limit = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
        limits.append(f'"{name}={limit}:{limit}"')
    path = folder / "containers.conf"
    path.write_text(
        f"[containers]\ndefault_ulimits = [{', '.join(limits)}]\n"
        '[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n'
        '[network]\nnetwork_backend = "netavark"\n'
    )
    return {**os.environ, "CONTAINERS_CONF": str(path)}
