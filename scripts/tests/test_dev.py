"""`scripts/dev`: ports, lock, settings, watched files, and the template that it deploys."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from stack import console, dev, local_deploy, templates
from stack.console import CommandError
from stack.emulator_templates import adapt
from stack.instance import Instance, port
from stack.templates import Template


def test_rejects_invalid_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    for value in ("http", "0", "65536", "-1", "", "²", "٤٥٦٦"):
        monkeypatch.setenv("PORT_SITE", value)
        with pytest.raises(CommandError, match="PORT_SITE"):
            port("PORT_SITE", 5173)
    monkeypatch.setenv("PORT_SITE", "8080")
    assert port("PORT_SITE", 5173) == 8080


def instance_in(folder: Path) -> Any:
    return Instance("masar-test", folder / "dev", folder / "stack.json", 1, 2)


def test_only_one_process_runs_an_instance(tmp_path: Path) -> None:
    instance = instance_in(tmp_path)
    with dev.Lock(instance):
        assert dev.Lock(instance).holder() == os.getpid()
        with pytest.raises(CommandError, match="running already"):
            dev.Lock(instance).__enter__()
    assert dev.Lock(instance).holder() is None


def test_ignores_aws_settings_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_PROFILE", "work")
    monkeypatch.setenv("AWS_ENDPOINT_URL_DYNAMODB", "http://elsewhere")
    monkeypatch.setenv("NO_PROXY", "example.org")
    console.ignore_aws_settings()
    assert not {"AWS_PROFILE", "AWS_ENDPOINT_URL_DYNAMODB"} & os.environ.keys()
    assert os.environ["NO_PROXY"] == "example.org,localhost,127.0.0.1"


def test_watches_deployed_files_but_not_tests() -> None:
    watched = set(dev.fingerprints())
    assert "template.yaml" in watched
    assert "functions/src/courses/list.rs" in watched
    assert not any("/tests/" in path for path in watched)


def test_only_the_permission_to_send_email_is_wider_locally(tmp_path: Path) -> None:
    source = templates.main()

    def statements(template: Template) -> list[tuple[str, str]]:
        return [
            (statement["Action"], json.dumps(statement["Resource"]))
            for resource in template["Resources"].values()
            for policy in resource.get("Properties", {}).get("Policies", [])
            for statement in policy["PolicyDocument"]["Statement"]
        ]

    before = statements(source)
    packaged, nested = local_deploy.package(instance_in(tmp_path), source, "functions.zip", {})
    assert statements(source) == before
    wider = [after for was, after in zip(before, statements(packaged), strict=True) if was != after]
    assert wider and set(wider) == {("ses:SendEmail", '"*"')}
    assert len(nested) == sum(
        resource["Type"] == "AWS::CloudFormation::Stack" for resource in source["Resources"].values()
    )


def test_the_developer_may_assume_roles_only_locally(tmp_path: Path) -> None:
    deployed, local = templates.main(), templates.main()
    adapt(instance_in(tmp_path), local)
    for name, resource in deployed["Resources"].items():
        if resource["Type"] == "AWS::IAM::Role":
            (before,), (after,) = (
                template["Resources"][name]["Properties"]["AssumeRolePolicyDocument"]["Statement"]
                for template in (deployed, local)
            )
            service = f"{'apigateway' if name == 'ApiRole' else 'lambda'}.amazonaws.com"
            assert before["Principal"] == {"Service": service}
            developer = {"Fn::Sub": "arn:aws:iam::${AWS::AccountId}:root"}
            assert after["Principal"] == {"Service": service, "AWS": developer}
