"""
Switches requests to a release that is deployed, watches it, and switches back.

By the alias `live` of each function, requests, schedules and events reach one version of it. CloudFormation creates the
alias with the first version, and does not move it (`releases.keep_aliases`). So an update of the stack changes only
what no request reaches, and a release is switched to, or back from, when everything else is in place.
"""

import json
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from botocore.exceptions import ClientError

from ..cloudformation import resources
from ..console import CommandError, step
from ..local_clients import Client
from . import releases, steps
from .environment import Environment

ALIAS = "live"
#: How many versions of a function are kept, besides those that are in use.
KEPT_VERSIONS = 5
#: How many functions are probed at once. Some accounts run no more than ten.
PROBES_AT_ONCE = 8
#: The event that makes a function read its secrets and its table, and do nothing else (shared/api/src/serve.rs).
PROBE = {
    "version": "2.0",
    "routeKey": "probe",
    "rawPath": "/",
    "rawQueryString": "",
    "headers": {},
    "requestContext": {
        "accountId": "",
        "apiId": "",
        "domainName": "probe.invalid",
        "domainPrefix": "",
        "requestId": "probe",
        "routeKey": "probe",
        "stage": "$default",
        "time": "",
        "timeEpoch": 0,
        "http": {"method": "GET", "path": "/", "protocol": "HTTP/1.1", "sourceIp": "127.0.0.1", "userAgent": ""},
    },
    "isBase64Encoded": False,
}

#: Versions by the name of their function.
Versions = Mapping[str, str]


class Functions:
    """The functions of a stack that have the alias."""

    def __init__(self, environment: Environment) -> None:
        self._lambda: Client = environment.client("lambda")
        found = resources(environment.client, environment.stack)
        #: Their names, by logical id. The ARN of an alias ends with the names of its function and its own.
        self._names = {
            resource.logical_id.removesuffix(f"Alias{ALIAS}"): resource.id.split(":")[-2]
            for resource in found
            if resource.type == "AWS::Lambda::Alias"
        }
        #: The versions that CloudFormation has created: it may name them in a later update.
        self._of_stack = {
            resource.id.split(":")[-2]: resource.id.split(":")[-1]
            for resource in found
            if resource.type == "AWS::Lambda::Version"
        }

    def live(self) -> dict[str, str]:
        aliases = (self._lambda.get_alias(FunctionName=name, Name=ALIAS) for name in self._names.values())
        return dict(zip(self._names.values(), (alias["FunctionVersion"] for alias in aliases), strict=True))

    def live_release(self) -> str | None:
        """
        The release that requests reach. None if there is none, or if a switch was interrupted.

        A function that a later release has added stays at that one, after going back and before the switch to it.
        """
        live = {
            name: release_of(self._lambda.get_function_configuration(FunctionName=name, Qualifier=ALIAS))
            for name in self._names.values()
        }
        oldest = min((release for release in live.values() if release), default=None)
        later = [name for name, release in live.items() if release != oldest]
        was_interrupted = any(release_of(version) == oldest for name in later for version in self._versions(name))
        return None if was_interrupted else oldest

    def publish(self) -> dict[str, str]:
        """Publishes what the stack has as versions. A function that has not changed keeps its newest version."""
        return {name: self._lambda.publish_version(FunctionName=name)["Version"] for name in self._names.values()}

    def of_release(self, release: str, functions: Iterable[str]) -> dict[str, str] | None:
        """The versions of a release that had functions with these logical ids. None if one is missing."""
        found = {}
        for function in functions:
            versions = self._versions(self._names[function]) if function in self._names else ()
            of_release = [version["Version"] for version in versions if release_of(version) == release]
            if not of_release:
                return None
            found[self._names[function]] = of_release[-1]
        return found

    def probe(self, versions: Versions) -> list[str]:
        """Makes each version start, and read what it needs. Returns the errors."""
        for name, version in versions.items():
            self._lambda.get_waiter("published_version_active").wait(FunctionName=name, Qualifier=version)
        with ThreadPoolExecutor(PROBES_AT_ONCE) as pool:
            errors = pool.map(lambda item: probe_error(self._lambda, *item), versions.items())
        return [error for error in errors if error]

    def switch(self, versions: Versions) -> None:
        """Moves the aliases, one after the other: Lambda accepts 15 such requests a second. Undoes it if one fails."""
        before = self.live()
        try:
            self._move(versions)
        except ClientError as error:
            with suppress(ClientError):
                self._move(before)
            raise CommandError(
                f"The release could not be switched to: {error}", "The one before is live. Try again."
            ) from None

    def prune(self) -> None:
        """Deletes old versions. Their code counts against a limit of the account."""
        live = self.live()
        for name in self._names.values():
            published = [found["Version"] for found in self._versions(name) if found["Version"] != "$LATEST"]
            needed = {*published[-KEPT_VERSIONS:], live[name], self._of_stack.get(name)}
            for version in published:
                if version not in needed:
                    self._lambda.delete_function(FunctionName=name, Qualifier=version)

    def _versions(self, name: str) -> Iterable[dict[str, Any]]:
        """The versions of a function, the oldest first."""
        pages = self._lambda.get_paginator("list_versions_by_function").paginate(FunctionName=name)
        return (version for page in pages for version in page["Versions"])

    def _move(self, versions: Versions) -> None:
        for name, version in versions.items():
            self._lambda.update_alias(FunctionName=name, Name=ALIAS, FunctionVersion=version)


