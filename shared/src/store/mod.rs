//! The tables: one file each, with its keys, its items and its access patterns (`docs/data-model.md`).

mod error;

pub mod course_prices;
pub mod courses;

pub use error::StoreError;
