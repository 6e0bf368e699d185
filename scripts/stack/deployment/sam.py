"""Runs the SAM CLI for an environment, with the values of template.yaml's parameters."""

import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from botocore.exceptions import BotoCoreError, ClientError
from samtranslator.yaml_helper import yaml_parse

from .. import cloudformation, tools
from ..console import CommandError, step
from ..instance import ROOT
from ..local_clients import Client
from ..templates import Template
from .environment import Clients, Environment, defaults, defaults_of

#: Runs a command of SAM, and fails when it fails.
Sam = Callable[..., None]
#: The commands that upload archives and templates to SAM's bucket, which all stacks of the region share.
UPLOADING_COMMANDS = ("package", "deploy")
STAGE = "$default"
#: The share of the account's concurrent executions at which the alarm starts.
CONCURRENCY_ALARM_SHARE = 0.8


def sam_for(environment: Environment) -> Sam:
    with step("Installing the SAM CLI and cargo-lambda if they are missing"):
        variables = tools.environment_variables()

    # SAM looks for samconfig.toml in the folder of the template, which is a build folder.
    settings = ["--config-file", str(ROOT / "samconfig.toml"), "--config-env", environment.name]

    def sam(*arguments: str) -> None:
        if arguments[0] in UPLOADING_COMMANDS:
            arguments += ("--s3-prefix", environment.s3_prefix)
        began = datetime.now(UTC)
        # The user reads its output and answers its questions.
        if subprocess.run(["sam", *arguments, *settings], cwd=ROOT, env=variables, check=False).returncode != 0:
            reasons: list[str] = []
            if arguments[0] == "deploy":
                # SAM prints no reasons of nested stacks.
                with suppress(BotoCoreError, ClientError):
                    reasons = cloudformation.reasons(environment.client("cloudformation"), environment.stack, began)
            message = "\n".join([f"`sam {arguments[0]}` failed{':' if reasons else '.'}", *reasons])
            raise CommandError(message, cloudformation.HINT)

    return sam


def with_derived(environment: Environment, companions: Mapping[str, str]) -> Environment:
    """
    The environment with the parameters that depend on the account, unless samconfig.toml has them, and with those that
    the companion stacks provide.
    """
    aws = environment.client
    executions = aws("lambda").get_account_settings()["AccountLimit"]["ConcurrentExecutions"]
    derived = {
        "BusyConcurrency": str(max(1, int(executions * CONCURRENCY_ALARM_SHARE))),
        "MailHostedZoneId": mail_zone_id(environment, aws),
    }
    return replace(environment, parameters={**derived, **environment.parameters, **companions})


def mail_zone_id(environment: Environment, aws: Clients) -> str:
    """The zone of the sender's domain: that of samconfig.toml, or that of the site if it contains the domain."""
    configured, site_zone = environment.value("MailHostedZoneId"), environment.value("HostedZoneId")
    if configured or not site_zone:
        return configured
    zone = aws("route53").get_hosted_zone(Id=site_zone)["HostedZone"]["Name"].rstrip(".")
    return site_zone if f".{environment.mail_domain}".endswith(f".{zone}") else ""


def values(environment: Environment, site: str, template: Template | None = None) -> dict[str, str]:
    """
    The value of every parameter, with the defaults of a template, by default those of template.yaml. SAM keeps the
    previous value of a parameter that is missing, but a parameter that was removed from samconfig.toml has to return to
    its default.
    """
    found = defaults() if template is None else defaults_of(template)
    default_values = {name: value for name, value in found.items() if value is not None}
    return {**default_values, **environment.parameters, "SiteAddress": site}


def overrides(parameters: Mapping[str, str]) -> list[str]:
    # SAM reads an empty value, or one with spaces, in quotes only.
    quoted = {name: value if value and " " not in value else f'"{value}"' for name, value in parameters.items()}
    return ["--parameter-overrides", " ".join(f"{name}={value}" for name, value in quoted.items())]


def delete_route_settings(gateway: Client, outputs: Mapping[str, str], template: Path) -> None:
    """
    Deletes the limits of routes that a packaged template does not have, from the stage of a stack with these outputs.

    API Gateway keeps the settings of a route that is gone, and then refuses every update of the stage (`Unable to find
    Route by key … within the provided RouteSettings`). Compared with reports of others; not rehearsed on AWS.

    If the deployment fails before it changes the stage, a route of the present release may be left with the default
    limits, until the limits in the template change.
    """
    if "ApiId" not in outputs:
        return
    stage = {"ApiId": outputs["ApiId"], "StageName": STAGE}
    # Somebody may have deleted the API, the stage, or the settings.
    with suppress(gateway.exceptions.NotFoundException):
        current = gateway.get_stage(**stage).get("RouteSettings", {})
        for route in sorted(set(current) - limited_routes(yaml_parse(template.read_text()))):
            with step(f"Deleting the limits of {route}"):
                gateway.delete_route_settings(**stage, RouteKey=route)


def limited_routes(template: Template) -> set[str]:
    return set(template["Resources"]["Api"]["Properties"].get("RouteSettings", {}))
