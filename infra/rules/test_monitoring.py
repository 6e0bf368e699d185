"""The rules that infra/monitoring.yaml is held to."""

import json
import re

import pytest

from stack import build, deploy
from stack.instance import ROOT
from test_logging import METRICS

TEMPLATE = build.read_template("infra/monitoring.yaml")
RESOURCES = TEMPLATE["Resources"]
ALARMS = {name: resource["Properties"] for name, resource in RESOURCES.items() if resource["Type"] == "AWS::CloudWatch::Alarm"}
RUNBOOK = (ROOT / "docs" / "runbook.md").read_text()
DEPLOYED = build.template()
#: A search of the dashboard: a namespace, one dimension and the metric, with all that the dimension can be.
SEARCH = re.compile(r"""SEARCH\('\{"?([\w/-]+)"?,(\w+)\} MetricName="(\w+)"', '\w+', 300\)""")
#: What AWS measures by itself, with the dimensions that it has.
OF_AWS = {
    "AWS/ApiGateway": {name: ["ApiId"] for name in ("4xx", "5xx", "Count", "Latency")},
    "AWS/DynamoDB": {
        "ReadThrottleEvents": ["TableName"],
        "WriteThrottleEvents": ["TableName"],
        "SystemErrors": ["TableName", "Operation"],
    },
    # Across all functions, or of one.
    "AWS/Lambda": {name: [] for name in ("ConcurrentExecutions", "Errors", "Throttles")},
    "AWS/SES": {name: [] for name in ("Bounce", "Complaint", "Reputation.BounceRate", "Reputation.ComplaintRate", "Send")},
}
#: Parameters and attributes, as the dashboard has them.
NAMES = {"StackName": "a-stack", "ApiId": "an-api", "AWS::Region": "eu-west-3", "BusyConcurrency": "800"}
CODES = set(json.loads((ROOT / "shared" / "locales" / "en" / "errors.json").read_text()))
TABLES = {
    resource["Properties"]["TableName"]["Fn::Sub"].removeprefix("${AWS::StackName}")
    for name, resource in DEPLOYED["Resources"].items()
    # Of the audit's records, no function knows.
    if resource["Type"] == "AWS::DynamoDB::Table" and name != "AuditTable"
}


def check_metric(namespace: str, name: str, dimensions: dict[str, str]) -> None:
    """Fails when nobody would ever write such a metric."""
    if namespace in OF_AWS:
        assert OF_AWS[namespace][name] == list(dimensions), f"{namespace} {name}"
        table = dimensions.get("TableName", "")
        assert not table or table.removeprefix(NAMES["StackName"]) in TABLES, f"there is no table {table}"
        return
    assert namespace == NAMES["StackName"]
    _, sets = METRICS[name]
    assert sorted(dimensions) in [sorted(one) for one in sets], f"{name} is not kept by {list(dimensions)}"
    assert dimensions.get("route") in {None, *deploy.routes(DEPLOYED)}
    assert dimensions.get("code") in {None, *CODES}


def text(value: str | dict) -> str:
    """A value with the parameters in it."""
    if isinstance(value, dict):
        value = "${%s}" % value["Ref"] if "Ref" in value else value["Fn::Sub"]
    return re.sub(r"\$\{([\w:.]+)\}", lambda name: NAMES.get(name[1], f"arn:{name[1]}"), value)


@pytest.mark.parametrize("alarm", ALARMS)
class TestAlarm:
    def test_is_named_after_the_stack(self, alarm):
        assert ALARMS[alarm]["AlarmName"] == {"Fn::Sub": "${StackName}-" + alarm}

    def test_is_on_a_metric_that_somebody_writes(self, alarm):
        properties = ALARMS[alarm]
        # Arithmetic would be none that the emulator takes.
        assert "Metrics" not in properties
        dimensions = {dimension["Name"]: text(dimension["Value"]) for dimension in properties.get("Dimensions", [])}
        check_metric(text(properties["Namespace"]), properties["MetricName"], dimensions)

    def test_says_which_entry_of_the_runbook_it_belongs_to(self, alarm):
        description = ALARMS[alarm]["AlarmDescription"]
        entry = re.search(r"Runbook: (\w+)\.$", description)
        assert entry and f"\n### {entry[1]}\n" in RUNBOOK, description
        assert alarm in RUNBOOK, "the entry names its alarms"
        assert len(description) <= 1024

    def test_is_quiet_when_nobody_is_there(self, alarm):
        # SES measures its shares when it sends: until then they are what they were.
        is_share_of_mails = ALARMS[alarm]["Namespace"] == "AWS/SES"
        assert ALARMS[alarm]["TreatMissingData"] == ("ignore" if is_share_of_mails else "notBreaching")

    def test_tells_when_it_begins_and_when_it_ends(self, alarm):
        assert ALARMS[alarm]["AlarmActions"] == ALARMS[alarm]["OKActions"] == [{"Ref": "Topic"}]


def test_the_runbook_has_no_entry_without_an_alarm():
    _, alarms = RUNBOOK.split("\n## Alarms\n")
    entries = re.findall("^### (.+)$", alarms.split("\n## ", 1)[0], re.MULTILINE)
    described = {re.search(r"Runbook: (\w+)\.$", alarm["AlarmDescription"])[1] for alarm in ALARMS.values()}
    assert set(entries) == described
    for entry in entries:
        section = alarms.split(f"### {entry}\n", 1)[1].split("\n#", 1)[0]
        assert re.findall(r"^\*\*(\w+)\.\*\*", section, re.MULTILINE) == ["Means", "Look", "Do"], entry


def test_nobody_is_mailed_unless_told():
    assert TEMPLATE["Parameters"]["AlarmEmail"]["Default"] == ""
    assert RESOURCES["Subscription"]["Condition"] == "SomebodyIsMailed"


class TestDashboard:
    BODY = json.loads(text(RESOURCES["Dashboard"]["Properties"]["DashboardBody"]))
    WIDGETS = BODY["widgets"]
    METRICS = [metric for widget in WIDGETS for metric in widget["properties"].get("metrics", [])]

    def test_shows_every_alarm(self):
        (alarms,) = (widget["properties"]["alarms"] for widget in self.WIDGETS if widget["type"] == "alarm")
        assert sorted(alarms) == sorted(f"arn:{alarm}.Arn" for alarm in ALARMS)

    def test_reads_metrics_that_somebody_writes(self):
        read = set()
        for metric in self.METRICS:
            if not isinstance(metric[0], dict):
                namespace, name, *rest = (part for part in metric if isinstance(part, str))
                check_metric(namespace, name, dict(zip(rest[::2], rest[1::2])))
                read.add(name)
            elif search := SEARCH.fullmatch(metric[0]["expression"]):
                namespace, dimension, name = search.groups()
                assert name in OF_AWS.get(namespace, {}) or [dimension] in METRICS[name][1], search[0]
                read.add(name)
            else:
                assert "SEARCH" not in metric[0]["expression"], metric
        assert set(METRICS) <= read, "what is paid for is looked at"

    def test_covers_no_widget_with_another(self):
        taken = set()
        for widget in self.WIDGETS:
            place = {(widget["x"] + x, widget["y"] + y) for x in range(widget["width"]) for y in range(widget["height"])}
            assert not place & taken, widget["properties"]["title"]
            assert widget["x"] + widget["width"] <= 24
            taken |= place

    def test_watches_every_table(self):
        shown = {part for metric in self.METRICS for part in metric if isinstance(part, str)}
        assert {NAMES["StackName"] + table for table in TABLES} <= shown
