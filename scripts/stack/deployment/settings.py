"""
Checks samconfig.toml, and infra/operator.toml, which the site, the legal texts and the emails are built with, without
requests to AWS.
"""

import platform
import re
import tomllib
from collections.abc import Iterator

from .. import rate_limits
from ..instance import ROOT
from .environment import EDGE_REGION, WEB_ACLS, Environment, defaults
from .finding import Finding, failure, warning

#: The file that marks the catalogue as an example.
EXAMPLE_CATALOGUE = "infra/catalogue/EXAMPLE"
#: The domain of the example values in the repository's samconfig.toml.
EXAMPLE_DOMAIN = "masar.example"
#: The domain of a site without a domain of its own.
CDN_DOMAIN = ".cloudfront.net"
SUBJECT = "samconfig.toml"
SWITCH = ("off", "on")
OPERATOR_FILE = "infra/operator.toml"
#: The environment that may be deployed with the example values: only testers see it.
STAGING = "staging"
#: Matches example values: the word in one of the languages, or a reserved domain (RFC 2606).
EXAMPLE = re.compile(r"\b(example|exemple|مثال)\b", re.IGNORECASE)


def check(environment: Environment) -> Iterator[Finding]:
    """Finds every error in the settings of an environment."""
    yield from parameter_values(environment)
    yield from domain_parameters(environment)
    yield from architecture(environment)
    yield from alarm_recipients(environment)
    yield from companion_stack_settings(environment)


def parameter_values(environment: Environment) -> Iterator[Finding]:
    """Checks for unknown parameters, example values, and required parameters."""
    for name, value in environment.parameters.items():
        if name in rate_limits.LIMITS:
            yield failure(SUBJECT, f"{name} is a part of the parameter RateLimits.", f"Write RateLimits={name}:{value}")
        elif name not in defaults():
            yield failure(
                SUBJECT, f"{name} is no parameter of template.yaml.", "Its section Parameters describes each."
            )
        if value.endswith(EXAMPLE_DOMAIN):
            hint = "Set your own values in samconfig.toml. Without SiteAddress, the site uses the CDN's own name."
            yield failure(SUBJECT, f"{name} of {environment.name} is {value}, which is an example.", hint)
    for error in rate_limits.errors(environment.value("RateLimits")):
        yield failure(SUBJECT, f"RateLimits of {environment.name}: {error}.", f"{rate_limits.FILE} lists them.")
    if "@" not in environment.value("MailSender"):
        yield failure(
            SUBJECT,
            f"MailSender of {environment.name} is missing.",
            "Set the email address of the sender in samconfig.toml.",
        )


def operator_identity(environment: Environment) -> Iterator[Finding]:
    """Checks infra/operator.toml: site and emails must name the real operator."""
    try:
        values = operator_values((ROOT / OPERATOR_FILE).read_text())
    except tomllib.TOMLDecodeError as error:
        yield failure(OPERATOR_FILE, f"It is not TOML: {error}.", f"Correct {OPERATOR_FILE}.")
        return
    if not values.get("contact.mail", "").strip():
        hint = "Set the email address of the operator: the privacy policy refers users to it."
        yield failure(OPERATOR_FILE, "contact.mail is missing.", hint)
    if environment.name == STAGING:
        return
    if examples := [name for name, value in values.items() if EXAMPLE.search(value)]:
        message = f"{environment.name} is not deployed with example values: {', '.join(examples)}."
        hint = "Set the operator's own values: the footer, the privacy policy, the terms and the emails contain them."
        yield failure(OPERATOR_FILE, message, hint)
    if values.get("region.id") != environment.region:
        message = f"region.id is {values.get('region.id')}, but {environment.name} is deployed to {environment.region}."
        hint = "Set that region, and its name in each language: the privacy policy states where data is stored."
        yield failure(OPERATOR_FILE, message, hint)


def operator_values(text: str) -> dict[str, str]:
    """The texts of infra/operator.toml, by table and key (`contact.mail`). The builds report other errors in it."""
    return {
        f"{table}.{key}": value
        for table, keys in tomllib.loads(text).items()
        if isinstance(keys, dict)
        for key, value in keys.items()
        if isinstance(value, str)
    }


def catalogue(environment: Environment) -> Iterator[Finding]:
    """Checks that the catalogue is the operator's own: the first deployment imports it, and its pages are public."""
    if environment.name != STAGING and (ROOT / EXAMPLE_CATALOGUE).exists():
        message = f"infra/catalogue has example courses, and {environment.name} is not deployed with them."
        hint = f"Replace courses, runs and prices by your own, then delete {EXAMPLE_CATALOGUE}."
        yield failure("Catalogue", message, hint)


