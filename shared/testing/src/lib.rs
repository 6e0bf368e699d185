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
pub mod faults;
mod file;
mod function;
mod jwt;
mod metrics;
mod openapi;
mod passkey;
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

use std::path::Path;

use domain::Language;

pub use download::Download;
pub use email::SentEmail;
pub use faults::checks;
pub use file::{DOCUMENT, Janitor, TestFile, make_due};
pub use function::{DeployedFunction, Function, binary_path};
pub use jwt::{JwtAlgorithm, jwt_claims, published_key, reminder_token, sign_jwt};
pub use openapi::operations;
pub use passkey::{TestPasskey, begin_login};
pub use request::{TestRequest, solve_challenge};
pub use response::{Expected, TestResponse, assert_contains};
pub use scan::scan_event;
pub use session::TestSession;
pub use stack::{Stack, unique_name};
pub use staff::{TestStaff, payment_instructions};
pub use upload::{PART_SIZE, TestUpload, http_put};
pub use user::{TestResetCode, TestUser};
pub use window::in_one_window;

#[must_use]
pub fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[must_use]
pub fn languages() -> [&'static str; Language::ALL.len()] {
    Language::ALL.map(Language::code)
}
