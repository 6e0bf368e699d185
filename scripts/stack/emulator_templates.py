"""
Adapts the templates to what the emulator does differently from AWS.

infra/rules checks the templates as AWS receives them.
"""

import copy
from urllib.parse import urlsplit

from .instance import Instance
from .templates import Template, remove_aliases

#: The default of `AWS_CALL_TIMEOUT_SECONDS` (shared/platform/src/config.rs).
AWS_CALL_TIMEOUT = 6


def adapt(instance: Instance, template: Template) -> None:
    resources = template["Resources"]
    for resource in resources.values():
        allow_every_mail_identity(resource)
        let_developer_assume_role(resource)
        use_http(instance, resource)
    if "Globals" in template:
        if not instance.has_aliases:
            remove_aliases(template)
        if instance.timeout_factor > 1:
            extend_timeouts(instance.timeout_factor, template)
    if "DkimRecords" in template.get("Outputs", {}) and "Identity" in resources:
        # The emulator generates no DKIM keys for an identity.
        template["Outputs"]["DkimRecords"]["Value"] = "none"
    # Bucket policies deny requests without TLS, which the emulator does not have.
    for policy in [name for name, resource in resources.items() if resource["Type"] == "AWS::S3::BucketPolicy"]:
        statements = resources[policy]["Properties"]["PolicyDocument"]["Statement"]
        statements[:] = [statement for statement in statements if statement.get("Effect") == "Allow"]
        if not statements:
            del resources[policy]


def allow_every_mail_identity(resource: Template) -> None:
    """Allows `ses:SendEmail` for every resource: the emulator does not know the identity that sends an email."""
    for policy in resource.get("Properties", {}).get("Policies", []):
        for statement in policy["PolicyDocument"]["Statement"]:
            if statement["Action"] == "ses:SendEmail":
                statement["Resource"] = "*"
                # All roles of the template share one statement.
                statement.pop("Condition", None)


def let_developer_assume_role(resource: Template) -> None:
    """Lets the developer assume a function's role: a function outside the emulator then has the same permissions."""
    if resource["Type"] == "AWS::IAM::Role":
        # All roles of the template share one document.
        trust = copy.deepcopy(resource["Properties"]["AssumeRolePolicyDocument"])
        (statement,) = trust["Statement"]
        statement["Principal"]["AWS"] = {"Fn::Sub": "arn:aws:iam::${AWS::AccountId}:root"}
        resource["Properties"]["AssumeRolePolicyDocument"] = trust


def use_http(instance: Instance, resource: Template) -> None:
    """Points the CDN to the local API and browsers to local files, and allows requests without TLS."""
    properties = resource.get("Properties", {})
    if resource["Type"] == "AWS::CloudFormation::Stack" and "FilesAddress" in properties["Parameters"]:
        properties["Parameters"]["FilesAddress"] = instance.aws
    if resource["Type"] == "AWS::CloudFront::Distribution":
        config = properties["DistributionConfig"]
        for behavior in [config["DefaultCacheBehavior"], *config["CacheBehaviors"]]:
            behavior["ViewerProtocolPolicy"] = "allow-all"
        for origin in config["Origins"]:
            if "CustomOriginConfig" in origin:
                aws = urlsplit(instance.aws)
                origin["DomainName"] = aws.hostname
                origin["OriginPath"] = {"Fn::Sub": "/_aws/execute-api/${ApiId}/$default"}
                origin["CustomOriginConfig"] |= {"OriginProtocolPolicy": "http-only", "HTTPPort": aws.port}


def extend_timeouts(factor: int, template: Template) -> None:
    """Multiplies the timeouts of functions, and of their calls to AWS, for a stack on a busy machine."""
    defaults = template["Globals"]["Function"]
    defaults["Environment"]["Variables"]["AWS_CALL_TIMEOUT_SECONDS"] = str(AWS_CALL_TIMEOUT * factor)
    functions = [
        resource["Properties"]
        for resource in template["Resources"].values()
        if resource["Type"] == "AWS::Serverless::Function"
    ]
    for properties in [defaults, *functions]:
        if "Timeout" in properties:
            properties["Timeout"] *= factor


def force_update(nested: Template, revision: str) -> None:
    """Changes every resource of a nested template: the emulator loses the attributes of one that stays the same."""
    for resource in nested["Resources"].values():
        resource.setdefault("Properties", {})["Revision"] = revision
