//! The front-door tests of all functions, in one binary, because linking takes most of a test binary's build time. The tests of
//! `functions/src/users/login.rs` are in the module `users::login`: `cargo test -- users::login::` runs them.
#![allow(
    unused_crate_dependencies,
    reason = "a target of a package uses a part of its dependencies"
)]
#![expect(
    clippy::disallowed_methods,
    reason = "tests take real time, and find ffmpeg by a variable"
)]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first failure"
)]

mod contact;
mod course_prices;
mod courses;
mod file;
mod operator;
mod services;
mod staff;
mod users;

/// What most tests need.
mod prelude {
    pub(crate) use std::time::Duration;

    pub(crate) use domain::StaffRole;
    pub(crate) use insta::{assert_json_snapshot, assert_snapshot};
    pub(crate) use jiff::{SignedDuration, Timestamp};
    pub(crate) use serde_json::{Value, json};
    pub(crate) use testing::{
        faults::*,
        traces::{Browser, Password, SignInRequest, SignInScene},
        *,
    };
}
