"""The companion stacks that `scripts/deploy` deploys, with the local AWS."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from deployment_support import ENVIRONMENT, IMPOSSIBLE

from stack import cloudformation, templates
from stack.cloudformation import describe_stack, parameters_of
from stack.console import CommandError
from stack.deployment import companion_stacks, remove
from stack.deployment.companion_stacks import web_acl, web_acl_parameters, web_acl_stack
from stack.deployment.environment import EDGE_REGION
from stack.local_clients import LocalClients

pytestmark = pytest.mark.usefixtures("web_acl_of_the_emulator", "clients")

COUNTING, BLOCKING = (replace(ENVIRONMENT, web_acl=setting) for setting in ("count", "on"))


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Replaces a template of a companion stack."""

    def write(name: str, template: Any) -> None:
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(template))
        monkeypatch.setattr(companion_stacks, name, str(path))

    return write


def test_deploys_a_vault_in_another_region_unless_one_is_configured(stand_in: Any) -> None:
    # The emulator has no AWS Backup.
    topic = {"Resources": {"Vault": {"Type": "AWS::SNS::Topic"}}, "Outputs": {"VaultArn": {"Value": {"Ref": "Vault"}}}}
    stand_in("VAULT", topic)
    copied = replace(ENVIRONMENT, backup_region="eu-central-1")
    assert companion_stacks.vault(copied, read_only=True) == ""
    assert ":eu-central-1:" in companion_stacks.vault(copied)
    assert companion_stacks.vault(copied, read_only=True) == companion_stacks.vault(copied)
    assert companion_stacks.vault(replace(ENVIRONMENT, parameters={"BackupVaultArn": "arn:own"})) == "arn:own"
    assert companion_stacks.vault(ENVIRONMENT) == ""


def test_deploys_the_web_acl_before_and_the_alarms_after_the_cdn(stand_in: Any) -> None:
    # The emulator supports no alarms with expressions: infra/rules checks those.
    alarms = templates.read(companion_stacks.ALARMS)
    for name, resource in [*alarms["Resources"].items()]:
        if "Metrics" in resource.get("Properties", {}):
            del alarms["Resources"][name]
    stand_in("ALARMS", alarms)
    assert web_acl(COUNTING, read_only=True) == ""
    assert web_acl(COUNTING) == web_acl(COUNTING, read_only=True) == web_acl(BLOCKING) != ""
    for _ in range(2):
        companion_stacks.deploy_alarms(COUNTING, {"DistributionId": "E2EXAMPLE", "SiteAddress": "https://site.org"})
    listed = ENVIRONMENT.client("cloudformation", region_name=EDGE_REGION).list_stacks()["StackSummaries"]
    assert {stack["StackName"] for stack in listed if stack["StackStatus"] != "DELETE_COMPLETE"} == {
        "masar-release-web-acl",
        "masar-release-edge",
    }


@pytest.mark.parametrize(
    ("blocked", "by_version"),
    [
        ("", ("", "")),
        (
            "192.0.2.1 2001:db8:1:2::/64 198.51.100.0/24",
            ("192.0.2.1/32,198.51.100.0/24", "2001:db8:1:2::/64"),
        ),
    ],
)
def test_blocks_configured_addresses_by_their_version(blocked: str, by_version: tuple[str, str]) -> None:
    values = web_acl_parameters(replace(COUNTING, blocked_addresses=blocked))
    assert values == {"Mode": "count", "BlockedIpv4Addresses": by_version[0], "BlockedIpv6Addresses": by_version[1]}


def test_reports_the_reason_of_a_failure_and_replaces_the_failed_stack(
    stand_in: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    companion_stacks.remove(ENVIRONMENT, web_acl_stack(ENVIRONMENT))
    working = companion_stacks.WEB_ACL
    stand_in("WEB_ACL", {"Resources": {"Nested": IMPOSSIBLE}})
    with pytest.raises(CommandError, match="Nested: "):
        web_acl(COUNTING)
    monkeypatch.setattr(companion_stacks, "WEB_ACL", working)
    assert web_acl(COUNTING)


def test_a_removal_waits_until_the_cdn_no_longer_uses_the_web_acl(monkeypatch: pytest.MonkeyPatch) -> None:
    web_acl(COUNTING)
    in_use = "WebAcl: AWS WAF couldn't perform the operation because your resource is associated with another resource."
    wait = MagicMock(side_effect=[CommandError(in_use, ""), CommandError(in_use, ""), None])
    monkeypatch.setattr(companion_stacks, "wait_for_stack", wait)
    monkeypatch.setattr(companion_stacks, "RETRY_SECONDS", 0)
    companion_stacks.remove(ENVIRONMENT, web_acl_stack(ENVIRONMENT))
    assert wait.call_count == 3


class TestUpdateOfTheWebAclAlone:
    @staticmethod
    def deploy_platform(clients: LocalClients, arn: str) -> None:
        """A stack with nothing but the parameter of the web ACL."""
        template = {
            "Parameters": {"WebAclArn": {"Type": "String"}},
            "Resources": {"SiteBucket": {"Type": "AWS::S3::Bucket"}},
        }
        request = {"TemplateBody": json.dumps(template)}
        cloudformation.create_or_update(clients, ENVIRONMENT.stack, request, {"WebAclArn": arn})

    @pytest.fixture(autouse=True)
    def deployed(self, clients: LocalClients, web_acl_of_the_emulator: None) -> Iterator[None]:
        """A stack whose CDN uses a web ACL that counts."""
        self.deploy_platform(clients, web_acl(COUNTING))
        yield
        remove.delete_stack(ENVIRONMENT)
        companion_stacks.remove(ENVIRONMENT, web_acl_stack(ENVIRONMENT))

    def test_asks_for_confirmation_where_a_deployment_does(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def mode() -> str:
            client = ENVIRONMENT.client("cloudformation", region_name=EDGE_REGION)
            return parameters_of(describe_stack(client, web_acl_stack(ENVIRONMENT)))["Mode"]

        asking = replace(BLOCKING, requires_confirmation=True)
        monkeypatch.setattr("builtins.input", lambda _: "no")
        assert (companion_stacks.deploy_web_acl(asking), mode()) == (1, "count")
        assert (companion_stacks.deploy_web_acl(replace(asking, confirmed=True)), mode()) == (0, "block")

    def test_is_refused_when_the_cdn_uses_another(self, clients: LocalClients) -> None:
        self.deploy_platform(clients, "")
        for environment in (ENVIRONMENT, COUNTING):
            with pytest.raises(CommandError, match="The CDN of masar-release does not use the web ACL") as error:
                companion_stacks.deploy_web_acl(environment)
            assert "--same-release" in error.value.hint
