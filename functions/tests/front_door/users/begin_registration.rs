//! Front-door tests of `GET /users/registration-challenge`.
//!
//! Protected here: a challenge that is solved before the registration is as good as one that comes with its refusal, asking for one
//! counts nothing, and a client below the limit need not solve any.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first failure"
)]

use std::time::Duration;

use serde_json::{Value, json};
use testing::{Function, Stack, TestRequest, TestUser, faults, in_one_window, solve_challenge};

const BINARY: &str = "users-begin-registration";
const NAME: &str = "UsersBeginRegistrationFunction";
const DEPLOYED: faults::DeployedFunction<'_> = faults::DeployedFunction {
    binary: BINARY,
    name: NAME,
    overrides: &[("RATE_LIMITS", "RegistrationsPerIp:0")],
};
const DAY: Duration = Duration::from_hours(24);
/// Challenges that are quickly solved, from the second registration of an IP address on.
const VARIABLES: [(&str, &str); 2] = [("RATE_LIMITS", "RegistrationsPerIp:1"), ("PROOF_OF_WORK_KEYS", "2")];

fn begin() -> TestRequest {
    TestRequest::get("/users/registration-challenge")
}

#[tokio::test]
async fn a_proof_that_is_made_before_the_registration_counts() {
    in_one_window(DAY, async || {
        let stack = Stack::running();
        let (_, secret) = stack.secret("origin").await;
        let client_ip = TestUser::registered(&stack).await.client_ip_and_port();
        let begin_function = Function::start_deployed(BINARY, &stack, NAME, &VARIABLES).await;
        let registrations =
            Function::start_deployed("users-register", &stack, "UsersRegisterFunction", &VARIABLES).await;
        let challenge = async || {
            let begun = begin_function.send(&begin().through_cdn(&secret, &client_ip)).await;
            assert_eq!(begun.status, 200, "{begun:?}");
            assert_eq!(begun.header("cache-control"), "no-store");
            begun.data()["challenge"].clone()
        };
        let register = async |proof: Option<Value>| {
            let mut registration = TestUser::registration();
            if let Some(proof) = proof {
                registration["proof"] = proof;
            }
            let request = TestRequest::post("/users/register").json(&registration);
            registrations.send(&request.through_cdn(&secret, &client_ip)).await
        };

        for _ in 0..3 {
            assert_eq!(challenge().await, Value::Null, "nothing is counted");
        }
        assert_eq!(register(None).await.status, 201);
        let proof = solve_challenge(&challenge().await);
        assert_eq!(register(Some(proof.clone())).await.status, 201);
        let again = register(Some(proof)).await;
        assert_eq!(again.status_and_code(), (429, "proof_required"), "it counts once");
        assert_eq!(challenge().await["parameters"]["data"]["level"], json!(1));

        let elsewhere = TestUser::registered(&stack).await.client_ip_and_port();
        let begun = begin_function.send(&begin().through_cdn(&secret, &elsewhere)).await;
        assert_eq!(begun.data()["challenge"], Value::Null, "another IP address");
    })
    .await;
}

async fn prepare(_: &Stack) -> (TestRequest, ()) {
    (begin(), ())
}

#[tokio::test]
async fn returns_503_when_tables_are_unreachable_or_do_not_respond() {
    let variables = Stack::function_variables(NAME);
    faults::check_tables_unreachable(BINARY, &variables, &begin()).await;
    faults::check_tables_unresponsive(BINARY, &variables, &begin()).await;
}

#[tokio::test]
async fn every_variable_is_required() {
    faults::check_each_variable_is_required(BINARY, NAME, &begin()).await;
}

#[tokio::test]
async fn after_any_fault_a_repetition_gets_the_challenge() {
    faults::check_every_fault(DEPLOYED, prepare, async |case, ()| {
        let begun = case.retry().await;
        assert_eq!(begun.status, 200);
        assert!(begun.data()["challenge"].is_object(), "{begun:?}");
    })
    .await;
}
