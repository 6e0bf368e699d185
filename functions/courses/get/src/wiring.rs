//! The dependencies of `GET /courses/{id}`.

use std::time::Duration;

use app::Wiring;
use domain::{Course, CourseId};
use platform::{cache::TimedCache, config::ConfigError};
use store::{
    course_details::{CourseDetailsTable, DetailsAndCountedRuns},
    courses::CoursesTable,
};

/// The clients and services that the handler uses.
pub(crate) struct GetCourse {
    pub(crate) courses: CoursesTable,
    pub(crate) details: CourseDetailsTable,
    /// One entry for each listed course that was asked for.
    pub(crate) cache: TimedCache<CourseId, CoursePage>,
    pub(crate) max_age: Duration,
}

/// A course with what its page shows.
pub(crate) struct CoursePage {
    pub(crate) course: Course,
    pub(crate) page: DetailsAndCountedRuns,
}

impl GetCourse {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        let max_age = wiring.environment().catalogue_max_age()?;
        Ok(Self {
            courses: wiring.courses()?,
            details: wiring.course_details()?,
            cache: TimedCache::new(max_age),
            max_age,
        })
    }
}
