//! `POST /file/video/start-upload`: starts the upload of a video in parts (contract, call 13).

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use domain::{FileId, UploadId};
use platform::metrics::Event;
use serde::Serialize;
use store::uploads::StoredUpload;

use crate::wiring::StartUpload;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StartedUpload {
    upload_id: UploadId,
}

/// The response body. The id is at the top level, as the specification says, and in `data`, as in other responses.
#[derive(Serialize)]
struct StartUploadBody<'a> {
    #[serde(flatten)]
    started: &'a StartedUpload,
    #[serde(flatten)]
    data: Data<&'a StartedUpload>,
}

impl Endpoint for StartUpload {
    /// Starts the multipart upload before it writes the record, so no record is without one. The bucket's lifecycle aborts a multipart
    /// upload that has no record.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let owner = self.upload_authorizer.authorize(request).await?;
        let file_id = FileId::random();
        let multipart_id = self.objects.start_upload(&file_id).await?;
        let upload_id = UploadId::random();
        let upload = StoredUpload::new(&upload_id, file_id, multipart_id, owner);
        self.uploads.put(&upload).await?;
        self.metrics.count(Event::UploadStarted);

        let started = StartedUpload { upload_id };
        let body = StartUploadBody {
            started: &started,
            data: Data { data: &started },
        };
        ApiResponse::private(request, StatusCode::CREATED, body)
    }

    async fn warm_up(&self) {
        self.upload_authorizer.warm_up().await;
    }
}
