"""Builds the functions for this machine, and packs each as Lambda takes it."""

import hashlib
import os
import zipfile
from pathlib import Path

import yaml
from samtranslator.yaml_helper import yaml_parse

from . import tools
from .console import Failure
from .instance import ROOT

TO_DO = "Mend template.yaml."


def template() -> dict:
    """The template, as `sam deploy` reads it."""
    return read_template("template.yaml")


def read_template(path: str) -> dict:
    """A template, by its path in the repository."""
    try:
        return yaml_parse((ROOT / path).read_text())
    except yaml.YAMLError as error:
        raise Failure(f"{path} is not YAML: {error}", f"Mend {path}.") from None


def functions(source: dict) -> dict[str, str]:
    """The binary of each function, by its name in the template."""
    found = {}
    for name, resource in source["Resources"].items():
        if resource.get("Type") == "AWS::Serverless::Function":
            try:
                found[name] = resource["Metadata"]["BuildProperties"]["Binary"]
            except KeyError as missing:
                raise Failure(f"{name} in template.yaml does not say which binary it is: {missing} is missing.", TO_DO) from None
    return found


def build() -> None:
    """Compiles the functions and the operator's tool with the profile that is quick to build."""
    tools.run(["cargo", "build", "--workspace", "--bins"])


def pack(binaries: list[str], folder: Path) -> dict[str, Path]:
    """An archive for each binary, named after its content. Those that nobody needs any more are deleted."""
    folder.mkdir(parents=True, exist_ok=True)
    built = tools.target_directory() / "debug"
    archives = {binary: archive(built / binary, folder) for binary in binaries}
    for left_over in set(folder.iterdir()) - set(archives.values()):
        left_over.unlink()
    return archives


def archive(binary: Path, folder: Path) -> Path:
    digest = hashlib.sha256(binary.read_bytes()).hexdigest()
    path = folder / f"{binary.name}-{digest[:16]}.zip"
    if not path.is_file():
        unfinished = path.with_suffix(".unfinished")
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
            bootstrap = zipfile.ZipInfo("bootstrap")
            bootstrap.external_attr = 0o755 << 16
            bootstrap.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(bootstrap, binary.read_bytes())
        os.replace(unfinished, path)
    return path
