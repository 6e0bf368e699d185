//! The dependencies of `DELETE /file/video/{uploadId}`.

use app::Wiring;
use files::ObjectStore;
use platform::config::ConfigError;
use store::{attempts::AttemptsTable, uploads::UploadsTable};

/// The clients and services that the handler uses.
///
/// There is no authentication: a client that knows the id of an upload may send its parts, and so may cancel it.
pub(crate) struct CancelUpload {
    pub(crate) uploads: UploadsTable,
    pub(crate) attempts: AttemptsTable,
    pub(crate) objects: ObjectStore,
}

impl CancelUpload {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            uploads: wiring.uploads()?,
            attempts: wiring.attempts()?,
            objects: wiring.objects()?,
        })
    }
}
