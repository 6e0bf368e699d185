"""Companion stacks in other regions: the web ACL and alarms of the CDN, and the vault for copies of the tables."""

import time
from collections.abc import Mapping

from .. import cloudformation
from ..cloudformation import (
    DELETABLE_STATUSES,
    describe_stack,
    named,
    outputs_of,
    parameters_of,
    wait_for_stack,
)
from ..console import CommandError, step
from ..instance import ROOT
from ..local_clients import Client
from . import preflight
from .environment import EDGE_REGION, Environment, confirm

WEB_ACL = "infra/waf.yaml"
ALARMS = "infra/edge-monitoring.yaml"
VAULT = "infra/backup-vault.yaml"
#: The parameter `Mode` of the web ACL, by the setting `web_acl`.
MODES = {"count": "count", "on": "block"}
#: What WAF says of a web ACL for some minutes after the CDN has stopped using it.
IN_USE = "associated with another resource"
#: How often, and for how long, the deletion of such a web ACL is tried again.
RETRY_SECONDS = 30
IN_USE_SECONDS = 15 * 60


def web_acl_stack(environment: Environment) -> str:
    return f"{environment.stack}-web-acl"


def alarms_stack(environment: Environment) -> str:
    return f"{environment.stack}-edge"


def parameters(environment: Environment, read_only: bool = False) -> dict[str, str]:
    """
    Deploys the web ACL and the vault, and returns their ARNs as parameters of template.yaml.

    With `read_only`, nothing is deployed, and the ARN of a stack that does not exist is empty.
    """
    return {"WebAclArn": web_acl(environment, read_only), "BackupVaultArn": vault(environment, read_only)}


def web_acl(environment: Environment, read_only: bool = False) -> str:
    """The ARN of the CDN's web ACL: that of samconfig.toml, or that of the companion stack."""
    if environment.web_acl == "off":
        return environment.value("WebAclArn")
    stack = web_acl_stack(environment)
    if read_only:
        return outputs_of(describe_stack(client(environment), stack)).get("WebAclArn", "")
    with step("Deploying the web ACL"):
        return deploy(environment, stack, WEB_ACL, web_acl_parameters(environment))["WebAclArn"]


def web_acl_parameters(environment: Environment) -> dict[str, str]:
    blocked = environment.blocked_networks
    addresses = {
        f"BlockedIpv{version}Addresses": ",".join(str(network) for network in blocked if network.version == version)
        for version in (4, 6)
    }
    return {"Mode": MODES[environment.web_acl], **addresses}


def vault(environment: Environment, read_only: bool = False) -> str:
    """The ARN of the vault for copies of the tables: that of samconfig.toml, or that of the companion stack."""
    region = environment.backup_region
    if not region:
        return environment.value("BackupVaultArn")
    stack = f"{environment.stack}-backup-vault"
    if read_only:
        return outputs_of(describe_stack(client(environment, region), stack)).get("VaultArn", "")
    with step(f"Deploying the vault in {region}"):
        return deploy(environment, stack, VAULT, {"StackName": environment.stack}, region)["VaultArn"]


def exist(environment: Environment) -> bool:
    stacks = (alarms_stack(environment), web_acl_stack(environment))
    return any(describe_stack(client(environment), stack) for stack in stacks)


def deploy_alarms(environment: Environment, outputs: Mapping[str, str]) -> None:
    """Deploys the alarms on the CDN of a stack with these outputs. Removes the web ACL that the CDN no longer uses."""
    if environment.value("Monitoring") == "on":
        values = {
            "StackName": environment.stack,
            "DistributionId": outputs["DistributionId"],
            "CertificateArn": environment.value("CertificateArn"),
            "HealthCheckHost": outputs["SiteAddress"].partition("://")[2] if environment.health_check == "on" else "",
            "AlarmEmail": environment.value("AlarmEmail"),
        }
        with step("Deploying the alarms on the CDN"):
            deploy(environment, alarms_stack(environment), ALARMS, values)
    else:
        remove(environment, alarms_stack(environment))
    if environment.web_acl == "off":
        remove(environment, web_acl_stack(environment))


def client(environment: Environment, region: str = EDGE_REGION) -> Client:
    return environment.client("cloudformation", region_name=region)


def deploy(
    environment: Environment, stack: str, path: str, values: Mapping[str, str], region: str = EDGE_REGION
) -> dict[str, str]:
    if describe_stack(client(environment, region), stack).get("StackStatus") in DELETABLE_STATUSES:
        remove(environment, stack, region)
    body, tags = (ROOT / path).read_text(), named("", environment.tags)
    return cloudformation.deploy(client(environment, region), stack, values, TemplateBody=body, Tags=tags)


def remove(environment: Environment, stack: str, region: str = EDGE_REGION) -> None:
    cloudformation = client(environment, region)
    if not describe_stack(cloudformation, stack):
        return
    until = time.monotonic() + IN_USE_SECONDS
    with step(f"Deleting the stack {stack}"):
        while True:
            cloudformation.delete_stack(StackName=stack)
            try:
                wait_for_stack(cloudformation, stack, "stack_delete_complete")
                break
            except CommandError as error:
                if IN_USE not in str(error) or time.monotonic() > until:
                    raise
            time.sleep(RETRY_SECONDS)


def deploy_web_acl(environment: Environment) -> int:
    """Updates the web ACL that the CDN of a stack uses. Nothing is built, and only its own settings are checked."""
    preflight.report(list(preflight.companion_stack_settings(environment)))
    arn = "" if environment.web_acl == "off" else web_acl(environment, read_only=True)
    used = parameters_of(describe_stack(environment.client("cloudformation"), environment.stack)).get("WebAclArn")
    if not arn or arn != used:
        raise CommandError(
            f"The CDN of {environment.stack} does not use the web ACL of samconfig.toml.",
            f"Set web_acl, and run scripts/deploy {environment.name} --same-release. Nothing was changed.",
        )
    question = f"This changes the web ACL of {environment.stack}, and nothing else."
    if environment.requires_confirmation and not confirm(question, environment):
        return 1
    web_acl(environment)
    return 0
