"""The values of template.yaml's parameters for a deployment."""

from collections.abc import Mapping
from dataclasses import replace

from ..templates import Template
from .account_checks import concurrency_alarm_threshold
from .domain_checks import mail_zone_id
from .environment import Environment, defaults, defaults_of


def with_derived(environment: Environment, companions: Mapping[str, str]) -> Environment:
    """
    The environment with the parameters that depend on the account, unless samconfig.toml has them, and with those that
    the companion stacks provide.
    """
    aws = environment.client
    derived = {
        "BusyConcurrency": str(concurrency_alarm_threshold(aws)),
        "MailHostedZoneId": mail_zone_id(environment, aws),
    }
    return replace(environment, parameters={**derived, **environment.parameters, **companions})


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
    """The option that passes parameters to SAM."""
    # SAM reads an empty value, or one with spaces, in quotes only.
    quoted = {name: value if value and " " not in value else f'"{value}"' for name, value in parameters.items()}
    return ["--parameter-overrides", " ".join(f"{name}={value}" for name, value in quoted.items())]
