"""
What earlier deployments have left: an update that failed and was not rolled back, and tables and the files bucket,
which outlive their stack and the releases that have them. `scripts/deploy --import-resources` imports those.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from botocore.exceptions import ClientError, WaiterError
from samtranslator.yaml_helper import yaml_parse

from .. import templates
from ..cloudformation import physical_ids
from ..console import CommandError, step
from ..local_clients import Client
from ..templates import Template
from .environment import (
    UPDATE_FAILED,
    Clients,
    Environment,
    confirm,
    describe_stack,
    is_first_deployment,
    stack_status,
    wait,
    wait_for_stack,
)

#: Statuses of a stack that can only be deleted.
DELETABLE_STATUSES = ("ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "DELETE_FAILED")
NOT_FOUND_CODES = ("ResourceNotFoundException", "NoSuchBucket", "404")
CHANGE_SET = "import-resources"
#: The property that contains the name, for the types of resources that outlive their stack.
NAME_PROPERTIES = {"AWS::DynamoDB::Table": "TableName", "AWS::S3::Bucket": "BucketName"}
S3_BUCKET = re.compile(r"s3://([^/]+)/")


@dataclass(frozen=True)
class Leftovers:
    """What prevents the creation of a stack, or of its tables."""

    #: The status of the stack, if it can only be deleted.
    status: str = ""
    #: Tables and buckets without data.
    empty: tuple[str, ...] = ()
    #: Tables and buckets with data.
    filled: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.status or self.empty or self.filled)

    def __str__(self) -> str:
        parts = [
            f"a stack in {self.status}" if self.status else "",
            f"without anything in them: {', '.join(self.empty)}" if self.empty else "",
            f"with data: {', '.join(self.filled)}" if self.filled else "",
        ]
        return "; ".join(filter(None, parts))


def resolve(environment: Environment, imports_resources: bool) -> bool:
    """
    Deletes leftovers without data if the user confirms: CloudFormation cannot create tables that exist.

    Returns whether the stack can then be created or updated. Fails when there is data, unless it will be imported.
    """
    aws = environment.client
    found = find(environment, aws)
    if imports_resources:
        if not found and describe_stack(aws("cloudformation"), environment.stack):
            raise CommandError(
                f"The stack {environment.stack} exists, and has its tables.", "Deploy without --import-resources."
            )
        if found.status:
            question = f"{environment.stack} is {found.status}. This deletes the stack; its tables and files are kept."
            if not confirm(question, environment):
                return False
            delete_stack(environment, aws)
        return True
    if found.filled:
        raise CommandError(
            f"{environment.stack} has left tables or files that data is in: {', '.join(found.filled)}.",
            "scripts/deploy --import-resources imports them into the stack. Nothing was changed.",
        )
    if found:
        if not confirm(f"{environment.stack} has left {found}. This deletes all of that.", environment):
            return False
        delete(environment, aws, found)
    return True


def find(environment: Environment, aws: Clients) -> Leftovers:
    """Finds the leftovers of a stack. Resources of a stack that can be updated are not among its resources."""
    status = describe_stack(aws("cloudformation"), environment.stack).get("StackStatus", "")
    can_be_updated = status not in ("", *DELETABLE_STATUSES)
    owned = physical_ids(aws, environment.stack).values() if can_be_updated else ()
    found = {
        name: empty
        for kind, name in retained(environment, aws)
        if name not in owned and (empty := is_empty(aws, kind, name)) is not None
    }
    return Leftovers(
        "" if can_be_updated else status,
        tuple(name for name, empty in found.items() if empty),
        tuple(name for name, empty in found.items() if not empty),
    )


def retained(environment: Environment, aws: Clients) -> list[tuple[str, str]]:
    """The types and names of the resources that outlive the environment's stack."""
    template = templates.main()
    account = aws("sts").get_caller_identity()["Account"]
    _, names = with_static_names(template, environment.stack, account, environment.region)
    return [(template["Resources"][logical_id]["Type"], name) for logical_id, name in names.items()]


def is_empty(aws: Clients, kind: str, name: str) -> bool | None:
    """Whether a table or bucket has no data; None when it does not exist."""
    try:
        if kind == "AWS::DynamoDB::Table":
            # The pipeline's role may ask whether a table exists that a release adds, and may not read it.
            aws("dynamodb").describe_table(TableName=name)
            return bool(aws("dynamodb").scan(TableName=name, Limit=1, ConsistentRead=True)["Count"] == 0)
        s3 = aws("s3")
        versions = s3.list_object_versions(Bucket=name, MaxKeys=1)
        uploads = s3.list_multipart_uploads(Bucket=name, MaxUploads=1)
        return not (versions.get("Versions") or versions.get("DeleteMarkers") or uploads.get("Uploads"))
    except ClientError as error:
        if error.response["Error"]["Code"] in NOT_FOUND_CODES:
            return None
        raise


def delete(environment: Environment, aws: Clients, found: Leftovers) -> None:
    """Deletes the stack, if there is one, and the tables and buckets without data."""
    if found.status:
        delete_stack(environment, aws)
    with step(f"Deleting tables and buckets without data: {', '.join(found.empty) or 'none'}"):
        for kind, name in retained(environment, aws):
            if name not in found.empty:
                continue
            # Data may have arrived before the user confirmed.
            if not is_empty(aws, kind, name):
                raise CommandError(f"{name} is no longer empty.", "Find out what has written to it, and try again.")
            if kind == "AWS::DynamoDB::Table":
                delete_table(aws("dynamodb"), name)
            else:
                aws("s3").delete_bucket(Bucket=name)


