"""`scripts/deploy check`: everything that a deployment would fail with, told at once and before anything is built."""

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from ..console import CommandError
from . import left_over, settings
from .environment import EDGE_REGION, Clients, Environment, described
from .finding import FAILURE, FINE, WARNING, Finding, failure, fine, warning

#: What CloudFront takes of certificates.
KEYS = ("RSA_1024", "RSA_2048", "RSA_3072", "RSA_4096", "EC_prime256v1")
#: The share of the account's functions at once at which there is an alarm.
BUSY = 0.8
#: Lambda gives accounts 1000 functions at once, and new ones sometimes 10; fewer than this are too few for a site.
FEW_CONCURRENT = 100
#: As many policies of its own as CloudFront gives an account, by the kind that a list names; and what a stack has of them.
POLICIES = {
    "cache": ("list_cache_policies", "CachePolicyList", 20, 2),
    "origin request": ("list_origin_request_policies", "OriginRequestPolicyList", 20, 1),
    "response headers": ("list_response_headers_policies", "ResponseHeadersPolicyList", 20, 2),
}
MORE_CONCURRENCY = (
    "Ask for more, which is free: Service Quotas, AWS Lambda, Concurrent executions (L-B99A9384), in this region; "
    "1000 is what accounts usually have. Then deploy again, and the alarm follows."
)


def require(environment: Environment) -> None:
    """Tells everything that was found, and fails when a deployment would."""
    found = check(environment, environment.client)
    for finding in found:
        print(finding)
    failures = sum(finding.severity == FAILURE for finding in found)
    if failures:
        raise CommandError(
            f"{failures} of these would make the deployment fail.", "Mend what is marked ✗. Nothing was changed."
        )


def check(environment: Environment, aws: Clients) -> list[Finding]:
    """Everything that can be found without changing anything, what is wrong last."""
    found = [*settings.check(environment), *settings.identity_of_the_operator(environment)]
    who = list(account(environment, aws))
    found += who
    if not any(finding.severity == FAILURE for finding in who):
        for looks in (region, stack, certificate, zone, mail_account, mail_identity, mail_records, concurrency, quotas):
            found += read(looks, environment, aws)
    return sorted(found, key=lambda finding: [FINE, WARNING, FAILURE].index(finding.severity))


def read(looks, environment: Environment, aws: Clients) -> list[Finding]:
    """What a check finds. Where one may not look, that is said, and no more is known."""
    try:
        return list(looks(environment, aws))
    except (BotoCoreError, ClientError) as error:
        subject = looks.__name__.replace("_", " ").capitalize()
        return [warning(subject, f"could not be looked at: {error}", "Let your role read it, or look yourself.")]


