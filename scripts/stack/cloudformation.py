"""Creates, updates and describes stacks of the local AWS."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from botocore.exceptions import ClientError, WaiterError

from . import templates
from .console import CommandError
from .local_clients import Client, LocalClients

#: How often, in seconds, and how many times the local AWS is asked whether a stack is deployed: five minutes.
WAITER = {"Delay": 0.2, "MaxAttempts": 1500}


def stack_status(clients: LocalClients, stack: str) -> str | None:
    """The status of a stack; None when it does not exist."""
    try:
        found: str = clients("cloudformation").describe_stacks(StackName=stack)["Stacks"][0]["StackStatus"]
    except ClientError:
        return None
    return found


def create_or_update(
    clients: LocalClients, stack: str, template: Mapping[str, str], parameters: Mapping[str, str]
) -> None:
    """Creates or updates a stack, and waits. The template is a `TemplateURL` or a `TemplateBody`."""
    cloudformation = clients("cloudformation")
    request: dict[str, Any] = {
        "StackName": stack,
        **template,
        "Capabilities": ["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"],
        "Parameters": [{"ParameterKey": key, "ParameterValue": value} for key, value in parameters.items()],
    }
    operation = "create" if stack_status(clients, stack) is None else "update"
    try:
        getattr(cloudformation, f"{operation}_stack")(**request)
        cloudformation.get_waiter(f"stack_{operation}_complete").wait(StackName=stack, WaiterConfig=WAITER)
    except ClientError as error:
        if "No updates are to be performed" not in str(error):
            raise
    except WaiterError as error:
        events = cloudformation.describe_stack_events(StackName=stack)["StackEvents"]
        reasons = [
            f"  | {event['LogicalResourceId']}: {event['ResourceStatusReason']}"
            for event in events
            if event.get("ResourceStatusReason")
        ]
        raise CommandError(
            "\n".join([f"The stack could not be deployed: {error}", *reasons]),
            f"{templates.HINT} Or delete all local data with scripts/dev --reset.",
        ) from None


def outputs(clients: LocalClients, stack: str) -> dict[str, str]:
    """The outputs of a stack."""
    (found,) = clients("cloudformation").describe_stacks(StackName=stack)["Stacks"]
    return {output["OutputKey"]: output["OutputValue"] for output in found["Outputs"]}


@dataclass(frozen=True)
class Resource:
    """A resource of a stack."""

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
