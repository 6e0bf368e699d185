//! The data of the response.

use domain::{CourseId, CoursePrice};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct CoursePriceView<'a> {
    id: String,
    course: &'a CourseId,
    /// A string, because clients read a JSON number as a binary fraction.
    amount: String,
    currency: &'static str,
}

impl<'a> CoursePriceView<'a> {
    pub(crate) fn new(price: &'a CoursePrice) -> Self {
        Self {
            id: price.id(),
            course: &price.course,
            amount: price.money.amount(),
            currency: price.money.currency(),
        }
    }
}
