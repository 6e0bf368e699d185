"""Switches requests to a release that is deployed, and back."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from ..console import CommandError, step
from . import releases
from .environment import Environment
from .steps import publish_earlier_site, site_errors
from .versions import Functions, Versions
from .watch import Watch


@dataclass(frozen=True)
class Switch:
    """The switch to a release."""

    watch: Watch
    #: The release before, and the versions of its functions.
    before: str | None
    versions: Versions


def switch_to(environment: Environment, release: str) -> Switch | None:
    """
    Publishes versions of what the stack has, probes them, and switches requests to them. When a probe fails, it fails
    before the switch.

    None if requests reach the release already: in a first deployment.
    """
    functions = Functions(environment.client, environment.stack)
    before = functions.live_release()
    if before == release:
        return None
    with step("Publishing and probing the new versions of the functions"):
        published = functions.publish()
        errors = functions.probe(published)
    if errors:
        raise CommandError(
            "The new versions do not work, so no request reaches them:\n"
            + "\n".join(f"  | {error}" for error in errors),
            f"{before or 'The release before'} is live. The logs of these functions have the causes.",
        )
    with step(f"Switching to {release}"):
        switch = Switch(Watch(environment, environment.client), before, functions.live())
        functions.switch(published)
    return switch


def require_working_release(environment: Environment, outputs: Mapping[str, str], switch: Switch | None) -> None:
    """Tests the site, and watches the release for some minutes. Goes back when there is a fault."""
    with step("Testing the site"):
        errors = site_errors(outputs)
    if switch and not errors:
        with step("Watching the release for faults (minutes)"):
            errors = switch.watch.wait()
    if not errors:
        if switch:
            Functions(environment.client, environment.stack).prune()
        return
    message = "\n".join(f"  | {error}" for error in errors)
    if switch is None:
        raise CommandError(f"The site is deployed, but:\n{message}", "See docs/runbook.md.")
    go_back(environment, outputs, switch)
    raise CommandError(
        f"The release has faults, so {switch.before or 'the release before'} is live again:\n{message}",
        "docs/runbook.md, Release went back.",
    )


def go_back(environment: Environment, outputs: Mapping[str, str], switch: Switch) -> None:
    """Switches requests back. The functions come first, because they are what may fail."""
    with step(f"Going back to {switch.before or 'the release before'}"):
        Functions(environment.client, environment.stack).switch(switch.versions)
    if switch.before in releases.names(environment, environment.client):
        with TemporaryDirectory() as folder:
            _, dist = releases.fetch(environment, environment.client, switch.before, Path(folder))
            publish_earlier_site(environment, outputs, dist)
