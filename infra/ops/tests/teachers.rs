//! `ops teachers`, by running the real binary for new users of the running stack.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test panics when it fails"
)]

use insta::assert_snapshot;
use serde_json::{Value, json};
use testing::{
    DOCUMENT, Download, Function, Stack, TestFile, TestRequest, TestUser,
    faults::{Fault, NthRequest, Proxy},
};

use crate::tool::{audit_records, ops};

struct Teacher {
    user: TestUser,
    token: String,
    /// The first of their courses.
    course: String,
}

impl Teacher {
    async fn on(stack: &Stack) -> Self {
        let (cv, video) = (
            TestFile::upload_document(stack, None).await,
            TestFile::insert_video(stack).await,
        );
        let registration = TestUser::teacher_registration(stack, &cv, Some(&video)).await;
        let user = TestUser::verified_with(stack, &registration).await;
        Self {
            token: user.access_token(stack).await,
            course: registration["teacher"]["courses"][0]
                .as_str()
                .expect("an id")
                .to_owned(),
            user,
        }
    }

    /// The review in the profile that the API returns.
    async fn review(&self, stack: &Stack) -> Value {
        let me = stack.send(&TestRequest::get("/users/me").bearer(&self.token)).await;
        me.data()["teacher"]["review"].clone()
    }

    fn is_listed(&self, stack: &Stack, arguments: &[&str]) -> bool {
        let listed = ops(stack, &[&["teachers", "list", "--json"], arguments].concat()).json();
        let teachers = listed["teachers"].as_array().expect("a list");
        teachers.iter().any(|teacher| teacher["id"] == self.user.id.as_str())
    }
}

#[tokio::test]
async fn lists_teachers_with_their_files() {
    let stack = Stack::running();
    let teacher = Teacher::on(&stack).await;
    let listed = ops(&stack, &["teachers", "list", "--course", &teacher.course, "--json"]).json();
    let teachers = listed["teachers"].as_array().expect("a list");
    let listed = teachers.iter().find(|listed| listed["id"] == teacher.user.id.as_str());
    let listed = listed.expect("they are listed");
    let courses = listed["courses"].as_array().expect("a list");
    assert!(courses.contains(&json!(teacher.course)), "{listed}");
    assert_eq!(
        (&listed["review"], &listed["video"]["name"]),
        (&Value::Null, &json!("me.mp4"))
    );
    let cv = Download::from_url(listed["curriculum"]["url"].as_str().expect("a URL")).await;
    assert_eq!(cv.bytes, DOCUMENT);

    let output = ops(&stack, &["teachers", "list", "--course", &teacher.course]).success();
    let line = format!(
        "{}  Amina Benali <{}>, teacher, verified\n  teaches   ",
        teacher.user.id, teacher.user.email
    );
    assert!(
        output.contains(&line) && output.contains("\n  CV        سيرة ذاتية.pdf\n            http"),
        "{output}"
    );
    assert!(!teacher.is_listed(&stack, &["--course", "no-such-course"]));
}

