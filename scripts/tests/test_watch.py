"""What `scripts/deploy` watches after a switch, with logs and alarms of the local AWS."""

import json
import time

import pytest
from deployment_support import ENVIRONMENT

from stack.deployment import watch
from stack.deployment.watch import Watch
from stack.local_clients import LocalClients

GROUP = f"/aws/vendedlogs/apigateway/{ENVIRONMENT.stack}"


@pytest.fixture(scope="module")
def gateway(clients: LocalClients) -> LocalClients:
    """A stack with the log of its gateway, and two alarms, one of which is on."""
    clients("logs").create_log_group(logGroupName=GROUP)
    clients("logs").create_log_stream(logGroupName=GROUP, logStreamName="requests")
    for name in ("Old", "New"):
        clients("cloudwatch").put_metric_alarm(
            AlarmName=f"{ENVIRONMENT.stack}-{name}",
            Namespace="masar",
            MetricName=name,
            Statistic="Sum",
            Period=60,
            EvaluationPeriods=1,
            Threshold=1,
            ComparisonOperator="GreaterThanOrEqualToThreshold",
        )
    turn_on(clients, "Old")
    return clients


def turn_on(clients: LocalClients, alarm: str) -> None:
    clients("cloudwatch").set_alarm_state(
        AlarmName=f"{ENVIRONMENT.stack}-{alarm}", StateValue="ALARM", StateReason="a test"
    )


def respond(clients: LocalClients, *statuses: int, ago: float = 0) -> None:
    """Logs responses of the gateway."""
    events = [
        {"timestamp": int((time.time() - ago) * 1000), "message": json.dumps({"route": "GET /", "status": str(status)})}
        for status in statuses
    ]
    clients("logs").put_log_events(logGroupName=GROUP, logStreamName="requests", logEvents=events)


def begin() -> Watch:
    return Watch(ENVIRONMENT, ENVIRONMENT.client)


def test_an_alarm_and_responses_from_before_the_switch_are_no_faults(gateway: LocalClients) -> None:
    respond(gateway, 500, 503, 503, 503, ago=5)
    assert begin().faults() == []


def test_client_errors_and_single_failures_of_aws_are_no_faults(gateway: LocalClients) -> None:
    watched = begin()
    respond(gateway, 200, 400, 401, 429, 503, 503)
    assert watched.faults() == []


@pytest.mark.parametrize(("statuses", "fault"), [((500,), "1 responses with status 500"), ((503,) * 3, "3 responses")])
def test_responses_with_a_fault_of_the_release_are_found_at_once(
    gateway: LocalClients, statuses: tuple[int, ...], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "POLL_SECONDS", 0.1)
    watched = begin()
    respond(gateway, *statuses)
    (found,) = watched.wait()
    assert found.startswith(fault) and '"route": "GET /"' in found


def test_an_alarm_that_starts_after_the_switch_is_a_fault(gateway: LocalClients) -> None:
    watched = begin()
    turn_on(gateway, "New")
    assert watched.wait() == [f"The alarm {ENVIRONMENT.stack}-New is on."]
