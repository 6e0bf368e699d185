"""Rules for the functions that a schedule or Lambda invokes: the catalogue, the digest for operators, and archives."""

from typing import Any

from platform_template import FUNCTIONS, RESOURCES, TEMPLATE, constant, of_type
from stack import publish


def schedule_of(function: str) -> Any:
    """The rule that invokes the alias of a function."""
    (rule,) = (rule["Properties"] for name, rule in of_type("AWS::Events::Rule").items() if name.startswith(function))
    (target,) = rule["Targets"]
    assert target["Arn"] == {"Ref": f"{function}Aliaslive"}
    return rule


def test_the_scripts_know_the_function_that_publishes_the_catalogue_and_its_schedule() -> None:
    assert of_type("AWS::Events::Rule")[publish.SCHEDULE]["Properties"] == schedule_of(publish.PUBLISHER)
    assert schedule_of(publish.PUBLISHER)["ScheduleExpression"] == "rate(5 minutes)"
    # An attempt ends before the next begins.
    assert RESOURCES[publish.PUBLISHER]["Properties"]["Timeout"] < 5 * 60


def test_the_schedule_of_the_digest_is_off_unless_somebody_is_to_be_told() -> None:
    assert TEMPLATE["Parameters"]["DigestEmail"]["Default"] == ""
    function = "OperatorSendDigestFunction"
    assert schedule_of(function)["State"] == {"Fn::If": ["SendsDigest", "ENABLED", "DISABLED"]}
    variables = RESOURCES[function]["Properties"]["Environment"]["Variables"]
    assert variables["DIGEST_EMAIL"] == {"Fn::If": ["SendsDigest", {"Ref": "DigestEmail"}, "none"]}


def test_the_janitor_can_be_switched_off_and_waits_longer_than_any_function_runs() -> None:
    function = "OperatorRemoveFilesFunction"
    assert schedule_of(function)["State"] == {"Fn::If": ["RemovesFiles", "ENABLED", "DISABLED"]}
    assert TEMPLATE["Parameters"]["FileRemoval"]["Default"] == "on"
    timeouts = [RESOURCES[name]["Properties"]["Timeout"] for name in FUNCTIONS]
    assert max(timeouts) < constant("shared/store/src/files.rs", "REMOVAL_DELAY") * 60


class TestExports:
    FUNCTION = RESOURCES["UsersMakeExportFunction"]["Properties"]
    (INVOCATIONS,) = (
        config["Properties"]
        for config in of_type("AWS::Lambda::EventInvokeConfig").values()
        if config["Properties"]["FunctionName"] == {"Ref": "UsersMakeExportFunction"}
    )

    def test_are_invoked_through_the_alias_whose_failures_are_kept(self) -> None:
        variables = RESOURCES["UsersRequestExportFunction"]["Properties"]["Environment"]["Variables"]
        assert variables["MAKE_EXPORT_FUNCTION"] == {"Ref": "UsersMakeExportFunctionAliaslive"}
        assert self.INVOCATIONS["Qualifier"] == "live"
        queue = {"Fn::GetAtt": ["FailedExportsQueue", "Arn"]}
        assert self.INVOCATIONS["DestinationConfig"] == {"OnFailure": {"Destination": queue}}
        assert RESOURCES["FailedExportsQueue"]["Properties"]["SqsManagedSseEnabled"] is True

    def test_fail_after_the_last_attempt(self) -> None:
        last = self.INVOCATIONS["MaximumEventAgeInSeconds"] + self.FUNCTION["Timeout"]
        assert last < constant("shared/store/src/users/data_exports.rs", "MAKING_PERIOD") * 60
        # Lambda waits one minute before the second attempt and two before the third.
        attempts = self.INVOCATIONS["MaximumRetryAttempts"] + 1
        assert attempts * self.FUNCTION["Timeout"] + 60 + 120 <= self.INVOCATIONS["MaximumEventAgeInSeconds"]
