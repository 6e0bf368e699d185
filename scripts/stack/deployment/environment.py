"""The environments of samconfig.toml, and what CloudFormation knows of their stacks."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Protocol

import boto3
from botocore.exceptions import ClientError

from .. import build
from ..console import CommandError

try:
    import tomllib
except ImportError:  # Python 3.10
    import tomli as tomllib

#: Where CloudFront looks for certificates and web ACLs, and where it is counted.
EDGE_REGION = "us-east-1"
#: A stack that was never made whole: it is gone on with, and nothing is rolled back.
BEGUN = ("", "CREATE_FAILED", "REVIEW_IN_PROGRESS", "UPDATE_FAILED")
#: Whether there is a web ACL that scripts/deploy makes, and whether it refuses or only counts.
WEB_ACLS = ("off", "count", "on")
#: Settings of what is made beside the stack in other regions.
BESIDE = ("web_acl", "health_check", "backup_region")
#: Seconds between two looks at what AWS makes or deletes, and for how long.
PATIENCE, HOURS = 5, 2


class Clients(Protocol):
    """Makes a client of a service of AWS, in the environment's region unless told."""

    def __call__(self, service: str, region_name: str | None = None): ...


@dataclass(frozen=True)
class Environment:
    """An environment of samconfig.toml."""

    name: str
    stack: str
    region: str
    #: Whether somebody has to agree before something is changed.
    confirmed: bool = False
    parameters: dict[str, str] = field(default_factory=dict)
    #: Whether they have, beforehand.
    agreed: bool = False
    #: What everything is tagged with that the environment pays for.
    tags: dict[str, str] = field(default_factory=dict)
    #: One of `WEB_ACLS`.
    web_acl: str = "off"
    #: Whether Route 53 asks for the site from all over the world: `on` or `off`.
    health_check: str = "off"
    #: The region to which the tables are copied every day; none when it is empty.
    backup_region: str = ""

    @property
    def session(self) -> boto3.Session:
        return boto3.Session(region_name=self.region)

    @property
    def client(self) -> Clients:
        return self.session.client

    @property
    def is_production(self) -> bool:
        return self.name == "production"

    @property
    def architecture(self) -> str:
        return self.value("Architecture")

    @property
    def build_folder(self) -> Path:
        """Where `sam build` puts its functions: those of another environment or processor cannot be deployed by mistake."""
        return Path(".aws-sam") / f"{self.name}-{self.architecture}"

    @property
    def host(self) -> str:
        """The host of SiteAddress; none where the site answers under the CDN's own name."""
        return self.value("SiteAddress").partition("://")[2]

    @property
    def mail_domain(self) -> str:
        return self.value("MailSender").partition("@")[2]

    def value(self, parameter: str) -> str:
        """What a parameter of template.yaml is, told or not."""
        return self.parameters.get(parameter, defaults()[parameter] or "")


@cache
def defaults() -> dict[str, str | None]:
    """What each parameter of template.yaml is unless it is told; nothing for those that have to be."""
    parameters = build.template()["Parameters"].items()
    return {name: str(parameter["Default"]) if "Default" in parameter else None for name, parameter in parameters}


def read_environments(samconfig: str) -> dict[str, Environment]:
    """The environments that can be deployed."""
    found = {}
    for name, section in tomllib.loads(samconfig).items():
        given = section.get("deploy", {}).get("parameters") if isinstance(section, dict) else None
        if given:
            found[name] = Environment(
                name,
                given["stack_name"],
                given["region"],
                confirmed=given.get("confirm_changeset", False),
                parameters=pairs(given.get("parameter_overrides", "")),
                tags=pairs(given.get("tags", "")),
                **{
                    name: value
                    for name, value in section.get("beside", {}).get("parameters", {}).items()
                    if name in BESIDE
                },
            )
    return found


def pairs(text: str) -> dict[str, str]:
    """What `Name=value Other=value` says."""
    return dict(pair.split("=", 1) for pair in text.split())


def described(client, stack: str) -> dict:
    """A stack as CloudFormation knows it; nothing when there is none yet."""
    try:
        (found,) = client.describe_stacks(StackName=stack)["Stacks"]
    except ClientError as error:
        if "does not exist" in str(error):
            return {}
        raise
    return {} if found["StackStatus"] == "DELETE_COMPLETE" else found


def wait(client, state: str, **of_what) -> None:
    """Waits until something has the state that one of boto3's waiters knows."""
    client.get_waiter(state).wait(**of_what, WaiterConfig={"Delay": PATIENCE, "MaxAttempts": HOURS * 3600 // PATIENCE})


def status(environment: Environment) -> str:
    """The stack's status; empty when there is no stack."""
    return described(environment.client("cloudformation"), environment.stack).get("StackStatus", "")


def is_begun(environment: Environment) -> bool:
    """Whether the stack is still to be made: there is none, or no deployment has ended well."""
    return status(environment) in BEGUN


def outputs(environment: Environment) -> dict[str, str]:
    """What the stack tells of itself; nothing when there is none yet."""
    return outputs_of(described(environment.client("cloudformation"), environment.stack))


def outputs_of(stack: dict) -> dict[str, str]:
    """What a described stack tells of itself."""
    return {output["OutputKey"]: output["OutputValue"] for output in stack.get("Outputs", [])}


def agreed(what: str, environment: Environment) -> bool:
    """Whether somebody types the stack's name, or has agreed beforehand."""
    print(what)
    if environment.agreed:
        return True
    try:
        typed = input("Type its name to go on: ")
    except EOFError:
        raise CommandError("Nobody is there to agree.", "Give --yes. Nothing was changed.") from None
    if typed.strip() == environment.stack:
        return True
    print("Nothing was changed.")
    return False
