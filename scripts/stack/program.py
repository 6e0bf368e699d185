"""`scripts/aws` and `scripts/sam`: command line tools of AWS, installed into the repository's folder if missing."""

import os
import sys

from . import console, tools

#: The Python environment of each program.
ENVIRONMENTS = {"aws": "aws", "sam": "deploy"}


def command() -> int:
    name, *arguments = sys.argv[1:]
    os.execvpe(name, [name, *arguments], tools.environment_variables(ENVIRONMENTS[name]))


if __name__ == "__main__":
    console.main(command, local=False)
