"""The parts of scripts/stack whose faults a person would meet first."""

import os
import socket
import subprocess
import sys
import zipfile

import pytest

from stack import build, processes, test, watch
from stack.console import Failure
from stack.instance import free_port, port, require_free


def test_a_port_that_is_no_port_is_said_to_be_none(monkeypatch):
    for value in ("http", "0", "65536", "-1", ""):
        monkeypatch.setenv("PORT_SITE", value)
        with pytest.raises(Failure, match="PORT_SITE"):
            port("PORT_SITE", 5173)
    monkeypatch.setenv("PORT_SITE", "8080")
    assert port("PORT_SITE", 5173) == 8080


def test_a_port_in_use_is_a_clear_failure():
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1]
        with pytest.raises(Failure, match=f"Port {number} is in use") as failure:
            require_free("PORT_AWS", number)
        assert "PORT_AWS=" in failure.value.to_do
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


def test_stopping_a_process_ends_what_it_started(tmp_path):
    script = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])"
    process = processes.Process([sys.executable, "-c", script], tmp_path / "log", tmp_path)
    while not (family := processes.descendants(process._popen.pid)):
        assert process.running
    process.stop()
    assert not process.running
    for pid in family:
        assert processes.wait_until_gone(pid, seconds=10)


def test_a_recycled_process_id_is_not_taken_for_the_process():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert processes.identity(child.pid) != processes.identity(os.getpid())


def test_a_change_to_a_deployed_file_is_noticed_and_one_to_a_test_is_not():
    watched = set(watch.fingerprints())
    assert "template.yaml" in watched
    assert "functions/courses/list/src/handler.rs" in watched
    assert not any("/tests/" in path for path in watched)


@pytest.mark.parametrize(
    ("output", "counts"),
    [
        ("test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured\ntest result: FAILED. 1 passed; 2 failed; 0 ignored", (4, 2, 1)),
        ("error: could not compile", (0, 0, 0)),
    ],
)
def test_cargos_counts_are_summed(output, counts):
    assert test.cargo_counts(output) == test.Counts(*counts)


def test_a_runner_that_ran_nothing_is_a_failure():
    run = test.Run()
    run.part(test.Part("nothing", ["true"], count=test.cargo_counts))
    assert (run.total.passed, run.total.failed) == (0, 1)
