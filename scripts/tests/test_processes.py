"""Background processes and their termination."""

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import psutil
import pytest

from stack import processes
from stack.console import CommandError

#: The command of a process that starts a child.
FAMILY = [
    sys.executable,
    "-c",
    "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])",
]


def family_of(process: Any) -> Any:
    parent = psutil.Process(process.pid)
    while not (family := parent.children(recursive=True)):
        assert process.running
    return [parent, *family]


def test_terminates_a_process_and_its_children_at_the_end_of_the_block(tmp_path: Path) -> None:
    with (  # noqa: PT012
        pytest.raises(KeyboardInterrupt),
        processes.Process("It", FAMILY, tmp_path / "it.log", tmp_path) as process,
    ):
        family = family_of(process)
        raise KeyboardInterrupt
    _, alive = psutil.wait_procs(family, timeout=10)
    assert alive == []
    assert list(tmp_path.glob("*.pid")) == []


def test_terminates_the_processes_of_a_killed_command(tmp_path: Path) -> None:
    process = processes.Process("It", FAMILY, tmp_path / "it.log", tmp_path).__enter__()
    family = family_of(process)
    # The thread reaps the process, as init does after a command was killed.
    threading.Thread(target=process._popen.wait).start()
    processes.terminate_orphans(tmp_path)
    _, alive = psutil.wait_procs(family, timeout=10)
    assert alive == []


def test_does_not_terminate_another_process_with_the_same_id(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        (tmp_path / "it.pid").write_text(json.dumps([child.pid, psutil.Process(child.pid).create_time() - 60]))
        processes.terminate_orphans(tmp_path)
        assert child.poll() is None
        assert list(tmp_path.glob("*.pid")) == []


def test_a_process_that_fails_is_an_error_with_its_output(tmp_path: Path) -> None:
    with (
        processes.Process("It", ["sh", "-c", "echo not found; exit 1"], tmp_path / "it.log", tmp_path) as process,
        pytest.raises(CommandError, match="It failed:\nnot found"),
    ):
        process.wait()
