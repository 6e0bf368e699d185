"""A teacher who uses every call of the specification, with its payloads."""

import json
import os
from http import HTTPStatus
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen

import pytest
from infra.front_door.specification_support import (
    PDF,
    Client,
    log_in,
    mailed,
    make_video,
    register_teacher,
    verify_email,
)

VIDEO_BYTES = 20 * 1024 * 1024


@pytest.fixture
def video(tmp_path: Path) -> bytes:
    """A video of exactly the size that is allowed: a box that players skip fills it."""
    content = make_video(tmp_path / "video.mp4")
    left = VIDEO_BYTES - len(content)
    return content + left.to_bytes(4) + b"free" + os.urandom(left - 8)


def test_a_teacher_registers_and_signs_in_updates_resets_and_deletes(video: bytes) -> None:
    client = Client()
    email = register_teacher(client, video)
    verify_email(client, email)
    courses = client.send("GET", "/courses?lang=en").body["data"]
    log_in(client, email)

    user = client.send("GET", "/users/me?lang=ar").body["data"]
    with urlopen(user["teacher"]["video"]["url"]) as stored:
        assert stored.read() == video
    prices = client.send("GET", f"/coursePrices?lang=en&country={quote(user['country'])}").body["data"]
    assert {price["course"] for price in prices} <= {course["_id"] for course in courses}

    replaced = client.form("/file/document", {}, "document", PDF).body["data"]["_id"]
    teacher = {"courses": [courses[1]["_id"]], "curriculum": replaced, "video": user["teacher"]["video"]["_id"]}
    changed = {**user, "fullname": "Amina Haddad", "birthdate": "1990-04-02", "image": "", "teacher": teacher}
    updated = client.json("PUT", f"/users/{user['_id']}?lang=en", changed)["data"]
    assert (updated["fullname"], updated["image"]) == ("Amina Haddad", None)
    assert client.send("DELETE", f"/file/{user['teacher']['curriculum']['_id']}").status == HTTPStatus.OK

    client.json("POST", "/users/request-reset", {"email": email})
    code = {"email": email, "resetCode": mailed(email, r"\b(\d{6})\b")}
    verified = client.send("POST", "/users/verify-reset-code", json.dumps(code).encode())
    assert verified.status == HTTPStatus.OK, verified
    client.cookie = (verified.cookie or "").split(";")[0]
    password = "Another horse 2"
    client.json("POST", "/users/reset-password", {"email": email, "newPassword": password})

    client.token, client.cookie = "", ""
    client.token = client.json("POST", "/users/login?lang=en", {"email": email, "password": password})["token"]
    assert client.json("POST", "/users/delete", {"password": password})["message"]
    assert client.send("GET", "/users/me?lang=en").status == HTTPStatus.UNAUTHORIZED
