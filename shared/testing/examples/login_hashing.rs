//! How much of a login is hashing: Argon2 alone, as a ratio to a whole `POST /users/login` of a warm function in the same run.
//!
//! Run by `scripts/bench`, which starts the stack and names the function's binary.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a measurement stops at what is wrong, and prints"
)]

use std::time::{Duration, Instant};

use shared::auth::passwords::Passwords;
use testing::{Function, Person, Stack};

const ROUNDS: usize = 50;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let binary = std::env::args().nth(1).expect("the path of users-login");
    let stack = Stack::running();
    let function = Function::deployed(&binary, &stack, "UsersLoginFunction", &[]).await;
    let person = Person::verified(&stack).await;
    assert_eq!(function.send(&person.login()).await.status, 200);
    let item = person.item(&stack).await;
    let hash = item["passwordHash"].as_str().expect("a hash");
    let passwords = Passwords::default();

    let (mut logins, mut hashes) = (Vec::new(), Vec::new());
    // Taken in turns, so that what else the machine does falls on both alike.
    for _ in 0..ROUNDS {
        logins.push(function.time(&person.login()).await);

        let started = Instant::now();
        passwords
            .verify(&person.password, Some(hash))
            .expect("it can be hashed");
        hashes.push(started.elapsed());
    }
    let (login, hash) = (median(logins), median(hashes));
    println!(
        "POST /users/login: {:.2} of it is Argon2",
        hash.as_secs_f64() / login.as_secs_f64()
    );
    println!(
        "(medians of {ROUNDS}; Argon2 alone took {:.2} ms here)",
        hash.as_secs_f64() * 1000.0
    );
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
