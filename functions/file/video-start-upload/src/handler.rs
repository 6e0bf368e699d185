//! `POST /file/video/start-upload`: opens the upload of a video in chunks (contract, call 13).

use lambda_http::http::StatusCode;
use serde::Serialize;
use shared::{
    domain::{FileId, UploadId},
    files::{Objects, Uploaders},
    http::{Answer, ApiRequest, ApiResult, Data, Endpoint},
    metrics::{Event, Metrics},
    store::uploads::{StoredUpload, UploadsTable},
};

/// What the endpoint works with.
pub(crate) struct StartUpload {
    pub(crate) uploaders: Uploaders,
    pub(crate) uploads: UploadsTable,
    pub(crate) objects: Objects,
    pub(crate) metrics: Metrics,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Started {
    upload_id: UploadId,
}

/// The id is where the specification has it, and where the data of other calls is.
#[derive(Serialize)]
struct StartedTwice<'a> {
    #[serde(flatten)]
    started: &'a Started,
    #[serde(flatten)]
    data: Data<&'a Started>,
}

impl Endpoint for StartUpload {
    /// The bucket comes first: what it opened without a record of ours is ended by its lifecycle, and a record without an upload
    /// would promise what there is not.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<Answer> {
        let owner = self.uploaders.admit(request).await?;
        let file_id = FileId::random();
        let multipart_id = self.objects.open_upload(&file_id).await?;
        let upload_id = UploadId::random();
        let upload = StoredUpload::new(&upload_id, file_id, multipart_id, owner);
        self.uploads.put(&upload).await?;
        self.metrics.count(Event::UploadStarted);

        let started = Started { upload_id };
        let answer = StartedTwice {
            started: &started,
            data: Data { data: &started },
        };
        Answer::private(request, StatusCode::CREATED, answer)
    }

    async fn warm_up(&self) {
        self.uploaders.warm_up().await;
    }
}
