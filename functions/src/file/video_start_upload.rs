//! `POST /file/video/start-upload`: starts the upload of a video in parts (contract, call 13).

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::wired;
use auth::upload_authorizer::UploadAuthorizer;
use domain::{FileKind, PART_BYTES, UploadId};
use files::ObjectStore;
use platform::metrics::{Event, Metrics};
use serde::Serialize;
use store::files::{FilesTable, StoredFile, UploadStarter, file_of};

wired! {
    pub struct StartUpload(wiring), warm_up(upload_authorizer) {
        upload_authorizer: UploadAuthorizer = wiring.upload_authorizer()?,
        files: FilesTable = wiring.files_table()?,
        objects: ObjectStore = wiring.objects()?,
        metrics: Metrics = wiring.metrics()?,
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StartedUpload {
    upload_id: UploadId,
    /// The size of all parts but the last, in bytes.
    chunk_size: u64,
}

/// The response body. Its fields are at the top level, where the specification has the id, and in `data`, as in other responses.
#[derive(Serialize)]
struct StartUploadBody<'a> {
    #[serde(flatten)]
    started: &'a StartedUpload,
    #[serde(flatten)]
    data: Data<&'a StartedUpload>,
}

impl Endpoint for StartUpload {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let (starter, attempts) = self.upload_authorizer.authorize(request).await?;
        let upload_id = attempts.refund_on_failure(self.start(starter)).await?;
        self.metrics.count(Event::UploadStarted);

        let opened = StartedUpload {
            upload_id,
            chunk_size: PART_BYTES,
        };
        let body = StartUploadBody {
            started: &opened,
            data: Data { data: &opened },
        };
        ApiResponse::private(request, StatusCode::CREATED, body)
    }
}

impl StartUpload {
    /// Starts the multipart upload before it writes the record, so no record is without one. S3 gets no byte before: the client gets the
    /// id afterwards. The bucket's lifecycle aborts a multipart upload that has no record.
    async fn start(&self, starter: UploadStarter) -> ApiResult<UploadId> {
        let upload_id = UploadId::random();
        let file_id = file_of(&upload_id);
        let multipart_id = self.objects.start_upload(&file_id).await?;
        let file = StoredFile::new(file_id, FileKind::Video, starter, Some(multipart_id));
        self.files.put(&file).await?;
        Ok(upload_id)
    }
}
