//! Proofs of work.

use altcha::{Challenge, SolveChallengeOptions};
use serde_json::{Value, json};

/// Solves a challenge as a client does. Returns the `proof` of the repeated request.
#[must_use]
pub fn solve_challenge(challenge: &Value) -> Value {
    let parsed: Challenge = serde_json::from_value(challenge.clone()).expect("a challenge");
    let solution = altcha::solve_challenge(SolveChallengeOptions::new(&parsed)).expect("a valid challenge");
    json!({"challenge": challenge, "solution": solution.expect("a solution in time")})
}
