"""Tries what everybody needs of a site that was deployed."""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Answer:
    """What the site answered."""

    status: int
    #: Whatever the case of their names.
    headers: Mapping[str, str]
    text: str


def fetch(address: str) -> Answer:
    """What is answered at an address, be it an error."""
    try:
        with urllib.request.urlopen(address, timeout=35) as response:
            return Answer(response.status, response.headers, response.read().decode(errors="replace"))
    except urllib.error.HTTPError as error:
        return Answer(error.code, error.headers, error.read().decode(errors="replace"))
    except OSError as error:
        return Answer(0, {}, str(error))


def faults(ask: Callable[[str], Answer]) -> list[str]:
    """What is not as it should be."""
    found = []

    def expect(holds: bool, fault: str) -> None:
        if not holds:
            found.append(fault)

    home = ask("/?lang=ar")
    expect(home.status == 200 and '<html lang="ar"' in home.text, f"The start page in Arabic: {home.status}")
    expect(
        "default-src 'none'" in home.headers.get("Content-Security-Policy", ""), "Pages have no content security policy"
    )
    assets = re.findall(r'"(/assets/[^"]+\.js)"', home.text)
    expect(bool(assets), "The start page names no script")
    for asset in assets[:1]:
        script = ask(asset)
        expect(
            script.status == 200 and "immutable" in script.headers.get("Cache-Control", ""), f"{asset}: {script.status}"
        )
    missing = ask("/no-such-page")
    expect(missing.status == 404 and "<h1" in missing.text, f"A page that is not there: {missing.status}")
    courses = ask("/api/courses?lang=fr")
    listed = data_of(courses.text)
    expect(courses.status == 200 and listed is not None, f"The API's courses: {courses.status} {courses.text[:200]}")
    expect(listed != [], "The API's courses: there are none")
    me = ask("/api/users/me")
    expect(me.status == 401, f"The API without a token: {me.status}")
    return found


def data_of(text: str) -> list | None:
    """What a successful answer lists; nothing when it is none."""
    try:
        body = json.loads(text)
        return body["data"] if body["success"] is True else None
    except (KeyError, TypeError, ValueError):
        return None
