//! Code that several endpoints share and that combines the other crates, and the wiring.
//!
//! Code belongs here when two functions need it, or a function and the operator's tool. Other code stays in the crate of its function.

mod serve;
mod wiring;

pub mod applications;
pub mod catalogue;
pub mod consent_view;
pub mod course_page_view;
pub mod data_exports;
pub mod email_change_view;
pub mod jobs;
pub mod payer;
pub mod people;
pub mod place_desk;
pub mod places;
pub mod profile_files;
pub mod profile_payload;
pub mod profile_view;
pub mod run_calendar;
pub mod run_desk;
pub mod sign_in;
pub mod staff_view;
pub mod user_deletion;

pub use api::WarmUp;
pub use jobs::serve_job;
pub use platform::config::ConfigError;
pub use serve::serve;
pub use wiring::{Wired, Wiring};
