"""The journey of a client that OpenAPI Generator has generated (`test_generated_client.py`)."""

from masar_api import ApiClient, Configuration, FilesApi, UsersApi, models
from masar_api.exceptions import UnauthorizedException

from journey import run


class GeneratorClient:
    """The requests of the journey. Statuses other than those of success are exceptions."""

    def __init__(self, api: str) -> None:
        self.configuration = Configuration(host=api)
        client = ApiClient(self.configuration)
        self.users = UsersApi(client)
        self.files = FilesApi(client)

    def register(self, user: dict[str, str]) -> str:
        registration = models.Registration(
            fullname=user["fullname"],
            phone1=user["phone1"],
            email=user["email"],
            address=user["address"],
            password=user["password"],
            type=models.UserType.STUDENT,
            country=user["country"],
        )
        return str(self.users.register_user(registration).data.id)

    def verify_email(self, token: str) -> None:
        self.users.verify_email(models.EmailVerification(token=token))

    def refused_login(self, email: str, password: str) -> str:
        try:
            self.users.login(models.Credentials(email=email, password=password))
        except UnauthorizedException as refusal:
            return str(refusal.data.code.value)
        raise AssertionError("The login was accepted.")

    def log_in(self, email: str, password: str) -> None:
        credentials = models.Credentials(email=email, password=password, remember=False)
        self.configuration.access_token = self.users.login(credentials).token

    def me(self) -> tuple[str, str]:
        user = self.users.get_me().data
        return user.id, user.email

    def upload_document(self, name: str, content: bytes) -> str:
        return str(self.files.upload_document((name, content)).data.url)

    def start_video(self) -> tuple[str, int]:
        upload = self.files.start_video_upload()
        return upload.upload_id, upload.chunk_size

    def presign_chunk(self, upload: str, index: int, size: int) -> tuple[str, str]:
        part = self.files.upload_video_chunk(upload, index, chunk_size=size).data
        return part.method, part.url

    def finalize_video(self, upload: str, name: str, chunks: int) -> str:
        finished = models.FinishedUpload(
            upload_id=upload, original_name=name, mime_type="video/mp4", total_chunks=chunks
        )
        return str(self.files.finalize_video_upload(finished).data.url)


if __name__ == "__main__":
    run(GeneratorClient)
