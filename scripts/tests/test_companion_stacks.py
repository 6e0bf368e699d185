"""The companion stacks that `scripts/deploy` deploys, with the local AWS."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from deployment_support import ENVIRONMENT, IMPOSSIBLE

from stack import templates
from stack.console import CommandError
from stack.deployment import companion_stacks
from stack.deployment.environment import EDGE_REGION, wait_for_stack
from stack.deployment.stack_events import of_last_operation
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

    def test_deploys_nothing_when_everything_is_off(self, clients: LocalClients) -> None:
        assert companion_stacks.web_acl(ENVIRONMENT) == ""
        companion_stacks.deploy_alarms(replace(ENVIRONMENT, parameters={"Monitoring": "off"}), self.OUTPUTS)
        assert self.stacks() == set()

    def test_uses_a_configured_web_acl(self, clients: LocalClients) -> None:
        assert companion_stacks.web_acl(replace(ENVIRONMENT, parameters={"WebAclArn": "arn:own"})) == "arn:own"

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

    def test_does_not_wait_forever(self, web_acl: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(companion_stacks, "IN_USE_SECONDS", 0)
        self.fail(monkeypatch, self.IN_USE)
        with pytest.raises(CommandError, match="associated with another resource"):
            companion_stacks.remove(ENVIRONMENT, web_acl)

    def test_reports_other_failures_at_once(self, web_acl: str, monkeypatch: pytest.MonkeyPatch) -> None:
        left = self.fail(monkeypatch, "WebAcl: AccessDenied", "another failure")
        with pytest.raises(CommandError, match="AccessDenied"):
            companion_stacks.remove(ENVIRONMENT, web_acl)
        assert left == ["another failure"]

    def test_reports_no_reason_of_an_earlier_deletion(self) -> None:
        def event(resource: str, status: str, reason: str = "") -> dict[str, str]:
            return {"LogicalResourceId": resource, "ResourceStatus": status, "ResourceStatusReason": reason}

        last = [
            event("web-acl", "DELETE_FAILED", "The following resource(s) failed to delete: [WebAcl]."),
            event("WebAcl", "DELETE_FAILED", "AccessDenied"),
            event("WebAcl", "DELETE_IN_PROGRESS"),
        ]
        began = event("web-acl", "DELETE_IN_PROGRESS", "User Initiated")
        earlier = [event("WebAcl", "DELETE_FAILED", self.IN_USE), began]
        assert list(of_last_operation([*last, began, *earlier], "web-acl")) == last
