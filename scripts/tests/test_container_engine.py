"""The container engine of `scripts/dev --sam`, and how its containers reach the local AWS."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from stack import container_engine
from stack.console import CommandError
from stack.container_engine import Engine


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
    monkeypatch.setattr(Engine, "get", lambda _, path: {"/info": info, "/networks/bridge": BRIDGE}[path])
    assert Engine("any").host_address() == address


def test_a_rootless_engine_requires_an_address_for_containers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    info = {"SecurityOptions": ["name=rootless"]}
    monkeypatch.setattr(Engine, "get", lambda _, path: {"/info": info, "/networks/bridge": BRIDGE}[path])
    monkeypatch.delenv("ADDRESS_FOR_CONTAINERS", raising=False)
    assert "rootless" in str(container_engine.missing())
    with pytest.raises(CommandError, match="rootless"):
        Engine("any").host_address()
    monkeypatch.setenv("ADDRESS_FOR_CONTAINERS", "192.168.1.7")
    assert container_engine.missing() is None
    assert Engine("any").host_address() == "192.168.1.7"
