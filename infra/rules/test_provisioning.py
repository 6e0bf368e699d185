"""What CloudFormation needs of the pipeline's role, by the handlers of the registry.

The registry's schema of a type lists the permissions of its handlers: create, read, update, delete, list. cfn-lint
has the schemas, and the kinds of resources to which IAM can limit an action.
"""

import re
from fnmatch import fnmatchcase
from typing import Any

import pytest
from cfnlint.data import AdditionalSpecs
from cfnlint.helpers import load_resource
from cfnlint.schema.manager import PROVIDER_SCHEMA_MANAGER

from platform_template import TEMPLATES
from test_pipeline import PIPELINE, STACKS_OF_AN_ADMINISTRATOR, actions, statements

ACTIONS = load_resource(AdditionalSpecs, "Policies.json")
TYPES = sorted(
    {
        resource["Type"]
        for path, template in TEMPLATES.items()
        if path not in STACKS_OF_AN_ADMINISTRATOR
        for resource in template["Resources"].values()
    }
)
#: Types that the registry has without handlers, and the type that makes the same requests.
LIKE = {"AWS::Route53::RecordSetGroup": "AWS::Route53::RecordSet"}
#: Types whose handlers read the archives of the release.
FROM_ARCHIVES = ("AWS::ApiGatewayV2::Api", "AWS::Lambda::Function")
#: Permissions for what the templates do not use, by what that is.
UNUSED = {
    "keys of customers, streams, imports, replicas and policies of tables": [
        "dynamodb:AssociateTableReplica",
        "dynamodb:BatchWriteItem",
        "dynamodb:CreateTableReplica",
        "dynamodb:DeleteItem",
        "dynamodb:DeleteResourcePolicy",
        "dynamodb:*KinesisStreamingDestination",
        "dynamodb:GetItem",
        "dynamodb:ImportTable",
        "dynamodb:PutItem",
        "dynamodb:PutResourcePolicy",
        "dynamodb:Query",
        "dynamodb:Scan",
        "dynamodb:UpdateItem",
        "kinesis:*",
        "kms:Encrypt",
        "kms:ListAliases",
        "kms:RevokeGrant",
    ],
    "functions in networks, with file systems, layers, signatures or capacity providers": [
        "ec2:*",
        "elasticfilesystem:*",
        "lambda:GetCodeSigningConfig",
        "lambda:GetLayerVersion",
        "lambda:PassCapacityProvider",
        "s3files:*",
    ],
    "policies of users and groups, and boundaries": [
        "iam:*GroupPolicy",
        "iam:*UserPolicy",
        "iam:*RolePermissionsBoundary",
    ],
    "tables of a bucket's metadata": ["s3:*BucketMetadata*", "s3tables:*"],
    "buckets that hold objects at their creation": ["s3:DeleteObject"],
    "delivery of logs to Firehose": ["firehose:*"],
    "secrets in other regions": [
        "secretsmanager:ReplicateSecretToRegions",
        "secretsmanager:RemoveRegionsFromReplication",
    ],
    "deployments by CodeDeploy": ["codedeploy:*"],
    "routing controls": ["route53-recovery-control-config:*"],
}


def permissions(resource_type: str) -> set[str]:
    """The permissions of a type's handlers that IAM knows. The registry also names operations without one."""
    schema = PROVIDER_SCHEMA_MANAGER.get_resource_schema("us-east-1", LIKE.get(resource_type, resource_type)).schema
    found = {permission for handler in schema["handlers"].values() for permission in handler["permissions"]}
    assert found, resource_type
    return {permission for permission in found if known(permission) is not None}


def known(permission: str) -> dict[str, Any] | None:
    service, action = permission.lower().split(":")
    found: dict[str, Any] | None = ACTIONS.get(service, {}).get("Actions", {}).get(action)
    return found


def is_unused(permission: str) -> bool:
    return any(fnmatchcase(permission.lower(), pattern.lower()) for group in UNUSED.values() for pattern in group)


def needed(resource_type: str) -> set[str]:
    return {permission for permission in permissions(resource_type) if not is_unused(permission)}


def allows(statement: dict[str, Any], permission: str) -> bool:
    """Whether a statement grants an action. Where IAM cannot limit it to a resource, only `*` does."""
    if statement["Effect"] != "Allow" or not any(
        fnmatchcase(permission.lower(), action.lower()) for action in actions(statement)
    ):
        return False
    service, resources = ACTIONS[permission.lower().split(":")[0]], statement["Resource"]
    arns = [
        resource if isinstance(resource, str) else re.sub(r"\$\{AWS::Partition\}", "aws", resource["Fn::Sub"])
        for resource in (resources if isinstance(resources, list) else [resources])
    ]
    formats = [
        re.sub(r"\$\{Partition\}", "aws", re.sub(r"\$\{(Region|Account)\}", "[^:]*", arn))
        for kind in (known(permission) or {}).get("Resources", [])
        for arn in service["Resources"][kind.lower()]["ARNFormats"]
    ]
    return "*" in arns or any(overlap(arn, arn_format) for arn_format in formats for arn in arns)


def overlap(arn: str, arn_format: str) -> bool:
    """Whether a resource such as `function:${StackName}-*` can be one of IAM's format, such as `function:.*`."""
    ours = re.sub(r"\$\{[\w:]+\}", "x", arn)
    return bool(re.fullmatch(arn_format, ours)) or fnmatchcase(re.sub(r"\[\^:\]\*|\.\*", "x", arn_format), ours)


def granting(resource_type: str) -> list[dict[str, Any]]:
    of_delivery = {"Looking", "Stacks"} | ({"Archives"} if resource_type in FROM_ARCHIVES else set())
    return statements("Provisioning") + [one for one in statements("Delivery") if one["Sid"] in of_delivery]


@pytest.mark.parametrize("resource_type", TYPES)
def test_the_pipeline_may_do_what_a_resource_type_needs(resource_type: str) -> None:
    given = granting(resource_type)
    assert not sorted(
        permission for permission in needed(resource_type) if not any(allows(one, permission) for one in given)
    )


def test_the_pipeline_has_permissions_for_the_services_of_the_templates_only() -> None:
    wanted = {permission.lower().split(":")[0] for resource_type in TYPES for permission in needed(resource_type)}
    granted = {
        action.split(":")[0]
        for statement in statements("Provisioning")
        if statement["Effect"] == "Allow" and not statement["Sid"].startswith("ReleaseBefore")
        for action in actions(statement)
    }
    assert granted <= wanted


def test_an_exception_is_a_permission_that_a_type_asks_for() -> None:
    asked = {permission.lower() for resource_type in TYPES for permission in permissions(resource_type)}
    patterns = [pattern for group in UNUSED.values() for pattern in group]
    assert not [one for one in patterns if not any(fnmatchcase(permission, one.lower()) for permission in asked)]


#: How many characters a managed policy may have, without white space (IAM's quotas).
LONGEST_POLICY = 6144


@pytest.mark.parametrize("policy", ["Delivery", "Provisioning"])
def test_a_policy_is_not_longer_than_iam_accepts(policy: str) -> None:
    text = str(PIPELINE[policy]["Properties"]["PolicyDocument"]).replace("{'Fn::Sub': ", "").replace(" ", "")
    values = {
        "AWS::Partition": "aws",
        "AWS::AccountId": "1" * 12,
        "AWS::Region": "ap-southeast-1",
        "StackName": "s" * 24,
    }
    for name, value in values.items():
        text = text.replace(f"${{{name}}}", value)
    assert len(text) < LONGEST_POLICY
