"""Rules for scans of files for malware: what starts them, who records their results, and what is there without them."""

import re
from typing import Any

from platform_template import RESOURCES, TEMPLATE, of_type
from stack import templates
from stack.instance import ROOT

SCANNING = templates.read("infra/scanning.yaml")
#: The prefixes of the objects that are scanned: documents and videos, which are stored as they were sent.
PREFIXES = ["document", "video"]
(INVOCATIONS,) = (
    config["Properties"]
    for config in of_type("AWS::Lambda::EventInvokeConfig").values()
    if config["Properties"]["FunctionName"] == {"Ref": "OperatorRecordScanFunction"}
)


def rule() -> Any:
    (found,) = (
        rule["Properties"]
        for name, rule in of_type("AWS::Events::Rule").items()
        if name.startswith("OperatorRecordScanFunction")
    )
    return found


def test_files_are_not_scanned_unless_the_operator_asks_for_it() -> None:
    assert TEMPLATE["Parameters"]["FileScan"]["Default"] == "off"
    assert rule()["State"] == {"Fn::If": ["ScansFiles", "ENABLED", "DISABLED"]}
    assert RESOURCES["FilesBucket"]["Properties"]["NotificationConfiguration"]["Fn::If"][0] == "ScansFiles"
    assert RESOURCES["Scanning"]["Condition"] == "NeedsScanning"
    guarded = {name: SCANNING["Resources"][name]["Condition"] for name in ("Plan", "Role")}
    assert set(guarded.values()) == {"UsesGuardDuty"}


def test_only_results_of_the_chosen_scanner_for_the_bucket_are_recorded() -> None:
    pattern = rule()["EventPattern"]
    own = {"Fn::Sub": "${AWS::StackName}.file-scanner"}
    assert pattern["source"] == [{"Fn::If": ["UsesGuardDuty", "aws.guardduty", own]}]
    result = "GuardDuty Malware Protection Object Scan Result"
    assert pattern["detail-type"] == [{"Fn::If": ["UsesGuardDuty", result, "File Scan Result"]}]
    assert pattern["detail"] == {"s3ObjectDetails": {"bucketName": [{"Ref": "FilesBucket"}]}}


def test_results_reach_the_alias_whose_failures_are_kept() -> None:
    (target,) = rule()["Targets"]
    assert target["Arn"] == {"Ref": "OperatorRecordScanFunctionAliaslive"}
    assert INVOCATIONS["Qualifier"] == "live"
    queue = {"Fn::GetAtt": ["FailedScansQueue", "Arn"]}
    assert INVOCATIONS["DestinationConfig"] == {"OnFailure": {"Destination": queue}}
    assert RESOURCES["FailedScansQueue"]["Properties"]["SqsManagedSseEnabled"] is True
    # The record of a video is written within the timeout of the function that finalizes it.
    timeout = RESOURCES["FileVideoFinalizeUploadFunction"]["Properties"]["Timeout"]
    assert INVOCATIONS["MaximumRetryAttempts"] >= 1
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
