//! `POST /users/register`, through the gateway of the running stack, and in environments that a deployed function cannot have.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use std::time::Duration;

use domain::Language;
use insta::{assert_json_snapshot, assert_snapshot};
use mail::Operator;
use serde_json::{Value, json};
use testing::{
    Call, DOCUMENT, Download, File, Function, Person, Reply, Stack,
    faults::{self, Fault, Proxy, Step},
    in_one_window,
};

const BINARY: &str = "users-register";
const NAME: &str = "UsersRegisterFunction";
/// In what time accounts count.
const DAY: Duration = Duration::from_hours(24);
const DEPLOYED: faults::Deployed<'_> = faults::Deployed {
    binary: BINARY,
    name: NAME,
    others: &[],
};

fn register(body: &Value) -> Call {
    Call::post("/users/register").json(body)
}

/// What somebody sends to sign up, with one field changed.
fn with(field: &str, value: impl Into<Value>) -> Value {
    let mut registration = Person::registration();
    registration[field] = value.into();
    registration
}

fn teacher(teacher: Value) -> Value {
    let mut registration = with("type", "teacher");
    registration["teacher"] = teacher;
    registration
}

fn code(reply: &Reply) -> (u16, &str) {
    (reply.status, reply.body["code"].as_str().unwrap_or_default())
}

fn email(registration: &Value) -> &str {
    registration["email"].as_str().expect("an e-mail")
}

/// The claim on an address in the users table; null when there is none.
async fn claim(stack: &Stack, email: &str) -> Value {
    stack
        .item(&stack.tables["users"], ("pk", &format!("email#{email}")))
        .await
}

/// An address that no other test has, made of one that no other test has.
fn client_address(registration: &Value) -> String {
    let digits: Vec<u8> = email(registration)
        .bytes()
        .filter(u8::is_ascii_digit)
        .map(|digit| digit - b'0')
        .collect();
    let number = digits[digits.len() - 10..]
        .iter()
        .fold(0_u64, |number, digit| number * 10 + u64::from(*digit));
    format!("2001:db8:{:x}:{:x}::1:50000", number >> 16 & 0xffff, number & 0xffff)
}

#[tokio::test]
async fn answers_the_account_which_nobody_may_keep() {
    let stack = Stack::running();
    let mut registration = with("phone2", "+213 (21) 63-12.34");
    registration["fullname"] = "  Amina\n Benali ".into();
    let reply = stack.send(&register(&registration).query("lang", "fr")).await;
    assert_eq!(reply.data()["email"], email(&registration));
    assert_json_snapshot!(reply, { ".body.data._id" => "[id]", ".body.data.email" => "[e-mail]" }, @r#"
    {
      "status": 201,
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
          "phone2": "+21321631234",
          "teacher": null,
          "type": "student"
        },
        "success": true
      }
    }
    "#);
}

#[tokio::test]
async fn the_table_holds_the_account_and_its_claim_and_no_password() {
    let stack = Stack::running();
    let registration = Person::registration();
    let reply = stack.send(&register(&registration).query("lang", "ar")).await;
    let id = reply.data()["_id"].as_str().expect("an id");

    let item = stack.item(&stack.tables["users"], ("pk", &format!("user#{id}"))).await;
    let hash = item["passwordHash"].as_str().expect("a hash");
    assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
    assert_json_snapshot!(
        item,
        {
            ".pk" => "user#[id]", ".userId" => "[id]", ".email" => "[e-mail]", ".passwordHash" => "[hash]",
            ".createdAt" => "[time]"
        },
        @r#"
        {
          "blocked": false,
          "createdAt": "[time]",
          "email": "[e-mail]",
          "language": "ar",
          "passwordHash": "[hash]",
          "pk": "user#[id]",
          "profile": {
            "address": "12 rue Didouche Mourad, Algiers",
            "country": "DZ",
            "fullname": "Amina Benali",
            "phone1": "+213551234567"
          },
          "profileVersion": 0,
          "tokenVersion": 0,
          "type": "student",
          "userId": "[id]",
          "verified": false
        }
        "#
    );
    let pk = format!("email#{}", email(&registration));
    assert_eq!(
        claim(&stack, email(&registration)).await,
        json!({"pk": pk, "userId": id})
    );
}

