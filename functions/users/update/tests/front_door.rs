//! `PUT /users/{id}`, through the gateway of the running stack, and in environments that a deployed function cannot have.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use aws_sdk_dynamodb::types::AttributeValue;
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use testing::{
    Call, Download, File, Function, Person, Reply, Stack,
    faults::{self, Fault},
};

const BINARY: &str = "users-update";
const NAME: &str = "UsersUpdateFunction";
const DEPLOYED: faults::Deployed<'_> = faults::Deployed {
    binary: BINARY,
    name: NAME,
    others: &[],
};

/// Where the CDN alone is answered.
async fn kept_to_the_cdn(stack: &Stack, secret: &str) -> Function {
    let others = [("REQUIRED_ORIGIN", secret), ("SECRETS_LOOK_AGAIN_SECONDS", "0")];
    Function::deployed(BINARY, stack, NAME, &others).await
}

#[tokio::test]
async fn where_direct_calls_are_refused_only_the_cdn_is_answered_and_a_rotation_ends_nothing() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let client = stack.secrets_manager();
    let name = format!("test-{}", signed_in.person.id);
    let made = client.create_secret().name(&name).secret_string("the first secret");
    made.send().await.expect("a secret");
    let function = kept_to_the_cdn(&stack, &name).await;
    let update = signed_in.update(&profile());
    let through = |secret: &str| update.clone().through_cdn(secret, "198.51.100.8:50000");
    assert_eq!(function.send(&update).await.outcome(), (403, "forbidden"));
    assert_eq!(function.send(&through("made up")).await.outcome(), (403, "forbidden"));
    assert_eq!(function.send(&through("the first secret")).await.status, 200);

    let rotated = client
        .put_secret_value()
        .secret_id(&name)
        .secret_string("the second secret");
    rotated.send().await.expect("a version");
    let anew = kept_to_the_cdn(&stack, &name).await;
    assert_eq!(anew.send(&through("the first secret")).await.status, 200);
    for secret in ["the second secret", "the first secret"] {
        assert_eq!(function.send(&through(secret)).await.status, 200, "{secret}");
    }
}

#[tokio::test]
async fn where_direct_calls_are_refused_a_secret_that_cannot_be_read_is_no_refusal() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let function = kept_to_the_cdn(&stack, "test-no-such-secret").await;
    let update = signed_in.update(&profile()).through_cdn("any", "198.51.100.8:50000");
    assert_eq!(function.send(&update).await.outcome(), (503, "service_unavailable"));
    assert!(
        function.logged("failed").await["cause"]
            .to_string()
            .contains("test-no-such-secret")
    );
}

/// The id of no file.
const NO_FILE: &str = "0123456789abcdef0123456789abcdef";

fn profile() -> Value {
    json!({
        "fullname": "Amina Benali-Haddad",
        "phone1": "+33612345678",
        "phone2": "+213 (21) 63-12-34",
        "address": "3 place du Capitole, Toulouse",
        "country": "France",
        "birthdate": "1994-02-28",
    })
}

fn with(name: &str, value: impl Into<Value>) -> Value {
    let mut profile = profile();
    profile[name] = value.into();
    profile
}

fn without(name: &str) -> Value {
    let mut profile = profile();
    profile.as_object_mut().expect("an object").remove(name);
    profile
}

/// Somebody who is signed in.
struct SignedIn {
    person: Person,
    token: String,
}

impl SignedIn {
    async fn on(stack: &Stack) -> Self {
        Self::with(stack, Person::verified(stack).await).await
    }

    async fn with(stack: &Stack, person: Person) -> Self {
        let token = person.token(stack).await;
        Self { person, token }
    }

    fn update(&self, profile: &Value) -> Call {
        update(&self.person.id, &self.token, profile)
    }

    /// The tag of the profile as it is now.
    async fn etag(&self, stack: &Stack) -> String {
        let reply = stack.send(&Call::get("/users/me").bearer(&self.token)).await;
        reply.header("etag").to_owned()
    }
}

