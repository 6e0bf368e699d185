"""The stacks beside the platform's in other regions: the web ACL, the alarms on the CDN, and the vault of the tables' copies."""

from botocore.exceptions import WaiterError

from .. import build
from ..console import CommandError, step
from .environment import EDGE_REGION, Environment, described, outputs_of, wait
from .left_over import DEAD

WEB_ACL = "infra/waf.yaml"
ALARMS = "infra/edge-monitoring.yaml"
VAULT = "infra/backup-vault.yaml"
#: What a web ACL does by the setting `web_acl`.
MODES = {"count": "count", "on": "block"}


def web_acl_stack(environment: Environment) -> str:
    return f"{environment.stack}-web-acl"


def alarms_stack(environment: Environment) -> str:
    return f"{environment.stack}-edge"


def vault_stack(environment: Environment) -> str:
    return f"{environment.stack}-backup-vault"


def client(environment: Environment, region: str = EDGE_REGION):
    return environment.client("cloudformation", region_name=region)


def parameters(environment: Environment, read_only: bool = False) -> dict[str, str]:
    """The parameters of template.yaml that other stacks provide. With `read_only`, a stack that is missing provides an empty value."""
    return {"WebAclArn": web_acl(environment, read_only), "BackupVaultArn": vault(environment, read_only)}


def web_acl(environment: Environment, read_only: bool = False) -> str:
    """The ARN of the CDN's web ACL: the one that samconfig.toml names, or the one of the stack that is deployed here."""
    if environment.web_acl == "off":
        return environment.value("WebAclArn")
    stack = web_acl_stack(environment)
    if read_only:
        return outputs_of(described(client(environment), stack)).get("WebAclArn", "")
    with step("Deploying the web ACL"):
        return bring(environment, stack, WEB_ACL, {"Mode": MODES[environment.web_acl]})["WebAclArn"]


def vault(environment: Environment, read_only: bool = False) -> str:
    """The ARN of the vault for copies of the tables: the one that samconfig.toml names, or the one of the stack that is deployed here."""
    region = environment.backup_region
    if not region:
        return environment.value("BackupVaultArn")
    stack = vault_stack(environment)
    if read_only:
        return outputs_of(described(client(environment, region), stack)).get("VaultArn", "")
    with step(f"Deploying the vault in {region}"):
        return bring(environment, stack, VAULT, {"StackName": environment.stack}, region)["VaultArn"]


def after(environment: Environment, told: dict[str, str]) -> None:
    """Watches the CDN of a stack that tells this of itself, and removes the web ACL that it no longer uses."""
    if environment.value("Monitoring") == "on":
        watched = {
            "StackName": environment.stack,
            "DistributionId": told["DistributionId"],
            "CertificateArn": environment.value("CertificateArn"),
            "HealthCheckHost": host_of(told) if environment.health_check == "on" else "",
            "AlarmEmail": environment.value("AlarmEmail"),
        }
        with step("Deploying the alarms on the CDN"):
            bring(environment, alarms_stack(environment), ALARMS, watched)
    else:
        remove(environment, alarms_stack(environment))
    if environment.web_acl == "off":
        remove(environment, web_acl_stack(environment))


def host_of(told: dict[str, str]) -> str:
    """The host under which people open the site."""
    return told["SiteAddress"].partition("://")[2]


def bring(
    environment: Environment, stack: str, path: str, given: dict[str, str], region: str = EDGE_REGION
) -> dict[str, str]:
    """Creates a stack of a template, or updates the one that is there, and returns what it tells of itself."""
    cloudformation = client(environment, region)
    request = {
        "StackName": stack,
        "TemplateBody": (build.ROOT / path).read_text(),
        "Parameters": [{"ParameterKey": name, "ParameterValue": value} for name, value in given.items()],
        "Tags": [{"Key": name, "Value": value} for name, value in environment.tags.items()],
    }
    status = described(cloudformation, stack).get("StackStatus")
    if status in DEAD:
        remove(environment, stack, region)
        status = None
    if status is None:
        cloudformation.create_stack(**request)
        finish(cloudformation, stack, "stack_create_complete", region)
    else:
        try:
            cloudformation.update_stack(**request)
            finish(cloudformation, stack, "stack_update_complete", region)
        except cloudformation.exceptions.ClientError as error:
            if "No updates are to be performed" not in str(error):
                raise
    return outputs_of(described(cloudformation, stack))


def remove(environment: Environment, stack: str, region: str = EDGE_REGION) -> None:
    """Deletes a stack, when there is one."""
    cloudformation = client(environment, region)
    if described(cloudformation, stack):
        with step(f"Deleting the stack {stack}"):
            cloudformation.delete_stack(StackName=stack)
            finish(cloudformation, stack, "stack_delete_complete", region)


def finish(cloudformation, stack: str, state: str, region: str) -> None:
    """Waits until a stack has a state, or says why it has not."""
    try:
        wait(cloudformation, state, StackName=stack)
    except WaiterError:
        events = cloudformation.describe_stack_events(StackName=stack)["StackEvents"]
        reasons = [
            f"  | {event['LogicalResourceId']}: {event['ResourceStatusReason']}"
            for event in events
            if event["ResourceStatus"].endswith("_FAILED") and event.get("ResourceStatusReason")
        ]
        what = f"{stack} in {region} could not be brought about:\n" + "\n".join(reasons)
        raise CommandError(what, "Mend what it says, and deploy again.") from None
