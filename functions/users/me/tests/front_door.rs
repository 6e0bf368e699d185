//! `GET /users/me`, through the gateway of the running stack, and in environments that a deployed function cannot have.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use insta::assert_json_snapshot;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode, get_current_timestamp};
use serde_json::{Value, json};
use testing::{
    Call, DOCUMENT, Download, File, Function, Person, Stack,
    faults::{self, Fault, Proxy, Step},
};

const BINARY: &str = "users-me";
const NAME: &str = "UsersMeFunction";
const DEPLOYED: faults::Deployed<'_> = faults::Deployed {
    binary: BINARY,
    name: NAME,
    others: &[],
};

fn me(token: &str) -> Call {
    Call::get("/users/me").bearer(token)
}

/// A session of the person's, as the stack itself would sign it.
fn claims(person: &Person) -> Value {
    let now = get_current_timestamp();
    json!({"sub": person.id, "iat": now, "exp": now + 60, "ver": 0, "purpose": "session"})
}

fn with(mut claims: Value, name: &str, value: impl Into<Value>) -> Value {
    claims[name] = value.into();
    claims
}

fn signed(claims: &Value, key_id: Option<&str>, key: &str, algorithm: Algorithm) -> String {
    let header = Header {
        kid: key_id.map(str::to_owned),
        ..Header::new(algorithm)
    };
    encode(&header, claims, &EncodingKey::from_secret(key.as_bytes())).expect("a token")
}

async fn assert_unauthorized(stack: &Stack, call: &Call) {
    let reply = stack.send(call).await;
    assert_eq!(
        (reply.status, &reply.body["code"]),
        (401, &json!("unauthorized")),
        "{call:?}"
    );
}

#[tokio::test]
async fn tells_whose_the_token_is_and_nobody_may_keep_it() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let token = person.token(&stack).await;

    let reply = stack.send(&me(&token).query("lang", "ar")).await;
    assert_eq!(reply.data()["_id"], person.id.as_str());
    assert_eq!(reply.data()["email"], person.email.as_str());
    assert_json_snapshot!(reply, { ".body.data._id" => "[id]", ".body.data.email" => "[e-mail]" }, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "ar",
        "content-type": "application/json; charset=utf-8",
        "etag": "\"0\""
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
        "success": true
      }
    }
    "#);
}

/// A teacher with a CV, and that.
async fn teacher(stack: &Stack) -> (Person, File) {
    let cv = File::document(stack, None).await;
    let registration = Person::teacher_registration(stack, &cv, None).await;
    (Person::verified_with(stack, &registration).await, cv)
}

#[tokio::test]
async fn a_teacher_has_courses_in_the_asked_language_and_addresses_that_work() {
    let stack = Stack::running();
    let (person, cv) = teacher(&stack).await;
    let token = person.token(&stack).await;
    for language in ["en", "ar"] {
        let reply = stack.send(&me(&token).query("lang", language)).await;
        let courses = stack.send(&Call::get("/courses").query("lang", language)).await;
        let taught = json!([courses.data()[0], courses.data()[1]]);
        assert_eq!(reply.data()["teacher"]["courses"], taught);
    }

    let reply = stack.send(&me(&token)).await;
    let teacher = &reply.data()["teacher"];
    assert_eq!(
        (&reply.data()["type"], &teacher["video"]),
        (&json!("teacher"), &Value::Null)
    );
    assert_eq!(teacher["curriculum"]["_id"], cv.id.as_str());
    let download = Download::of(teacher["curriculum"]["url"].as_str().expect("an address")).await;
    assert_eq!((download.status, download.bytes.as_slice()), (200, DOCUMENT));
    assert_eq!(download.content_type, "application/pdf");
    assert_eq!(
        download.disposition,
        "inline; filename=\"____ _____.pdf\"; \
         filename*=UTF-8''%D8%B3%D9%8A%D8%B1%D8%A9%20%D8%B0%D8%A7%D8%AA%D9%8A%D8%A9.pdf"
    );
}

