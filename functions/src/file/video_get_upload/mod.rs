//! `GET /file/video/{uploadId}`: returns which parts of a video have arrived, so that a client can continue an interrupted upload.

mod view;

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::wired;
use files::{ObjectStore, OpenUpload, UploadPart};
use store::files::{FileState, FilesTable, Refusal, StoredFile};

use view::UploadView;

wired! {
    /// There is no authentication: a client that knows the id of an upload may send its parts, and so may see which have arrived.
    pub struct GetUpload(wiring), warm_up(files) {
        files: FilesTable = wiring.files_table()?,
        objects: ObjectStore = wiring.objects()?,
    }
}

impl Endpoint for GetUpload {
    /// Asks S3 for the parts, because a part that was sent to a presigned URL is recorded nowhere else.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let file = self.find(request).await?;
        let parts = self.open_parts(&file).await?;
        let data = UploadView::new(&file, parts)?;
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}

impl GetUpload {
    /// The file of the upload. A cancelled upload is not found.
    async fn find(&self, request: &ApiRequest) -> ApiResult<StoredFile> {
        let id = request.path_id("uploadId");
        let file = match id {
            Some(id) => self.files.find_upload(&id).await?,
            None => None,
        };
        file.filter(|file| file.refusal() != Some(Refusal::Cancelled))
            .ok_or_else(|| ApiError::not_found(ErrorCode::UploadNotFound))
    }

    /// The parts that S3 has. None when the upload takes no more: it was finalized or refused, or is being finalized.
    async fn open_parts(&self, file: &StoredFile) -> ApiResult<Option<Vec<UploadPart>>> {
        match OpenUpload::of(file) {
            Some(upload) if file.state() == FileState::Uploading => Ok(self.objects.list_parts(&upload).await?),
            _ => Ok(None),
        }
    }
}
