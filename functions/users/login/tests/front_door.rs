//! `POST /users/login`, through the gateway of the running stack, and in environments that a deployed function cannot have.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use std::time::Duration;

use argon2::{Algorithm, Argon2, Params, PasswordHasher, Version};
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use testing::{
    Call, DOCUMENT, Download, File, Function, Person, Stack,
    faults::{self, Fault},
    in_one_window,
};

const BINARY: &str = "users-login";
const NAME: &str = "UsersLoginFunction";
const DEPLOYED: faults::Deployed<'_> = faults::Deployed {
    binary: BINARY,
    name: NAME,
    others: &[],
};
/// As the template has it.
const FAILURES_PER_ACCOUNT: usize = 10;
/// As the template has it, besides that of signing up.
const LINKS_PER_EMAIL: usize = 3;
/// In what time they count.
const WINDOW: Duration = Duration::from_mins(15);

fn login(body: &Value) -> Call {
    Call::post("/users/login").json(body)
}

#[tokio::test]
async fn the_right_password_is_exchanged_for_a_token() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;

    let reply = stack.send(&person.login().query("lang", "fr")).await;
    assert_eq!(reply.data()["_id"], person.id.as_str());
    assert_eq!(reply.data()["email"], person.email.as_str());
    assert_json_snapshot!(
        reply,
        { ".body.token" => "[token]", ".body.data._id" => "[id]", ".body.data.email" => "[e-mail]" },
        @r#"
        {
          "status": 200,
          "headers": {
            "cache-control": "no-store",
            "content-language": "fr",
            "content-type": "application/json; charset=utf-8"
          },
          "body": {
            "data": {
              "_id": "[id]",
              "address": "12 rue Didouche Mourad, Algiers",
              "birthdate": null,
              "country": "Algeria",
              "email": "[e-mail]",
              "fullname": "Amina Benali",
              "image": null,
              "phone1": "+213551234567",
              "phone2": null,
              "teacher": null,
              "type": "student"
            },
            "success": true,
            "token": "[token]"
          }
        }
        "#
    );
    let token = reply.body["token"].as_str().expect("a token");
    assert_eq!(
        stack.send(&Call::get("/users/me").bearer(token)).await.body["data"],
        *reply.data()
    );
}

#[tokio::test]
async fn case_and_spaces_around_the_e_mail_do_not_matter_and_those_of_the_password_do() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;

    let email = format!("  {}\n", person.email.to_uppercase());
    let reply = stack
        .send(&login(&json!({"email": email, "password": person.password})))
        .await;
    assert_eq!(reply.status, 200);

    for password in [format!(" {}", person.password), person.password.to_uppercase()] {
        let reply = stack.send(&person.login_with(&password)).await;
        assert_eq!(reply.outcome(), (401, "incorrect_credentials"), "{password:?}");
    }
}

#[tokio::test]
async fn an_unknown_e_mail_and_a_wrong_password_look_alike() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let unverified = Person::registered(&stack).await;
    let blocked = Person::verified(&stack).await;
    blocked.set(&stack, "blocked", json!(true)).await;
    let mails = stack.mails_to(&unverified.email).await.len();

    let wrong = stack
        .send(&person.login_with("Wrong horse 1").query("lang", "ar"))
        .await;
    assert_json_snapshot!(wrong, @r#"
    {
      "status": 401,
      "headers": {
        "cache-control": "no-store",
        "content-language": "ar",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "code": "incorrect_credentials",
        "message": "البريد الإلكتروني أو كلمة المرور غير صحيحة.",
        "success": false
      }
    }
    "#);
    let nobody = json!({"email": "nobody@example.org", "password": "Wrong horse 1"});
    for call in [
        login(&nobody),
        login(&json!({"email": "no address", "password": "Wrong horse 1"})),
        login(&json!({"email": "", "password": ""})),
        unverified.login_with("Wrong horse 1"),
        blocked.login_with("Wrong horse 1"),
    ] {
        let reply = stack.send(&call.query("lang", "ar")).await;
        assert_eq!(format!("{reply:?}"), format!("{wrong:?}"));
    }
    assert_eq!(stack.mails_to(&unverified.email).await.len(), mails);
}

