"""Runs the SAM CLI for an environment."""

import subprocess
from collections.abc import Callable

from .. import tools
from ..console import CommandError, step
from ..instance import ROOT
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
        # The user reads its output and answers its questions.
        if subprocess.run(["sam", *arguments, *settings], cwd=ROOT, env=variables, check=False).returncode != 0:
            raise CommandError(f"`sam {arguments[0]}` failed.", "Correct what it reports, and try again.")

    return sam
