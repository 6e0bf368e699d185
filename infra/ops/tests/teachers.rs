//! `ops teachers`, as an operator runs it: the real binary, for people of the test's own on the running stack.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use insta::assert_snapshot;
use serde_json::{Value, json};
use testing::{
    DOCUMENT, Download, Stack, TestFile, TestRequest, TestUser,
    faults::{Fault, NthRequest, Proxy},
};

use crate::tool::{audit_of, ops};

/// A teacher who is signed in.
struct Teacher {
    person: TestUser,
    token: String,
    /// The first of the courses that they chose.
    course: String,
}

impl Teacher {
    async fn on(stack: &Stack) -> Self {
        let (cv, video) = (
            TestFile::upload_document(stack, None).await,
            TestFile::insert_video(stack).await,
        );
        let registration = TestUser::teacher_registration(stack, &cv, Some(&video)).await;
        let person = TestUser::verified_with(stack, &registration).await;
        Self {
            token: person.access_token(stack).await,
            course: registration["teacher"]["courses"][0]
                .as_str()
                .expect("an id")
                .to_owned(),
            person,
        }
    }

    /// What the web app is told of the review.
    async fn review(&self, stack: &Stack) -> Value {
        let me = stack.send(&TestRequest::get("/users/me").bearer(&self.token)).await;
        me.data()["teacher"]["review"].clone()
    }

    /// Whether a list has them.
    fn is_listed(&self, stack: &Stack, arguments: &[&str]) -> bool {
        let listed = ops(stack, &[&["teachers", "list", "--json"], arguments].concat()).json();
        let teachers = listed["teachers"].as_array().expect("a list");
        teachers.iter().any(|teacher| teacher["id"] == self.person.id.as_str())
    }
}

#[tokio::test]
async fn a_teacher_is_listed_with_what_they_sent() {
    let stack = Stack::running();
    let teacher = Teacher::on(&stack).await;
    let listed = ops(&stack, &["teachers", "list", "--course", &teacher.course, "--json"]).json();
    let teachers = listed["teachers"].as_array().expect("a list");
    let listed = teachers
        .iter()
        .find(|listed| listed["id"] == teacher.person.id.as_str());
    let listed = listed.expect("they are listed");
    let courses = listed["courses"].as_array().expect("a list");
    assert!(courses.contains(&json!(teacher.course)), "{listed}");
    assert_eq!(
        (&listed["review"], &listed["video"]["name"]),
        (&Value::Null, &json!("me.mp4"))
    );
    let cv = Download::from_url(listed["curriculum"]["url"].as_str().expect("an address")).await;
    assert_eq!(cv.bytes, DOCUMENT);

    let said = ops(&stack, &["teachers", "list", "--course", &teacher.course]).done();
    let line = format!(
        "{}  Amina Benali <{}>, teacher, verified\n  teaches   ",
        teacher.person.id, teacher.person.email
    );
    assert!(
        said.contains(&line) && said.contains("\n  CV        سيرة ذاتية.pdf\n            http"),
        "{said}"
    );
    assert!(!teacher.is_listed(&stack, &["--course", "no-such-course"]));
}

#[tokio::test]
async fn where_teachers_have_to_be_approved_a_course_has_those_who_are() {
    let stack = Stack::running();
    let teacher = Teacher::on(&stack).await;
    let of_course = ["--course", teacher.course.as_str()];
    let required = [&of_course[..], &["--approval", "required"]].concat();
    assert!(teacher.is_listed(&stack, &of_course), "the stack asks for no approval");
    assert!(!teacher.is_listed(&stack, &required));
    assert!(teacher.is_listed(&stack, &[&required[..], &["--all"]].concat()));
    assert!(teacher.is_listed(&stack, &["--status", "pending", "--approval", "required"]));
    assert!(
        !teacher.is_listed(&stack, &["--status", "pending"]),
        "nobody has to look at it"
    );

    ops(&stack, &["teachers", "approve", &teacher.person.id]).done();
    assert!(teacher.is_listed(&stack, &required));
    assert!(teacher.is_listed(&stack, &["--status", "approved"]));
    assert!(!teacher.is_listed(&stack, &["--status", "declined"]));
}