#[tokio::test]
async fn an_unknown_e_mail_is_as_much_work_as_a_wrong_password() {
    let wrong = async |stack: &Stack| (Person::verified(stack).await.login_with("Wrong horse 1"), ());
    let unknown = async |stack: &Stack| {
        let person = Person::verified(stack).await;
        let email = format!("nobody-{}@example.org", person.id);
        (login(&json!({"email": email, "password": "Wrong horse 1"})), ())
    };
    let asked = faults::requests_of_a_call(DEPLOYED, unknown).await;
    assert_eq!(asked, faults::requests_of_a_call(DEPLOYED, wrong).await);

    let stack = Stack::running();
    let function = Function::deployed(BINARY, &stack, NAME, &[("LIMIT_LOGINS_PER_ACCOUNT", "10000")]).await;
    let person = Person::verified(&stack).await;
    let unknown = login(&json!({"email": format!("nobody-{}@example.org", person.id), "password": "Wrong horse 1"}));
    let wrong = person.login_with("Wrong horse 1");

    // Taken in turns, so that what slows a processor down falls on both alike.
    let (mut of_unknown, mut of_wrong) = (Vec::new(), Vec::new());
    for _ in 0..15 {
        of_unknown.push(function.processor_time(&unknown).await);
        of_wrong.push(function.processor_time(&wrong).await);
    }
    let ratio = median(of_unknown).as_secs_f64() / median(of_wrong).as_secs_f64();
    assert!(
        // Without the decoy, an unknown e-mail takes a small part of it.
        (0.6..1.6).contains(&ratio),
        "an unknown e-mail takes {ratio:.2} of a wrong password"
    );
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

#[tokio::test]
async fn an_account_that_is_not_verified_is_mailed_a_new_link_in_its_own_language() {
    let stack = Stack::running();
    let person = Person::registered(&stack).await;

    let reply = stack.send(&person.login().query("lang", "fr")).await;
    assert_json_snapshot!(reply, @r#"
    {
      "status": 403,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "code": "account_not_verified",
        "message": "Votre compte n’est pas encore vérifié. Nous vous avons envoyé un nouveau lien de vérification.",
        "success": false
      }
    }
    "#);
    let mails = stack.mails_to(&person.email).await;
    assert_eq!(mails.len(), 2);
    assert_eq!(mails[1].subject, mails[0].subject);

    let verify = Call::post("/users/verify-email").json(&json!({"token": mails[1].token()}));
    assert_eq!(stack.send(&verify).await.status, 200);
    assert_eq!(stack.send(&person.login()).await.status, 200);
}

#[tokio::test]
async fn a_teacher_is_answered_with_courses_and_files() {
    let stack = Stack::running();
    let cv = File::document(&stack, None).await;
    let registration = Person::teacher_registration(&stack, &cv, None).await;
    let person = Person::verified_with(&stack, &registration).await;

    let reply = stack.send(&person.login().query("lang", "ar")).await;
    let teacher = &reply.data()["teacher"];
    let courses = stack.send(&Call::get("/courses").query("lang", "ar")).await;
    assert_eq!(teacher["courses"], json!([courses.data()[0], courses.data()[1]]));
    assert_eq!(teacher["curriculum"]["_id"], cv.id.as_str());
    let download = Download::of(teacher["curriculum"]["url"].as_str().expect("an address")).await;
    assert_eq!((download.status, download.bytes.as_slice()), (200, DOCUMENT));
}

#[tokio::test]
async fn the_language_of_a_login_is_that_of_later_mails() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    assert_eq!(person.item(&stack).await["language"], "en");

    for (login, expected) in [
        (person.login().query("lang", "ar"), "ar"),
        (person.login_with("Wrong horse 1").query("lang", "fr"), "ar"),
        // A header is the browser's, not the person's choice.
        (person.login().header("accept-language", "fr"), "ar"),
        (person.login().query("lang", "fr"), "fr"),
    ] {
        stack.send(&login).await;
        assert_eq!(person.item(&stack).await["language"], expected, "{login:?}");
    }
}

#[tokio::test]
async fn a_blocked_account_is_told_so_for_the_right_password() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    person.set(&stack, "blocked", json!(true)).await;

    let reply = stack.send(&person.login()).await;
    assert_json_snapshot!((reply.status, reply.body), @r#"
    [
      403,
      {
        "code": "account_blocked",
        "message": "Your account has been blocked.",
        "success": false
      }
    ]
    "#);
}

