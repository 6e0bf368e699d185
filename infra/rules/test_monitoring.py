"""Rules for infra/monitoring.yaml and infra/edge-monitoring.yaml."""

import json
import re
from typing import Any

import pytest
import yaml

from stack import templates
from stack.instance import ROOT
from stack.templates import Template

TEMPLATE = templates.read("infra/monitoring.yaml")
RESOURCES = TEMPLATE["Resources"]
EDGE = templates.read("infra/edge-monitoring.yaml")
SCANNING = templates.read("infra/scanning.yaml")
BACKUPS = templates.read("infra/backups.yaml")
HOSTING = templates.read("infra/hosting.yaml")["Resources"]
RUNBOOK = (ROOT / "docs" / "runbook.md").read_text()
DEPLOYED = templates.main()
#: A search expression of the dashboard, with namespace, dimension and metric.
SEARCH = re.compile(r"""SEARCH\('\{"?([\w/-]+)"?,(\w+)\} MetricName="(\w+)"', '\w+', 300\)""")
#: The metrics of AWS services, with their dimensions.
OF_AWS: dict[str, dict[str, list[str]]] = {
    "AWS/ApiGateway": {name: ["ApiId"] for name in ("4xx", "5xx", "Count", "Latency")},
    "AWS/Backup": {
        name: ["BackupVaultName"]
        for name in ("NumberOfBackupJobsExpired", "NumberOfBackupJobsFailed", "NumberOfCopyJobsFailed")
    },
    "AWS/CertificateManager": {"DaysToExpiry": ["CertificateArn"]},
    "AWS/S3": {"BytesDownloaded": ["BucketName", "FilterId"]},
    "AWS/Route53": {"HealthCheckStatus": ["HealthCheckId"]},
    "AWS/CloudFront": {
        "Requests": ["DistributionId", "Region"],
        "BytesDownloaded": ["DistributionId", "Region"],
        "5xxErrorRate": ["DistributionId", "Region"],
        "FunctionInvocations": ["FunctionName", "Region"],
        "FunctionExecutionErrors": ["FunctionName", "Region"],
        "FunctionValidationErrors": ["FunctionName", "Region"],
    },
    "AWS/DynamoDB": {
        "ReadThrottleEvents": ["TableName"],
        "WriteThrottleEvents": ["TableName"],
        "SystemErrors": ["TableName", "Operation"],
    },
    # Across all functions, or of one.
    "AWS/Lambda": {
        **{name: [] for name in ("ConcurrentExecutions", "Errors", "Throttles")},
        "Invocations": ["FunctionName"],
    },
    "AWS/SQS": {"ApproximateNumberOfMessagesVisible": ["QueueName"]},
    "AWS/SES": {
        name: [] for name in ("Bounce", "Complaint", "Reputation.BounceRate", "Reputation.ComplaintRate", "Send")
    },
}
#: Example values for parameters in the dashboard.
NAMES = {
    "StackName": "a-stack",
    "ApiId": "an-api",
    "FailedExportsQueue": "a-queue",
    "FilesBucket": "a-bucket",
    "FailedScansQueue": "another-queue",
    "PublishCatalogueFunction": "a-function",
    "AWS::Region": "eu-west-3",
    "BusyConcurrency": "800",
}
#: The sets of dimensions of each metric that the functions write.
METRICS = {
    name: [re.findall(r'"(\w+)"', one) for one in re.findall(r"&\[(.*?)\]", sets)]
    for name, sets in re.findall(
        r'Metric \{\s+name: "(\w+)",\s+unit: "\w+",\s+dimensions: &\[(.*)\],',
        (ROOT / "shared" / "platform" / "src" / "metrics.rs").read_text(),
    )
}
OPENAPI = yaml.safe_load((ROOT / "infra" / "openapi.yaml").read_text())
CODES = set(OPENAPI["components"]["schemas"]["ErrorCode"]["enum"])
TABLES = {
    resource["Properties"]["TableName"]["Fn::Sub"].removeprefix("${AWS::StackName}")
    for name, resource in DEPLOYED["Resources"].items()
    # Only the function that makes archives reads the audit table.
    if resource["Type"] == "AWS::DynamoDB::Table" and name != "AuditTable"
}
CDN_FUNCTIONS = {
    resource["Properties"]["Name"]["Fn::Sub"].removeprefix("${Name}")
    for resource in HOSTING.values()
    if resource["Type"] == "AWS::CloudFront::Function"
}


def alarms_of(template: dict[str, Any]) -> dict[str, dict[str, Any]]:
    resources = template["Resources"].items()
    return {
        name: resource["Properties"] for name, resource in resources if resource["Type"] == "AWS::CloudWatch::Alarm"
    }