#[tokio::test]
async fn a_review_is_mailed_and_shown_in_the_teachers_language() {
    let stack = Stack::running();
    for language in ["en", "fr", "ar"] {
        let teacher = Teacher::on(&stack).await;
        teacher.person.set_attribute(&stack, "language", language.into()).await;
        let email = teacher.person.email.as_str();
        assert_eq!(teacher.review(&stack).await, Value::Null);
        let mails = stack.emails_to(email).await.len();

        let said = ops(&stack, &["teachers", "approve", email, "--dry-run"]).done();
        assert!(
            said.starts_with("Nothing was done. This would make it approved"),
            "{said}"
        );
        assert_eq!(teacher.review(&stack).await, Value::Null);
        assert_eq!(stack.emails_to(email).await.len(), mails);

        ops(&stack, &["teachers", "approve", email]).done();
        assert_eq!(teacher.review(&stack).await, json!({"status": "approved"}));
        assert_snapshot!(
            format!("approved_{language}"),
            teacher.person.last_email(&stack).await.snapshot_text()
        );

        let reason = "Le CV est illisible.\n<b>Merci</b> & à bientôt";
        ops(&stack, &["teachers", "decline", email, "--reason", reason]).done();
        assert_eq!(
            teacher.review(&stack).await,
            json!({"status": "declined", "reason": reason})
        );
        assert_snapshot!(
            format!("declined_{language}"),
            teacher.person.last_email(&stack).await.snapshot_text()
        );

        let records = audit_of(&stack, &teacher.person.id).await;
        let actions: Vec<_> = records.iter().map(|record| &record["action"]).collect();
        assert_eq!(actions, ["teacher_approve", "teacher_decline"]);
        assert!(
            !Value::from(records).to_string().contains("illisible"),
            "it is in somebody's own words"
        );
        let shown = ops(&stack, &["accounts", "show", email]).done();
        assert!(
            shown.contains("\n  review    declined: Le CV est illisible."),
            "{shown}"
        );
    }
}

#[tokio::test]
async fn what_cannot_be_reviewed_is_refused() {
    let stack = Stack::running();
    let (teacher, student) = (Teacher::on(&stack).await, TestUser::registered(&stack).await);
    let said = ops(&stack, &["teachers", "approve", "nobody@example.org"]).refused();
    assert_eq!(said, "There is no account nobody@example.org.");
    let said = ops(&stack, &["--json", "teachers", "approve", &student.id]).refused();
    assert_snapshot!(said, @r#"{"code":"not_a_teacher","message":"The account is not a teacher's. Nothing was written."}"#);
    let said = ops(&stack, &["teachers", "decline", &teacher.person.id, "--reason", " "]).refused();
    assert!(said.contains("a reason has 1 to 1000 characters"), "{said}");
    let said = ops(&stack, &["teachers", "decline", &teacher.person.id]).refused();
    assert!(said.contains("--reason"), "{said}");

    ops(&stack, &["teachers", "approve", &teacher.person.id]).done();
    assert_eq!(audit_of(&stack, &teacher.person.id).await.len(), 1);
    assert_eq!(audit_of(&stack, &student.id).await, [] as [Value; 0]);
}

#[tokio::test]
async fn a_review_without_its_record_or_without_its_mail_is_told() {
    let stack = Stack::running();
    let teacher = Teacher::on(&stack).await;
    for (request, code, reviewed) in [
        (
            "dynamodb TransactWriteItems users audit",
            "tables_unusable",
            Value::Null,
        ),
        ("ses SendEmail", "mail_not_sent", json!({"status": "approved"})),
    ] {
        let proxy = Proxy::start(&stack).await;
        let target = NthRequest {
            name: request.to_owned(),
            occurrence: 1,
        };
        proxy.inject_fault(target, Fault::ServerError, true);
        let mut through_proxy = stack.clone();
        proxy.endpoint().clone_into(&mut through_proxy.aws);
        let id = teacher.person.id.clone();
        let ran = tokio::task::spawn_blocking(move || ops(&through_proxy, &["teachers", "approve", &id, "--json"]));
        let said: Value = serde_json::from_str(&ran.await.expect("it ran").refused()).expect("JSON");
        assert_eq!(said["code"], code, "{said}");
        assert_eq!(teacher.review(&stack).await, reviewed);
        let records = audit_of(&stack, &teacher.person.id).await.len();
        assert_eq!(records, usize::from(!reviewed.is_null()));
    }

    // Saying it again mails it.
    let mails = stack.emails_to(&teacher.person.email).await.len();
    let said = ops(&stack, &["teachers", "approve", &teacher.person.id]).done();
    assert!(said.starts_with("approved as before, and mailed again: "), "{said}");
    assert_eq!(stack.emails_to(&teacher.person.email).await.len(), mails + 1);
}
