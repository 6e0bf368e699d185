"""Checks of the AWS account: credentials, region, stack, concurrency and quotas."""

from collections.abc import Iterator
from functools import cache

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from .. import templates
from . import leftovers
from .environment import UPDATE_FAILED, Clients, Environment, describe_stack, parameters_of, was_never_complete
from .finding import Finding, failure, ok, warning

#: The share of the account's concurrent executions at which the alarm starts.
CONCURRENCY_ALARM_SHARE = 0.8
#: Lambda allows 1000 concurrent executions, and new accounts sometimes 10. Fewer than this are too few for a site.
LOW_CONCURRENCY = 100
CONCURRENCY_HINT = (
    "Request an increase, which is free: Service Quotas, AWS Lambda, Concurrent executions (L-B99A9384), in this "
    "region; 1000 is usual. Then deploy again: the alarm follows the limit."
)
VERIFICATION_HINT = (
    "In a new account, ask for that first: AWS Support Center, Account and billing, free; hours to days. A deployment "
    "before it fails at the CDN, and continues later."
)
#: The parameter by which tokens of version 1.1 stay valid.
FORMER_TOKENS = "FormerTokens"
#: How the name of one of the CDN's functions in infra/hosting.yaml ends. The name of the stack is in front of it.
CDN_FUNCTION = "-viewer-request"
#: The kinds of CloudFront policies: operation and key that list them, default quota, and number in a stack.
POLICIES = {
    "cache": ("list_cache_policies", "CachePolicyList", 20, 2),
    "origin request": ("list_origin_request_policies", "OriginRequestPolicyList", 20, 1),
    "response headers": ("list_response_headers_policies", "ResponseHeadersPolicyList", 20, 2),
}


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


