"""Deploys template.yaml to the emulator, as `sam deploy` does to AWS."""

import copy
import hashlib
import json
import logging
import platform
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from . import build
from .console import CommandError
from .emulated import adapt, call_functions_directly, have_updated
from .instance import REGION, Instance

ARTIFACTS = "masar-artifacts"
USER = "developer"
THIS_MACHINE = "arm64" if platform.machine() in ("arm64", "aarch64") else "x86_64"
DEVELOPER_POLICY = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
FUNCTION_ARN = re.compile(r"\$\{(\w+)\.Arn\}")
#: `name` in stack.json, by the logical id in the template.
SUFFIXES = {
    "AWS::DynamoDB::Table": ("tables", "Table"),
    "AWS::S3::Bucket": ("buckets", "Bucket"),
    "AWS::SecretsManager::Secret": ("secrets", "Secret"),
}
MAIL_SENDER = "no-reply@masar.example"


# Measurements that SAM would send home, and that nobody collects here.
logging.getLogger("samtranslator").setLevel(logging.ERROR)


class Cloud:
    """Clients of the emulator's services, with the developer's key."""

    def __init__(self, instance: Instance, credentials: dict, region: str = REGION):
        self._session = boto3.Session(
            aws_access_key_id=credentials["accessKeyId"],
            aws_secret_access_key=credentials["secretAccessKey"],
            region_name=region,
        )
        self._endpoint = instance.aws

    def __call__(self, service: str):
        config = Config(retries={"max_attempts": 2}, s3={"addressing_style": "path"})
        return self._session.client(service, endpoint_url=self._endpoint, config=config)


def developer_key(instance: Instance) -> dict:
    """A new key of the developer's user. The emulator does not check its root key's signatures, so nothing else uses that."""
    iam = Cloud(instance, {"accessKeyId": "test", "secretAccessKey": "test"})("iam")
    try:
        iam.create_user(UserName=USER)
    except iam.exceptions.EntityAlreadyExistsException:
        for key in iam.list_access_keys(UserName=USER)["AccessKeyMetadata"]:
            iam.delete_access_key(UserName=USER, AccessKeyId=key["AccessKeyId"])
    iam.put_user_policy(UserName=USER, PolicyName="developer", PolicyDocument=json.dumps(DEVELOPER_POLICY))
    key = iam.create_access_key(UserName=USER)["AccessKey"]
    return {"accessKeyId": key["AccessKeyId"], "secretAccessKey": key["SecretAccessKey"]}


def parameters(instance: Instance) -> dict[str, str]:
    """What this machine gives the template's parameters."""
    return {
        # The functions run on this machine, not on Lambda's.
        "Architecture": THIS_MACHINE,
        "SiteAddress": instance.site,
        "MailSender": MAIL_SENDER,
        # Everybody here comes from one address.
        "AccountsPerAddress": "10000",
        "FailedLoginsPerAddress": "10000",
        "ResetMailsPerAddress": "10000",
        "UploadsPerAddress": "10000",
    }


def deploy(instance: Instance, cloud: Cloud, source: dict, archives: dict[str, Path]) -> dict:
    """Brings the stack to what the template and the archives say, and returns what stack.json tells of it."""
    try:
        return bring_up_to_date(instance, cloud, source, archives)
    except (BotoCoreError, ClientError) as error:
        raise CommandError(f"The stack could not be deployed: {error}", build.HINT) from None


def bring_up_to_date(instance: Instance, cloud: Cloud, source: dict, archives: dict[str, Path]) -> dict:
    given = parameters(instance)
    packaged, nested = package(instance, source, archives, given)
    stamp = instance.folder / "deployed"
    digest = hashlib.sha256(json.dumps([packaged, given], sort_keys=True).encode()).hexdigest()
    if not (stamp.is_file() and stamp.read_text() == digest and stack_status(cloud, instance.name)):
        # It is too large to be sent with the request.
        whole = f"{digest[:16]}.template"
        templates = {**nested, whole: json.dumps(packaged)}
        artifacts = {path.name: path.read_bytes for path in archives.values()} | {
            name: body.encode for name, body in templates.items()
        }
        with uploaded(cloud, artifacts):
            create_or_update(cloud, instance.name, {"TemplateURL": address_of(instance, whole)}, given)
        add_routes(cloud, instance, source)
        stamp.write_text(digest)
    verify_sender(cloud)
    return describe(cloud, instance, source)


