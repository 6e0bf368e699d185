"""
Rules for the functions that a schedule, an event or Lambda invokes: the catalogue, the digest for operators, archives,
and scans for malware.
"""

import re
from typing import Any

from platform_template import FUNCTIONS, RESOURCES, TEMPLATE, constant, of_type
from stack import publish, templates
from stack.instance import ROOT


def rule_of(function: str) -> Any:
    (rule,) = (rule["Properties"] for name, rule in of_type("AWS::Events::Rule").items() if name.startswith(function))
    (target,) = rule["Targets"]
    assert target["Arn"] == {"Ref": f"{function}Aliaslive"}
    return rule


def invocations_of(function: str) -> Any:
    """How Lambda invokes the alias of a function with events, those that failed for good, too."""
    (config,) = (
        config["Properties"]
        for config in of_type("AWS::Lambda::EventInvokeConfig").values()
        if config["Properties"]["FunctionName"] == {"Ref": function}
    )
    assert config["Qualifier"] == "live"
    return config


def test_the_scripts_know_the_function_that_publishes_the_catalogue_and_its_schedule() -> None:
    assert of_type("AWS::Events::Rule")[publish.SCHEDULE]["Properties"] == rule_of(publish.PUBLISHER)
    assert rule_of(publish.PUBLISHER)["ScheduleExpression"] == "rate(5 minutes)"
    # An attempt ends before the next begins.
    assert RESOURCES[publish.PUBLISHER]["Properties"]["Timeout"] < 5 * 60


def test_the_rule_of_the_digest_is_off_unless_somebody_is_to_be_told() -> None:
    assert TEMPLATE["Parameters"]["DigestEmail"]["Default"] == ""
    function = "OperatorSendDigestFunction"
    assert rule_of(function)["State"] == {"Fn::If": ["SendsDigest", "ENABLED", "DISABLED"]}
    variables = RESOURCES[function]["Properties"]["Environment"]["Variables"]
    assert variables["DIGEST_EMAIL"] == {"Fn::If": ["SendsDigest", {"Ref": "DigestEmail"}, "none"]}


def test_the_janitor_can_be_switched_off_and_waits_longer_than_any_function_runs() -> None:
    function = "OperatorRemoveFilesFunction"
    assert rule_of(function)["State"] == {"Fn::If": ["RemovesFiles", "ENABLED", "DISABLED"]}
    assert TEMPLATE["Parameters"]["FileRemoval"]["Default"] == "on"
    timeouts = [RESOURCES[name]["Properties"]["Timeout"] for name in FUNCTIONS]
    assert max(timeouts) < constant("shared/store/src/files.rs", "REMOVAL_DELAY") * 60


class TestExports:
    FUNCTION = RESOURCES["UsersMakeExportFunction"]["Properties"]
    INVOCATIONS = invocations_of("UsersMakeExportFunction")

    def test_are_invoked_through_the_alias_whose_failures_are_kept(self) -> None:
        variables = RESOURCES["UsersRequestExportFunction"]["Properties"]["Environment"]["Variables"]
        assert variables["MAKE_EXPORT_FUNCTION"] == {"Ref": "UsersMakeExportFunctionAliaslive"}
        queue = {"Fn::GetAtt": ["FailedExportsQueue", "Arn"]}
        assert self.INVOCATIONS["DestinationConfig"] == {"OnFailure": {"Destination": queue}}
        assert RESOURCES["FailedExportsQueue"]["Properties"]["SqsManagedSseEnabled"] is True

    def test_fail_after_the_last_attempt(self) -> None:
        last = self.INVOCATIONS["MaximumEventAgeInSeconds"] + self.FUNCTION["Timeout"]
        assert last < constant("shared/store/src/users/data_exports.rs", "MAKING_PERIOD") * 60
        # Lambda waits one minute before the second attempt and two before the third.
        attempts = self.INVOCATIONS["MaximumRetryAttempts"] + 1
        assert attempts * self.FUNCTION["Timeout"] + 60 + 120 <= self.INVOCATIONS["MaximumEventAgeInSeconds"]