ALARMS = alarms_of(TEMPLATE)
EDGE_ALARMS = alarms_of(EDGE)
SCAN_ALARMS = alarms_of(SCANNING)
COPY_ALARMS = alarms_of(BACKUPS)
EVERY_ALARM = {**ALARMS, **EDGE_ALARMS, **SCAN_ALARMS, **COPY_ALARMS}


def metrics_of(alarm: dict[str, Any]) -> list[dict[str, Any]]:
    """The metric of an alarm, or those of its expression."""
    if "Metrics" not in alarm:
        return [alarm]
    return [query["MetricStat"]["Metric"] for query in alarm["Metrics"] if "MetricStat" in query]


def check_metric(namespace: str, name: str, dimensions: dict[str, str]) -> None:
    """Fails if neither AWS nor a function writes this metric."""
    if namespace in OF_AWS:
        assert OF_AWS[namespace][name] == list(dimensions), f"{namespace} {name}"
        table = dimensions.get("TableName", "")
        assert not table or table.removeprefix(NAMES["StackName"]) in TABLES, f"there is no table {table}"
        if namespace == "AWS/CloudFront":
            function = dimensions.get("FunctionName", "")
            assert not function or function.removeprefix(NAMES["StackName"]) in CDN_FUNCTIONS, (
                f"there is no function {function}"
            )
            assert dimensions["Region"] == "Global"
        return
    assert namespace == NAMES["StackName"]
    assert sorted(dimensions) in [sorted(one) for one in METRICS[name]], (
        f"{name} is not written with {list(dimensions)}"
    )
    assert dimensions.get("route") in {None, *templates.routes(DEPLOYED)}
    assert dimensions.get("code") in {None, *CODES}


def text(value: str | dict[str, Any]) -> str:
    """A value with its parameters replaced by example values."""
    if isinstance(value, dict) and "Fn::Select" in value:
        return "a-part-of-a-parameter"
    if isinstance(value, dict):
        value = f"${{{value['Ref']}}}" if "Ref" in value else value["Fn::Sub"]
    return re.sub(r"\$\{([\w:.]+)\}", lambda name: NAMES.get(name[1], f"arn:{name[1]}"), value)


@pytest.mark.parametrize("alarm", EVERY_ALARM)
class TestAlarm:
    def test_is_named_after_the_stack(self, alarm: str) -> None:
        assert EVERY_ALARM[alarm]["AlarmName"] == {"Fn::Sub": "${StackName}-" + alarm}

    def test_reads_a_metric_that_is_written(self, alarm: str) -> None:
        for metric in metrics_of(EVERY_ALARM[alarm]):
            dimensions = {dimension["Name"]: text(dimension["Value"]) for dimension in metric.get("Dimensions", [])}
            check_metric(text(metric["Namespace"]), metric["MetricName"], dimensions)

    def test_names_its_runbook_entry(self, alarm: str) -> None:
        description = EVERY_ALARM[alarm]["AlarmDescription"]
        entry = re.search(r"Runbook: (\w+)\.$", description)
        assert entry and f"\n### {entry[1]}\n" in RUNBOOK, description
        assert alarm in RUNBOOK, "the entry names its alarms"
        assert len(description) <= 1024

    def test_does_not_go_off_without_traffic(self, alarm: str) -> None:
        # SES updates its rates only when it sends. ACM has no metric for an expired certificate. A health check reports
        # without traffic too, and schedules invoke the functions that publish the catalogue and remove files.
        otherwise = {"AWS/SES": "ignore", "AWS/CertificateManager": "breaching", "AWS/Route53": "breaching"}
        (namespace,) = {text(metric["Namespace"]) for metric in metrics_of(EVERY_ALARM[alarm])}
        scheduled = ("CatalogueNotPublished", "FilesNotRemoved")
        expected = "breaching" if alarm in scheduled else otherwise.get(namespace, "notBreaching")
        assert EVERY_ALARM[alarm]["TreatMissingData"] == expected

    def test_notifies_when_it_begins_and_ends(self, alarm: str) -> None:
        assert EVERY_ALARM[alarm]["AlarmActions"] == EVERY_ALARM[alarm]["OKActions"] == [{"Ref": "Topic"}]


def test_the_runbook_has_no_entry_without_an_alarm() -> None:
    _, alarms = RUNBOOK.split("\n## Alarms\n")
    entries = re.findall("^### (.+)$", alarms.split("\n## ", 1)[0], re.MULTILINE)
    described = {
        entry for alarm in EVERY_ALARM.values() for entry in re.findall(r"Runbook: (\w+)\.$", alarm["AlarmDescription"])
    }
    assert set(entries) == described


