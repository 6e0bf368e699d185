//! The DynamoDB tables: one file each, with its keys and its items (`docs/data-model.md` has the access patterns).

mod error;
mod table;
mod transaction;

pub mod attempts;
pub mod audit;
pub mod course_details;
pub mod course_prices;
pub mod courses;
pub mod files;
pub mod meetings;
pub mod password_resets;
pub mod payments;
pub mod place_requests;
pub mod users;

pub use error::StoreError;
pub use transaction::TransactionItem;