SCANNING = templates.read("infra/scanning.yaml")
#: The prefixes of the objects that are scanned: documents and videos, which are stored as they were sent.
PREFIXES = ["document", "video"]


def test_files_are_not_scanned_unless_the_operator_asks_for_it() -> None:
    assert TEMPLATE["Parameters"]["FileScan"]["Default"] == "off"
    assert rule_of("OperatorRecordScanFunction")["State"] == {"Fn::If": ["ScansFiles", "ENABLED", "DISABLED"]}
    assert RESOURCES["FilesBucket"]["Properties"]["NotificationConfiguration"]["Fn::If"][0] == "ScansFiles"
    assert RESOURCES["Scanning"]["Condition"] == "NeedsScanning"
    guarded = {name: SCANNING["Resources"][name]["Condition"] for name in ("Plan", "Role")}
    assert set(guarded.values()) == {"UsesGuardDuty"}


def test_only_results_of_the_chosen_scanner_for_the_bucket_are_recorded() -> None:
    pattern = rule_of("OperatorRecordScanFunction")["EventPattern"]
    own = {"Fn::Sub": "${AWS::StackName}.file-scanner"}
    assert pattern["source"] == [{"Fn::If": ["UsesGuardDuty", "aws.guardduty", own]}]
    result = "GuardDuty Malware Protection Object Scan Result"
    assert pattern["detail-type"] == [{"Fn::If": ["UsesGuardDuty", result, "File Scan Result"]}]
    assert pattern["detail"] == {"s3ObjectDetails": {"bucketName": [{"Ref": "FilesBucket"}]}}


def test_results_reach_the_alias_whose_failures_are_kept() -> None:
    invocations = invocations_of("OperatorRecordScanFunction")
    queue = {"Fn::GetAtt": ["FailedScansQueue", "Arn"]}
    assert invocations["DestinationConfig"] == {"OnFailure": {"Destination": queue}}
    assert RESOURCES["FailedScansQueue"]["Properties"]["SqsManagedSseEnabled"] is True
    # The record of a video is written within the timeout of the function that finalizes it.
    timeout = RESOURCES["FileVideoFinalizeUploadFunction"]["Properties"]["Timeout"]
    assert invocations["MaximumRetryAttempts"] >= 1
    assert timeout < 60, "Lambda waits one minute before the second attempt"


def test_guardduty_scans_documents_and_videos_without_tags() -> None:
    plan = SCANNING["Resources"]["Plan"]["Properties"]
    bucket = plan["ProtectedResource"]["S3Bucket"]
    assert bucket["ObjectPrefixes"] == [f"{prefix}/" for prefix in PREFIXES]
    assert plan["Actions"] == {"Tagging": {"Status": "DISABLED"}}, "no role may tag objects"
    source = (ROOT / "shared" / "domain" / "src" / "file.rs").read_text()
    kinds = re.findall(r"const (\w+): FileRules = FileRules \{[^}]*content: Content::AsSent", source)
    assert [kind.lower() for kind in kinds] == PREFIXES


def test_guardduty_reads_no_other_objects_and_writes_one() -> None:
    (policy,) = SCANNING["Resources"]["Role"]["Properties"]["Policies"]
    objects = {
        action: statement["Resource"]
        for statement in policy["PolicyDocument"]["Statement"]
        for action in statement["Action"]
        if isinstance(statement["Action"], list) and "Object" in action
    }
    bucket = "arn:${AWS::Partition}:s3:::${FilesBucket}"
    scanned = [{"Fn::Sub": f"{bucket}/{prefix}/*"} for prefix in PREFIXES]
    assert objects == {"s3:GetObject": scanned, "s3:GetObjectVersion": scanned}
    (written,) = (
        statement["Resource"]
        for statement in policy["PolicyDocument"]["Statement"]
        if statement["Action"] == "s3:PutObject"
    )
    assert written == {"Fn::Sub": f"{bucket}/malware-protection-resource-validation-object"}
