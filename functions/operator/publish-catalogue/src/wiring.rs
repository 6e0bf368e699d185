//! The dependencies of the function that publishes the catalogue.

use app::Wiring;
use files::SiteBucket;
use platform::config::ConfigError;
use store::{course_details::CourseDetailsTable, courses::CoursesTable};

/// The clients and services that the handler uses.
pub(crate) struct PublishCatalogue {
    pub(crate) courses: CoursesTable,
    pub(crate) details: CourseDetailsTable,
    pub(crate) site: SiteBucket,
}

impl PublishCatalogue {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            courses: wiring.courses()?,
            details: wiring.course_details()?,
            site: wiring.site_bucket()?,
        })
    }
}
