//! What courses cost, by country.

use super::{Country, CourseId, Money};

/// A list of prices: one country's, or the default behind all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PriceList {
    /// For a course without a price in the country, and for everybody whose country has no list.
    Default,
    /// One country's own.
    Country(&'static str),
}

impl PriceList {
    /// The list of a country.
    #[must_use]
    pub fn of(country: &'static Country) -> Self {
        Self::Country(country.code())
    }

    /// The list's key in the table, and the first part of its prices' ids.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Country(code) => code,
        }
    }
}

/// The price of one course in one list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoursePrice {
    /// The list that it stands in.
    pub list: PriceList,
    /// The course.
    pub course: CourseId,
    /// What it costs.
    pub money: Money,
}

impl CoursePrice {
    /// The price's id: unique, and the same for as long as the list prices the course.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}.{}", self.list.key(), self.course)
    }
}
