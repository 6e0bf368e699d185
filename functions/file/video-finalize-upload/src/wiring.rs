//! The dependencies of `POST /file/video/finalize-upload`.

use app::Wiring;
use files::FileService;
use platform::{config::ConfigError, metrics::Metrics};
use store::uploads::UploadsTable;

/// The clients and services that the handler uses.
///
/// There is no authentication: the owner was set when the upload started, and the id of an upload is secret.
pub(crate) struct FinalizeUpload {
    pub(crate) uploads: UploadsTable,
    pub(crate) files: FileService,
    pub(crate) metrics: Metrics,
}

impl FinalizeUpload {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            uploads: wiring.uploads()?,
            files: wiring.files()?,
            metrics: wiring.metrics()?,
        })
    }
}
