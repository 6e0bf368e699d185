"""
A stack that the last release has deployed and the present one has updated, with the functions of one of the two.

So it is during a release and after going back: tables, roles and routes are those of the present template, and each
function has the code and the variables of its release.
"""

import json
from pathlib import Path

from .. import build, last_release
from ..cloudformation import physical_ids
from ..instance import Instance
from ..local_clients import LocalClients
from ..local_stack import Stack

PRESENT = "present"
LAST = "last"


def deploy(stack: Stack) -> None:
    """Deploys both releases, and keeps what `switch` needs."""
    last_release.deploy(stack.instance, stack.credentials)
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
    binary = last_release.binary() if release == LAST else build.binary_path(build.FUNCTIONS)
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
