"""What the tests of scripts/deploy share."""

from stack.deployment.environment import Environment

ENVIRONMENT = Environment(
    "staging",
    "masar-release",
    "eu-west-3",
    parameters={"MailSender": "no-reply@site.org"},
    tags={"environment": "staging"},
)


TABLE = {
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
