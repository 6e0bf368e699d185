"""`scripts/aws` and `scripts/sam`: programs of AWS, installed into the repository's folder when they are missing."""

import os
import sys

from . import console, tools

#: The environment of tools that each is in.
ENVIRONMENTS = {"aws": "aws", "sam": "deploy"}


def command() -> int:
    name, *arguments = sys.argv[1:]
    programs = tools.environment(ENVIRONMENTS[name]) / "bin"
    # SAM looks for cargo-lambda, which is beside it.
    variables = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "SAM_CLI_TELEMETRY": "0"}
    # What they import is their own.
    del variables["PYTHONPATH"]
    os.execve(programs / name, [name, *arguments], variables)


if __name__ == "__main__":
    console.main(command, local=False)
