//! `DELETE /file/video/{uploadId}`: cancels the upload of a video.
//!
//! It removes the file under the condition that its upload has not ended, as finalizing ends it, so one of the two wins. The janitor aborts
//! the multipart upload.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::wired;
use domain::UploadId;
use platform::contention::{Contention, TRIES};
use store::{
    attempts::AttemptsTable,
    files::{FileState, FilesTable},
};

wired! {
    /// There is no authentication: a client that knows the id of an upload may send its parts, and so may cancel it.
    pub struct CancelUpload(wiring), warm_up(files) {
        files: FilesTable = wiring.files_table()?,
        attempts: AttemptsTable = wiring.attempts()?,
    }
}

impl Endpoint for CancelUpload {
    /// Idempotent. An unknown upload gets the same response, because the record of a cancelled upload goes.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        if let Some(id) = request.path_id("uploadId") {
            self.cancel(&id).await?;
        }
        ApiResponse::message(request, Message::UploadCancelled)
    }
}

impl CancelUpload {
    async fn cancel(&self, id: &UploadId) -> ApiResult<()> {
        for _ in 0..TRIES {
            let Some(file) = self.files.find_upload(id).await? else {
                return Ok(());
            };
            match file.state() {
                FileState::Uploading if self.files.cancel_upload(&file, &self.attempts).await? => return Ok(()),
                FileState::Uploading => {}
                // Refused or cancelled.
                FileState::Removed if file.upload.is_some() => return Ok(()),
                FileState::Unclaimed | FileState::Claimed | FileState::Removed => {
                    return Err(ErrorCode::UploadFinalized.into());
                }
            }
        }
        Err(Contention::on("the upload").into())
    }
}
