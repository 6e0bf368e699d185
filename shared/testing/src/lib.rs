//! The kit of the front-door tests: the running stack, single functions in an environment of the test, and the OpenAPI document
//! that every response is checked against.
//!
//! A test that cannot reach the stack fails. Nothing here skips a test.
#![allow(
    unused_crate_dependencies,
    reason = "a target of a package uses a part of its dependencies"
)]
#![expect(
    clippy::disallowed_methods,
    reason = "tests take real time, and find the stack by a variable"
)]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::panic,
    reason = "a test stops at the first failure"
)]

mod download;
mod email;
mod email_change;
pub mod faults;
mod file;
mod function;
mod instructions;
mod jwt;
mod language;
mod malformed;
mod metrics;
mod openapi;
mod passkey;
mod proof;
mod reminders;
mod repository;
mod request;
mod response;
mod scan;
mod session;
mod stack;
mod staff;
pub mod traces;
mod upload;
mod user;
mod window;

pub use download::Download;
pub use email::SentEmail;
pub use file::{DOCUMENT, Janitor, TestFile, make_due};
pub use function::{Function, binary_path};
pub use instructions::payment_instructions;
pub use jwt::{JwtAlgorithm, jwt_claims, published_key, sign_jwt};
pub use language::languages;
pub use malformed::malformed_bodies_count_for_their_client;
pub use openapi::operations;
pub use passkey::{TestPasskey, begin_login};
pub use proof::solve_challenge;
pub use reminders::reminder_token;
pub use repository::repository;
pub use request::TestRequest;
pub use response::TestResponse;
pub use scan::scan_event;
pub use session::TestSession;
pub use stack::Stack;
pub use staff::TestStaff;
pub use upload::{PART_SIZE, TestUpload, http_put};
pub use user::{TestResetCode, TestUser};
pub use window::in_one_window;
