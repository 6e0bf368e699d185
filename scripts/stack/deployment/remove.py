"""Removes an environment."""

from .. import publish
from ..cloudformation import describe_stack, describe_stack_or_change_sets, physical_ids, wait_for_stack
from ..console import CommandError, step
from ..local_clients import Client
from . import companion_stacks, releases
from .environment import Clients, Environment, confirm, stack_outputs


def remove(environment: Environment) -> int:
    """
    Deletes the stacks and the stored releases, or what is left of them after a removal that failed. Tables and users'
    files are kept, and their names stay in use.
    """
    exists = bool(describe_stack_or_change_sets(environment.client("cloudformation"), environment.stack))
    if not (exists or companion_stacks.exist(environment) or releases.are_stored(environment)):
        raise CommandError(
            f"There is no stack {environment.stack} in {environment.region}, and no web ACL, alarms or releases of it.",
            "Check samconfig.toml.",
        )
    question = (
        f"This deletes {environment.stack}: site, API, functions, stored releases, secrets, mail identity, alarms and "
        "web ACL. "
        "Tables and files are kept."
    )
    if not confirm(question, environment):
        return 1
    outputs = stack_outputs(environment)
    companion_stacks.remove(environment, companion_stacks.alarms_stack(environment))
    if exists:
        with step("Emptying the site's bucket"):
            stop_publishing(environment.client, environment.stack)
            empty_bucket(environment.client("s3"), outputs.get("SiteBucketName"))
        delete_emptied_stack(environment, outputs.get("SiteBucketName"))
    # The CDN uses the web ACL until its stack is deleted.
    companion_stacks.remove(environment, companion_stacks.web_acl_stack(environment))
    with step("Deleting the stored releases"):
        releases.delete_all(environment)
    print("Deleted. --import-resources creates a new stack with the tables and files.")
    return 0


def stop_publishing(client: Clients, stack: str) -> None:
    """Disables the schedule of the function that writes into the site's bucket, which must stay empty."""
    if rule := physical_ids(client, stack).get(publish.SCHEDULE):
        client("events").disable_rule(Name=rule)


def delete_emptied_stack(environment: Environment, bucket: str | None) -> None:
    """Deletes the stack with the bucket of its site, which was emptied before."""
    try:
        delete_stack(environment)
    except CommandError:
        # A run that had begun before its schedule was disabled may have written into the bucket after that.
        if not empty_bucket(environment.client("s3"), bucket):
            raise
        delete_stack(environment)


def delete_stack(environment: Environment) -> None:
    """Deletes the stack. The resources that it retains are kept."""
    cloudformation = environment.client("cloudformation")
    # CloudFormation refuses to change the protection of a stack whose deletion is in progress. It has none.
    if describe_stack(cloudformation, environment.stack).get("EnableTerminationProtection"):
        cloudformation.update_termination_protection(StackName=environment.stack, EnableTerminationProtection=False)
    with step(f"Deleting the stack {environment.stack}"):
        cloudformation.delete_stack(StackName=environment.stack)
        wait_for_stack(cloudformation, environment.stack, "stack_delete_complete")


def empty_bucket(s3: Client, bucket: str | None) -> bool:
    """
    Deletes the objects of a bucket. Returns whether there were any.

    A bucket that is missing is no error: a removal that failed can be repeated.
    """
    try:
        keys = publish.listing(s3, bucket) if bucket else {}
        for key in keys:
            s3.delete_object(Bucket=bucket, Key=key)
    except s3.exceptions.NoSuchBucket:
        return False
    return bool(keys)
