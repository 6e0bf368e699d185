"""`scripts/dev --sam`: the template for SAM, and the connection of containers to the local AWS."""

import copy
import json
import shutil
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from stack import container_engine, templates
from stack.console import CommandError
from stack.container_engine import Engine
from stack.emulator_templates import adapt
from stack.instance import Instance, free_port

SOURCE = templates.main()
INSTANCE = Instance("masar-local", Path(), Path(), port_aws=4566, port_site=5173)


def test_the_developer_may_assume_roles_only_locally() -> None:
    template = copy.deepcopy(SOURCE)
    adapt(INSTANCE, template)
    for name, resource in SOURCE["Resources"].items():
        if resource["Type"] == "AWS::IAM::Role":
            (deployed,), (local,) = (
                role["Properties"]["AssumeRolePolicyDocument"]["Statement"]
                for role in (resource, template["Resources"][name])
            )
            assert deployed["Principal"] == {
                "Service": f"{'apigateway' if name == 'ApiRole' else 'lambda'}.amazonaws.com"
            }
            assert local["Principal"] == {
                **deployed["Principal"],
                "AWS": {"Fn::Sub": "arn:aws:iam::${AWS::AccountId}:root"},
            }


@contextmanager
def engine(said: Any) -> Iterator[Any]:
    """An engine at a socket of its own. The path of a socket is short."""
    folder = Path(f"/tmp/engine-{free_port()}")
    folder.mkdir()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = said.get(self.path)
            body = json.dumps(found).encode()
            self.send_response(404 if found is None else 200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def address_string(self) -> Any:
            return "a socket"

        def log_message(self, *_: Any) -> None:
            pass

    with socketserver.ThreadingUnixStreamServer(str(folder / "socket"), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Engine(f"unix://{folder / 'socket'}")
        server.shutdown()
    shutil.rmtree(folder)


@pytest.mark.skipif("sys.platform != 'linux'", reason="podman is started on Linux only")
@pytest.mark.parametrize(
    ("user", "programs", "reason"),
    [
        (0, {}, "no container engine"),
        (0, {"podman": "echo no permission >&2; exit 1"}, "podman runs no container here: no permission"),
        (0, {"podman": "exit 0"}, None),
        (1000, {"podman": "exit 0"}, "no container engine"),
    ],
)
def test_says_why_there_is_no_container_engine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, user: int, programs: dict[str, str], reason: str | None
) -> None:
    for name in ("ldd", "tar"):
        (tmp_path / name).symlink_to(str(shutil.which(name)))
    for name, script in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none")
    monkeypatch.setattr("os.geteuid", lambda: user)
    found = container_engine.missing()
    assert found == reason or (found and reason and found.startswith(reason))


BRIDGE = {"IPAM": {"Config": [{"Subnet": "10.88.0.0/16", "Gateway": "10.88.0.1"}]}}


@pytest.mark.parametrize(
    ("platform", "info", "address"),
    [
        ("linux", {"OperatingSystem": "Debian GNU/Linux 12", "SecurityOptions": ["name=seccomp"]}, "10.88.0.1"),
        ("linux", {"OperatingSystem": "Docker Desktop", "SecurityOptions": None}, "host.docker.internal"),
        ("darwin", {"OperatingSystem": "fedora"}, "host.docker.internal"),
    ],
)
def test_reads_the_host_address_from_the_engine(
    monkeypatch: pytest.MonkeyPatch, platform: Any, info: Any, address: Any
) -> None:
    monkeypatch.delenv("ADDRESS_FOR_CONTAINERS", raising=False)
    monkeypatch.setattr("sys.platform", platform)
    with engine({"/info": info, "/networks/bridge": BRIDGE}) as there:
        assert there.host_address() == address


def test_a_rootless_engine_requires_an_address_for_containers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    with engine({"/info": {"SecurityOptions": ["name=rootless"]}, "/networks/bridge": BRIDGE}) as there:
        monkeypatch.delenv("ADDRESS_FOR_CONTAINERS", raising=False)
        monkeypatch.setenv("DOCKER_HOST", there.host)
        assert "rootless" in str(container_engine.missing())
        with pytest.raises(CommandError, match="rootless"):
            there.host_address()
        monkeypatch.setenv("ADDRESS_FOR_CONTAINERS", "192.168.1.7")
        assert container_engine.missing() is None
        assert there.host_address() == "192.168.1.7"
