//! `POST /file/image`: keeps a photo, made anew, until an account claims it (contract, call 12).

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use domain::{FileKind, FileName};
use files::NewFile;

use crate::{
    photo::{self, PhotoError},
    wiring::UploadImage,
};

/// The largest photo as it is sent (spec §9).
const MAX_BYTES: usize = 5 * 1024 * 1024;

impl Endpoint for UploadImage {
    /// Only the picture is kept: neither the bytes that were sent, nor what they say besides (where it was taken, by what), nor
    /// what they are called.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let owner = self.upload_authorizer.authorize(request).await?;
        let upload = request.form_file("image").await?;
        if upload.bytes.len() > MAX_BYTES {
            return Err(ErrorCode::ImageFileTooLarge.into());
        }
        let bytes = photo::reencode(&upload.bytes).map_err(|error| match error {
            PhotoError::NoPicture => ErrorCode::ImageFileTypeWrong,
            PhotoError::TooManyPixels => ErrorCode::ImageFileTooLarge,
        })?;

        let new = NewFile {
            kind: FileKind::Image,
            owner,
            name: FileName::of_photo(),
            content_type: photo::CONTENT_TYPE,
            bytes,
        };
        let data = self.files.store(new).await?;
        ApiResponse::private(request, StatusCode::CREATED, Data { data })
    }

    async fn warm_up(&self) {
        self.upload_authorizer.warm_up().await;
    }
}
