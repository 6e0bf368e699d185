//! The dependencies of `GET /coursePrices`.

use std::time::Duration;

use app::Wiring;
use domain::{CoursePrice, PriceList};
use platform::{cache::TimedCache, config::ConfigError};
use store::course_prices::CoursePricesTable;

/// The clients and services that the handler uses.
pub(crate) struct ListCoursePrices {
    pub(crate) table: CoursePricesTable,
    /// One entry per price list. There are no more price lists than countries.
    pub(crate) cache: TimedCache<PriceList, Vec<CoursePrice>>,
    pub(crate) max_age: Duration,
}

impl ListCoursePrices {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        let max_age = wiring.environment().catalogue_max_age()?;
        Ok(Self {
            table: wiring.course_prices()?,
            cache: TimedCache::new(max_age),
            max_age,
        })
    }
}
