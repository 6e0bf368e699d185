//! Front-door tests of `POST /users/login`.
//!
//! - `success`: what a login returns, sends and stores; refusals that the user may know.
//! - `privacy`: a response does not reveal whether an email address is registered, and logs contain no personal data.
//! - `devices`: devices on which a user has signed in before.
//! - `rate_limits`: failed attempts per user and per IP address.
//! - `sessions`: the session that a login begins, and the email that reports a new device.
//! - `faults`: failures of AWS, and missing configuration.

mod devices;
mod faults;
mod privacy;
mod rate_limits;
mod sessions;
mod success;

use argon2::{Algorithm, Argon2, Params, PasswordHasher, Version};

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-login");

const WINDOW: Duration = Duration::from_mins(15);

fn login(body: &Value) -> TestRequest {
    TestRequest::post("/users/login").json(body)
}

/// A password hash with weaker parameters than the current ones.
fn outdated_hash(password: &str) -> String {
    let weaker = Argon2::new(
        Algorithm::Argon2id,
        Version::V0x13,
        Params::new(8 * 1024, 1, 1, None).expect("parameters"),
    );
    let hash = weaker.hash_password(password.as_bytes()).expect("a hash");
    hash.to_string()
}