/// A teacher who is signed in, with the files that the profile refers to.
struct Teacher {
    signed_in: SignedIn,
    courses: Value,
    cv: File,
    video: File,
}

impl Teacher {
    async fn on(stack: &Stack) -> Self {
        let (cv, video) = (File::document(stack, None).await, File::video(stack).await);
        let registration = Person::teacher_registration(stack, &cv, Some(&video)).await;
        let person = Person::verified_with(stack, &registration).await;
        Self {
            signed_in: SignedIn::with(stack, person).await,
            courses: registration["teacher"]["courses"].clone(),
            cv,
            video,
        }
    }

    fn update(&self, curriculum: &File, video: Option<&File>) -> Call {
        let files =
            json!({"courses": self.courses, "curriculum": curriculum.id, "video": video.map(|video| &video.id)});
        self.signed_in.update(&with("teacher", files))
    }

    fn choose(&self, courses: &Value) -> Call {
        let teaching = json!({"courses": courses, "curriculum": self.cv.id, "video": self.video.id});
        self.signed_in.update(&with("teacher", teaching))
    }

    async fn has(&self, stack: &Stack, file: &File) -> bool {
        file.is_claimed_by(stack, &self.signed_in.person.id).await
    }
}

fn with_image(image: &File) -> Value {
    with("image", image.id.as_str())
}

async fn download(reply: &Reply, pointer: &str) -> Download {
    let address = reply.data().pointer(pointer).and_then(Value::as_str);
    Download::of(address.expect("an address")).await
}

fn update(id: &str, token: &str, profile: &Value) -> Call {
    Call::put(&format!("/users/{id}")).bearer(token).json(profile)
}

#[tokio::test]
async fn the_profile_is_replaced_and_answered() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;

    let reply = stack.send(&signed_in.update(&profile()).query("lang", "fr")).await;
    assert_eq!(reply.data()["_id"], signed_in.person.id.as_str());
    assert_json_snapshot!(reply, { ".body.data._id" => "[id]", ".body.data.email" => "[e-mail]" });
    let me = stack.send(&Call::get("/users/me").bearer(&signed_in.token)).await;
    assert_eq!(me.data(), reply.data());
    assert_eq!(me.header("etag"), reply.header("etag"));

    let again = stack.send(&signed_in.update(&without("phone2"))).await;
    assert_eq!(again.data()["phone2"], Value::Null, "what is left out is emptied");
    assert_ne!(again.header("etag"), reply.header("etag"));
    let empty = stack.send(&signed_in.update(&with("phone2", "  "))).await;
    assert_eq!(empty.data()["phone2"], Value::Null);
}

#[tokio::test]
async fn mails_are_in_the_language_that_the_profile_was_saved_in() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    stack.send(&signed_in.update(&profile()).query("lang", "ar")).await;
    assert_eq!(signed_in.person.item(&stack).await["language"], "ar");
    // A header is the browser's, not the person's choice.
    for update in [
        signed_in.update(&profile()),
        signed_in.update(&profile()).header("accept-language", "fr"),
    ] {
        assert_eq!(stack.send(&update).await.status, 200);
        assert_eq!(signed_in.person.item(&stack).await["language"], "ar");
    }
}

#[tokio::test]
async fn every_field_is_looked_at_and_the_first_fault_is_the_code() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let before = signed_in.person.item(&stack).await;

    let faults = json!({
        "fullname": "  ", "email": "other@example.org", "phone1": "0551234567", "phone2": "none", "address": "",
        "birthdate": "2999-01-01", "country": "Atlantis", "teacher": {"courses": ["a"]},
    });
    let reply = stack.send(&signed_in.update(&faults).query("lang", "ar")).await;
    assert_json_snapshot!(reply);
    assert_eq!(signed_in.person.item(&stack).await, before);
}

