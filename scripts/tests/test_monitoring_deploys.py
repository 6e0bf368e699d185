"""infra/monitoring.yaml, deployed to an emulator of its own."""

import json

import pytest
from samtranslator.yaml_helper import yaml_parse

from stack import deploy, emulator
from stack.instance import ROOT, Instance, free_port

TEMPLATE = yaml_parse((ROOT / "infra" / "monitoring.yaml").read_text())
ALARMS = [name for name, resource in TEMPLATE["Resources"].items() if resource["Type"] == "AWS::CloudWatch::Alarm"]


@pytest.fixture(scope="module")
def cloud(tmp_path_factory):
    folder = tmp_path_factory.mktemp("monitoring")
    instance = Instance("masar-monitoring", folder, folder / "stack.json", free_port(), free_port())
    with emulator.running(instance):
        yield deploy.Cloud(instance, deploy.developer_key(instance))


@pytest.mark.parametrize("mailed", ["", "operator@example.org"])
def test_it_deploys_with_all_that_it_says(cloud, mailed):
    name = "mailed" if mailed else "silent"
    watched = f"masar-{name}"
    deploy.create_or_update(cloud, name, {"TemplateBody": json.dumps(TEMPLATE)}, {"StackName": watched, "ApiId": "abc", "AlarmEmail": mailed})

    alarms = cloud("cloudwatch").describe_alarms(AlarmNamePrefix=f"{watched}-")["MetricAlarms"]
    assert {alarm["AlarmName"] for alarm in alarms} == {f"{watched}-{alarm}" for alarm in ALARMS}
    body = json.loads(cloud("cloudwatch").get_dashboard(DashboardName=watched)["DashboardBody"])
    (shown,) = (widget["properties"]["alarms"] for widget in body["widgets"] if widget["type"] == "alarm")
    assert sorted(shown) == sorted(alarm["AlarmArn"] for alarm in alarms)

    stack = cloud("cloudformation").describe_stacks(StackName=name)["Stacks"][0]
    topic = next(output["OutputValue"] for output in stack["Outputs"] if output["OutputKey"] == "TopicArn")
    assert all(alarm["AlarmActions"] == alarm["OKActions"] == [topic] for alarm in alarms)
    subscriptions = cloud("sns").list_subscriptions_by_topic(TopicArn=topic)["Subscriptions"]
    assert [subscription["Endpoint"] for subscription in subscriptions] == ([mailed] if mailed else [])
