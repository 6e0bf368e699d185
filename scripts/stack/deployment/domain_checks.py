"""Checks of the site's domain: certificate, hosted zone and DNS records."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from botocore.exceptions import ClientError

from .environment import EDGE_REGION, Clients, Environment, describe_stack
from .finding import Finding, failure, ok, warning

#: The key algorithms of certificates that CloudFront accepts.
KEY_ALGORITHMS = ("RSA_1024", "RSA_2048", "RSA_3072", "RSA_4096", "EC_prime256v1")


def certificate(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """Checks that the certificate is in us-east-1, is issued, and is for the site's host name."""
    arn, host = environment.value("CertificateArn"), environment.host
    if not (arn and host) or arn.split(":")[3:4] != [EDGE_REGION]:
        return
    request = f"Request one for {host}, in {EDGE_REGION}."
    try:
        found = aws("acm", region_name=EDGE_REGION).describe_certificate(CertificateArn=arn)["Certificate"]
    except ClientError as error:
        if error.response["Error"]["Code"] != "ResourceNotFoundException":
            raise
        yield failure("Certificate", f"This account has no certificate {arn}.", request)
        return
    names = found.get("SubjectAlternativeNames") or [found["DomainName"]]
    if not any(matches(name, host) for name in names):
        message = f"It is for {', '.join(names)}, and the site is {host}."
        yield failure("Certificate", message, f"{request} *.example.org is not for example.org.")
    if found["Status"] == "PENDING_VALIDATION":
        options = found.get("DomainValidationOptions", [])
        records = [option["ResourceRecord"] for option in options if "ResourceRecord" in option]
        lines = "; ".join(sorted({f"{record['Name']} {record['Type']} {record['Value']}" for record in records}))
        hint = f"Create the records, keep them permanently, and wait some minutes: {lines}"
        yield failure("Certificate", "Its DNS records are missing.", hint)
    elif found["Status"] != "ISSUED":
        yield failure("Certificate", f"It is {found['Status']}.", request)
    elif found.get("KeyAlgorithm", KEY_ALGORITHMS[1]).replace("-", "_") not in KEY_ALGORITHMS:
        hint = f"CloudFront accepts {', '.join(KEY_ALGORITHMS)}."
        yield failure("Certificate", f"Its key is {found['KeyAlgorithm']}.", hint)
    else:
        yield ok("Certificate", f"issued for {', '.join(names)}")


def matches(name: str, host: str) -> bool:
    """Whether a name of a certificate covers a host name. A wildcard matches one label."""
    if name.startswith("*."):
        return host.partition(".")[2] == name[2:]
    return host == name


def zone(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """Checks that the hosted zone contains the site's host name, and no record that the stack would create."""
    zone_id, host = environment.value("HostedZoneId"), environment.host
    if not host:
        return
    if not zone_id:
        if environment.value("CertificateArn"):
            message = f"HostedZoneId is missing, so no record points {host} to the CDN."
            hint = (
                "Create the record that is printed at the end. An apex domain allows no CNAME: use ALIAS, ANAME or "
                "Route 53."
            )
            yield warning("Hosted zone", message, hint)
        return
    yield from zone_contains(aws, "HostedZoneId", zone_id, host)
    if not describe_stack(aws("cloudformation"), environment.stack):
        yield from existing_records(aws, zone_id, host, ("A", "AAAA"))


def zone_contains(aws: Clients, parameter: str, zone_id: str, host: str) -> Iterator[Finding]:
    """Checks that a zone exists, is public, and contains a host name."""
    found = hosted_zone(aws, zone_id)
    if not found:
        message = f"{parameter} is {zone_id}, which this account does not have."
        yield failure("Hosted zone", message, "Set it to the id of your own zone.")
        return
    name = found["Name"].rstrip(".")
    if found.get("Config", {}).get("PrivateZone"):
        message = f"{name} is private: its records are not visible on the internet."
        yield failure("Hosted zone", message, "Use the public zone.")
    if not is_in(host, name):
        message = f"{parameter} is the zone of {name}, which does not contain {host}."
        yield failure("Hosted zone", message, f"Use the zone of {host}.")
    else:
        yield ok("Hosted zone", f"{name} has {host}")


def hosted_zone(aws: Clients, zone_id: str) -> dict[str, Any]:
    """A hosted zone; empty when the account does not have it."""
    try:
        found: dict[str, Any] = aws("route53").get_hosted_zone(Id=zone_id)["HostedZone"]
    except ClientError as error:
        if error.response["Error"]["Code"] in ("NoSuchHostedZone", "InvalidInput"):
            return {}
        raise
    return found


def mail_zone_id(environment: Environment, aws: Clients) -> str:
    """The zone of the sender's domain: that of samconfig.toml, or that of the site if it contains the domain."""
    configured, site_zone = environment.value("MailHostedZoneId"), environment.value("HostedZoneId")
    if configured or not site_zone:
        return configured
    found = hosted_zone(aws, site_zone)
    return site_zone if found and is_in(environment.mail_domain, found["Name"].rstrip(".")) else ""


def is_in(host: str, name: str) -> bool:
    """Whether the zone of a name contains a host name."""
    return host == name or host.endswith(f".{name}")


def existing_records(aws: Clients, zone_id: str, name: str, kinds: Sequence[str]) -> Iterator[Finding]:
    """
    Finds records of a name that prevent others of these kinds: CloudFormation does not replace them, and a name with a
    CNAME has no other record.
    """
    response = aws("route53").list_resource_record_sets(HostedZoneId=zone_id, StartRecordName=name, MaxItems="20")
    for record in response["ResourceRecordSets"]:
        if record["Name"].rstrip(".") == name and record["Type"] in (*kinds, "CNAME"):
            message = f"The record {name} {record['Type']} exists already, so the stack cannot create its own."
            yield failure("DNS", message, "Delete it if nothing else uses it.")


def records_to_create(environment: Environment, outputs: Mapping[str, str]) -> list[str]:
    """The records of the site, and of the sender's domain, that the stack has not created."""
    records = []
    if environment.value("CertificateArn") and not environment.value("HostedZoneId"):
        records.append(f"{environment.host} CNAME {outputs['DistributionAddress'].removeprefix('https://')}")
    if not environment.value("MailHostedZoneId"):
        for name in ("DkimRecords", "SenderRecords"):
            records += [record.strip() for record in outputs.get(name, "").split(",") if record.strip()]
    return records
