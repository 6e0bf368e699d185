//! Measures the share of Argon2 in a warm `POST /users/login`, in the same run.

use std::time::Instant;

use auth::passwords::Passwords;
use testing::TestUser;

use crate::{median, production::Production};

const ROUNDS: usize = 50;

pub(crate) async fn measure() {
    let production = Production::running().await;
    let function = production.start("users-login").await;
    let user = TestUser::verified(&production.stack).await;
    let login = production.request(&user.login_request());
    assert_eq!(function.send(&login).await.status, 200);
    let item = user.record(&production.stack).await;
    let hash = item["passwordHash"].as_str().expect("a hash");
    let passwords = Passwords::default();

    let (mut logins, mut hashes) = (Vec::new(), Vec::new());
    // The measurements alternate, so that other load affects both alike.
    for _ in 0..ROUNDS {
        logins.push(function.response_time(&login).await);

        let started = Instant::now();
        passwords
            .verify(&user.password, Some(hash))
            .expect("the password can be hashed");
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
