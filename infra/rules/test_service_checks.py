"""What AWS refuses when it creates resources, though linters pass it: service_checks.mjs evaluates it without an account."""

import copy
import json
import subprocess

import pytest

from stack import templates, tools

TEMPLATES = {
    "template.yaml": templates.transform(templates.main()),
    **{path: templates.read(path) for path in templates.others()},
}
#: Values of parameters; one that is in neither has its default, or nothing.
LEAST = {
    "AlarmEmail": "operator@example.org",
    "SiteAddress": "https://example.org",
    "MailSender": "no-reply@example.org",
}
#: Each setting that makes other resources, or gives them other properties.
WHOLE = {
    **LEAST,
    "CertificateArn": "arn:aws:acm:us-east-1:111122223333:certificate/11111111-2222-3333-4444-555555555555",
    "DirectCalls": "refused",
    "HostedZoneId": "Z0123456789ABCDEFGHIJ",
    "MailHostedZoneId": "Z0123456789ABCDEFGHIJ",
    "MonthlyBudget": "50",
    "Mode": "block",
    "OriginSecretVersion": "11111111-2222-3333-4444-555555555555",
    "Tracing": "on",
    "WebAclArn": "arn:aws:wafv2:us-east-1:111122223333:global/webacl/platform/11111111-2222-3333-4444-555555555555",
}
VALUES = {"least": LEAST, "whole": WHOLE}


def decided(template: dict, values: dict[str, str]) -> dict:
    """The template as it is with the values: without conditions, of which the rules understand but a part."""
    given = {name: values.get(name, parameter.get("Default", "")) for name, parameter in template["Parameters"].items()}

    def holds(condition) -> bool:
        ((function, argument),) = condition.items()
        match function:
            case "Condition":
                return holds(template["Conditions"][argument])
            case "Fn::Not":
                return not holds(argument[0])
            case "Fn::And":
                return all(map(holds, argument))
            case "Fn::Equals":
                left, right = (given[side["Ref"]] if isinstance(side, dict) else side for side in argument)
                return str(left) == str(right)
        raise NotImplementedError(function)

    def decide(value):
        if isinstance(value, list):
            return [decide(item) for item in value if decide(item) is not None]
        if not isinstance(value, dict):
            return value
        if value == {"Ref": "AWS::NoValue"}:
            return None
        if set(value) == {"Fn::If"}:
            condition, then, otherwise = value["Fn::If"]
            return decide(then if holds(template["Conditions"][condition]) else otherwise)
        return {key: decide(item) for key, item in value.items() if decide(item) is not None}

    def is_made(part: dict) -> bool:
        return "Condition" not in part or holds(template["Conditions"][part["Condition"]])

    kept = {
        section: {name: part for name, part in template.get(section, {}).items() if is_made(part)}
        for section in ("Resources", "Outputs")
    }
    return decide(template | kept)


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
        path.write_text(json.dumps(decided(template, values)))
        request.append(
            {
                "name": name,
                "path": str(path),
                "parameters": {key: values[key] for key in values if key in template["Parameters"]},
            }
        )
    command = ["node", tools.SERVICE_CHECKS / "service_checks.mjs"]
    run = subprocess.run(command, input=json.dumps(request), capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.mark.parametrize("name", [f"{values} {name}" for values in VALUES for name in TEMPLATES])
def test_aws_accepts_every_template(checked, name):
    assert checked["findings"][name] == []


def test_the_rules_of_every_resource_type_are_evaluated(checked):
    assert checked["rules"] > 300


def test_finds_what_aws_refuses(checked):
    found = "\n".join(checked["findings"]["refused"])
    assert "pf-apigwv2-access-log-format-request-id ApiApiGatewayDefaultStage" in found
    assert "E3039 UsersTable" in found
