"""Describes, creates, updates and deletes stacks, on AWS and on the local AWS."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import Any

from botocore.exceptions import ClientError, WaiterError

from .console import CommandError
from .local_clients import Client

#: The status of a stack whose last update failed and was not rolled back.
UPDATE_FAILED = "UPDATE_FAILED"
#: The status of a stack that consists of change sets only, such as that of a dry run.
NO_RESOURCES = "REVIEW_IN_PROGRESS"
#: Statuses of a stack that can only be deleted.
DELETABLE_STATUSES = ("ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "DELETE_FAILED")
NESTED_STACK = "AWS::CloudFormation::Stack"
#: How often AWS and the local AWS are asked whether they have created or deleted something, and how many times: for two
#: hours, and five minutes.
POLL_SECONDS, LOCAL_POLL_SECONDS, ATTEMPTS = 5.0, 0.2, 1440
#: What was done to a stack in the state of a waiter, other than deploying it.
DONE = {"stack_delete_complete": "deleted", "stack_rollback_complete": "rolled back"}
HINT = "Correct what it reports, and try again. Known failures: docs/operations/deploying.md#known-failures."
#: The statuses with which an operation on a stack begins.
OPERATIONS = ("CREATE_IN_PROGRESS", "UPDATE_IN_PROGRESS", "DELETE_IN_PROGRESS")
#: The reason of a resource that another one's failure has ended.
CANCELLED = "cancelled"


def describe_stack(client: Client, stack: str) -> dict[str, Any]:
    """CloudFormation's description of a stack; empty if it does not exist, or consists of change sets only."""
    found = describe_stack_or_change_sets(client, stack)
    return {} if found.get("StackStatus") == NO_RESOURCES else found


def describe_stack_or_change_sets(client: Client, stack: str) -> dict[str, Any]:
    """CloudFormation's description of a stack, even if it consists of change sets only; empty if it does not exist."""
    try:
        (found,) = client.describe_stacks(StackName=stack)["Stacks"]
    except ClientError as error:
        if "does not exist" in str(error):
            return {}
        raise
    return {} if found["StackStatus"] == "DELETE_COMPLETE" else found


def outputs_of(stack: Mapping[str, Any]) -> dict[str, str]:
    return {output["OutputKey"]: output["OutputValue"] for output in stack.get("Outputs", [])}


def parameters_of(stack: Mapping[str, Any]) -> dict[str, str]:
    return {found["ParameterKey"]: found["ParameterValue"] for found in stack.get("Parameters", [])}


def named(keys: str, values: Mapping[str, str]) -> list[dict[str, str]]:
    """Values as CloudFormation takes them: `Parameter` makes keys and values of `ParameterKey` and `ParameterValue`."""
    return [{f"{keys}Key": name, f"{keys}Value": value} for name, value in values.items()]


def create_or_update(
    clients: Callable[[str], Client], stack: str, template: Mapping[str, str], parameters: Mapping[str, str]
) -> dict[str, str]:
    """As `deploy`, on the local AWS. The template is a `TemplateURL` or a `TemplateBody`."""
    return deploy(clients("cloudformation"), stack, parameters, LOCAL_POLL_SECONDS, **template)


def deploy(
    cloudformation: Client, stack: str, parameters: Mapping[str, str], poll: float | None = None, **request: Any
) -> dict[str, str]:
    """Creates or updates a stack, and waits. Returns its outputs."""
    operation = "update" if describe_stack(cloudformation, stack) else "create"
    request |= {
        "StackName": stack,
        "Parameters": named("Parameter", parameters),
        "Capabilities": ["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"],
    }
    try:
        getattr(cloudformation, f"{operation}_stack")(**request)
        wait_for_stack(cloudformation, stack, f"stack_{operation}_complete", poll)
    except ClientError as error:
        if "No updates are to be performed" not in str(error):
            raise
    return outputs_of(describe_stack(cloudformation, stack))


def wait(client: Client, state: str, resource: Mapping[str, str], poll: float | None = None) -> None:
    """Waits until a resource has the state of one of boto3's waiters."""
    config = {"Delay": poll or POLL_SECONDS, "MaxAttempts": ATTEMPTS}
    client.get_waiter(state).wait(**resource, WaiterConfig=config)


def wait_for_stack(cloudformation: Client, stack: str, state: str, poll: float | None = None) -> None:
    """Waits until a stack has the state of a waiter. Fails with the reasons of CloudFormation."""
    try:
        wait(cloudformation, state, {"StackName": stack}, poll)
    except WaiterError as error:
        began = next(
            event["Timestamp"]
            for event in events(cloudformation, stack)
            if event["LogicalResourceId"] == stack and event["ResourceStatus"] in OPERATIONS
        )
        found = "\n".join(reasons(cloudformation, stack, began) or [f"  | {error}"])
        message = f"{stack} in {cloudformation.meta.region_name} could not be {DONE.get(state, 'deployed')}:\n{found}"
        raise CommandError(message, HINT) from None


def events(cloudformation: Client, stack: str) -> Iterator[Mapping[str, Any]]:
    """The events of a stack, the newest first."""
    pages = cloudformation.get_paginator("describe_stack_events").paginate(StackName=stack)
    return (event for page in pages for event in page["StackEvents"])


def reasons(cloudformation: Client, stack: str, since: datetime) -> list[str]:
    """Why resources of a stack have failed since a time, with those of nested stacks."""
    texts = []
    for event in takewhile(lambda event: event["Timestamp"] >= since, events(cloudformation, stack)):
        reason, inner = event.get("ResourceStatusReason", CANCELLED), event.get("PhysicalResourceId", "")
        if event["ResourceStatus"].endswith("_FAILED") and not reason.endswith(CANCELLED):
            is_nested = event.get("ResourceType") == NESTED_STACK and inner and inner != event.get("StackId")
            nested = reasons(cloudformation, inner, since) if is_nested else []
            texts += nested or [f"  | {event['LogicalResourceId']}: {reason}"]
    return texts


@dataclass(frozen=True)
class Resource:
    logical_id: str
    type: str
    #: Its physical id.
    id: str


def resources(clients: Callable[[str], Client], stack: str) -> list[Resource]:
    """
    The resources of a stack, without those whose creation has failed and which have no physical id.

    CloudFormation also lists resources that an update has deleted or retained.
    """
    pages = clients("cloudformation").get_paginator("list_stack_resources").paginate(StackName=stack)
    return [
        Resource(found["LogicalResourceId"], found["ResourceType"], found["PhysicalResourceId"])
        for page in pages
        for found in page["StackResourceSummaries"]
        if "PhysicalResourceId" in found and found["ResourceStatus"] not in ("DELETE_COMPLETE", "DELETE_SKIPPED")
    ]


def physical_ids(clients: Callable[[str], Client], stack: str) -> dict[str, str]:
    """The physical ids of a stack's resources, by logical id."""
    return {resource.logical_id: resource.id for resource in resources(clients, stack)}
