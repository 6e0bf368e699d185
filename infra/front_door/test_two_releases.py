"""
The functions of the last release and the present ones on the same tables, as during a release and after going back.

A user signs in again after each change: a release need not accept the tokens of another one.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from infra.front_door.specification_support import PDF, Client, log_in, make_video, register_teacher, verify_email

from stack.instance import Instance
from stack.last_release import LAST, PRESENT, switch

STACK = Instance.described(Path(os.environ["STACK_FILE"]))


@pytest.fixture(autouse=True)
def last_release_afterwards() -> Iterator[None]:
    """The journeys of the same stack expect its functions."""
    yield
    switch(STACK, LAST)


def change_profile(client: Client, fullname: str) -> None:
    user = client.send("GET", "/users/me?lang=en").body["data"]
    curriculum = client.form("/file/document", {}, "document", PDF).body["data"]["_id"]
    courses = [course["_id"] for course in user["teacher"]["courses"]]
    teacher = {"courses": courses, "curriculum": curriculum, "video": user["teacher"]["video"]["_id"]}
    changed = {**user, "fullname": fullname, "birthdate": "1990-04-02", "teacher": teacher}
    saved = client.json("PUT", f"/users/{user['_id']}?lang=en", changed)["data"]
    assert (saved["fullname"], saved["teacher"]["curriculum"]["_id"]) == (fullname, curriculum)


def ask_for_place(client: Client) -> None:
    """Asks for a place in the first course with a run for which the user has not asked."""
    for listed in client.send("GET", "/courses?lang=en").body["data"]:
        course = client.send("GET", f"/courses/{listed['_id']}?lang=en").body["data"]
        if course["runs"] and course["_id"] not in profile(client)["requested"]:
            client.json("POST", f"/courses/{course['_id']}/requests", {"run": course["runs"][0]["id"]})
            return
    raise AssertionError("no course has a run")


def profile(client: Client) -> dict[str, Any]:
    """What the API says of the user, without what expires or depends on the release."""
    user = client.send("GET", "/users/me?lang=en").body["data"]
    courses = client.send("GET", "/users/me/courses?lang=en").body["data"]
    fields = ("_id", "fullname", "email", "phone1", "address", "birthdate", "country", "type")
    return {
        **{field: user[field] for field in fields},
        "courses": [course["_id"] for course in user["teacher"]["courses"]],
        "files": [content(user["teacher"][name]["url"]) for name in ("curriculum", "video")],
        "requested": [request["course"]["_id"] for request in courses["requested"]],
    }


def content(url: str) -> bytes:
    with urlopen(url) as response:
        stored: bytes = response.read()
    return stored


@pytest.mark.parametrize(("first", "second"), [(PRESENT, LAST), (LAST, PRESENT)])
def test_each_release_reads_and_changes_what_the_other_has_written(first: str, second: str, tmp_path: Path) -> None:
    video = make_video(tmp_path / "video.mp4")
    switch(STACK, first)
    email = register_teacher(Client(), video)
    client = Client()
    verify_email(client, email)
    log_in(client, email)
    change_profile(client, "Amina Haddad")
    ask_for_place(client)
    written = profile(client)
    assert written["files"] == [PDF, video] and len(written["requested"]) == 1

    switch(STACK, second)
    log_in(client, email)
    assert profile(client) == written
    change_profile(client, "Amina Saidi")
    ask_for_place(client)
    changed = profile(client)
    assert changed["fullname"] == "Amina Saidi" and len(changed["requested"]) == 2

    switch(STACK, first)
    log_in(client, email)
    assert profile(client) == changed
    change_profile(client, "Amina Benali")
    ask_for_place(client)
    assert len(profile(client)["requested"]) == 3
