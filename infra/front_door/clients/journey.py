"""
The journey of each generated client: it signs up, signs in, and sends a document and a video.

It runs in the environment of `requirements/clients.txt`, with a video. A client has a method for each step, which
checks the status of the response.
"""

import sys
import uuid
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any

import httpx
from infra.front_door.specification_support import API, PDF, SAMPLE, VERIFICATION_LINK, mailed


def run(connect: Callable[[str], Any]) -> None:
    """Runs the journey. `connect` makes a client for the URL of the API."""
    client = connect(API)
    sign_up_and_in(client)
    assert httpx.get(client.upload_document("cv.pdf", PDF)).content == PDF
    send_video(client, Path(sys.argv[1]).read_bytes())


def sign_up_and_in(client: Any) -> None:
    user = {**SAMPLE, "email": f"{uuid.uuid4().hex}@example.org"}
    registered = client.register(user)
    client.verify_email(mailed(user["email"], VERIFICATION_LINK))
    assert client.refused_login(user["email"], "Wrong horse 1") == "incorrect_credentials"
    client.log_in(user["email"], user["password"])
    assert client.me() == (registered, user["email"])


def send_video(client: Any, video: bytes) -> None:
    upload, chunk_size = client.start_video()
    chunks = [video[start : start + chunk_size] for start in range(0, len(video), chunk_size)]
    assert len(chunks) > 1
    for index, chunk in enumerate(chunks):
        method, url = client.presign_chunk(upload, index, len(chunk))
        assert httpx.request(method, url, content=chunk).status_code == HTTPStatus.OK
    assert httpx.get(client.finalize_video(upload, "video.mp4", len(chunks))).content == video