#[tokio::test]
async fn a_field_that_is_not_as_it_should_be_is_told_by_its_code() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let long = "x".repeat(301);
    for (profile, code) in [
        (without("fullname"), "fullname_required"),
        (with("fullname", long.clone()), "field_too_long"),
        (with("email", "other@example.org"), "email_not_editable"),
        (with("email", ""), "email_not_editable"),
        (without("phone1"), "phone_required"),
        (with("phone1", "12"), "phone_invalid"),
        (with("phone2", "12"), "phone_invalid"),
        (without("address"), "address_required"),
        (with("address", long), "field_too_long"),
        (without("birthdate"), "birthdate_required"),
        (with("birthdate", ""), "birthdate_required"),
        (with("birthdate", "1994-02-30"), "birthdate_required"),
        (with("birthdate", "2999-01-01"), "birthdate_in_future"),
        (without("country"), "country_invalid"),
        (with("country", "DZ"), "country_invalid"),
        (with("teacher", json!({"courses": []})), "teacher_not_allowed"),
        (with("image", "an-image-of-somebody"), "file_not_found"),
        (with("image", NO_FILE), "file_not_found"),
        (with("image", json!({"_id": NO_FILE})), "malformed_request"),
        (with("fullname", 7), "malformed_request"),
        (with("phone2", json!(["+213551234567"])), "malformed_request"),
    ] {
        let reply = stack.send(&signed_in.update(&profile)).await;
        assert_eq!(reply.outcome(), (400, code), "{profile}");
    }
    let own = with("email", signed_in.person.email.to_uppercase());
    assert_eq!(stack.send(&signed_in.update(&own)).await.status, 200);
}

#[tokio::test]
async fn a_teacher_keeps_to_what_teachers_must_have() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    signed_in.person.set(&stack, "type", json!("teacher")).await;
    let courses = stack.send(&Call::get("/courses")).await;
    let listed = |number: usize| courses.data()[number]["_id"].clone();
    for (teacher, code) in [
        (Value::Null, "1_course_atleast_warning"),
        (
            json!({"courses": [], "curriculum": NO_FILE}),
            "1_course_atleast_warning",
        ),
        (
            json!({"courses": [listed(0), listed(1), listed(2)], "curriculum": NO_FILE}),
            "2_courses_only_warning",
        ),
        (
            json!({"courses": ["no-such-course"], "curriculum": NO_FILE}),
            "course_not_found",
        ),
        (json!({"courses": [listed(0)]}), "file_not_found"),
        (
            json!({"courses": [listed(0)], "curriculum": "cv-of-nobody"}),
            "file_not_found",
        ),
        (json!({"courses": [listed(0)], "curriculum": NO_FILE}), "file_not_found"),
    ] {
        let reply = stack.send(&signed_in.update(&with("teacher", teacher.clone()))).await;
        assert_eq!(reply.outcome(), (400, code), "{teacher}");
    }
}

#[tokio::test]
async fn only_the_fields_of_a_profile_are_ever_read() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let before = signed_in.person.item(&stack).await;

    let mut greedy = profile();
    for (name, value) in [
        ("type", json!("teacher")),
        ("password", json!("Another horse 2")),
        ("passwordHash", json!("none")),
        ("tokenVersion", json!(7)),
        ("profileVersion", json!(7)),
        ("verified", json!(false)),
        ("blocked", json!(true)),
        ("language", json!("ar")),
        ("userId", json!("another")),
        ("pk", json!("user#another")),
        ("profile", json!({"fullname": "Somebody else"})),
        ("createdAt", json!("2000-01-01T00:00:00Z")),
    ] {
        greedy[name] = value;
    }
    assert_eq!(stack.send(&signed_in.update(&greedy)).await.status, 200);

    let mut expected = before;
    let after = signed_in.person.item(&stack).await;
    expected["profile"] = after["profile"].clone();
    expected["profileVersion"] = json!(1);
    assert_eq!(after, expected);
    assert_json_snapshot!(after["profile"]);
}

