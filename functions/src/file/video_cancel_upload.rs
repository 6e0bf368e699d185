//! `DELETE /file/video/{uploadId}`: cancels the upload of a video.
//!
//! The first step writes the outcome *cancelled* under the condition that there is none, as finalizing does, so one of the two wins
//! (`file/video-finalize-upload`, `finalization.rs`). The record is deleted last: until then, a repetition after an interruption
//! finds it and does the steps again. Only the first step refunds the attempt, in its transaction.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::{Wired, Wiring};
use domain::{FileKind, UploadId};
use files::ObjectStore;
use platform::{
    config::ConfigError,
    contention::{Contention, TRIES},
};
use store::{
    attempts::AttemptsTable,
    uploads::{StoredUpload, UploadOutcome, UploadsTable},
};

/// There is no authentication: a client that knows the id of an upload may send its parts, and so may cancel it.
pub struct CancelUpload {
    uploads: UploadsTable,
    attempts: AttemptsTable,
    objects: ObjectStore,
}

impl Wired for CancelUpload {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            uploads: wiring.uploads()?,
            attempts: wiring.attempts()?,
            objects: wiring.objects()?,
        })
    }
}

impl Endpoint for CancelUpload {
    /// Idempotent. An unknown upload gets the same response, because the record of a cancelled upload is deleted.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        if let Some(id) = request.path_id("uploadId") {
            self.cancel(&id).await?;
        }
        ApiResponse::message(request, Message::UploadCancelled)
    }

    async fn warm_up(&self) {
        self.uploads.warm_up().await;
    }
}

impl CancelUpload {
    async fn cancel(&self, id: &UploadId) -> ApiResult<()> {
        for _ in 0..TRIES {
            let Some(upload) = self.uploads.find(id).await? else {
                return Ok(());
            };
            let has_ended = match upload.outcome {
                Some(UploadOutcome::Finalized) => return Err(ErrorCode::UploadFinalized.into()),
                Some(UploadOutcome::Refused(_)) => true,
                None => self.uploads.cancel(&upload, &self.attempts).await?,
            };
            if has_ended {
                return self.delete(&upload).await;
            }
        }
        Err(Contention::on("the upload").into())
    }

    /// Deletes the parts, and the object that an interrupted request to finalize may have left.
    async fn delete(&self, upload: &StoredUpload) -> ApiResult<()> {
        self.objects.abort_upload(upload).await?;
        self.objects.delete(FileKind::Video, &upload.file_id).await?;
        Ok(self.uploads.delete(upload).await?)
    }
}
