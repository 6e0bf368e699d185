"""The journey of a client that openapi-python-client has generated (`test_generated_client.py`)."""

import io
from http import HTTPStatus
from typing import Any

from masar_client import AuthenticatedClient, Client, models
from masar_client.api.files import finalize_video_upload, start_video_upload, upload_document, upload_video_chunk
from masar_client.api.users import get_me, login, register_user, verify_email
from masar_client.types import File

from journey import run


def parsed(response: Any, status: HTTPStatus = HTTPStatus.OK) -> Any:
    assert response.status_code == status, response
    return response.parsed


class PythonClient:
    def __init__(self, api: str) -> None:
        self.api = api
        self.client: Any = Client(base_url=api)

    def register(self, user: dict[str, str]) -> str:
        registration = models.Registration(
            fullname=user["fullname"],
            phone1=user["phone1"],
            email=user["email"],
            address=user["address"],
            password=user["password"],
            type_=models.UserType.STUDENT,
            country=user["country"],
        )
        response = register_user.sync_detailed(client=self.client, body=registration)
        return str(parsed(response, HTTPStatus.CREATED).data.field_id)

    def verify_email(self, token: str) -> None:
        parsed(verify_email.sync_detailed(client=self.client, body=models.EmailVerification(token=token)))

    def refused_login(self, email: str, password: str) -> str:
        credentials = models.Credentials(email=email, password=password)
        response = login.sync_detailed(client=self.client, body=credentials)
        return str(parsed(response, HTTPStatus.UNAUTHORIZED).code.value)

    def log_in(self, email: str, password: str) -> None:
        credentials = models.Credentials(email=email, password=password, remember=False)
        signed_in = parsed(login.sync_detailed(client=self.client, body=credentials))
        self.client = AuthenticatedClient(base_url=self.api, token=signed_in.token)

    def me(self) -> tuple[str, str]:
        user = parsed(get_me.sync_detailed(client=self.client)).data
        return user.field_id, user.email

    def upload_document(self, name: str, content: bytes) -> str:
        document = File(payload=io.BytesIO(content), file_name=name, mime_type="application/pdf")
        body = models.UploadDocumentBody(document=document)
        response = upload_document.sync_detailed(client=self.client, body=body)
        return str(parsed(response, HTTPStatus.CREATED).data.url)

    def start_video(self) -> tuple[str, int]:
        upload = parsed(start_video_upload.sync_detailed(client=self.client), HTTPStatus.CREATED)
        return upload.upload_id, upload.chunk_size

    def presign_chunk(self, upload: str, index: int, size: int) -> tuple[str, str]:
        body = models.UploadVideoChunkBody(upload_id=upload, chunk_index=index, chunk_size=size)
        part = parsed(upload_video_chunk.sync_detailed(client=self.client, body=body)).data
        return part.method, part.url

    def finalize_video(self, upload: str, name: str, chunks: int) -> str:
        finished = models.FinishedUpload(
            upload_id=upload, original_name=name, mime_type="video/mp4", total_chunks=chunks
        )
        response = finalize_video_upload.sync_detailed(client=self.client, body=finished)
        return str(parsed(response, HTTPStatus.CREATED).data.url)


if __name__ == "__main__":
    run(PythonClient)