#[tokio::test]
async fn a_course_that_was_withdrawn_is_not_shown() {
    let stack = Stack::running();
    let token = teacher(&stack).await.0.token(&stack).await;
    let listed = stack.send(&me(&token)).await.data()["teacher"]["courses"].clone();
    let courses = stack.empty_table_like("courses").await;
    for mut course in stack.items(&stack.tables["courses"]).await {
        if course["courseId"] == listed[0]["_id"] {
            course["withdrawn"] = true.into();
        }
        stack.put_item(&courses, course).await;
    }
    let function = Function::deployed(BINARY, &stack, NAME, &[("COURSES_TABLE", &courses)]).await;
    let reply = function.send(&me(&token)).await;
    assert_eq!(reply.data()["teacher"]["courses"], json!([listed[1]]));
}

#[tokio::test]
async fn without_a_token_nobody_is_told_anything() {
    let stack = Stack::running();
    let reply = stack.send(&Call::get("/users/me").query("lang", "fr")).await;
    assert_json_snapshot!(reply, @r#"
    {
      "status": 401,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "code": "unauthorized",
        "message": "Veuillez vous connecter pour continuer.",
        "success": false
      }
    }
    "#);

    for authorization in [
        "",
        "Bearer",
        "Bearer ",
        "Bearer null",
        "Basic dXNlcjpwYXNz",
        "Bearer a.b.c",
    ] {
        let call = Call::get("/users/me").header("authorization", authorization);
        assert_unauthorized(&stack, &call).await;
    }
}

#[tokio::test]
async fn a_token_is_ours_unchanged_unexpired_and_for_a_session() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let (id, key) = stack.secret("signingKey").await;
    let sign = |claims: &Value| signed(claims, Some(&id), &key, Algorithm::HS256);

    // What the tokens below would be, were nothing wrong with them.
    let right = sign(&claims(&person));
    assert_eq!(stack.send(&me(&right)).await.status, 200);

    let now = get_current_timestamp();
    let mut without_end = claims(&person);
    without_end.as_object_mut().expect("claims").remove("exp");
    let header = |text: &str| base64_url(text);
    let (_, rest) = right.split_once('.').expect("a header");
    let (payload, signature) = rest.split_once('.').expect("a payload");
    let another = base64_url(&with(claims(&person), "sub", "somebody-else").to_string());
    let none = format!(r#"{{"alg":"none","typ":"JWT","kid":"{id}"}}"#);
    for (what, token) in [
        ("expired", sign(&with(claims(&person), "exp", now - 1))),
        ("endless", sign(&without_end)),
        (
            "for another purpose",
            sign(&with(claims(&person), "purpose", "verify_email")),
        ),
        ("of another version", sign(&with(claims(&person), "ver", 1))),
        ("of nobody", sign(&with(claims(&person), "sub", "nobody"))),
        (
            "of another algorithm",
            signed(&claims(&person), Some(&id), &key, Algorithm::HS512),
        ),
        (
            "signed with another key",
            signed(&claims(&person), Some(&id), "another key", Algorithm::HS256),
        ),
        (
            "of a key that is not ours",
            signed(&claims(&person), Some("other"), &key, Algorithm::HS256),
        ),
        ("without a key", signed(&claims(&person), None, &key, Algorithm::HS256)),
        ("unsigned", format!("{}.{payload}.", header(&none))),
        (
            "unsigned, with a signature",
            format!("{}.{payload}.{signature}", header(&none)),
        ),
        (
            "changed",
            format!("{}.{another}.{signature}", right.split('.').next().expect("a header")),
        ),
    ] {
        let reply = stack.send(&me(&token)).await;
        assert_eq!(
            (reply.status, &reply.body["code"]),
            (401, &json!("unauthorized")),
            "a token {what}"
        );
    }
}

fn base64_url(text: &str) -> String {
    use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

    URL_SAFE_NO_PAD.encode(text)
}

