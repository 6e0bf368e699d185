"""
`scripts/deploy check`: finds errors in samconfig.toml, infra/operator.toml and the catalogue, and what AWS accepts and
users would notice. What CloudFormation refuses is not among them: it says so itself.

It reports everything at once, before anything is built, and changes nothing.
"""

import platform
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from .. import rate_limits
from ..cloudformation import DELETABLE_STATUSES, UPDATE_FAILED, describe_stack, parameters_of
from ..console import CommandError
from ..instance import ROOT
from .environment import EDGE_REGION, WEB_ACLS, Clients, Environment, defaults, was_never_complete

OK, WARNING, FAILURE = "✓", "!", "✗"
#: The file that marks the catalogue as an example.
EXAMPLE_CATALOGUE = "infra/catalogue/EXAMPLE"
#: The domain of the example values in the repository's samconfig.toml.
EXAMPLE_DOMAIN = "masar.example"
OPERATOR_FILE = "infra/operator.toml"
#: The environment that may be deployed with the example values: only testers see it.
STAGING = "staging"
#: Matches example values: the word in one of the languages, or a reserved domain (RFC 2606).
EXAMPLE = re.compile(r"\b(example|exemple|مثال)\b", re.IGNORECASE)
#: The parameter by which tokens of version 1.1 stay valid.
FORMER_TOKENS = "FormerTokens"


@dataclass(frozen=True)
class Finding:
    """The result of one check: fine, a warning, or an error that prevents a deployment."""

    severity: str
    subject: str
    message: str
    #: How the user corrects it.
    hint: str = ""

    def __str__(self) -> str:
        line = f"{self.severity} {self.subject}: {self.message}"
        return f"{line}\n  → {self.hint}" if self.hint else line


Findings = Iterator[Finding]
Check = Callable[[Environment, Clients], Findings]


def require(environment: Environment) -> None:
    """Runs all checks, prints their findings, and fails when one is a failure."""
    report(check(environment, environment.client))


def require_settings(environment: Environment) -> None:
    """
    Runs the checks of what an update of the parameters alone depends on, and fails when one is a failure. The update
    may be what corrects another failure, such as emails that SES has paused.
    """
    found = [
        *parameter_values(environment),
        *domain_parameters(environment),
        *companion_stack_settings(environment),
        *run(stack, environment, environment.client),
    ]
    report(found)


def report(findings: Sequence[Finding]) -> None:
    for finding in findings:
        print(finding)
    failures = sum(finding.severity == FAILURE for finding in findings)
    if failures:
        message = f"{failures} of these {'prevents' if failures == 1 else 'prevent'} the deployment."
        raise CommandError(message, "Correct what is marked ✗. Nothing was changed.")


def check(environment: Environment, aws: Clients) -> list[Finding]:
    """Runs all checks. Failures come last."""
    found = [*settings(environment), *operator_identity(environment), *catalogue(environment)]
    credentials = list(account(environment, aws))
    found += credentials
    if not any(finding.severity == FAILURE for finding in credentials):
        for function in (stack, former_tokens, sender):
            found += run(function, environment, aws)
    return sorted(found, key=lambda finding: [OK, WARNING, FAILURE].index(finding.severity))


def run(function: Check, environment: Environment, aws: Clients) -> list[Finding]:
    """Runs a check. If AWS denies its requests, the finding is a warning."""
    try:
        return list(function(environment, aws))
    except (BotoCoreError, ClientError) as error:
        subject = function.__name__.replace("_", " ").capitalize()
        hint = "Allow your role to read it, or check it yourself."
        return [Finding(WARNING, subject, f"could not be checked: {error}", hint)]


def settings(environment: Environment) -> Findings:
    yield from parameter_values(environment)
    yield from domain_parameters(environment)
    yield from architecture(environment)
    yield from alarm_recipients(environment)
    yield from companion_stack_settings(environment)


def setting(message: str, hint: str, severity: str = FAILURE) -> Finding:
    return Finding(severity, "samconfig.toml", message, hint)


def parameter_values(environment: Environment) -> Findings:
    """Checks for unknown parameters, example values, and required parameters."""
    for name, value in environment.parameters.items():
        if name in rate_limits.LIMITS:
            yield setting(f"{name} is a part of the parameter RateLimits.", f"Write RateLimits={name}:{value}")
        elif name not in defaults():
            yield setting(f"{name} is no parameter of template.yaml.", "Its section Parameters describes each.")
        if value.endswith(EXAMPLE_DOMAIN):
            hint = "Set your own values in samconfig.toml. Without SiteAddress, the site uses the CDN's own name."
            yield setting(f"{name} of {environment.name} is {value}, which is an example.", hint)
    for error in rate_limits.errors(environment.value("RateLimits")):
        yield setting(f"RateLimits of {environment.name}: {error}.", f"{rate_limits.FILE} lists them.")
    if "@" not in environment.value("MailSender"):
        hint = "Set the email address of the sender in samconfig.toml."
        yield setting(f"MailSender of {environment.name} is missing.", hint)


