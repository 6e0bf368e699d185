//! The dependencies of `POST /file/video/upload-chunk`.

use std::time::Duration;

use app::Wiring;
use files::{ObjectStore, ObjectUrls};
use platform::config::ConfigError;
use store::uploads::UploadsTable;

/// The clients and services that the handler uses.
///
/// There is no authentication: a client that knows the id of an upload may send its parts.
pub(crate) struct UploadChunk {
    pub(crate) uploads: UploadsTable,
    pub(crate) objects: ObjectStore,
    pub(crate) urls: ObjectUrls,
    pub(crate) presigned_part_lifetime: Duration,
}

impl UploadChunk {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            uploads: wiring.uploads()?,
            objects: wiring.objects()?,
            urls: wiring.object_urls()?,
            presigned_part_lifetime: wiring.environment().presigned_part_lifetime()?,
        })
    }
}
