//! The dependencies of the function that records scans.

use app::Wiring;
use files::FileService;
use platform::{config::ConfigError, metrics::Metrics};

/// The clients and services that the handler uses.
pub(crate) struct RecordScan {
    pub(crate) files: FileService,
    pub(crate) metrics: Metrics,
}

impl RecordScan {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            files: wiring.files()?,
            metrics: wiring.metrics()?,
        })
    }
}
