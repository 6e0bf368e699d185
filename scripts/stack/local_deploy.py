"""Deploys template.yaml to the local AWS, as `sam deploy` does to AWS."""

import copy
import hashlib
import json
import platform
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from . import cloudformation, rate_limits, templates
from .cloudformation import describe_stack, outputs_of, physical_ids
from .console import CommandError
from .emulator_templates import adapt, force_update
from .instance import REGION, Instance
from .local_clients import LocalClients
from .templates import Template

ARTIFACTS_BUCKET = "masar-artifacts"
ARCHITECTURE = "arm64" if platform.machine() in ("arm64", "aarch64") else "x86_64"
MAIL_SENDER = "no-reply@masar.example"
#: All local requests have the same IP address.
RAISED = {name: max(10_000, bounds["default"]) for name, bounds in rate_limits.LIMITS.items() if name.endswith("PerIp")}
#: The group of stack.json for each type of resource, and the suffix of logical ids that names in it leave out.
NAMED_RESOURCES = {
    "AWS::DynamoDB::Table": ("tables", "Table"),
    "AWS::S3::Bucket": ("buckets", "Bucket"),
    "AWS::SecretsManager::Secret": ("secrets", "Secret"),
}


def parameters(instance: Instance) -> dict[str, str]:
    return {
        # The functions run on this machine, not on Lambda's.
        "Architecture": ARCHITECTURE,
        "SiteAddress": instance.site,
        "MailSender": MAIL_SENDER,
        "AllowedOrigins": instance.allowed_origins,
        "FileRemoval": "on" if instance.removes_files else "off",
        "RateLimits": rate_limits.parameter(
            {name: bounds["most"] for name, bounds in rate_limits.LIMITS.items()} if instance.unlimited else RAISED
        ),
    }


def deploy(instance: Instance, clients: LocalClients, template: Template, archive: Path) -> dict[str, Any]:
    """Deploys template and archive, unless they are deployed already. Returns a description of the stack."""
    try:
        values = parameters(instance)
        packaged, nested = package(instance, template, archive.name, values)
        stamp = instance.folder / "deployed"
        digest = hashlib.sha256(json.dumps([packaged, values], sort_keys=True).encode()).hexdigest()
        deployed = describe_stack(clients("cloudformation"), instance.name)
        if not (stamp.is_file() and stamp.read_text() == digest and deployed):
            # The template is too large to be sent in the request.
            name = f"{digest[:16]}.template"
            # The emulator's own transformation has no aliases.
            sent = templates.transform(packaged) if instance.has_aliases else packaged
            bodies = {**nested, name: json.dumps(sent)}
            artifacts: dict[str, Callable[[], bytes]] = {archive.name: archive.read_bytes}
            artifacts |= {key: body.encode for key, body in bodies.items()}
            with uploaded(clients, artifacts):
                url = {"TemplateURL": artifact_url(instance, name)}
                cloudformation.create_or_update(clients, instance.name, url, values)
            create_routes(clients, instance, template)
            if instance.allowed_origins:
                allow_origins(clients, instance, template)
            stamp.write_text(digest)
        # On AWS, the owner of the domain verifies it.
        ses = clients("sesv2")
        with suppress(ses.exceptions.AlreadyExistsException):
            ses.create_email_identity(EmailIdentity=MAIL_SENDER)
        return describe(clients, instance, template)
    except (BotoCoreError, ClientError) as error:
        raise CommandError(f"The stack could not be deployed: {error}", templates.HINT) from None


@contextmanager
def uploaded(clients: LocalClients, artifacts: Mapping[str, Callable[[], bytes]]) -> Iterator[None]:
    """
    Uploads the artifacts that CloudFormation reads from a bucket. Their names contain a digest of their content, so
    only those that are missing are read and uploaded.

    Artifacts of the deployment before are deleted when the block succeeds: an update that fails rolls back to them.
    """
    s3 = clients("s3")
    with suppress(s3.exceptions.BucketAlreadyOwnedByYou, s3.exceptions.BucketAlreadyExists):
        s3.create_bucket(Bucket=ARTIFACTS_BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})
    existing = {item["Key"] for item in s3.list_objects_v2(Bucket=ARTIFACTS_BUCKET).get("Contents", [])}
    for name in artifacts.keys() - existing:
        s3.put_object(Bucket=ARTIFACTS_BUCKET, Key=name, Body=artifacts[name]())
    yield
    for unused in existing - artifacts.keys():
        s3.delete_object(Bucket=ARTIFACTS_BUCKET, Key=unused)


