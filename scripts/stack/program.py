"""`scripts/aws` and `scripts/sam`: programs of AWS, installed into the repository's folder when they are missing."""

import os
import sys

from . import console, tools

#: The environment of tools that each is in.
ENVIRONMENTS = {"aws": "aws", "sam": "deploy"}


def command() -> int:
    name, *arguments = sys.argv[1:]
    os.execvpe(name, [name, *arguments], tools.environment_variables(ENVIRONMENTS[name]))


if __name__ == "__main__":
    console.main(command, local=False)