def probe_error(client: Client, name: str, version: str) -> str | None:
    answer = client.invoke(FunctionName=name, Qualifier=version, Payload=json.dumps(PROBE).encode())
    payload = answer["Payload"].read().decode()
    # A job answers nothing, and an endpoint a response.
    if "FunctionError" not in answer and (payload == "null" or json.loads(payload)["statusCode"] == 200):
        return None
    return f"{name}, version {version}: {payload[:300]}"


def live_release(environment: Environment, outputs: Mapping[str, str]) -> str | None:
    """The release that requests reach in a stack with these outputs. After going back, it is not that of the stack."""
    if "Release" not in outputs:
        return None
    return Functions(environment).live_release() or outputs["Release"]


def release_of(configuration: Mapping[str, Any]) -> str | None:
    release: str | None = configuration.get("Environment", {}).get("Variables", {}).get("RELEASE")
    return release


#: How long a release is watched, and how often.
WATCH_SECONDS, POLL_SECONDS = 180, 5
#: How many responses of each status are a fault of the release. The gateway responds with 500 for a function that
#: crashes or times out, and `internal_error` has this status. A request that AWS rejects, such as one without
#: permission, gets 503, as do failures of AWS.
FAULTS = {"500": 1, "503": 3}


class Watch:
    """What goes wrong on a stack from the time at which it is created."""

    def __init__(self, environment: Environment) -> None:
        self._aws = environment.client
        self._stack = environment.stack
        self._since = time.time()
        self._alarms = self._alarms_on()

    def wait(self) -> list[str]:
        """Waits for a fault. Returns what was found as soon as there is one, and nothing at the end of the time."""
        until = time.monotonic() + WATCH_SECONDS
        while True:
            if faults := self.faults():
                return faults
            if time.monotonic() >= until:
                return []
            time.sleep(POLL_SECONDS)

    def faults(self) -> list[str]:
        alarms = [f"The alarm {alarm} is on." for alarm in sorted(self._alarms_on() - self._alarms)]
        responses = self._responses()
        return alarms + [
            f"{len(found)} responses with status {status}: {found[0]}"
            for status, least in FAULTS.items()
            if len(found := [line for line in responses if json.loads(line)["status"] == status]) >= least
        ]

    def _alarms_on(self) -> set[str]:
        pages = self._aws("cloudwatch").get_paginator("describe_alarms")
        found = pages.paginate(AlarmNamePrefix=f"{self._stack}-", StateValue="ALARM")
        return {alarm["AlarmName"] for page in found for alarm in page["MetricAlarms"]}

    def _responses(self) -> list[str]:
        """The gateway's log lines of failed responses."""
        pages = (
            self._aws("logs")
            .get_paginator("filter_log_events")
            .paginate(
                logGroupName=f"/aws/vendedlogs/apigateway/{self._stack}",
                startTime=int(self._since * 1000),
                filterPattern='{ $.status = "50*" }',
            )
        )
        return [event["message"] for page in pages for event in page["events"]]


@dataclass(frozen=True)
class Switch:
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
    functions = Functions(environment)
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
        switch = Switch(Watch(environment), before, functions.live())
        functions.switch(published)
    return switch


def require_working_release(environment: Environment, outputs: Mapping[str, str], switch: Switch | None = None) -> None:
    """Tests the site, and watches a release that was switched to for some minutes. Goes back when there is a fault."""
    with step("Testing the site"):
        # The site's own domain may not point to the CDN yet.
        errors = steps.smoke_test(lambda path: steps.fetch(outputs["DistributionAddress"] + path))
    if switch and not errors:
        with step("Watching the release for faults (minutes)"):
            errors = switch.watch.wait()
    if not errors:
        if switch:
            Functions(environment).prune()
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
        Functions(environment).switch(switch.versions)
    if switch.before in releases.names(environment):
        with TemporaryDirectory() as folder:
            _, dist = releases.fetch(environment, switch.before, Path(folder))
            steps.publish_site(environment, outputs, dist, is_earlier=True)
