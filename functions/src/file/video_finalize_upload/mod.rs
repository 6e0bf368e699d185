//! `POST /file/video/finalize-upload`: makes one file of the parts of a video upload (contract, call 15).

mod finalization;
mod object_reader;
mod parts;

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::wired;
use domain::UploadId;
use files::FileService;
use platform::metrics::Metrics;
use serde::Deserialize;

use finalization::{Finalization, FinalizedFile};

wired! {
    /// There is no authentication: the owner was set when the upload started, and the id of an upload is secret.
    pub struct FinalizeUpload(wiring), warm_up(files.table) {
        files: FileService = wiring.files()?,
        metrics: Metrics = wiring.metrics()?,
    }
}

/// The request body. Ignores the client's `mimeType`: the content decides the type.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FinalizeUploadBody {
    #[serde(default)]
    upload_id: Option<String>,
    original_name: String,
    total_chunks: u32,
}

impl Endpoint for FinalizeUpload {
    /// Idempotent: a repeated request returns the same file, with status 200 instead of 201.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let body: FinalizeUploadBody = request.json()?;
        let id = body.upload_id.filter(|id| !id.is_empty());
        let id: UploadId = id
            .ok_or(ErrorCode::UploadIdMissing)?
            .parse()
            .map_err(|_| ErrorCode::UploadNotFound)?;
        let finalization = Finalization::new(self, id, &body.original_name, body.total_chunks);
        let (status, file) = match finalization.run().await? {
            FinalizedFile::Created(file) => (StatusCode::CREATED, file),
            FinalizedFile::Existing(file) => (StatusCode::OK, file),
        };
        let data = self.files.view(&file).await?;
        ApiResponse::private(request, status, Data { data })
    }
}
