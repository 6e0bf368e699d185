"""
Valid and invalid requests that Schemathesis generates from infra/openapi.yaml: `EXAMPLES` for each operation, and at
least `CASES` in all. The output of a failure has the seed (`--seed` repeats it).
"""

import os
import re
import subprocess
from pathlib import Path

import pytest
from infra.front_door.specification_support import API, Client, log_in, register, verify_email

from stack import tools
from stack.instance import ROOT

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


@pytest.fixture(scope="module")
def token() -> str:
    client = Client()
    email = register(client)
    verify_email(client, email)
    log_in(client, email)
    return client.token


@pytest.mark.parametrize("signed_in", [False, True])
def test_every_response_is_as_documented(signed_in: bool, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    # The token would end with its session.
    user = ["--header", f"Authorization: Bearer {request.getfixturevalue('token')}", "--exclude-operation-id", "logout"]
    run = subprocess.run(
        [
            *(tools.environment("schemathesis") / "bin" / "schemathesis",),
            *("--config-file", ROOT / "infra" / "front_door" / "schemathesis.toml"),
            *("run", ROOT / "infra" / "openapi.yaml", "--url", API),
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
