"""Every endpoint through `sam local start-api`. It needs a container engine (docs/operations/local.md)."""

import json
import os
import re
import subprocess
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import boto3
import pytest
import urllib3
from botocore.exceptions import ClientError

from stack import container_engine, sam_local, templates
from stack.instance import REGION, Instance, free_port

INSTANCE = Instance.described(Path(os.environ["STACK_FILE"]))
STACK = json.loads(INSTANCE.description.read_text())
HTTP = urllib3.PoolManager(timeout=120, retries=False)
PASSWORD = "Correct horse 1"
#: An image of one pixel, with bytes that are no UTF-8.
GIF = bytes.fromhex("47494638396101000100800000ff0000ffffff21f90400000000002c00000000010001000002024401003b")
#: A page, and bytes that are no text.
PDF = (
    b"%PDF-1.7\n%\xff\xfe\x00\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)


class Api:
    """Sends requests through SAM, and collects their routes."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.routes: set[str] = set()

    def call(self, route: str, path: str = "", token: str = "", cookie: str = "", **request: Any) -> Any:
        """Sends a request. Returns status and body of the response, whose headers it keeps."""
        method, pattern = route.split(" ")
        self.routes.add(route)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"Cookie": cookie} if cookie else {}
        response = HTTP.request(method, self.url + (path or pattern), headers=headers, **request)
        self.headers = response.headers
        return response.status, json.loads(response.data)

    def data(self, status: int, route: str, *arguments: Any, **more: Any) -> Any:
        """The body of a successful response."""
        found_status, body = self.call(route, *arguments, **more)
        assert (found_status, body.get("success")) == (status, True), body
        return body


@pytest.fixture(scope="module")
def api() -> Iterator[Any]:
    sam_local.compile_functions()
    port = free_port()
    with ExitStack() as running:
        running.enter_context(sam_local.running(INSTANCE, port, container_engine.require()))
        yield Api(f"http://127.0.0.1:{port}")


@pytest.fixture(scope="module")
def user(api: Any) -> Any:
    """A user who has signed up and verified the email address."""
    email = f"{uuid.uuid4().hex}@example.org"
    registration = {
        "fullname": "Amina Benali",
        "phone1": "+213551234567",
        "email": email,
        "address": "12 rue Didouche Mourad, Algiers",
        "password": PASSWORD,
        "type": "student",
        "country": "Algeria",
    }
    registered = api.data(201, "POST /users/register", json=registration)["data"]
    api.data(200, "POST /users/resend-verification", json={"email": email})
    link = mailed(email, rf"{re.escape(STACK['site'])}/verify-email\?lang=\w+&token=(\S+)")
    assert api.data(200, "POST /users/verification", json={"token": link})["data"]["email"] == email
    api.data(200, "POST /users/verify-email", json={"token": link})
    assert api.call("POST /users/reject-verification", json={"token": link})[0] == 409
    assert api.call("POST /users/correct-email", json={"email": email})[0] == 400
    token = api.data(200, "POST /users/login", json={"email": email, "password": PASSWORD})["token"]
    return {"id": registered["_id"], "email": email, "token": token}


def mailed(email: str, pattern: str) -> str:
    """Waits for an email to the email address that matches the pattern. Returns the first group."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        messages = HTTP.request("GET", STACK["mail"], fields={"to": email}).json()["messages"]
        for mail in (mail for mails in messages.values() for mail in mails):
            if found := re.search(pattern, mail["BodyText"], re.MULTILINE):
                return found[1]
        time.sleep(0.2)
    raise AssertionError(f"no mail to {email} has {pattern}")


def test_reads_the_catalogue(api: Any) -> None:
    courses = api.data(200, "GET /courses", "/courses?lang=ar")["data"]
    prices = api.data(200, "GET /coursePrices", "/coursePrices?country=Algeria")["data"]
    assert {price["course"] for price in prices} <= {course["_id"] for course in courses} != set()


def test_uploads_and_reads_a_document_and_a_photo_as_bytes(api: Any, user: dict[str, str]) -> None:
    for kind, name, content in (("document", "cv.pdf", PDF), ("image", "photo.gif", GIF)):
        file = api.data(201, f"POST /file/{kind}", token=user["token"], fields={kind: (name, content)})["data"]
        assert file["url"].startswith(INSTANCE.aws)
        read = HTTP.request("GET", file["url"])
        assert read.status == 200
        assert kind == "image" or read.data == content
    api.data(200, "DELETE /file/{id}", f"/file/{file['_id']}", user["token"])


def test_refuses_invalid_and_too_large_documents(api: Any) -> None:
    for content, refused in (
        (b"\xff\xfe", (415, "cv_file_type_wrong")),
        (PDF + bytes(3 * 1024 * 1024), (413, "cv_file_too_large")),
    ):
        status, body = api.call("POST /file/document", fields={"document": ("cv.pdf", content)})
        assert (status, body["code"]) == refused


def test_uploads_a_video_by_form_and_by_presigned_url(api: Any, tmp_path: Path) -> None:
    arguments: list[str | Path] = [
        "-f",
        "lavfi",
        "-i",
        "testsrc2=size=160x90:rate=5",
        "-t",
        "2",
        "-c:v",
        "mpeg4",
        tmp_path / "video.mp4",
    ]
    subprocess.run([os.environ["FFMPEG_PATH"], "-loglevel", "error", *arguments], check=True)
    video = (tmp_path / "video.mp4").read_bytes()
    for by_url in (False, True):
        upload = api.data(201, "POST /file/video/start-upload")["uploadId"]
        chunk = {"chunkSize": str(len(video))} if by_url else {"chunk": ("blob", video)}
        sent = api.data(200, "POST /file/video/upload-chunk", fields={"uploadId": upload, "chunkIndex": "0", **chunk})[
            "data"
        ]
        if by_url:
            assert sent["url"].startswith(INSTANCE.aws)
            assert HTTP.request(sent["method"], sent["url"], body=video).status == 200
        kept = api.data(200, "GET /file/video/{uploadId}", f"/file/video/{upload}")["data"]["chunks"]
        assert kept == [{"chunkIndex": 0, "size": len(video)}]
        end = {"uploadId": upload, "originalName": "video.mp4", "mimeType": "video/mp4", "totalChunks": 1}
        file = api.data(201, "POST /file/video/finalize-upload", json=end)["data"]
        assert HTTP.request("GET", file["url"]).data == video
    upload = api.data(201, "POST /file/video/start-upload")["uploadId"]
    api.data(200, "DELETE /file/video/{uploadId}", f"/file/video/{upload}")


def test_reads_and_changes_the_profile_only_with_a_token(api: Any, user: dict[str, str]) -> None:
    assert api.call("GET /users/me")[0] == 401
    profile = api.data(200, "GET /users/me", token=user["token"])["data"]
    changed = {
        "_id": user["id"],
        "fullname": "أمينة بن علي",
        "phone1": profile["phone1"],
        "address": profile["address"],
        "country": profile["country"],
    }
    changed["birthdate"] = "1990-01-31"
    path = f"/users/{user['id']}"
    assert (
        api.data(200, "PUT /users/{id}", path, user["token"], json=changed)["data"]["fullname"] == changed["fullname"]
    )


def test_resets_a_password_with_the_emailed_code_and_deletes_the_user(api: Any, user: dict[str, str]) -> None:
    api.data(200, "POST /users/request-reset", json={"email": user["email"]})
    code = mailed(user["email"], r"^(\d{6})$")
    api.data(200, "POST /users/verify-reset-code", json={"email": user["email"], "resetCode": code})
    cookie = api.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    reset = {"email": user["email"], "newPassword": "Another horse 2"}
    api.data(200, "POST /users/reset-password", cookie=cookie.split(";")[0], json=reset)
    login = {"email": user["email"], "password": reset["newPassword"]}
    token = api.data(200, "POST /users/login", json=login)["token"]
    api.data(200, "POST /users/delete", token=token, json={"password": login["password"]})
    assert api.call("POST /users/login", json=login)[0] == 401


def test_a_function_has_the_permissions_of_its_role(api: Any) -> None:
    template = json.loads((INSTANCE.folder / "sam" / "template.json").read_text())
    variables = template["Resources"]["CoursesListFunction"]["Properties"]["Environment"]["Variables"]
    dynamodb = boto3.client(
        "dynamodb",
        endpoint_url=INSTANCE.aws,
        region_name=REGION,
        aws_access_key_id=variables["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=variables["AWS_SECRET_ACCESS_KEY"],
        aws_session_token=variables["AWS_SESSION_TOKEN"],
    )
    assert dynamodb.scan(TableName=STACK["tables"]["courses"])["Items"]
    with pytest.raises(ClientError, match="AccessDenied"):
        dynamodb.scan(TableName=STACK["tables"]["users"])


@pytest.mark.parametrize(("method", "path"), [("GET", "/nothing"), ("POST", "/courses")])
def test_an_unknown_route_is_refused_differently_from_the_deployed_api(api: Any, method: str, path: Any) -> None:
    # docs/operations/local.md has a table of these differences.
    assert HTTP.request(method, STACK["api"] + path).status == 404
    assert HTTP.request(method, api.url + path).status == 403


def test_every_route_was_tested(api: Any) -> None:
    assert api.routes == set(templates.routes(templates.main()))