#[tokio::test]
async fn a_rotation_of_the_key_ends_no_session_and_those_of_the_new_key_are_good() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let client = stack.secrets_manager();
    let name = format!("test-{}", person.id);
    let made = client.create_secret().name(&name).secret_string("the first key");
    let first = made.send().await.expect("a secret").version_id.expect("its version");
    let others = [
        ("SIGNING_KEY_SECRET", name.as_str()),
        ("SECRETS_LOOK_AGAIN_SECONDS", "0"),
    ];
    let function = Function::deployed(BINARY, &stack, NAME, &others).await;
    let of_first = signed(&claims(&person), Some(&first), "the first key", Algorithm::HS256);
    assert_eq!(function.send(&me(&of_first)).await.status, 200);

    let rotated = client
        .put_secret_value()
        .secret_id(&name)
        .secret_string("the second key");
    let second = rotated.send().await.expect("a version").version_id.expect("its id");
    let of_second = signed(&claims(&person), Some(&second), "the second key", Algorithm::HS256);
    for token in [of_second, of_first] {
        assert_eq!(function.send(&me(&token)).await.status, 200);
    }
}

#[tokio::test]
async fn a_key_that_is_made_up_is_not_looked_for_each_time() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let proxy = Proxy::of(&stack).await;
    let others = [
        ("AWS_ENDPOINT_URL", proxy.endpoint()),
        ("SECRETS_LOOK_AGAIN_SECONDS", "3600"),
    ];
    let function = Function::deployed(BINARY, &stack, NAME, &others).await;
    let made_up = signed(&claims(&person), Some("made-up"), "a key", Algorithm::HS256);
    assert_eq!(function.send(&me(&made_up)).await.status, 401);
    proxy.forget();
    assert_eq!(function.send(&me(&made_up)).await.status, 401);
    let asked = proxy.requests();
    assert!(asked.is_empty(), "{asked:?}");
}

#[tokio::test]
async fn a_session_lasts_as_long_as_the_template_says() {
    let stack = Stack::running();
    let token = Person::verified(&stack).await.token(&stack).await;
    let claims = jsonwebtoken::dangerous::insecure_decode::<Value>(&token)
        .expect("a token")
        .claims;
    let seconds = claims["exp"].as_u64().expect("its end") - claims["iat"].as_u64().expect("its beginning");
    assert_eq!(seconds, 7 * 24 * 60 * 60);
}

#[tokio::test]
async fn a_higher_token_version_ends_every_session() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let token = person.token(&stack).await;
    assert_eq!(stack.send(&me(&token)).await.status, 200);

    person.set(&stack, "tokenVersion", json!(1)).await;
    assert_unauthorized(&stack, &me(&token)).await;
    let token = person.token(&stack).await;
    assert_eq!(stack.send(&me(&token)).await.status, 200);
}

#[tokio::test]
async fn a_block_ends_every_session_and_says_so() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let token = person.token(&stack).await;

    person.set(&stack, "blocked", json!(true)).await;
    let reply = stack.send(&me(&token)).await;
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
async fn an_account_that_is_malformed_is_a_500_whose_log_line_names_it_and_not_the_person() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let token = person.token(&stack).await;
    // In a table of the test's own: whoever reads all accounts would stumble over it.
    let users = stack.empty_table_like("users").await;
    stack
        .put_item(&users, with(person.item(&stack).await, "email", "no address"))
        .await;

    let function = Function::deployed(BINARY, &stack, NAME, &[("USERS_TABLE", &users)]).await;
    assert_eq!(function.send(&me(&token)).await.status, 500);
    let cause = function.logged("failed").await["cause"].to_string();
    assert!(cause.contains(&person.id) && !cause.contains("Amina"), "{cause}");
}