def replace_code(instance: Instance, cloud: Cloud, function: str, archive: Path) -> None:
    """Has a function run the code of an archive. The stack learns of it at the next deployment."""
    name = physical_ids(cloud, instance)[function]
    try:
        cloud("lambda").update_function_code(FunctionName=name, ZipFile=archive.read_bytes())
    except (BotoCoreError, ClientError) as error:
        raise CommandError(f"{function} could not be deployed: {error}", build.HINT) from None


@contextmanager
def uploaded(cloud: Cloud, artifacts: dict[str, Callable[[], bytes]]) -> Iterator[None]:
    """
    Puts what CloudFormation takes from a bucket there: each is named after its content, and read when it is missing. What was there
    before is deleted when the block has succeeded, since an update that fails goes back to it.
    """
    s3 = cloud("s3")
    try:
        s3.create_bucket(Bucket=ARTIFACTS, CreateBucketConfiguration={"LocationConstraint": REGION})
    except (s3.exceptions.BucketAlreadyOwnedByYou, s3.exceptions.BucketAlreadyExists):
        pass
    there = {item["Key"] for item in s3.list_objects_v2(Bucket=ARTIFACTS).get("Contents", [])}
    for name in artifacts.keys() - there:
        s3.put_object(Bucket=ARTIFACTS, Key=name, Body=artifacts[name]())
    yield
    for left_over in there - artifacts.keys():
        s3.delete_object(Bucket=ARTIFACTS, Key=left_over)


def package(
    instance: Instance, source: dict, archives: dict[str, Path], given: dict[str, str]
) -> tuple[dict, dict[str, str]]:
    """
    The template with each function's code and each nested template in the bucket, as `sam package` makes it, and as the
    emulator can take it; and the nested templates, by their names in the bucket.
    """
    packaged = copy.deepcopy(source)
    packaged["Globals"]["Function"].pop("CodeUri")
    for name, binary in build.functions(source).items():
        packaged["Resources"][name]["Properties"]["CodeUri"] = f"s3://{ARTIFACTS}/{archives[binary].name}"
    adapt(instance, packaged)
    nested = {}
    for resource in packaged["Resources"].values():
        if resource["Type"] == "AWS::CloudFormation::Stack":
            properties = resource["Properties"]
            template = build.read_template(properties["TemplateURL"])
            adapt(instance, template)
            name = f"{hashlib.sha256(json.dumps([template, given]).encode()).hexdigest()[:16]}.template"
            have_updated(template, name)
            body = json.dumps(template)
            nested[name] = body
            properties["TemplateURL"] = address_of(instance, name)
    return packaged, nested


def address_of(instance: Instance, artifact: str) -> str:
    return f"{instance.aws}/{ARTIFACTS}/{artifact}"


def stack_status(cloud: Cloud, name: str) -> str | None:
    """The stack's status; none when there is no stack."""
    try:
        return cloud("cloudformation").describe_stacks(StackName=name)["Stacks"][0]["StackStatus"]
    except ClientError:
        return None


def create_or_update(cloud: Cloud, name: str, template: dict, given: dict[str, str]) -> None:
    """Creates the stack, or updates the one that is there. The template is a `TemplateURL` or a `TemplateBody`."""
    cloudformation = cloud("cloudformation")
    request = {
        "StackName": name,
        **template,
        "Capabilities": ["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"],
        "Parameters": [{"ParameterKey": key, "ParameterValue": value} for key, value in given.items()],
    }
    if stack_status(cloud, name) is None:
        cloudformation.create_stack(**request)
    else:
        try:
            cloudformation.update_stack(**request)
        except ClientError as error:
            if "No updates are to be performed" not in str(error):
                raise
    until = time.monotonic() + 300
    while time.monotonic() < until:
        status = stack_status(cloud, name) or "gone"
        if status in ("CREATE_COMPLETE", "UPDATE_COMPLETE"):
            return
        if not status.endswith("_IN_PROGRESS"):
            break
        time.sleep(0.2)
    events = cloudformation.describe_stack_events(StackName=name)["StackEvents"]
    reasons = [
        f"{event['LogicalResourceId']}: {event['ResourceStatusReason']}"
        for event in events
        if event.get("ResourceStatusReason")
    ]
    raise CommandError(
        f"The stack could not be deployed ({status}):\n" + "\n".join(f"  | {reason}" for reason in reasons),
        f"{build.HINT} Or start from nothing with scripts/dev --reset.",
    )


def verify_sender(cloud: Cloud) -> None:
    """Makes the address that mails come from an identity, which on AWS its owner confirms."""
    ses = cloud("sesv2")
    try:
        ses.create_email_identity(EmailIdentity=MAIL_SENDER)
    except ses.exceptions.AlreadyExistsException:
        pass


