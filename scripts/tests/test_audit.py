"""The audit of dependencies."""

import json
import subprocess

import pytest

from stack import audit, tools
from stack.console import CommandError
from stack.instance import ROOT

#: The form of `npm audit --json`: a vulnerable package, and one that depends on it.
REPORT = {
    "auditReportVersion": 2,
    "vulnerabilities": {
        "left": {
            "name": "left",
            "via": [
                {
                    "name": "left",
                    "title": "Prototype pollution",
                    "url": "https://github.com/advisories/GHSA-aaaa-bbbb-cccc",
                    "severity": "high",
                }
            ],
        },
        "right": {"name": "right", "via": ["left"]},
    },
}


def test_reports_each_advisory_once() -> None:
    assert list(audit.unaccepted(REPORT, {})) == [
        "left: Prototype pollution (high, https://github.com/advisories/GHSA-aaaa-bbbb-cccc)"
    ]


def test_omits_accepted_advisories() -> None:
    assert not list(audit.unaccepted(REPORT, {"GHSA-aaaa-bbbb-cccc": "only used in tests"}))


def test_fails_when_npm_gets_no_advisories(monkeypatch: pytest.MonkeyPatch) -> None:
    class Audit:
        stdout = json.dumps({"message": "405 Method Not Allowed"})
        stderr = ""

    monkeypatch.setattr("subprocess.run", lambda *_, **__: Audit)
    with pytest.raises(CommandError, match="frontend: 405 Method Not Allowed"):
        audit.npm_audit(ROOT / "frontend")


def test_audits_every_npm_lock_file() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "*package-lock.json"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert {ROOT / path for path in listed.stdout.splitlines()} == {
        folder / "package-lock.json" for folder in tools.NPM_FOLDERS
    }
