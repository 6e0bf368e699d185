//! `POST /file/image`: keeps a photo, made anew, until an account claims it (contract, call 12).

use api::{Answer, ApiRequest, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::Wiring;
use auth::uploaders::Uploaders;
use domain::{FileKind, FileName};
use files::{Library, NewFile};
use platform::config::ConfigError;

use crate::photo::{self, PhotoError};

/// The largest photo as it is sent (spec §9).
const MAX_BYTES: usize = 5 * 1024 * 1024;

/// What the endpoint works with.
pub(crate) struct UploadImage {
    uploaders: Uploaders,
    library: Library,
}

impl UploadImage {
    /// Makes the endpoint from the function's environment.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            uploaders: wiring.uploaders()?,
            library: wiring.files()?,
        })
    }
}

impl Endpoint for UploadImage {
    /// Only the picture is kept: neither the bytes that were sent, nor what they say besides (where it was taken, by what), nor
    /// what they are called.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<Answer> {
        let owner = self.uploaders.admit(request).await?;
        let upload = request.upload("image").await?;
        if upload.bytes.len() > MAX_BYTES {
            return Err(ErrorCode::ImageFileTooLarge.into());
        }
        let bytes = photo::made_anew(&upload.bytes).map_err(|error| match error {
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
        let data = self.library.keep(new).await?;
        Answer::private(request, StatusCode::CREATED, Data { data })
    }

    async fn warm_up(&self) {
        self.uploaders.warm_up().await;
    }
}
