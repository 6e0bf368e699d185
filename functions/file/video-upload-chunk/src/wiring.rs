//! The dependencies of `POST /file/video/upload-chunk`.

use std::time::Duration;

use app::Wiring;
use files::ObjectStore;
use platform::config::ConfigError;
use store::uploads::UploadsTable;

/// The clients and services that the handler uses. It asks nobody who they are: who knows the upload's id may send its chunks.
pub(crate) struct UploadChunk {
    pub(crate) uploads: UploadsTable,
    pub(crate) objects: ObjectStore,
    pub(crate) address_lifetime: Duration,
}

impl UploadChunk {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            uploads: wiring.uploads()?,
            objects: wiring.objects()?,
            address_lifetime: wiring.environment().presigned_part_lifetime()?,
        })
    }
}
