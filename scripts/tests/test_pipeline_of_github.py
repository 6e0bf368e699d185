"""What the workflows ask GitHub, which answers in the shapes of its API."""

import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from stack import pipeline
from stack.console import CommandError


class GitHub:
    """The runs of the workflow, newest first, their jobs, and the artifacts of the repository."""

    def __init__(self) -> None:
        self.runs: list[dict[str, Any]] = []
        self.jobs: dict[int, list[dict[str, str]]] = {}
        self.artifacts: list[dict[str, Any]] = []

    def add_run(self, identifier: int, commit: str, *jobs: dict[str, str]) -> None:
        self.runs.insert(0, {"id": identifier, "head_sha": commit})
        self.jobs[identifier] = [job("test / test", 1), *jobs]
        created = f"2026-11-{identifier:02}T12:00:00Z"
        self.artifacts.append({"id": identifier, "name": f"built-{commit}", "expired": False, "created_at": created})

    def request(self, path: str, method: str = "GET") -> bytes:
        url = urlsplit(path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        if method == "DELETE":
            self.artifacts = [one for one in self.artifacts if url.path != f"artifacts/{one['id']}"]
            return b""
        if url.path == "workflows/staging.yml/runs":
            assert query["branch"] == "main"
            commit = query.get("head_sha")
            answer: Any = {"workflow_runs": [run for run in self.runs if commit in (None, run["head_sha"])]}
        elif url.path == "artifacts":
            answer = {"artifacts": self.artifacts if query["page"] == "1" else []}
        elif found := re.fullmatch(r"runs/(\d+)/jobs", url.path):
            answer = {"jobs": self.jobs[int(found[1])]}
        else:
            assert re.fullmatch(r"runs/\d+/artifacts", url.path)
            answer = {"artifacts": [one for one in self.artifacts if one["name"] == query["name"]]}
        return json.dumps(answer).encode()


def job(name: str, day: int, conclusion: str = "success") -> dict[str, str]:
    return {"name": name, "conclusion": conclusion, "completed_at": f"2026-11-{day:02}T12:00:00Z"}


@pytest.fixture
def github(monkeypatch: pytest.MonkeyPatch) -> GitHub:
    """Commits of which the first two were deployed to staging, and the others not."""
    github = GitHub()
    github.add_run(1, "aaa", job("staging / deploy", 1))
    github.add_run(2, "bbb", job("staging / deploy", 2))
    github.add_run(3, "ccc", job("staging / deploy", 3, "failure"))
    github.add_run(4, "ddd")
    monkeypatch.setattr(pipeline, "request", github.request)
    return github


def test_production_gets_what_staging_has_run_last(github: GitHub) -> None:
    assert pipeline.find_staged("") == ("bbb", 2)
    # Somebody ran the first one again.
    github.jobs[1].append(job("staging / deploy", 5))
    assert pipeline.find_staged("") == ("aaa", 1)
    assert pipeline.find_staged("bbb") == ("bbb", 2)


@pytest.mark.parametrize("commit", ["ccc", "ddd", "unknown"])
def test_a_commit_that_staging_has_not_run_is_refused(github: GitHub, commit: str) -> None:
    with pytest.raises(CommandError, match=f"{commit} was not deployed to staging"):
        pipeline.find_staged(commit)


def test_a_build_that_is_no_longer_stored_is_refused(github: GitHub) -> None:
    github.artifacts[0]["expired"] = True
    with pytest.raises(CommandError, match="The build of aaa is no longer stored"):
        pipeline.find_staged("aaa")


def test_old_builds_are_deleted(github: GitHub) -> None:
    github.artifacts.append({"id": 9, "name": "ops-linux", "created_at": "2026-10-01T12:00:00Z"})
    pipeline.tidy()
    assert [one["name"] for one in github.artifacts] == ["built-bbb", "built-ccc", "built-ddd", "ops-linux"]
