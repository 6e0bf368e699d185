//! Courses, files and reviews of teachers.

use super::{FUNCTION, email, email_claim, register};
use crate::prelude::*;

#[tokio::test]
async fn stores_the_courses_and_claims_the_files_of_a_teacher() {
    let stack = Stack::running();
    let (cv, video) = (
        TestFile::upload_document(&stack, None).await,
        TestFile::insert_video(&stack).await,
    );
    let registration = TestUser::teacher_registration(&stack, &cv, Some(&video)).await;
    let response = expect!(stack.send(&register(&registration).query("lang", "fr")), 201);

    let id = response.data()["_id"].as_str().expect("an id");
    for file in [&cv, &video] {
        assert!(file.is_claimed_by(&stack, id).await);
    }
    let teacher = &response.data()["teacher"];
    let courses = stack.send(&TestRequest::get("/courses").query("lang", "fr")).await;
    assert_eq!(teacher["courses"], courses.taught(&[0, 1]));
    assert_eq!(teacher["curriculum"]["_id"], cv.id.as_str());
    assert_eq!(teacher["video"]["_id"], video.id.as_str());
    let download = Download::from_url(teacher["curriculum"]["url"].as_str().expect("a URL")).await;
    assert_eq!((download.status, download.bytes.as_slice()), (200, DOCUMENT));
    let download = Download::from_url(teacher["video"]["url"].as_str().expect("a URL")).await;
    assert_eq!((download.status, download.content_type.as_str()), (200, "video/mp4"));

    let item = stack.get_item("users", ("pk", &format!("user#{id}"))).await;
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
async fn accepts_a_teacher_without_a_video() {
    let stack = Stack::running();
    let cv = TestFile::upload_document(&stack, None).await;
    let registration = TestUser::teacher_registration(&stack, &cv, None).await;
    let response = stack.send(&register(&registration)).await;
    assert_eq!(
        (response.status, &response.data()["teacher"]["video"]),
        (201, &Value::Null)
    );
}

#[tokio::test]
async fn rejects_files_that_are_claimed_owned_deleted_expired_or_of_the_wrong_kind() {
    let (stack, _, token) = Stack::with_signed_in_user().await;
    let unclaimed = TestFile::upload_document(&stack, None).await;
    let claimed = TestFile::upload_document(&stack, None).await;
    TestUser::registered_with(&stack, &TestUser::teacher_registration(&stack, &claimed, None).await).await;
    let document = || TestFile::upload_document(&stack, None);
    for (what, file) in [
        ("claimed", claimed),
        ("owned", TestFile::upload_document(&stack, Some(&token)).await),
        ("an image", TestFile::upload_image(&stack, None).await),
        ("a video", TestFile::insert_video(&stack).await),
        (
            "deleted",
            document()
                .await
                .with_attribute(&stack, "removal", json!({"at": 1}))
                .await,
        ),
        ("expired", document().await.with_attribute(&stack, "expiresAt", 1).await),
    ] {
        let before = file.record(&stack).await;
        for (curriculum, video) in [(&file, None), (&unclaimed, Some(&file))] {
            if what == "a video" && video.is_some() {
                continue;
            }
            let registration = TestUser::teacher_registration(&stack, curriculum, video).await;
            let response = refuses!(stack, register(&registration), 400, "file_not_found", "{what}");
            let field = if video.is_some() {
                "teacher.video"
            } else {
                "teacher.curriculum"
            };
            assert_eq!(response.body["errors"], json!({field: "file_not_found"}), "{what}");
            assert_eq!(email_claim(&stack, email(&registration)).await, Value::Null);
        }
        // The janitor may go on with these meanwhile.
        if ["deleted", "expired"].contains(&what) {
            continue;
        }
        assert_eq!(file.record(&stack).await, before, "{what}");
        assert_eq!(file.is_unclaimed(&stack).await, what != "claimed", "{what}");
    }
    assert!(unclaimed.is_unclaimed(&stack).await);
}

#[tokio::test]
async fn refuses_a_bad_course_or_file_before_a_taken_email_address() {
    let stack = Stack::running();
    let cv = TestFile::upload_document(&stack, None).await;
    let mut registration = TestUser::teacher_registration(&stack, &cv, None).await;
    expect!(stack.send(&register(&registration)), 201);
    registration["teacher"]["curriculum"] = "0123456789abcdef0123456789abcdef".into();
    refuses!(stack, register(&registration), 400, "file_not_found");
    registration["teacher"]["courses"] = json!(["no-such-course"]);
    refuses!(stack, register(&registration), 400, "course_not_found");
}

#[tokio::test]
async fn accepts_the_usual_names_of_a_country_and_an_empty_video() {
    let stack = Stack::running();
    let cv = TestFile::upload_document(&stack, None).await;
    let mut registration = TestUser::teacher_registration(&stack, &cv, None).await;
    registration["country"] = "Turkey".into();
    registration["teacher"]["video"] = "".into();
    let response = expect!(stack.send(&register(&registration)), 201);
    assert_eq!(response.data()["country"], "Türkiye");
    assert_eq!(response.data()["teacher"]["video"], Value::Null);
}

#[tokio::test]
async fn concurrent_registrations_with_the_same_files_create_one_user() {
    let stack = Stack::running();
    let (cv, video) = (
        TestFile::upload_document(&stack, None).await,
        TestFile::insert_video(&stack).await,
    );
    let mut requests = Vec::new();
    for _ in 0..5 {
        let registration = TestUser::teacher_registration(&stack, &cv, Some(&video)).await;
        let (stack, request) = (stack.clone(), register(&registration));
        let request = tokio::spawn(async move { stack.send(&request).await });
        requests.push((registration, request));
    }
    let mut created = Vec::new();
    for (registration, request) in requests {
        let response = request.await.expect("a response");
        if response.status == 201 {
            created.push(response.data()["_id"].as_str().expect("an id").to_owned());
        } else {
            assert_eq!(response.status_and_code(), (400, "file_not_found"));
            assert_eq!(email_claim(&stack, email(&registration)).await, Value::Null);
        }
    }
    assert_eq!(created.len(), 1);
    for file in [&cv, &video] {
        assert!(file.is_claimed_by(&stack, &created[0]).await);
    }
}

#[tokio::test]
async fn reports_the_existing_user_when_a_teachers_registration_is_repeated() {
    let stack = Stack::running();
    let registration =
        TestUser::teacher_registration(&stack, &TestFile::upload_document(&stack, None).await, None).await;
    expect!(stack.send(&register(&registration)), 201);
    refuses!(stack, register(&registration), 409, "user_already_exists");
}

/// It comes before the files are claimed and the password is hashed.
#[tokio::test]
async fn refuses_a_registered_email_with_these_requests() {
    let stack = Stack::running();
    let existing = TestUser::registered(&stack).await;
    let proxy = Proxy::start(&stack).await;
    let through_proxy = [("AWS_ENDPOINT_URL", proxy.endpoint())];
    let function = FUNCTION.start(&stack, &through_proxy).await;
    let cv = TestFile::upload_document(&stack, None).await;
    let mut registration = TestUser::teacher_registration(&stack, &cv, None).await;
    registration["email"] = existing.email.as_str().into();
    function.send(&register(&registration)).await;
    proxy.clear_requests();
    refuses!(function, register(&registration), 409, "user_already_exists");
    let mut requests: Vec<_> = proxy.requests().into_iter().map(|request| request.name).collect();
    requests.sort();
    assert_eq!(
        requests,
        [
            "dynamodb GetItem files",
            "dynamodb GetItem users",
            "dynamodb UpdateItem attempts",
        ]
    );
}

#[tokio::test]
async fn files_of_a_refused_registration_stay_unclaimed() {
    let stack = Stack::running();
    let (cv, video) = (
        TestFile::upload_document(&stack, None).await,
        TestFile::insert_video(&stack).await,
    );
    let existing = TestUser::registered(&stack).await;
    let mut registration = TestUser::teacher_registration(&stack, &cv, Some(&video)).await;
    registration["email"] = existing.email.into();
    refuses!(stack, register(&registration), 409, "user_already_exists");
    for file in [&cv, &video] {
        assert!(file.is_unclaimed(&stack).await);
        assert_eq!(file.record(&stack).await["owner"], Value::Null);
    }

    registration["email"] = TestUser::registration()["email"].clone();
    let response = expect!(stack.send(&register(&registration)), 201);
    let id = response.data()["_id"].as_str().expect("an id");
    for file in [&cv, &video] {
        assert!(file.is_claimed_by(&stack, id).await);
    }
}

#[tokio::test]
async fn a_teacher_starts_with_a_pending_review_where_approval_is_required() {
    let stack = Stack::running();
    let required = FUNCTION.start(&stack, &[("TEACHER_APPROVAL", "required")]).await;
    let cv = TestFile::upload_document(&stack, None).await;
    let registration = TestUser::teacher_registration(&stack, &cv, None).await;
    let response = required.send(&register(&registration)).await;
    assert_eq!(response.data()["teacher"]["review"], json!({"status": "pending"}));
    let response = required.send(&register(&TestUser::registration())).await;
    let id = response.data()["_id"].as_str().expect("an id");
    let student = stack.get_item("users", ("pk", &format!("user#{id}"))).await;
    assert_eq!(student.get("review"), None);

    let cv = TestFile::upload_document(&stack, None).await;
    let registration = TestUser::teacher_registration(&stack, &cv, None).await;
    let response = stack.send(&register(&registration)).await;
    assert_eq!(
        response.data()["teacher"].get("review"),
        None,
        "the stack requires no review"
    );

    let unknown = FUNCTION.start(&stack, &[("TEACHER_APPROVAL", "sometimes")]).await;
    let cause = "environment variable TEACHER_APPROVAL must be off or required";
    faults::check_misconfigured(&unknown, &register(&registration), cause).await;
}
