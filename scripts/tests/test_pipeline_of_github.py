"""What the workflows ask GitHub, of a server that answers in the shapes of its API."""

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from stack import pipeline
from stack.console import CommandError


class GitHub(HTTPServer):
    """The runs of the workflow, newest first, their jobs, and the artifacts of the repository."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.runs: list[dict[str, Any]] = []
        self.jobs: dict[int, list[dict[str, Any]]] = {}
        self.artifacts: list[dict[str, Any]] = []

    def add_run(self, identifier: int, commit: str, *jobs: dict[str, str], is_stored: bool = True) -> None:
        self.runs.insert(0, {"id": identifier, "head_sha": commit})
        self.jobs[identifier] = list(jobs)
        self.artifacts.append(
            {
                "id": identifier * 10,
                "name": f"built-{commit}",
                "expired": not is_stored,
                "created_at": f"2026-11-{identifier:02}T12:00:00Z",
                "workflow_run": {"id": identifier},
            }
        )


class Handler(BaseHTTPRequestHandler):
    server: GitHub

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        path = url.path.removeprefix("/repos/company/platform/actions/")
        assert self.headers["Authorization"] == "Bearer token"
        artifacts = self.server.artifacts
        if path == "workflows/staging.yml/runs":
            assert query["branch"] == "main"
            commit = query.get("head_sha")
            self.answer({"workflow_runs": [run for run in self.server.runs if commit in (None, run["head_sha"])]})
        elif path == "artifacts":
            self.answer({"artifacts": artifacts if query["page"] == "1" else []})
        elif found := re.fullmatch(r"runs/(\d+)/jobs", path):
            self.answer({"jobs": self.server.jobs[int(found[1])]})
        elif found := re.fullmatch(r"runs/(\d+)/artifacts", path):
            of_run = [one for one in artifacts if one["workflow_run"]["id"] == int(found[1])]
            self.answer({"artifacts": [one for one in of_run if one["name"] == query["name"]]})
        else:
            self.send_error(404)

    def do_DELETE(self) -> None:
        identifier = int(self.path.rpartition("/")[2])
        self.server.artifacts = [one for one in self.server.artifacts if one["id"] != identifier]
        self.send_response(204)
        self.end_headers()

    def answer(self, body: Any) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def github(monkeypatch: pytest.MonkeyPatch) -> Iterator[GitHub]:
    with GitHub() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("GITHUB_API_URL", f"http://127.0.0.1:{server.server_port}")
        monkeypatch.setenv("GITHUB_REPOSITORY", "company/platform")
        monkeypatch.setenv("GITHUB_TOKEN", "token")
        yield server
        server.shutdown()


def job(name: str, time: str, conclusion: str = "success") -> dict[str, str]:
    return {"name": name, "conclusion": conclusion, "completed_at": f"2026-11-{time}Z"}


def deployed(time: str, conclusion: str = "success") -> dict[str, str]:
    return job("staging / deploy", time, conclusion)


TEST = job("test / test", "01T12:00:00")


def test_production_gets_what_staging_has_run_last(github: GitHub) -> None:
    github.add_run(1, "aaa", TEST, deployed("01T12:00:00"))
    github.add_run(2, "bbb", TEST, deployed("02T12:00:00"))
    github.add_run(3, "ccc", TEST, deployed("03T12:00:00", "failure"))
    github.add_run(4, "ddd", TEST)
    assert pipeline.find_staged("") == ("bbb", 2)
    # Somebody ran the first one again.
    github.jobs[1] = [TEST, deployed("05T12:00:00")]
    assert pipeline.find_staged("") == ("aaa", 1)
    assert pipeline.find_staged("bbb") == ("bbb", 2)


@pytest.mark.parametrize("commit", ["ccc", "ddd", "unknown"])
def test_a_commit_that_staging_has_not_run_is_refused(github: GitHub, commit: str) -> None:
    github.add_run(1, "aaa", TEST, deployed("01T12:00:00"))
    github.add_run(3, "ccc", TEST, deployed("03T12:00:00", "failure"))
    github.add_run(4, "ddd", TEST)
    with pytest.raises(CommandError, match=f"{commit} was not deployed to staging"):
        pipeline.find_staged(commit)


def test_nothing_is_released_before_staging(github: GitHub) -> None:
    github.add_run(4, "ddd", TEST)
    with pytest.raises(CommandError, match="No commit of main was deployed to staging"):
        pipeline.find_staged("")


def test_a_build_that_is_no_longer_stored_is_refused(github: GitHub) -> None:
    github.add_run(1, "aaa", TEST, deployed("01T12:00:00"), is_stored=False)
    with pytest.raises(CommandError, match="The build of aaa is no longer stored"):
        pipeline.find_staged("aaa")
    github.artifacts.clear()
    with pytest.raises(CommandError, match="The build of aaa is no longer stored"):
        pipeline.find_staged("aaa")


def test_the_command_prints_what_a_step_outputs(
    github: GitHub, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    github.add_run(1, "aaa", TEST, deployed("01T12:00:00"))
    monkeypatch.setattr("sys.argv", ["stack.pipeline", "staged", ""])
    assert pipeline.command() == 0
    assert capsys.readouterr().out == "commit=aaa\nrun=1\n"


def test_old_builds_are_deleted(github: GitHub) -> None:
    for number, commit in enumerate(["aaa", "bbb", "ccc", "ddd"], start=1):
        github.add_run(number, commit, TEST)
    github.artifacts.append({"id": 1, "name": "ops-linux", "created_at": "2026-10-01T12:00:00Z"})
    pipeline.tidy()
    assert [one["name"] for one in github.artifacts] == ["built-bbb", "built-ccc", "built-ddd", "ops-linux"]


def test_a_refusal_of_github_is_reported(github: GitHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_REPOSITORY", "company/other")
    with pytest.raises(CommandError, match="GitHub refused GET artifacts"):
        pipeline.tidy()
