"""The companion stacks that `scripts/deploy` deploys, with the local AWS."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from deployment_support import ENVIRONMENT, IMPOSSIBLE

from stack import cloudformation, templates
from stack.cloudformation import describe_stack, parameters_of, wait_for_stack
from stack.console import CommandError
from stack.deployment import companion_stacks, remove
from stack.deployment.environment import EDGE_REGION
from stack.local_clients import LocalClients

pytestmark = pytest.mark.usefixtures("web_acl_of_the_emulator")


class TestCompanionStacks:
    OUTPUTS = {"DistributionId": "E2EXAMPLE", "SiteAddress": "https://site.org"}

    def test_deploys_a_vault_in_another_region_unless_one_is_configured(
        self, clients: LocalClients, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        # The emulator has no AWS Backup. A topic replaces the vault.
        template = tmp_path / "vault.json"
        template.write_text(
            json.dumps(
                {
                    "Resources": {"Vault": {"Type": "AWS::SNS::Topic"}},
                    "Outputs": {"VaultArn": {"Value": {"Ref": "Vault"}}},
                }
            )
        )
        monkeypatch.setattr(companion_stacks, "VAULT", str(template))
        copied = replace(ENVIRONMENT, backup_region="eu-central-1")
        assert companion_stacks.vault(copied, read_only=True) == ""
        assert ":eu-central-1:" in companion_stacks.vault(copied)
        assert companion_stacks.vault(copied, read_only=True) == companion_stacks.vault(copied)
        assert companion_stacks.vault(replace(ENVIRONMENT, parameters={"BackupVaultArn": "arn:own"})) == "arn:own"
        assert companion_stacks.vault(ENVIRONMENT) == ""

    @pytest.fixture(autouse=True)
    def without_arithmetic(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        # The emulator supports no alarms with expressions: infra/rules checks those.
        template = templates.read(companion_stacks.ALARMS)
        resources = template["Resources"].items()
        template["Resources"] = {
            name: resource for name, resource in resources if "Metrics" not in resource.get("Properties", {})
        }
        path = tmp_path / "edge.json"
        path.write_text(json.dumps(template))
        monkeypatch.setattr(companion_stacks, "ALARMS", str(path))

    def stacks(self) -> Any:
        listed = ENVIRONMENT.client("cloudformation", region_name=EDGE_REGION).list_stacks()["StackSummaries"]
        return {stack["StackName"] for stack in listed if stack["StackStatus"] != "DELETE_COMPLETE"}

    def test_deploys_the_web_acl_before_and_the_alarms_after_the_cdn(self, clients: LocalClients) -> None:
        counting = replace(ENVIRONMENT, web_acl="count")
        assert companion_stacks.web_acl(counting, read_only=True) == ""
        arn = companion_stacks.web_acl(counting)
        assert (
            arn
            == companion_stacks.web_acl(counting, read_only=True)
            == companion_stacks.web_acl(replace(counting, web_acl="on"))
        )
        companion_stacks.deploy_alarms(counting, self.OUTPUTS)
        companion_stacks.deploy_alarms(counting, self.OUTPUTS)
        assert self.stacks() == {"masar-release-web-acl", "masar-release-edge"}

    def test_blocks_configured_addresses_by_their_version(self) -> None:
        counting = replace(ENVIRONMENT, web_acl="count")
        assert companion_stacks.web_acl_parameters(counting) == {
            "Mode": "count",
            "BlockedIpv4Addresses": "",
            "BlockedIpv6Addresses": "",
        }
        blocking = replace(counting, blocked_addresses="192.0.2.1 2001:db8:1:2::/64 198.51.100.0/24")
        assert companion_stacks.web_acl_parameters(blocking) == {
            "Mode": "count",
            "BlockedIpv4Addresses": "192.0.2.1/32,198.51.100.0/24",
            "BlockedIpv6Addresses": "2001:db8:1:2::/64",
        }

    def test_reports_the_reason_of_a_failure_and_replaces_the_failed_stack(
        self, clients: LocalClients, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        working, failing = companion_stacks.WEB_ACL, tmp_path / "failing.json"
        failing.write_text(json.dumps({"Resources": {"Nested": IMPOSSIBLE}}))
        monkeypatch.setattr(companion_stacks, "WEB_ACL", str(failing))
        with pytest.raises(CommandError, match="Nested: "):
            companion_stacks.web_acl(replace(ENVIRONMENT, web_acl="count"))
        monkeypatch.setattr(companion_stacks, "WEB_ACL", working)
        assert companion_stacks.web_acl(replace(ENVIRONMENT, web_acl="count"))
        companion_stacks.remove(ENVIRONMENT, companion_stacks.web_acl_stack(ENVIRONMENT))


class TestRemoval:
    IN_USE = "WebAcl: AWS WAF couldn't perform the operation because your resource is associated with another resource."

    @pytest.fixture(autouse=True)
    def web_acl(self, clients: LocalClients, web_acl_of_the_emulator: None, monkeypatch: pytest.MonkeyPatch) -> str:
        """The stack of a web ACL."""
        monkeypatch.setattr(companion_stacks, "RETRY_SECONDS", 0)
        companion_stacks.web_acl(replace(ENVIRONMENT, web_acl="on"))
        return companion_stacks.web_acl_stack(ENVIRONMENT)

    @staticmethod
    def fail(monkeypatch: pytest.MonkeyPatch, *reasons: str) -> list[str]:
        """Reports these reasons, one after the other, for deletions that succeed. Returns those that are left."""
        left = list(reasons)

        def fail_or_wait(*arguments: Any) -> None:
            wait_for_stack(*arguments)
            if left:
                raise CommandError(left.pop(0), "")

        monkeypatch.setattr(companion_stacks, "wait_for_stack", fail_or_wait)
        return left

    def test_waits_until_the_cdn_no_longer_uses_the_web_acl(
        self, web_acl: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        left = self.fail(monkeypatch, self.IN_USE, self.IN_USE)
        companion_stacks.remove(ENVIRONMENT, web_acl)
        assert not left


class TestUpdateOfTheWebAclAlone:
    COUNTING = replace(ENVIRONMENT, web_acl="count")

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
        self.deploy_platform(clients, companion_stacks.web_acl(self.COUNTING))
        yield
        remove.delete_stack(ENVIRONMENT)
        companion_stacks.remove(ENVIRONMENT, companion_stacks.web_acl_stack(ENVIRONMENT))

    @staticmethod
    def mode() -> str:
        client = ENVIRONMENT.client("cloudformation", region_name=EDGE_REGION)
        return parameters_of(describe_stack(client, companion_stacks.web_acl_stack(ENVIRONMENT)))["Mode"]

    def test_asks_for_confirmation_where_a_deployment_does(self, monkeypatch: pytest.MonkeyPatch) -> None:
        blocking = replace(self.COUNTING, web_acl="on", requires_confirmation=True)
        monkeypatch.setattr("builtins.input", lambda _: "no")
        assert companion_stacks.deploy_web_acl(blocking) == 1
        assert self.mode() == "count"
        assert companion_stacks.deploy_web_acl(replace(blocking, confirmed=True)) == 0
        assert self.mode() == "block"

    def test_is_refused_when_the_cdn_uses_another(self, clients: LocalClients) -> None:
        self.deploy_platform(clients, "")
        for environment in (ENVIRONMENT, self.COUNTING):
            with pytest.raises(CommandError, match="The CDN of masar-release does not use the web ACL") as error:
                companion_stacks.deploy_web_acl(environment)
            assert "--same-release" in error.value.hint
