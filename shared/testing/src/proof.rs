//! Proofs of work.

use altcha::{Challenge, SolveChallengeOptions};
use serde_json::{Value, json};

use crate::{TestRequest, TestResponse};

impl TestRequest {
    /// The request again with this JSON body, and with the proof of work that a response has asked for.
    #[must_use]
    pub fn with_proof(&self, body: &Value, asked: &TestResponse) -> Self {
        assert_eq!(asked.status_and_code(), (429, "proof_required"), "{asked:?}");
        let mut body = body.clone();
        body["proof"] = solve_challenge(&asked.body["challenge"]);
        self.clone().json(&body)
    }
}

/// Solves a challenge as a client does. Returns the `proof` of the repeated request.
#[must_use]
pub fn solve_challenge(challenge: &Value) -> Value {
    let parsed: Challenge = serde_json::from_value(challenge.clone()).expect("a challenge");
    let solution = altcha::solve_challenge(SolveChallengeOptions::new(&parsed)).expect("a valid challenge");
    json!({"challenge": challenge, "solution": solution.expect("a solution in time")})
}