@pytest.mark.parametrize("template", [TEMPLATE, EDGE], ids=["monitoring", "edge-monitoring"])
def test_sends_no_emails_without_a_recipient(template: Template) -> None:
    assert template["Parameters"]["AlarmEmail"]["Default"] == ""
    assert template["Resources"]["Subscription"]["Condition"] == "HasAlarmEmail"


def test_alarms_on_scans_exist_only_where_files_are_scanned_and_alarms_are_on() -> None:
    # A stack without resources fails, so it is left out where there is neither an alarm nor a plan.
    assert DEPLOYED["Resources"]["Scanning"]["Condition"] == "NeedsScanning"
    assert DEPLOYED["Conditions"]["NeedsScanning"]["Fn::And"] == [
        {"Condition": "ScansFiles"},
        {"Fn::Or": [{"Condition": "UsesGuardDuty"}, {"Condition": "IsMonitored"}]},
    ]
    assert SCANNING["Parameters"]["Topic"]["Default"] == ""
    assert {SCANNING["Resources"][alarm]["Condition"] for alarm in SCAN_ALARMS} == {"IsMonitored"}


def test_the_alarm_on_copies_exists_where_tables_are_copied_and_alarms_are_on() -> None:
    assert DEPLOYED["Resources"]["Backups"]["Properties"]["Parameters"]["Topic"] == {
        "Fn::If": ["IsMonitored", {"Fn::GetAtt": ["Alarms", "Outputs.TopicArn"]}, ""]
    }
    assert BACKUPS["Parameters"]["Topic"]["Default"] == ""
    (alarm,) = COPY_ALARMS
    assert BACKUPS["Resources"][alarm]["Condition"] == "IsMonitored"
    assert {metric["MetricName"] for metric in metrics_of(COPY_ALARMS[alarm])} == set(OF_AWS["AWS/Backup"])
    # AWS counts a copy for the vault that receives it, whose name is the end of its ARN.
    copies = {"Fn::Select": [6, {"Fn::Split": [":", {"Ref": "CopyVaultArn"}]}]}
    for metric in metrics_of(COPY_ALARMS[alarm]):
        vault = copies if metric["MetricName"] == "NumberOfCopyJobsFailed" else {"Ref": "Vault"}
        assert metric["Dimensions"] == [{"Name": "BackupVaultName", "Value": vault}]


def test_the_alarm_on_the_catalogue_follows_the_schedule_of_its_function() -> None:
    function = DEPLOYED["Resources"]["Alarms"]["Properties"]["Parameters"]["PublishCatalogueFunction"]["Ref"]
    (schedule,) = DEPLOYED["Resources"][function]["Properties"]["Events"].values()
    alarm = ALARMS["CatalogueNotPublished"]
    assert schedule["Properties"]["Schedule"] == f"rate({alarm['Period'] // 60} minutes)"
    # A late run leaves a period empty, and does not matter.
    assert alarm["EvaluationPeriods"] == 6 and "DatapointsToAlarm" not in alarm


def test_the_alarm_on_downloads_reads_metrics_of_the_whole_bucket() -> None:
    dimensions = {one["Name"]: one["Value"] for one in ALARMS["FilesDownloaded"]["Dimensions"]}
    assert DEPLOYED["Resources"]["Alarms"]["Properties"]["Parameters"]["FilesBucket"] == {"Ref": "FilesBucket"}
    # Only where something reads them: each has a price.
    written = DEPLOYED["Resources"]["FilesBucket"]["Properties"]["MetricsConfigurations"]
    assert written == {"Fn::If": ["IsMonitored", [{"Id": dimensions["FilterId"]}], {"Ref": "AWS::NoValue"}]}


def test_dimensions_have_few_values() -> None:
    # AWS charges for a metric of each value, so users, files and paths cannot be dimensions.
    assert {dimension for sets in METRICS.values() for one in sets for dimension in one} == {"route", "code", "mail"}


def test_alarms_of_every_stack_have_one_metric_each() -> None:
    # The emulator supports no expressions, and AWS charges for each metric.
    assert not [alarm for alarm, properties in ALARMS.items() if "Metrics" in properties]


