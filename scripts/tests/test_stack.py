"""The parts of scripts/stack whose faults a person would meet first."""

import json
import os
import socket
import subprocess
import sys
import threading
import zipfile
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import psutil
import pytest

from stack import build, console, deploy, dev, processes, watch
from stack.console import CommandError
from stack.instance import Instance, free_port, port, require_free


def test_a_port_that_is_no_port_is_said_to_be_none(monkeypatch):
    for value in ("http", "0", "65536", "-1", "", "²", "٤٥٦٦"):
        monkeypatch.setenv("PORT_SITE", value)
        with pytest.raises(CommandError, match="PORT_SITE"):
            port("PORT_SITE", 5173)
    monkeypatch.setenv("PORT_SITE", "8080")
    assert port("PORT_SITE", 5173) == 8080


def test_a_port_in_use_is_a_clear_failure():
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {number} is in use") as error:
            require_free("PORT_AWS", number)
        assert "PORT_AWS=" in error.value.hint
    require_free("PORT_AWS", free_port())


def test_an_archive_holds_an_executable_named_bootstrap_and_is_named_after_it(tmp_path):
    binary = tmp_path / "courses-list"
    binary.write_bytes(b"one")
    first = build.archive(binary, tmp_path)
    with zipfile.ZipFile(first) as packed:
        (entry,) = packed.infolist()
        assert (entry.filename, entry.external_attr >> 16, packed.read(entry)) == ("bootstrap", 0o755, b"one")
    assert build.archive(binary, tmp_path) == first
    binary.write_bytes(b"two")
    assert build.archive(binary, tmp_path) != first


def test_an_archive_of_the_local_stack_executes_the_build_that_it_was_made_of(tmp_path, monkeypatch):
    binary = tmp_path / "target" / "courses-list"
    binary.parent.mkdir()
    binary.write_text("#!/bin/sh\necho one")
    binary.chmod(0o755)
    monkeypatch.setattr(build, "built", lambda name: binary.parent / name)
    (first,) = build.pack(["courses-list"], tmp_path / "archives").values()
    # Cargo writes a new file; what runs keeps the one that it was started with.
    binary.unlink()
    assert subprocess.run(extracted(first, tmp_path), capture_output=True, text=True).stdout == "one\n"
    binary.write_text("#!/bin/sh\necho another")
    binary.chmod(0o755)
    (second,) = build.pack(["courses-list"], tmp_path / "archives").values()
    assert subprocess.run(extracted(second, tmp_path), capture_output=True, text=True).stdout == "another\n"
    assert not first.exists()
    (whole,) = build.pack(["courses-list"], tmp_path / "archives", whole=["courses-list"]).values()
    assert zipfile.ZipFile(whole).read("bootstrap") == binary.read_bytes()


def extracted(archive, folder):
    bootstrap = folder / archive.stem
    bootstrap.write_bytes(zipfile.ZipFile(archive).read("bootstrap"))
    bootstrap.chmod(0o755)
    return bootstrap


def test_until_a_function_is_built_a_stand_in_answers_that_it_is_not(tmp_path, monkeypatch):
    monkeypatch.setattr(build, "built", lambda name: tmp_path / "target" / name)
    (archive,) = build.pack(["users-me"], tmp_path / "archives").values()
    with runtime_api() as (address, responses):
        environment = {**os.environ, "AWS_LAMBDA_RUNTIME_API": address}
        subprocess.run(extracted(archive, tmp_path), env=environment, check=True, timeout=60)
    (response,) = responses
    assert (response["statusCode"], json.loads(response["body"])["code"]) == (503, "function_not_built")


@contextmanager
def runtime_api():
    """Lambda's Runtime API with one invocation. It yields its address, and the list of the responses to come."""
    responses = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(410 if responses else 200)
            self.send_header("Lambda-Runtime-Aws-Request-Id", "1")
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def do_POST(self):
            responses.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(202)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield f"127.0.0.1:{server.server_port}", responses
        finally:
            server.shutdown()


#: A process with a child of its own.
FAMILY = [
    sys.executable,
    "-c",
    "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])",
]


def family_of(process):
    parent = psutil.Process(process.pid)
    while not (family := parent.children(recursive=True)):
        assert process.running
    return [parent, *family]


def test_a_process_and_what_it_started_end_with_the_block_whatever_ends_that(tmp_path):
    with pytest.raises(KeyboardInterrupt), processes.Process(FAMILY, tmp_path / "it.log", tmp_path) as process:
        family = family_of(process)
        raise KeyboardInterrupt
    _, alive = psutil.wait_procs(family, timeout=10)
    assert alive == []
    assert list(tmp_path.glob("*.pid")) == []


