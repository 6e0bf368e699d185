//! The dependencies of `GET /coursePrices`.

use std::time::Duration;

use app::Wiring;
use domain::{CoursePrice, PriceList};
use platform::{cache::TimedCache, config::ConfigError};
use store::course_prices::CoursePricesTable;

/// What the endpoint works with.
pub(crate) struct ListCoursePrices {
    pub(crate) table: CoursePricesTable,
    /// One copy per list. There are no more lists than countries.
    pub(crate) copies: TimedCache<PriceList, Vec<CoursePrice>>,
    pub(crate) max_age: Duration,
}

impl ListCoursePrices {
    /// Makes the endpoint from the function's environment.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        let max_age = wiring.environment().catalogue_max_age()?;
        Ok(Self {
            table: wiring.course_prices()?,
            copies: TimedCache::new(max_age),
            max_age,
        })
    }
}