def domain_parameters(environment: Environment) -> Findings:
    site, certificate, zone = (environment.value(name) for name in ("SiteAddress", "CertificateArn", "HostedZoneId"))
    if certificate and not site:
        yield setting("CertificateArn is given without SiteAddress.", "Add the URL of the site.")
    if certificate and certificate.split(":")[3:4] != [EDGE_REGION]:
        hint = f"CloudFront accepts certificates of {EDGE_REGION} only: create one there."
        yield setting(f"CertificateArn is {certificate}.", hint)
    if zone and not certificate:
        hint = "The CDN needs a certificate for a domain of your own."
        yield setting("HostedZoneId is given without CertificateArn.", hint)
    if site and not site.startswith("https://"):
        yield setting(f"SiteAddress is {site}.", "It has to begin with https://: users sign in there.")
    if site and not certificate and not site.endswith(".cloudfront.net"):
        hint = "Add CertificateArn. Without a domain of your own, leave SiteAddress out."
        yield setting(f"SiteAddress is {site}, for which the CDN has no certificate.", hint)


def architecture(environment: Environment) -> Findings:
    """Checks that this machine can build the functions."""
    if environment.architecture == "x86_64" and platform.machine() not in ("x86_64", "AMD64"):
        hint = "Leave Architecture out: every machine can build for arm64."
        yield setting("Functions for x86_64 are not built on this machine.", hint)


def alarm_recipients(environment: Environment) -> Findings:
    """Checks that alarms and the budget have a recipient, and that production has both."""
    name, budget = environment.name, float(environment.value("MonthlyBudget"))
    if not environment.value("AlarmEmail"):
        severity = FAILURE if environment.is_production else WARNING
        hint = "Set the email address of the operator in samconfig.toml."
        yield setting(f"AlarmEmail of {name} is missing, so alarms have no recipient.", hint, severity)
        if budget and not environment.is_production:
            hint = "Add AlarmEmail: it receives the emails about the budget."
            yield setting("MonthlyBudget is given without AlarmEmail.", hint)
    if environment.is_production and not budget:
        hint = "Set US dollars a month in samconfig.toml, about twice the estimate of docs/costs.md. It stops nothing."
        yield setting(f"MonthlyBudget of {name} is missing, so nobody learns that strangers cause costs.", hint)
    if environment.is_production and environment.value("Monitoring") != "on":
        hint = "Leave it out, unless something else monitors the site."
        yield setting("Monitoring is off: there are no alarms.", hint, WARNING)


def companion_stack_settings(environment: Environment) -> Findings:
    name = environment.name
    if environment.web_acl not in WEB_ACLS:
        yield setting(f"web_acl of {name} is {environment.web_acl}.", f"It is one of {', '.join(WEB_ACLS)}.")
    elif environment.web_acl != "off" and environment.value("WebAclArn"):
        hint = "WebAclArn is for a web ACL of your own: leave one of them out."
        yield setting("web_acl and WebAclArn are both given.", hint)
    yield from blocked_addresses(environment)
    if environment.health_check not in ("off", "on"):
        yield setting(f"health_check of {name} is {environment.health_check}.", "It is one of off, on.")
    if environment.backup_region == environment.region:
        hint = "Choose another one: copies protect from the loss of a region."
        yield setting(f"backup_region of {name} is the region of the stack.", hint)
    if environment.backup_region and environment.value("BackupVaultArn"):
        hint = "BackupVaultArn is for a vault of your own: leave one of them out."
        yield setting("backup_region and BackupVaultArn are both given.", hint)
    if not environment.tags:
        hint = 'Add tags = "stack=… environment=…", by which costs are told apart.'
        yield setting(f"{name} has no tags.", hint, WARNING)


def blocked_addresses(environment: Environment) -> Findings:
    name = f"blocked_addresses of {environment.name}"
    try:
        blocked = environment.blocked_networks
    except ValueError as error:
        hint = "Separate addresses and ranges by spaces: 192.0.2.1 198.51.100.0/24 2001:db8:1:2::/64"
        yield setting(f"{name}: {error}.", hint)
        return
    if any(network.prefixlen == 0 for network in blocked):
        yield setting(f"{name} has every address.", "A range has a prefix of at least one bit.")
    if blocked and environment.web_acl == "off":
        yield setting(f"{name} is given without web_acl.", 'Set web_acl to "count" or "on".')


def operator_identity(environment: Environment) -> Findings:
    """Checks infra/operator.toml: site and emails must name the real operator."""
    try:
        values = operator_values((ROOT / OPERATOR_FILE).read_text())
    except tomllib.TOMLDecodeError as error:
        yield Finding(FAILURE, OPERATOR_FILE, f"It is not TOML: {error}.", f"Correct {OPERATOR_FILE}.")
        return
    if not values.get("contact.mail", "").strip():
        hint = "Set the email address of the operator: the privacy policy refers users to it."
        yield Finding(FAILURE, OPERATOR_FILE, "contact.mail is missing.", hint)
    if environment.name == STAGING:
        return
    if examples := [name for name, value in values.items() if EXAMPLE.search(value)]:
        message = f"{environment.name} is not deployed with example values: {', '.join(examples)}."
        hint = "Set the operator's own values: the footer, the privacy policy, the terms and the emails contain them."
        yield Finding(FAILURE, OPERATOR_FILE, message, hint)
    if values.get("region.id") != environment.region:
        message = f"region.id is {values.get('region.id')}, but {environment.name} is deployed to {environment.region}."
        hint = "Set that region, and its name in each language: the privacy policy states where data is stored."
        yield Finding(FAILURE, OPERATOR_FILE, message, hint)


