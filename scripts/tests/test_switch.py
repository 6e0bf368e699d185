"""
Switching to a release and back, and watching it, on a stack of the local AWS with two functions. `scripts/rehearse`
does it with all functions, and with releases that do not work.
"""

import json
import time

import pytest
from deployment_support import ENVIRONMENT, NAMES, deploy_functions, responded

from stack.console import CommandError
from stack.deployment import switch
from stack.deployment.switch import Functions
from stack.local_clients import LocalClients


@pytest.fixture(scope="module")
def functions(clients: LocalClients) -> Functions:
    """Those of two releases, of which the second is live."""
    deploy_functions(clients, "first")
    functions = deploy_functions(clients, "second")
    functions.switch(functions.publish())
    return functions


def test_a_release_without_versions_of_all_its_functions_is_not_one_to_switch_to(functions: Functions) -> None:
    assert functions.of_release("unknown", NAMES) is None
    assert functions.of_release("first", [*NAMES, "Removed"]) is None


def test_a_switch_that_fails_is_undone(functions: Functions, clients: LocalClients) -> None:
    published = functions.of_release("first", NAMES)
    assert published is not None
    with pytest.raises(CommandError, match="could not be switched to"):
        functions.switch({**published, "no-such-function": "1"})
    assert (functions.live_release(), responded(clients)) == ("second", "second")


def test_an_interrupted_switch_has_no_release(functions: Functions, clients: LocalClients) -> None:
    live = functions.live()
    first = functions.of_release("first", NAMES)
    assert first is not None
    clients("lambda").update_alias(FunctionName=NAMES["Job"], Name="live", FunctionVersion=first[NAMES["Job"]])
    assert functions.live_release() is None
    functions.switch(live)


def test_a_function_that_a_release_adds_belongs_to_no_earlier_one(clients: LocalClients) -> None:
    deploy_functions(clients, "first").switch(deploy_functions(clients, "first").publish())
    functions = deploy_functions(clients, "second", added=True)
    assert functions.live_release() == "first"
    first = functions.live()
    functions.switch(functions.publish())
    assert functions.live_release() == "second"
    functions.switch(first)
    assert functions.live_release() == "first"


def test_old_versions_are_deleted_and_those_in_use_are_not(
    functions: Functions, clients: LocalClients, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(switch, "KEPT_VERSIONS", 1)
    for release in ("third", "fourth"):
        deploy_functions(clients, release)
        newest = functions.publish()[NAMES["Endpoint"]]
    live = functions.live()[NAMES["Endpoint"]]
    functions.prune()
    listed = clients("lambda").list_versions_by_function(FunctionName=NAMES["Endpoint"])["Versions"]
    # "1" is the stack's own.
    assert [version["Version"] for version in listed] == ["$LATEST", "1", live, newest]
    assert functions.live()[NAMES["Endpoint"]] == live


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
    state = {"StateValue": "ALARM", "StateReason": "a test"}
    clients("cloudwatch").set_alarm_state(AlarmName=f"{ENVIRONMENT.stack}-{alarm}", **state)


def respond(clients: LocalClients, *statuses: int, ago: float = 0) -> None:
    """Logs responses of the gateway."""
    time_of_all = int((time.time() - ago) * 1000)
    events = [{"timestamp": time_of_all, "message": json.dumps({"status": str(status)})} for status in statuses]
    clients("logs").put_log_events(logGroupName=GROUP, logStreamName="requests", logEvents=events)


@pytest.mark.parametrize(
    ("statuses", "faults"),
    [
        ((200, 400, 401, 429, 503, 503), []),
        ((500,), ['1 responses with status 500: {"status": "500"}']),
        ((503,) * 3, ['3 responses with status 503: {"status": "503"}']),
    ],
)
def test_finds_responses_with_a_fault_of_the_release(
    gateway: LocalClients, statuses: tuple[int, ...], faults: list[str]
) -> None:
    # From before the switch.
    respond(gateway, 500, 503, 503, 503, ago=5)
    watched = switch.Watch(ENVIRONMENT)
    respond(gateway, *statuses)
    assert watched.faults() == faults


def test_finds_an_alarm_that_starts_after_the_switch(gateway: LocalClients) -> None:
    watched = switch.Watch(ENVIRONMENT)
    turn_on(gateway, "New")
    assert watched.wait() == [f"The alarm {ENVIRONMENT.stack}-New is on."]
