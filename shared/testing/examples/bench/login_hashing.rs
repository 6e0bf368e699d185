//! How much of a login is hashing: Argon2 alone, as a ratio to a whole `POST /users/login` of a warm function in the same run.

use std::time::Instant;

use auth::passwords::Passwords;
use testing::{Function, Person, Stack};

use crate::median;

const ROUNDS: usize = 50;

pub(crate) async fn measure() {
    let stack = Stack::running();
    let function = Function::deployed("users-login", &stack, "UsersLoginFunction", &[]).await;
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
