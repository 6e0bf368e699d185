"""Rolls an environment back to an earlier release."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from samtranslator.yaml_helper import yaml_parse

from ..console import CommandError
from . import companion_stacks, failed_update, releases, route_settings
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
    current = current_release(environment, before)
    undoes_update = failed_update.exists(environment)
    if undoes_update and name in ("", current):
        return undo_update(environment, before, current)
    name = name or releases.one_before(environment, environment.client, current)
    with TemporaryDirectory() as folder:
        # Before the update is undone, which is final: this fails if there is no such release.
        template, dist = releases.fetch(environment, environment.client, name, Path(folder))
        origin = "a failed update" if undoes_update else current
        if not confirm(f"This rolls {environment.stack} back from {origin} to {name}.", environment):
            return 1
        if undoes_update:
            failed_update.roll_back(environment)
        derived = with_derived(environment, companion_stacks.parameters(environment, read_only=True))
        deploy_stored(without_gradual_release(derived), before, template, site_of(environment, before))
        after = stack_outputs(environment)
        catalogue_error = publish_earlier_site(environment, after, dist)
    require_working_site(after)
    if catalogue_error:
        raise catalogue_error
    print(f"{environment.stack} runs {name} again.")
    return 0


def current_release(environment: Environment, outputs: Mapping[str, str]) -> str:
    """The name of the release that a stack with these outputs has."""
    if "Release" not in outputs:
        raise CommandError(
            f"{environment.stack} has no release.", "Deploy first; every deployment stores its release from then on."
        )
    return outputs["Release"]


def site_of(environment: Environment, outputs: Mapping[str, str]) -> str:
    """The URL of the site of a stack with these outputs."""
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
    route_settings.delete_unneeded(environment.client("apigatewayv2"), outputs, template)
    sam = sam_for(environment)
    options = ("--no-disable-rollback", "--no-confirm-changeset")
    sam("deploy", "--template-file", str(template), *overrides(parameters), *options)


def undo_update(environment: Environment, outputs: Mapping[str, str], release: str) -> int:
    """Returns the stack to the release that it had until its update failed."""
    if not confirm(f"This rolls {environment.stack} back from a failed update to {release}.", environment):
        return 1
    failed_update.roll_back(environment)
    # The site is published after the functions, so it is still that of this release.
    require_working_site(outputs)
    print(f"{environment.stack} runs {release} again.")
    return 0
