"""Rules for the function that tells the operator what waits, which a schedule invokes."""

from platform_template import RESOURCES, TEMPLATE, of_type


def test_the_schedule_is_off_unless_somebody_is_to_be_told() -> None:
    assert TEMPLATE["Parameters"]["DigestEmail"]["Default"] == ""
    (rule,) = (
        rule for name, rule in of_type("AWS::Events::Rule").items() if name.startswith("OperatorSendDigestFunction")
    )
    assert rule["Properties"]["State"] == {"Fn::If": ["SendsDigest", "ENABLED", "DISABLED"]}
    (target,) = rule["Properties"]["Targets"]
    assert target["Arn"] == {"Ref": "OperatorSendDigestFunctionAliaslive"}
    variables = RESOURCES["OperatorSendDigestFunction"]["Properties"]["Environment"]["Variables"]
    assert variables["DIGEST_EMAIL"] == {"Fn::If": ["SendsDigest", {"Ref": "DigestEmail"}, "none"]}
