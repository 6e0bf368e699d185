"""
Why CloudFormation and SAM failed, and what to do about failures whose text does not say it. Most of those happen in a
new account, at the first deployment.

The texts are those that other projects have reported; none was provoked for this table.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any, NamedTuple

from ..local_clients import Client


class Known(NamedTuple):
    """A pattern of a failure's text, and what to do."""

    pattern: str
    hint: str
    #: Whether it counts only when no other pattern matches.
    is_general: bool = False


RUN_AGAIN = "Run the same command again."
KNOWN = (
    Known(
        r"must be verified before you can add new CloudFront",
        "AWS verifies a new account before it may use CloudFront. Open a case in the AWS Support Center (Account and "
        f"billing, free), quote this text, and wait: it takes hours to days. {RUN_AGAIN}",
    ),
    Known(
        r"OptInRequired|SubscriptionRequiredException|needs a subscription for the service|not signed up for",
        "AWS has not activated this account yet, or not this region. Complete the sign-up (payment method, phone "
        f"number); activation takes up to a day. {RUN_AGAIN}",
    ),
    Known(
        r"Rate exceeded|Throttling|TooManyRequestsException|RequestLimitExceeded|exceeded the request limit"
        r"|Subscriber limit exceeded|cannot be assumed by Lambda",
        "AWS creates only so many resources at once, fewest in a new account, and needs some seconds until a new role "
        f"works. Nothing is wrong with the settings. {RUN_AGAIN}",
    ),
    Known(
        r"[Ss]ecurity token .*(expired|invalid)|ExpiredToken|InvalidClientTokenId|UnrecognizedClientException"
        r"|Token has expired|SSO session .* (expired|invalid)|Unable to locate credentials",
        "Your AWS credentials are missing, have expired, or are not for this region. Sign in again. CloudFormation "
        "finishes what it has begun: wait until `scripts/deploy check` reports no update, and run the command again.",
    ),
    Known(
        r"is not authorized to perform",
        "Your role lacks the action that is named. An administrator has it; the pipeline's role gets new ones when "
        "infra/pipeline.yaml is deployed again (docs/operations/releases.md).",
        is_general=True,
    ),
    Known(
        r"EmailIdentity.* already exist",
        "SES has an identity of this domain, which another stack or a person has made. Set MailIdentity=existing in "
        "samconfig.toml, or delete the identity if nothing uses it.",
    ),
    Known(
        r"SSL certificate doesn't exist|InvalidViewerCertificate",
        "CertificateArn must name a certificate of us-east-1 that is issued, for the host of SiteAddress: "
        "scripts/aws acm describe-certificate --region us-east-1 --certificate-arn ARN has its state and DNS records.",
    ),
    Known(
        r"CNAMEs you provided are already associated|CNAMEAlreadyExists|aliases specified for the distribution",
        "Another distribution, perhaps of another account, has the host of SiteAddress. Remove it from its alternate "
        "domain names first (docs/operations/backups.md, Move to another region, has the commands).",
    ),
    Known(
        r"is not permitted in zone|NoSuchHostedZone|No hosted zone found",
        "HostedZoneId and MailHostedZoneId must be zones of this account that contain the host of SiteAddress, and the "
        "domain of MailSender: scripts/aws route53 list-hosted-zones",
    ),
    Known(
        r"resource record set .*but it already exists",
        "The zone has this record. Delete it if nothing needs it: the stack creates its own. DmarcPolicy=existing "
        "keeps a DMARC record.",
    ),
    Known(
        r"Policy document length breaking|permissions to enable logging|Logs Resource Policy size",
        "The region's resource policy of CloudWatch Logs is full: APIs that were deleted are still in it. Remove their "
        "entries: scripts/aws logs describe-resource-policies, then put-resource-policy, with --region",
    ),
    Known(
        r"Logs::LogGroup.* already exists|log group already exists",
        "A stack that was removed has left this log group. Delete it (scripts/aws logs delete-log-group, with "
        f"--region). {RUN_AGAIN}",
    ),
    Known(
        r"BucketAlreadyExists|BucketAlreadyOwnedByYou|[Bb]ucket .*already exists|DynamoDB::Table.* already exists",
        "An earlier stack, or a release that was rolled back, has left it: add --import-resources. A first deployment "
        "needs --remove before, which keeps tables and files. A bucket of another account needs another stack_name.",
    ),
    Known(
        r"CloudFront::\w+.* already exists",
        "CloudFront is global: a stack of this name has existed in another region, or still does. Choose another "
        "stack_name.",
    ),
    Known(
        r"TooMany(?!Requests)\w+|LimitExceeded|[Cc]ode storage limit exceeded|ServiceQuotaExceeded",
        "The account has reached a quota. Delete unused resources, or request an increase in Service Quotas.",
        is_general=True,
    ),
    Known(
        r"is a linked account\. To enable budgets",
        "AWS lets a new account of an organization have budgets about a day after the payer account has enabled them. "
        "Set MonthlyBudget=0 until then.",
    ),
    Known(
        r"aws-sam-cli-managed-default (is missing|is in)|Failed to create managed resources",
        "SAM's own stack, which has its bucket, was not created. Delete that stack (scripts/aws cloudformation "
        f"delete-stack --stack-name aws-sam-cli-managed-default, with --region). {RUN_AGAIN}",
    ),
)


def hint(failure: str, otherwise: str) -> str:
    """What to do about a failure with this text, as far as the table knows it."""
    matching = [known for known in KNOWN if re.search(known.pattern, failure)]
    special = [known for known in matching if not known.is_general]
    return "\n  → ".join(known.hint for known in special or matching) or otherwise


Event = Mapping[str, Any]
NESTED_STACK = "AWS::CloudFormation::Stack"
#: The reason of a resource that another one's failure has ended.
CANCELLED = "cancelled"


def events(cloudformation: Client, stack: str) -> Iterator[Event]:
    """The events of a stack, the newest first."""
    pages = cloudformation.get_paginator("describe_stack_events").paginate(StackName=stack)
    return (event for page in pages for event in page["StackEvents"])


def of_last_operation(found: Iterable[Event], stack: str) -> Iterator[Event]:
    """The events since the last operation on a stack began."""
    began = {"CREATE_IN_PROGRESS", "UPDATE_IN_PROGRESS", "DELETE_IN_PROGRESS"}
    return takewhile(lambda event: event["LogicalResourceId"] != stack or event["ResourceStatus"] not in began, found)


def reasons(cloudformation: Client, found: Iterable[Event]) -> list[str]:
    """Why resources of these events failed, with those of nested stacks, whose own failure only names resources."""
    found = list(found)
    failed = [
        event
        for event in found
        if event["ResourceStatus"].endswith("_FAILED")
        and not event.get("ResourceStatusReason", CANCELLED).endswith(CANCELLED)
    ]
    texts = []
    for event in failed:
        nested = reasons_of_nested(cloudformation, event, found[-1])
        texts += nested or [f"  | {event['LogicalResourceId']}: {event['ResourceStatusReason']}"]
    return texts


def reasons_of_nested(cloudformation: Client, event: Event, first: Event) -> list[str]:
    """Why resources of a nested stack failed since the first event of its parent's operation."""
    stack = event.get("PhysicalResourceId")
    if event.get("ResourceType") != NESTED_STACK or not stack or stack == event.get("StackId"):
        return []
    of_operation = takewhile(lambda inner: inner["Timestamp"] >= first["Timestamp"], events(cloudformation, stack))
    return reasons(cloudformation, of_operation)
