//! Claims and removals of images, CVs and videos.

use aws_sdk_dynamodb::types::AttributeValue;

use super::{FUNCTION, SignedInUser, Teacher, profile, profile_with};
use crate::prelude::*;

fn profile_with_image(image: &TestFile) -> Value {
    profile_with("image", image.id.as_str())
}

async fn download(response: &TestResponse, pointer: &str) -> Download {
    let url = response.data().pointer(pointer).and_then(Value::as_str);
    Download::from_url(url.expect("a URL")).await
}

#[tokio::test]
async fn keeps_the_image_until_another_replaces_it() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let id = &signed_in.user.id;
    // The first is uploaded before signing in, the second after.
    let first = TestFile::upload_image(&stack, None).await;
    let second = TestFile::upload_image(&stack, Some(&signed_in.token)).await;

    let response = stack.send(&signed_in.update(&profile_with_image(&first))).await;
    assert_eq!(response.data()["image"]["_id"], first.id.as_str());
    let image = download(&response, "/image/url").await;
    assert_eq!((image.status, image.content_type.as_str()), (200, "image/jpeg"));
    assert!(first.is_claimed_by(&stack, id).await);

    for update in [
        profile(),
        profile_with("image", Value::Null),
        profile_with_image(&first),
    ] {
        let response = stack.send(&signed_in.update(&update)).await;
        assert_eq!(response.data()["image"]["_id"], first.id.as_str(), "the image stays");
    }

    let response = stack.send(&signed_in.update(&profile_with_image(&second))).await;
    assert_eq!(response.data()["image"]["_id"], second.id.as_str());
    assert!(second.is_claimed_by(&stack, id).await);
    assert!(first.is_removed(&stack).await);
    let delete = TestRequest::delete(&format!("/file/{}", first.id)).bearer(&signed_in.token);
    expect!(stack.send(&delete), 200, "as clients do after an edit");
    expect!(
        stack.send(&signed_in.update(&profile_with_image(&first))),
        (400, "file_not_found"),
        "the file is removed"
    );
    Janitor::start(&stack).await.finish(&stack, "image", &first.id).await;
    assert!(second.has_object(&stack).await);
}

#[tokio::test]
async fn a_teacher_can_replace_a_cv_and_remove_a_video() {
    let stack = Stack::running();
    let teacher = Teacher::create(&stack).await;
    let cv = TestFile::upload_document(&stack, None).await;

    let response = stack.send(&teacher.update(&cv, None)).await;
    assert_eq!(response.data()["teacher"]["curriculum"]["_id"], cv.id.as_str());
    assert_eq!(response.data()["teacher"]["video"], Value::Null);
    assert!(teacher.has(&stack, &cv).await);
    for file in [&teacher.cv, &teacher.video] {
        assert!(file.is_removed(&stack).await);
    }
    assert_eq!(download(&response, "/teacher/curriculum/url").await.status, 200);
    refuses!(stack, teacher.update(&teacher.cv, None), 400, "file_not_found");
}

#[tokio::test]
async fn rejects_files_of_others_deleted_expired_or_of_the_wrong_kind() {
    let stack = Stack::running();
    let (teacher, other) = (Teacher::create(&stack).await, Teacher::create(&stack).await);
    let before = teacher.signed_in.user.record(&stack).await;
    let document = || TestFile::upload_document(&stack, Some(&teacher.signed_in.token));
    let infected = json!({"verdict": "infected", "version": "1", "at": "2026-01-02T03:04:05Z"});
    for (what, file) in [
        ("claimed by another user", other.cv.clone()),
        (
            "owned by another user",
            TestFile::upload_document(&stack, Some(&other.signed_in.token)).await,
        ),
        ("an image", TestFile::upload_image(&stack, None).await),
        ("the user's video", teacher.video.clone()),
        (
            "deleted",
            document()
                .await
                .with_attribute(&stack, "removal", json!({"at": 1}))
                .await,
        ),
        ("expired", document().await.with_attribute(&stack, "expiresAt", 1).await),
        (
            "infected",
            document().await.with_attribute(&stack, "scan", infected).await,
        ),
    ] {
        let (record, unclaimed) = (file.record(&stack).await, file.is_unclaimed(&stack).await);
        let response = expect!(
            stack.send(&teacher.update(&file, Some(&teacher.video))),
            (400, "file_not_found"),
            "{what}"
        );
        assert_eq!(
            response.body["errors"],
            json!({"teacher.curriculum": "file_not_found"}),
            "{what}"
        );
        // The janitor may go on with these meanwhile.
        if ["deleted", "expired"].contains(&what) {
            continue;
        }
        assert_eq!(
            (file.record(&stack).await, file.is_unclaimed(&stack).await),
            (record, unclaimed),
            "{what}"
        );
    }
    for file in [&other.cv, &teacher.cv] {
        let mut update = profile_with_image(file);
        update["teacher"] = json!({"courses": teacher.courses, "curriculum": teacher.cv.id, "video": teacher.video.id});
        let response = stack.send(&teacher.signed_in.update(&update)).await;
        assert_eq!(
            response.body["errors"],
            json!({"image": "file_not_found"}),
            "a document is not an image"
        );
    }
    assert_eq!(teacher.signed_in.user.record(&stack).await, before);
}

