"""Rolls an environment back to an earlier release."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from samtranslator.yaml_helper import yaml_parse

from ..console import CommandError
from . import companion_stacks, failed_update, releases
from .deploy import UNKNOWN_SITE
from .environment import Environment, confirm, stack_outputs
from .parameters import overrides, values, with_derived, without_gradual_release
from .sam import sam_for
from .steps import publish_earlier_site, require_working_site


def roll_back(environment: Environment, name: str) -> int:
    """
    Deploys an earlier release again, by default the one before, with the present parameters. Nothing is built, and the
    tables are not changed.

    After an update that failed and was not rolled back, the release before is the one that the stack had until then.
    """
    before = stack_outputs(environment)
    current = before.get("Release", "")
    site = environment.value("SiteAddress") or before.get("DistributionAddress", UNKNOWN_SITE)
    if not current:
        raise CommandError(
            f"{environment.stack} has no release.", "Deploy first; every deployment stores its release from then on."
        )
    if failed_update.exists(environment):
        name = name or current
        if not confirm(f"This rolls {environment.stack} back from a failed update to {name}.", environment):
            return 1
        failed_update.roll_back(environment)
        if name == current:
            # The site is published after the functions, so it is still that of this release.
            require_working_site(before)
            print(f"{environment.stack} runs {name} again.")
            return 0
        environment = replace(environment, confirmed=True)
    name = name or releases.one_before(environment, environment.client, current)
    with TemporaryDirectory() as folder:
        template, dist = releases.fetch(environment, environment.client, name, Path(folder))
        if not confirm(f"This rolls {environment.stack} back from {current} to {name}.", environment):
            return 1
        known = yaml_parse(template.read_text())["Parameters"]
        derived = with_derived(environment, companion_stacks.parameters(environment, read_only=True))
        parameters = {
            parameter: value
            for parameter, value in values(without_gradual_release(derived), site).items()
            if parameter in known
        }
        sam = sam_for(environment)
        options = ("--no-disable-rollback", "--no-confirm-changeset")
        sam("deploy", "--template-file", str(template), *overrides(parameters), *options)
        after = stack_outputs(environment)
        catalogue_error = publish_earlier_site(environment, after, dist)
    require_working_site(after)
    if catalogue_error:
        raise catalogue_error
    print(f"{environment.stack} runs {name} again.")
    return 0
