"""
Finds what linters accept and AWS refuses. service_checks.mjs evaluates the rules without an AWS account.

Linters evaluate conditions only for what their schemas require. Here, the settings that add least and most are checked,
and each resource has what it needs for each combination of the conditions that it depends on.
"""

import copy
import itertools
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from platform_template import TEMPLATES, resolve_conditions
from stack import tools

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


def conditions_in(value: Any) -> Iterator[str]:
    match value:
        case dict():
            if "Fn::If" in value:
                yield value["Fn::If"][0]
            # Statements of policies have conditions of another kind.
            if isinstance(value.get("Condition"), str):
                yield value["Condition"]
            for item in value.values():
                yield from conditions_in(item)
        case list():
            for item in value:
                yield from conditions_in(item)


def settings(template: dict[str, Any], resource: dict[str, Any]) -> list[dict[str, str]]:
    """The combinations of values on which a resource's conditions depend: each that is compared, and another one."""
    pending = {*conditions_in(resource)}
    conditions: dict[str, Any] = {}
    while pending:
        conditions |= {name: template["Conditions"][name] for name in pending}
        pending = {*conditions_in(list(conditions.values()))} - set(conditions)
    compared: dict[str, set[str]] = {}
    for condition in conditions.values():
        for left, right in re.findall(r"'Fn::Equals': \[(.+?), ([^{}\]]+)\]", str(condition)):
            for parameter in re.findall(r"'Ref': '(\w+)'", left):
                allowed = template["Parameters"][parameter].get("AllowedValues", [right.strip("'"), "1"])
                compared.setdefault(parameter, set()).update(map(str, allowed))
    return [dict(zip(compared, values, strict=True)) for values in itertools.product(*compared.values())]


def gaps(value: Any, path: str = "") -> Iterator[str]:
    """Where a value has nothing: an empty list or object, or an empty text in a list."""
    if value in ({}, []):
        yield path
    elif isinstance(value, dict):
        for key, item in value.items():
            # An empty text joins to nothing, and SAM writes the default of a parameter where its value is split.
            if key not in {"Fn::Join", "Fn::Split"}:
                yield from gaps(item, f"{path}/{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from [f"{path}/{index}"] if item == "" else gaps(item, f"{path}/{index}")


def filled(value: Any) -> Any:
    """A part of a template whose empty objects, such as the action `Allow: {}`, are not what conditions leave."""
    match value:
        case {"Fn::If": [name, then, otherwise]}:
            return {"Fn::If": [name, then and filled(then), otherwise and filled(otherwise)]}
        case dict():
            return {key: filled(item) for key, item in value.items()} or "{}"
        case list():
            return [filled(item) for item in value]
    return value


def faults(template: dict[str, Any], name: str) -> set[str]:
    resource = template["Resources"][name]
    found = set()
    for values in settings(template, resource):
        alone = {**template, "Resources": {name: filled(resource)}, "Outputs": {}}
        for made in resolve_conditions(alone, values)["Resources"].values():
            found |= {f"{gap} with {dict(sorted(values.items()))}" for gap in gaps(made.get("Properties", {"": ""}))}
    return found


@pytest.mark.parametrize("path", TEMPLATES)
def test_a_resource_is_whole_in_every_combination_of_its_conditions(path: str) -> None:
    template = TEMPLATES[path]
    assert not {name: found for name in template["Resources"] if (found := faults(template, name))}
