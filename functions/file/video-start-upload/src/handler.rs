//! `POST /file/video/start-upload`: opens the upload of a video in chunks (contract, call 13).

use api::{Answer, ApiRequest, ApiResult, Data, Endpoint, StatusCode};
use app::Wiring;
use auth::uploaders::Uploaders;
use domain::{FileId, UploadId};
use files::Objects;
use platform::{
    config::ConfigError,
    metrics::{Event, Metrics},
};
use serde::Serialize;
use store::uploads::{StoredUpload, UploadsTable};

/// What the endpoint works with.
pub(crate) struct StartUpload {
    uploaders: Uploaders,
    uploads: UploadsTable,
    objects: Objects,
    metrics: Metrics,
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

impl StartUpload {
    /// Makes the endpoint from the function's environment.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            uploaders: wiring.uploaders()?,
            uploads: wiring.uploads()?,
            objects: wiring.objects()?,
            metrics: wiring.metrics()?,
        })
    }
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