#[tokio::test]
async fn the_eleventh_attempt_is_refused_even_with_the_right_password() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let person = Person::verified(&stack).await;
        for _ in 0..FAILURES_PER_ACCOUNT {
            let reply = stack.send(&person.login_with("Wrong horse 1")).await;
            assert_eq!(reply.outcome(), (401, "incorrect_credentials"));
        }
        let reply = stack.send(&person.login()).await;
        assert_json_snapshot!((reply.status, reply.body), @r#"
    [
      429,
      {
        "code": "too_many_attempts",
        "message": "Too many attempts. Please wait a few minutes and try again.",
        "success": false
      }
    ]
    "#);

        // An address that nobody has is refused just so, and other people are not.
        let nobody = login(&json!({"email": format!("nobody-{}@example.org", person.id), "password": "Wrong horse 1"}));
        for _ in 0..FAILURES_PER_ACCOUNT {
            assert_eq!(stack.send(&nobody).await.status, 401);
        }
        assert_eq!(stack.send(&nobody).await.outcome(), (429, "too_many_attempts"));
        let other = Person::verified(&stack).await;
        assert_eq!(stack.send(&other.login()).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn of_many_attempts_at_once_no_more_are_let_through_than_allowed() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let person = Person::verified(&stack).await;
        let attempts: Vec<_> = (0..3 * FAILURES_PER_ACCOUNT)
            .map(|_| {
                let (stack, call) = (stack.clone(), person.login_with("Wrong horse 1"));
                tokio::spawn(async move { stack.send(&call).await.status })
            })
            .collect();
        let mut let_through = 0;
        for attempt in attempts {
            let_through += usize::from(attempt.await.expect("an answer") == 401);
        }
        assert_eq!(let_through, FAILURES_PER_ACCOUNT);
    })
    .await;
}

#[tokio::test]
async fn logins_that_succeed_are_not_counted() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let person = Person::verified(&stack).await;
        for _ in 0..=FAILURES_PER_ACCOUNT {
            assert_eq!(stack.send(&person.login()).await.status, 200);
        }
    })
    .await;
}

#[tokio::test]
async fn logins_that_mail_a_link_are_counted() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let person = Person::registered(&stack).await;
        for _ in 0..FAILURES_PER_ACCOUNT {
            assert_eq!(
                stack.send(&person.login()).await.outcome(),
                (403, "account_not_verified")
            );
        }
        assert_eq!(stack.send(&person.login()).await.outcome(), (429, "too_many_attempts"));
        // Nobody fills a stranger's mailbox: the links of before are still good.
        assert_eq!(stack.mails_to(&person.email).await.len(), 1 + LINKS_PER_EMAIL);
    })
    .await;
}

#[tokio::test]
async fn an_address_that_fails_too_often_is_refused_for_every_account() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let limits = [("LIMIT_LOGINS_PER_ADDRESS", "3")];
        let function = Function::deployed(BINARY, &stack, NAME, &limits).await;
        let (_, secret) = stack.secret("origin").await;
        let person = Person::verified(&stack).await;
        let address = person.client_address();
        let nobody =
            |number: u32| login(&json!({"email": format!("nobody{number}@example.org"), "password": "Wrong horse 1"}));

        for number in 0..3 {
            let reply = function.send(&nobody(number).through_cdn(&secret, &address)).await;
            assert_eq!(reply.outcome(), (401, "incorrect_credentials"));
        }
        let reply = function.send(&person.login().through_cdn(&secret, &address)).await;
        assert_eq!(reply.outcome(), (429, "too_many_attempts"));
        // Another port is the same address. Another address is not, and the account's own attempts were not used up.
        let (ip, _) = address.split_once(':').expect("a port");
        let reply = function
            .send(&person.login().through_cdn(&secret, &format!("{ip}:1")))
            .await;
        assert_eq!(reply.status, 429);
        let another = format!("[2001:db8:{}:{}::1]:50000", &person.id[..4], &person.id[4..8]);
        let reply = function.send(&person.login().through_cdn(&secret, &another)).await;
        assert_eq!(reply.status, 200);
    })
    .await;
}

#[tokio::test]
async fn an_address_that_somebody_else_than_the_cdn_claims_is_not_believed() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let (_, secret) = stack.secret("origin").await;
        let person = Person::verified(&stack).await;
        let address = person.client_address();
        // What is claimed without the secret counts for the gateway's source address, which may fail 10,000 times here.
        let function = Function::deployed(BINARY, &stack, NAME, &[("LIMIT_LOGINS_PER_ADDRESS", "1")]).await;
        let nobody = login(&json!({"email": format!("nobody-{}@example.org", person.id), "password": "Wrong horse 1"}));
        let forged = [
            nobody.clone().header("cloudfront-viewer-address", &address),
            nobody.clone().through_cdn("a guess", &address),
            nobody.clone().through_cdn("", &address),
        ];
        for call in forged {
            function.send(&call).await;
        }
        // Had one of them been believed, this one would be the second.
        let reply = function.send(&nobody.through_cdn(&secret, &address)).await;
        assert_eq!(reply.outcome(), (401, "incorrect_credentials"));
    })
    .await;
}

