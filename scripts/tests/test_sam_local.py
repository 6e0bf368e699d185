"""What `scripts/dev --sam` gives to SAM, and how containers reach the local AWS. infra/front_door runs it where there is an engine."""

import copy
import json
import os
import re
import shutil
import socket
import socketserver
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from stack import build, container_engine, deploy, sam_local
from stack.console import CommandError
from stack.container_engine import Engine
from stack.emulated import adapt
from stack.instance import Instance, free_port

SOURCE = build.template()
INSTANCE = Instance("masar-local", Path(), Path(), port_aws=4566, port_site=5173)
SETTINGS = {
    function: {
        "MemorySize": 512,
        "Timeout": 10,
        "Variables": {"OF": function, "AWS_ACCESS_KEY_ID": f"key of {function}"},
    }
    for function in build.functions(SOURCE)
}


@pytest.fixture(scope="module")
def made():
    return sam_local.made_for_containers(SOURCE, SETTINGS, "172.17.0.1", INSTANCE)["Resources"]


def test_every_route_of_the_template_leads_to_its_function(made):
    routes = {
        f"{method.upper()} {path}": operation["x-amazon-apigateway-integration"]
        for path, operations in made["Api"]["Properties"]["DefinitionBody"]["paths"].items()
        for method, operation in operations.items()
    }
    functions = {
        route: re.search(r"\$\{(\w+)\.Arn\}", integration["uri"]["Fn::Sub"])[1] for route, integration in routes.items()
    }
    assert functions == deploy.routes(SOURCE)
    assert set(functions.values()) == made.keys() - {"Api"}
    assert {integration["payloadFormatVersion"] for integration in routes.values()} == {"2.0"}
    assert len(routes) == len(SETTINGS) == 17


def test_forms_are_bytes_for_sam_and_the_deployed_api_is_as_it_was(made):
    binary = "x-amazon-apigateway-binary-media-types"
    assert made["Api"]["Properties"]["DefinitionBody"][binary] == ["multipart/form-data"]
    assert binary not in deploy.transformed(SOURCE)["Resources"]["Api"]["Properties"]["Body"]


@pytest.mark.parametrize("function", SETTINGS)
def test_a_function_has_what_its_deployed_twin_has_and_addresses_that_a_container_and_a_browser_reach(made, function):
    properties = made[function]["Properties"]
    assert (properties["MemorySize"], properties["Timeout"]) == (512, 10)
    assert properties["Environment"]["Variables"] == {
        "OF": function,
        "AWS_ACCESS_KEY_ID": f"key of {function}",
        "AWS_ENDPOINT_URL": "http://172.17.0.1:4566",
        "FILES_ADDRESS": "http://127.0.0.1:4566",
        "AWS_EC2_METADATA_DISABLED": "true",
    }
    assert properties["CodeUri"] == str(sam_local.FUNCTIONS / build.functions(SOURCE)[function])


def test_only_the_developer_of_the_emulator_may_take_a_role_of_the_template():
    template = copy.deepcopy(SOURCE)
    adapt(INSTANCE, template)
    for name, resource in SOURCE["Resources"].items():
        if resource["Type"] == "AWS::IAM::Role":
            (deployed,), (local,) = (
                role["Properties"]["AssumeRolePolicyDocument"]["Statement"]
                for role in (resource, template["Resources"][name])
            )
            assert deployed["Principal"] == {"Service": "lambda.amazonaws.com"}
            assert local["Principal"] == {
                **deployed["Principal"],
                "AWS": {"Fn::Sub": "arn:aws:iam::${AWS::AccountId}:root"},
            }


def test_of_the_binaries_that_containers_run_one_that_changed_is_replaced(tmp_path):
    built, used = tmp_path / "built", tmp_path / "functions" / "users-me" / "bootstrap"
    built.write_text("#!/bin/sh\necho one")
    built.chmod(0o755)
    sam_local.use(built, used)
    first = used.stat().st_ino
    sam_local.use(built, used)
    assert used.stat().st_ino == first
    with used.open() as running:
        built.write_text("#!/bin/sh\necho two")
        sam_local.use(built, used)
        assert (running.read(), used.read_text()) == ("#!/bin/sh\necho one", "#!/bin/sh\necho two")
    assert os.access(used, os.X_OK)
    assert [path.name for path in used.parent.iterdir()] == ["bootstrap"]


