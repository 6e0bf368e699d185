"""Brings an instance up, step by step, keeps it up to date, and takes it down."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from . import build, deploy, emulator, publish, tools
from .console import step
from .instance import ROOT, Instance
from .processes import Process, terminate_orphans


@dataclass
class Stack:
    """A deployed stack, on an emulator that runs."""

    instance: Instance
    emulator: Process
    #: The developer's key, made anew at every start.
    credentials: dict
    #: Where the API answers, without the site's /api in front.
    api: str = ""
    #: Where the CDN answers, when the web app is published.
    cdn: str = ""
    site_bucket: str = ""

    def refresh(self) -> None:
        """Deploys what is built, and describes the result in stack.json."""
        source = build.template()
        archives = build.pack(list(build.functions(source).values()), self.archives, self.instance.whole_archives)
        deployed = deploy.deploy(self.instance, self.cloud, source, archives)
        self.instance.describe(deployed, self.credentials)
        self.api = deployed["api"]
        self.cdn = deployed["cdn"]
        self.site_bucket = deployed["buckets"]["site"]

    def replace_code(self, binary: str) -> None:
        """Has a function that is deployed run what was just built."""
        functions = {binary: function for function, binary in build.functions(build.template()).items()}
        if binary in functions:
            linked = build.link(build.built(binary), self.archives)
            archive = build.script(self.archives, linked.name, [linked])
            deploy.replace_code(self.instance, self.cloud, functions[binary], archive)

    @property
    def archives(self) -> Path:
        return self.instance.folder / "archives"

    @property
    def cloud(self) -> deploy.Cloud:
        return deploy.Cloud(self.instance, self.credentials)

    def publish(self) -> None:
        """Puts the built web app where the CDN has it from."""
        publish.publish(self.cloud("s3"), self.site_bucket, tools.FRONTEND / "dist")

    def import_catalogue(self) -> None:
        """Puts the catalogue's files into the stack's tables."""
        description = self.instance.description.with_suffix(".env")
        variables = dict(line.split("=", 1) for line in description.read_text().splitlines())
        tools.run(
            [build.built("ops"), "catalogue", "import", "--from", str(ROOT / "infra" / "catalogue")], env=variables
        )


@contextmanager
def running(instance: Instance) -> Iterator[Stack]:
    """The stack, deployed with what is built, for as long as the block lasts."""
    terminate_orphans(instance.folder)
    with emulator.running(instance) as process:
        try:
            with step("Deploying template.yaml"):
                stack = Stack(instance, process, deploy.developer_key(instance))
                stack.refresh()
            yield stack
        finally:
            instance.forget_description()


def reset(instance: Instance) -> None:
    """Forgets everything that the instance kept."""
    terminate_orphans(instance.folder)
    shutil.rmtree(instance.folder, ignore_errors=True)
    instance.forget_description()
