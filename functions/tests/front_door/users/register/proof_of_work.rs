//! Registrations from an IP address that many users share.

use super::{FUNCTION, client_ip_and_port, email, email_claim, register, registration_with};
use crate::prelude::*;

const DAY: Duration = Duration::from_hours(24);

/// A function that asks for a proof of work, which is quickly done, from the second registration of an IP address on.
struct Sender {
    stack: Stack,
    function: Function,
    client_ip: String,
}

impl Sender {
    async fn start(free: &str, most: &str) -> Self {
        let stack = Stack::running();
        let limits = format!("RegistrationsPerIp:{free},RegistrationsWithProofPerIp:{most}");
        let variables = [("RATE_LIMITS", limits.as_str()), ("PROOF_OF_WORK_KEYS", "2")];
        Self {
            function: FUNCTION.start(&stack, &variables).await,
            client_ip: client_ip_and_port(&TestUser::registration()),
            stack,
        }
    }

    async fn send(&self, registration: &Value) -> TestResponse {
        self.send_from(registration, &self.client_ip).await
    }

    async fn send_from(&self, registration: &Value, client_ip: &str) -> TestResponse {
        let request = register(registration).of_ip(client_ip);
        self.function.send(&request).await
    }

    /// The solution of the challenge that the API gives now.
    async fn proof(&self) -> Value {
        let response = refuses!(self, TestUser::registration(), 429, "proof_required");
        solve_challenge(&response.body["challenge"])
    }
}

#[tokio::test]
async fn a_class_of_forty_registers_behind_one_ip_address() {
    in_one_window(DAY, async || {
        let sender = Sender::start("5", "40").await;
        let mut proofs = 0;
        for _ in 0..40 {
            let mut registration = TestUser::registration();
            let mut response = sender.send(&registration).await;
            if response.status_and_code() == (429, "proof_required") {
                assert_eq!(email_claim(&sender.stack, email(&registration)).await, Value::Null);
                registration["proof"] = solve_challenge(&response.body["challenge"]);
                response = sender.send(&registration).await;
                proofs += 1;
            }
            assert_eq!(response.status, 201, "{response:?}");
        }
        assert_eq!(proofs, 35);
        // The ceiling counts users, and not the requests that got a challenge.
        refuses!(sender, TestUser::registration(), 429, "too_many_accounts");
    })
    .await;
}

/// Whoever has a /48 network of IPv6 addresses has 65,536 subnets.
#[tokio::test]
async fn a_network_has_few_registrations_without_proofs() {
    in_one_window(DAY, async || {
        let sender = Sender::start("5", "100").await;
        let (id, mut created) = (sender.client_ip.replace(['.', ':'], ""), 0);
        for subnet in 0..40 {
            // Four subnets in each of ten /56 networks.
            let address = format!("[2001:db8:{}:{:x}::1]:50000", &id[..4], subnet % 4 + subnet / 4 * 256);
            let response = sender.send_from(&TestUser::registration(), &address).await;
            created += usize::from(response.status == 201);
        }
        assert_eq!(created, 4 * 5);
    })
    .await;
}

#[tokio::test]
async fn a_proof_counts_once() {
    in_one_window(DAY, async || {
        let sender = Sender::start("0", "100").await;
        let proof = sender.proof().await;
        expect!(sender.send(&registration_with("proof", proof.clone())), 201);
        refuses!(sender, registration_with("proof", proof.clone()), 429, "proof_required");

        let (fresh, other) = (sender.proof().await, registration_with("proof", sender.proof().await));
        let (first, second) = (
            registration_with("proof", fresh.clone()),
            registration_with("proof", fresh),
        );
        let (first, second, other) = tokio::join!(sender.send(&first), sender.send(&second), sender.send(&other));
        let mut statuses = [first.status, second.status];
        statuses.sort_unstable();
        assert_eq!((statuses, other.status), ([201, 429], 201));
    })
    .await;
}

#[tokio::test]
async fn a_proof_of_another_ip_address_or_of_a_changed_challenge_does_not_count() {
    in_one_window(DAY, async || {
        let sender = Sender::start("0", "100").await;
        let proof = sender.proof().await;
        let another = client_ip_and_port(&TestUser::registration());
        expect!(
            sender.send_from(&registration_with("proof", proof.clone()), &another),
            (429, "proof_required")
        );

        for (pointer, value) in [
            ("/challenge/parameters/expiresAt", json!(4_000_000_000_u64)),
            ("/challenge/parameters/data/level", json!(8)),
            ("/challenge/parameters/keyPrefix", json!("")),
            ("/challenge/parameters/cost", json!(1)),
            ("/challenge/parameters/salt", json!("zz")),
            ("/challenge/signature", json!("")),
            ("/challenge/signature", json!(null)),
            ("/solution/derivedKey", json!("00")),
            ("/solution/derivedKey", json!("not hexadecimal")),
        ] {
            let mut changed = proof.clone();
            *changed.pointer_mut(pointer).expect("a member") = value;
            expect!(
                sender.send(&registration_with("proof", changed)),
                (429, "proof_required"),
                "{pointer}"
            );
        }
        for malformed in [json!("yes"), json!({}), json!({"challenge": 1, "solution": 2})] {
            refuses!(sender, registration_with("proof", malformed), 400, "malformed_request");
        }
        // None of these attempts used it up.
        expect!(sender.send(&registration_with("proof", proof)), 201);
    })
    .await;
}

#[tokio::test]
async fn the_work_rises_with_the_number_of_users_and_a_challenge_that_is_too_easy_is_replaced() {
    in_one_window(DAY, async || {
        let sender = Sender::start("1", "100").await;
        let level = |response: &TestResponse| response.body["challenge"]["parameters"]["data"]["level"].clone();
        expect!(sender.send(&TestUser::registration()), 201);
        let early = sender.proof().await;
        let mut levels = Vec::new();
        for _ in 0..15 {
            let response = sender.send(&TestUser::registration()).await;
            levels.push(level(&response));
            let proof = solve_challenge(&response.body["challenge"]);
            expect!(sender.send(&registration_with("proof", proof)), 201);
        }
        assert_eq!(levels, [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4]);
        let response = sender.send(&registration_with("proof", early)).await;
        assert_eq!(
            (response.status_and_code(), level(&response)),
            ((429, "proof_required"), json!(4))
        );
    })
    .await;
}
