//! The dependencies of `POST /file/video/start-upload`.

use app::Wiring;
use auth::upload_authorizer::UploadAuthorizer;
use files::ObjectStore;
use platform::{config::ConfigError, metrics::Metrics};
use store::uploads::UploadsTable;

/// The clients and services that the handler uses.
pub(crate) struct StartUpload {
    pub(crate) upload_authorizer: UploadAuthorizer,
    pub(crate) uploads: UploadsTable,
    pub(crate) objects: ObjectStore,
    pub(crate) metrics: Metrics,
}

impl StartUpload {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            upload_authorizer: wiring.upload_authorizer()?,
            uploads: wiring.uploads()?,
            objects: wiring.objects()?,
            metrics: wiring.metrics()?,
        })
    }
}
