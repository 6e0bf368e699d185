"""What scripts/deploy prints when CloudFormation or SAM fails."""

import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from botocore.exceptions import WaiterError
from deployment_support import ENVIRONMENT

from stack import tools
from stack.console import CommandError
from stack.deployment import environment, failures, sam

#: Texts of AWS, shortened, and a part of what to do.
FAILURES = [
    ("Your account must be verified before you can add new CloudFront resources.", "AWS Support Center"),
    ("OptInRequired: The AWS Access Key Id needs a subscription for the service", "not activated this account"),
    ("NotSignedUp: Your account is not signed up for the S3 service.", "not activated this account"),
    ("Rate exceeded (Service: Lambda, Status Code: 429)", "Run the same command again"),
    (
        "Subscriber limit exceeded: Only 10 tables can be created, updated, or deleted simultaneously",
        "Nothing is wrong",
    ),
    ("The role defined for the function cannot be assumed by Lambda.", "until a new role works"),
    ("An error occurred (ExpiredToken): The security token included in the request is expired", "Sign in again"),
    ("(UnrecognizedClientException): The security token included in the request is invalid.", "Sign in again"),
    ("User: arn:aws:sts::1:role/a is not authorized to perform: ses:TagResource", "lacks the action"),
    ("Resource of type 'AWS::SES::EmailIdentity' with identifier 'site.org' already exists.", "MailIdentity=existing"),
    ("The specified SSL certificate doesn't exist, isn't in us-east-1 region, isn't valid", "CertificateArn must name"),
    ("One or more of the CNAMEs you provided are already associated with a different resource.", "alternate domain"),
    ("[RRSet with DNS name www.site.org. is not permitted in zone other.org.]", "zones of this account"),
    ("No hosted zone found with ID: Z1 (Error Code: NoSuchHostedZone)", "zones of this account"),
    ("[Tried to create resource record set [name='site.org.', type='A'] but it already exists]", "The zone has"),
    ("Cannot enable logging. Policy document length breaking Cloudwatch Logs Constraints", "resource policy"),
    ("Resource of type 'AWS::Logs::LogGroup' with identifier '/aws/vendedlogs/a' already exists.", "this log group"),
    ("masar-files-1-eu-west-3 already exists (Error Code: BucketAlreadyExists)", "--import-resources"),
    ("Resource of type 'AWS::DynamoDB::Table' with identifier 'masar-users' already exists.", "--import-resources"),
    ("Resource of type 'AWS::CloudFront::CachePolicy' with identifier 'masar-site' already exists.", "is global"),
    ("TooManyResponseHeadersPolicies: Your request contains more policies than are allowed.", "reached a quota"),
    ("Account 111122223333 is a linked account. To enable budgets for your account, ask", "MonthlyBudget=0"),
    ("Error: Stack aws-sam-cli-managed-default is missing Tags and/or Outputs information", "SAM's own stack"),
]


@pytest.mark.parametrize(("failure", "what_to_do"), FAILURES)
def test_a_known_failure_says_what_to_do(failure: str, what_to_do: str) -> None:
    assert what_to_do in failures.hint(failure, "")


def test_every_entry_of_the_table_has_an_example() -> None:
    assert {entry for text, _ in FAILURES for entry in failures.hint(text, "").split("\n  → ")} == {
        known.hint for known in failures.KNOWN
    }


@pytest.mark.parametrize(
    "failure",
    [
        "Api: the property Name is missing",
        "Uploading to masar-staging/1 (100.00%)\nManaged S3 bucket: aws-sam-cli-managed-default-bucket-1",
    ],
)
def test_other_texts_have_the_general_hint(failure: str) -> None:
    assert failures.hint(failure, "Correct it.") == "Correct it."


NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)
NESTED = "arn:aws:cloudformation:eu-west-3:1:stack/masar-Hosting-ABC/1"


def event(resource: str, status: str, reason: str = "", age: int = 0, **fields: Any) -> dict[str, Any]:
    """An event, some seconds ago."""
    stated = {"ResourceStatusReason": reason} if reason else {}
    time = NOW - timedelta(seconds=age)
    return {"LogicalResourceId": resource, "ResourceStatus": status, "Timestamp": time, **stated, **fields}


#: A first deployment, in which a resource of a nested stack fails, and what CloudFormation cancels because of that.
OF_STACK = [
    event("masar", "CREATE_FAILED", "The following resource(s) failed to create: [Api, Hosting].", 0),
    event("Api", "CREATE_FAILED", "Resource creation cancelled", 1),
    event(
        *("Hosting", "CREATE_FAILED", f"Embedded stack {NESTED} was not successfully created: [Distribution]", 2),
        ResourceType=failures.NESTED_STACK,
        PhysicalResourceId=NESTED,
        StackId="arn:of:masar",
    ),
    event("Hosting", "CREATE_IN_PROGRESS", age=90),
    event("masar", "CREATE_IN_PROGRESS", age=99),
]
OF_NESTED = [
    event("masar-Hosting-ABC", "DELETE_IN_PROGRESS"),
    event("Distribution", "CREATE_FAILED", FAILURES[0][0], 3),
    event("masar-Hosting-ABC", "CREATE_IN_PROGRESS", age=80),
    event("Distribution", "CREATE_FAILED", "a failure of an earlier deployment", 3600),
]


def cloudformation(events_of: dict[str, list[dict[str, Any]]]) -> MagicMock:
    """A client with the events of stacks, in the shape of CloudFormation's API."""
    client = MagicMock()
    client.get_paginator.return_value.paginate.side_effect = lambda **stack: [
        {"StackEvents": events_of[stack["StackName"]]}
    ]
    client.get_waiter.return_value.wait.side_effect = WaiterError("StackCreateComplete", "terminal state", {})
    return client


def test_a_failure_in_a_nested_stack_is_printed_with_what_to_do() -> None:
    client = cloudformation({"masar": OF_STACK, NESTED: OF_NESTED})
    with pytest.raises(CommandError) as error:
        environment.wait_for_stack(client, "masar", "stack_create_complete")
    _, *reasons = str(error.value).splitlines()
    assert reasons == [
        "  | masar: The following resource(s) failed to create: [Api, Hosting].",
        f"  | Distribution: {FAILURES[0][0]}",
    ]
    assert "AWS Support Center" in error.value.hint


class TestSam:
    """With a program in place of SAM, which does what SAM does to the stack."""

    @staticmethod
    def runs(program: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = folder / "sam"
        path.write_text(f"#!{sys.executable}\n{program}\n")
        path.chmod(0o755)
        monkeypatch.setenv("PATH", str(folder), prepend=":")
        monkeypatch.setattr(tools, "environment_variables", lambda: os.environ)

    def test_prints_errors_as_they_come_and_knows_them(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.runs("import sys; sys.stderr.write('1 %\\r2 %\\rRate exceeded\\n'); sys.exit(1)", tmp_path, monkeypatch)
        with pytest.raises(CommandError, match=r"`sam build` failed\.") as error:
            sam.sam_for(ENVIRONMENT)("build")
        assert capsys.readouterr().err == "1 %\r2 %\rRate exceeded\n"
        assert "Run the same command again" in error.value.hint
