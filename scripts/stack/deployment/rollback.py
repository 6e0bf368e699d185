"""`scripts/deploy --rollback` and `--same-release`: deploy a stored release again. Nothing is built."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from samtranslator.yaml_helper import yaml_parse

from .. import templates
from ..cloudformation import describe_stack, outputs_of, parameters_of
from ..console import CommandError, step
from . import companion_stacks, leftovers, preflight, releases
from .builds import UNKNOWN_SITE
from .environment import Environment, confirm, stack_outputs
from .sam import delete_route_settings, overrides, sam_for, values, with_derived
from .steps import publish_site
from .switch import Functions, live_release, require_working_release, switch_to

#: The parameters that the web app and the functions are built for.
BUILT_IN = ("SiteAddress", "Architecture")


def roll_back(environment: Environment, name: str) -> int:
    """
    Goes back to an earlier release, by default the one before. Nothing is built, and the tables are not changed.

    Going back by one release moves the aliases of the functions only. Going back further deploys the stored template
    with the present parameters.
    """
    outputs = stack_outputs(environment)
    deployed = release_of_stack(environment, outputs)
    if leftovers.has_failed_update(environment) and name in ("", deployed):
        return undo_update(environment, outputs, deployed)
    current = live_release(environment, outputs) or deployed
    name = name or releases.one_before(environment, current)
    with TemporaryDirectory() as folder:
        # Before a failed update is undone, which is final: this fails if there is no such release.
        template, dist = releases.fetch(environment, name, Path(folder))
        if not confirm(f"This rolls {environment.stack} back from {current} to {name}.", environment):
            return 1
        if leftovers.has_failed_update(environment):
            leftovers.roll_back_update(environment)
        functions = Functions(environment)
        # Functions work with the stack of their own release, and with that of the next one.
        earlier = (stored for stored in releases.names(environment) if stored < deployed)
        if name in (deployed, next(earlier, None)) and (
            versions := functions.of_release(name, templates.functions(yaml_parse(template.read_text())))
        ):
            with step(f"Switching to {name}"):
                functions.switch(versions)
            catalogue_error = publish_site(environment, outputs, dist, is_earlier=True)
        else:
            require_data_version(template, outputs)
            # The older site first: it works with newer functions, and the other way round is not tested.
            catalogue_error = publish_site(environment, outputs, dist, is_earlier=True)
            derived = with_derived(environment, companion_stacks.parameters(environment, read_only=True))
            deploy_stored(derived, outputs, template, site_of(environment, outputs))
            functions = Functions(environment)
            with step(f"Switching to {name}"):
                functions.switch(functions.publish())
    require_working_release(environment, outputs)
    if catalogue_error:
        raise catalogue_error
    print(f"{environment.stack} runs {name} again.")
    return 0


def release_of_stack(environment: Environment, outputs: Mapping[str, str]) -> str:
    if "Release" not in outputs:
        raise CommandError(
            f"{environment.stack} has no release.", "Deploy first; every deployment stores its release from then on."
        )
    return outputs["Release"]


def site_of(environment: Environment, outputs: Mapping[str, str]) -> str:
    return environment.value("SiteAddress") or outputs.get("DistributionAddress", UNKNOWN_SITE)


def deploy_stored(environment: Environment, outputs: Mapping[str, str], template: Path, site: str) -> None:
    """
    Deploys the stored template of a release to a stack with these outputs, with those parameters that it has. Defaults
    are its own: those of the checkout may be meant for code that is not released.
    """
    stored = yaml_parse(template.read_text())
    wanted = values(environment, site, stored)
    parameters = {name: value for name, value in wanted.items() if name in stored["Parameters"]}
    if omitted := sorted(set(environment.parameters) - set(parameters)):
        print(f"· The release has no parameters {', '.join(omitted)}, which are omitted.")
    delete_route_settings(environment.client("apigatewayv2"), outputs, template)
    sam = sam_for(environment)
    options = ("--no-disable-rollback", "--no-confirm-changeset")
    sam("deploy", "--template-file", str(template), *overrides(parameters), *options)


def require_data_version(template: Path, outputs: Mapping[str, str]) -> None:
    """Fails if the stack with these outputs has data that the release of a stored template does not understand."""
    stored = yaml_parse(template.read_text())
    deployed = int(outputs.get("DataVersion", "1"))
    version = int(stored.get("Outputs", {}).get("DataVersion", {}).get("Value", "1"))
    if version < deployed:
        raise CommandError(
            f"That release has version {version} of the data, and the stack has version {deployed}. It would delete "
            "files that users need.",
            "docs/operations/releases.md, Versions of the data. Go back to a later release, or deploy a correction.",
        )


def undo_update(environment: Environment, outputs: Mapping[str, str], release: str) -> int:
    """Returns the stack to the release that it had until its update failed. No request has reached the other one."""
    if not confirm(f"This rolls {environment.stack} back from a failed update to {release}.", environment):
        return 1
    leftovers.roll_back_update(environment)
    require_working_release(environment, outputs)
    print(f"{environment.stack} runs {release} again.")
    return 0


def deploy_same_release(environment: Environment) -> int:
    """
    Changes the parameters of a stack, and its companion stacks. Nothing is built, and the web app is not changed: so an
    urgent setting releases nothing else.
    """
    preflight.require_settings(environment)
    outputs = stack_outputs(environment)
    current = live_release(environment, outputs) or release_of_stack(environment, outputs)
    with TemporaryDirectory() as folder:
        # Before a failed update is undone, which is final: this fails if the release is not stored.
        template, dist = releases.fetch(environment, current, Path(folder))
        if not leftovers.resolve_failed_update(environment):
            return 1
        stack = describe_stack(environment.client("cloudformation"), environment.stack)
        before = outputs_of(stack)
        site = site_of(environment, before)
        require_same_build(environment, current, values(environment, site, yaml_parse(template.read_text())), stack)
        question = f"This changes the settings of {environment.stack}, and keeps {current}."
        if environment.requires_confirmation and not confirm(question, environment):
            return 1
        # Lambda publishes new versions of functions that have changed: their variables have the name.
        release = releases.rename(template, current)
        environment = with_derived(environment, companion_stacks.parameters(environment))
        deploy_stored(environment, before, template, site)
        with step(f"Storing the release {release}"):
            releases.store(environment, release, template, dist)
    switch = switch_to(environment, release)
    after = stack_outputs(environment)
    companion_stacks.deploy_alarms(environment, after)
    require_working_release(environment, after, switch)
    print(f"{environment.stack} runs {current} with the present settings, as {release}.")
    return 0


def require_same_build(
    environment: Environment, release: str, wanted: Mapping[str, str], stack: Mapping[str, Any]
) -> None:
    deployed = parameters_of(stack)
    if changed := [name for name in BUILT_IN if wanted[name] != deployed.get(name)]:
        raise CommandError(
            f"{release} was built for another {' and '.join(changed)}.",
            f"Run scripts/deploy {environment.name}, which builds a release.",
        )
