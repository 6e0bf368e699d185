"""The container engine of this machine, Docker or one that answers as Docker does, and how its containers reach the local AWS."""

import http.client
import json
import os
import shutil
import socket
import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from .console import CommandError

HINT = "Start Docker, or set DOCKER_HOST to the socket of another engine: docs/operations.md says how podman serves."
#: What containers call this machine where they run in a virtual machine: its engine leads that name to this one's loopback.
OF_A_VIRTUAL_MACHINE = "host.docker.internal"
#: Linux lets a server have an address that the machine will have later: podman makes its bridge with the first container.
IP_FREEBIND = 15


class Connection(http.client.HTTPConnection):
    """HTTP to an engine's socket."""

    def __init__(self, host: str):
        super().__init__("localhost", timeout=20)
        self._address = urlsplit(host)

    def connect(self) -> None:
        if self._address.scheme == "unix":
            self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self.sock.settimeout(self.timeout)
            self.sock.connect(self._address.path)
        else:
            self.sock = socket.create_connection((self._address.hostname, self._address.port), self.timeout)


@dataclass(frozen=True)
class Engine:
    """An engine that answers."""

    #: As in DOCKER_HOST.
    host: str

    def ask(self, path: str) -> dict | None:
        """What the engine says; nothing when it does not answer, or has no such thing."""
        try:
            with closing(Connection(self.host)) as connection:
                connection.request("GET", path)
                response = connection.getresponse()
                return json.load(response) if response.status == 200 else None
        except (OSError, ValueError, http.client.HTTPException):
            return None

    def has_image(self, name: str) -> bool:
        return self.ask(f"/images/{name}/json") is not None

    def address_of_this_machine(self) -> str:
        """What containers call this machine."""
        if given := os.environ.get("ADDRESS_FOR_CONTAINERS"):
            return given
        info = self.ask("/info") or {}
        if sys.platform != "linux" or "Docker Desktop" in info.get("OperatingSystem", ""):
            return OF_A_VIRTUAL_MACHINE
        if any("rootless" in option for option in info.get("SecurityOptions") or []):
            raise CommandError(
                "Containers of a rootless engine do not reach this machine by an address of their own network.",
                "Use the system's engine, or set ADDRESS_FOR_CONTAINERS to an address of this machine: its network reaches the local AWS then.",
            )
        network = self.ask("/networks/bridge") or {}
        for settings in network.get("IPAM", {}).get("Config") or []:
            if gateway := settings.get("Gateway"):
                return gateway
        raise CommandError(
            "The container engine does not say how its containers reach this machine.",
            "Set ADDRESS_FOR_CONTAINERS to the address of this machine in their network.",
        )


def find() -> Engine | None:
    """The engine that DOCKER_HOST names, or that Docker's command uses, or that is where engines are."""
    return next((engine for engine in map(Engine, candidates()) if engine.ask("/info") is not None), None)


def require() -> Engine:
    engine = find()
    if engine is None:
        raise CommandError("No container engine answers.", HINT)
    return engine


def candidates() -> Iterator[str]:
    if given := os.environ.get("DOCKER_HOST"):
        yield given
        return
    if shutil.which("docker"):
        command = ["docker", "context", "inspect", "--format", "{{.Endpoints.docker.Host}}"]
        yield subprocess.run(command, capture_output=True, text=True).stdout.strip()
    yield "unix:///var/run/docker.sock"
    yield f"unix://{os.environ.get('XDG_RUNTIME_DIR', '/run')}/podman/podman.sock"


@contextmanager
def passage(address: str, port: int) -> Iterator[None]:
    """
    Lets containers reach a port of this machine's loopback, by the address that they know: that of this machine in their network, and
    none in the network that the machine itself is in.
    """
    if address == OF_A_VIRTUAL_MACHINE:
        yield
        return
    with Passage((address, port), Visitor) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield
        finally:
            server.shutdown()


class Passage(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 128

    def server_bind(self) -> None:
        if sys.platform == "linux":
            self.socket.setsockopt(socket.IPPROTO_IP, IP_FREEBIND, 1)
        super().server_bind()


class Visitor(socketserver.BaseRequestHandler):
    """A connection, which is passed on."""

    def handle(self) -> None:
        with socket.create_connection(("127.0.0.1", self.server.server_address[1])) as inside:
            back = threading.Thread(target=pass_on, args=(inside, self.request), daemon=True)
            back.start()
            pass_on(self.request, inside)
            back.join()


def pass_on(source: socket.socket, sink: socket.socket) -> None:
    """Passes on what comes, and then that nothing more does."""
    with suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    with suppress(OSError):
        sink.shutdown(socket.SHUT_WR)
