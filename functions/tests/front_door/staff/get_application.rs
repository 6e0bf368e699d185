//! Front-door tests of `GET /staff/applications/{user}`.
//!
//! Protected here: staff see an application with its files, a file only after a scan has cleared it, and each look is in the audit records.

use store::audit::Action;

use super::teacher;
use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-get-application").with(&[("FILE_SCAN", "required")]);

fn get(user: &TestUser) -> TestRequest {
    TestRequest::get(&format!("/staff/applications/{}", user.id))
}

#[tokio::test]
async fn shows_the_application_with_its_files_and_decisions() {
    let (stack, staff) = Stack::with_staff(&[StaffRole::Admissions]).await;
    let teacher = teacher(&stack).await;
    let shown = stack.send(&staff.sends(get(&teacher))).await;
    let record = teacher.record(&stack).await;
    let mut expected = json!({
        "_id": teacher.id, "fullname": record["profile"]["fullname"], "country": "Algeria", "language": "en",
        "createdAt": record["createdAt"], "verified": true, "blocked": false, "status": "pending", "version": null, "untold": false,
        "courses": record["profile"]["courses"], "history": [],
    });
    for (field, name) in [("curriculum", "سيرة ذاتية.pdf"), ("video", "me.mp4")] {
        expected[field] = json!({"name": name, "url": shown.data()[field]["url"]});
    }
    expected["emails"] = shown.data()["emails"].clone();
    assert_eq!(shown.data(), &expected);
    let declined = shown.data()["emails"]["decline"]["text"].as_str().expect("a text");
    assert!(
        declined.starts_with("Hello Amina Benali,") && declined.contains("\n{reason}\n"),
        "{declined}"
    );
    let cv = Download::from_url(shown.data()["curriculum"]["url"].as_str().expect("a URL")).await;
    assert_eq!(cv.bytes, DOCUMENT);

    let review = json!({"status": "declined", "reason": "No CV", "at": "2026-04-01T00:00:00Z", "untold": true});
    teacher.set_attribute(&stack, "review", review).await;
    let shown = stack.send(&staff.sends(get(&teacher))).await;
    let data = shown.data();
    assert_eq!(
        [&data["status"], &data["version"], &data["reason"], &data["untold"]],
        [
            &json!("declined"),
            &json!("2026-04-01T00:00:00Z"),
            &json!("No CV"),
            &json!(true)
        ]
    );

    let records = stack.scan_items("audit").await;
    let mut reads = records.iter().filter(|record| record["subject"] == teacher.id.as_str());
    assert!(reads.all(|record| record["action"] == "staff_read" && record["page"] == "application"));
}

#[tokio::test]
async fn shows_a_file_only_after_a_scan_has_cleared_it() {
    let (stack, staff) = Stack::with_staff(&[StaffRole::Admissions]).await;
    let scanner = DeployedFunction::named("operator-record-scan").start(&stack, &[]).await;
    let function = FUNCTION.start(&stack, &[]).await;
    let teacher = teacher(&stack).await;
    let record = teacher.record(&stack).await;
    let object = |field: &str| {
        let file = &record["profile"]["files"][field];
        let text = |name: &str| file[name].as_str().expect("a text").to_owned();
        format!("{}/{}", text("kind"), text("fileId"))
    };
    let (cv, video) = (object("curriculum"), object("video"));
    let versions = stack.s3().list_object_versions().bucket(&stack.buckets["files"]);
    let versions = versions.prefix(&cv).send().await.expect("the bucket can be read");
    let version = versions.versions()[0].version_id().expect("a version").to_owned();
    let scan = async |key: &str, status: &str| {
        let event = scan_event(&stack, key, &version, status);
        expect!(scanner.send(&event), 200);
    };
    let shown = async |field: &str| -> Value { function.send(&staff.sends(get(&teacher))).await.data()[field].clone() };

    assert_eq!(
        shown("curriculum").await,
        json!({"name": "سيرة ذاتية.pdf", "withheld": "waiting"})
    );
    scan(&cv, "FAILED").await;
    assert_eq!(shown("curriculum").await["withheld"], "failed");

    // The URL shows the bytes that were scanned, whatever is under the key later.
    scan(&cv, "NO_THREATS_FOUND").await;
    let put = stack.s3().put_object().bucket(&stack.buckets["files"]).key(&cv);
    let other = put.body(b"not scanned".to_vec().into()).send().await;
    other.expect("the object can be written");
    let url = shown("curriculum").await["url"].clone();
    let download = Download::from_url(url.as_str().expect("a URL")).await;
    assert_eq!(download.bytes, DOCUMENT);

    scan(&video, "THREATS_FOUND").await;
    assert_eq!(shown("video").await, json!({"name": "me.mp4", "withheld": "infected"}));
    assert!(!stack.has_object("files", &video).await);
}

#[tokio::test]
async fn a_student_and_nobody_have_no_application() {
    let (stack, staff) = Stack::with_staff(&[StaffRole::Admissions]).await;
    let student = TestUser::verified(&stack).await;
    for id in [student.id.as_str(), "0f8fad5bd9cb469fa16570867728950e", "other"] {
        let request = TestRequest::get(&format!("/staff/applications/{id}"));
        refuses!(stack, staff.sends(request), 404, "user_not_found", "{id}");
    }
}

endpoint_checks!(
    FUNCTION,
    succeeds_after_any_fault(after_any_fault_a_repetition_shows, async |stack| {
        let staff = TestStaff::signed_in(stack, &[StaffRole::Admissions]).await;
        let teacher = teacher(stack).await;
        staff.has_done(stack, Action::SessionsEnd, &teacher).await;
        staff.sends(get(&teacher))
    }),
);
