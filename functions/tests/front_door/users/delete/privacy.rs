//! What remains after a deletion: no personal data, no file, no upload, and anonymous payments.

use super::{FUNCTION, SignedInUser, dump_tables, is_removed};
use crate::prelude::*;

#[tokio::test]
async fn no_table_contains_personal_data_after_the_deletion() {
    let stack = Stack::running();
    let user = TestUser::verified_with(&stack, &TestUser::registration()).await;
    let signed_in = SignedInUser::sign_in(&stack, user).await;
    let SignedInUser { user, token } = &signed_in;
    let personal_data = json!({
        "_id": user.id,
        "fullname": format!("Name of {}", user.id),
        "phone1": format!("+2135{}", &user.email[5..13]),
        "phone2": format!("+2136{}", &user.email[5..13]),
        "address": format!("Address of {}", user.id),
        "country": "Algeria",
        "birthdate": "1994-02-28",
    });
    let update = TestRequest::put(&format!("/users/{}", user.id))
        .bearer(token)
        .json(&personal_data);
    expect!(stack.send(&update), 200);
    let code = user.request_reset_code(&stack).await;
    let (passkey, passkey_id) = user.add_passkey(&stack, token).await;
    signed_in.record_payments(&stack, 3).await;
    signed_in.ask_for_places(&stack).await;
    let files = [
        signed_in.upload_document(&stack).await,
        signed_in.upload_document(&stack).await,
    ];
    signed_in.insert_archive(&stack).await;
    let upload = signed_in.start_video_upload(&stack).await;
    let deleted = signed_in.upload_document(&stack).await;
    let delete = TestRequest::delete(&format!("/file/{deleted}")).bearer(token);
    expect!(stack.send(&delete), 200);

    let values: Vec<&str> = ["fullname", "phone1", "phone2", "address"]
        .map(|field| personal_data[field].as_str().expect("text"))
        .into_iter()
        .chain([user.id.as_str(), user.email.as_str(), passkey_id.as_str()])
        .collect();
    let before = dump_tables(&stack).await;
    for value in &values {
        assert!(before.contains(value), "{value} is in a table before the deletion");
    }

    expect!(stack.send(&signed_in.delete()), 200);
    assert_eq!(signed_in.take_run(&stack).await, 1, "the place is given back");
    let after = dump_tables(&stack).await;
    for value in &values {
        assert!(!after.contains(value), "{value} is still in a table");
    }

    let janitor = Janitor::start(&stack).await;
    for file in files.iter().chain([&deleted]) {
        assert!(is_removed(&stack, file).await);
        janitor.finish(&stack, "document", file).await;
    }
    assert!(upload.is_removed(&stack).await);
    assert_eq!(objects_of(&stack, &user.id).await, [] as [String; 0]);

    // The access token, the password, the passkey, the verification link and the reset code no longer work.
    let me = TestRequest::get("/users/me").bearer(token);
    refuses!(stack, me, 401, "unauthorized");
    refuses!(stack, user.login_request(), 401, "incorrect_credentials");
    refuses!(stack, passkey.login_request(&stack).await, 401, "passkey_refused");
    refuses!(stack, signed_in.delete(), 401, "unauthorized");
    let emails = stack.emails_to(&user.email).await;
    let verify = TestRequest::post("/users/verify-email").json(&json!({"token": emails[0].verification_token()}));
    refuses!(stack, verify, 400, "verification_invalid");
    let exchanged = stack.send(&code.exchange_request(&user.email)).await;
    let reset_cookie = exchanged.set_cookie("__Host-reset");
    let reset = TestRequest::post("/users/reset-password")
        .json(&json!({"email": user.email, "newPassword": "another horse"}))
        .cookie(reset_cookie);
    refuses!(stack, reset, 400, "reset_failed");

    // The email address can be registered again.
    let mut registration = TestUser::registration();
    registration["email"] = user.email.as_str().into();
    let again = expect!(
        stack.send(&TestRequest::post("/users/register").json(&registration)),
        201
    );
    assert_ne!(again.data()["_id"], user.id.as_str());
    // The code was for the deleted user, so it does not reset the password of the new one.
    refuses!(stack, reset, 400, "reset_failed");
}

/// The keys of all objects that name the user.
async fn objects_of(stack: &Stack, id: &str) -> Vec<String> {
    let listed = stack.s3().list_objects_v2().bucket(&stack.buckets["files"]);
    let pages = listed.into_paginator().send().collect::<Result<Vec<_>, _>>().await;
    let objects = pages.expect("the objects").into_iter().filter_map(|page| page.contents);
    let keys = objects.flatten().filter_map(|object| object.key);
    keys.filter(|key| key.contains(id)).collect()
}

#[tokio::test]
async fn removes_every_file_of_a_teacher() {
    let stack = Stack::running();
    let (signed_in, files) = SignedInUser::create_teacher(&stack).await;
    expect!(stack.send(&signed_in.delete()), 200);
    for file in files {
        assert!(is_removed(&stack, &file.id).await, "{file:?}");
    }
}

#[tokio::test]
async fn removes_proofs_of_payment_with_the_place() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let (sent, proof) = TestFile::sent_as_proof(&stack, &signed_in.user).await;
    let (refused, mut other) = TestFile::sent_as_proof(&stack, &signed_in.user).await;
    refused
        .clone()
        .with_attribute(&stack, "expiresAt", 4_102_444_800_u64)
        .await;
    other["state"] = "refused".into();
    let place = json!({
        "userId": signed_in.user.id, "courseId": "excel", "runId": "spring", "start": "2999-03-27", "end": "2999-06-12", "state": "withdrawn",
        "requestedAt": "2026-01-02T03:04:05Z", "proofs": [proof, other],
    });
    stack.put_item("placeRequests", place).await;
    expect!(stack.send(&signed_in.delete()), 200);
    let janitor = Janitor::start(&stack).await;
    for file in [sent, refused] {
        assert!(file.is_removed(&stack).await, "{file:?}");
        assert_eq!(file.record(&stack).await.get("owner"), None);
        janitor.finish(&stack, "image", &file.id).await;
    }
}