def operator_values(text: str) -> dict[str, str]:
    """The texts of infra/operator.toml, by table and key (`contact.mail`). The builds report other errors in it."""
    return {
        f"{table}.{key}": value
        for table, keys in tomllib.loads(text).items()
        if isinstance(keys, dict)
        for key, value in keys.items()
        if isinstance(value, str)
    }


def catalogue(environment: Environment) -> Findings:
    """Checks that the catalogue is the operator's own: the first deployment imports it, and its pages are public."""
    if environment.name != STAGING and (ROOT / EXAMPLE_CATALOGUE).exists():
        message = f"infra/catalogue has example courses, and {environment.name} is not deployed with them."
        hint = f"Replace courses, runs and prices by your own, then delete {EXAMPLE_CATALOGUE}."
        yield Finding(FAILURE, "Catalogue", message, hint)


def account(environment: Environment, aws: Clients) -> Findings:
    try:
        caller = aws("sts").get_caller_identity()
    except (BotoCoreError, ClientError) as error:
        hint = "Set AWS_PROFILE, or sign in with scripts/aws sso login; docs/operations/deploying.md has the steps."
        yield Finding(FAILURE, "Credentials", str(error), hint)
        return
    message = f"{caller['Account']}, as {caller['Arn']}; {environment.region}, stack {environment.stack}"
    yield Finding(OK, "Account", message)
    if caller["Arn"].endswith(":root"):
        hint = "Use a role or another user to deploy."
        yield Finding(WARNING, "Credentials", "You are the account's root user.", hint)


def stack(environment: Environment, aws: Clients) -> Findings:
    """Checks that the stack can be created or updated."""
    status = describe_stack(aws("cloudformation"), environment.stack).get("StackStatus", "")
    severity, message, hint = OK, f"is {status or 'not created yet'}", ""
    if status.endswith("_IN_PROGRESS"):
        severity, message, hint = FAILURE, f"is {status}.", "Wait until that is done."
    elif status == "UPDATE_ROLLBACK_FAILED":
        severity, message, hint = FAILURE, f"is {status}: it takes no update.", "docs/runbook.md, Rollback failed."
    elif status in DELETABLE_STATUSES:
        severity, message = FAILURE, f"is {status}: it can only be deleted."
        hint = "--remove deletes it, and keeps tables and files. Then --import-resources makes another one with them."
    elif status == UPDATE_FAILED:
        severity, message = WARNING, f"is {status}."
        hint = "scripts/deploy offers to roll that update back before it begins, or continues a first deployment."
    yield Finding(severity, "Stack", f"{environment.stack} {message}", hint)


def former_tokens(environment: Environment, aws: Clients) -> Findings:
    """Warns of the update of a stack whose release signed tokens with another key, when they would be refused."""
    deployed = describe_stack(aws("cloudformation"), environment.stack)
    has_release = not was_never_complete(deployed)
    if has_release and FORMER_TOKENS not in (parameters_of(deployed) | environment.parameters):
        message = f"The release of {environment.stack} signs tokens with another key: all users will have to sign in."
        hint = f"Set {FORMER_TOKENS}=accepted for some weeks: docs/operations/environments.md."
        yield Finding(WARNING, "Tokens", message, hint)


def sender(environment: Environment, aws: Clients) -> Findings:
    """Checks that SES has verified another sender of a stack that sends emails: the deployment changes it at once."""
    deployed = describe_stack(aws("cloudformation"), environment.stack)
    names = (environment.mail_domain, environment.value("MailSender"))
    if changes_identity(environment, deployed) and not any(is_verified(aws, name) for name in names):
        message = f"SES has verified neither {' nor '.join(names)}, so it would send nothing after the deployment."
        yield Finding(FAILURE, "Mail identity", message, "docs/runbook.md, Another domain.")


def changes_identity(environment: Environment, stack: Mapping[str, Any]) -> bool:
    """
    Whether the deployment makes the described stack, which sends emails, send as another identity.

    An identity of the stack is that of a domain. An existing one may be that of one email address.
    """
    if was_never_complete(stack) or stack["StackStatus"] in DELETABLE_STATUSES:
        return False
    before, after = parameters_of(stack).get("MailSender", ""), environment.value("MailSender")
    if environment.value("MailIdentity") == "create":
        before, after = (address.partition("@")[2].lower() for address in (before, after))
    return before not in ("", after)


def is_verified(aws: Clients, name: str) -> bool:
    """Whether SES sends from an identity."""
    try:
        found = aws("sesv2").get_email_identity(EmailIdentity=name)
    except ClientError as error:
        if error.response["Error"]["Code"] == "NotFoundException":
            return False
        raise
    return bool(found["VerifiedForSendingStatus"])