/// A hash with weaker parameters than today's.
fn outdated_hash(password: &str) -> String {
    let weaker = Argon2::new(
        Algorithm::Argon2id,
        Version::V0x13,
        Params::new(8 * 1024, 1, 1, None).expect("parameters"),
    );
    let hash = weaker.hash_password(password.as_bytes()).expect("a hash");
    hash.to_string()
}

#[tokio::test]
async fn a_hash_of_older_parameters_is_replaced_at_login() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let outdated = outdated_hash(&person.password);
    person.set(&stack, "passwordHash", json!(outdated)).await;

    assert_eq!(stack.send(&person.login_with("Wrong horse 1")).await.status, 401);
    assert_eq!(person.item(&stack).await["passwordHash"], outdated);

    assert_eq!(stack.send(&person.login()).await.status, 200);
    let hash = person.item(&stack).await["passwordHash"].to_string();
    assert!(hash.contains("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
    assert_eq!(stack.send(&person.login()).await.status, 200);
}

#[tokio::test]
async fn a_body_that_is_not_as_it_should_be_is_a_400() {
    let stack = Stack::running();
    for body in [
        &b""[..],
        b"email=a@example.org",
        b"null",
        b"[\"a@example.org\", \"password\"]",
        b"{\"email\": \"a@example.org\"}",
        b"{\"email\": \"a@example.org\", \"password\": 12345678}",
        b"{\"email\": [\"a@example.org\"], \"password\": \"x\"}",
    ] {
        let reply = stack.send(&Call::post("/users/login").body(body)).await;
        assert_eq!(reply.outcome(), (400, "malformed_request"), "{}", body.escape_ascii());
    }
    // The gateway passes on what is not UTF-8 in base64; the emulator would replace it.
    let function = Function::deployed(BINARY, &stack, NAME, &[]).await;
    let body = b"{\"email\": \"a@example.org\", \"password\": \"\xff\"}";
    let reply = function.send(&Call::post("/users/login").body(*body)).await;
    assert_eq!(reply.outcome(), (400, "malformed_request"));

    let body = json!({"email": "a@example.org", "password": "x".repeat(100_000)});
    assert_eq!(stack.send(&login(&body)).await.outcome(), (413, "request_too_large"));
}

#[tokio::test]
async fn nothing_that_somebody_sent_is_logged() {
    let stack = Stack::running();
    let person = Person::registered(&stack).await;
    let outage = faults::Outage::of(&stack).await;
    let others = [("AWS_ENDPOINT_URL_SESV2", outage.endpoint())];
    let function = Function::deployed(BINARY, &stack, NAME, &others).await;
    function.send(&person.login()).await;
    function
        .send(&Call::post("/users/login").body(format!("{{\"password\": \"{}\"", person.password)))
        .await;

    let line = function.logged("mail not sent").await;
    assert_eq!(
        (&line["level"], &line["mail"]),
        (&json!("ERROR"), &json!("verify_email"))
    );
    let log = function.log();
    for secret in [&person.email, &person.password, "token="] {
        assert!(!log.contains(secret), "{log}");
    }
}

#[tokio::test]
async fn tables_that_are_out_of_reach_are_a_503_until_they_are_back() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    for service in ["AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_SECRETS_MANAGER"] {
        let outage = faults::Outage::of(&stack).await;
        let function = Function::deployed(BINARY, &stack, NAME, &[(service, outage.endpoint())]).await;
        assert_eq!(
            function.send(&person.login()).await.outcome(),
            (503, "service_unavailable")
        );
        outage.end();
        assert_eq!(function.send(&person.login()).await.status, 200, "{service}");
    }
}

#[tokio::test]
async fn a_refusal_is_counted_by_its_code_and_names_nobody() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let function = Function::deployed(BINARY, &stack, NAME, &[]).await;
    assert_eq!(function.send(&person.login_with("Wrong horse 1")).await.status, 401);
    let lines = function.metrics("Errors", 1).await;
    assert_json_snapshot!(lines[0], {
        "._aws.Timestamp" => "[time]", "._aws.CloudWatchMetrics[].Namespace" => "[stack]", ".Latency" => "[milliseconds]"
    }, @r#"
    {
      "Calls": 1,
      "ColdStarts": 1,
      "Errors": 1,
      "Latency": "[milliseconds]",
      "_aws": {
        "CloudWatchMetrics": [
          {
            "Dimensions": [
              []
            ],
            "Metrics": [
              {
                "Name": "Calls",
                "Unit": "Count"
              }
            ],
            "Namespace": "[stack]"
          },
          {
            "Dimensions": [
              [
                "route"
              ]
            ],
            "Metrics": [
              {
                "Name": "Latency",
                "Unit": "Milliseconds"
              }
            ],
            "Namespace": "[stack]"
          },
          {
            "Dimensions": [
              []
            ],
            "Metrics": [
              {
                "Name": "ColdStarts",
                "Unit": "Count"
              }
            ],
            "Namespace": "[stack]"
          },
          {
            "Dimensions": [
              [
                "code"
              ],
              [
                "route",
                "code"
              ]
            ],
            "Metrics": [
              {
                "Name": "Errors",
                "Unit": "Count"
              }
            ],
            "Namespace": "[stack]"
          }
        ],
        "Timestamp": "[time]"
      },
      "code": "incorrect_credentials",
      "route": "POST /users/login"
    }
    "#);
    for personal in [person.email.as_str(), &person.id, &person.password, "Amina"] {
        assert!(!function.log().contains(personal), "{}", function.log());
    }
}