#[tokio::test]
async fn mails_a_link_in_the_language_of_the_request() {
    let stack = Stack::running();
    for language in ["en", "fr", "ar"] {
        let registration = with("fullname", "Amina <b>Benali</b>");
        let reply = stack.send(&register(&registration).query("lang", language)).await;
        assert_eq!(reply.status, 201);
        let mails = stack.mails_to(email(&registration)).await;
        assert_eq!(mails.len(), 1);
        let operator = Operator::of(Language::from_code(language).expect("one of ours"));
        for value in [operator.name, operator.address, operator.mail] {
            assert!(mails[0].body_text.contains(value), "{value}");
        }
        assert!(mails[0].body_html.contains(&operator.in_html()));
        let site = Stack::variables_of(NAME)
            .into_iter()
            .find(|(name, _)| name == "SITE_ADDRESS");
        let (_, site) = site.expect("the site's address");
        assert_snapshot!(
            format!("mail_{language}"),
            mails[0]
                .seen()
                .replace(&mails[0].token(), "[token]")
                .replace(&site, "[site]")
        );
    }
}

#[tokio::test]
async fn every_field_is_looked_at_and_the_first_fault_is_the_code() {
    let stack = Stack::running();
    let reply = stack.send(&register(&json!({})).query("lang", "fr")).await;
    assert_json_snapshot!(reply, @r#"
    {
      "status": 400,
      "headers": {
        "cache-control": "no-store",
        "content-language": "fr",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "code": "fullname_required",
        "errors": {
          "address": "address_required",
          "country": "country_invalid",
          "email": "email_invalid",
          "fullname": "fullname_required",
          "password": "password_too_short",
          "phone1": "phone_required",
          "type": "type_invalid"
        },
        "message": "Le nom complet est obligatoire.",
        "success": false
      }
    }
    "#);
}

#[tokio::test]
async fn each_field_has_its_rules() {
    let stack = Stack::running();
    for (field, value, code_of_it) in [
        ("fullname", json!(" "), "fullname_required"),
        ("fullname", json!(null), "fullname_required"),
        ("fullname", json!("x".repeat(101)), "field_too_long"),
        ("email", json!("amina"), "email_invalid"),
        ("email", json!("amina@example"), "email_invalid"),
        ("email", json!("amina@example.org\nBcc: x@example.org"), "email_invalid"),
        ("password", json!("Short 1"), "password_too_short"),
        ("password", json!("no capital 1"), "password_uppercase"),
        ("password", json!("No digit at all"), "password_number"),
        ("password", json!("A1".repeat(65)), "field_too_long"),
        ("phone1", json!(""), "phone_required"),
        ("phone1", json!("0551234567"), "phone_invalid"),
        ("phone2", json!("12"), "phone_invalid"),
        ("address", json!("  "), "address_required"),
        ("address", json!("x".repeat(301)), "field_too_long"),
        ("country", json!("Atlantis"), "country_invalid"),
        ("country", json!(""), "country_invalid"),
        ("type", json!("company"), "type_invalid"),
        ("type", json!(null), "type_invalid"),
    ] {
        let registration = with(field, value.clone());
        let reply = stack.send(&register(&registration)).await;
        assert_eq!(code(&reply), (400, code_of_it), "{field}: {value}");
        assert_eq!(reply.body["errors"], json!({field: code_of_it}), "{field}: {value}");
        assert_eq!(claim(&stack, email(&registration)).await, Value::Null);
    }
}

#[tokio::test]
async fn the_longest_values_are_taken() {
    let stack = Stack::running();
    let mut registration = with("fullname", "م".repeat(100));
    registration["address"] = "ع".repeat(300).into();
    registration["password"] = format!("Aa1 {}", "ك".repeat(124)).into();
    assert_eq!(stack.send(&register(&registration)).await.status, 201);
}

#[tokio::test]
async fn a_teacher_has_one_or_two_courses_of_the_catalogue_and_files() {
    let stack = Stack::running();
    let courses = stack.send(&Call::get("/courses")).await;
    let id = |index: usize| courses.data()[index]["_id"].clone();
    let (first, second, third) = (id(0), id(1), id(2));
    let some_file = "0123456789abcdef0123456789abcdef";
    let none = "1_course_atleast_warning";
    let (too_many, no_course, no_file) = ("2_courses_only_warning", "course_not_found", "file_not_found");
    for (sent, code_of_it, errors) in [
        (json!(null), none, json!({"teacher": none})),
        (
            json!({}),
            none,
            json!({"teacher.courses": none, "teacher.curriculum": no_file}),
        ),
        (
            json!({"courses": [], "curriculum": some_file}),
            none,
            json!({"teacher.courses": none}),
        ),
        (
            json!({"courses": [first, second, third], "curriculum": some_file}),
            too_many,
            json!({"teacher.courses": too_many}),
        ),
        (
            json!({"courses": [first]}),
            no_file,
            json!({"teacher.curriculum": no_file}),
        ),
        (
            json!({"courses": ["no-such-course"], "curriculum": some_file}),
            no_course,
            json!({"teacher.courses": no_course}),
        ),
        (
            json!({"courses": [first, "No course id"], "curriculum": "cv", "video": ""}),
            no_course,
            json!({"teacher.courses": no_course, "teacher.curriculum": no_file, "teacher.video": no_file}),
        ),
        (
            json!({"courses": [first, first, second], "curriculum": some_file}),
            no_file,
            json!({"teacher.curriculum": no_file}),
        ),
    ] {
        let registration = teacher(sent.clone());
        let reply = stack.send(&register(&registration)).await;
        assert_eq!(code(&reply), (400, code_of_it), "{sent}");
        assert_eq!(reply.body["errors"], errors, "{sent}");
        assert_eq!(claim(&stack, email(&registration)).await, Value::Null);
    }
}

#[tokio::test]
async fn a_teacher_has_the_courses_and_files_of_the_registration() {
    let stack = Stack::running();
    let (cv, video) = (File::document(&stack, None).await, File::video(&stack).await);
    let registration = Person::teacher_registration(&stack, &cv, Some(&video)).await;
    let reply = stack.send(&register(&registration).query("lang", "fr")).await;
    assert_eq!(reply.status, 201);

    let id = reply.data()["_id"].as_str().expect("an id");
    for file in [&cv, &video] {
        assert!(file.is_claimed_by(&stack, id).await);
    }
    let teacher = &reply.data()["teacher"];
    let courses = stack.send(&Call::get("/courses").query("lang", "fr")).await;
    assert_eq!(teacher["courses"], json!([courses.data()[0], courses.data()[1]]));
    assert_eq!(teacher["curriculum"]["_id"], cv.id.as_str());
    assert_eq!(teacher["video"]["_id"], video.id.as_str());
    let download = Download::of(teacher["curriculum"]["url"].as_str().expect("an address")).await;
    assert_eq!((download.status, download.bytes.as_slice()), (200, DOCUMENT));
    let download = Download::of(teacher["video"]["url"].as_str().expect("an address")).await;
    assert_eq!((download.status, download.content_type.as_str()), (200, "video/mp4"));

    let item = stack.item(&stack.tables["users"], ("pk", &format!("user#{id}"))).await;
    assert_json_snapshot!(item["profile"], { ".files.*.fileId" => "[id]" }, @r#"
    {
      "address": "12 rue Didouche Mourad, Algiers",
      "country": "DZ",
      "courses": [
        "data-analysis-python",
        "project-management"
      ],
      "files": {
        "curriculum": {
          "contentType": "application/pdf",
          "fileId": "[id]",
          "kind": "document",
          "name": "سيرة ذاتية.pdf"
        },
        "video": {
          "contentType": "video/mp4",
          "fileId": "[id]",
          "kind": "video",
          "name": "me.mp4"
        }
      },
      "fullname": "Amina Benali",
      "phone1": "+213551234567"
    }
    "#);
}

#[tokio::test]
async fn a_teacher_may_do_without_a_video() {
    let stack = Stack::running();
    let cv = File::document(&stack, None).await;
    let registration = Person::teacher_registration(&stack, &cv, None).await;
    let reply = stack.send(&register(&registration)).await;
    assert_eq!((reply.status, &reply.data()["teacher"]["video"]), (201, &Value::Null));
}

#[tokio::test]
async fn a_file_is_there_nobodys_unclaimed_and_what_it_is_for() {
    let stack = Stack::running();
    let token = Person::verified(&stack).await.token(&stack).await;
    let unclaimed = File::document(&stack, None).await;
    let claimed = File::document(&stack, None).await;
    Person::registered_with(&stack, &Person::teacher_registration(&stack, &claimed, None).await).await;
    let document = || File::document(&stack, None);
    for (what, file) in [
        ("claimed", claimed),
        ("somebody's", File::document(&stack, Some(&token)).await),
        ("a photo", File::image(&stack, None).await),
        ("a video", File::video(&stack).await),
        ("deleted", document().await.with(&stack, "deleted", true).await),
        ("forgotten", document().await.with(&stack, "expiresAt", 1).await),
    ] {
        let before = file.record(&stack).await;
        for (curriculum, video) in [(&file, None), (&unclaimed, Some(&file))] {
            if what == "a video" && video.is_some() {
                continue;
            }
            let registration = Person::teacher_registration(&stack, curriculum, video).await;
            let reply = stack.send(&register(&registration)).await;
            assert_eq!(code(&reply), (400, "file_not_found"), "{what}");
            let field = if video.is_some() {
                "teacher.video"
            } else {
                "teacher.curriculum"
            };
            assert_eq!(reply.body["errors"], json!({field: "file_not_found"}), "{what}");
            assert_eq!(claim(&stack, email(&registration)).await, Value::Null);
        }
        assert_eq!(file.record(&stack).await, before, "{what}");
        assert_eq!(file.waits(&stack).await, what != "claimed", "{what}");
    }
    assert!(unclaimed.waits(&stack).await);
}

#[tokio::test]
async fn a_file_without_bytes_is_not_there() {
    let stack = Stack::running();
    let cv = File::document(&stack, None).await;
    let lost_video = File::video(&stack).await.without_object(&stack).await;
    let registration = Person::teacher_registration(&stack, &cv, Some(&lost_video)).await;
    let reply = stack.send(&register(&registration)).await;
    assert_eq!(code(&reply), (400, "file_not_found"), "{reply:?}");
    assert_eq!(reply.body["errors"], json!({"teacher.video": "file_not_found"}));
    assert_eq!(claim(&stack, email(&registration)).await, Value::Null);
    assert!(cv.waits(&stack).await, "the other file");

    let lost_cv = File::document(&stack, None).await.without_object(&stack).await;
    let registration = Person::teacher_registration(&stack, &lost_cv, None).await;
    let reply = stack.send(&register(&registration)).await;
    assert_eq!(code(&reply), (400, "file_not_found"), "{reply:?}");
    assert_eq!(reply.body["errors"], json!({"teacher.curriculum": "file_not_found"}));
}

#[tokio::test]
async fn s3_is_not_believed_that_a_file_is_forbidden_before_it_is_known_to_be_there() {
    let stack = Stack::running();
    let proxy = Proxy::of(&stack).await;
    let step = Step {
        request: "s3 DeleteObjectTagging".to_owned(),
        occurrence: 1,
    };
    proxy.fail(step, Fault::Forbidden, true);
    let through_proxy = [("AWS_ENDPOINT_URL", proxy.endpoint())];
    let function = Function::deployed(BINARY, &stack, NAME, &through_proxy).await;

    let lost = File::document(&stack, None).await.without_object(&stack).await;
    let registration = Person::teacher_registration(&stack, &lost, None).await;
    assert_eq!(
        code(&function.send(&register(&registration)).await),
        (400, "file_not_found")
    );

    let cv = File::document(&stack, None).await;
    let registration = Person::teacher_registration(&stack, &cv, None).await;
    let reply = function.send(&register(&registration)).await;
    assert_eq!(code(&reply), (503, "service_unavailable"));
    let cause = function.logged("failed").await["cause"].to_string();
    assert!(cause.contains("AccessDenied"), "{cause}");
    assert!(cv.waits(&stack).await);
}

#[tokio::test]
async fn what_is_refused_beside_a_conflict_is_tried_again() {
    let stack = Stack::running();
    let proxy = Proxy::of(&stack).await;
    let step = Step {
        request: "dynamodb TransactWriteItems users".to_owned(),
        occurrence: 1,
    };
    proxy.fail(step, Fault::ConflictAndRefusal, false);
    let through_proxy = [("AWS_ENDPOINT_URL", proxy.endpoint())];
    let function = Function::deployed(BINARY, &stack, NAME, &through_proxy).await;
    let reply = function.send(&register(&Person::registration())).await;
    assert_eq!(reply.status, 201, "{reply:?}");
}

#[tokio::test]
async fn of_many_registrations_at_once_with_one_file_one_makes_an_account() {
    let stack = Stack::running();
    let (cv, video) = (File::document(&stack, None).await, File::video(&stack).await);
    let mut calls = Vec::new();
    for _ in 0..5 {
        let registration = Person::teacher_registration(&stack, &cv, Some(&video)).await;
        let (stack, call) = (stack.clone(), register(&registration));
        let call = tokio::spawn(async move { stack.send(&call).await });
        calls.push((registration, call));
    }
    let mut made = Vec::new();
    for (registration, call) in calls {
        let reply = call.await.expect("an answer");
        if reply.status == 201 {
            made.push(reply.data()["_id"].as_str().expect("an id").to_owned());
        } else {
            assert_eq!(code(&reply), (400, "file_not_found"));
            assert_eq!(claim(&stack, email(&registration)).await, Value::Null);
        }
    }
    assert_eq!(made.len(), 1);
    for file in [&cv, &video] {
        assert!(file.is_claimed_by(&stack, &made[0]).await);
    }
}

#[tokio::test]
async fn a_registration_that_is_sent_again_finds_the_account_and_not_its_files_taken() {
    let stack = Stack::running();
    let registration = Person::teacher_registration(&stack, &File::document(&stack, None).await, None).await;
    assert_eq!(stack.send(&register(&registration)).await.status, 201);
    let again = stack.send(&register(&registration)).await;
    assert_eq!(code(&again), (409, "user_already_exists"));
}

#[tokio::test]
async fn files_of_a_registration_that_is_refused_wait_for_the_next() {
    let stack = Stack::running();
    let (cv, video) = (File::document(&stack, None).await, File::video(&stack).await);
    let taken = Person::registered(&stack).await;
    let mut registration = Person::teacher_registration(&stack, &cv, Some(&video)).await;
    registration["email"] = taken.email.into();
    let reply = stack.send(&register(&registration)).await;
    assert_eq!(code(&reply), (409, "user_already_exists"));
    for file in [&cv, &video] {
        assert!(file.waits(&stack).await);
        assert_eq!(file.record(&stack).await["owner"], Value::Null);
    }

    registration["email"] = Person::registration()["email"].clone();
    let reply = stack.send(&register(&registration)).await;
    assert_eq!(reply.status, 201);
    let id = reply.data()["_id"].as_str().expect("an id");
    for file in [&cv, &video] {
        assert!(file.is_claimed_by(&stack, id).await);
    }
}

#[tokio::test]
async fn a_student_has_no_teachers_data() {
    let stack = Stack::running();
    let reply = stack.send(&register(&with("teacher", json!({"courses": []})))).await;
    assert_eq!(code(&reply), (400, "teacher_not_allowed"));
    let reply = stack.send(&register(&with("teacher", json!(null)))).await;
    assert_eq!(reply.status, 201);
}

#[tokio::test]
async fn an_e_mail_is_taken_whatever_its_case_and_the_spaces_around_it() {
    let stack = Stack::running();
    let person = Person::registered(&stack).await;
    let before = person.item(&stack).await;

    let again = with("email", format!(" {}\n", person.email.to_uppercase()));
    let reply = stack.send(&register(&again).query("lang", "ar")).await;
    assert_json_snapshot!((reply.status, reply.body), @r#"
    [
      409,
      {
        "code": "user_already_exists",
        "message": "يوجد مستخدم مسجّل بهذا البريد الإلكتروني.",
        "success": false
      }
    ]
    "#);
    assert_eq!(person.item(&stack).await, before);
    assert_eq!(stack.mails_to(&person.email).await.len(), 1);
}

#[tokio::test]
async fn of_eight_registrations_at_once_one_makes_the_account() {
    let stack = Stack::running();
    let registration = Person::registration();
    let calls: Vec<_> = (0..8)
        .map(|_| {
            let (stack, call) = (stack.clone(), register(&registration));
            tokio::spawn(async move { stack.send(&call).await })
        })
        .collect();
    let (mut made, mut refused) = (Vec::new(), 0);
    for call in calls {
        let reply = call.await.expect("an answer");
        match code(&reply) {
            (201, _) => made.push(reply.data()["_id"].clone()),
            (409, "user_already_exists") => refused += 1,
            _ => panic!("{reply:?}"),
        }
    }
    assert_eq!((made.len(), refused), (1, 7), "{made:?}");
    assert_eq!(claim(&stack, email(&registration)).await["userId"], made[0]);
    let accounts = stack.items(&stack.tables["users"]).await;
    let accounts = accounts.iter().filter(|item| item["email"] == email(&registration));
    assert_eq!(accounts.count(), 1);
    assert_eq!(stack.mails_to(email(&registration)).await.len(), 1);
}

#[tokio::test]
async fn nobody_gives_themselves_what_is_not_theirs_to_give() {
    let stack = Stack::running();
    let mut registration = Person::registration();
    for (name, value) in [
        ("_id", json!("admin")),
        ("pk", json!("user#admin")),
        ("userId", json!("admin")),
        ("verified", json!(true)),
        ("blocked", json!(true)),
        ("tokenVersion", json!(7)),
        ("passwordHash", json!("$argon2id$")),
        ("createdAt", json!("1970-01-01T00:00:00Z")),
        ("language", json!("ar")),
        ("image", json!({"_id": "x", "url": "https://example.org"})),
        ("birthdate", json!("2000-01-01")),
    ] {
        registration[name] = value;
    }
    let reply = stack.send(&register(&registration)).await;
    assert_eq!(reply.status, 201);
    let id = reply.data()["_id"].as_str().expect("an id");
    assert_ne!(id, "admin");
    assert_eq!(
        (&reply.data()["image"], &reply.data()["birthdate"]),
        (&Value::Null, &Value::Null)
    );

    let item = stack.item(&stack.tables["users"], ("pk", &format!("user#{id}"))).await;
    let kept = json!({
        "verified": item["verified"], "blocked": item["blocked"], "tokenVersion": item["tokenVersion"],
        "language": item["language"], "birthdate": item["birthdate"], "userId": item["userId"],
    });
    let expected = json!({
        "verified": false, "blocked": false, "tokenVersion": 0, "language": "en", "birthdate": null, "userId": id,
    });
    assert_eq!(kept, expected);
    let login = Call::post("/users/login").json(&registration);
    assert_eq!(stack.send(&login).await.outcome(), (403, "account_not_verified"));
}

#[tokio::test]
async fn a_body_that_is_not_as_it_should_be_is_a_400() {
    let stack = Stack::running();
    for body in ["", "fullname=Amina", "{", "null", "[]", "\"text\"", "7"] {
        let reply = stack.send(&Call::post("/users/register").body(body)).await;
        assert_eq!(code(&reply), (400, "malformed_request"), "{body}");
    }
    for (field, value) in [
        ("fullname", json!(7)),
        ("email", json!(["amina@example.org"])),
        ("password", json!({"$ne": ""})),
        ("phone1", json!(213_551_234_567_u64)),
        ("type", json!(true)),
        ("teacher", json!("yes")),
        ("teacher", json!({"courses": "one"})),
        ("teacher", json!({"courses": [1]})),
    ] {
        let reply = stack.send(&register(&with(field, value.clone()))).await;
        assert_eq!(code(&reply), (400, "malformed_request"), "{field}: {value}");
    }
    // The gateway passes on what is not UTF-8 in base64; the emulator would replace it.
    let function = Function::deployed(BINARY, &stack, NAME, &[]).await;
    let reply = function
        .send(&Call::post("/users/register").body(*b"{\"fullname\": \"\xff\"}"))
        .await;
    assert_eq!(code(&reply), (400, "malformed_request"));

    let reply = stack.send(&register(&with("address", "x".repeat(100_000)))).await;
    assert_eq!(code(&reply), (413, "request_too_large"));
}

#[tokio::test]
async fn an_address_makes_so_many_accounts_a_day() {
    in_one_window(DAY, async || {
        let stack = Stack::running();
        let function = Function::deployed(BINARY, &stack, NAME, &[("LIMIT_ACCOUNTS_PER_ADDRESS", "5")]).await;
        let (_, secret) = stack.secret("origin").await;
        let address = client_address(&Person::registration());
        let taken = Person::registered(&stack).await;

        for _ in 0..5 {
            // What makes no account is not counted.
            let again = register(&with("email", taken.email.as_str())).through_cdn(&secret, &address);
            assert_eq!(code(&function.send(&again).await), (409, "user_already_exists"));
            let teacher = register(&teacher(
                json!({"courses": ["none"], "curriculum": "0123456789abcdef0123456789abcdef"}),
            ));
            let reply = function.send(&teacher.through_cdn(&secret, &address)).await;
            assert_eq!(code(&reply), (400, "course_not_found"));

            let reply = function
                .send(&register(&Person::registration()).through_cdn(&secret, &address))
                .await;
            assert_eq!(reply.status, 201);
        }
        let sixth = Person::registration();
        let reply = function.send(&register(&sixth).through_cdn(&secret, &address)).await;
        assert_json_snapshot!((reply.status, reply.body), @r#"
    [
      429,
      {
        "code": "too_many_accounts",
        "message": "Too many accounts were created from this address today. Please try again tomorrow.",
        "success": false
      }
    ]
    "#);
        assert_eq!(claim(&stack, email(&sixth)).await, Value::Null);

        // Everybody has many addresses in their own IPv6 network; the next network is somebody else's.
        let neighbour = address.replace("::1:", ":a:b:c:d:");
        let reply = function.send(&register(&sixth).through_cdn(&secret, &neighbour)).await;
        assert_eq!(code(&reply), (429, "too_many_accounts"));
        let another = client_address(&Person::registration());
        let reply = function.send(&register(&sixth).through_cdn(&secret, &another)).await;
        assert_eq!(reply.status, 201);
    })
    .await;
}

#[tokio::test]
async fn an_address_that_somebody_else_than_the_cdn_claims_is_not_believed() {
    in_one_window(DAY, async || {
        let stack = Stack::running();
        // All that comes without the secret is from one address, which has made an account before.
        Person::registered(&stack).await;
        let function = Function::deployed(BINARY, &stack, NAME, &[("LIMIT_ACCOUNTS_PER_ADDRESS", "1")]).await;
        let (_, secret) = stack.secret("origin").await;
        let address = client_address(&Person::registration());

        let forged = register(&Person::registration()).header("cloudfront-viewer-address", &address);
        assert_eq!(code(&function.send(&forged).await), (429, "too_many_accounts"));
        let guessed = register(&Person::registration()).through_cdn("a guess", &address);
        assert_eq!(code(&function.send(&guessed).await), (429, "too_many_accounts"));
        let told = register(&Person::registration()).through_cdn(&secret, &address);
        assert_eq!(function.send(&told).await.status, 201);
    })
    .await;
}

#[tokio::test]
async fn a_mail_that_cannot_be_sent_fails_nothing_and_the_next_login_mails_the_link() {
    let stack = Stack::running();
    let outage = faults::Outage::of(&stack).await;
    let others = [("AWS_ENDPOINT_URL_SESV2", outage.endpoint())];
    let function = Function::deployed(BINARY, &stack, NAME, &others).await;
    let registration = Person::registration();

    assert_eq!(function.send(&register(&registration)).await.status, 201);
    let line = function.logged("mail not sent").await;
    assert_eq!(
        (&line["level"], &line["mail"]),
        (&json!("ERROR"), &json!("verify_email"))
    );
    assert!(!function.log().contains(email(&registration)));
    assert_eq!(stack.mails_to(email(&registration)).await.len(), 0);

    let reply = stack.send(&Call::post("/users/login").json(&registration)).await;
    assert_eq!(code(&reply), (403, "account_not_verified"));
    assert_eq!(stack.mails_to(email(&registration)).await.len(), 1);
}

#[tokio::test]
async fn services_that_are_out_of_reach_are_a_503_with_nothing_half_written_until_they_are_back() {
    let stack = Stack::running();
    for service in ["AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_SECRETS_MANAGER"] {
        let outage = faults::Outage::of(&stack).await;
        let function = Function::deployed(BINARY, &stack, NAME, &[(service, outage.endpoint())]).await;
        let registration = Person::registration();

        let reply = function.send(&register(&registration)).await;
        assert_eq!(code(&reply), (503, "service_unavailable"), "{service}");
        assert_eq!(claim(&stack, email(&registration)).await, Value::Null);
        assert_eq!(stack.mails_to(email(&registration)).await.len(), 0);

        outage.end();
        assert_eq!(function.send(&register(&registration)).await.status, 201, "{service}");
    }
}

#[tokio::test]
async fn unreachable_services_are_a_503() {
    let variables = Stack::variables_of(NAME);
    faults::check_tables_unreachable(BINARY, &variables, &register(&Person::registration())).await;
}

#[tokio::test]
async fn services_that_hang_are_a_503_in_time() {
    let variables = Stack::variables_of(NAME);
    faults::check_tables_hanging(BINARY, &variables, &register(&Person::registration())).await;
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = Stack::variables_of(NAME);
    faults::check_each_variable_is_required(BINARY, &variables, &register(&Person::registration())).await;
}

/// A registration that comes through the CDN, so that the secret which proves that is wanted too.
async fn registration_through_cdn(stack: &Stack) -> (Call, Value) {
    let registration = Person::registration();
    let (_, secret) = stack.secret("origin").await;
    let call = register(&registration).through_cdn(&secret, &client_address(&registration));
    (call, registration)
}

#[tokio::test]
async fn a_registration_asks_this_of_aws() {
    let asked = faults::requests_of_a_call(DEPLOYED, registration_through_cdn).await;
    assert_eq!(
        asked,
        [
            "dynamodb UpdateItem attempts",
            "dynamodb TransactWriteItems users",
            "ses SendEmail"
        ]
    );
}

#[tokio::test]
async fn whatever_fails_nothing_is_half_written_and_nobody_is_locked_out() {
    faults::check_each_step(DEPLOYED, registration_through_cdn, async |case, registration| {
        let stack = Stack::running();
        let answer_lost = case.fault() == Fault::AnswerLost;
        let made = case.reply.status == 201 || (answer_lost && case.request().contains("TransactWriteItems"));

        // There are an account and its claim, or neither.
        let items = case.items("users").await;
        assert_eq!(items.len(), if made { 2 } else { 0 }, "{items:?}");
        assert!(items.windows(2).all(|pair| pair[0]["userId"] == pair[1]["userId"]));
        // It was counted. What was not answered may have been counted, or taken back, twice.
        let counted = case.attempts().await.into_values().sum::<i64>();
        let expected = i64::from(made);
        assert!(
            counted == expected || (answer_lost && (0..=2).contains(&counted)),
            "{counted}"
        );

        let again = case.again().await;
        assert_eq!(again.status, if made { 409 } else { 201 }, "{again:?}");
        // Whether or not the first mail was sent, there is one after the first login at the latest, and its link is good.
        let credentials = json!({"email": registration["email"], "password": registration["password"]});
        let login = Call::post("/users/login").json(&credentials);
        assert_eq!(stack.send(&login).await.outcome(), (403, "account_not_verified"));
        let mail = stack.mails_to(email(registration)).await.pop().expect("a mail");
        let verify = Call::post("/users/verify-email").json(&json!({"token": mail.token()}));
        assert_eq!(stack.send(&verify).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn a_teacher_waits_for_approval_where_that_is_required() {
    let stack = Stack::running();
    let required = Function::deployed(BINARY, &stack, NAME, &[("TEACHER_APPROVAL", "required")]).await;
    let cv = File::document(&stack, None).await;
    let registration = Person::teacher_registration(&stack, &cv, None).await;
    let reply = required.send(&register(&registration)).await;
    assert_eq!(reply.data()["teacher"]["review"], json!({"status": "pending"}));
    let reply = required.send(&register(&Person::registration())).await;
    let id = reply.data()["_id"].as_str().expect("an id");
    let student = stack.item(&stack.tables["users"], ("pk", &format!("user#{id}"))).await;
    assert_eq!(student.get("review"), None);

    let cv = File::document(&stack, None).await;
    let registration = Person::teacher_registration(&stack, &cv, None).await;
    let reply = stack.send(&register(&registration)).await;
    assert_eq!(reply.data()["teacher"].get("review"), None, "the stack asks for none");

    let unknown = Function::deployed(BINARY, &stack, NAME, &[("TEACHER_APPROVAL", "sometimes")]).await;
    let cause = "environment variable TEACHER_APPROVAL must be off or required";
    faults::check_misconfigured(&unknown, &register(&registration), cause).await;
}

async fn registration_of_a_teacher(stack: &Stack) -> (Call, (Value, [File; 2])) {
    let (cv, video) = (File::document(stack, None).await, File::video(stack).await);
    let registration = Person::teacher_registration(stack, &cv, Some(&video)).await;
    (register(&registration), (registration, [cv, video]))
}

#[tokio::test]
async fn a_registration_of_a_teacher_asks_this_of_aws() {
    let asked = faults::requests_of_a_call(DEPLOYED, registration_of_a_teacher).await;
    assert_eq!(
        asked,
        [
            "dynamodb UpdateItem attempts",
            "dynamodb GetItem files",
            "dynamodb GetItem files",
            "s3 DeleteObjectTagging",
            "s3 DeleteObjectTagging",
            "dynamodb TransactWriteItems users files",
            "ses SendEmail"
        ]
    );
}

#[tokio::test]
async fn whatever_fails_files_are_the_accounts_or_wait_for_the_next_try() {
    faults::check_each_step(
        DEPLOYED,
        registration_of_a_teacher,
        async |case, (registration, files)| {
            let stack = Stack::running();
            let answer_lost = case.fault() == Fault::AnswerLost;
            let made = case.reply.status == 201 || (answer_lost && case.request().contains("TransactWriteItems"));
            let account = claim(&stack, email(registration)).await["userId"].clone();
            assert_eq!(account.is_string(), made);
            for file in files {
                assert_eq!(file.waits(&stack).await, !made);
                assert_eq!(file.record(&stack).await["owner"], account);
            }

            let again = case.again().await;
            assert_eq!(again.status, if made { 409 } else { 201 }, "{again:?}");
            for file in files {
                assert!(!file.waits(&stack).await);
            }
        },
    )
    .await;
}

#[tokio::test]
async fn whatever_fails_while_files_are_given_back_the_next_registration_has_them() {
    let prepare = async |stack: &Stack| {
        let (_, (mut registration, files)) = registration_of_a_teacher(stack).await;
        registration["email"] = Person::registered(stack).await.email.into();
        (register(&registration), (registration, files))
    };
    let is_giving_back = |request: &str| ["s3 PutObjectTagging", "dynamodb UpdateItem files"].contains(&request);
    faults::check_steps(
        DEPLOYED,
        is_giving_back,
        prepare,
        async |case, (registration, files)| {
            let stack = Stack::running();
            assert_eq!(code(&case.reply), (409, "user_already_exists"));
            for file in files {
                assert!(file.is_to_expire(&stack).await);
            }

            let mut registration = registration.clone();
            registration["email"] = Person::registration()["email"].clone();
            let reply = stack.send(&register(&registration)).await;
            assert_eq!(reply.status, 201);
            let id = reply.data()["_id"].as_str().expect("an id");
            for file in files {
                assert!(file.is_claimed_by(&stack, id).await);
            }
        },
    )
    .await;
}