/// A teacher's CV from the upload to the review, where files are scanned.
#[tokio::test]
async fn shows_a_file_only_after_a_scan_has_cleared_it() {
    let stack = Stack::running();
    let function = Function::start_deployed("operator-record-scan", &stack, "OperatorRecordScanFunction", &[]).await;
    let teacher = Teacher::on(&stack).await;
    let record = teacher.user.record(&stack).await;
    let object = |field: &str| {
        let file = &record["profile"]["files"][field];
        format!(
            "{}/{}",
            file["kind"].as_str().expect("a kind"),
            file["fileId"].as_str().expect("an id")
        )
    };
    let (cv, video) = (object("curriculum"), object("video"));
    let versions = stack.s3().list_object_versions().bucket(&stack.buckets["files"]);
    let versions = versions.prefix(&cv).send().await.expect("the bucket can be read");
    let version = versions.versions()[0]
        .version_id()
        .expect("the bucket has versions")
        .to_owned();
    let scan = async |key: &str, status: &str| {
        let event = TestRequest::job(&json!({"detail": {
            "s3ObjectDetails": {"objectKey": key, "versionId": version},
            "scanResultDetails": {"scanResultStatus": status},
        }}));
        assert_eq!(function.send(&event).await.status, 200);
    };
    let arguments = ["teachers", "list", "--course", &teacher.course, "--only-scanned"];
    let listed = || {
        let listed = ops(&stack, &[&arguments[..], &["--json"]].concat()).json();
        let teachers = listed["teachers"].as_array().expect("a list").clone();
        let found = teachers
            .into_iter()
            .find(|listed| listed["id"] == teacher.user.id.as_str());
        found.expect("they are listed")
    };

    assert_eq!(
        listed()["curriculum"],
        json!({"name": "سيرة ذاتية.pdf", "withheld": "waiting", "object": cv})
    );
    let output = ops(&stack, &arguments).success();
    let line = format!("\n  video     me.mp4\n            waits for the scan for malware ({video})");
    assert!(output.contains(&line), "{output}");

    scan(&cv, "FAILED").await;
    assert_eq!(listed()["curriculum"]["withheld"], "failed");

    // The URL shows the bytes that were scanned, whatever is under the key later.
    scan(&cv, "NO_THREATS_FOUND").await;
    let put = stack.s3().put_object().bucket(&stack.buckets["files"]).key(&cv);
    let other = put.body(b"not scanned".to_vec().into()).send().await;
    other.expect("the object can be written");
    let shown_file = listed()["curriculum"].clone();
    assert_eq!(shown_file["withheld"], Value::Null);
    let download = Download::from_url(shown_file["url"].as_str().expect("a URL")).await;
    assert_eq!(download.bytes, DOCUMENT);

    scan(&video, "THREATS_FOUND").await;
    let shown_file = listed()["video"].clone();
    assert_eq!(
        (&shown_file["withheld"], &shown_file["url"]),
        (&json!("infected"), &Value::Null)
    );
    assert!(!stack.has_object("files", &video).await);
    scan(&video, "NO_THREATS_FOUND").await;
    assert_eq!(listed()["video"]["withheld"], "infected");

    // The stack does not scan files.
    let unscanned = ops(&stack, &["teachers", "list", "--course", &teacher.course, "--json"]).json();
    assert!(!unscanned.to_string().contains("withheld"), "{unscanned}");
}

#[tokio::test]
async fn lists_only_approved_teachers_of_a_course_when_approval_is_required() {
    let stack = Stack::running();
    let teacher = Teacher::on(&stack).await;
    let of_course = ["--course", teacher.course.as_str()];
    let required = [&of_course[..], &["--approval", "required"]].concat();
    assert!(teacher.is_listed(&stack, &of_course), "the stack requires no approval");
    assert!(!teacher.is_listed(&stack, &required));
    assert!(teacher.is_listed(&stack, &[&required[..], &["--all"]].concat()));
    assert!(teacher.is_listed(&stack, &["--status", "pending", "--approval", "required"]));
    assert!(
        !teacher.is_listed(&stack, &["--status", "pending"]),
        "without approval, no application is pending"
    );

    ops(&stack, &["teachers", "approve", &teacher.user.id]).success();
    assert!(teacher.is_listed(&stack, &required));
    assert!(teacher.is_listed(&stack, &["--status", "approved"]));
    assert!(!teacher.is_listed(&stack, &["--status", "declined"]));
}

