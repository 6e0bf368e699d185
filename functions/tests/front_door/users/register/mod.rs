//! Front-door tests of `POST /users/register`.
//!
//! - `success`: what a registration returns, stores and sends; existing email addresses.
//! - `validation`: the rules of each field.
//! - `optional_fields`: the birthdate, the consent and the wanted course.
//! - `teachers`: courses, files and reviews of teachers.
//! - `proof_of_work`: registrations from an IP address that many users share.
//! - `rate_limits`: registrations per IP address.
//! - `faults`: failures of AWS, and missing configuration.

mod faults;
mod optional_fields;
mod proof_of_work;
mod rate_limits;
mod success;
mod teachers;
mod validation;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-register");

fn register(body: &Value) -> TestRequest {
    TestRequest::post("/users/register").json(body)
}

fn registration_with(field: &str, value: impl Into<Value>) -> Value {
    let mut registration = TestUser::registration();
    registration[field] = value.into();
    registration
}

fn teacher_registration_with(teacher: Value) -> Value {
    let mut registration = registration_with("type", "teacher");
    registration["teacher"] = teacher;
    registration
}

fn email(registration: &Value) -> &str {
    registration["email"].as_str().expect("an email address")
}

/// The item in the users table that reserves an email address; null when there is none.
async fn email_claim(stack: &Stack, email: &str) -> Value {
    stack.get_item("users", ("pk", &format!("email#{email}"))).await
}

/// An IP address with a port that no other test uses, derived from the unique email address.
fn client_ip_and_port(registration: &Value) -> String {
    let digits: Vec<u8> = email(registration)
        .bytes()
        .filter(u8::is_ascii_digit)
        .map(|digit| digit - b'0')
        .collect();
    let number = digits[digits.len() - 10..]
        .iter()
        .fold(0_u64, |number, digit| number * 10 + u64::from(*digit));
    format!("2001:db8:{:x}:{:x}::1:50000", number >> 16 & 0xffff, number & 0xffff)
}
