"""`scripts/deploy --web-acl`: updates the web ACL alone, such as the addresses that it blocks. The release stays."""

from ..console import CommandError
from . import companion_stacks, preflight, settings
from .environment import Environment, confirm, describe_stack, parameters_of


def deploy_web_acl(environment: Environment) -> int:
    """Updates the web ACL that the CDN of a stack uses. Nothing is built, and only its own settings are checked."""
    preflight.report(list(settings.companion_stack_settings(environment)))
    arn = "" if environment.web_acl == "off" else companion_stacks.web_acl(environment, read_only=True)
    used = parameters_of(describe_stack(environment.client("cloudformation"), environment.stack)).get("WebAclArn")
    if not arn or arn != used:
        raise CommandError(
            f"The CDN of {environment.stack} does not use the web ACL of samconfig.toml.",
            f"Set web_acl, and run scripts/deploy {environment.name} --same-release. Nothing was changed.",
        )
    question = f"This changes the web ACL of {environment.stack}, and nothing else."
    if environment.requires_confirmation and not confirm(question, environment):
        return 1
    companion_stacks.web_acl(environment)
    return 0
