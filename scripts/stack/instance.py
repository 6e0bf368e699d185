"""One local stack: its folder, its ports, and the file that describes it to tools and tests."""

import json
import os
import random
import socket
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from .console import CommandError

ROOT = Path(__file__).resolve().parents[2]
LOCAL = ROOT / ".local"
REGION = "eu-west-3"


@dataclass(frozen=True)
class Instance:
    """A stack of its own: nothing that one instance does shows in another."""

    #: The CloudFormation stack's name.
    name: str
    #: Emulator state, logs, archives.
    folder: Path
    #: Where the description goes.
    description: Path
    port_aws: int
    port_site: int
    #: Binaries whose archives hold the binary itself, as on AWS.
    whole_archives: tuple[str, ...] = ()
    #: The factor by which timeouts of functions are longer than on AWS.
    patience: int = 1

    @classmethod
    def described(cls, description: Path) -> "Instance":
        """The instance that runs, as its stack.json tells of it."""
        told = json.loads(description.read_text())
        return cls(
            told["stack"], description.parent, description, urlsplit(told["aws"]).port, urlsplit(told["site"]).port
        )

    @property
    def aws(self) -> str:
        """The endpoint of every AWS service."""
        return f"http://127.0.0.1:{self.port_aws}"

    @property
    def site(self) -> str:
        """Where a person opens the web app."""
        return f"http://localhost:{self.port_site}"

    @property
    def mail(self) -> str:
        """Where the emulator lists the mails that were sent."""
        return f"{self.aws}/_ministack/ses/messages"

    def describe(self, deployed: dict, credentials: dict) -> None:
        """Writes stack.json for tools and tests, stack.env for shells, and stack.functions.json, which has each function's variables."""
        description = {
            "stack": self.name,
            "site": self.site,
            "api": deployed["api"],
            "cdn": deployed["cdn"],
            "aws": self.aws,
            "mail": self.mail,
            "region": REGION,
            "apiId": deployed["apiId"],
            "tables": deployed["tables"],
            "buckets": deployed["buckets"],
            "secrets": deployed["secrets"],
            "credentials": credentials,
        }
        variables = {
            "STACK": self.name,
            "FILES_BUCKET": deployed["buckets"]["files"],
            "AWS_ENDPOINT_URL": self.aws,
            "AWS_REGION": REGION,
            # The name that Python's tools read.
            "AWS_DEFAULT_REGION": REGION,
            "AWS_ACCESS_KEY_ID": credentials["accessKeyId"],
            "AWS_SECRET_ACCESS_KEY": credentials["secretAccessKey"],
            "AWS_EC2_METADATA_DISABLED": "true",
        }
        replace(self.description.with_suffix(".functions.json"), json.dumps(deployed["variables"], indent=2) + "\n")
        lines = (f"{name}={value}\n" for name, value in variables.items())
        replace(self.description.with_suffix(".env"), "".join(lines))
        replace(self.description, json.dumps(description, indent=2) + "\n")

    def forget_description(self) -> None:
        """Deletes what `describe` wrote: nothing answers there any more."""
        for suffix in (".json", ".env", ".functions.json"):
            self.description.with_suffix(suffix).unlink(missing_ok=True)


def replace(path: Path, text: str) -> None:
    """Writes a file at once, so that nobody reads half of it."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.write_text(text)
    os.replace(unfinished, path)


def developers() -> Instance:
    """The instance of `scripts/dev`."""
    instance = Instance(
        name="masar-local",
        folder=LOCAL / "dev",
        description=LOCAL / "stack.json",
        port_aws=port("PORT_AWS", 4566),
        port_site=port("PORT_SITE", 5173),
    )
    if instance.port_aws == instance.port_site:
        raise CommandError("PORT_AWS and PORT_SITE are the same.", "Choose two ports.")
    return instance


def port(variable: str, default: int) -> int:
    """A port from the environment."""
    value = os.environ.get(variable, str(default))
    if not (value.isascii() and value.isdecimal() and 0 < int(value) < 65536):
        raise CommandError(f"{variable} is {value!r}.", f"Set it to a port, such as {default}.")
    return int(value)


def require_free(variable: str, number: int) -> None:
    """Fails when something listens on a port already."""
    for family, address in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            if probe.connect_ex((address, number)) == 0:
                raise CommandError(
                    f"Port {number} is in use by another program.",
                    f"End that program, or choose another port: {variable}={free_port()} scripts/dev",
                )


def free_port() -> int:
    """
    A port that nothing uses now. It is below those that systems give to outgoing connections, which would otherwise take it before
    it is used.
    """
    while True:
        number = random.randrange(15_000, 32_000)
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            try:
                probe.bind(("127.0.0.1", number))
            except OSError:
                continue
            return number