#[tokio::test]
async fn nobody_edits_somebody_else() {
    let stack = Stack::running();
    let (mine, other) = (SignedIn::on(&stack).await, SignedIn::on(&stack).await);
    let before = other.person.item(&stack).await;

    let theirs = stack
        .send(&update(&other.person.id, &mine.token, &profile()).query("lang", "fr"))
        .await;
    assert_json_snapshot!(theirs);
    let nobody = update("00000000000000000000000000000000", &mine.token, &profile()).query("lang", "fr");
    assert_eq!(
        format!("{:?}", stack.send(&nobody).await),
        format!("{theirs:?}"),
        "who exists is not told"
    );
    let in_body = mine.update(&with("_id", other.person.id.as_str()));
    assert_eq!(stack.send(&in_body).await.outcome(), (403, "forbidden"));
    let without_token = Call::put(&format!("/users/{}", other.person.id)).json(&profile());
    assert_eq!(stack.send(&without_token).await.outcome(), (401, "unauthorized"));

    assert_eq!(other.person.item(&stack).await, before);
    let own = mine.update(&with("_id", mine.person.id.as_str()));
    assert_eq!(stack.send(&own).await.status, 200);
}

#[tokio::test]
async fn what_somebody_has_not_seen_is_not_overwritten() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let seen = signed_in.etag(&stack).await;

    let first = signed_in.update(&with("address", "Oran")).header("if-match", &seen);
    let reply = stack.send(&first).await;
    assert_eq!(reply.status, 200);
    let second = signed_in.update(&with("address", "Annaba")).header("if-match", &seen);
    let refused = stack.send(&second.query("lang", "fr")).await;
    assert_json_snapshot!(refused);
    assert_eq!(signed_in.person.item(&stack).await["profile"]["address"], "Oran");

    // A CDN that compresses answers makes their tags weak.
    let current = format!("W/{}", reply.header("etag"));
    let third = signed_in
        .update(&with("address", "Annaba"))
        .header("if-match", &current);
    assert_eq!(stack.send(&third).await.status, 200);
    let any = signed_in.update(&with("address", "Oran")).header("if-match", "*");
    assert_eq!(stack.send(&any).await.status, 200);
}

#[tokio::test]
async fn of_many_edits_of_one_profile_at_once_one_is_saved() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let seen = signed_in.etag(&stack).await;
    let edits: Vec<_> = (0..10)
        .map(|number| {
            let edit = signed_in.update(&with("address", format!("{number} rue Larbi Ben M'hidi")));
            let (stack, edit) = (stack.clone(), edit.header("if-match", &seen));
            tokio::spawn(async move { stack.send(&edit).await })
        })
        .collect();
    let mut saved = Vec::new();
    for edit in edits {
        let reply = edit.await.expect("an answer");
        match reply.outcome() {
            (200, _) => saved.push(reply.data()["address"].clone()),
            outcome => assert_eq!(outcome, (409, "conflict")),
        }
    }
    assert_eq!(saved.len(), 1);
    assert_eq!(signed_in.person.item(&stack).await["profile"]["address"], saved[0]);
}

#[tokio::test]
async fn an_edit_that_does_not_say_of_what_is_tried_again_once() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let edits: Vec<_> = (0..2)
        .map(|number| {
            let edit = signed_in.update(&with("address", format!("{number} rue Larbi Ben M'hidi")));
            let stack = stack.clone();
            tokio::spawn(async move { stack.send(&edit).await.status })
        })
        .collect();
    for edit in edits {
        assert_eq!(edit.await.expect("an answer"), 200);
    }
    assert_eq!(signed_in.person.item(&stack).await["profileVersion"], 2);
}

#[tokio::test]
async fn a_body_that_is_not_as_it_should_be_is_a_400() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let call = Call::put(&format!("/users/{}", signed_in.person.id)).bearer(&signed_in.token);
    for body in [&b""[..], b"fullname=A", b"null", b"[]", b"{"] {
        let reply = stack.send(&call.clone().body(body)).await;
        assert_eq!(reply.outcome(), (400, "malformed_request"), "{}", body.escape_ascii());
    }
    let function = Function::deployed(BINARY, &stack, NAME, &[]).await;
    let reply = function.send(&call.clone().body(*b"{\"fullname\": \"\xff\"}")).await;
    assert_eq!(reply.outcome(), (400, "malformed_request"));
    let reply = stack.send(&call.json(&with("address", "x".repeat(1_000_000)))).await;
    assert_eq!(reply.outcome(), (413, "request_too_large"));
}

