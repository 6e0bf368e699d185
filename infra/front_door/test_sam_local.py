"""What only `sam local start-api` shows: its gateway, and functions in containers (docs/operations/local.md)."""

import json
import os
import re
import signal
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

from stack import podman, sam_local
from stack.instance import REGION, Instance, free_port

INSTANCE = Instance.described(Path(os.environ["STACK_FILE"]))
STACK = json.loads(INSTANCE.description.read_text())
HTTP = urllib3.PoolManager(timeout=120, retries=False)
PASSWORD = "Correct horse 1"
#: A page, and bytes that are no text.
PDF = (
    b"%PDF-1.7\n%\xff\xfe\x00\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)


class Api:
    """Sends requests through SAM."""

    def __init__(self, url: str) -> None:
        self.url = url

    def data(self, status: int, route: str, query: str = "", token: str = "", **request: Any) -> Any:
        """The body of a successful response."""
        method, path = route.split(" ")
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        response = HTTP.request(method, self.url + path + query, headers=headers, **request)
        body = json.loads(response.data)
        assert (response.status, body.get("success")) == (status, True), body
        return body


@pytest.fixture(scope="module")
def api() -> Iterator[Api]:
    # Containers are no children of this process: it removes them also when scripts/test is interrupted.
    signal.signal(signal.SIGTERM, lambda *_: pytest.exit("terminated"))
    port = free_port()
    with ExitStack() as running:
        engine = running.enter_context(podman.running(INSTANCE.folder / "podman"))
        if "LAMBDA_IMAGE" in os.environ:
            sam_local.compile_functions()
            running.enter_context(sam_local.running(INSTANCE, port, engine))
        else:
            running.enter_context(sam_local.running_on_own_libraries(INSTANCE, port, engine))
        yield Api(f"http://127.0.0.1:{port}")


@pytest.fixture(scope="module")
def token(api: Api) -> str:
    """The token of a user who has signed up and verified the email address."""
    email = f"{uuid.uuid4().hex}@example.org"
    registration = {
        "fullname": "أمينة بن علي",
        "phone1": "+213551234567",
        "email": email,
        "address": "12 rue Didouche Mourad, Algiers",
        "password": PASSWORD,
        "type": "student",
        "country": "Algeria",
    }
    api.data(201, "POST /users/register", json=registration)
    link = mailed(email, rf"{re.escape(STACK['site'])}/verify-email\?lang=\w+&token=(\S+)")
    api.data(200, "POST /users/verify-email", json={"token": link})
    return str(api.data(200, "POST /users/login", json={"email": email, "password": PASSWORD})["token"])


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


def test_reads_the_catalogue_in_arabic(api: Api) -> None:
    courses = api.data(200, "GET /courses", "?lang=ar")["data"]
    assert any(re.search("[\u0621-\u064a]", json.dumps(course, ensure_ascii=False)) for course in courses)


def test_json_and_a_token_reach_the_functions(api: Api, token: str) -> None:
    assert HTTP.request("GET", f"{api.url}/users/me").status == 401
    assert api.data(200, "GET /users/me", token=token)["data"]["fullname"] == "أمينة بن علي"


def test_a_form_keeps_bytes_that_are_no_text(api: Api, token: str) -> None:
    file = api.data(201, "POST /file/document", token=token, fields={"document": ("cv.pdf", PDF)})["data"]
    assert HTTP.request("GET", file["url"]).data == PDF


def test_a_presigned_part_of_a_video_is_for_browsers(api: Api, tmp_path: Path) -> None:
    path = tmp_path / "video.mp4"
    source = ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=5", "-t", "2", "-c:v", "mpeg4"]
    subprocess.run([os.environ["FFMPEG_PATH"], "-loglevel", "error", *source, path], check=True)
    video = path.read_bytes()
    upload = api.data(201, "POST /file/video/start-upload")["uploadId"]
    chunk = {"uploadId": upload, "chunkIndex": "0", "chunkSize": str(len(video))}
    part = api.data(200, "POST /file/video/upload-chunk", fields=chunk)["data"]
    assert part["url"].startswith(INSTANCE.aws)
    assert HTTP.request(part["method"], part["url"], body=video).status == 200
    end = {"uploadId": upload, "originalName": "video.mp4", "mimeType": "video/mp4", "totalChunks": 1}
    file = api.data(201, "POST /file/video/finalize-upload", json=end)["data"]
    assert HTTP.request("GET", file["url"]).data == video


@pytest.mark.usefixtures("api")
def test_a_function_has_the_permissions_of_its_role() -> None:
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
def test_an_unknown_route_is_refused_differently_from_the_deployed_api(api: Api, method: str, path: str) -> None:
    # docs/operations/local.md has a table of these differences.
    assert HTTP.request(method, STACK["api"] + path).status == 404
    assert HTTP.request(method, api.url + path).status == 403
