"""Checks of email: the SES account, the sender's identity and its DNS records."""

from collections.abc import Iterator, Mapping
from typing import Any

from botocore.exceptions import ClientError

from .domain_checks import existing_records, mail_zone_id, zone_contains
from .environment import Clients, Environment, describe_stack, parameters_of, was_never_complete
from .finding import Finding, failure, ok, warning
from .leftovers import DELETABLE_STATUSES


def mail_account(_environment: Environment, aws: Clients) -> Iterator[Finding]:
    """Checks that SES sends emails for the account, and to every recipient."""
    found = aws("sesv2").get_account()
    if not found.get("SendingEnabled") or found.get("EnforcementStatus", "HEALTHY") == "SHUTDOWN":
        yield failure(
            "SES", "This account may not send.", "Answer AWS on the SES account dashboard, which gives the reason."
        )
        return
    quota = found.get("SendQuota", {})
    limits = f"{quota.get('Max24HourSend', 0):.0f} emails a day, {quota.get('MaxSendRate', 0):.0f} a second"
    if not found.get("ProductionAccessEnabled"):
        hint = (
            "Ask AWS to move the account out of it, when the site and DKIM work: docs/operations/deploying.md has the "
            "text. It takes about a day. Until then verify your own email address too, and sign up with that."
        )
        message = f"The account is in the sandbox, and sends to verified email addresses only: {limits}."
        yield warning("SES", message, hint)
    else:
        yield ok("SES", limits)


def mail_identity(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """
    Checks that the sender's domain has an identity, or that the stack can create it. A stack that sends from another
    domain changes it at once, so SES must have verified the new sender before.
    """
    domain, sender = environment.mail_domain, environment.value("MailSender")
    if not domain:
        return
    created_by_stack = environment.value("MailIdentity") == "create"
    stack = describe_stack(aws("cloudformation"), environment.stack)
    found, address = identity(aws, domain), identity(aws, sender)
    sends = is_verified(found) or is_verified(address)
    neither = f"SES has verified neither {domain} nor {sender}"
    if created_by_stack and found and domain != domain_of(sender_of(stack)):
        hint = "Set MailIdentity=existing, or delete the identity if nothing uses it."
        yield failure("Mail identity", f"{domain} has an identity in {environment.region} already.", hint)
    elif not created_by_stack and not (found or address):
        message = f"MailIdentity is existing, but {domain} has no identity in {environment.region}."
        yield failure("Mail identity", message, "Leave MailIdentity out.")
    elif not sends and changes_identity(environment, stack):
        message = f"{neither}, so SES would send nothing after the deployment."
        yield failure("Mail identity", message, "docs/runbook.md, Another domain.")
    elif created_by_stack and not found:
        yield ok("Mail identity", f"{domain} will be created")
    elif found and found["DkimAttributes"].get("Status") not in ("SUCCESS", None):
        tokens = found["DkimAttributes"].get("Tokens", [])
        records = "; ".join(f"{token}._domainkey.{domain} CNAME {token}.dkim.amazonses.com" for token in tokens)
        status = found["DkimAttributes"]["Status"].lower()
        effect = "SES sends without it until then" if sends else "SES does not send yet"
        yield warning("Mail identity", f"DKIM of {domain} is {status}: {effect}.", f"Create its records: {records}")
    elif sends:
        yield ok("Mail identity", f"{domain if is_verified(found) else sender} is verified")
    else:
        hint = f"Open the link in the email from AWS to {sender}, or let SES verify the domain."
        yield warning("Mail identity", f"{neither}: it does not send yet.", hint)


def domain_of(sender: str) -> str:
    """The domain of an email address; empty if there is none."""
    return sender.partition("@")[2]


def sender_of(stack: Mapping[str, Any]) -> str:
    """The sender in a description of a stack; empty if there is no stack."""
    return parameters_of(stack).get("MailSender", "")


def changes_identity(environment: Environment, stack: Mapping[str, Any]) -> bool:
    """
    Whether the deployment makes the described stack, which sends emails, send as another identity.

    An identity of the stack is that of a domain. An existing one may be that of one email address.
    """
    if was_never_complete(stack) or stack["StackStatus"] in DELETABLE_STATUSES:
        return False
    deployed, sender = sender_of(stack), environment.value("MailSender")
    if environment.value("MailIdentity") == "create":
        deployed, sender = domain_of(deployed).lower(), domain_of(sender).lower()
    return deployed not in ("", sender)


def is_verified(found: Mapping[str, Any]) -> bool:
    """Whether SES sends from an identity."""
    return bool(found.get("VerifiedForSendingStatus"))


def identity(aws: Clients, name: str) -> dict[str, Any]:
    """An identity of SES; empty if it does not exist."""
    try:
        found: dict[str, Any] = aws("sesv2").get_email_identity(EmailIdentity=name)
    except ClientError as error:
        if error.response["Error"]["Code"] == "NotFoundException":
            return {}
        raise
    return found


def mail_records(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """Checks that there is a zone for the DNS records of emails, and that it has none that the stack would create."""
    domain = environment.mail_domain
    if not domain or environment.value("MailIdentity") != "create":
        return
    zone_id = mail_zone_id(environment, aws)
    if not zone_id:
        message = f"MailHostedZoneId is missing, so the stack does not create the records of {domain}."
        yield warning(
            "Mail records", message, "Set MailHostedZoneId, or create the records that are printed at the end."
        )
        return
    yield from zone_contains(aws, "MailHostedZoneId", zone_id, domain)
    stack = describe_stack(aws("cloudformation"), environment.stack)
    mail_from = f"{environment.value('MailFromSubdomain')}.{domain}"
    if mail_from != mail_from_of(stack):
        # With the address of a host, the name is that of another service, such as webmail.
        for finding in existing_records(aws, zone_id, mail_from, ("A", "AAAA", "MX", "TXT")):
            yield failure("DNS", finding.message, f"{finding.hint} MailFromSubdomain chooses another name.")
    if domain != domain_of(sender_of(stack)) and environment.value("DmarcPolicy") != "existing":
        for finding in existing_records(aws, zone_id, f"_dmarc.{domain}", ("TXT",)):
            yield failure("DNS", finding.message, f"{finding.hint} DmarcPolicy=existing keeps it.")


def mail_from_of(stack: Mapping[str, Any]) -> str:
    """The MAIL FROM domain in a description of a stack. Before it was a parameter, its subdomain was `mail`."""
    return f"{parameters_of(stack).get('MailFromSubdomain', 'mail')}.{domain_of(sender_of(stack))}"
