"""`scripts/deploy check`: account, region, stack, concurrency and quotas."""

from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import pytest
from preflight_support import DRY_RUN, ENVIRONMENT, NO_STACK, STACK, given, messages, stack_with, stubbed_clients

from stack import templates
from stack.deployment import account_checks, leftovers, mail_checks, preflight
from stack.deployment.environment import Environment
from stack.deployment.finding import FAILURE, OK, WARNING

pytestmark = pytest.mark.usefixtures("operator_toml")


ROOT_USER = {"Account": "000000000000", "Arn": "arn:aws:iam::000000000000:root", "UserId": "1"}


class TestAccount:
    def test_stops_without_credentials(self) -> None:
        found = preflight.check(
            replace(ENVIRONMENT, name="staging"), stubbed_clients(sts=[("get_caller_identity", "ExpiredToken")])
        )
        assert "ExpiredToken" in messages(found) and len(found) == 1

    def test_a_denied_check_is_a_warning(self) -> None:
        (finding,) = preflight.run(
            mail_checks.mail_account, ENVIRONMENT, stubbed_clients(sesv2=[("get_account", "AccessDenied")])
        )
        assert finding.severity == WARNING and finding.subject == "Mail account" and "AccessDenied" in finding.message


class TestFormerTokens:
    @pytest.mark.parametrize(
        ("stack", "configured", "warned"),
        [
            (STACK, {}, True),
            (STACK, {"FormerTokens": "accepted"}, False),
            (stack_with("UPDATE_COMPLETE", FormerTokens="refused"), {}, False),
            (NO_STACK, {}, False),
        ],
    )
    def test_warns_before_an_update_that_signs_users_out(self, stack: Any, configured: Any, warned: bool) -> None:
        environment = replace(ENVIRONMENT, parameters=ENVIRONMENT.parameters | configured)
        found = messages(account_checks.former_tokens(environment, stubbed_clients(cloudformation=stack)), WARNING)
        assert ("all users will have to sign in" in found) == warned


class TestRegion:
    @pytest.mark.parametrize(
        ("status", "message"), [("ENABLED_BY_DEFAULT", ""), ("DISABLED", "eu-west-3 is disabled for this account.")]
    )
    def test_refuses_a_disabled_region(self, status: Any, message: str) -> None:
        aws = stubbed_clients(
            account=[("get_region_opt_status", {"RegionName": "eu-west-3", "RegionOptStatus": status})]
        )
        assert messages(account_checks.region(ENVIRONMENT, aws)) == message


class TestConcurrency:
    @staticmethod
    def found(limit: int, environment: Environment = ENVIRONMENT) -> Any:
        settings = {"AccountLimit": {"ConcurrentExecutions": limit}}
        return list(
            account_checks.concurrency(
                environment, stubbed_clients(**{"lambda": [("get_account_settings", settings)] * 2})
            )
        )

    def test_warns_of_the_limit_of_a_new_account(self) -> None:
        (finding,) = self.found(10)
        assert (
            finding.severity == WARNING
            and "10 functions at once" in finding.message
            and "the alarm is at 8" in finding.message
        )
        assert "L-B99A9384" in finding.hint

    def test_requires_an_alarm_below_the_limit(self) -> None:
        assert "It would never start" in messages(self.found(500, given(BusyConcurrency="800")))


class TestQuotas:
    @staticmethod
    def found(roles: int, policies: int, stack: Any = NO_STACK) -> Any:
        listed = {"MaxItems": 100, "Quantity": policies}
        cloudfront = [(operation, {key: listed}) for operation, key, *_ in account_checks.POLICIES.values()]
        summary = {"SummaryMap": {"Roles": roles, "RolesQuota": 1000}}
        return list(
            account_checks.quotas(
                ENVIRONMENT,
                stubbed_clients(iam=[("get_account_summary", summary)], cloudfront=cloudfront, cloudformation=stack),
            )
        )

    def test_require_room_for_a_new_stack(self) -> None:
        assert not self.found(100, 4)
        # A role for each function, and those of SAM and of nested stacks.
        needed = account_checks.roles_of_a_stack()
        assert needed > len(templates.functions(templates.main())) + 1
        assert not self.found(1000 - needed, 4)
        assert f"room for {needed - 1} roles, and a stack has {needed}." in messages(self.found(1001 - needed, 4))
        assert "CloudFront has 19 cache policies of 20" in messages(self.found(100, 19), WARNING)