#[tokio::test]
async fn removes_uploads_and_deletes_their_parts() {
    let stack = Stack::running();
    let (signed_in, other) = (SignedInUser::create(&stack).await, SignedInUser::create(&stack).await);
    let [open, joined, refused] = [(); 3].map(|()| signed_in.start_video_upload(&stack));
    let (open, joined, refused) = (open.await, joined.await, refused.await);
    joined.put_object(&stack).await;
    let refusal = json!({"at": 1, "refusal": "too_long"});
    refused.upload.set_attribute(&stack, "removal", refusal).await;
    let upload_of_other_user = other.start_video_upload(&stack).await;
    let url = open.upload.part_url(&stack, 1, 3).await;
    assert_eq!(open.count_objects_and_uploads(&stack).await, (0, 1));
    assert_eq!(joined.count_objects_and_uploads(&stack).await, (1, 1));

    expect!(stack.send(&signed_in.delete()), 200);
    let janitor = Janitor::start(&stack).await;
    for upload in [&open, &joined, &refused] {
        assert!(upload.is_removed(&stack).await, "{}", upload.record);
        for request in [
            upload.upload.finalize_request("video.mp4", 1),
            upload.upload.part_url_request(0, 1),
        ] {
            let status = stack.send(&request).await.status;
            assert!([400, 422].contains(&status), "{status}");
        }
        janitor.finish(&stack, "video", &upload.upload.file_id()).await;
    }
    assert_eq!(
        http_put(&url, b"two".to_vec()).await,
        404,
        "the multipart upload no longer exists"
    );
    assert_eq!(upload_of_other_user.count_objects_and_uploads(&stack).await, (0, 1));
    assert_eq!(
        upload_of_other_user.upload.record(&stack).await,
        upload_of_other_user.record
    );
}

#[tokio::test]
async fn payments_keep_only_amount_currency_and_date() {
    let stack = Stack::running();
    let own = stack.with_own_tables(&["payments"]).await;
    let function = FUNCTION.start(&own, &[]).await;
    let signed_in = SignedInUser::create(&stack).await;
    for (payer, id, amount) in [
        (signed_in.user.id.as_str(), "a", "149.500"),
        (signed_in.user.id.as_str(), "b", "20.000"),
        ("somebody-else", "a", "5.000"),
    ] {
        let payment = json!({
            "payer": format!("user#{payer}"), "paymentId": id, "courseId": "project-management", "amount": amount,
            "currency": "TND", "paidAt": "2026-03-31T23:30:15Z",
        });
        own.put_item("payments", payment).await;
    }

    let free = json!({
        "payer": format!("user#{}", signed_in.user.id), "paymentId": "course#creative-journaling",
        "courseId": "creative-journaling", "paidAt": "2026-03-31T23:30:15Z",
    });
    own.put_item("payments", free).await;

    expect!(function.send(&signed_in.delete()), 200);
    let mut items = own.scan_items("payments").await;
    items.sort_by_key(|item| item["amount"].to_string());
    for item in items.iter_mut().filter(|item| item["payer"] != "user#somebody-else") {
        let payer = item["payer"].as_str().expect("a payer").to_owned();
        let (kind, random) = payer.split_once('#').expect("a kind of payer");
        assert_eq!((kind, random.len()), ("anonymous", 32));
        assert_eq!(item["paymentId"].as_str().map(str::len), Some(32));
        item["payer"] = "anonymous#[random]".into();
        item["paymentId"] = "[random]".into();
    }
    assert_json_snapshot!(items);
}

#[tokio::test]
async fn returns_500_for_a_malformed_payment_instead_of_treating_it_as_free() {
    let stack = Stack::running();
    let own = stack.with_own_tables(&["payments"]).await;
    let function = FUNCTION.start(&own, &[]).await;
    for (field, value) in [("amount", json!(149.5)), ("currency", Value::Null)] {
        let signed_in = SignedInUser::create(&stack).await;
        let mut payment = json!({
            "payer": format!("user#{}", signed_in.user.id), "paymentId": "course#project-management",
            "courseId": "project-management", "amount": "149.500", "currency": "TND", "paidAt": "2026-03-31T23:30:15Z",
        });
        payment[field] = value;
        own.put_item("payments", payment.clone()).await;
        refuses!(function, signed_in.delete(), 500, "internal_error");
        assert!(own.scan_items("payments").await.contains(&payment));
    }
}

#[tokio::test]
async fn anonymizes_many_payments() {
    let stack = Stack::running();
    let own = stack.with_own_tables(&["payments"]).await;
    let function = FUNCTION.start(&own, &[]).await;
    let signed_in = SignedInUser::create(&stack).await;
    signed_in.record_payments(&own, 120).await;

    expect!(function.send(&signed_in.delete()), 200);
    let items = own.scan_items("payments").await;
    let anonymous = |item: &&Value| {
        item["payer"]
            .as_str()
            .is_some_and(|payer| payer.starts_with("anonymous#"))
    };
    assert_eq!((items.len(), items.iter().filter(anonymous).count()), (120, 120));
}
