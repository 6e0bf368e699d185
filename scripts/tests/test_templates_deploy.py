"""Templates of infra/ by themselves, deployed to an emulator of its own."""

import json

import pytest

from stack import build, deploy, emulator
from stack.instance import Instance, free_port

TEMPLATE = build.read_template("infra/monitoring.yaml")
ALARMS = [name for name, resource in TEMPLATE["Resources"].items() if resource["Type"] == "AWS::CloudWatch::Alarm"]


@pytest.fixture(scope="module")
def cloud(tmp_path_factory):
    folder = tmp_path_factory.mktemp("monitoring")
    instance = Instance("masar-monitoring", folder, folder / "stack.json", free_port(), free_port())
    with emulator.running(instance):
        yield deploy.Cloud(instance, deploy.developer_key(instance))


@pytest.mark.parametrize("mailed", ["", "operator@example.org"])
def test_the_alarms_deploy_with_all_that_is_said_of_them(cloud, mailed):
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


def test_the_web_acl_deploys_and_says_what_the_stack_is_given(cloud):
    template = build.read_template("infra/waf.yaml")
    deploy.create_or_update(cloud, "firewall", {"TemplateBody": json.dumps(template)}, {"Name": "masar-firewall"})
    (output,) = cloud("cloudformation").describe_stacks(StackName="firewall")["Stacks"][0]["Outputs"]
    (listed,) = cloud("wafv2").list_web_acls(Scope="CLOUDFRONT")["WebACLs"]
    assert (output["OutputKey"], output["OutputValue"]) == ("WebAclArn", listed["ARN"])
