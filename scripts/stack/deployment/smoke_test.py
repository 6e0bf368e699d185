"""Tests what every visitor of a deployed site needs."""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.message import Message
from typing import Any

from ..publish import script_hashes


@dataclass(frozen=True)
class Response:
    """A response of the site. Its status is 0 if the request failed."""

    status: int
    #: Their names are looked up case-insensitively.
    headers: "Message[str, str] | Mapping[str, str]"
    text: str


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


def fetch(url: str) -> Response:
    """The response at a URL, even if it is an error."""
    try:
        with urllib.request.urlopen(url, timeout=35) as response:
            return Response(response.status, response.headers, response.read().decode(errors="replace"))
    except urllib.error.HTTPError as error:
        return Response(error.code, error.headers, error.read().decode(errors="replace"))
    except OSError as error:
        return Response(0, {}, str(error))


def errors(get: Callable[[str], Response]) -> list[str]:
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
