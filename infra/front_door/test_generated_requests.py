"""
Valid and invalid requests that Schemathesis generates from infra/openapi.yaml: `EXAMPLES` for each operation, and at
least `CASES` in all. The output of a failure has the seed (`--seed` repeats it).
"""

import json
import os
import re
import subprocess
import uuid
from pathlib import Path
from typing import Any

import pytest
import urllib3

from stack import tools
from stack.instance import ROOT

STACK = json.loads(Path(os.environ["STACK_FILE"]).read_text())
HTTP = urllib3.PoolManager(timeout=60, retries=False)
EXAMPLES = os.environ.get("EXAMPLES", "20")
CASES = int(os.environ.get("CASES", "1"))
#: How many requests each run has sent.
SENT: list[int] = []
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)


def post(path: str, body: dict[str, Any]) -> Any:
    response = HTTP.request("POST", f"{STACK['site']}/api{path}", json=body)
    assert response.status in (200, 201), response.data
    return response.json()


@pytest.fixture(scope="module")
def token() -> str:
    """The access token of a user."""
    sample = json.loads((ROOT / "shared/data/sample-user.json").read_text())
    credentials = {"email": f"{uuid.uuid4().hex}@example.org", "password": sample["password"]}
    post("/users/register", {**sample, **credentials})
    messages = HTTP.request("GET", STACK["mail"], fields={"to": credentials["email"]}).json()["messages"]
    texts = [mail["BodyText"] for mails in messages.values() for mail in mails]
    (link,) = [found[1] for text in texts if (found := re.search(r"/verify-email\?lang=\w+&token=(\S+)", text))]
    post("/users/verify-email", {"token": link})
    return str(post("/users/login", credentials)["token"])


@pytest.mark.parametrize("signed_in", [False, True])
def test_every_response_is_as_documented(signed_in: bool, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    # The token would end with its session.
    user = ["--header", f"Authorization: Bearer {request.getfixturevalue('token')}", "--exclude-operation-id", "logout"]
    run = subprocess.run(
        [
            *(tools.environment("schemathesis") / "bin" / "schemathesis",),
            *("--config-file", ROOT / "infra" / "front_door" / "schemathesis.toml"),
            *("run", ROOT / "infra" / "openapi.yaml", "--url", f"{STACK['site']}/api"),
            *("--checks", ",".join(CHECKS), "--phases", "coverage,fuzzing", "--mode", "all"),
            *("--max-examples", EXAMPLES, "--workers", "2", "--continue-on-failure", "--suppress-health-check", "all"),
            *("--warnings", "off", "--report", "junit", "--report-dir", tmp_path),
            *(user if signed_in else []),
        ],
        cwd=tmp_path,
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
    )
    SENT.extend(int(number) for number in re.findall(r"^ *(\d+) generated", run.stdout, re.MULTILINE))
    assert run.returncode == 0, run.stdout[-20_000:] + run.stderr


def test_enough_requests_were_sent() -> None:
    assert len(SENT) == 2
    assert sum(SENT) >= CASES
