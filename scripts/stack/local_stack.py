"""
Starts MiniStack with a deployed stack, updates it, and stops it. MiniStack is a local AWS in one process. It has
authentication, so that missing permissions fail here too.
"""

import os
import shutil
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boto3.dynamodb.types import TypeSerializer

from . import build, local_deploy, publish, templates, tools
from .console import step
from .instance import REGION, ROOT, Instance, require_free
from .local_clients import LocalClients, create_developer_key
from .processes import Process, responds, terminate_orphans


@dataclass
class Stack:
    instance: Instance
    process: Process
    #: The developer's key, which is new at every start.
    credentials: dict[str, str]
    #: The URL of the API, without the site's /api prefix.
    api: str = ""
    #: The URL of the CDN. It responds with the site once that is published.
    cdn: str = ""
    site_bucket: str = ""

    def refresh(self) -> None:
        """Deploys the present build, and writes stack.json."""
        template = templates.main()
        archive = build.pack(self.instance.folder / "archives")
        deployed = local_deploy.deploy(self.instance, self.clients, template, archive)
        self.instance.describe(deployed, self.credentials)
        self.api = deployed["api"]
        self.cdn = deployed["cdn"]
        self.site_bucket = deployed["buckets"]["site"]

    @property
    def clients(self) -> LocalClients:
        return LocalClients(self.instance, self.credentials)

    def publish(self) -> None:
        publish.publish(self.clients("s3"), self.site_bucket, tools.FRONTEND / "dist")

    def import_catalogue(self) -> None:
        """Imports the catalogue into the stack's tables, and says how to pay, unless the site says it already."""
        import_catalogue(self.instance)
        dynamodb = self.clients("dynamodb")
        with suppress(dynamodb.exceptions.ConditionalCheckFailedException):
            dynamodb.put_item(
                TableName=f"{self.instance.name}-payments",
                Item={name: TypeSerializer().serialize(value) for name, value in payment_instructions().items()},
                ConditionExpression="attribute_not_exists(payer)",
            )

    def publish_catalogue(self) -> None:
        publish.publish_catalogue(self.clients, self.instance.name)


@contextmanager
def emulator(instance: Instance) -> Iterator[Process]:
    """Runs the emulator with its saved state. It responds when the block begins, and stops when the block ends."""
    folder = instance.folder / "emulator"
    folder.mkdir(parents=True, exist_ok=True)
    environment = {
        **os.environ,
        "AUTH": "true",
        "BIND_HOST": "127.0.0.1",
        "GATEWAY_PORT": str(instance.port_aws),
        "LOG_LEVEL": "WARNING",
        "MINISTACK_REGION": REGION,
        "AWS_DEFAULT_REGION": REGION,
        # Functions inherit these two, and find the emulator by them.
        "AWS_ENDPOINT_URL": instance.aws,
        "AWS_EC2_METADATA_DISABLED": "true",
        # MQTT would listen on every network interface, and nothing here uses it.
        "IOT_MTLS_ENABLED": "0",
        "PERSIST_STATE": "1",
        "STATE_DIR": str(folder / "state"),
        "S3_PERSIST": "1",
        "S3_DATA_DIR": str(folder / "s3"),
        "TMPDIR": str(folder),
    }
    require_free("PORT_AWS", instance.port_aws)
    command = [sys.executable, "-m", "stack.local_aws"]
    hint = "Start it again; scripts/dev --reset deletes all local data."
    with Process("The local AWS", command, instance.folder / "emulator.log", folder, environment, hint) as process:
        with step("Starting the local AWS"):
            process.wait_until(lambda: responds(f"{instance.aws}/_ministack/health"))
        yield process


@contextmanager
def running(instance: Instance) -> Iterator[Stack]:
    """Runs the emulator and deploys the present build. Everything stops when the block ends."""
    terminate_orphans(instance.folder)
    with emulator(instance) as process:
        try:
            with step("Deploying template.yaml"):
                stack = Stack(instance, process, create_developer_key(instance))
                stack.refresh()
            yield stack
        finally:
            instance.delete_description()


@contextmanager
def site(instance: Instance, api: str, built: bool = False, cdn: str = "") -> Iterator[Process]:
    """
    Serves the web app and the API at one origin, as the CDN does, until the block ends: from its sources with reload,
    or the present build if `built`.

    With `cdn`, the build is served through the CDN, to which it was published.
    """
    require_free("PORT_SITE", instance.port_site)
    vite = tools.FRONTEND / "node_modules" / "vite" / "bin" / "vite.js"
    variables = {
        "PORT_SITE": str(instance.port_site),
        "API_ADDRESS": api,
        "MAIL_ADDRESS": instance.mail,
        "CDN_ADDRESS": cdn,
    }
    command: list[str | Path] = ["node", vite, *(["preview"] if built else [])]
    log, environment = instance.folder / "site.log", {**os.environ, **variables}
    with Process("The web app", command, log, tools.FRONTEND, environment) as process:
        with step("Starting the web app"):
            process.wait_until(lambda: responds(instance.site))
        yield process


def import_catalogue(instance: Instance) -> None:
    """Imports the catalogue into the tables of a stack that is described."""
    catalogue = str(ROOT / "infra" / "catalogue")
    tools.run([build.binary_path("ops"), "catalogue", "import", "--from", catalogue], env=instance.variables())


def payment_instructions() -> dict[str, Any]:
    """Examples of how to pay in each currency of the catalogue, as the function that sets them stores them."""
    prices = [tomllib.loads(path.read_text()) for path in (ROOT / "infra/catalogue/prices").glob("*.toml")]
    text = {
        "en": "Transfer the amount to this example account.",
        "fr": "Virez le montant sur ce compte fictif.",
        "ar": "حوّل المبلغ إلى هذا الحساب الافتراضي.",
    }
    ways = [
        {"currency": currency, "method": "transfer", "account": f"{currency} 00 0000 0000", "text": text}
        for currency in sorted({price["currency"] for price in prices})
    ]
    cash = {
        "en": "At this example office.",
        "fr": "À ce bureau fictif.",
        "ar": "في هذا المكتب الافتراضي.",
    }
    ways.append({"currency": "DZD", "method": "cash", "text": cash})
    return {"payer": "instructions", "paymentId": f"{1:010}", "version": 1, "ways": ways}


def reset(instance: Instance) -> None:
    terminate_orphans(instance.folder)
    shutil.rmtree(instance.folder, ignore_errors=True)
    instance.delete_description()
