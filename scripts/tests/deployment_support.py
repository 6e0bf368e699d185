"""What the tests of scripts/deploy share."""

import json
from typing import Any

from stack import cloudformation
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


#: A resource that cannot be created.
IMPOSSIBLE = {"Type": "AWS::CloudFormation::Stack", "Properties": {"TemplateURL": "http://127.0.0.1:1/nothing"}}


def without_ip_sets(template: Template) -> Template:
    """infra/waf.yaml without the blocked addresses: the emulator has no IP sets. infra/rules checks them."""
    resources = template["Resources"]
    rules = [rule for rule in resources["WebAcl"]["Properties"]["Rules"] if "Fn::If" not in rule]
    resources["WebAcl"]["Properties"]["Rules"] = rules
    return {
        **template,
        "Resources": {
            name: resource for name, resource in resources.items() if resource["Type"] != "AWS::WAFv2::IPSet"
        },
    }


NAMES = {"Endpoint": "masar-release-endpoint", "Job": "masar-release-job"}
#: An endpoint responds with its release, and a probe fails in the release "broken". A job returns nothing.
ENDPOINT = """
import os
def respond(event, context):
    release = os.environ["RELEASE"]
    probed = event.get("requestContext", {}).get("routeKey") == "probe"
    return {"statusCode": 503 if probed and release == "broken" else 200, "body": release}
"""
JOB = """
def respond(event, context):
    pass
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
    for function, code in (("Endpoint", ENDPOINT), ("Job", JOB), *([("Added", JOB)] if added else [])):
        version = f"{function}Version{releases.SAME_CODE[:10]}"
        resources[function] = {
            "Type": "AWS::Lambda::Function",
            "Properties": {
                "FunctionName": NAMES.get(function, "masar-release-added"),
                "Runtime": "python3.13",
                "Handler": "index.respond",
                "Role": {"Fn::GetAtt": ["Role", "Arn"]},
                "Code": {"ZipFile": code},
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
    return Functions(ENVIRONMENT.client, ENVIRONMENT.stack)


def responded(clients: LocalClients) -> str:
    """The release that a request reaches."""
    answer = clients("lambda").invoke(FunctionName=NAMES["Endpoint"], Qualifier="live", Payload=b"{}")
    body: str = json.load(answer["Payload"])["body"]
    return body


def stack_status(clients: LocalClients) -> str | None:
    """The status of the stack; None when it does not exist."""
    found = cloudformation.describe_stack_or_change_sets(clients("cloudformation"), ENVIRONMENT.stack)
    status: str | None = found.get("StackStatus")
    return status
