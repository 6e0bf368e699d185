"""Why CloudFormation failed. It says so in the events of the stack, or only in those of a nested stack."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any

from ..local_clients import Client

Event = Mapping[str, Any]
NESTED_STACK = "AWS::CloudFormation::Stack"
#: The reason of a resource that another one's failure has ended.
CANCELLED = "cancelled"


def events(cloudformation: Client, stack: str) -> Iterator[Event]:
    """The events of a stack, the newest first."""
    pages = cloudformation.get_paginator("describe_stack_events").paginate(StackName=stack)
    return (event for page in pages for event in page["StackEvents"])


def of_last_operation(found: Iterable[Event], stack: str) -> Iterator[Event]:
    """The events since the last operation on a stack began."""
    began = {"CREATE_IN_PROGRESS", "UPDATE_IN_PROGRESS", "DELETE_IN_PROGRESS"}
    return takewhile(lambda event: event["LogicalResourceId"] != stack or event["ResourceStatus"] not in began, found)


def reasons(cloudformation: Client, found: Iterable[Event]) -> list[str]:
    """Why resources of these events failed, with those of nested stacks, whose own failure only names resources."""
    found = list(found)
    failed = [
        event
        for event in found
        if event["ResourceStatus"].endswith("_FAILED")
        and not event.get("ResourceStatusReason", CANCELLED).endswith(CANCELLED)
    ]
    texts = []
    for event in failed:
        nested = reasons_of_nested(cloudformation, event, found[-1])
        texts += nested or [f"  | {event['LogicalResourceId']}: {event['ResourceStatusReason']}"]
    return texts


def reasons_of_nested(cloudformation: Client, event: Event, first: Event) -> list[str]:
    """Why resources of a nested stack failed since the first event of its parent's operation."""
    stack = event.get("PhysicalResourceId")
    if event.get("ResourceType") != NESTED_STACK or not stack or stack == event.get("StackId"):
        return []
    of_operation = takewhile(lambda inner: inner["Timestamp"] >= first["Timestamp"], events(cloudformation, stack))
    return reasons(cloudformation, of_operation)
