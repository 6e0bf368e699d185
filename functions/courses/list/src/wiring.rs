//! The dependencies of `GET /courses`.

use std::time::Duration;

use app::{Wiring, catalogue::Catalogue};
use platform::config::ConfigError;

/// The dependencies of the endpoint.
pub(crate) struct ListCourses {
    pub(crate) catalogue: Catalogue,
    pub(crate) max_age: Duration,
}

impl ListCourses {
    /// Makes the dependencies from the function's environment.
    ///
    /// # Errors
    /// When a variable is missing or malformed.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            catalogue: wiring.catalogue()?,
            max_age: wiring.environment().catalogue_max_age()?,
        })
    }
}
