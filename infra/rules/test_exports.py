"""Rules for the function that makes archives of users' data, which Lambda invokes asynchronously."""

import re

from platform_template import ENDPOINTS, FUNCTIONS, RESOURCES, of_type
from stack.instance import ROOT

FUNCTION = RESOURCES["UsersMakeExportFunction"]["Properties"]
(INVOCATIONS,) = (
    config["Properties"]
    for config in of_type("AWS::Lambda::EventInvokeConfig").values()
    if config["Properties"]["FunctionName"] == {"Ref": "UsersMakeExportFunction"}
)


def test_every_other_function_is_an_endpoint_or_a_job_that_the_documents_list() -> None:
    _, table = (ROOT / "docs" / "architecture.md").read_text().split("\n| Job | Invoked by | Task |\n")
    jobs = re.findall(r"^\| `(\w+)/([\w-]+)` \|", table.split("\n\n")[0], re.MULTILINE)
    functions = {FUNCTIONS[name] for name in FUNCTIONS.keys() - ENDPOINTS.keys()}
    assert {f"{area}-{verb}" for area, verb in jobs} == functions


def test_is_invoked_through_the_alias_whose_failures_are_kept() -> None:
    alias = {"Ref": "UsersMakeExportFunctionAliaslive"}
    variables = RESOURCES["UsersRequestExportFunction"]["Properties"]["Environment"]["Variables"]
    assert variables["MAKE_EXPORT_FUNCTION"] == alias
    assert INVOCATIONS["Qualifier"] == "live"
    queue = {"Fn::GetAtt": ["FailedExportsQueue", "Arn"]}
    assert INVOCATIONS["DestinationConfig"] == {"OnFailure": {"Destination": queue}}
    assert RESOURCES["FailedExportsQueue"]["Properties"]["SqsManagedSseEnabled"] is True


def test_an_export_fails_after_the_last_attempt() -> None:
    source = (ROOT / "shared" / "store" / "src" / "users" / "data_exports.rs").read_text()
    (minutes,) = re.findall(r"\bconst MAKING_PERIOD: Duration = Duration::from_mins\((\d+)\);", source)
    last = INVOCATIONS["MaximumEventAgeInSeconds"] + FUNCTION["Timeout"]
    assert last < int(minutes) * 60
    # Lambda waits one minute before the second attempt and two before the third.
    attempts = INVOCATIONS["MaximumRetryAttempts"] + 1
    assert attempts * FUNCTION["Timeout"] + 60 + 120 <= INVOCATIONS["MaximumEventAgeInSeconds"]