def delete_stack(environment: Environment, aws: Clients) -> None:
    """Deletes a stack. The resources that it retains are kept."""
    cloudformation = aws("cloudformation")
    # CloudFormation refuses to change the protection of a stack whose deletion is in progress. It has none.
    if describe_stack(cloudformation, environment.stack).get("EnableTerminationProtection"):
        cloudformation.update_termination_protection(StackName=environment.stack, EnableTerminationProtection=False)
    with step(f"Deleting the stack {environment.stack}"):
        cloudformation.delete_stack(StackName=environment.stack)
        wait_for_stack(cloudformation, environment.stack, "stack_delete_complete")


def delete_table(dynamodb: Client, name: str) -> None:
    if dynamodb.describe_table(TableName=name)["Table"].get("DeletionProtectionEnabled"):
        dynamodb.update_table(TableName=name, DeletionProtectionEnabled=False)
        wait(dynamodb, "table_exists", TableName=name)
    dynamodb.delete_table(TableName=name)
    wait(dynamodb, "table_not_exists", TableName=name)


def has_failed_update(environment: Environment) -> bool:
    """
    Whether the last update of a deployed stack is one. CloudFormation then accepts no update that it may roll back.

    Not of a first deployment, which continues: `RollbackStack` deletes a stack that was never complete.
    """
    return stack_status(environment) == UPDATE_FAILED and not is_first_deployment(environment)


def resolve_failed_update(environment: Environment) -> bool:
    """Rolls a failed update back if the user confirms. Returns whether the stack can then be updated."""
    if not has_failed_update(environment):
        return True
    question = f"The last update of {environment.stack} failed and was not rolled back. This rolls it back first."
    if not confirm(question, environment):
        return False
    roll_back_update(environment)
    return True


def roll_back_update(environment: Environment) -> None:
    """Returns the stack to its state before the failed update."""
    cloudformation = environment.client("cloudformation")
    with step(f"Rolling the failed update of {environment.stack} back"):
        cloudformation.rollback_stack(StackName=environment.stack)
        try:
            wait_for_stack(cloudformation, environment.stack, "stack_rollback_complete")
        except CommandError as error:
            raise CommandError(str(error), "docs/runbook.md, Rollback failed.") from None


def deploy_stack_with_existing_resources(
    environment: Environment, packaged: str, parameters: Mapping[str, str]
) -> None:
    """Creates or updates the stack of a template that `sam package` has written, and imports its existing resources."""
    aws, stack = environment.client, environment.stack
    account = aws("sts").get_caller_identity()["Account"]
    template, names = with_static_names(yaml_parse(packaged), stack, account, environment.region)
    body = json.dumps(template)
    # The template is too large to be sent in the request.
    location = S3_BUCKET.search(body)
    assert location
    bucket, key = location[1], f"{environment.s3_prefix}/{CHANGE_SET}.template"
    aws("s3").put_object(Bucket=bucket, Key=key, Body=body.encode())
    cloudformation = aws("cloudformation")
    is_new = not describe_stack(cloudformation, stack)
    # An import that was interrupted has left a change set. CloudFormation deletes it when another one is executed.
    change_set = {"StackName": stack, "ChangeSetName": f"{CHANGE_SET}-{uuid4().hex}"}
    cloudformation.create_change_set(
        **change_set,
        ChangeSetType="CREATE" if is_new else "UPDATE",
        ImportExistingResources=True,
        TemplateURL=f"https://s3.{environment.region}.amazonaws.com/{bucket}/{key}",
        Parameters=[{"ParameterKey": name, "ParameterValue": value} for name, value in parameters.items()],
        Tags=[{"Key": name, "Value": value} for name, value in environment.tags.items()],
        Capabilities=["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"],
    )
    try:
        wait(cloudformation, "change_set_create_complete", **change_set)
    except WaiterError:
        reason = cloudformation.describe_change_set(**change_set).get("StatusReason", "It gives no reason.")
        raise CommandError(
            f"CloudFormation cannot import the resources: {reason}", "Correct that, and try again. Nothing was changed."
        ) from None
    pages = cloudformation.get_paginator("describe_change_set").paginate(**change_set)
    missing = not_imported(names, [change["ResourceChange"] for page in pages for change in page["Changes"]])
    # A stack that exists has the others, and creates those that a release adds.
    if is_new and missing:
        # The change set has created a stack without resources.
        cloudformation.delete_stack(StackName=stack)
        raise CommandError(
            f"These do not exist, so they cannot be imported: {', '.join(missing)}.",
            "Restore them under their names, or deploy without --import-resources if none of them exists. "
            "Nothing was changed.",
        )
    cloudformation.execute_change_set(**change_set)
    wait_for_stack(cloudformation, stack, "stack_create_complete" if is_new else "stack_update_complete")


def with_static_names(template: Template, stack: str, account: str, region: str) -> tuple[Template, dict[str, str]]:
    """
    Replaces the names of resources that outlive their stack by static ones, which an import requires.

    Returns the template, and those names by logical id.
    """
    variables = {"${AWS::StackName}": stack, "${AWS::AccountId}": account, "${AWS::Region}": region}
    names: dict[str, str] = {}
    for logical_id, resource in template["Resources"].items():
        name_property = NAME_PROPERTIES.get(resource["Type"])
        if name_property and resource.get("DeletionPolicy", "").startswith("Retain"):
            name = resource["Properties"][name_property]["Fn::Sub"]
            for variable, value in variables.items():
                name = name.replace(variable, value)
            resource["Properties"][name_property] = names[logical_id] = name
    return template, names


def not_imported(names: Mapping[str, str], changes: Sequence[Mapping[str, Any]]) -> list[str]:
    """The names of the resources that a change set would create instead of importing them."""
    imported = {change["LogicalResourceId"] for change in changes if change["Action"] == "Import"}
    return [name for logical_id, name in names.items() if logical_id not in imported]
