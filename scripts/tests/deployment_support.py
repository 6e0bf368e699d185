"""What the tests of scripts/deploy share."""

from stack.deployment.environment import Environment
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
