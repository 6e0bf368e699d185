//! The dependencies of `POST /file/video/start-upload`.

use app::Wiring;
use auth::upload_authorizer::UploadAuthorizer;
use files::ObjectStore;
use platform::{config::ConfigError, metrics::Metrics};
use store::uploads::UploadsTable;

/// What the endpoint works with.
pub(crate) struct StartUpload {
    pub(crate) upload_authorizer: UploadAuthorizer,
    pub(crate) uploads: UploadsTable,
    pub(crate) objects: ObjectStore,
    pub(crate) metrics: Metrics,
}

impl StartUpload {
    /// Makes the endpoint from the function's environment.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            upload_authorizer: wiring.upload_authorizer()?,
            uploads: wiring.uploads()?,
            objects: wiring.objects()?,
            metrics: wiring.metrics()?,
        })
    }
}
