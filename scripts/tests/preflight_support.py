"""
What the tests of `scripts/deploy check` share: an environment, and clients with prepared responses.

botocore's Stubber accepts only responses with the shapes of AWS. They were not compared with a real account.
"""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import boto3
from botocore.stub import Stubber

from stack.deployment.environment import Environment
from stack.deployment.finding import FAILURE

CERTIFICATE = "arn:aws:acm:us-east-1:000000000000:certificate/11111111-2222-3333-4444-555555555555"


VALUES = {
    "SiteAddress": "https://www.site.org",
    "MailSender": "no-reply@site.org",
    "CertificateArn": CERTIFICATE,
    "HostedZoneId": "Z0123456789ABCDEFGHIJ",
    "AlarmEmail": "operator@site.org",
    "MonthlyBudget": "50",
}


ENVIRONMENT = Environment(
    "production", "masar-preflight", "eu-west-3", parameters=VALUES, tags={"environment": "production"}
)


def given(**parameters: str) -> Environment:
    return replace(ENVIRONMENT, parameters={**VALUES, **parameters})


def without(*names: str, **others: str) -> Environment:
    return replace(
        ENVIRONMENT, parameters={name: value for name, value in {**VALUES, **others}.items() if name not in names}
    )


def messages(findings: Any, severity: str = FAILURE) -> str:
    """What is wrong, or worth knowing."""
    return "\n".join(finding.message for finding in findings if finding.severity == severity)


#: Reads the descriptions of services once.
SESSION = boto3.Session(region_name="eu-west-3", aws_access_key_id="a", aws_secret_access_key="b")


def stubbed_clients(**responses: Any) -> Any:
    """Clients with prepared responses: for each service, its operations in order, with a response or an error code."""
    clients = {}
    for service, operations in responses.items():
        client = clients[service] = SESSION.client(service)
        stubber = Stubber(client)
        for operation, response in operations:
            if isinstance(response, str):
                stubber.add_client_error(operation, response, f"{response}: does not exist")
            else:
                stubber.add_response(operation, response)
        stubber.activate()
    return lambda service, region_name=None: clients[service]


NO_STACK = [("describe_stacks", "ValidationError")]


def stack_with(status: str, **parameters: str) -> list[Any]:
    """The response for a stack with this status and these parameters."""
    described = {
        "StackName": "a",
        "StackStatus": status,
        "CreationTime": datetime.now(UTC),
        "Parameters": [{"ParameterKey": name, "ParameterValue": value} for name, value in parameters.items()],
    }
    return [("describe_stacks", {"Stacks": [described]})]


STACK = stack_with("UPDATE_COMPLETE")


def zone_of(name: str) -> dict[str, Any]:
    return {"HostedZone": {"Id": "/hostedzone/Z1", "Name": f"{name}.", "CallerReference": "1"}}
