"""One local stack: its folder, its ports, and the files that describe it to tools and tests."""

import json
import os
import random
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from .console import CommandError

ROOT = Path(__file__).resolve().parents[2]
LOCAL = ROOT / ".local"
REGION = "eu-west-3"


@dataclass(frozen=True)
class Instance:
    """A local stack. Instances share no data."""

    #: The name of the CloudFormation stack.
    name: str
    #: Holds the emulator's state, logs and archives.
    folder: Path
    #: The path of stack.json.
    description: Path
    port_aws: int
    port_site: int
    #: The factor by which functions time out later than on AWS.
    timeout_factor: int = 1
    #: Whether no rate limit is reached.
    unlimited: bool = False
    #: Whether requests reach functions through their aliases, as on AWS.
    has_aliases: bool = False
    #: The parameter AllowedOrigins.
    allowed_origins: str = ""
    #: Whether the janitor runs by itself. Tests invoke it.
    removes_files: bool = True

    @classmethod
    def described(cls, description: Path) -> "Instance":
        stack = json.loads(description.read_text())
        port_aws, port_site = urlsplit(stack["aws"]).port, urlsplit(stack["site"]).port
        assert port_aws and port_site
        return cls(stack["stack"], description.parent, description, port_aws, port_site)

    @property
    def aws(self) -> str:
        return f"http://127.0.0.1:{self.port_aws}"

    @property
    def site(self) -> str:
        return f"http://localhost:{self.port_site}"

    @property
    def mail(self) -> str:
        """The URL at which the emulator lists the emails that were sent."""
        return f"{self.aws}/_ministack/ses/messages"

    def describe(self, deployed: Mapping[str, Any], credentials: Mapping[str, str]) -> None:
        """
        Writes stack.json for tools and tests, stack.env for shells, and stack.functions.json with the variables of each
        function.
        """
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
            # boto3 and the AWS CLI read this name.
            "AWS_DEFAULT_REGION": REGION,
            "AWS_ACCESS_KEY_ID": credentials["accessKeyId"],
            "AWS_SECRET_ACCESS_KEY": credentials["secretAccessKey"],
            "AWS_EC2_METADATA_DISABLED": "true",
        }
        replace(self.description.with_suffix(".functions.json"), json.dumps(deployed["variables"], indent=2) + "\n")
        lines = (f"{name}={value}\n" for name, value in variables.items())
        replace(self.description.with_suffix(".env"), "".join(lines))
        replace(self.description, json.dumps(description, indent=2) + "\n")

    def variables(self) -> dict[str, str]:
        lines = self.description.with_suffix(".env").read_text().splitlines()
        return dict(line.split("=", 1) for line in lines)

    def delete_description(self) -> None:
        """Deletes the files that `describe` wrote."""
        for suffix in (".json", ".env", ".functions.json"):
            self.description.with_suffix(suffix).unlink(missing_ok=True)


def replace(path: Path, text: str) -> None:
    """Replaces a file atomically."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.write_text(text)
    unfinished.replace(path)


def development_instance() -> Instance:
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
    value = os.environ.get(variable, str(default))
    if not (value.isascii() and value.isdecimal() and 0 < int(value) < 65536):
        raise CommandError(f"{variable} is {value!r}.", f"Set it to a port, such as {default}.")
    return int(value)


def require_free(variable: str, number: int) -> None:
    """Fails when another program listens on a port."""
    for family, address in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            if probe.connect_ex((address, number)) == 0:
                raise CommandError(
                    f"Port {number} is in use by another program.",
                    f"Stop that program, or choose another port: {variable}={free_port()} scripts/dev",
                )


def free_port() -> int:
    """
    A port that no program uses. It is below the range that systems use for outgoing connections, so no connection takes
    it before the caller does.
    """
    while True:
        number = random.randrange(15_000, 32_000)
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            try:
                probe.bind(("127.0.0.1", number))
            except OSError:
                continue
            return number
