"""
Checks of what AWS accepts and users would notice: the state of the stack, its tokens, and the sender of its emails.

What CloudFormation refuses is not among them: it says so itself, and `failures` what to do about it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from .environment import UPDATE_FAILED, Clients, Environment, describe_stack, parameters_of, was_never_complete
from .finding import Finding, failure, ok, warning
from .leftovers import DELETABLE_STATUSES

#: The parameter by which tokens of version 1.1 stay valid.
FORMER_TOKENS = "FormerTokens"


def account(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """Checks the credentials, and reports their account."""
    try:
        caller = aws("sts").get_caller_identity()
    except (BotoCoreError, ClientError) as error:
        hint = "Set AWS_PROFILE, or sign in with scripts/aws sso login; docs/operations/deploying.md has the steps."
        yield failure("Credentials", str(error), hint)
        return
    yield ok("Account", f"{caller['Account']}, as {caller['Arn']}; {environment.region}, stack {environment.stack}")
    if caller["Arn"].endswith(":root"):
        yield warning("Credentials", "You are the account's root user.", "Use a role or another user to deploy.")


def stack(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """Checks that the stack can be created or updated."""
    status = describe_stack(aws("cloudformation"), environment.stack).get("StackStatus", "")
    if status.endswith("_IN_PROGRESS"):
        yield failure("Stack", f"{environment.stack} is {status}.", "Wait until that is done.")
    elif status == "UPDATE_ROLLBACK_FAILED":
        hint = "docs/runbook.md, Rollback failed."
        yield failure("Stack", f"{environment.stack} is {status}: it takes no update.", hint)
    elif status in DELETABLE_STATUSES:
        hint = "--remove deletes it, and keeps tables and files. Then --import-resources makes another one with them."
        yield failure("Stack", f"{environment.stack} is {status}: it can only be deleted.", hint)
    elif status == UPDATE_FAILED:
        hint = "scripts/deploy offers to roll that update back before it begins, or continues a first deployment."
        yield warning("Stack", f"{environment.stack} is {status}.", hint)
    else:
        yield ok("Stack", f"{environment.stack} is {status or 'not created yet'}")


def former_tokens(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """Warns of the update of a stack whose release signed tokens with another key, when they would be refused."""
    deployed = describe_stack(aws("cloudformation"), environment.stack)
    has_release = not was_never_complete(deployed)
    if has_release and FORMER_TOKENS not in (parameters_of(deployed) | environment.parameters):
        message = f"The release of {environment.stack} signs tokens with another key: all users will have to sign in."
        yield warning(
            "Tokens", message, f"Set {FORMER_TOKENS}=accepted for some weeks: docs/operations/environments.md."
        )


def sender(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """Checks that SES has verified another sender of a stack that sends emails: the deployment changes it at once."""
    deployed = describe_stack(aws("cloudformation"), environment.stack)
    names = (environment.mail_domain, environment.value("MailSender"))
    if changes_identity(environment, deployed) and not any(is_verified(aws, name) for name in names):
        message = f"SES has verified neither {' nor '.join(names)}, so it would send nothing after the deployment."
        yield failure("Mail identity", message, "docs/runbook.md, Another domain.")


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
