"""`scripts/deploy --take-in`: a new stack, with the tables and the files bucket that one of its name has left."""

import json
import re

import boto3
from samtranslator.yaml_helper import yaml_parse

from .console import CommandError

CHANGE_SET = "take-in"
#: By which property resources are known that outlive their stack.
NAMED_BY = {"AWS::DynamoDB::Table": "TableName", "AWS::S3::Bucket": "BucketName"}
#: Of an `s3://` address of SAM's, the bucket.
BUCKET = re.compile(r"s3://([^/]+)/")


def take_in(
    session: boto3.Session, stack: str, packaged: str, parameters: dict[str, str], tags: dict[str, str]
) -> None:
    """Makes the stack of a template that `sam package` has written, and imports what is there already."""
    account = session.client("sts").get_caller_identity()["Account"]
    template, kept = with_static_names(yaml_parse(packaged), stack, account, session.region_name)
    body = json.dumps(template)
    # It is too large to be sent with the request.
    bucket, key = BUCKET.search(body)[1], f"{stack}-{CHANGE_SET}.template"
    session.client("s3").put_object(Bucket=bucket, Key=key, Body=body.encode())
    cloudformation = session.client("cloudformation")
    change_set = {"StackName": stack, "ChangeSetName": CHANGE_SET}
    cloudformation.create_change_set(
        **change_set,
        ChangeSetType="CREATE",
        ImportExistingResources=True,
        TemplateURL=f"https://{bucket}.s3.{session.region_name}.amazonaws.com/{key}",
        Parameters=[{"ParameterKey": name, "ParameterValue": value} for name, value in parameters.items()],
        Tags=[{"Key": name, "Value": value} for name, value in tags.items()],
        Capabilities=["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"],
    )
    cloudformation.get_waiter("change_set_create_complete").wait(**change_set)
    pages = cloudformation.get_paginator("describe_change_set").paginate(**change_set)
    missing = not_imported(kept, [change["ResourceChange"] for page in pages for change in page["Changes"]])
    if missing:
        # What the emptied change set leaves is a stack of no resources.
        cloudformation.delete_stack(StackName=stack)
        raise CommandError(
            f"Not there to be taken in: {', '.join(missing)}.",
            "Restore them under their names first, or deploy without --take-in when none of them is there. Nothing was changed.",
        )
    cloudformation.execute_change_set(**change_set)
    cloudformation.get_waiter("stack_create_complete").wait(StackName=stack)


def with_static_names(template: dict, stack: str, account: str, region: str) -> tuple[dict, dict[str, str]]:
    """The template with the names written out of what outlives its stack, as an import asks for; and those names, by resource."""
    known = {"${AWS::StackName}": stack, "${AWS::AccountId}": account, "${AWS::Region}": region}
    names = {}
    for logical_id, resource in template["Resources"].items():
        named_by = NAMED_BY.get(resource["Type"])
        if named_by and resource.get("DeletionPolicy", "").startswith("Retain"):
            name = resource["Properties"][named_by]["Fn::Sub"]
            for variable, value in known.items():
                name = name.replace(variable, value)
            resource["Properties"][named_by] = names[logical_id] = name
    return template, names


def not_imported(kept: dict[str, str], changes: list[dict]) -> list[str]:
    """The names of what a change set would make anew, and should take in."""
    imported = {change["LogicalResourceId"] for change in changes if change["Action"] == "Import"}
    return [name for logical_id, name in kept.items() if logical_id not in imported]
