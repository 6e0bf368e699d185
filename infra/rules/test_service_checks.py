"""Finds what linters accept and AWS refuses. service_checks.mjs evaluates the rules without an AWS account."""

import copy
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from conditions import resolve_conditions
from stack import templates, tools

TEMPLATES = {
    "template.yaml": templates.transform(templates.main()),
    **{path: templates.read(path) for path in templates.others()},
}
#: Values of parameters. The others have their defaults, or are empty.
LEAST = {
    "AlarmEmail": "operator@example.org",
    "SiteAddress": "https://example.org",
    "MailSender": "no-reply@example.org",
    "Scanner": "guardduty",
}
#: Every setting that adds resources, or changes their properties.
WHOLE = {
    **LEAST,
    "BlockedIpv4Addresses": "192.0.2.1/32,198.51.100.0/24",
    "BlockedIpv6Addresses": "2001:db8:1:2::/64",
    "CertificateArn": "arn:aws:acm:us-east-1:111122223333:certificate/11111111-2222-3333-4444-555555555555",
    "DirectCalls": "refused",
    "DmarcReports": "operator@example.org",
    "FileScan": "guardduty",
    "HostedZoneId": "Z0123456789ABCDEFGHIJ",
    "MailHostedZoneId": "Z0123456789ABCDEFGHIJ",
    "MonthlyBudget": "50",
    "Mode": "block",
    "OriginSecretVersion": "11111111-2222-3333-4444-555555555555",
    "Topic": "arn:aws:sns:eu-west-3:111122223333:alarms",
    "Tracing": "on",
    "WebAclArn": "arn:aws:wafv2:us-east-1:111122223333:global/webacl/platform/11111111-2222-3333-4444-555555555555",
}
VALUES = {"least": LEAST, "whole": WHOLE}


def refused_by_aws() -> dict[str, Any]:
    """The main template with two errors, which different kinds of rules find."""
    broken = copy.deepcopy(TEMPLATES["template.yaml"])
    stage = broken["Resources"]["ApiApiGatewayDefaultStage"]["Properties"]
    stage["AccessLogSettings"]["Format"] = '{"invocation":"$context.integration.requestId"}'
    broken["Resources"]["UsersTable"]["Properties"]["KeySchema"][0]["AttributeName"] = "sk"
    return broken


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The findings in all templates, from one run: compiling the rules takes most of its time."""
    tools.install_packages(tools.SERVICE_CHECKS)
    folder = tmp_path_factory.mktemp("templates")
    request = []
    for name, template, values in [
        *((f"{values} {name}", template, VALUES[values]) for values in VALUES for name, template in TEMPLATES.items()),
        ("refused", refused_by_aws(), LEAST),
    ]:
        path = folder / name.replace("/", "-")
        path.write_text(json.dumps(resolve_conditions(template, values)))
        request.append(
            {
                "name": name,
                "path": str(path),
                "parameters": {key: values[key] for key in values if key in template["Parameters"]},
            }
        )
    command: list[str | Path] = ["node", tools.SERVICE_CHECKS / "service_checks.mjs"]
    run = subprocess.run(command, input=json.dumps(request), capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.mark.parametrize("name", [f"{values} {name}" for values in VALUES for name in TEMPLATES])
def test_aws_accepts_every_template(checked: Any, name: str) -> None:
    assert checked["findings"][name] == []


def test_the_rules_of_every_resource_type_are_evaluated(checked: Any) -> None:
    assert checked["rules"] > 300


def test_finds_what_aws_refuses(checked: Any) -> None:
    found = "\n".join(checked["findings"]["refused"])
    assert "pf-apigwv2-access-log-format-request-id ApiApiGatewayDefaultStage" in found
    assert "E3039 UsersTable" in found
