"""What AWS refuses when it creates resources, though linters pass it: service_checks.mjs evaluates it without an account."""

import copy
import json
import subprocess

import pytest

from stack import build, deploy, tools

TEMPLATES = {
    "template.yaml": deploy.transformed(build.template()),
    **{path: build.read_template(path) for path in build.templates_beside()},
}
#: Values of parameters, where there are such. One without a default stays open: both branches of its conditions are looked at.
LEAST = {"AlarmEmail": "operator@example.org"}
#: Each setting that makes other resources, or gives them other properties.
WHOLE = {
    **LEAST,
    "CertificateArn": "arn:aws:acm:us-east-1:111122223333:certificate/11111111-2222-3333-4444-555555555555",
    "DirectCalls": "refused",
    "HostedZoneId": "Z0123456789ABCDEFGHIJ",
    "Tracing": "on",
    "WebAclArn": "arn:aws:wafv2:us-east-1:111122223333:global/webacl/platform/11111111-2222-3333-4444-555555555555",
}
VALUES = {"least": LEAST, "whole": WHOLE}


def refused_by_aws() -> dict:
    """The main template with two faults, of which each is refused by another kind of rule."""
    broken = copy.deepcopy(TEMPLATES["template.yaml"])
    stage = broken["Resources"]["ApiApiGatewayDefaultStage"]["Properties"]
    stage["AccessLogSettings"]["Format"] = '{"invocation":"$context.integration.requestId"}'
    broken["Resources"]["UsersTable"]["Properties"]["KeySchema"][0]["AttributeName"] = "sk"
    return broken


@pytest.fixture(scope="module")
def checked(tmp_path_factory) -> dict:
    """What one run finds in all of them: most of its time goes into compiling the rules."""
    tools.install_packages(tools.SERVICE_CHECKS)
    folder = tmp_path_factory.mktemp("templates")
    request = []
    for name, template, values in [
        *((f"{values} {name}", template, VALUES[values]) for values in VALUES for name, template in TEMPLATES.items()),
        ("refused", refused_by_aws(), LEAST),
    ]:
        path = folder / name.replace("/", "-")
        path.write_text(json.dumps(template))
        has_default = {key for key, parameter in template["Parameters"].items() if "Default" in parameter}
        parameters = {key: value for key, value in values.items() if key in has_default}
        request.append({"name": name, "path": str(path), "parameters": parameters})
    command = ["node", tools.SERVICE_CHECKS / "service_checks.mjs"]
    run = subprocess.run(command, input=json.dumps(request), capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.mark.parametrize("name", [f"{values} {name}" for values in VALUES for name in TEMPLATES])
def test_aws_takes_every_template(checked, name):
    assert checked["findings"][name] == []


def test_the_rules_of_every_resource_type_are_evaluated(checked):
    assert checked["rules"] > 300


def test_what_aws_refuses_is_found(checked):
    found = "\n".join(checked["findings"]["refused"])
    assert "pf-apigwv2-access-log-format-request-id ApiApiGatewayDefaultStage" in found
    assert "E3039 UsersTable" in found
