//! Front-door tests of `POST /users/passkey-login/options`.
//!
//! Protected here: the options reveal nothing about users, and belong to the browser.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-begin-passkey-login");

fn begin() -> TestRequest {
    TestRequest::post("/users/passkey-login/options")
}

#[tokio::test]
async fn names_no_passkey_and_requires_user_verification() {
    let stack = Stack::running();
    let begun = begin_login(&stack).await;
    let options = &begun.data()["options"];
    assert_eq!(options["rpId"], "localhost");
    assert_eq!(options["userVerification"], "required");
    assert_eq!(options["allowCredentials"], json!([]));
    assert_eq!(begun.header("cache-control"), "no-store");
    let cookie = begun.set_cookie("__Host-passkey");
    for attribute in ["HttpOnly", "SameSite=Strict", "Secure", "Path=/", "Max-Age=300"] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    let other = begin_login(&stack).await;
    assert_ne!(other.data()["options"]["challenge"], options["challenge"]);
    assert_ne!(other.set_cookie("__Host-passkey"), cookie);
}

#[tokio::test]
async fn tabs_of_a_browser_share_the_cookie_and_another_value_is_replaced() {
    let stack = Stack::running();
    let cookie = begin_login(&stack).await.set_cookie("__Host-passkey").to_owned();
    let second = stack.send(&begin().cookie(&cookie)).await;
    assert_eq!(second.set_cookie("__Host-passkey"), cookie);
    let replaced = stack.send(&begin().cookie("__Host-passkey=short;")).await;
    assert!(!replaced.set_cookie("__Host-passkey").contains("short"));
}

async fn prepare(_: &Stack) -> TestRequest {
    begin()
}

#[tokio::test]
async fn sends_no_request_to_aws() {
    let requests = faults::aws_requests(FUNCTION, prepare).await;
    assert_eq!(requests, [] as [&str; 0]);
}

endpoint_checks!(
    FUNCTION,
    every_variable_is_required(&begin()),
    succeeds_after_any_fault(after_any_fault_a_repetition_begins, prepare),
);