def account(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """Credentials, and whose they are."""
    try:
        caller = aws("sts").get_caller_identity()
    except (BotoCoreError, ClientError) as error:
        hint = "Set AWS_PROFILE, or sign in with scripts/aws sso login; docs/operations.md has the steps."
        yield failure("Credentials", str(error), hint)
        return
    yield fine("Account", f"{caller['Account']}, as {caller['Arn']}; {environment.region}, stack {environment.stack}")
    if caller["Arn"].endswith(":root"):
        yield warning(
            "Credentials",
            "You are the account's root user.",
            "Make yourself a role or a user, and keep root for emergencies.",
        )


def region(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """A region that is there, has what the platform needs, and is on."""
    missing = [name for name in ("apigatewayv2", "lambda", "sesv2") if environment.region not in offered(name)]
    if missing:
        said = f"{environment.region} is not known, or has no {', '.join(missing)}."
        yield failure("Region", said, "Choose another region in samconfig.toml, such as eu-west-3.")
        return
    found = aws("account").get_region_opt_status(RegionName=environment.region)["RegionOptStatus"]
    if found not in ("ENABLED", "ENABLED_BY_DEFAULT"):
        yield failure(
            "Region", f"{environment.region} is {found.lower()} for this account.", "Enable it: Account, AWS Regions."
        )


def offered(service: str) -> list[str]:
    return boto3.Session().get_available_regions(service)


def stack(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """A stack that takes an update, and nothing in the way of one that is to be made."""
    status = described(aws("cloudformation"), environment.stack).get("StackStatus", "")
    left = left_over.find(environment, aws)
    if status.endswith("_IN_PROGRESS") and status != "REVIEW_IN_PROGRESS":
        yield failure("Stack", f"{environment.stack} is {status}.", "Wait until that is done.")
    elif status == "UPDATE_ROLLBACK_FAILED":
        hint = "docs/runbook.md, Rollback failed."
        yield failure("Stack", f"{environment.stack} is {status}: it takes no update.", hint)
    elif left.filled:
        hint = "scripts/deploy --take-in makes the stack with them."
        yield warning("Stack", f"{environment.stack} is not there, and has left {left}", hint)
    elif left:
        hint = "scripts/deploy offers to delete what is empty before it begins."
        yield warning("Stack", f"{environment.stack} has left {left}", hint)
    else:
        yield fine("Stack", f"{environment.stack} is {status or 'not there yet'}")


def certificate(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """A certificate of us-east-1 that was issued for the site's host."""
    arn, host = environment.value("CertificateArn"), environment.host
    if not (arn and host) or arn.split(":")[3:4] != [EDGE_REGION]:
        return
    try:
        found = aws("acm", region_name=EDGE_REGION).describe_certificate(CertificateArn=arn)["Certificate"]
    except ClientError as error:
        if error.response["Error"]["Code"] != "ResourceNotFoundException":
            raise
        yield failure(
            "Certificate", f"There is none of {arn} in this account.", f"Request one for {host}, in {EDGE_REGION}."
        )
        return
    names = found.get("SubjectAlternativeNames") or [found["DomainName"]]
    if not any(covers(name, host) for name in names):
        said = f"It is for {', '.join(names)}, and the site is {host}."
        yield failure(
            "Certificate", said, f"Request one for {host}, in {EDGE_REGION}. *.example.org is not for example.org."
        )
    if found["Status"] == "PENDING_VALIDATION":
        records = [
            option["ResourceRecord"]
            for option in found.get("DomainValidationOptions", [])
            if "ResourceRecord" in option
        ]
        lines = "; ".join(sorted({f"{record['Name']} {record['Type']} {record['Value']}" for record in records}))
        yield failure(
            "Certificate", "It waits for its DNS records.", f"Enter them, for good, and wait some minutes: {lines}"
        )
    elif found["Status"] != "ISSUED":
        yield failure("Certificate", f"It is {found['Status']}.", f"Request another for {host}, in {EDGE_REGION}.")
    elif found.get("KeyAlgorithm", KEYS[1]).replace("-", "_") not in KEYS:
        yield failure("Certificate", f"Its key is {found['KeyAlgorithm']}.", f"CloudFront takes {', '.join(KEYS)}.")
    elif found.get("NotAfter") and found["NotAfter"] < datetime.now(timezone.utc) + timedelta(days=21):
        yield warning(
            "Certificate", f"It ends on {found['NotAfter']:%Y-%m-%d}.", "docs/runbook.md, CertificateExpiring."
        )
    else:
        yield fine("Certificate", f"issued for {', '.join(names)}")


def covers(name: str, host: str) -> bool:
    """Whether a name of a certificate is for a host: a star is one label."""
    if name.startswith("*."):
        return host.partition(".")[2] == name[2:]
    return host == name


def zone(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """A zone that the site's host is in, and that has nothing else under its name."""
    zone_id, host = environment.value("HostedZoneId"), environment.host
    if not host:
        return
    if not zone_id:
        if environment.value("CertificateArn"):
            said = f"HostedZoneId is not given, so nothing leads {host} to the CDN."
            hint = "Enter the record that is printed at the end. A domain without a label in front takes no CNAME: ALIAS, ANAME or Route 53."
            yield warning("Hosted zone", said, hint)
        return
    yield from zone_for(aws, "HostedZoneId", zone_id, host)
    if not described(aws("cloudformation"), environment.stack):
        yield from taken(aws, zone_id, [(host, "A"), (host, "AAAA"), (host, "CNAME")])


def zone_for(aws: Clients, parameter: str, zone_id: str, host: str) -> Iterator[Finding]:
    """Whether a zone is there, public, and has a host."""
    found = hosted_zone(aws, zone_id)
    if not found:
        yield failure(
            "Hosted zone",
            f"{parameter} is {zone_id}, which this account does not have.",
            "Put the id of your own zone there.",
        )
        return
    name = found["Name"].rstrip(".")
    if found.get("Config", {}).get("PrivateZone"):
        yield failure("Hosted zone", f"{name} is private: nobody outside finds what is in it.", "Give the public zone.")
    if not is_in(host, name):
        yield failure(
            "Hosted zone", f"{parameter} is the zone of {name}, which {host} is not in.", f"Give the zone of {host}."
        )
    else:
        yield fine("Hosted zone", f"{name} has {host}")


def hosted_zone(aws: Clients, zone_id: str) -> dict:
    """A hosted zone of this account; empty when the account does not have it."""
    try:
        return aws("route53").get_hosted_zone(Id=zone_id)["HostedZone"]
    except ClientError as error:
        if error.response["Error"]["Code"] in ("NoSuchHostedZone", "InvalidInput"):
            return {}
        raise


def is_in(host: str, name: str) -> bool:
    """Whether a host is in the zone of a name."""
    return host == name or host.endswith(f".{name}")


def taken(aws: Clients, zone_id: str, wanted: list[tuple[str, str]]) -> Iterator[Finding]:
    """The records that are there already, which CloudFormation would not replace."""
    for name, kind in wanted:
        listed = aws("route53").list_resource_record_sets(
            HostedZoneId=zone_id, StartRecordName=name, StartRecordType=kind, MaxItems="1"
        )
        for record in listed["ResourceRecordSets"]:
            if (record["Name"].rstrip("."), record["Type"]) == (name, kind):
                said = f"There is a record {name} {kind} already, and the stack could not make it."
                yield failure("DNS", said, "Delete it, when nothing else needs it.")


def mail_account(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """An account that SES lets send, to everybody."""
    found = aws("sesv2").get_account()
    if not found.get("SendingEnabled") or found.get("EnforcementStatus", "HEALTHY") == "SHUTDOWN":
        yield failure("SES", "This account may not send.", "SES, account dashboard, says why: answer AWS there.")
        return
    quota = found.get("SendQuota", {})
    said = f"{quota.get('Max24HourSend', 0):.0f} mails a day, {quota.get('MaxSendRate', 0):.0f} a second"
    if not found.get("ProductionAccessEnabled"):
        hint = (
            "Ask AWS to take the account out of it (SES, Get set up, Request production access), which takes about a day. "
            "Until then verify your own address too, and sign up with that."
        )
        yield warning("SES", f"The account is in the sandbox, and mails verified addresses alone: {said}.", hint)
    else:
        yield fine("SES", said)


def mail_identity(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """The identity of the sender's domain: made by this stack, or there and verified."""
    domain = environment.mail_domain
    if not domain:
        return
    made_here = environment.value("MailIdentity") == "create"
    known = identity(aws, domain)
    if made_here and known and not described(aws("cloudformation"), environment.stack):
        hint = "Give MailIdentity=existing, or delete the identity where nothing sends from it."
        yield failure("Mail identity", f"{domain} has an identity in {environment.region} already.", hint)
    elif not made_here and not (known or identity(aws, environment.value("MailSender"))):
        yield failure(
            "Mail identity",
            f"MailIdentity is existing, and {domain} has none in {environment.region}.",
            "Leave it out.",
        )
    elif known and known["DkimAttributes"].get("Status") not in ("SUCCESS", None):
        tokens = known["DkimAttributes"].get("Tokens", [])
        records = "; ".join(f"{token}._domainkey.{domain} CNAME {token}.dkim.amazonses.com" for token in tokens)
        status = known["DkimAttributes"]["Status"].lower()
        yield warning(
            "Mail identity", f"DKIM of {domain} is {status}: nothing is sent yet.", f"Enter its records: {records}"
        )
    else:
        yield fine("Mail identity", f"{domain} {'is verified' if known else 'will be made'}")


def identity(aws: Clients, name: str) -> dict:
    """An identity of SES; nothing when there is none."""
    try:
        return aws("sesv2").get_email_identity(EmailIdentity=name)
    except ClientError as error:
        if error.response["Error"]["Code"] == "NotFoundException":
            return {}
        raise


def mail_records(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """The zone in which the records of mails are entered."""
    domain = environment.mail_domain
    if not domain or environment.value("MailIdentity") != "create":
        return
    zone_id = mail_zone(environment, aws)
    if not zone_id:
        said = f"No zone of {domain} is given, so nobody enters its records."
        yield warning("Mail records", said, "Give MailHostedZoneId, or enter what is printed at the end.")
        return
    yield from zone_for(aws, "MailHostedZoneId", zone_id, domain)
    if not described(aws("cloudformation"), environment.stack):
        of_dmarc = [] if environment.value("DmarcPolicy") == "existing" else [(f"_dmarc.{domain}", "TXT")]
        for finding in taken(aws, zone_id, [(f"mail.{domain}", "MX"), (f"mail.{domain}", "TXT"), *of_dmarc]):
            yield failure("DNS", finding.said, f"{finding.hint} A policy of your own stays with DmarcPolicy=existing.")


def mail_zone(environment: Environment, aws: Clients) -> str:
    """The zone of the sender's domain: the one that is told, or that of the site where the domain is in it."""
    told, of_site = environment.value("MailHostedZoneId"), environment.value("HostedZoneId")
    if told or not of_site:
        return told
    found = hosted_zone(aws, of_site)
    return of_site if found and is_in(environment.mail_domain, found["Name"].rstrip(".")) else ""


def concurrent_executions(aws: Clients) -> int:
    """As many functions at once as the account may run in the region."""
    return aws("lambda").get_account_settings()["AccountLimit"]["ConcurrentExecutions"]


def busy_concurrency(aws: Clients) -> int:
    """At how many functions at once there is an alarm."""
    return max(1, int(concurrent_executions(aws) * BUSY))


def concurrency(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """As many functions at once as a site needs, and an alarm before they are all taken."""
    limit, told = concurrent_executions(aws), environment.parameters.get("BusyConcurrency")
    said = f"The account runs {limit} functions at once in {environment.region}; the alarm is at {told or busy_concurrency(aws)}."
    if told and int(told) >= limit:
        yield failure(
            "Lambda", f"{said} It would never go off.", "Leave BusyConcurrency out: it follows the account's limit."
        )
    elif limit < FEW_CONCURRENT:
        yield warning("Lambda", f"{said} Whoever comes when all are taken gets 503.", MORE_CONCURRENCY)
    else:
        yield fine("Lambda", said)


def quotas(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """Room for what a new stack makes."""
    if described(aws("cloudformation"), environment.stack):
        return
    summary = aws("iam").get_account_summary()["SummaryMap"]
    free = summary["RolesQuota"] - summary["Roles"]
    if free < 20:
        yield failure(
            "Quotas",
            f"IAM has room for {free} roles, and a stack has one for each function.",
            "Ask for more: Service Quotas, IAM.",
        )
    for kind, (operation, listed, quota, wanted) in POLICIES.items():
        used = getattr(aws("cloudfront"), operation)(Type="custom")[listed]["Quantity"]
        if used + wanted > quota:
            said = f"CloudFront has {used} {kind} policies of {quota}, and a stack makes {wanted}."
            yield warning("Quotas", said, "Ask for more, when that is your quota: Service Quotas, Amazon CloudFront.")