def package(
    instance: Instance, template: Template, archive: str, values: Mapping[str, str]
) -> tuple[Template, dict[str, str]]:
    """
    Packages the template as `sam package` does: the code, a name in the bucket, and the nested templates are there.

    Returns the template, adapted to the emulator, and the nested templates by their names in the bucket.
    """
    packaged = copy.deepcopy(template)
    packaged["Globals"]["Function"].pop("CodeUri")
    for name, binary in templates.functions(template).items():
        properties = packaged["Resources"][name]["Properties"]
        # One binary has all functions, and starts the one that is its handler.
        properties |= {"CodeUri": f"s3://{ARTIFACTS_BUCKET}/{archive}", "Handler": binary}
    adapt(instance, packaged)
    nested = {}
    for resource in packaged["Resources"].values():
        if resource["Type"] == "AWS::CloudFormation::Stack":
            properties = resource["Properties"]
            inner = templates.read(properties["TemplateURL"])
            adapt(instance, inner)
            name = f"{hashlib.sha256(json.dumps([inner, values]).encode()).hexdigest()[:16]}.template"
            force_update(inner, name)
            nested[name] = json.dumps(inner)
            properties["TemplateURL"] = artifact_url(instance, name)
    return packaged, nested


def artifact_url(instance: Instance, artifact: str) -> str:
    return f"{instance.aws}/{ARTIFACTS_BUCKET}/{artifact}"


def create_routes(clients: LocalClients, instance: Instance, template: Template) -> None:
    """Creates the API's routes: SAM writes them into the `Body` of the API, which the emulator does not read."""
    gateway = clients("apigatewayv2")
    resources = physical_ids(clients, instance.name)
    api = resources["Api"]
    wanted = templates.routes(template)
    existing = {route["RouteKey"]: route for route in gateway.get_routes(ApiId=api)["Items"]}
    for key, route in existing.items():
        if key not in wanted:
            gateway.delete_route(ApiId=api, RouteId=route["RouteId"])
    for key, function in wanted.items():
        if key in existing:
            continue
        configuration = clients("lambda").get_function(FunctionName=resources[function])["Configuration"]
        alias = resources.get(f"{function}Aliaslive")
        integration = gateway.create_integration(
            ApiId=api,
            IntegrationType="AWS_PROXY",
            IntegrationMethod="POST",
            PayloadFormatVersion="2.0",
            IntegrationUri=alias or configuration["FunctionArn"],
        )
        gateway.create_route(ApiId=api, RouteKey=key, Target=f"integrations/{integration['IntegrationId']}")


def allow_origins(clients: LocalClients, instance: Instance, template: Template) -> None:
    """Lets pages of other origins call the API, which SAM writes into the same `Body`."""
    _, allowed, _ = template["Resources"]["Api"]["Properties"]["CorsConfiguration"]["Fn::If"]
    api = physical_ids(clients, instance.name)["Api"]
    origins = {"AllowOrigins": instance.allowed_origins.split(",")}
    clients("apigatewayv2").update_api(ApiId=api, CorsConfiguration=allowed | origins)


def describe(clients: LocalClients, instance: Instance, template: Template) -> dict[str, Any]:
    """The names and URLs of the stack for stack.json, and the variables of each function."""
    resources = physical_ids(clients, instance.name)
    outputs = outputs_of(describe_stack(clients("cloudformation"), instance.name))
    described: dict[str, Any] = {
        "apiId": resources["Api"],
        "api": f"{instance.aws}/_aws/execute-api/{resources['Api']}/$default",
        "cdn": cdn_url(instance, outputs["DistributionAddress"]),
    }
    for kind, (group, suffix) in NAMED_RESOURCES.items():
        described[group] = {
            name[0].lower() + name.removesuffix(suffix)[1:]: resources[name]
            for name, resource in template["Resources"].items()
            if resource["Type"] == kind
        }
    described["buckets"]["site"] = outputs["SiteBucketName"]
    described["variables"] = {
        function: clients("lambda").get_function_configuration(FunctionName=resources[function])["Environment"][
            "Variables"
        ]
        for function in templates.functions(template)
    }
    return described


def cdn_url(instance: Instance, distribution_url: str) -> str:
    """The URL at which the emulator responds as the CDN: it recognizes the host name."""
    label = distribution_url.removeprefix("https://").split(".")[0]
    return f"http://{label}.cloudfront.localhost:{instance.port_aws}"
