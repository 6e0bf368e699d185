"""
A client that knows the calls and payloads of the specification (§7), and nothing else.

Of cookies, it keeps that of `verify-reset-code`, as any browser does. It sends no optional field and no header besides
the access token.
"""

import json
import os
import re
import subprocess
import time
import uuid
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest

STACK = json.loads(Path(os.environ["STACK_FILE"]).read_text())
#: The specification's chunks have 5 MB, which the gateway of AWS passes on in no form (docs/uploads.md).
CHUNK_BYTES = 4 * 1024 * 1024
VIDEO_BYTES = 20 * 1024 * 1024
PDF = (
    b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)


class Answer(NamedTuple):
    """An answer of the API."""

    status: int
    body: dict[str, Any]
    cookie: str | None


class Client:
    """Sends requests to the API."""

    def __init__(self) -> None:
        self.token = ""
        self.cookie = ""

    def send(self, method: str, path: str, body: bytes | None = None, media: str = "application/json") -> Answer:
        headers = {"Content-Type": media} if body is not None else {}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if self.cookie:
            headers["Cookie"] = self.cookie
        request = Request(f"{STACK['site']}/api{path}", data=body, headers=headers, method=method)
        try:
            response = urlopen(request, timeout=50)
        except HTTPError as error:
            response = error
        with response:
            return Answer(response.status, json.load(response), response.headers["Set-Cookie"])

    def json(self, method: str, path: str, payload: dict[str, Any]) -> dict[str, Any]:
        answer = self.send(method, path, json.dumps(payload).encode())
        assert answer.status in {HTTPStatus.OK, HTTPStatus.CREATED}, answer
        return answer.body

    def form(self, path: str, fields: dict[str, str], name: str, file: bytes) -> Answer:
        boundary = uuid.uuid4().hex
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="'
        texts = "".join(f'{head}{field}"\r\n\r\n{value}\r\n' for field, value in fields.items())
        opening = f'{texts}{head}{name}"; filename="cv.pdf"\r\nContent-Type: application/octet-stream\r\n\r\n'
        body = opening.encode() + file + f"\r\n--{boundary}--\r\n".encode()
        return self.send("POST", path, body, f"multipart/form-data; boundary={boundary}")


def mailed(email: str, pattern: str, number: int = 1) -> str:
    """What an email to an address contains: in the `number`th that matches."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with urlopen(f"{STACK['mail']}?to={quote(email)}") as response:
            messages = json.load(response)["messages"].values()
        texts = [message["BodyText"] for mails in messages for message in mails]
        found = [match[1] for text in texts if (match := re.search(pattern, text))]
        if len(found) >= number:
            return found[number - 1]
        time.sleep(0.2)
    raise AssertionError(f"no email to {email} has {pattern}")


@pytest.fixture
def video(tmp_path: Path) -> bytes:
    """A video of exactly the size that is allowed: a box that players skip fills it."""
    path = tmp_path / "video.mp4"
    picture = ["-f", "lavfi", "-i", "testsrc=size=320x180:rate=10", "-t", "2"]
    command = [os.environ["FFMPEG_PATH"], "-loglevel", "error", *picture, "-c:v", "mpeg4", str(path)]
    subprocess.run(command, check=True)
    content = path.read_bytes()
    left = VIDEO_BYTES - len(content)
    return content + left.to_bytes(4) + b"free" + os.urandom(left - 8)


def upload_video(client: Client, video: bytes) -> str:
    """Sends the video as the specification says: chunks in forms. Returns the id of the file."""
    upload = client.send("POST", "/file/video/start-upload", b"").body["uploadId"]
    chunks = [video[start : start + CHUNK_BYTES] for start in range(0, len(video), CHUNK_BYTES)]
    for index, chunk in reversed(list(enumerate(chunks))):
        fields = {"uploadId": upload, "chunkIndex": str(index)}
        sent = client.form("/file/video/upload-chunk", fields, "chunk", chunk)
        assert sent.status == HTTPStatus.OK, sent
    finished = {"uploadId": upload, "originalName": "me.mp4", "mimeType": "video/mp4", "totalChunks": len(chunks)}
    return str(client.json("POST", "/file/video/finalize-upload", finished)["data"]["_id"])


def test_a_teacher_registers_and_signs_in_updates_resets_and_deletes(video: bytes) -> None:
    client = Client()
    email, password = f"{uuid.uuid4().hex}@example.org", "Correct horse 1"
    courses = client.send("GET", "/courses?lang=en").body["data"]
    document = client.form("/file/document", {}, "document", PDF).body["data"]["_id"]
    registration = {
        "fullname": "Amina Benali",
        "phone1": "+213551234567",
        "email": email,
        "address": "12 rue Didouche Mourad, Alger",
        "password": password,
        "type": "teacher",
        "country": "Algeria",
        "teacher": {
            "courses": [courses[0]["_id"]],
            "curriculum": document,
            "video": upload_video(client, video),
        },
    }
    client.json("POST", "/users/register", registration)
    client.json("POST", "/users/verify-email", {"token": mailed(email, r"/verify-email\?lang=\w+&token=(\S+)")})
    client.token = client.json("POST", "/users/login?lang=fr", {"email": email, "password": password})["token"]

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
    assert client.send("DELETE", f"/file/{document}").status == HTTPStatus.OK

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
