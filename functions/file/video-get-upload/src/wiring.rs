//! The dependencies of `GET /file/video/{uploadId}`.

use app::Wiring;
use files::ObjectStore;
use platform::config::ConfigError;
use store::uploads::UploadsTable;

/// The clients and services that the handler uses.
///
/// There is no authentication: a client that knows the id of an upload may send its parts, and so may see which have arrived.
pub(crate) struct GetUpload {
    pub(crate) uploads: UploadsTable,
    pub(crate) objects: ObjectStore,
}

impl GetUpload {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            uploads: wiring.uploads()?,
            objects: wiring.objects()?,
        })
    }
}