@contextmanager
def engine(said):
    """An engine at a socket of its own. The path of a socket is short."""
    folder = Path(f"/tmp/engine-{free_port()}")
    folder.mkdir()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):  # noqa: N802
            found = said.get(self.path)
            body = json.dumps(found).encode()
            self.send_response(404 if found is None else 200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def address_string(self):
            return "a socket"

        def log_message(self, *_):
            pass

    with socketserver.ThreadingUnixStreamServer(str(folder / "socket"), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Engine(f"unix://{folder / 'socket'}")
        server.shutdown()
    shutil.rmtree(folder)


def test_the_engine_is_that_of_docker_host_and_without_an_answer_there_is_none(monkeypatch, tmp_path):
    with engine({"/info": {}}) as there:
        monkeypatch.setenv("DOCKER_HOST", there.host)
        assert container_engine.require() == there
    with pytest.raises(CommandError, match="No container engine answers"):
        container_engine.require()


def test_an_image_is_there_or_not():
    with engine({"/images/public.ecr.aws/lambda/provided:al2023-x86_64/json": {}}) as there:
        assert there.has_image("public.ecr.aws/lambda/provided:al2023-x86_64")
        assert not there.has_image("public.ecr.aws/lambda/provided:al2023-arm64")


BRIDGE = {"IPAM": {"Config": [{"Subnet": "10.88.0.0/16", "Gateway": "10.88.0.1"}]}}


@pytest.mark.parametrize(
    ("platform", "info", "address"),
    [
        ("linux", {"OperatingSystem": "Debian GNU/Linux 12", "SecurityOptions": ["name=seccomp"]}, "10.88.0.1"),
        ("linux", {"OperatingSystem": "Docker Desktop", "SecurityOptions": None}, "host.docker.internal"),
        ("darwin", {"OperatingSystem": "fedora"}, "host.docker.internal"),
    ],
)
def test_containers_know_this_machine_by_an_address_that_the_engine_gives(monkeypatch, platform, info, address):
    monkeypatch.delenv("ADDRESS_FOR_CONTAINERS", raising=False)
    monkeypatch.setattr("sys.platform", platform)
    with engine({"/info": info, "/networks/bridge": BRIDGE}) as there:
        assert there.address_of_this_machine() == address


def test_a_rootless_engine_is_refused_until_somebody_gives_an_address(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    with engine({"/info": {"SecurityOptions": ["name=rootless"]}, "/networks/bridge": BRIDGE}) as there:
        monkeypatch.delenv("ADDRESS_FOR_CONTAINERS", raising=False)
        with pytest.raises(CommandError, match="rootless"):
            there.address_of_this_machine()
        monkeypatch.setenv("ADDRESS_FOR_CONTAINERS", "192.168.1.7")
        assert there.address_of_this_machine() == "192.168.1.7"


@pytest.mark.skipif(
    "sys.platform != 'linux'", reason="other systems have one loopback address, and their engines a virtual machine"
)
def test_what_listens_on_the_loopback_alone_is_reached_by_the_other_address_and_not_after():
    with socket.create_server(("127.0.0.1", 0)) as inside:
        port = inside.getsockname()[1]
        with container_engine.passage("127.0.0.2", port), socket.create_connection(("127.0.0.2", port)) as visitor:
            visitor.sendall(b"ping")
            visitor.shutdown(socket.SHUT_WR)
            reached, _ = inside.accept()
            with reached:
                assert (reached.recv(9), reached.recv(9)) == (b"ping", b"")
                reached.sendall(b"pong")
            assert (visitor.recv(9), visitor.recv(9)) == (b"pong", b"")
        with pytest.raises(OSError):
            socket.create_connection(("127.0.0.2", port))