#[tokio::test]
async fn an_account_that_is_gone_or_blocked_meanwhile_is_not_edited() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    signed_in.person.set(&stack, "blocked", json!(true)).await;
    let reply = stack.send(&signed_in.update(&profile())).await;
    assert_eq!(reply.outcome(), (403, "account_blocked"));
    signed_in.person.set(&stack, "blocked", json!(false)).await;
    signed_in.person.set(&stack, "tokenVersion", json!(1)).await;
    let reply = stack.send(&signed_in.update(&profile())).await;
    assert_eq!(reply.outcome(), (401, "unauthorized"));
}

fn any_update() -> Call {
    update("00000000000000000000000000000000", "any", &profile())
}

#[tokio::test]
async fn unreachable_services_are_a_503() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    for service in ["AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_SECRETS_MANAGER"] {
        let outage = faults::Outage::of(&stack).await;
        let function = Function::deployed(BINARY, &stack, NAME, &[(service, outage.endpoint())]).await;
        let update = signed_in.update(&profile());
        assert_eq!(function.send(&update).await.outcome(), (503, "service_unavailable"));
        outage.end();
        assert_eq!(function.send(&update).await.status, 200, "{service}");
    }
}

#[tokio::test]
async fn whatever_fails_an_edit_is_saved_whole_or_can_be_repeated() {
    let like = Person::verified(&Stack::running()).await;
    let prepare = async |stack: &Stack| {
        let signed_in = SignedIn::with(stack, like.twin(stack).await).await;
        let seen = signed_in.etag(stack).await;
        (signed_in.update(&profile()).header("if-match", &seen), ())
    };
    faults::check_each_step(DEPLOYED, prepare, async |case, ()| {
        let saved = case.reply.status == 200;
        let again = case.again().await;
        // What was saved although the answer was lost is not what was edited any more.
        let is_done =
            saved || (case.fault() == Fault::AnswerLost && case.request() == "dynamodb TransactWriteItems users");
        assert_eq!(again.status, if is_done { 409 } else { 200 }, "{again:?}");
        let items = case.items("users").await;
        assert_eq!(items[0]["profile"]["address"], profile()["address"]);
        assert_eq!(items[0]["profileVersion"], 1);
    })
    .await;
}

#[tokio::test]
async fn an_edit_asks_this_of_aws() {
    let prepare = async |stack: &Stack| {
        let signed_in = SignedIn::on(stack).await;
        (signed_in.update(&profile()), ())
    };
    let asked = faults::requests_of_a_call(DEPLOYED, prepare).await;
    assert_eq!(asked, ["dynamodb GetItem users", "dynamodb TransactWriteItems users"]);
}

/// A teacher who replaces the CV, by what somebody has seen of the profile.
async fn another_cv(stack: &Stack) -> (Call, (Teacher, File)) {
    let teacher = Teacher::on(stack).await;
    let cv = File::document(stack, Some(&teacher.signed_in.token)).await;
    let seen = teacher.signed_in.etag(stack).await;
    let update = teacher.update(&cv, Some(&teacher.video)).header("if-match", &seen);
    (update, (teacher, cv))
}

#[tokio::test]
async fn another_file_asks_this_of_aws() {
    let asked = faults::requests_of_a_call(DEPLOYED, another_cv).await;
    assert_eq!(
        asked,
        [
            "dynamodb GetItem users",
            "dynamodb GetItem files",
            "dynamodb GetItem files",
            "s3 DeleteObjectTagging",
            "dynamodb TransactWriteItems users files",
            "dynamodb UpdateItem files",
            "s3 PutObjectTagging",
            "dynamodb UpdateItem files",
        ]
    );
}