#[tokio::test]
async fn rejects_a_file_whose_bytes_are_not_there() {
    let stack = Stack::running();
    let teacher = Teacher::create(&stack).await;
    let start = TestRequest::post("/file/video/start-upload").bearer(&teacher.signed_in.token);
    let upload = TestUpload::start_with(&stack, &start).await;
    let video = TestFile::video(&upload.file_id());
    let response = refuses!(stack, teacher.update(&teacher.cv, Some(&video)), 400, "file_not_found");
    assert_eq!(response.body["errors"], json!({"teacher.video": "file_not_found"}));
}

#[tokio::test]
async fn concurrent_users_cannot_claim_the_same_file() {
    let stack = Stack::running();
    let image = TestFile::upload_image(&stack, None).await;
    let mut updates = Vec::new();
    for _ in 0..4 {
        let signed_in = SignedInUser::create(&stack).await;
        let (stack, update) = (stack.clone(), signed_in.update(&profile_with_image(&image)));
        updates.push((signed_in, tokio::spawn(async move { stack.send(&update).await })));
    }
    let mut owners = Vec::new();
    for (signed_in, update) in updates {
        let response = update.await.expect("a response");
        let item = signed_in.user.record(&stack).await;
        if response.status == 200 {
            assert_eq!(item["profile"]["files"]["image"]["fileId"], image.id.as_str());
            owners.push(signed_in.user.id);
        } else {
            assert_eq!(response.status_and_code(), (400, "file_not_found"));
            assert_eq!(item["profileVersion"], 0);
        }
    }
    assert_eq!(owners.len(), 1);
    assert!(image.is_claimed_by(&stack, &owners[0]).await);
}

#[tokio::test]
async fn the_same_edit_sent_twice_at_once_succeeds_twice() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let image = TestFile::upload_image(&stack, Some(&signed_in.token)).await;
    let edits = stack
        .send_at_once((0..2).map(|_| signed_in.update(&profile_with_image(&image))))
        .await;
    for edit in edits {
        assert_eq!(edit.status, 200);
    }
    assert!(image.is_claimed_by(&stack, &signed_in.user.id).await);
}

#[tokio::test]
async fn files_of_refused_edits_stay_unclaimed() {
    let stack = Stack::running();
    let teacher = Teacher::create(&stack).await;
    let etag = teacher.signed_in.etag(&stack).await;
    let mut edits = Vec::new();
    for _ in 0..5 {
        let cv = TestFile::upload_document(&stack, Some(&teacher.signed_in.token)).await;
        let edit = teacher.update(&cv, Some(&teacher.video)).header("if-match", &etag);
        let stack = stack.clone();
        edits.push((cv, tokio::spawn(async move { stack.send(&edit).await })));
    }
    let mut saved = 0;
    for (cv, edit) in edits {
        let response = edit.await.expect("a response");
        if response.status == 200 {
            saved += 1;
            assert!(teacher.has(&stack, &cv).await);
        } else {
            assert_eq!(response.status_and_code(), (409, "conflict"));
            assert!(cv.is_unclaimed(&stack).await);
        }
    }
    assert_eq!(saved, 1);
    assert!(teacher.cv.is_removed(&stack).await);
    assert!(teacher.has(&stack, &teacher.video).await);
}

#[tokio::test]
async fn does_not_claim_a_file_in_which_a_scan_finds_malware_meanwhile() {
    let stack = Stack::running();
    let teacher = Teacher::create(&stack).await;
    let cv = TestFile::upload_document(&stack, Some(&teacher.signed_in.token)).await;
    // The SDK sends the transaction again, after the verdict was recorded.
    let target = "dynamodb TransactWriteItems users files";
    let replace = teacher.update(&cv, Some(&teacher.video));
    let scanned = async {
        let infected = json!({"verdict": "infected", "version": "1", "at": "2026-01-02T03:04:05Z"});
        cv.clone().with_attribute(&stack, "scan", infected).await
    };
    let held = FUNCTION.send_until(Fault::ServerError, &stack, target, &replace, scanned);
    let (replaced, cv) = held.await;
    assert_eq!(replaced.status_and_code(), (400, "file_not_found"), "{replaced:?}");
    assert!(cv.is_unclaimed(&stack).await);
    assert!(teacher.has(&stack, &teacher.cv).await);
}

#[tokio::test]
async fn replaces_a_file_whose_record_is_missing() {
    let stack = Stack::running();
    let teacher = Teacher::create(&stack).await;
    let table = stack.dynamodb().delete_item().table_name(&stack.tables["files"]);
    let delete = table.key("fileId", AttributeValue::S(teacher.cv.id.clone()));
    delete.send().await.expect("the record can be deleted");

    let cv = TestFile::upload_document(&stack, None).await;
    expect!(stack.send(&teacher.update(&cv, Some(&teacher.video))), 200);
    assert_eq!(teacher.cv.record(&stack).await, Value::Null);
}
