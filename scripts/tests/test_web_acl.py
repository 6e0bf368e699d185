"""`scripts/deploy --web-acl`, with the local AWS."""

import json
from dataclasses import replace
from typing import Any
from unittest.mock import MagicMock

import pytest
from deployment_support import ENVIRONMENT

from stack import cloudformation
from stack.console import CommandError
from stack.deployment import __main__ as command_line
from stack.deployment import companion_stacks, leftovers, web_acl
from stack.deployment.environment import EDGE_REGION, describe_stack, parameters_of
from stack.local_clients import LocalClients

pytestmark = pytest.mark.usefixtures("web_acl_of_the_emulator")

COUNTING = replace(ENVIRONMENT, web_acl="count")
#: The platform's stack, with nothing but the parameter of the web ACL.
STACK = {
    "Parameters": {"WebAclArn": {"Type": "String"}},
    "Resources": {"SiteBucket": {"Type": "AWS::S3::Bucket"}},
}


def deploy_platform(clients: LocalClients, arn: str) -> None:
    request = {"TemplateBody": json.dumps(STACK)}
    cloudformation.create_or_update(clients, ENVIRONMENT.stack, request, {"WebAclArn": arn})


@pytest.fixture
def deployed(clients: LocalClients, web_acl_of_the_emulator: None) -> Any:
    """A stack whose CDN uses a web ACL that counts."""
    deploy_platform(clients, companion_stacks.web_acl(COUNTING))
    yield
    leftovers.delete_stack(ENVIRONMENT, ENVIRONMENT.client)
    companion_stacks.remove(ENVIRONMENT, companion_stacks.web_acl_stack(ENVIRONMENT))


def mode() -> str:
    client = ENVIRONMENT.client("cloudformation", region_name=EDGE_REGION)
    return parameters_of(describe_stack(client, companion_stacks.web_acl_stack(ENVIRONMENT)))["Mode"]


@pytest.mark.usefixtures("deployed")
class TestOfADeployedStack:
    def test_is_updated_alone(self) -> None:
        assert mode() == "count"
        assert web_acl.deploy_web_acl(replace(COUNTING, web_acl="on")) == 0
        assert mode() == "block"

    def test_asks_for_confirmation_where_a_deployment_does(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("builtins.input", lambda _: "no")
        assert web_acl.deploy_web_acl(replace(COUNTING, web_acl="on", requires_confirmation=True)) == 1
        assert mode() == "count"

    def test_is_not_updated_with_wrong_settings(self) -> None:
        with pytest.raises(CommandError, match="1 of these prevents the deployment"):
            web_acl.deploy_web_acl(replace(COUNTING, web_acl="on", blocked_addresses="somebody"))
        assert mode() == "count"

    def test_is_not_updated_when_the_cdn_uses_another(self, clients: LocalClients) -> None:
        deploy_platform(clients, "")
        with pytest.raises(CommandError, match="The CDN of masar-release does not use the web ACL") as error:
            web_acl.deploy_web_acl(COUNTING)
        assert "--same-release" in error.value.hint


def test_is_not_created_for_a_cdn_that_has_none(clients: LocalClients) -> None:
    for environment in (ENVIRONMENT, COUNTING, replace(ENVIRONMENT, parameters={"WebAclArn": "arn:own"})):
        with pytest.raises(CommandError, match="does not use the web ACL"):
            web_acl.deploy_web_acl(environment)
    assert companion_stacks.web_acl(COUNTING, read_only=True) == ""


def test_is_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    called = MagicMock(return_value=0)
    monkeypatch.setattr(command_line, "deploy_web_acl", called)
    monkeypatch.setattr("sys.argv", ["scripts/deploy", "production", "--web-acl", "--yes"])
    assert command_line.command() == 0
    assert called.call_args.args[0].name == "production"
