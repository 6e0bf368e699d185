//! Parsed types and their rules: who holds one holds a valid one, so nothing deeper in checks again.

mod country;
mod course;
mod language;
mod money;
mod price;

pub use country::Country;
pub use course::{Course, CourseId, CourseIdError, CourseType};
pub use language::{Language, Localized};
pub use money::{Money, MoneyError};
pub use price::{CoursePrice, PriceList};
