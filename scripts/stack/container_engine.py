"""
Docker, or an engine with its API, and how its containers reach the local AWS. For tests, podman is started where no
engine responds.
"""

import http.client
import io
import json
import os
import re
import resource
import shutil
import socket
import socketserver
import subprocess
import sys
import tarfile
import tempfile
import threading
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from . import tools
from .console import CommandError
from .processes import Process, terminate_orphans

HINT = "Start Docker, or set DOCKER_HOST to the socket of another engine: docs/operations/local.md."
#: The host name for containers in a virtual machine, such as Docker Desktop's. The engine forwards it to the host.
VIRTUAL_MACHINE_HOST = "host.docker.internal"
#: Allows a server on Linux to bind an IP address before it exists: podman creates its bridge with the first container.
IP_FREEBIND = 15


PODMAN = "podman"
PACKAGES = ("podman", "runc", "netavark", "conmon", "iptables")
#: podman asks for more than these, which a process without CAP_SYS_RESOURCE may not have.
LIMITS = {"nofile": (resource.RLIMIT_NOFILE, 1 << 20), "nproc": (resource.RLIMIT_NPROC, 1 << 15)}
#: A program that ends at once.
PROBE = Path("/bin/true")


class Connection(http.client.HTTPConnection):
    def __init__(self, host: str):
        super().__init__("localhost", timeout=20)
        self._url = urlsplit(host)

    def connect(self) -> None:
        if self._url.scheme == "unix":
            self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self.sock.settimeout(self.timeout)
            self.sock.connect(self._url.path)
        else:
            assert self._url.port
            self.sock = socket.create_connection((self._url.hostname, self._url.port), self.timeout)


@dataclass(frozen=True)
class Engine:
    #: The value of DOCKER_HOST.
    host: str

    def get(self, path: str) -> Any:
        """The JSON that the engine returns for a path; None when the engine or the path is not found."""
        try:
            with closing(Connection(self.host)) as connection:
                connection.request("GET", path)
                response = connection.getresponse()
                return json.load(response) if response.status == 200 else None
        except (OSError, ValueError, http.client.HTTPException):
            return None

    def send(self, method: str, path: str, body: bytes | None = None) -> None:
        with closing(Connection(self.host)) as connection:
            connection.request(method, path, body)
            response = connection.getresponse()
            answer = response.read().decode(errors="replace")
            if response.status >= 300:
                raise CommandError(f"The container engine refuses {method} {path}: {answer}", HINT)

    def has_image(self, name: str) -> bool:
        return self.get(f"/images/{name}/json") is not None

    def pull(self, name: str) -> bool:
        """Downloads an image if it is missing. Returns whether it is there."""
        repository, tag = name.split(":")
        if not self.has_image(name):
            with suppress(CommandError, OSError):
                self.send("POST", f"/images/create?fromImage={repository}&tag={tag}")
        return self.has_image(name)

    def import_image(self, name: str, root: bytes) -> None:
        self.send("POST", f"/images/create?fromSrc=-&repo={name}&tag=latest", root)

    def remove_containers(self, image: str) -> None:
        for container in self.get("/containers/json?all=true") or []:
            if container["Image"].startswith(image):
                self.send("DELETE", f"/containers/{container['Id']}?force=true")

    def host_address(self) -> str:
        """The host name or IP address at which containers reach this machine."""
        if configured := os.environ.get("ADDRESS_FOR_CONTAINERS"):
            return configured
        info = self.get("/info") or {}
        if sys.platform != "linux" or "Docker Desktop" in info.get("OperatingSystem", ""):
            return VIRTUAL_MACHINE_HOST
        if any("rootless" in option for option in info.get("SecurityOptions") or []):
            raise CommandError(
                "Containers of a rootless engine cannot reach this machine through their own network.",
                "Use the system's engine. Or set ADDRESS_FOR_CONTAINERS to an IP address of this machine: the local "
                "AWS is then reachable from its network.",
            )
        network = self.get("/networks/bridge") or {}
        for settings in network.get("IPAM", {}).get("Config") or []:
            if gateway := settings.get("Gateway"):
                return str(gateway)
        raise CommandError(
            "The container engine does not report the gateway of its bridge network.",
            "Set ADDRESS_FOR_CONTAINERS to the IP address of this machine in that network.",
        )


