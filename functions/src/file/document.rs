//! `POST /file/document`: stores a CV, unclaimed (contract, call 11).

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::wired;
use auth::upload_authorizer::UploadAuthorizer;
use content::document;
use domain::{FileKind, FileName};
use files::{FileService, NewFile};
use platform::deadline;

wired! {
    pub struct UploadDocument(wiring), warm_up(upload_authorizer) {
        upload_authorizer: UploadAuthorizer = wiring.upload_authorizer()?,
        files: FileService = wiring.files()?,
    }
}

impl Endpoint for UploadDocument {
    /// An upload counts against the rate limit before its content is checked, so a rejected one counts too.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let (starter, attempts) = self.upload_authorizer.authorize(request).await?;
        let upload = request.form_file("document").await?;
        if upload.bytes.len() as u64 > FileKind::Document.rules().max_bytes {
            return Err(ErrorCode::CvFileTooLarge.into());
        }
        let name = upload.name.as_deref().unwrap_or_default();
        let name = FileName::parse(name).map_err(|_| ErrorCode::CvFileTypeWrong)?;
        let (checked_name, checked_bytes) = (name.clone(), upload.bytes.clone());
        let checked = deadline::compute(move || document::content_type(&checked_name, &checked_bytes)).await;
        let content_type = checked.map_err(ErrorCode::from)?;

        let file = NewFile {
            kind: FileKind::Document,
            owner: starter.owner,
            name,
            content_type,
            bytes: upload.bytes.into(),
        };
        let stored = attempts.refund_on_failure(self.files.store(file)).await?;
        let data = stored.ok_or(ErrorCode::ServiceUnavailable)?;
        ApiResponse::private(request, StatusCode::CREATED, Data { data })
    }
}
