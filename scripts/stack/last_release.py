"""The last release of this repository, whose functions and pages run beside those of the next one."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from . import build, tools
from .cloudformation import physical_ids
from .instance import LOCAL, ROOT, Instance
from .local_clients import LocalClients
from .local_stack import Stack

#: The releases whose functions a stack of both can have.
PRESENT, LAST = "present", "last"

#: The versions of the legal texts, the same for both releases in the tests: a page that knows older ones asks its users
#: to load it again, which other tests show.
LEGAL_VERSIONS = "shared/data/legal.json"
#: The courses, whose pages are part of the site: the tables have those of the present files.
CATALOGUE = "infra/catalogue"
#: What publishes its site, and what deploys its stack to a local AWS. Its own modules execute them.
PUBLISH = (
    "import sys, boto3; from pathlib import Path; from stack import publish; "
    "publish.publish(boto3.client('s3'), sys.argv[1], Path(sys.argv[2]))"
)
DEPLOY = (
    "import json, sys; from pathlib import Path; "
    "from stack.instance import Instance; from stack.local_stack import Stack; "
    "folder, description, others, credentials = json.loads(sys.argv[1]); "
    "instance = Instance(folder=Path(folder), description=Path(description), **others); "
    "Stack(instance, None, credentials).refresh()"
)


@cache
def commit() -> str:
    """Its commit (CONTRIBUTING.md, Versions). Empty in a clone without it."""
    pattern = "^Release [0-9]+\\."
    return tools.output(["git", "log", "--max-count=1", "--format=%H", "-E", f"--grep={pattern}"]).strip()


def is_missing() -> str | None:
    """Why there is nothing to compare with. None if there is."""
    return None if commit() else "the clone has no commit of a release. Fetch all commits."


def file(path: str) -> str:
    return tools.output(["git", "show", f"{commit()}:{path}"])


def build_site() -> None:
    """Builds its site, unless it is built with the present versions of the legal texts and the present courses."""
    courses = sorted((ROOT / CATALOGUE).rglob("*.toml"))
    stamp, parts = checkout() / "built", "".join(path.read_text() for path in (ROOT / LEGAL_VERSIONS, *courses))
    if is_missing() or (stamp.is_file() and stamp.read_text() == parts):
        return
    extract()
    tools.install_packages(checkout() / "frontend")
    tools.run(["npm", "run", "--silent", "build"], cwd=checkout() / "frontend")
    stamp.write_text(parts)


def build_functions() -> None:
    """Builds its functions with its lock file. Cargo uses those dependencies of the present build that are the same."""
    if is_missing():
        return
    extract()
    # Cargo names the output of a workspace's crates after their paths in it and after the wrapper of the compiler. With
    # another wrapper, one release does not overwrite the crates of the other. This one only executes the compiler.
    shared = {"CARGO_BUILD_BUILD_DIR": str(tools.target_directory()), "RUSTC_WORKSPACE_WRAPPER": "env"}
    tools.run([*build.COMMAND, "--locked"], cwd=checkout(), env=environment(shared))


def list_journeys(files: Sequence[str], written: Path) -> None:
    """Writes the list of its browser journeys in some files, as Playwright reads it."""
    if is_missing():
        return
    listed = tools.output(["npm", "run", "--silent", "e2e", "--", "--list", *files], checkout() / "frontend")
    written.write_text("\n".join(line for line in listed.splitlines() if ".spec.ts:" in line))


def publish_site(bucket: str, variables: dict[str, str]) -> None:
    """Publishes its site to a bucket as it did itself. The variables name the AWS and its credentials."""
    dist = checkout() / "frontend" / "dist"
    tools.run([sys.executable, "-c", PUBLISH, bucket, dist], env=environment(variables))


def deploy(instance: Instance, credentials: dict[str, str]) -> None:
    """Deploys its template and functions to a local AWS that runs, and writes stack.json, as it did itself."""
    names = ("name", "port_aws", "port_site", "timeout_factor", "removes_files")
    others = {name: getattr(instance, name) for name in names}
    given = json.dumps([str(instance.folder), str(instance.description), others, credentials])
    tools.run([sys.executable, "-c", DEPLOY, given], env=environment({}))


def deploy_both(stack: Stack) -> None:
    """
    Deploys it, updates it to the present release, and keeps what `switch` needs.

    So it is during a release and after going back: tables, roles and routes are those of the present template, and each
    function has the code and the variables of its release.
    """
    deploy(stack.instance, stack.credentials)
    last = variables(stack.instance)
    stack.refresh()
    present = variables(stack.instance)
    names = physical_ids(stack.clients, stack.instance.name)
    # The last release has no function for what is new, so the present one responds there, as after going back.
    both = [name for name in last if name in names]
    releases = {
        release: {names[name]: values[name] for name in both} for release, values in ((LAST, last), (PRESENT, present))
    }
    kept(stack.instance).write_text(json.dumps(releases))


def switch(instance: Instance, release: str) -> None:
    """Gives the functions of the stack the code and the variables of a release."""
    credentials = json.loads(instance.description.read_text())["credentials"]
    functions = LocalClients(instance, credentials)("lambda")
    binary = target() / "debug" / build.FUNCTIONS if release == LAST else build.binary_path(build.FUNCTIONS)
    archive = build.script_archive(instance.folder, f"functions-{release}", [binary]).read_bytes()
    for name, values in json.loads(kept(instance).read_text())[release].items():
        functions.update_function_code(FunctionName=name, ZipFile=archive)
        functions.update_function_configuration(FunctionName=name, Environment={"Variables": values})


def variables(instance: Instance) -> dict[str, dict[str, str]]:
    """The variables of each function of the release that was deployed last."""
    described: dict[str, dict[str, str]] = json.loads(instance.description.with_suffix(".functions.json").read_text())
    return described


def kept(instance: Instance) -> Path:
    """The file with the variables of the functions of each release."""
    return instance.folder / "releases.json"


def environment(variables: dict[str, str]) -> dict[str, str]:
    """The environment variables of its programs, with others."""
    own = {"PYTHONPATH": str(checkout() / "scripts"), "CARGO_TARGET_DIR": str(target())}
    return {**os.environ, **variables, **own}


def extract() -> None:
    checkout().mkdir(parents=True, exist_ok=True)
    with tools.exclusive("last-release"):
        if not (stamp := checkout() / "extracted").is_file():
            archive = subprocess.run(["git", "archive", commit()], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
            subprocess.run(["tar", "-x", "-C", checkout()], input=archive, check=True)
            stamp.touch()
        shutil.copyfile(ROOT / LEGAL_VERSIONS, checkout() / LEGAL_VERSIONS)
        shutil.copytree(ROOT / CATALOGUE, checkout() / CATALOGUE, dirs_exist_ok=True)


def checkout() -> Path:
    return LOCAL / "test" / "releases" / commit()


def target() -> Path:
    return checkout() / "target"