def find() -> Engine | None:
    """The first engine that responds: that of DOCKER_HOST, of Docker's current context, or at a default socket."""
    return next((engine for engine in map(Engine, hosts()) if engine.get("/info") is not None), None)


def require() -> Engine:
    engine = find()
    if engine is None:
        raise CommandError("No container engine responds.", HINT)
    return engine


def hosts() -> Iterator[str]:
    if configured := os.environ.get("DOCKER_HOST"):
        yield configured
        return
    if shutil.which("docker"):
        command = ["docker", "context", "inspect", "--format", "{{.Endpoints.docker.Host}}"]
        yield subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    yield "unix:///var/run/docker.sock"
    yield f"unix://{os.environ.get('XDG_RUNTIME_DIR', '/run')}/podman/podman.sock"


def install_podman() -> None:
    """On Debian, root installs podman if it is missing, and no container engine responds."""
    if find() is None and sys.platform == "linux" and not shutil.which(PODMAN):
        tools.install_debian_packages(PACKAGES)


def missing() -> str | None:
    """Why there is no container engine that can be used; None if one responds, or podman runs containers."""
    if engine := find():
        try:
            engine.host_address()
        except CommandError as error:
            return f"{error} {error.hint}"
        return None
    if sys.platform != "linux" or os.geteuid() != 0 or not shutil.which(PODMAN):
        return f"no container engine. {HINT}"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        root = folder / "root"
        root.mkdir()
        subprocess.run(["tar", "-x", "-C", root], input=root_with([PROBE]), check=True)
        command = [PODMAN, "run", "--rm", "--rootfs", str(root), str(PROBE)]
        run = subprocess.run(command, env=podman_environment(folder), capture_output=True, text=True, check=False)
    return None if run.returncode == 0 else f"podman runs no container here: {run.stderr.strip()}"


@contextmanager
def running(folder: Path) -> Iterator[Engine]:
    """The engine that responds. If there is none, podman responds until the block ends."""
    if engine := find():
        yield engine
        return
    if reason := missing():
        raise CommandError(reason, HINT)
    folder.mkdir(parents=True, exist_ok=True)
    terminate_orphans(folder)
    # The path of a socket is short.
    with tempfile.TemporaryDirectory() as sockets:
        engine = Engine(f"unix://{sockets}/podman.sock")
        command = [PODMAN, "system", "service", "--time=0", engine.host]
        with Process(PODMAN, command, folder / "podman.log", folder, podman_environment(folder), HINT) as process:
            process.wait_until(lambda: engine.get("/info") is not None)
            yield engine


def podman_environment(folder: Path) -> dict[str, str]:
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


def root_with(programs: Collection[Path], mounted: Collection[Path] = ()) -> bytes:
    """
    The root of an image, as a tar archive: programs of this machine, and the libraries that they and mounted ones load.
    """
    files = {*map(str, programs)}
    for program in (*programs, *mounted):
        files.update(re.findall(r"(/\S+) \(0x", tools.output(["ldd", program])))
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", dereference=True) as archive:
        for name in sorted(files):
            archive.add(name)
    return packed.getvalue()


@contextmanager
def port_forwarding(address: str, port: int) -> Iterator[None]:
    """
    Forwards a port from an IP address of this machine to the same port of its loopback interface.

    Containers then reach it, and other machines do not: the address belongs to the containers' network.
    """
    if address == VIRTUAL_MACHINE_HOST:
        yield
        return
    with ForwardingServer((address, port), ForwardedConnection) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield
        finally:
            server.shutdown()


class ForwardingServer(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 128

    def server_bind(self) -> None:
        if sys.platform == "linux":
            self.socket.setsockopt(socket.IPPROTO_IP, IP_FREEBIND, 1)
        super().server_bind()


class ForwardedConnection(socketserver.BaseRequestHandler):
    server: ForwardingServer

    def handle(self) -> None:
        with socket.create_connection(("127.0.0.1", self.server.server_address[1])) as target:
            responses = threading.Thread(target=copy_bytes, args=(target, self.request), daemon=True)
            responses.start()
            copy_bytes(self.request, target)
            responses.join()


def copy_bytes(source: socket.socket, sink: socket.socket) -> None:
    """Copies bytes until the source is closed, and then closes the sink for writing."""
    with suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    with suppress(OSError):
        sink.shutdown(socket.SHUT_WR)