def add_routes(cloud: Cloud, instance: Instance, source: dict) -> None:
    """Makes the routes that SAM writes into the API's `Body`, which the emulator does not read."""
    gateway = cloud("apigatewayv2")
    resources = physical_ids(cloud, instance)
    api = resources["Api"]
    wanted = routes(source)
    there = {route["RouteKey"]: route for route in gateway.get_routes(ApiId=api)["Items"]}
    for key, route in there.items():
        if key not in wanted:
            gateway.delete_route(ApiId=api, RouteId=route["RouteId"])
    for key, function in wanted.items():
        if key in there:
            continue
        integration = gateway.create_integration(
            ApiId=api,
            IntegrationType="AWS_PROXY",
            IntegrationMethod="POST",
            PayloadFormatVersion="2.0",
            IntegrationUri=cloud("lambda").get_function(FunctionName=resources[function])["Configuration"][
                "FunctionArn"
            ],
        )
        gateway.create_route(ApiId=api, RouteKey=key, Target=f"integrations/{integration['IntegrationId']}")


def routes(source: dict) -> dict[str, str]:
    """The function behind each route (`GET /courses`), by its name in the template, as SAM reads them."""
    paths = api(source)["paths"]
    return {
        f"{method.upper()} {path}": FUNCTION_ARN.search(operation["x-amazon-apigateway-integration"]["uri"]["Fn::Sub"])[
            1
        ]
        for path, operations in paths.items()
        for method, operation in operations.items()
    }


def api(source: dict) -> dict:
    """The OpenAPI document that SAM makes of the API, with each function called by its own name."""
    direct = copy.deepcopy(source)
    call_functions_directly(direct)
    return transformed(direct)["Resources"]["Api"]["Properties"]["Body"]


def transformed(source: dict) -> dict:
    """The plain CloudFormation template that SAM makes of the template."""
    # Importing SAM takes a third of the start of scripts/dev, which needs it only after the template has changed.
    from samtranslator.model.exceptions import InvalidDocumentException
    from samtranslator.parser.parser import Parser
    from samtranslator.translator.translator import Translator

    plain = copy.deepcopy(source)
    plain["Globals"]["Function"]["CodeUri"] = f"s3://{ARTIFACTS}/any.zip"
    # The template refers to no managed policy.
    translator = Translator(managed_policy_map={}, sam_parser=Parser(), boto_session=boto3.Session(region_name=REGION))
    try:
        return translator.translate(plain, {})
    except InvalidDocumentException as error:
        raise CommandError(f"SAM cannot transform the template: {error}", build.HINT) from None


def describe(cloud: Cloud, instance: Instance, source: dict) -> dict:
    """What stack.json tells of the stack, and each function's environment."""
    resources = physical_ids(cloud, instance)
    told = outputs(cloud, instance.name)
    described = {
        "apiId": resources["Api"],
        "api": f"{instance.aws}/_aws/execute-api/{resources['Api']}/$default",
        "cdn": cdn(instance, told["DistributionAddress"]),
    }
    for kind, (group, suffix) in SUFFIXES.items():
        described[group] = {
            name[0].lower() + name.removesuffix(suffix)[1:]: resources[name]
            for name, resource in source["Resources"].items()
            if resource["Type"] == kind
        }
    described["buckets"]["site"] = told["SiteBucketName"]
    described["variables"] = {
        function: cloud("lambda").get_function_configuration(FunctionName=resources[function])["Environment"][
            "Variables"
        ]
        for function in build.functions(source)
    }
    return described


def cdn(instance: Instance, address: str) -> str:
    """Where the emulator answers as the CDN: it knows it by its host."""
    label = address.removeprefix("https://").split(".")[0]
    return f"http://{label}.cloudfront.localhost:{instance.port_aws}"


def outputs(cloud: Cloud, name: str) -> dict[str, str]:
    """What the template tells of the stack."""
    (stack,) = cloud("cloudformation").describe_stacks(StackName=name)["Stacks"]
    return {output["OutputKey"]: output["OutputValue"] for output in stack["Outputs"]}


def physical_ids(cloud: Cloud, instance: Instance) -> dict[str, str]:
    """The stack's resources by their names in the template."""
    pages = cloud("cloudformation").get_paginator("list_stack_resources").paginate(StackName=instance.name)
    return {
        resource["LogicalResourceId"]: resource["PhysicalResourceId"]
        for page in pages
        for resource in page["StackResourceSummaries"]
    }