#[tokio::test]
async fn secrets_that_are_out_of_reach_are_a_503_until_they_are_back() {
    let stack = Stack::running();
    let token = Person::verified(&stack).await.token(&stack).await;
    let outage = faults::Outage::of(&stack).await;
    let others = [("AWS_ENDPOINT_URL_SECRETS_MANAGER", outage.endpoint())];
    let function = Function::deployed(BINARY, &stack, NAME, &others).await;

    assert_eq!(function.send(&me(&token)).await.status, 503);
    outage.end();
    assert_eq!(function.send(&me(&token)).await.status, 200);
}

#[tokio::test]
async fn unreachable_services_are_a_503() {
    let stack = Stack::running();
    let token = Person::verified(&stack).await.token(&stack).await;
    let variables = Stack::variables_of(NAME);
    faults::check_tables_unreachable(BINARY, &variables, &me(&token)).await;
}

#[tokio::test]
async fn services_that_hang_are_a_503_in_time() {
    let stack = Stack::running();
    let token = Person::verified(&stack).await.token(&stack).await;
    let variables = Stack::variables_of(NAME);
    faults::check_tables_hanging(BINARY, &variables, &me(&token)).await;
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = Stack::variables_of(NAME);
    faults::check_each_variable_is_required(BINARY, &variables, &me("any")).await;
}

async fn me_of_somebody(stack: &Stack) -> (Call, Person) {
    let person = Person::verified(stack).await;
    (me(&person.token(stack).await), person)
}

#[tokio::test]
async fn telling_whose_a_token_is_takes_one_read() {
    let asked = faults::requests_of_a_call(DEPLOYED, me_of_somebody).await;
    assert_eq!(asked, ["dynamodb GetItem users"]);
}

async fn me_of_a_teacher(stack: &Stack) -> (Call, Person) {
    let (person, _) = teacher(stack).await;
    (me(&person.token(stack).await), person)
}

#[tokio::test]
async fn telling_who_a_teacher_is_takes_one_read_besides_the_copy_of_the_courses() {
    let asked = faults::requests_of_a_call(DEPLOYED, me_of_a_teacher).await;
    assert_eq!(asked, ["dynamodb GetItem users"]);
    faults::check_steps(
        DEPLOYED,
        |request| request == "dynamodb Scan courses",
        me_of_a_teacher,
        async |case, person| {
            assert_eq!(case.again().await.data()["_id"], person.id.as_str());
        },
    )
    .await;
}

#[tokio::test]
async fn whatever_fails_the_session_stays_good() {
    let like = Person::verified(&Stack::running()).await;
    let prepare = async |stack: &Stack| {
        let person = like.twin(stack).await;
        (me(&person.token(stack).await), person)
    };
    faults::check_each_step(DEPLOYED, prepare, async |case, person| {
        assert_eq!(case.again().await.data()["_id"], person.id.as_str());
    })
    .await;
}

#[tokio::test]
async fn a_key_that_cannot_be_read_ends_no_session() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let client = stack.secrets_manager();
    let name = format!("test-{}", person.id);
    let made = client.create_secret().name(&name).secret_string("the first key");
    let first = made.send().await.expect("a secret").version_id.expect("its version");
    let rotated = client
        .put_secret_value()
        .secret_id(&name)
        .secret_string("the second key");
    rotated.send().await.expect("a version");
    let of_first = signed(&claims(&person), Some(&first), "the first key", Algorithm::HS256);

    let proxy = Proxy::of(&stack).await;
    let step = Step {
        request: "secretsmanager GetSecretValue AWSPREVIOUS".to_owned(),
        occurrence: 1,
    };
    proxy.fail(step, Fault::ServerError, true);
    let others = [
        ("SIGNING_KEY_SECRET", name.as_str()),
        ("AWS_ENDPOINT_URL", proxy.endpoint()),
    ];
    let function = Function::deployed(BINARY, &stack, NAME, &others).await;
    assert_eq!(function.send(&me(&of_first)).await.status, 503);
    proxy.end();
    assert_eq!(function.send(&me(&of_first)).await.status, 200);
}
