//! The tables: one file each, with its keys, its items and its access patterns (`docs/data-model.md`).

mod error;

pub mod attempts;
pub mod course_prices;
pub mod courses;
pub mod users;

pub use error::StoreError;
