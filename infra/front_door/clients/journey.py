"""
The journey of each generated client: it signs up, signs in, and sends a document and a video.

It runs in the environment of `requirements/clients.txt`, with the URLs of the API and of the emails, and a video.
"""

import re
import sys
import time
import uuid
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple, Protocol

import httpx

#: A page, and bytes that are no text.
PDF = (
    b"%PDF-1.7\n%\xff\xfe\x00\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)


class User(NamedTuple):
    """Who signs up."""

    email: str
    fullname: str = "Amina Benali"
    phone: str = "+213551234567"
    address: str = "12 rue Didouche Mourad, Alger"
    country: str = "Algeria"
    password: str = "Correct horse 1"


class GeneratedClient(Protocol):
    """The requests of the journey. Each checks the status of its response."""

    def register(self, user: User) -> str:
        """Registers a student. Returns the user's id."""

    def verify_email(self, token: str) -> None:
        """Verifies an email address."""

    def refused_login(self, email: str, password: str) -> str:
        """Signs in with a wrong password. Returns the code of the error."""

    def log_in(self, email: str, password: str) -> None:
        """Signs in. The requests that follow send the access token."""

    def me(self) -> tuple[str, str]:
        """The id and the email address of the signed-in user."""

    def upload_document(self, name: str, content: bytes) -> str:
        """Uploads a PDF. Returns its URL."""

    def start_video(self) -> tuple[str, int]:
        """Starts the upload of a video. Returns its id, and the size of a chunk."""

    def presign_chunk(self, upload: str, index: int, size: int) -> tuple[str, str]:
        """The method and the presigned URL for a chunk."""

    def finalize_video(self, upload: str, name: str, chunks: int) -> str:
        """Finalizes the upload of an MP4 file. Returns its URL."""


def run(connect: Callable[[str], GeneratedClient]) -> None:
    """Runs the journey. `connect` makes a client for the URL of the API."""
    api, mail, video = sys.argv[1:]
    client = connect(api)
    sign_up_and_in(client, mail)
    assert httpx.get(client.upload_document("cv.pdf", PDF)).content == PDF
    send_video(client, Path(video).read_bytes())


def sign_up_and_in(client: GeneratedClient, mail: str) -> None:
    """Registers a user, verifies the email address and signs in."""
    user = User(f"{uuid.uuid4().hex}@example.org")
    registered = client.register(user)
    client.verify_email(verification_token(mail, user.email))
    assert client.refused_login(user.email, "Wrong horse 1") == "incorrect_credentials"
    client.log_in(user.email, user.password)
    assert client.me() == (registered, user.email)


def verification_token(mail: str, email: str) -> str:
    """Waits for the verification email."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        messages = httpx.get(mail, params={"to": email}).json()["messages"]
        for message in (message for mails in messages.values() for message in mails):
            if found := re.search(r"/verify-email\?lang=\w+&token=(\S+)", message["BodyText"]):
                return found[1]
        time.sleep(0.2)
    raise AssertionError(f"no link was sent to {email}")


def send_video(client: GeneratedClient, video: bytes) -> None:
    """Sends the chunks to presigned URLs."""
    upload, chunk_size = client.start_video()
    chunks = [video[start : start + chunk_size] for start in range(0, len(video), chunk_size)]
    assert len(chunks) > 1
    for index, chunk in enumerate(chunks):
        method, url = client.presign_chunk(upload, index, len(chunk))
        assert httpx.request(method, url, content=chunk).status_code == HTTPStatus.OK
    assert httpx.get(client.finalize_video(upload, "video.mp4", len(chunks))).content == video