#[tokio::test]
async fn unreachable_services_are_a_503() {
    let variables = Stack::variables_of(NAME);
    let credentials = json!({"email": "a@example.org", "password": "Correct horse 1"});
    faults::check_tables_unreachable(BINARY, &variables, &login(&credentials)).await;
}

#[tokio::test]
async fn services_that_hang_are_a_503_in_time() {
    let variables = Stack::variables_of(NAME);
    let credentials = json!({"email": "a@example.org", "password": "Correct horse 1"});
    faults::check_tables_hanging(BINARY, &variables, &login(&credentials)).await;
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = Stack::variables_of(NAME);
    let credentials = json!({"email": "a@example.org", "password": "Correct horse 1"});
    faults::check_each_variable_is_required(BINARY, &variables, &login(&credentials)).await;
}

#[tokio::test]
async fn a_login_asks_this_of_aws() {
    let prepare = async |stack: &Stack| {
        let person = Person::verified(stack).await;
        (person.login(), ())
    };
    assert_eq!(
        faults::requests_of_a_call(DEPLOYED, prepare).await,
        [
            "dynamodb UpdateItem attempts",
            "dynamodb UpdateItem attempts",
            "dynamodb GetItem users",
            "dynamodb GetItem users",
            "dynamodb UpdateItem attempts",
            "dynamodb UpdateItem attempts",
        ]
    );
}

/// Signing in through the CDN, in another language than before, with a hash that is to be replaced: everything that a login can
/// ask of AWS, but for the mail.
async fn login_that_asks_for_everything(stack: &Stack, like: &Person) -> (Call, Person) {
    let person = like.twin(stack).await;
    let (_, secret) = stack.secret("origin").await;
    let login = person.login().query("lang", "fr");
    (login.through_cdn(&secret, &person.client_address()), person)
}

#[tokio::test]
async fn whatever_fails_the_next_login_succeeds() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let like = Person::verified(&stack).await;
        like.set(&stack, "passwordHash", json!(outdated_hash(&like.password)))
            .await;
        let prepare = async |stack: &Stack| login_that_asks_for_everything(stack, &like).await;
        faults::check_each_step(DEPLOYED, prepare, async |case, person| {
            // What was not answered may have been counted, or taken back, twice.
            for (limit, counted) in case.attempts().await {
                let most = if case.fault() == Fault::AnswerLost { 2 } else { 1 };
                assert!((1 - most..=most).contains(&counted), "{limit}: {counted}");
            }
            let token = case.again().await.body["token"].clone();
            let me = Call::get("/users/me").bearer(token.as_str().expect("a token"));
            assert_eq!(stack.send(&me).await.data()["_id"], person.id.as_str());
            let item = person.item(&stack).await;
            assert_eq!(item["language"], "fr");
            let hash = item["passwordHash"].to_string();
            assert!(hash.contains("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn whatever_fails_of_the_mail_an_unverified_account_is_told_so_and_may_ask_again() {
    in_one_window(WINDOW, async || {
        let stack = Stack::running();
        let like = Person::registered(&stack).await;
        let prepare = async |stack: &Stack| {
            let person = like.twin(stack).await;
            (person.login(), person)
        };
        let of_the_mail = |request: &str| request.starts_with("ses ") || request.contains("signingKey");
        faults::check_steps(DEPLOYED, of_the_mail, prepare, async |case, person| {
            assert_eq!(case.reply.outcome(), (403, "account_not_verified"));
            let mails = stack.mails_to(&person.email).await.len();
            assert_eq!(case.again().await.outcome(), (403, "account_not_verified"));
            assert_eq!(stack.mails_to(&person.email).await.len(), mails + 1);
        })
        .await;
    })
    .await;
}