class TestEdge:
    def breaches(self, alarm: str, **metrics: Any) -> bool:
        """Whether an alarm's expression does. A metric that is None has no data."""

        def arithmetic(expression: str) -> Any:
            functions = {
                "IF": lambda condition, yes, no: yes if condition else no,
                "FILL": lambda one, by: by if one is None else one,
            }
            try:
                return eval(expression, {"__builtins__": {}}, {**functions, **metrics})
            except TypeError:  # An operand has no data.
                return None

        (result,) = (query["Id"] for query in EDGE_ALARMS[alarm]["Metrics"] if query.get("ReturnData", True))
        assert set(metrics) == {query["Id"] for query in EDGE_ALARMS[alarm]["Metrics"] if "MetricStat" in query}
        for query in EDGE_ALARMS[alarm]["Metrics"]:
            if "Expression" in query:
                metrics[query["Id"]] = arithmetic(query["Expression"])
        return metrics[result] is not None and metrics[result] >= EDGE_ALARMS[alarm]["Threshold"]

    @pytest.mark.parametrize(
        ("requests", "share", "breaches"),
        [
            (2, 100, True),  # All that one visitor asked for.
            (3, 66.67, True),
            (3, 66.66, True),  # Two of three, rounded down.
            (1, 100, False),  # A single one.
            (1000, 5, True),
            (1000, 4.9, False),  # Many, and few of them all.
            (1000, 0, False),
            (None, None, False),  # Nobody.
        ],
    )
    def test_site_failures_require_a_number_and_a_share(self, requests: Any, share: Any, breaches: Any) -> None:
        assert self.breaches("SiteFailures", requests=requests, share=share) == breaches

    @pytest.mark.parametrize(
        ("asked", "answered", "breaches"),
        [
            (5, None, True),  # All of them: then nothing counts answers.
            (4, None, False),
            (10, 5, True),
            (100, 90, False),  # A crawler among others.
            (100, 100, False),
            (None, None, False),  # Nobody.
        ],
    )
    def test_refused_pages_require_a_number_and_half_of_all(self, asked: Any, answered: Any, breaches: Any) -> None:
        assert self.breaches("PagesRefused", asked=asked, answered=answered) == breaches

    def test_both_page_functions_run_for_the_same_requests(self) -> None:
        # PagesRefused compares how often the two functions run.
        config = HOSTING["Distribution"]["Properties"]["DistributionConfig"]
        places: dict[str, list[tuple[str | None, str]]] = {}
        for behavior in [config["DefaultCacheBehavior"], *config["CacheBehaviors"]]:
            for association in behavior.get("FunctionAssociations", []):
                function = association["FunctionARN"]["Fn::GetAtt"][0]
                places.setdefault(function, []).append((behavior.get("PathPattern"), association["EventType"]))
        assert places["ViewerRequestFunction"] == [(None, "viewer-request")]
        assert places["ViewerResponseFunction"] == [(None, "viewer-response")]

    def test_every_cdn_function_has_alarms(self) -> None:
        watched = {
            (metric["MetricName"], dimension["Value"]["Fn::Sub"].removeprefix("${StackName}"))
            for alarm in EDGE_ALARMS.values()
            for metric in metrics_of(alarm)
            for dimension in metric["Dimensions"]
            if dimension["Name"] == "FunctionName"
        }
        for kind in ("FunctionExecutionErrors", "FunctionValidationErrors"):
            assert {function for metric, function in watched if metric == kind} == CDN_FUNCTIONS

    def test_the_alarms_on_certificate_and_health_check_depend_on_a_condition(self) -> None:
        conditions = {name: EDGE["Resources"][name].get("Condition") for name in EDGE_ALARMS}
        assert {name: condition for name, condition in conditions.items() if condition} == {
            "CertificateExpiring": "HasCertificate",
            "SiteUnreachable": "HasHealthCheck",
        }


class TestDashboard:
    BODY: Any = json.loads(text(RESOURCES["Dashboard"]["Properties"]["DashboardBody"]))
    WIDGETS = BODY["widgets"]
    METRICS = [metric for widget in WIDGETS for metric in widget["properties"].get("metrics", [])]

    def test_shows_every_alarm(self) -> None:
        (alarms,) = (widget["properties"]["alarms"] for widget in self.WIDGETS if widget["type"] == "alarm")
        assert sorted(alarms) == sorted(f"arn:{alarm}.Arn" for alarm in ALARMS)

    def test_shows_metrics_that_are_written(self) -> None:
        read = set()
        for metric in self.METRICS:
            if not isinstance(metric[0], dict):
                namespace, name, *rest = (part for part in metric if isinstance(part, str))
                check_metric(namespace, name, dict(zip(rest[::2], rest[1::2], strict=True)))
                read.add(name)
            elif search := SEARCH.fullmatch(metric[0]["expression"]):
                namespace, dimension, name = search.groups()
                assert name in OF_AWS.get(namespace, {}) or [dimension] in METRICS[name], search[0]
                read.add(name)
            else:
                assert "SEARCH" not in metric[0]["expression"], metric
        # Only an alarm of infra/scanning.yaml reads the infected files.
        assert set(METRICS) - {"FilesInfected"} <= read, "the dashboard shows every metric"

    def test_watches_every_table(self) -> None:
        shown = {part for metric in self.METRICS for part in metric if isinstance(part, str)}
        assert {NAMES["StackName"] + table for table in TABLES} <= shown
