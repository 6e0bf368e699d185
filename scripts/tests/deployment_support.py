"""What the tests of scripts/deploy share."""

import json
from pathlib import Path
from typing import Any

from stack import cloudformation, tools
from stack.deployment import releases
from stack.deployment.environment import Environment
from stack.deployment.switch import Functions
from stack.local_clients import LocalClients
from stack.templates import Template

ENVIRONMENT = Environment(
    "staging",
    "masar-release",
    "eu-west-3",
    parameters={"MailSender": "no-reply@site.org"},
    tags={"environment": "staging"},
)
TABLE: Template = {
    "Type": "AWS::DynamoDB::Table",
    "DeletionPolicy": "Retain",
    "Properties": {
        "TableName": "masar-release-users",
        "BillingMode": "PAY_PER_REQUEST",
        "DeletionProtectionEnabled": True,
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    },
}


def git(folder: Path, *arguments: str) -> str:
    """What git prints, in a folder with an identity for commits."""
    return tools.output(["git", "-c", "user.name=a", "-c", "user.email=a@site.org", *arguments], folder).strip()


#: A resource that cannot be created.
IMPOSSIBLE = {"Type": "AWS::CloudFormation::Stack", "Properties": {"TemplateURL": "http://127.0.0.1:1/nothing"}}
NAMES = {"Endpoint": "masar-release-endpoint", "Job": "masar-release-job"}
#: It responds with its release.
CODE = """
import os
def respond(event, context):
    return {"statusCode": 200, "body": os.environ["RELEASE"]}
"""


def functions_template(release: str, added: bool = False) -> dict[str, Any]:
    """What SAM makes of the functions of a release whose aliases are kept. It may add a function."""
    resources: dict[str, Any] = {
        "Role": {
            "Type": "AWS::IAM::Role",
            "Properties": {
                "AssumeRolePolicyDocument": {
                    "Version": "2012-10-17",
                    "Statement": {
                        "Effect": "Allow",
                        "Principal": {"Service": "lambda.amazonaws.com"},
                        "Action": "sts:AssumeRole",
                    },
                }
            },
        }
    }
    for function in ("Endpoint", "Job", *(["Added"] if added else [])):
        version = f"{function}Version{releases.SAME_CODE[:10]}"
        resources[function] = {
            "Type": "AWS::Lambda::Function",
            "Properties": {
                "FunctionName": NAMES.get(function, "masar-release-added"),
                "Runtime": "python3.13",
                "Handler": "index.respond",
                "Role": {"Fn::GetAtt": ["Role", "Arn"]},
                "Code": {"ZipFile": CODE},
                "Environment": {"Variables": {"RELEASE": release}},
            },
        }
        resources[version] = {"Type": "AWS::Lambda::Version", "Properties": {"FunctionName": {"Ref": function}}}
        resources[f"{function}Aliaslive"] = {
            "Type": "AWS::Lambda::Alias",
            "Properties": {
                "FunctionName": {"Ref": function},
                "FunctionVersion": {"Fn::GetAtt": [version, "Version"]},
                "Name": "live",
            },
        }
    return {"Resources": resources}


def deploy_functions(clients: LocalClients, release: str, added: bool = False) -> Functions:
    cloudformation.create_or_update(
        clients, ENVIRONMENT.stack, {"TemplateBody": json.dumps(functions_template(release, added))}, {}
    )
    return Functions(ENVIRONMENT)


def responded(clients: LocalClients) -> str:
    answer = clients("lambda").invoke(FunctionName=NAMES["Endpoint"], Qualifier="live", Payload=b"{}")
    body: str = json.load(answer["Payload"])["body"]
    return body


def stack_status(clients: LocalClients) -> str | None:
    found = cloudformation.describe_stack_or_change_sets(clients("cloudformation"), ENVIRONMENT.stack)
    status: str | None = found.get("StackStatus")
    return status
