"""What is wrong with an environment of samconfig.toml before AWS is asked."""

import platform
from collections.abc import Iterator

from .. import identity
from ..instance import ROOT
from .environment import EDGE_REGION, WEB_ACLS, Environment, defaults
from .finding import Finding, failure, warning

#: What the repository's own samconfig.toml says, so that it can be tried.
EXAMPLE = "masar.example"
#: Where the site answers without a domain of its own.
CDN_DOMAIN = ".cloudfront.net"
SUBJECT = "samconfig.toml"
#: What is there, or not.
SWITCH = ("off", "on")


def check(environment: Environment) -> Iterator[Finding]:
    """Everything that is wrong with the settings of an environment."""
    yield from own_values(environment)
    yield from what_belongs_together(environment)
    yield from who_is_told(environment)
    yield from what_is_beside_the_stack(environment)


def own_values(environment: Environment) -> Iterator[Finding]:
    """What is as it came, is missing, or means nothing."""
    for name, value in environment.parameters.items():
        if name not in defaults():
            yield failure(SUBJECT, f"{name} is no parameter of template.yaml.", "docs/operations.md lists them.")
        if value.endswith(EXAMPLE):
            hint = "Put your own into samconfig.toml. Without SiteAddress, the site answers under the CDN's own name."
            yield failure(SUBJECT, f"{name} of {environment.name} is {value}, which is an example.", hint)
    if "@" not in environment.value("MailSender"):
        yield failure(
            SUBJECT,
            f"MailSender of {environment.name} is missing.",
            "Put the address that mails come from into samconfig.toml.",
        )


def identity_of_the_operator(environment: Environment) -> Iterator[Finding]:
    """Whom the site and the mails would name: nobody but the operator."""
    text = (ROOT / identity.FILE).read_text()
    yield from (
        failure(identity.FILE, str(fault), fault.hint)
        for fault in identity.faults(environment.name, environment.region, text)
    )


def what_belongs_together(environment: Environment) -> Iterator[Finding]:
    """A site that would be made for an address under which it does not answer, or functions that cannot be built."""
    site, certificate, zone = (environment.value(name) for name in ("SiteAddress", "CertificateArn", "HostedZoneId"))
    if certificate and not site:
        yield failure(SUBJECT, "CertificateArn is given without SiteAddress.", "Say for which address it is.")
    if certificate and certificate.split(":")[3:4] != [EDGE_REGION]:
        hint = f"CloudFront takes certificates of {EDGE_REGION} alone: make one there."
        yield failure(SUBJECT, f"CertificateArn is {certificate}.", hint)
    if zone and not certificate:
        hint = "The CDN answers for a domain of your own with its certificate."
        yield failure(SUBJECT, "HostedZoneId is given without CertificateArn.", hint)
    if site and not site.startswith("https://"):
        yield failure(SUBJECT, f"SiteAddress is {site}.", "It begins with https://: people sign in there.")
    if site and not certificate and not site.endswith(CDN_DOMAIN):
        hint = "Add CertificateArn. Without a domain of your own, leave SiteAddress out."
        yield failure(SUBJECT, f"SiteAddress is {site}, for which the CDN has no certificate.", hint)
    if environment.architecture == "x86_64" and platform.machine() not in ("x86_64", "AMD64"):
        yield failure(
            SUBJECT,
            "Functions for x86_64 are not built on this machine.",
            "Leave Architecture out: arm64 is built everywhere.",
        )


def who_is_told(environment: Environment) -> Iterator[Finding]:
    """Alarms and a budget that nobody would read."""
    if not environment.value("AlarmEmail"):
        said = f"AlarmEmail of {environment.name} is missing: no alarm would reach anybody."
        told = failure if environment.is_production else warning
        yield told(SUBJECT, said, "Put the address of whoever looks after the site into samconfig.toml.")
        if float(environment.value("MonthlyBudget")):
            yield failure(
                SUBJECT, "MonthlyBudget is given without AlarmEmail.", "Say who is mailed when more is spent."
            )
    if environment.is_production and environment.value("Monitoring") != "on":
        yield warning(
            SUBJECT, "Monitoring is off: there are no alarms.", "Leave it out, unless something else watches the site."
        )


def what_is_beside_the_stack(environment: Environment) -> Iterator[Finding]:
    """What scripts/deploy is to make in other regions."""
    if environment.web_acl not in WEB_ACLS:
        yield failure(
            SUBJECT, f"web_acl of {environment.name} is {environment.web_acl}.", f"It is one of {', '.join(WEB_ACLS)}."
        )
    elif environment.web_acl != "off" and environment.value("WebAclArn"):
        yield failure(
            SUBJECT,
            "web_acl and WebAclArn are both given.",
            "WebAclArn is for a web ACL of your own: leave one of them out.",
        )
    if environment.health_check not in SWITCH:
        yield failure(
            SUBJECT,
            f"health_check of {environment.name} is {environment.health_check}.",
            f"It is one of {', '.join(SWITCH)}.",
        )
    if environment.backup_region == environment.region:
        yield failure(
            SUBJECT,
            f"backup_region of {environment.name} is the region of the stack.",
            "Copies are of use in another one.",
        )
    if environment.backup_region and environment.value("BackupVaultArn"):
        yield failure(
            SUBJECT,
            "backup_region and BackupVaultArn are both given.",
            "BackupVaultArn is for a vault of your own: leave one of them out.",
        )
    if not environment.tags:
        yield warning(
            SUBJECT,
            f"{environment.name} has no tags.",
            'Add tags = "stack=… environment=…", by which costs are told apart.',
        )
