"""The environments of samconfig.toml, and what CloudFormation knows about their stacks."""

import shlex
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, Protocol

import boto3

from .. import templates
from ..cloudformation import UPDATE_FAILED, describe_stack, outputs_of
from ..console import CommandError
from ..local_clients import Client

#: The region of CloudFront's certificates, web ACLs and metrics.
EDGE_REGION = "us-east-1"
#: Whether there is a web ACL, and whether it blocks requests or only counts them.
WEB_ACLS = ("off", "count", "on")
PAIR_HINT = (
    "Write no spaces around =, double quotes around values with spaces or apostrophes, no other quote characters."
)
#: The settings of companion stacks, and the names of their section in samconfig.toml.
#: The second name is the former one, which still works.
COMPANION_SETTINGS = ("web_acl", "blocked_addresses", "health_check", "backup_region")
COMPANION_SECTIONS = ("companion_stacks", "beside")


class Clients(Protocol):
    """Creates a client of an AWS service, by default in the environment's region."""

    def __call__(self, service: str, /, region_name: str | None = None) -> Client: ...


@dataclass(frozen=True)
class Environment:
    name: str
    stack: str
    region: str
    #: Whether a deployment asks for confirmation.
    requires_confirmation: bool = False
    parameters: dict[str, str] = field(default_factory=dict)
    #: Whether the user has confirmed in advance.
    confirmed: bool = False
    #: The tags of every resource, by which costs are told apart.
    tags: dict[str, str] = field(default_factory=dict)
    #: One of `WEB_ACLS`.
    web_acl: str = "off"
    #: The IP addresses and ranges that the web ACL blocks, separated by spaces.
    blocked_addresses: str = ""
    #: Whether Route 53 checks the site from several continents: `on` or `off`.
    health_check: str = "off"
    #: The region to which the tables are copied every day; empty for none.
    backup_region: str = ""

    @property
    def client(self) -> Clients:
        factory: Clients = boto3.Session(region_name=self.region).client
        return factory

    @property
    def is_production(self) -> bool:
        return self.name == "production"

    @property
    def architecture(self) -> str:
        return self.value("Architecture")

    @property
    def build_folder(self) -> Path:
        """
        The output folder of `sam build`. Each environment and architecture has its own, so that no other's build is
        deployed by mistake.
        """
        return Path(".aws-sam") / f"{self.name}-{self.architecture}"

    @property
    def s3_prefix(self) -> str:
        """The prefix of the stack's objects in SAM's bucket: archives of functions, templates and releases."""
        return self.stack

    @property
    def host(self) -> str:
        """The host name of SiteAddress; empty if the site uses the CDN's own name."""
        return self.value("SiteAddress").partition("://")[2]

    @property
    def mail_domain(self) -> str:
        return self.value("MailSender").partition("@")[2]

    @property
    def blocked_networks(self) -> list[IPv4Network | IPv6Network]:
        """
        `blocked_addresses` as networks. An address alone is a network of one address.

        Raises ValueError for anything else.
        """
        return [ip_network(address) for address in self.blocked_addresses.split()]

    def value(self, parameter: str) -> str:
        return self.parameters.get(parameter, defaults()[parameter] or "")


@cache
def defaults() -> dict[str, str | None]:
    return defaults_of(templates.main())


def defaults_of(template: templates.Template) -> dict[str, str | None]:
    """The default of each parameter of a template; None for required parameters."""
    parameters = template["Parameters"].items()
    return {name: str(parameter["Default"]) if "Default" in parameter else None for name, parameter in parameters}


def read_environments(samconfig: str) -> dict[str, Environment]:
    found = {}
    for name, section in tomllib.loads(samconfig).items():
        settings = section.get("deploy", {}).get("parameters") if isinstance(section, dict) else None
        if settings:
            companions: dict[str, Any] = next((section[key] for key in COMPANION_SECTIONS if key in section), {})
            values = companions.get("parameters", {})
            found[name] = Environment(
                name,
                settings["stack_name"],
                settings["region"],
                requires_confirmation=settings.get("confirm_changeset", False),
                parameters=pairs(settings.get("parameter_overrides", "")),
                tags=pairs(settings.get("tags", "")),
                **{key: value for key, value in values.items() if key in COMPANION_SETTINGS},
            )
    return found


def pairs(setting: str | list[str]) -> dict[str, str]:
    """Parses `Name=value Other="other value"`, or a list of those."""
    found = {}
    for part in setting if isinstance(setting, list) else [setting]:
        pair = part
        try:
            for pair in shlex.split(part):
                name, separator, value = pair.partition("=")
                if not (name and separator):
                    raise ValueError
                found[name] = value
        except (AttributeError, ValueError):
            raise CommandError(f"samconfig.toml: {pair} is not Name=value.", PAIR_HINT) from None
    return found


def is_first_deployment(environment: Environment) -> bool:
    """Whether no deployment of the environment has succeeded yet. The next one continues it without rollback."""
    return was_never_complete(describe_stack(environment.client("cloudformation"), environment.stack))


def was_never_complete(stack: Mapping[str, Any]) -> bool:
    """Whether a description is of a stack whose first deployment can continue, or of none."""
    status = stack.get("StackStatus", "")
    # Assumed, and not rehearsed on AWS: a stack has no outputs before it is complete for the first time, and keeps them
    # from then on.
    return status in ("", "CREATE_FAILED") or (status == UPDATE_FAILED and not outputs_of(stack))


def stack_outputs(environment: Environment) -> dict[str, str]:
    return outputs_of(describe_stack(environment.client("cloudformation"), environment.stack))


def confirm(question: str, environment: Environment) -> bool:
    """Asks the user to type the name of the stack, unless the user has confirmed in advance."""
    print(question)
    if environment.confirmed:
        return True
    try:
        typed = input("Type its name to continue: ")
    except EOFError:
        raise CommandError("There is no terminal to confirm at.", "Add --yes. Nothing was changed.") from None
    if typed.strip() == environment.stack:
        return True
    print("Nothing was changed.")
    return False
