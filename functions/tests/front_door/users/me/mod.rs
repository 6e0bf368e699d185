//! Front-door tests of `GET /users/me`.
//!
//! - `success`: what the endpoint returns for students and teachers.
//! - `sessions`: which access tokens are valid, and what ends a session.
//! - `use_of_sessions`: that the use of a session is recorded, and what it changes.
//! - `faults`: failures of AWS, malformed items, and missing configuration.

mod faults;
mod sessions;
mod success;
mod use_of_sessions;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-me");

fn me(token: &str) -> TestRequest {
    TestRequest::get("/users/me").bearer(token)
}

async fn teacher(stack: &Stack) -> (TestUser, TestFile) {
    let cv = TestFile::upload_document(stack, None).await;
    let registration = TestUser::teacher_registration(stack, &cv, None).await;
    (TestUser::verified_with(stack, &registration).await, cv)
}

fn with_field(mut object: Value, name: &str, value: impl Into<Value>) -> Value {
    object[name] = value.into();
    object
}
