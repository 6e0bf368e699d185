"""Brings an instance up, step by step, and takes it down."""

import shutil
from contextlib import contextmanager
from pathlib import Path

from . import build, deploy, emulator, tools
from .console import step
from .instance import ROOT, Instance


@contextmanager
def running(instance: Instance):
    """The emulator with the stack deployed and the catalogue imported, for as long as the block lasts."""
    instance.folder.mkdir(parents=True, exist_ok=True)
    with step("Starting the local AWS"):
        process = emulator.start(instance)
    try:
        with step("Deploying template.yaml"):
            deployed = refresh(instance)
        with step("Importing the catalogue"):
            import_catalogue(instance)
        yield deployed
    finally:
        process.stop()
        instance.forget_description()


def refresh(instance: Instance) -> dict:
    """Deploys what was built, and describes the result in stack.json."""
    credentials = instance.described()["credentials"] if instance.description.is_file() else deploy.developer_key(instance)
    source = build.template()
    archives = build.pack(list(build.functions(source).values()), instance.folder / "archives")
    deployed = deploy.deploy(instance, deploy.Cloud(instance, credentials), archives)
    instance.describe(deployed, credentials)
    return deployed


def import_catalogue(instance: Instance, catalogue: Path = ROOT / "infra" / "catalogue") -> None:
    """Puts the catalogue's files into the stack's tables."""
    variables = dict(
        line.split("=", 1) for line in instance.description.with_suffix(".env").read_text().splitlines()
    )
    ops = tools.target_directory() / "debug" / "ops"
    tools.run([ops, "catalogue", "import", "--from", str(catalogue)], env=variables)


def reset(instance: Instance) -> None:
    """Forgets everything that the instance kept."""
    shutil.rmtree(instance.folder, ignore_errors=True)