#[tokio::test]
async fn whatever_fails_one_of_two_files_is_the_profiles_and_the_other_waits() {
    faults::check_each_step(DEPLOYED, another_cv, async |case, (teacher, cv)| {
        let stack = Stack::running();
        let saved = case.reply.status == 200
            || (case.fault() == Fault::AnswerLost && case.request().contains("TransactWriteItems"));
        let profile = teacher.signed_in.person.item(&stack).await["profile"].clone();
        let (kept, other) = if saved { (cv, &teacher.cv) } else { (&teacher.cv, cv) };
        assert_eq!(profile["files"]["curriculum"]["fileId"], kept.id.as_str());
        assert!(teacher.has(&stack, kept).await);
        assert!(teacher.has(&stack, &teacher.video).await);
        // A tag that is not on, since it cannot be or since it might be wrong, is logged and fails nothing.
        if ["s3 PutObjectTagging", "dynamodb UpdateItem files"].contains(&case.request()) {
            assert!(other.is_to_expire(&stack).await);
        } else if case.reply.status == 200 || !saved {
            assert!(other.waits(&stack).await);
        }

        let again = case.again().await;
        assert_eq!(again.status, if saved { 409 } else { 200 }, "{again:?}");
        assert!(teacher.has(&stack, cv).await);
        assert!(teacher.cv.is_to_expire(&stack).await);
    })
    .await;
}

#[tokio::test]
async fn a_photo_is_shown_until_another_takes_its_place() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let id = &signed_in.person.id;
    // Uploaded before signing in, and after.
    let first = File::image(&stack, None).await;
    let second = File::image(&stack, Some(&signed_in.token)).await;

    let reply = stack.send(&signed_in.update(&with_image(&first))).await;
    assert_eq!(reply.data()["image"]["_id"], first.id.as_str());
    let photo = download(&reply, "/image/url").await;
    assert_eq!((photo.status, photo.content_type.as_str()), (200, "image/jpeg"));
    assert!(first.is_claimed_by(&stack, id).await);

    for update in [profile(), with("image", Value::Null), with_image(&first)] {
        let reply = stack.send(&signed_in.update(&update)).await;
        assert_eq!(reply.data()["image"]["_id"], first.id.as_str(), "the photo stays");
    }

    let reply = stack.send(&signed_in.update(&with_image(&second))).await;
    assert_eq!(reply.data()["image"]["_id"], second.id.as_str());
    assert!(second.is_claimed_by(&stack, id).await);
    assert!(first.waits(&stack).await);
    assert_eq!(first.record(&stack).await["owner"], id.as_str());
    let delete = Call::delete(&format!("/file/{}", first.id)).bearer(&signed_in.token);
    assert_eq!(stack.send(&delete).await.status, 200);
    assert!(!first.has_object(&stack).await);
    let again = stack.send(&signed_in.update(&with_image(&first))).await;
    assert_eq!(again.outcome(), (400, "file_not_found"), "it is deleted");
}

