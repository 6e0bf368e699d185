"""What the emulator takes otherwise than AWS. infra/rules holds the templates to what AWS gets."""

import copy
from urllib.parse import urlsplit

from .instance import Instance

#: The default of `AWS_CALL_TIMEOUT_SECONDS` (shared/platform/src/config.rs).
AWS_CALL_TIMEOUT = 6
#: How a release takes the place of the one before, for which it has no CodeDeploy.
RELEASES = ("AutoPublishAlias", "VersionDeletionPolicy", "DeploymentPreference")


def adapt(instance: Instance, template: dict) -> None:
    """Changes a template so that the emulator can take it."""
    resources = template["Resources"]
    for resource in resources.values():
        widen_mailing(resource)
        lend_to_developer(resource)
        speak_http(instance, resource)
    if "Globals" in template:
        call_functions_directly(template)
        if instance.patience > 1:
            give_time(instance.patience, template)
    if "DkimRecords" in template.get("Outputs", {}) and "Identity" in resources:
        # It gives an identity no keys.
        template["Outputs"]["DkimRecords"]["Value"] = "none"
    # They forbid what comes without TLS.
    for policy in [name for name, resource in resources.items() if resource["Type"] == "AWS::S3::BucketPolicy"]:
        statements = resources[policy]["Properties"]["PolicyDocument"]["Statement"]
        statements[:] = [statement for statement in statements if statement["Effect"] == "Allow"]
        if not statements:
            del resources[policy]


def call_functions_directly(template: dict) -> None:
    """Leaves the aliases out: of a function that is called by its own name, what was built last runs."""
    for setting in RELEASES:
        template["Globals"]["Function"].pop(setting)


def widen_mailing(resource: dict) -> None:
    """Lets `ses:SendEmail` at every resource: the emulator does not see whose identity a mail is sent with."""
    for policy in resource.get("Properties", {}).get("Policies", []):
        for statement in policy["PolicyDocument"]["Statement"]:
            if statement["Action"] == "ses:SendEmail":
                statement["Resource"] = "*"
                del statement["Condition"]


def lend_to_developer(resource: dict) -> None:
    """Lets the developer take a function's role, so that a function outside the emulator has its permissions too."""
    if resource["Type"] == "AWS::IAM::Role":
        # All roles of the template share one document.
        trust = copy.deepcopy(resource["Properties"]["AssumeRolePolicyDocument"])
        (statement,) = trust["Statement"]
        statement["Principal"]["AWS"] = {"Fn::Sub": "arn:aws:iam::${AWS::AccountId}:root"}
        resource["Properties"]["AssumeRolePolicyDocument"] = trust


def speak_http(instance: Instance, resource: dict) -> None:
    """Leads the CDN to the API and browsers to files where they are here, and lets people come without TLS."""
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


def give_time(patience: int, template: dict) -> None:
    """Multiplies the timeouts of functions and of their calls to AWS, for a stack on a busy machine."""
    for_all = template["Globals"]["Function"]
    for_all["Environment"]["Variables"]["AWS_CALL_TIMEOUT_SECONDS"] = str(AWS_CALL_TIMEOUT * patience)
    functions = [
        resource["Properties"]
        for resource in template["Resources"].values()
        if resource["Type"] == "AWS::Serverless::Function"
    ]
    for properties in [for_all, *functions]:
        if "Timeout" in properties:
            properties["Timeout"] *= patience


def have_updated(nested: dict, revision: str) -> None:
    """Changes every resource of a nested template: of one that is as before, an update forgets the attributes."""
    for resource in nested["Resources"].values():
        resource.setdefault("Properties", {})["Revision"] = revision
