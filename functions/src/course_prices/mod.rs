//! Prices of courses.

pub mod list;
