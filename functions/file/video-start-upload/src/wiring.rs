//! The dependencies of `POST /file/video/start-upload`.

use app::Wiring;
use auth::upload_authorizer::UploadAuthorizer;
use files::ObjectStore;
use platform::{config::ConfigError, metrics::Metrics};
use store::uploads::UploadsTable;

/// The dependencies of the endpoint.
pub(crate) struct StartUpload {
    pub(crate) upload_authorizer: UploadAuthorizer,
    pub(crate) uploads: UploadsTable,
    pub(crate) objects: ObjectStore,
    pub(crate) metrics: Metrics,
}

impl StartUpload {
    /// Makes the dependencies from the function's environment.
    ///
    /// # Errors
    /// When a variable is missing or malformed.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            upload_authorizer: wiring.upload_authorizer()?,
            uploads: wiring.uploads()?,
            objects: wiring.objects()?,
            metrics: wiring.metrics()?,
        })
    }
}
