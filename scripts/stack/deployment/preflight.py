"""
`scripts/deploy check`: finds errors in the settings, and what AWS would accept although it harms.

It reports everything at once, before anything is built, and changes nothing.
"""

from collections.abc import Callable, Iterator, Sequence

from botocore.exceptions import BotoCoreError, ClientError

from ..console import CommandError
from . import account_checks, settings
from .environment import Clients, Environment
from .finding import FAILURE, OK, WARNING, Finding, warning

Check = Callable[[Environment, Clients], Iterator[Finding]]
#: In the order in which they run.
CHECKS: tuple[Check, ...] = (account_checks.stack, account_checks.former_tokens, account_checks.sender)


def require(environment: Environment) -> None:
    """Runs all checks, prints their findings, and fails when one is a failure."""
    report(check(environment, environment.client))


def require_settings(environment: Environment) -> None:
    """
    Runs the checks of what an update of the parameters alone depends on, and fails when one is a failure. The update
    may be what corrects another failure, such as emails that SES has paused.
    """
    found = [
        *settings.parameter_values(environment),
        *settings.domain_parameters(environment),
        *settings.companion_stack_settings(environment),
        *run(account_checks.stack, environment, environment.client),
    ]
    report(found)


def report(findings: Sequence[Finding]) -> None:
    """Prints findings, and fails when one is a failure."""
    for finding in findings:
        print(finding)
    failures = sum(finding.severity == FAILURE for finding in findings)
    if failures:
        message = f"{failures} of these {'prevents' if failures == 1 else 'prevent'} the deployment."
        raise CommandError(message, "Correct what is marked ✗. Nothing was changed.")


def check(environment: Environment, aws: Clients) -> list[Finding]:
    """Runs all checks. Failures come last."""
    found = [*settings.check(environment), *settings.operator_identity(environment), *settings.catalogue(environment)]
    account = list(account_checks.account(environment, aws))
    found += account
    if not any(finding.severity == FAILURE for finding in account):
        for function in CHECKS:
            found += run(function, environment, aws)
    return sorted(found, key=lambda finding: [OK, WARNING, FAILURE].index(finding.severity))


def run(function: Check, environment: Environment, aws: Clients) -> list[Finding]:
    """Runs a check. If AWS denies its requests, the finding is a warning."""
    try:
        return list(function(environment, aws))
    except (BotoCoreError, ClientError) as error:
        subject = function.__name__.replace("_", " ").capitalize()
        hint = "Allow your role to read it, or check it yourself."
        return [warning(subject, f"could not be checked: {error}", hint)]