def test_what_a_killed_command_left_behind_is_ended_by_the_next(tmp_path):
    process = processes.Process(FAMILY, tmp_path / "it.log", tmp_path).__enter__()
    family = family_of(process)
    # Its own child is reaped here, as init would do after the command was killed.
    threading.Thread(target=process._popen.wait).start()
    processes.terminate_orphans(tmp_path)
    _, alive = psutil.wait_procs(family, timeout=10)
    assert alive == []


def test_a_recycled_process_id_is_not_taken_for_the_process(tmp_path):
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        (tmp_path / "it.pid").write_text(json.dumps([child.pid, psutil.Process(child.pid).create_time() - 60]))
        processes.terminate_orphans(tmp_path)
        assert child.poll() is None
        assert list(tmp_path.glob("*.pid")) == []


def test_a_process_that_ends_by_itself_is_a_failure_with_its_last_words(tmp_path):
    command = [sys.executable, "-c", "print('no such table'); raise SystemExit(1)"]
    with processes.Process(command, tmp_path / "it.log", tmp_path) as process:
        with pytest.raises(CommandError, match="no such table"):
            process.wait_until(lambda: False, "It", "Mend it.")


def instance_in(folder):
    return Instance("masar-test", folder / "dev", folder / "stack.json", 1, 2)


def test_a_person_is_told_where_everything_is(tmp_path, capsys):
    dev.announce(instance_in(tmp_path))
    said = capsys.readouterr().out
    for address in (
        "http://localhost:2\n",
        "http://localhost:2/api/",
        "http://127.0.0.1:1\n",
        "http://localhost:2/inbox\n",
    ):
        assert address in said


def test_one_instance_is_run_by_one_process(tmp_path):
    instance = instance_in(tmp_path)
    with dev.Lock(instance):
        assert dev.Lock(instance).holder() == os.getpid()
        with pytest.raises(CommandError, match="running already"):
            dev.Lock(instance).__enter__()
    assert dev.Lock(instance).holder() is None


@pytest.mark.parametrize(
    ("template", "said"),
    [("Resources: [", "not YAML"), ("Resources: {F: {Type: AWS::Serverless::Function}}", "F in template.yaml")],
)
def test_a_fault_in_the_template_is_a_failure_that_names_it(template, said, tmp_path, monkeypatch):
    (tmp_path / "template.yaml").write_text(template)
    monkeypatch.setattr(build, "ROOT", tmp_path)
    with pytest.raises(CommandError, match=said):
        build.functions(build.template())


def test_what_a_person_has_set_for_aws_is_left_out(monkeypatch):
    monkeypatch.setenv("AWS_PROFILE", "work")
    monkeypatch.setenv("AWS_ENDPOINT_URL_DYNAMODB", "http://elsewhere")
    monkeypatch.setenv("NO_PROXY", "example.org")
    console.keep_to_this_machine()
    assert not {"AWS_PROFILE", "AWS_ENDPOINT_URL_DYNAMODB"} & os.environ.keys()
    assert os.environ["NO_PROXY"] == "example.org,localhost,127.0.0.1"


def test_a_change_to_a_deployed_file_is_noticed_and_one_to_a_test_is_not():
    watched = set(watch.fingerprints())
    assert "template.yaml" in watched
    assert "functions/courses/list/src/handler.rs" in watched
    assert not any("/tests/" in path for path in watched)


def test_only_mail_needs_a_wider_permission_here(tmp_path):
    source = build.template()
    statements = lambda template: [
        (statement["Action"], json.dumps(statement["Resource"]))
        for resource in template["Resources"].values()
        for policy in resource.get("Properties", {}).get("Policies", [])
        for statement in policy["PolicyDocument"]["Statement"]
    ]
    before = statements(source)
    instance = Instance("masar-any", tmp_path, tmp_path / "stack.json", 1, 2)
    packaged, nested = deploy.package(
        instance, source, {binary: tmp_path / binary for binary in build.functions(source).values()}, {}
    )
    assert statements(source) == before
    wider = [after for was, after in zip(before, statements(packaged)) if was != after]
    assert wider and set(wider) == {("ses:SendEmail", '"*"')}
    assert len(nested) == sum(
        resource["Type"] == "AWS::CloudFormation::Stack" for resource in source["Resources"].values()
    )
