//! Hashes one password: `scripts/bench cold_starts` states the instructions of functions without those of hashing.
#![allow(
    unused_crate_dependencies,
    reason = "a target of a package uses a part of its dependencies"
)]

use auth::passwords::{PasswordHashError, Passwords};

fn main() -> Result<(), PasswordHashError> {
    Passwords::default().verify("nobody's password", None).map(|_| ())
}
