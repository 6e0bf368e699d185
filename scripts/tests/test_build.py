"""The archive of the functions for the local AWS."""

import json
import os
import subprocess
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from stack import build


def test_the_archive_executes_the_build_it_was_created_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    binary = tmp_path / "target" / build.FUNCTIONS
    binary.parent.mkdir()
    binary.write_text("#!/bin/sh\necho one")
    binary.chmod(0o755)
    monkeypatch.setattr(build, "binary_path", lambda name: binary.parent / name)
    first = build.pack(tmp_path / "archives")
    with zipfile.ZipFile(first) as packed:
        (entry,) = packed.infolist()
        assert (entry.filename, entry.external_attr >> 16) == ("bootstrap", 0o755)
    # Cargo writes a new file; what runs keeps the one that it was started with.
    binary.unlink()
    assert subprocess.run(extracted(first, tmp_path), capture_output=True, text=True).stdout == "one\n"
    binary.write_text("#!/bin/sh\necho another")
    binary.chmod(0o755)
    second = build.pack(tmp_path / "archives")
    assert subprocess.run(extracted(second, tmp_path), capture_output=True, text=True).stdout == "another\n"
    assert not first.exists()


def extracted(archive: Any, folder: Path) -> Any:
    bootstrap = folder / archive.stem
    bootstrap.write_bytes(zipfile.ZipFile(archive).read("bootstrap"))
    bootstrap.chmod(0o755)
    return bootstrap


def test_a_stand_in_responds_until_the_functions_are_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "binary_path", lambda name: tmp_path / "target" / name)
    archive = build.pack(tmp_path / "archives")
    with runtime_api() as (address, responses):
        environment = {**os.environ, "AWS_LAMBDA_RUNTIME_API": address}
        subprocess.run(extracted(archive, tmp_path), env=environment, check=True, timeout=60)
    (response,) = responses
    assert (response["statusCode"], json.loads(response["body"])["code"]) == (503, "function_not_built")


@contextmanager
def runtime_api() -> Iterator[Any]:
    """Lambda's Runtime API with one invocation. Yields its address, and the list to which responses are added."""
    responses: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(410 if responses else 200)
            self.send_header("Lambda-Runtime-Aws-Request-Id", "1")
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def do_POST(self) -> None:
            responses.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(202)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield f"127.0.0.1:{server.server_port}", responses
        finally:
            server.shutdown()