#[tokio::test]
async fn a_course_that_was_withdrawn_is_kept_while_there_is_room_for_it() {
    let stack = Stack::running();
    let teacher = Teacher::on(&stack).await;
    let person = &teacher.signed_in.person;
    let chosen = teacher.courses[0].clone();
    let kept = async |stack: &Stack| person.item(stack).await["profile"]["courses"].clone();

    let mut profile = person.item(&stack).await["profile"].clone();
    profile["courses"] = json!([chosen, "withdrawn"]);
    person.set(&stack, "profile", profile).await;
    let reply = stack.send(&teacher.choose(&json!([chosen]))).await;
    assert_eq!(reply.data()["teacher"]["courses"].as_array().map(Vec::len), Some(1));
    assert_eq!(kept(&stack).await, json!([chosen, "withdrawn"]));

    let listed = stack.send(&Call::get("/courses")).await;
    let listed: Vec<_> = (0..2).map(|place| listed.data()[place]["_id"].clone()).collect();
    assert_eq!(stack.send(&teacher.choose(&json!(listed))).await.status, 200);
    let kept = kept(&stack).await;
    assert!(
        listed
            .iter()
            .all(|id| kept.as_array().is_some_and(|kept| kept.contains(id)))
    );
    assert_eq!(kept.as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn a_teacher_replaces_files_and_may_take_one_back() {
    let stack = Stack::running();
    let teacher = Teacher::on(&stack).await;
    let cv = File::document(&stack, None).await;

    let reply = stack.send(&teacher.update(&cv, None)).await;
    assert_eq!(reply.data()["teacher"]["curriculum"]["_id"], cv.id.as_str());
    assert_eq!(reply.data()["teacher"]["video"], Value::Null);
    assert!(teacher.has(&stack, &cv).await);
    for file in [&teacher.cv, &teacher.video] {
        assert!(file.waits(&stack).await);
    }
    assert_eq!(download(&reply, "/teacher/curriculum/url").await.status, 200);

    let back = stack.send(&teacher.update(&teacher.cv, Some(&teacher.video))).await;
    assert_eq!(back.data()["teacher"]["curriculum"]["_id"], teacher.cv.id.as_str());
    for file in [&teacher.cv, &teacher.video] {
        assert!(teacher.has(&stack, file).await);
    }
    assert!(cv.waits(&stack).await);
}

#[tokio::test]
async fn a_file_is_there_unclaimed_what_it_is_for_and_not_somebody_elses() {
    let stack = Stack::running();
    let (teacher, other) = (Teacher::on(&stack).await, Teacher::on(&stack).await);
    let before = teacher.signed_in.person.item(&stack).await;
    let document = || File::document(&stack, Some(&teacher.signed_in.token));
    for (what, file) in [
        ("claimed by another", other.cv.clone()),
        ("another's", File::document(&stack, Some(&other.signed_in.token)).await),
        ("a photo", File::image(&stack, None).await),
        ("the own video", teacher.video.clone()),
        ("deleted", document().await.with(&stack, "deleted", true).await),
        ("forgotten", document().await.with(&stack, "expiresAt", 1).await),
    ] {
        let (record, waits) = (file.record(&stack).await, file.waits(&stack).await);
        let reply = stack.send(&teacher.update(&file, Some(&teacher.video))).await;
        assert_eq!(reply.outcome(), (400, "file_not_found"), "{what}");
        assert_eq!(
            reply.body["errors"],
            json!({"teacher.curriculum": "file_not_found"}),
            "{what}"
        );
        assert_eq!(
            (file.record(&stack).await, file.waits(&stack).await),
            (record, waits),
            "{what}"
        );
    }
    for file in [&other.cv, &teacher.cv] {
        let mut update = with_image(file);
        update["teacher"] = json!({"courses": teacher.courses, "curriculum": teacher.cv.id, "video": teacher.video.id});
        let reply = stack.send(&teacher.signed_in.update(&update)).await;
        assert_eq!(
            reply.body["errors"],
            json!({"image": "file_not_found"}),
            "a document is no photo"
        );
    }
    assert_eq!(teacher.signed_in.person.item(&stack).await, before);
}

#[tokio::test]
async fn a_file_without_bytes_is_not_there() {
    let stack = Stack::running();
    let teacher = Teacher::on(&stack).await;
    let before = teacher.signed_in.person.item(&stack).await;
    let token = Some(teacher.signed_in.token.as_str());
    let cv = File::document(&stack, token).await.without_object(&stack).await;
    let reply = stack.send(&teacher.update(&cv, Some(&teacher.video))).await;
    assert_eq!(reply.outcome(), (400, "file_not_found"));
    assert_eq!(reply.body["errors"], json!({"teacher.curriculum": "file_not_found"}));
    let video = File::video(&stack).await.without_object(&stack).await;
    let reply = stack.send(&teacher.update(&teacher.cv, Some(&video))).await;
    assert_eq!(reply.outcome(), (400, "file_not_found"));
    assert_eq!(reply.body["errors"], json!({"teacher.video": "file_not_found"}));
    let photo = File::image(&stack, token).await.without_object(&stack).await;
    let mut update = with_image(&photo);
    update["teacher"] = json!({"courses": teacher.courses, "curriculum": teacher.cv.id, "video": teacher.video.id});
    let reply = stack.send(&teacher.signed_in.update(&update)).await;
    assert_eq!(reply.outcome(), (400, "file_not_found"));
    assert_eq!(reply.body["errors"], json!({"image": "file_not_found"}));
    assert_eq!(teacher.signed_in.person.item(&stack).await, before);

    // One that the profile refers to may go as if it were there.
    let lost = teacher.cv.clone().without_object(&stack).await;
    let cv = File::document(&stack, token).await;
    assert_eq!(stack.send(&teacher.update(&cv, Some(&teacher.video))).await.status, 200);
    assert!(lost.is_to_expire(&stack).await);
}

#[tokio::test]
async fn of_many_people_at_once_one_gets_a_file() {
    let stack = Stack::running();
    let photo = File::image(&stack, None).await;
    let mut updates = Vec::new();
    for _ in 0..4 {
        let signed_in = SignedIn::on(&stack).await;
        let (stack, update) = (stack.clone(), signed_in.update(&with_image(&photo)));
        updates.push((signed_in, tokio::spawn(async move { stack.send(&update).await })));
    }
    let mut owners = Vec::new();
    for (signed_in, update) in updates {
        let reply = update.await.expect("an answer");
        let item = signed_in.person.item(&stack).await;
        if reply.status == 200 {
            assert_eq!(item["profile"]["files"]["image"]["fileId"], photo.id.as_str());
            owners.push(signed_in.person.id);
        } else {
            assert_eq!(reply.outcome(), (400, "file_not_found"));
            assert_eq!(item["profileVersion"], 0);
        }
    }
    assert_eq!(owners.len(), 1);
    assert!(photo.is_claimed_by(&stack, &owners[0]).await);
}

#[tokio::test]
async fn an_edit_that_is_sent_twice_at_once_claims_a_file_once() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let photo = File::image(&stack, Some(&signed_in.token)).await;
    let edits: Vec<_> = (0..2)
        .map(|_| {
            let (stack, edit) = (stack.clone(), signed_in.update(&with_image(&photo)));
            tokio::spawn(async move { stack.send(&edit).await.status })
        })
        .collect();
    for edit in edits {
        assert_eq!(edit.await.expect("an answer"), 200);
    }
    assert!(photo.is_claimed_by(&stack, &signed_in.person.id).await);
}

#[tokio::test]
async fn files_of_edits_that_are_refused_wait_for_the_next() {
    let stack = Stack::running();
    let teacher = Teacher::on(&stack).await;
    let seen = teacher.signed_in.etag(&stack).await;
    let mut edits = Vec::new();
    for _ in 0..5 {
        let cv = File::document(&stack, Some(&teacher.signed_in.token)).await;
        let edit = teacher.update(&cv, Some(&teacher.video)).header("if-match", &seen);
        let stack = stack.clone();
        edits.push((cv, tokio::spawn(async move { stack.send(&edit).await })));
    }
    let mut saved = 0;
    for (cv, edit) in edits {
        let reply = edit.await.expect("an answer");
        if reply.status == 200 {
            saved += 1;
            assert!(teacher.has(&stack, &cv).await);
        } else {
            assert_eq!(reply.outcome(), (409, "conflict"));
            assert!(cv.waits(&stack).await);
        }
    }
    assert_eq!(saved, 1);
    assert!(teacher.cv.waits(&stack).await);
    assert!(teacher.has(&stack, &teacher.video).await);
}

#[tokio::test]
async fn what_a_deletion_that_was_cut_off_has_deleted_is_in_nobodys_way() {
    let stack = Stack::running();
    let teacher = Teacher::on(&stack).await;
    let table = stack.dynamodb().delete_item().table_name(&stack.tables["files"]);
    let delete = table.key("fileId", AttributeValue::S(teacher.cv.id.clone()));
    delete.send().await.expect("the record can be deleted");

    let cv = File::document(&stack, None).await;
    assert_eq!(stack.send(&teacher.update(&cv, Some(&teacher.video))).await.status, 200);
    assert_eq!(teacher.cv.record(&stack).await, Value::Null);
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = Stack::variables_of(NAME);
    faults::check_each_variable_is_required(BINARY, &variables, &any_update()).await;
}
