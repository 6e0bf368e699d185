"""What a stack has left that was never made whole, or was removed: its tables and the files bucket outlive it."""

from dataclasses import dataclass

from botocore.exceptions import ClientError

from .. import build, take_in
from ..console import CommandError, step
from .environment import Clients, Environment, described, wait

#: A stack that can only be deleted.
DEAD = ("ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "DELETE_FAILED")
#: A stack of which there is a change set alone.
NOTHING_YET = "REVIEW_IN_PROGRESS"
MISSING = ("ResourceNotFoundException", "NoSuchBucket", "404")


@dataclass(frozen=True)
class LeftOver:
    """What stands in the way of a stack."""

    #: The stack's own status when it can only be deleted.
    status: str = ""
    #: Tables and buckets that nothing is in.
    empty: tuple[str, ...] = ()
    #: Those that something is in.
    filled: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.status or self.empty or self.filled)

    def __str__(self) -> str:
        said = [
            f"a stack in {self.status}" if self.status else "",
            f"without anything in them: {', '.join(self.empty)}" if self.empty else "",
            f"with data: {', '.join(self.filled)}" if self.filled else "",
        ]
        return "; ".join(filter(None, said))


def find(environment: Environment, aws: Clients) -> LeftOver:
    """What stands in the way. A stack that can be updated has its own tables, and nothing does."""
    status = described(aws("cloudformation"), environment.stack).get("StackStatus", NOTHING_YET)
    if status not in (*DEAD, NOTHING_YET):
        return LeftOver()
    found = {
        name: empty for kind, name in retained(environment, aws) if (empty := is_empty(aws, kind, name)) is not None
    }
    empty = tuple(name for name, nothing in found.items() if nothing)
    return LeftOver(status if status in DEAD else "", empty, tuple(name for name in found if name not in empty))


def retained(environment: Environment, aws: Clients) -> list[tuple[str, str]]:
    """The types and names of what outlives the environment's stack."""
    template = build.template()
    account = aws("sts").get_caller_identity()["Account"]
    _, names = take_in.with_static_names(template, environment.stack, account, environment.region)
    return [(template["Resources"][logical_id]["Type"], name) for logical_id, name in names.items()]


def is_empty(aws: Clients, kind: str, name: str) -> bool | None:
    """Whether nothing is in a table or bucket; none when it is not there."""
    try:
        if kind == "AWS::DynamoDB::Table":
            return aws("dynamodb").scan(TableName=name, Limit=1, ConsistentRead=True)["Count"] == 0
        s3 = aws("s3")
        versions = s3.list_object_versions(Bucket=name, MaxKeys=1)
        uploads = s3.list_multipart_uploads(Bucket=name, MaxUploads=1)
        return not (versions.get("Versions") or versions.get("DeleteMarkers") or uploads.get("Uploads"))
    except ClientError as error:
        if error.response["Error"]["Code"] in MISSING:
            return None
        raise


def delete_stack(environment: Environment, aws: Clients) -> None:
    """Deletes a stack that can only be deleted. What it retains stays."""
    cloudformation = aws("cloudformation")
    cloudformation.update_termination_protection(StackName=environment.stack, EnableTerminationProtection=False)
    with step(f"Deleting the stack {environment.stack}"):
        cloudformation.delete_stack(StackName=environment.stack)
        wait(cloudformation, "stack_delete_complete", StackName=environment.stack)


def refuse(environment: Environment, left: LeftOver) -> None:
    """Nobody deletes data here."""
    raise CommandError(
        f"{environment.stack} has left tables or files that data is in: {', '.join(left.filled)}.",
        "scripts/deploy --take-in makes the stack with them. Nothing was changed.",
    )


def clear(environment: Environment, aws: Clients, left: LeftOver) -> None:
    """Deletes the stack, when there is one, and what is empty."""
    if left.status:
        delete_stack(environment, aws)
    with step(f"Deleting what is empty: {', '.join(left.empty) or 'nothing'}"):
        for kind, name in retained(environment, aws):
            if name not in left.empty:
                continue
            # Somebody may have taken a while to agree.
            if not is_empty(aws, kind, name):
                raise CommandError(f"Something is in {name} by now.", "See what has put it there, and try again.")
            if kind == "AWS::DynamoDB::Table":
                delete_table(aws("dynamodb"), name)
            else:
                aws("s3").delete_bucket(Bucket=name)


def delete_table(dynamodb, name: str) -> None:
    if dynamodb.describe_table(TableName=name)["Table"].get("DeletionProtectionEnabled"):
        dynamodb.update_table(TableName=name, DeletionProtectionEnabled=False)
        wait(dynamodb, "table_exists", TableName=name)
    dynamodb.delete_table(TableName=name)
    wait(dynamodb, "table_not_exists", TableName=name)
