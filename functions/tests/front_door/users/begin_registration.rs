//! Front-door tests of `GET /users/registration-challenge`.
//!
//! Protected here: a challenge that is solved before the registration is as good as one that comes with its refusal, asking for one
//! counts nothing, and a client below the limit need not solve any.

use crate::prelude::*;

const FUNCTION: DeployedFunction =
    DeployedFunction::named("users-begin-registration").with(&[("RATE_LIMITS", "RegistrationsPerIp:0")]);
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
        let client_ip = TestUser::registered(&stack).await.client_ip_and_port();
        let begin_function = FUNCTION.start(&stack, &VARIABLES).await;
        let registrations = DeployedFunction::named("users-register")
            .start(&stack, &VARIABLES)
            .await;
        let challenge = async || {
            let begun = expect!(begin_function.send(&begin().of_ip(&client_ip)), 200);
            assert_eq!(begun.header("cache-control"), "no-store");
            begun.data()["challenge"].clone()
        };
        let register = async |proof: Option<Value>| {
            let mut registration = TestUser::registration();
            if let Some(proof) = proof {
                registration["proof"] = proof;
            }
            let request = TestRequest::post("/users/register").json(&registration);
            registrations.send(&request.of_ip(&client_ip)).await
        };

        for _ in 0..3 {
            assert_eq!(challenge().await, Value::Null, "nothing is counted");
        }
        expect!(register(None), 201);
        let proof = solve_challenge(&challenge().await);
        expect!(register(Some(proof.clone())), 201);
        expect!(register(Some(proof)), (429, "proof_required"), "it counts once");
        assert_eq!(challenge().await["parameters"]["data"]["level"], json!(1));

        let elsewhere = TestUser::registered(&stack).await.client_ip_and_port();
        let begun = begin_function.send(&begin().of_ip(&elsewhere)).await;
        assert_eq!(begun.data()["challenge"], Value::Null, "another IP address");
    })
    .await;
}

async fn prepare(_: &Stack) -> TestRequest {
    begin()
}

#[tokio::test]
async fn after_any_fault_a_repetition_gets_the_challenge() {
    faults::check_every_fault(FUNCTION, prepare, async |case, ()| {
        let begun = expect!(case.retry(), 200);
        assert!(begun.data()["challenge"].is_object(), "{begun:?}");
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    returns_503_when_tables_are_unreachable_or_do_not_respond(&begin()),
    every_variable_is_required(&begin()),
);
