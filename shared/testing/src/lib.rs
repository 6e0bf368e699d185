//! What the front-door tests have in common: the running stack, single functions in an environment of the test's own, and
//! the OpenAPI document that every answer is held against.
//!
//! A test that cannot reach the stack fails; nothing here skips.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::panic,
    reason = "a test stops at the first thing that is not as it should be"
)]

mod call;
mod download;
pub mod faults;
mod file;
mod function;
mod mail;
mod metrics;
mod openapi;
mod person;
mod reply;
mod stack;
mod video_upload;
mod window;

pub use call::Call;
pub use download::Download;
pub use file::{DOCUMENT, File};
pub use function::Function;
pub use mail::Mail;
pub use person::Person;
pub use reply::Reply;
pub use stack::{Stack, repository};
pub use video_upload::{CHUNK, VideoUpload, put};
pub use window::in_one_window;
