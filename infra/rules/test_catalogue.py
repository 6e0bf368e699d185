"""Rules for the function that publishes the catalogue, which a schedule invokes."""

from platform_template import RESOURCES, of_type
from stack import publish


def test_the_scripts_know_the_function_and_its_schedule() -> None:
    function = RESOURCES[publish.PUBLISHER]["Properties"]
    rule = of_type("AWS::Events::Rule")[publish.SCHEDULE]["Properties"]
    assert rule["ScheduleExpression"] == "rate(5 minutes)"
    (target,) = rule["Targets"]
    assert target["Arn"] == {"Ref": f"{publish.PUBLISHER}Aliaslive"}
    # An attempt ends before the next begins.
    assert function["Timeout"] < 5 * 60
