"""`scripts/deploy --same-release`: deploys the release that a stack has again, with the settings of samconfig.toml."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from samtranslator.yaml_helper import yaml_parse

from ..console import CommandError, step
from . import companion_stacks, failed_update, preflight, releases
from .environment import Environment, confirm, describe_stack, outputs_of, parameters_of, stack_outputs
from .parameters import values, with_derived
from .rollback import deploy_stored, release_of_stack, site_of
from .switch import require_working_release, switch_to
from .versions import live_release

#: The parameters that the web app and the functions are built for.
BUILT_IN = ("SiteAddress", "Architecture")


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
        template, dist = releases.fetch(environment, environment.client, current, Path(folder))
        if not failed_update.resolve(environment):
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
            releases.store(environment, environment.client, release, template, dist)
    switch = switch_to(environment, release)
    after = stack_outputs(environment)
    companion_stacks.deploy_alarms(environment, after)
    require_working_release(environment, after, switch)
    print(f"{environment.stack} runs {current} with the present settings, as {release}.")
    return 0


def require_same_build(
    environment: Environment, release: str, wanted: Mapping[str, str], stack: Mapping[str, Any]
) -> None:
    """Fails if a release of a stack was built for other parameters than these."""
    deployed = parameters_of(stack)
    if changed := [name for name in BUILT_IN if wanted[name] != deployed.get(name)]:
        raise CommandError(
            f"{release} was built for another {' and '.join(changed)}.",
            f"Run scripts/deploy {environment.name}, which builds a release.",
        )
