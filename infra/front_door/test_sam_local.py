"""What only `sam local start-api` shows: its gateway, and functions in containers (docs/operations/local.md)."""

import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from http import HTTPStatus
from pathlib import Path
from urllib.request import Request, urlopen

import boto3
import pytest
from botocore.exceptions import ClientError
from infra.front_door.specification_support import (
    PDF,
    STACK,
    Answer,
    Client,
    log_in,
    make_video,
    register,
    verify_email,
)

from stack import container_engine, sam_local
from stack.instance import REGION, Instance, free_port

INSTANCE = Instance.described(Path(os.environ["STACK_FILE"]))


@pytest.fixture(scope="module")
def api() -> Iterator[Client]:
    # Containers are no children of this process: it removes them also when scripts/test is interrupted.
    signal.signal(signal.SIGTERM, lambda *_: pytest.exit("terminated"))
    port = free_port()
    with ExitStack() as running:
        engine = running.enter_context(container_engine.running(INSTANCE.folder / "podman"))
        if "LAMBDA_IMAGE" in os.environ:
            sam_local.compile_functions()
            running.enter_context(sam_local.running(INSTANCE, port, engine))
        else:
            running.enter_context(sam_local.running_on_own_libraries(INSTANCE, port, engine))
        yield Client(f"http://127.0.0.1:{port}")


def test_reads_the_catalogue_in_arabic(api: Client) -> None:
    courses = api.send("GET", "/courses?lang=ar").body["data"]
    assert any(re.search("[\u0621-\u064a]", json.dumps(course, ensure_ascii=False)) for course in courses)


def test_json_a_token_and_a_form_with_bytes_that_are_no_text_reach_the_functions(api: Client) -> None:
    email = register(api, fullname="أمينة بن علي")
    verify_email(api, email)
    assert api.send("GET", "/users/me").status == HTTPStatus.UNAUTHORIZED
    log_in(api, email)
    assert api.send("GET", "/users/me").body["data"]["fullname"] == "أمينة بن علي"
    assert stored(api.form("/file/document", {}, "document", PDF)) == PDF
    api.token = ""


def stored(answer: Answer) -> bytes:
    assert answer.status == HTTPStatus.CREATED, answer
    with urlopen(answer.body["data"]["url"]) as response:
        content: bytes = response.read()
    return content


def test_a_presigned_part_of_a_video_is_for_browsers(api: Client, tmp_path: Path) -> None:
    video = make_video(tmp_path / "video.mp4")
    upload = api.send("POST", "/file/video/start-upload", b"").body["uploadId"]
    chunk = {"uploadId": upload, "chunkIndex": "0", "chunkSize": str(len(video))}
    part = api.form("/file/video/upload-chunk", chunk).body["data"]
    assert part["url"].startswith(INSTANCE.aws)
    with urlopen(Request(part["url"], data=video, method=part["method"])) as sent:
        assert sent.status == HTTPStatus.OK
    end = {"uploadId": upload, "originalName": "video.mp4", "mimeType": "video/mp4", "totalChunks": 1}
    assert stored(api.send("POST", "/file/video/finalize-upload", json.dumps(end).encode())) == video


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
def test_an_unknown_route_is_refused_differently_from_the_deployed_api(api: Client, method: str, path: str) -> None:
    # docs/operations/local.md has a table of these differences.
    assert Client(STACK["api"]).send(method, path).status == HTTPStatus.NOT_FOUND
    assert api.send(method, path).status == HTTPStatus.FORBIDDEN
