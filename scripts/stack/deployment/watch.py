"""Watches a release after requests have been switched to it."""

import json
import time

from .environment import Clients, Environment

#: How long a release is watched, and how often.
WATCH_SECONDS, POLL_SECONDS = 180, 5
#: How many responses of each status are a fault of the release. The gateway responds with 500 for a function that
#: crashes or times out, and `internal_error` has this status. A request that AWS rejects, such as one without
#: permission, gets 503, as do failures of AWS.
FAULTS = {"500": 1, "503": 3}


class Watch:
    """What goes wrong on a stack from the time at which it is created."""

    def __init__(self, environment: Environment, aws: Clients) -> None:
        self._aws = aws
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
        """The faults up to now."""
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
