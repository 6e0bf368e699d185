"""
What a removed stack, a rolled back deployment or a rollback has left: tables and the files bucket, which outlive their
stack and the releases that have them.
"""

from dataclasses import dataclass

from botocore.exceptions import ClientError

from .. import templates
from ..cloudformation import physical_ids
from ..console import CommandError, step
from ..local_clients import Client
from .environment import Clients, Environment, confirm, describe_stack, wait, wait_for_stack
from .import_resources import with_static_names

#: Statuses of a stack that can only be deleted.
DELETABLE_STATUSES = ("ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "DELETE_FAILED")
NOT_FOUND_CODES = ("ResourceNotFoundException", "NoSuchBucket", "404")


@dataclass(frozen=True)
class Leftovers:
    """What prevents the creation of a stack, or of its tables."""

    #: The status of the stack, if it can only be deleted.
    status: str = ""
    #: Tables and buckets without data.
    empty: tuple[str, ...] = ()
    #: Tables and buckets with data.
    filled: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.status or self.empty or self.filled)

    def __str__(self) -> str:
        parts = [
            f"a stack in {self.status}" if self.status else "",
            f"without anything in them: {', '.join(self.empty)}" if self.empty else "",
            f"with data: {', '.join(self.filled)}" if self.filled else "",
        ]
        return "; ".join(filter(None, parts))


def resolve(environment: Environment, imports_resources: bool) -> bool:
    """
    Deletes leftovers without data if the user confirms: CloudFormation cannot create tables that exist.

    Returns whether the stack can then be created or updated. Fails when there is data, unless it will be imported.
    """
    aws = environment.client
    found = find(environment, aws)
    if imports_resources:
        if not found and describe_stack(aws("cloudformation"), environment.stack):
            raise CommandError(
                f"The stack {environment.stack} exists, and has its tables.", "Deploy without --import-resources."
            )
        if found.status:
            question = f"{environment.stack} is {found.status}. This deletes the stack; its tables and files are kept."
            if not confirm(question, environment):
                return False
            delete_stack(environment, aws)
        return True
    if found.filled:
        raise CommandError(
            f"{environment.stack} has left tables or files that data is in: {', '.join(found.filled)}.",
            "scripts/deploy --import-resources imports them into the stack. Nothing was changed.",
        )
    if found:
        if not confirm(f"{environment.stack} has left {found}. This deletes all of that.", environment):
            return False
        delete(environment, aws, found)
    return True


def find(environment: Environment, aws: Clients) -> Leftovers:
    """Finds the leftovers of a stack. Resources of a stack that can be updated are not among its resources."""
    status = describe_stack(aws("cloudformation"), environment.stack).get("StackStatus", "")
    can_be_updated = status not in ("", *DELETABLE_STATUSES)
    owned = physical_ids(aws, environment.stack).values() if can_be_updated else ()
    found = {
        name: empty
        for kind, name in retained(environment, aws)
        if name not in owned and (empty := is_empty(aws, kind, name)) is not None
    }
    return Leftovers(
        "" if can_be_updated else status,
        tuple(name for name, empty in found.items() if empty),
        tuple(name for name, empty in found.items() if not empty),
    )


def retained(environment: Environment, aws: Clients) -> list[tuple[str, str]]:
    """The types and names of the resources that outlive the environment's stack."""
    template = templates.main()
    account = aws("sts").get_caller_identity()["Account"]
    _, names = with_static_names(template, environment.stack, account, environment.region)
    return [(template["Resources"][logical_id]["Type"], name) for logical_id, name in names.items()]


def is_empty(aws: Clients, kind: str, name: str) -> bool | None:
    """Whether a table or bucket has no data; None when it does not exist."""
    try:
        if kind == "AWS::DynamoDB::Table":
            # The pipeline's role may ask whether a table exists that a release adds, and may not read it.
            aws("dynamodb").describe_table(TableName=name)
            return bool(aws("dynamodb").scan(TableName=name, Limit=1, ConsistentRead=True)["Count"] == 0)
        s3 = aws("s3")
        versions = s3.list_object_versions(Bucket=name, MaxKeys=1)
        uploads = s3.list_multipart_uploads(Bucket=name, MaxUploads=1)
        return not (versions.get("Versions") or versions.get("DeleteMarkers") or uploads.get("Uploads"))
    except ClientError as error:
        if error.response["Error"]["Code"] in NOT_FOUND_CODES:
            return None
        raise


def delete(environment: Environment, aws: Clients, found: Leftovers) -> None:
    """Deletes the stack, if there is one, and the tables and buckets without data."""
    if found.status:
        delete_stack(environment, aws)
    with step(f"Deleting tables and buckets without data: {', '.join(found.empty) or 'none'}"):
        for kind, name in retained(environment, aws):
            if name not in found.empty:
                continue
            # Data may have arrived before the user confirmed.
            if not is_empty(aws, kind, name):
                raise CommandError(f"{name} is no longer empty.", "Find out what has written to it, and try again.")
            if kind == "AWS::DynamoDB::Table":
                delete_table(aws("dynamodb"), name)
            else:
                aws("s3").delete_bucket(Bucket=name)


def delete_stack(environment: Environment, aws: Clients) -> None:
    """Deletes a stack. The resources that it retains are kept."""
    cloudformation = aws("cloudformation")
    # CloudFormation refuses to change the protection of a stack whose deletion is in progress. It has none.
    if describe_stack(cloudformation, environment.stack).get("EnableTerminationProtection"):
        cloudformation.update_termination_protection(StackName=environment.stack, EnableTerminationProtection=False)
    with step(f"Deleting the stack {environment.stack}"):
        cloudformation.delete_stack(StackName=environment.stack)
        wait_for_stack(cloudformation, environment.stack, "stack_delete_complete")


def delete_table(dynamodb: Client, name: str) -> None:
    if dynamodb.describe_table(TableName=name)["Table"].get("DeletionProtectionEnabled"):
        dynamodb.update_table(TableName=name, DeletionProtectionEnabled=False)
        wait(dynamodb, "table_exists", TableName=name)
    dynamodb.delete_table(TableName=name)
    wait(dynamodb, "table_not_exists", TableName=name)