def region(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """Checks that the region exists, is enabled, and has the services that the platform uses."""
    missing = [
        name for name in ("apigatewayv2", "lambda", "sesv2") if environment.region not in available_regions(name)
    ]
    if missing:
        message = f"{environment.region} is not known, or has no {', '.join(missing)}."
        yield failure("Region", message, "Choose another region in samconfig.toml, such as eu-west-3.")
        return
    found = aws("account").get_region_opt_status(RegionName=environment.region)["RegionOptStatus"]
    if found not in ("ENABLED", "ENABLED_BY_DEFAULT"):
        yield failure(
            "Region", f"{environment.region} is {found.lower()} for this account.", "Enable it: Account, AWS Regions."
        )


def available_regions(service: str) -> list[str]:
    regions: list[str] = boto3.Session().get_available_regions(service)
    return regions


def stack(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """Checks that the stack can be updated, or that nothing prevents its creation."""
    status = describe_stack(aws("cloudformation"), environment.stack).get("StackStatus", "")
    if status.endswith("_IN_PROGRESS"):
        yield failure("Stack", f"{environment.stack} is {status}.", "Wait until that is done.")
    elif status == "UPDATE_ROLLBACK_FAILED":
        hint = "docs/runbook.md, Rollback failed."
        yield failure("Stack", f"{environment.stack} is {status}: it takes no update.", hint)
    elif status == UPDATE_FAILED:
        hint = "scripts/deploy offers to roll that update back before it begins, or continues a first deployment."
        yield warning("Stack", f"{environment.stack} is {status}.", hint)
    elif found := leftovers.find(environment, aws):
        hint = "scripts/deploy offers to delete what has no data before it begins."
        if found.filled:
            hint = "scripts/deploy --import-resources imports them into the stack."
        yield warning("Stack", f"{environment.stack} has left {found}", hint)
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


def cdn(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """
    Checks that no stack of the same name in another region has the names of a new stack's resources of the CDN. Warns
    of an account that may not use CloudFront yet: no request shows whether AWS has verified it.
    """
    if describe_stack(aws("cloudformation"), environment.stack):
        return
    cloudfront, name = aws("cloudfront"), f"{environment.stack}{CDN_FUNCTION}"
    try:
        cloudfront.describe_function(Name=name, Stage="DEVELOPMENT")
    except cloudfront.exceptions.NoSuchFunctionExists:
        if cloudfront.list_distributions(MaxItems="1")["DistributionList"]["Quantity"] == 0:
            message = "This account has no distribution yet. AWS verifies new accounts before it lets them create one."
            yield warning("CDN", message, VERIFICATION_HINT)
        return
    message = f"CloudFront has {name} already, of a stack {environment.stack} in another region or of a removed one."
    hint = "CloudFront is global: choose another stack_name. After the loss of a region: docs/operations/backups.md."
    yield failure("CDN", message, hint)


def concurrent_executions(aws: Clients) -> int:
    """How many functions the account may run at the same time in the region."""
    return int(aws("lambda").get_account_settings()["AccountLimit"]["ConcurrentExecutions"])


def concurrency_alarm_threshold(aws: Clients) -> int:
    """The number of concurrent executions at which the alarm starts."""
    return max(1, int(concurrent_executions(aws) * CONCURRENCY_ALARM_SHARE))


def concurrency(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """Checks that the account's concurrency is enough for a site, and that the alarm is below it."""
    limit, configured = concurrent_executions(aws), environment.parameters.get("BusyConcurrency")
    threshold = configured or concurrency_alarm_threshold(aws)
    message = f"The account runs {limit} functions at once in {environment.region}; the alarm is at {threshold}."
    if configured and int(configured) >= limit:
        yield failure(
            "Lambda", f"{message} It would never start.", "Leave BusyConcurrency out: it follows the account's limit."
        )
    elif limit < LOW_CONCURRENCY:
        yield warning("Lambda", f"{message} Further requests receive 503.", CONCURRENCY_HINT)
    else:
        yield ok("Lambda", message)


def quotas(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """Checks that the quotas of IAM and CloudFront are enough for a new stack."""
    if describe_stack(aws("cloudformation"), environment.stack):
        return
    summary = aws("iam").get_account_summary()["SummaryMap"]
    free = summary["RolesQuota"] - summary["Roles"]
    needed = roles_of_a_stack()
    if free < needed:
        message = f"IAM has room for {free} roles, and a stack has {needed}."
        yield failure("Quotas", message, "Request an increase: Service Quotas, IAM.")
    for kind, (operation, key, quota, wanted) in POLICIES.items():
        used = getattr(aws("cloudfront"), operation)(Type="custom")[key]["Quantity"]
        if used + wanted > quota:
            message = f"CloudFront has {used} {kind} policies of {quota}, and a stack creates {wanted}."
            hint = "Request an increase, unless your quota is higher: Service Quotas, Amazon CloudFront."
            yield warning("Quotas", message, hint)


@cache
def roles_of_a_stack() -> int:
    """How many roles a stack has with all its nested stacks: each function has one of its own."""
    resources = list(templates.transform(templates.main())["Resources"].values())
    for stack in [resource for resource in resources if resource["Type"] == "AWS::CloudFormation::Stack"]:
        resources += templates.read(stack["Properties"]["TemplateURL"])["Resources"].values()
    return sum(resource["Type"] == "AWS::IAM::Role" for resource in resources)


def copies(environment: Environment, aws: Clients) -> Iterator[Finding]:
    """Checks that AWS Backup may copy tables. A deployment succeeds without: then the region has no copies."""
    if not environment.backup_region:
        return
    for region in (environment.region, environment.backup_region):
        settings = aws("backup", region_name=region).describe_region_settings()
        preferences = (settings["ResourceTypeOptInPreference"], settings["ResourceTypeManagementPreference"])
        if not all(preference.get("DynamoDB", False) for preference in preferences):
            hint = (
                f"scripts/aws backup update-region-settings --region {region} --resource-type-opt-in-preference "
                "DynamoDB=true --resource-type-management-preference DynamoDB=true"
            )
            yield warning("Copies", f"AWS Backup is not allowed to copy tables in {region}.", hint)