#[tokio::test]
async fn a_review_is_emailed_and_shown_in_the_teachers_language() {
    let stack = Stack::running();
    for language in testing::languages() {
        let teacher = Teacher::on(&stack).await;
        teacher.user.set_attribute(&stack, "language", language.into()).await;
        let email = teacher.user.email.as_str();
        assert_eq!(teacher.review(&stack).await, Value::Null);
        let mails = stack.emails_to(email).await.len();

        let output = ops(&stack, &["teachers", "approve", email, "--dry-run"]).success();
        assert!(
            output.starts_with("Dry run: this would set the application to approved"),
            "{output}"
        );
        assert_eq!(teacher.review(&stack).await, Value::Null);
        assert_eq!(stack.emails_to(email).await.len(), mails);

        ops(&stack, &["teachers", "approve", email]).success();
        assert_eq!(teacher.review(&stack).await, json!({"status": "approved"}));
        assert_snapshot!(
            format!("approved_{language}"),
            teacher.user.last_email(&stack).await.snapshot_text()
        );

        let reason = "Le CV est illisible.\n<b>Merci</b> & à bientôt";
        ops(&stack, &["teachers", "decline", email, "--reason", reason]).success();
        assert_eq!(
            teacher.review(&stack).await,
            json!({"status": "declined", "reason": reason})
        );
        assert_snapshot!(
            format!("declined_{language}"),
            teacher.user.last_email(&stack).await.snapshot_text()
        );

        let records = audit_records(&stack, &teacher.user.id).await;
        let actions: Vec<_> = records.iter().map(|record| &record["action"]).collect();
        assert_eq!(actions, ["teacher_approve", "teacher_decline"]);
        assert!(
            !Value::from(records).to_string().contains("illisible"),
            "the reason is free text, which the record leaves out"
        );
        let shown = ops(&stack, &["users", "show", email]).success();
        assert!(
            shown.contains("\n  review    declined: Le CV est illisible."),
            "{shown}"
        );
    }
}

#[tokio::test]
async fn refuses_students_unknown_users_and_empty_reasons() {
    let stack = Stack::running();
    let (teacher, student) = (Teacher::on(&stack).await, TestUser::registered(&stack).await);
    let output = ops(&stack, &["teachers", "approve", "nobody@example.org"]).failure();
    assert_eq!(output, "There is no user nobody@example.org.");
    let output = ops(&stack, &["--json", "teachers", "approve", &student.id]).failure();
    assert_snapshot!(output, @r#"{"code":"not_a_teacher","message":"The user is not a teacher. Nothing was written."}"#);
    let output = ops(&stack, &["teachers", "decline", &teacher.user.id, "--reason", " "]).failure();
    assert!(output.contains("a reason has 1 to 1000 characters"), "{output}");
    let output = ops(&stack, &["teachers", "decline", &teacher.user.id]).failure();
    assert!(output.contains("--reason"), "{output}");

    ops(&stack, &["teachers", "approve", &teacher.user.id]).success();
    assert_eq!(audit_records(&stack, &teacher.user.id).await.len(), 1);
    assert_eq!(audit_records(&stack, &student.id).await, [] as [Value; 0]);
}

#[tokio::test]
async fn reports_a_review_without_its_audit_record_or_email() {
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
        let target = NthRequest::first(request);
        proxy.inject_fault(target, Fault::ServerError, true);
        let through_proxy = proxy.in_front_of(&stack);
        let id = teacher.user.id.clone();
        let result = tokio::task::spawn_blocking(move || ops(&through_proxy, &["teachers", "approve", &id, "--json"]));
        let output: Value = serde_json::from_str(&result.await.expect("it ran").failure()).expect("JSON");
        assert_eq!(output["code"], code, "{output}");
        assert_eq!(teacher.review(&stack).await, reviewed);
        let records = audit_records(&stack, &teacher.user.id).await.len();
        assert_eq!(records, usize::from(!reviewed.is_null()));
    }

    // The same review again sends the email.
    let mails = stack.emails_to(&teacher.user.email).await.len();
    let output = ops(&stack, &["teachers", "approve", &teacher.user.id]).success();
    assert!(
        output.starts_with("Sent the email again, as the application was already approved: "),
        "{output}"
    );
    assert_eq!(stack.emails_to(&teacher.user.email).await.len(), mails + 1);
}
