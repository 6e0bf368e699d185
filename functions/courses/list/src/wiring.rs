//! The dependencies of `GET /courses`.

use std::time::Duration;

use app::{Wiring, catalogue::Catalogue};
use platform::config::ConfigError;

/// The clients and services that the handler uses.
pub(crate) struct ListCourses {
    pub(crate) catalogue: Catalogue,
    pub(crate) max_age: Duration,
}

impl ListCourses {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            catalogue: wiring.catalogue()?,
            max_age: wiring.environment().catalogue_max_age()?,
        })
    }
}
