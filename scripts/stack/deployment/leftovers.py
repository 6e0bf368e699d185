"""
What earlier deployments have left: an update that failed and was not rolled back, and tables and the files bucket,
which outlive their stack and the releases that have them. `scripts/deploy --import-resources` imports those.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from botocore.exceptions import WaiterError
from samtranslator.yaml_helper import yaml_parse

from ..cloudformation import UPDATE_FAILED, describe_stack, named, wait, wait_for_stack
from ..console import CommandError, step
from ..templates import Template
from .environment import Environment, confirm, is_first_deployment

CHANGE_SET = "import-resources"
#: The property that contains the name, for the types of resources that outlive their stack.
NAME_PROPERTIES = {"AWS::DynamoDB::Table": "TableName", "AWS::S3::Bucket": "BucketName"}
S3_BUCKET = re.compile(r"s3://([^/]+)/")


def has_failed_update(environment: Environment) -> bool:
    """
    Whether the last update of a deployed stack is one. CloudFormation then accepts no update that it may roll back.

    Not of a first deployment, which continues: `RollbackStack` deletes a stack that was never complete.
    """
    status = describe_stack(environment.client("cloudformation"), environment.stack).get("StackStatus")
    return status == UPDATE_FAILED and not is_first_deployment(environment)


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
        Parameters=named("Parameter", parameters),
        Tags=named("", environment.tags),
        Capabilities=["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"],
    )
    try:
        wait(cloudformation, "change_set_create_complete", change_set)
    except WaiterError:
        reason = cloudformation.describe_change_set(**change_set).get("StatusReason", "It gives no reason.")
        raise CommandError(
            f"CloudFormation cannot import the resources: {reason}", "Correct that, and try again. Nothing was changed."
        ) from None
    pages = cloudformation.get_paginator("describe_change_set").paginate(**change_set)
    missing = not_imported(names, [change["ResourceChange"] for page in pages for change in page["Changes"]])
    # A stack that exists has the others, and creates those that a release adds.
    question = f"These do not exist, so the stack creates them without data: {', '.join(missing)}."
    if is_new and missing and not confirm(question, environment):
        # The change set has created a stack without resources.
        cloudformation.delete_stack(StackName=stack)
        raise CommandError(
            "Nothing was imported.", "Restore them under their names first (docs/operations/backups.md)."
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
