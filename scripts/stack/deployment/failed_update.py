"""An update that failed and was not rolled back: `sam deploy` alone leaves it so, because of samconfig.toml."""

from ..console import CommandError, step
from .environment import UPDATE_FAILED, Environment, confirm, is_first_deployment, stack_status, wait_for_stack


def exists(environment: Environment) -> bool:
    """
    Whether the last update of a deployed stack is one. CloudFormation then accepts no update that it may roll back.

    Not of a first deployment, which continues: `RollbackStack` deletes a stack that was never complete.
    """
    return stack_status(environment) == UPDATE_FAILED and not is_first_deployment(environment)


def resolve(environment: Environment) -> bool:
    """Rolls a failed update back if the user confirms. Returns whether the stack can then be updated."""
    if not exists(environment):
        return True
    question = f"The last update of {environment.stack} failed and was not rolled back. This rolls it back first."
    if not confirm(question, environment):
        return False
    roll_back(environment)
    return True


def roll_back(environment: Environment) -> None:
    """Returns the stack to its state before the failed update."""
    cloudformation = environment.client("cloudformation")
    with step(f"Rolling the failed update of {environment.stack} back"):
        cloudformation.rollback_stack(StackName=environment.stack)
        try:
            wait_for_stack(cloudformation, environment.stack, "stack_rollback_complete")
        except CommandError as error:
            raise CommandError(str(error), "docs/runbook.md, Rollback failed.") from None