class TestStack:
    @staticmethod
    def found(status: str, lost: str = "") -> Any:
        """What is found when a stack with this status has all its tables, except one that it retained."""
        names = leftovers.with_static_names(templates.main(), "masar-preflight", "000000000000", "eu-west-3")[1]
        resources = [
            {
                "LogicalResourceId": resource,
                "PhysicalResourceId": name,
                "ResourceType": "AWS::DynamoDB::Table",
                "LastUpdatedTimestamp": datetime.now(timezone.utc),
                "ResourceStatus": "DELETE_SKIPPED" if name == lost else "UPDATE_COMPLETE",
            }
            for resource, name in names.items()
        ]
        aws = stubbed_clients(
            cloudformation=[*stack_with(status)[:2], ("list_stack_resources", {"StackResourceSummaries": resources})],
            sts=[("get_caller_identity", ROOT_USER)],
            dynamodb=[("describe_table", {"Table": {}}), ("scan", {"Count": 1})],
        )
        return list(account_checks.stack(ENVIRONMENT, aws))

    @pytest.mark.parametrize(
        ("status", "severity", "what"),
        [
            ("UPDATE_COMPLETE", OK, "is UPDATE_COMPLETE"),
            ("UPDATE_IN_PROGRESS", FAILURE, "is UPDATE_IN_PROGRESS"),
            ("UPDATE_ROLLBACK_FAILED", FAILURE, "takes no update"),
            ("UPDATE_FAILED", WARNING, "is UPDATE_FAILED"),
        ],
    )
    def test_refuses_a_stack_that_cannot_be_updated(self, status: Any, severity: str, what: Any) -> None:
        (finding,) = self.found(status)
        assert finding.severity == severity and what in finding.message

    def test_warns_of_a_table_that_the_stack_has_retained(self) -> None:
        (finding,) = self.found("UPDATE_COMPLETE", lost="masar-preflight-users")
        assert finding.severity == WARNING and "with data: masar-preflight-users" in finding.message
        assert "--import-resources" in finding.hint


class TestCdn:
    FUNCTION = {
        "FunctionSummary": {
            "Name": "masar-preflight-viewer-request",
            "FunctionConfig": {"Comment": "", "Runtime": "cloudfront-js-2.0"},
            "FunctionMetadata": {"FunctionARN": "arn", "LastModifiedTime": datetime.now(timezone.utc)},
        }
    }

    @staticmethod
    def found(stack: Any, described: Any, distributions: int = 1, severity: str = FAILURE) -> str:
        listed = {"Marker": "", "MaxItems": 1, "IsTruncated": False, "Quantity": distributions}
        responses = [("describe_function", described), ("list_distributions", {"DistributionList": listed})]
        aws = stubbed_clients(cloudformation=stack, cloudfront=responses)
        return messages(account_checks.cdn(ENVIRONMENT, aws), severity)

    @pytest.mark.parametrize("stack", [NO_STACK, DRY_RUN], ids=["no stack", "a dry run"])
    def test_refuses_the_name_of_a_stack_in_another_region(self, stack: Any) -> None:
        assert "of a stack masar-preflight in another region" in self.found(stack, self.FUNCTION)

    def test_accepts_a_new_name_and_its_own_stack(self) -> None:
        assert not self.found(NO_STACK, "NoSuchFunctionExists")
        assert not self.found(STACK, self.FUNCTION)

    def test_warns_of_an_account_without_a_distribution(self) -> None:
        assert "verifies new accounts" in self.found(NO_STACK, "NoSuchFunctionExists", 0, WARNING)
        assert not self.found(NO_STACK, "NoSuchFunctionExists", 1, WARNING)
        assert not self.found(STACK, self.FUNCTION, 0, WARNING)


class TestCopies:
    @staticmethod
    def found(*allowed: tuple[bool, bool], environment: Environment = ENVIRONMENT) -> Any:
        settings = [
            {
                "ResourceTypeOptInPreference": {"DynamoDB": opted_in, "EBS": True},
                "ResourceTypeManagementPreference": {"DynamoDB": managed},
            }
            for opted_in, managed in allowed
        ]
        aws = stubbed_clients(backup=[("describe_region_settings", one) for one in settings])
        return list(account_checks.copies(environment, aws))

    @pytest.mark.parametrize(
        ("allowed", "region"),
        [
            ([(True, True), (True, True)], ""),
            ([(False, True), (True, True)], "eu-west-3"),
            ([(True, False), (True, True)], "eu-west-3"),
            ([(True, True), (True, False)], "eu-central-1"),
        ],
    )
    def test_need_the_permission_of_both_regions(self, allowed: Any, region: str) -> None:
        found = self.found(*allowed, environment=replace(ENVIRONMENT, backup_region="eu-central-1"))
        expected = [f"AWS Backup is not allowed to copy tables in {region}."] if region else []
        assert [finding.message for finding in found] == expected
        assert all(f"update-region-settings --region {region} " in finding.hint for finding in found)
        assert not self.found()
