"""The DNS records that somebody enters by hand, where Route 53 has no zone of theirs."""

from .environment import Environment


def to_enter(environment: Environment, told: dict[str, str]) -> list[str]:
    """The records that the stack has not entered: of the site, and of the sender's domain."""
    records = []
    if environment.value("CertificateArn") and not environment.value("HostedZoneId"):
        records.append(f"{environment.host} CNAME {told['DistributionAddress'].removeprefix('https://')}")
    if not environment.value("MailHostedZoneId"):
        for name in ("DkimRecords", "SenderRecords"):
            records += [record.strip() for record in told.get(name, "").split(",") if record.strip()]
    return records
