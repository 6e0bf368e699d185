//! `POST /file/image`: re-encodes a photo and stores it, unclaimed (contract, call 12).

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::wired;
use auth::upload_authorizer::UploadAuthorizer;
use content::photo::{self, PhotoError};
use domain::{FileKind, FileName};
use files::{FileService, NewFile};
use platform::deadline;

wired! {
    pub struct UploadImage(wiring), warm_up(upload_authorizer) {
        upload_authorizer: UploadAuthorizer = wiring.upload_authorizer_without_users()?,
        files: FileService = wiring.files()?,
    }
}

impl Endpoint for UploadImage {
    /// Stores only the pixels: not the original bytes, not the metadata (place, camera), and not the original name.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let (starter, attempts) = self.upload_authorizer.authorize(request).await?;
        let (upload, longest_side) = match request.form_file("image").await {
            Err(missing) if missing.code() == ErrorCode::FileMissing => {
                (request.form_file("paper").await?, photo::PAPER_SIDE)
            }
            upload => (upload?, photo::PERSON_SIDE),
        };
        if upload.bytes.len() as u64 > FileKind::Image.rules().max_bytes {
            return Err(ErrorCode::ImageFileTooLarge.into());
        }
        request.require_form_size()?;
        let reencoded = deadline::compute(move || photo::reencode(&upload.bytes, longest_side)).await;
        let bytes = reencoded.map_err(|error| match error {
            PhotoError::NotAnImage => ErrorCode::ImageFileTypeWrong,
            PhotoError::TooManyPixels => ErrorCode::ImageTooManyPixels,
        })?;

        let file = NewFile {
            kind: FileKind::Image,
            owner: starter.owner,
            name: FileName::of_photo(),
            content_type: photo::CONTENT_TYPE,
            bytes,
        };
        let stored = attempts.refund_on_failure(self.files.store(file)).await?;
        let data = stored.ok_or(ErrorCode::ServiceUnavailable)?;
        ApiResponse::private(request, StatusCode::CREATED, Data { data })
    }
}
