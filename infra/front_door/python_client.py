"""
Signs up, signs in, and sends a document and a video with the client that `test_generated_client.py` has generated.

It runs in the environment of `requirements/clients.txt`, with the URLs of the API and of the emails, and a video.
"""

import io
import re
import sys
import time
import uuid
from http import HTTPStatus
from pathlib import Path
from typing import Any

import httpx
from masar_client import AuthenticatedClient, Client, models
from masar_client.api.files import finalize_video_upload, start_video_upload, upload_document, upload_video_chunk
from masar_client.api.users import get_me, login, register_user, verify_email
from masar_client.types import File

#: A page, and bytes that are no text.
PDF = (
    b"%PDF-1.7\n%\xff\xfe\x00\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)
PASSWORD = "Correct horse 1"


def parsed(response: Any, status: HTTPStatus = HTTPStatus.OK) -> Any:
    """The typed body of a successful response."""
    assert response.status_code == status, response
    return response.parsed


def verification_token(mail: str, email: str) -> str:
    """Waits for the verification email."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        messages = httpx.get(mail, params={"to": email}).json()["messages"]
        for message in (message for mails in messages.values() for message in mails):
            if found := re.search(r"/verify-email\?token=(\S+)", message["BodyText"]):
                return found[1]
        time.sleep(0.2)
    raise AssertionError(f"no link was sent to {email}")


def sign_up(api: str, mail: str) -> AuthenticatedClient:
    """Registers a user, verifies the email address and signs in."""
    client = Client(base_url=api)
    email = f"{uuid.uuid4().hex}@example.org"
    registration = models.Registration(
        fullname="Amina Benali",
        phone1="+213551234567",
        email=email,
        address="12 rue Didouche Mourad, Alger",
        password=PASSWORD,
        type_=models.UserType.STUDENT,
        country="Algeria",
    )
    registered = parsed(register_user.sync_detailed(client=client, body=registration), HTTPStatus.CREATED).data
    token = verification_token(mail, email)
    parsed(verify_email.sync_detailed(client=client, body=models.EmailVerification(token=token)))

    wrong = login.sync_detailed(client=client, body=models.Credentials(email=email, password="Wrong horse 1"))
    assert parsed(wrong, HTTPStatus.UNAUTHORIZED).code == models.ErrorCode.INCORRECT_CREDENTIALS
    signed_in = parsed(
        login.sync_detailed(client=client, body=models.Credentials(email=email, password=PASSWORD, remember=False))
    )
    user = AuthenticatedClient(base_url=api, token=signed_in.token)
    me = parsed(get_me.sync_detailed(client=user)).data
    assert (me.field_id, me.email) == (registered.field_id, email)
    return user


def send_document(client: AuthenticatedClient) -> None:
    document = File(payload=io.BytesIO(PDF), file_name="cv.pdf", mime_type="application/pdf")
    body = models.UploadDocumentBody(document=document)
    stored = parsed(upload_document.sync_detailed(client=client, body=body), HTTPStatus.CREATED).data
    assert httpx.get(stored.url).content == PDF


def send_video(client: AuthenticatedClient, video: bytes) -> None:
    """Sends the chunks to presigned URLs."""
    upload = parsed(start_video_upload.sync_detailed(client=client), HTTPStatus.CREATED)
    chunks = [video[start : start + upload.chunk_size] for start in range(0, len(video), upload.chunk_size)]
    assert len(chunks) > 1
    for index, chunk in enumerate(chunks):
        body = models.UploadVideoChunkBody(upload_id=upload.upload_id, chunk_index=index, chunk_size=len(chunk))
        part = parsed(upload_video_chunk.sync_detailed(client=client, body=body)).data
        assert httpx.request(part.method, part.url, content=chunk).status_code == HTTPStatus.OK
    finished = models.FinishedUpload(
        upload_id=upload.upload_id, original_name="video.mp4", mime_type="video/mp4", total_chunks=len(chunks)
    )
    stored = parsed(finalize_video_upload.sync_detailed(client=client, body=finished), HTTPStatus.CREATED).data
    assert httpx.get(stored.url).content == video


if __name__ == "__main__":
    api_url, mail_url, video_path = sys.argv[1:]
    user_client = sign_up(api_url, mail_url)
    send_document(user_client)
    send_video(user_client, Path(video_path).read_bytes())
