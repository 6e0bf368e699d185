//! Prices of courses, by country.

use super::{Country, CourseId, Money};

/// The prices of one country, or the default prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PriceList {
    /// For a course without a price in a country, and for countries without a list.
    Default,
    /// The prices of a country, by its code.
    Country(&'static str),
}

impl PriceList {
    pub fn of(country: &'static Country) -> Self {
        Self::Country(country.code())
    }

    /// The list's key in the table, and the first part of its prices' ids.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Country(code) => code,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoursePrice {
    pub list: PriceList,
    pub course: CourseId,
    pub money: Money,
}

impl CoursePrice {
    /// The price's id. It is unique and does not change while the list has a price of the course.
    pub fn id(&self) -> String {
        format!("{}.{}", self.list.key(), self.course)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_named_by_its_list_and_its_course() {
        let price = |list| CoursePrice {
            list,
            course: "data-analysis".to_owned().try_into().unwrap(),
            money: Money::parse("149.50", "USD").unwrap(),
        };
        let algeria = Country::by_code("DZ").unwrap();
        assert_eq!(price(PriceList::of(algeria)).id(), "DZ.data-analysis");
        assert_eq!(price(PriceList::Default).id(), "default.data-analysis");
    }
}
