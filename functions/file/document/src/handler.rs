//! `POST /file/document`: keeps a CV, until an account claims it (contract, call 11).

use api::{Answer, ApiRequest, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::Wiring;
use auth::uploaders::Uploaders;
use domain::{FileKind, FileName};
use files::{Library, NewFile};
use platform::config::ConfigError;

use crate::document;

/// The largest CV (spec §9).
const MAX_BYTES: usize = 2 * 1024 * 1024;

/// What the endpoint works with.
pub(crate) struct UploadDocument {
    uploaders: Uploaders,
    library: Library,
}

impl UploadDocument {
    /// Makes the endpoint from the function's environment.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            uploaders: wiring.uploaders()?,
            library: wiring.files()?,
        })
    }
}

impl Endpoint for UploadDocument {
    /// An upload counts against the limit before it is looked at, whatever comes of it.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<Answer> {
        let owner = self.uploaders.admit(request).await?;
        let upload = request.upload("document").await?;
        if upload.bytes.len() > MAX_BYTES {
            return Err(ErrorCode::CvFileTooLarge.into());
        }
        let name = upload.name.as_deref().unwrap_or_default();
        let name = FileName::parse(name).map_err(|_| ErrorCode::CvFileTypeWrong)?;
        let content_type = document::content_type(&name, &upload.bytes).ok_or(ErrorCode::CvFileTypeWrong)?;

        let new = NewFile {
            kind: FileKind::Document,
            owner,
            name,
            content_type,
            bytes: upload.bytes.into(),
        };
        let data = self.library.keep(new).await?;
        Answer::private(request, StatusCode::CREATED, Data { data })
    }

    async fn warm_up(&self) {
        self.uploaders.warm_up().await;
    }
}