def domain_parameters(environment: Environment) -> Iterator[Finding]:
    """Checks that the parameters of the site's domain are consistent."""
    site, certificate, zone = (environment.value(name) for name in ("SiteAddress", "CertificateArn", "HostedZoneId"))
    if certificate and not site:
        yield failure(SUBJECT, "CertificateArn is given without SiteAddress.", "Add the URL of the site.")
    if certificate and certificate.split(":")[3:4] != [EDGE_REGION]:
        hint = f"CloudFront accepts certificates of {EDGE_REGION} only: create one there."
        yield failure(SUBJECT, f"CertificateArn is {certificate}.", hint)
    if zone and not certificate:
        hint = "The CDN needs a certificate for a domain of your own."
        yield failure(SUBJECT, "HostedZoneId is given without CertificateArn.", hint)
    if site and not site.startswith("https://"):
        yield failure(SUBJECT, f"SiteAddress is {site}.", "It has to begin with https://: users sign in there.")
    if site and not certificate and not site.endswith(CDN_DOMAIN):
        hint = "Add CertificateArn. Without a domain of your own, leave SiteAddress out."
        yield failure(SUBJECT, f"SiteAddress is {site}, for which the CDN has no certificate.", hint)


def architecture(environment: Environment) -> Iterator[Finding]:
    """Checks that this machine can build the functions."""
    if environment.architecture == "x86_64" and platform.machine() not in ("x86_64", "AMD64"):
        hint = "Leave Architecture out: every machine can build for arm64."
        yield failure(SUBJECT, "Functions for x86_64 are not built on this machine.", hint)


def alarm_recipients(environment: Environment) -> Iterator[Finding]:
    """Checks that alarms and the budget have a recipient, and that production has both."""
    if not environment.value("AlarmEmail"):
        message = f"AlarmEmail of {environment.name} is missing, so alarms have no recipient."
        finding = failure if environment.is_production else warning
        yield finding(SUBJECT, message, "Set the email address of the operator in samconfig.toml.")
        if not environment.is_production and float(environment.value("MonthlyBudget")):
            hint = "Add AlarmEmail: it receives the emails about the budget."
            yield failure(SUBJECT, "MonthlyBudget is given without AlarmEmail.", hint)
    if environment.is_production and not float(environment.value("MonthlyBudget")):
        message = f"MonthlyBudget of {environment.name} is missing, so nobody learns that strangers cause costs."
        hint = "Set US dollars a month in samconfig.toml, about twice the estimate of docs/costs.md. It stops nothing."
        yield failure(SUBJECT, message, hint)
    if environment.is_production and environment.value("Monitoring") != "on":
        yield warning(
            SUBJECT, "Monitoring is off: there are no alarms.", "Leave it out, unless something else monitors the site."
        )


def companion_stack_settings(environment: Environment) -> Iterator[Finding]:
    """Checks the settings of the stacks in other regions."""
    name = environment.name
    if environment.web_acl not in WEB_ACLS:
        hint = f"It is one of {', '.join(WEB_ACLS)}."
        yield failure(SUBJECT, f"web_acl of {name} is {environment.web_acl}.", hint)
    elif environment.web_acl != "off" and environment.value("WebAclArn"):
        hint = "WebAclArn is for a web ACL of your own: leave one of them out."
        yield failure(SUBJECT, "web_acl and WebAclArn are both given.", hint)
    yield from blocked_addresses(environment)
    if environment.health_check not in SWITCH:
        hint = f"It is one of {', '.join(SWITCH)}."
        yield failure(SUBJECT, f"health_check of {name} is {environment.health_check}.", hint)
    if environment.backup_region == environment.region:
        hint = "Choose another one: copies protect from the loss of a region."
        yield failure(SUBJECT, f"backup_region of {name} is the region of the stack.", hint)
    if environment.backup_region and environment.value("BackupVaultArn"):
        hint = "BackupVaultArn is for a vault of your own: leave one of them out."
        yield failure(SUBJECT, "backup_region and BackupVaultArn are both given.", hint)
    if not environment.tags:
        hint = 'Add tags = "stack=… environment=…", by which costs are told apart.'
        yield warning(SUBJECT, f"{name} has no tags.", hint)


def blocked_addresses(environment: Environment) -> Iterator[Finding]:
    """Checks the addresses that the web ACL blocks."""
    setting = f"blocked_addresses of {environment.name}"
    try:
        blocked = environment.blocked_networks
    except ValueError as error:
        hint = "Separate addresses and ranges by spaces: 192.0.2.1 198.51.100.0/24 2001:db8:1:2::/64"
        yield failure(SUBJECT, f"{setting}: {error}.", hint)
        return
    if any(network.prefixlen == 0 for network in blocked):
        yield failure(SUBJECT, f"{setting} has every address.", "A range has a prefix of at least one bit.")
    if blocked and environment.web_acl == "off":
        yield failure(SUBJECT, f"{setting} is given without web_acl.", 'Set web_acl to "count" or "on".')
