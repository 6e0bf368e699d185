"""
A client that knows the calls and payloads of the specification (§7), and nothing else.

It sends no optional field and no header besides the access token and a cookie that it is given.
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

STACK = json.loads(Path(os.environ["STACK_FILE"]).read_text())
SAMPLE = json.loads((Path(__file__).parents[2] / "shared/data/sample-user.json").read_text())
PASSWORD = SAMPLE["password"]
API = f"{STACK['site']}/api"
#: The specification's chunks have 5 MB, which the gateway of AWS passes on in no form (docs/uploads.md).
CHUNK_BYTES = 4 * 1024 * 1024
#: A page, and bytes that are no text.
PDF = (
    b"%PDF-1.7\n%\xff\xfe\x00\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)


#: What an email has that verifies its address: the token of the link.
VERIFICATION_LINK = r"/verify-email\?\S*token=(\S+)"


class Answer(NamedTuple):
    status: int
    body: dict[str, Any]
    cookie: str | None


class Client:
    """Sends requests to the API, by default through the site."""

    def __init__(self, url: str = API) -> None:
        self.url = url
        self.token = ""
        self.cookie = ""

    def send(self, method: str, path: str, body: bytes | None = None, media: str = "application/json") -> Answer:
        headers = {"Content-Type": media} if body is not None else {}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if self.cookie:
            headers["Cookie"] = self.cookie
        request = Request(self.url + path, data=body, headers=headers, method=method)
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

    def form(self, path: str, fields: dict[str, str], name: str = "", file: bytes = b"") -> Answer:
        """Sends a form, with a file if it has a name."""
        boundary = uuid.uuid4().hex
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="'
        texts = "".join(f'{head}{field}"\r\n\r\n{value}\r\n' for field, value in fields.items())
        opening = f'{head}{name}"; filename="cv.pdf"\r\nContent-Type: application/octet-stream\r\n\r\n'
        part = opening.encode() + file + b"\r\n" if name else b""
        body = texts.encode() + part + f"--{boundary}--\r\n".encode()
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


def register(client: Client, **fields: Any) -> str:
    """Registers a student, or somebody with other fields. Returns the email address."""
    email = f"{uuid.uuid4().hex}@example.org"
    client.json("POST", "/users/register", {**SAMPLE, "email": email, **fields})
    return email


def register_teacher(client: Client, video: bytes) -> str:
    """Registers a teacher with the first course. Returns the email address."""
    courses = client.send("GET", "/courses?lang=en").body["data"]
    document = client.form("/file/document", {}, "document", PDF).body["data"]["_id"]
    teacher = {"courses": [courses[0]["_id"]], "curriculum": document, "video": upload_video(client, video)}
    return register(client, type="teacher", teacher=teacher)


def verify_email(client: Client, email: str) -> None:
    client.json("POST", "/users/verify-email", {"token": mailed(email, VERIFICATION_LINK)})


def log_in(client: Client, email: str) -> None:
    client.token = client.json("POST", "/users/login?lang=en", {"email": email, "password": PASSWORD})["token"]


def make_video(path: Path) -> bytes:
    """A video of two seconds."""
    picture = ["-f", "lavfi", "-i", "testsrc=size=320x180:rate=10", "-t", "2"]
    command = [os.environ["FFMPEG_PATH"], "-loglevel", "error", *picture, "-c:v", "mpeg4", str(path)]
    subprocess.run(command, check=True)
    return path.read_bytes()
