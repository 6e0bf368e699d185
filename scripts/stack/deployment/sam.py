"""Runs the SAM CLI for an environment."""

import io
import subprocess
import sys
from collections.abc import Callable
from itertools import takewhile

from botocore.exceptions import BotoCoreError, ClientError

from .. import tools
from ..console import CommandError, step
from ..instance import ROOT
from . import known_failures, stack_events
from .environment import Environment

#: Runs a command of SAM, and fails when it fails.
Sam = Callable[..., None]
#: The commands that upload archives and templates to SAM's bucket, which all stacks of the region share.
UPLOADING_COMMANDS = ("package", "deploy")


def sam_for(environment: Environment) -> Sam:
    """A function that runs SAM commands with the settings of an environment."""
    with step("Installing the SAM CLI and cargo-lambda if they are missing"):
        variables = tools.environment_variables()

    # SAM looks for samconfig.toml in the folder of the template, which is a build folder.
    settings = ["--config-file", str(ROOT / "samconfig.toml"), "--config-env", environment.name]

    def sam(*arguments: str) -> None:
        if arguments[0] in UPLOADING_COMMANDS:
            arguments += ("--s3-prefix", environment.s3_prefix)
        before = newest_event(environment) if arguments[0] == "deploy" else ""
        # The user reads its output and answers its questions. SAM prints errors on standard error.
        command = ["sam", *arguments, *settings]
        errors = []
        with subprocess.Popen(command, cwd=ROOT, env=variables, stderr=subprocess.PIPE) as process:
            assert process.stderr
            # Its progress bars end with a carriage return, which stays one.
            for line in io.TextIOWrapper(process.stderr, errors="replace", newline=""):
                print(line, end="", file=sys.stderr, flush=True)
                errors.append(line)
        if process.returncode != 0:
            reasons = reasons_since(environment, before) if arguments[0] == "deploy" else []
            message = "\n".join([f"`sam {arguments[0]}` failed{':' if reasons else '.'}", *reasons])
            texts = "".join([*errors, message])
            raise CommandError(message, known_failures.hint(texts, "Correct what it reports, and try again."))

    return sam


def newest_event(environment: Environment) -> str:
    """The id of the newest event of the stack; empty if it has none, or if AWS does not say."""
    try:
        found = stack_events.events(environment.client("cloudformation"), environment.stack)
        return next((event["EventId"] for event in found), "")
    except (BotoCoreError, ClientError):
        return ""


def reasons_since(environment: Environment, before: str) -> list[str]:
    """Why resources of the stack have failed since an event. SAM prints no reasons of nested stacks."""
    cloudformation = environment.client("cloudformation")
    try:
        found = stack_events.events(cloudformation, environment.stack)
        return stack_events.reasons(cloudformation, takewhile(lambda event: event["EventId"] != before, found))
    except (BotoCoreError, ClientError):
        return []
