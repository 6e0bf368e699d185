"""Publishes catalogue and web app, and tests what every visitor of a deployed site needs."""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from .. import publish
from ..console import CommandError, step
from ..publish import script_hashes
from .builds import run_ops
from .environment import Environment

#: Where to find out why the catalogue was not published.
READ_LOG = f"Read the log of {publish.PUBLISHER}."
#: What each header of a page contains.
PAGE_HEADERS = {
    "Content-Security-Policy": [
        "default-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
    ],
    "Strict-Transport-Security": ["max-age="],
    "X-Content-Type-Options": ["nosniff"],
    "X-Frame-Options": ["DENY"],
    "Referrer-Policy": ["same-origin"],
    "Permissions-Policy": ["camera=()"],
    "Cross-Origin-Opener-Policy": ["same-origin"],
}


def publish_site(
    environment: Environment, outputs: Mapping[str, str], dist: Path, is_earlier: bool = False
) -> CommandError | None:
    """
    Publishes the catalogue and a built web app, and invalidates the CDN's cache.

    A new web app may read what only the catalogue of its own release has, so it fails without that. The web app of an
    earlier release is published all the same, and the error returned.
    """
    error = None
    with step("Publishing the web app"):
        try:
            publish.publish_catalogue(environment.client, environment.stack)
        except (BotoCoreError, ClientError, CommandError) as cause:
            if not is_earlier:
                raise CommandError(
                    f"The web app was not published, because this failed first: {cause}",
                    f"The functions are new and the site is old. {READ_LOG} Deploy again, or add --rollback to go "
                    "back.",
                ) from None
            error = CommandError(
                f"{environment.stack} is rolled back and its site is published, but this failed: {cause}",
                f"Visitors read the catalogue that was published last. {READ_LOG} A schedule tries again every five "
                "minutes.",
            )
        publish.publish(environment.client("s3"), outputs["SiteBucketName"], dist)
        publish.invalidate(environment.client("cloudfront"), outputs["DistributionId"])
    return error


def import_catalogue_if_empty(environment: Environment) -> None:
    """Imports the repository's catalogue into a stack that has no courses."""
    if environment.client("dynamodb").scan(TableName=f"{environment.stack}-courses", Limit=1)["Count"] == 0:
        with step("Importing the catalogue"):
            run_ops(["catalogue", "import", "--stack", environment.stack], AWS_REGION=environment.region)


@dataclass(frozen=True)
class Response:
    """A response of the site. Its status is 0 if the request failed."""

    status: int
    #: Their names are looked up case-insensitively.
    headers: "Message[str, str] | Mapping[str, str]"
    text: str


def fetch(url: str) -> Response:
    try:
        with urllib.request.urlopen(url, timeout=35) as response:
            return Response(response.status, response.headers, response.read().decode(errors="replace"))
    except urllib.error.HTTPError as error:
        return Response(error.code, error.headers, error.read().decode(errors="replace"))
    except OSError as error:
        return Response(0, {}, str(error))


def smoke_test(get: Callable[[str], Response]) -> list[str]:
    """Requests pages, an asset and two endpoints by their paths. Returns what is wrong with their responses."""
    found = []

    def expect(condition: bool, error: str) -> None:
        if not condition:
            found.append(error)

    home = get("/?lang=ar")
    expect(home.status == 200 and '<html lang="ar"' in home.text, f"The start page in Arabic: {home.status}")
    for header, wanted in PAGE_HEADERS.items():
        found_value = home.headers.get(header, "")
        expect(all(part in found_value for part in wanted), f"Pages have {header}: {found_value or 'none'}")
    policy = home.headers.get("Content-Security-Policy", "")
    scripts = script_hashes(home.text)
    expect(bool(scripts) and all(source in policy for source in scripts), "The policy refuses the start page's script")
    assets = re.findall(r'"(/assets/[^"]+\.js)"', home.text)
    expect(bool(assets), "The start page names no script")
    for asset in assets[:1]:
        script = get(asset)
        cache_control = script.headers.get("Cache-Control", "")
        expect(script.status == 200 and "immutable" in cache_control, f"{asset}: {script.status}")
    missing = get("/no-such-page")
    expect(missing.status == 404 and "<h1" in missing.text, f"A missing page: {missing.status}")
    courses = get("/api/courses?lang=fr")
    listed = data_of(courses.text)
    expect(courses.status == 200 and listed is not None, f"The API's courses: {courses.status} {courses.text[:200]}")
    expect(listed != [], "The API's courses: the list is empty")
    me = get("/api/users/me")
    expect(me.status == 401, f"The API without a token: {me.status}")
    return found


def data_of(text: str) -> list[Any] | None:
    """The list in a successful response of the API; None for any other response."""
    try:
        body = json.loads(text)
        data: list[Any] = body["data"]
        return data if body["success"] is True else None
    except (KeyError, TypeError, ValueError):
        return None
