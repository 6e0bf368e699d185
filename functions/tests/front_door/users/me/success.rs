//! What the endpoint returns for students and teachers.

use super::{FUNCTION, me, teacher};
use crate::prelude::*;

#[tokio::test]
async fn returns_the_signed_in_user_and_forbids_caching() {
    let (stack, user, token) = Stack::with_signed_in_user().await;

    let response = stack.send(&me(&token).query("lang", "ar")).await;
    assert_eq!(response.data()["_id"], user.id.as_str());
    assert_eq!(response.data()["email"], user.email.as_str());
    assert_json_snapshot!(response, { ".body.data._id" => "[id]", ".body.data.email" => "[e-mail]", ".body.data.consent" => "[consent]" }, @r#"
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
          "consent": "[consent]",
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

#[tokio::test]
async fn returns_courses_in_the_requested_language_and_valid_file_urls() {
    let stack = Stack::running();
    let (user, cv) = teacher(&stack).await;
    let token = user.access_token(&stack).await;
    for language in ["en", "ar"] {
        let response = stack.send(&me(&token).query("lang", language)).await;
        let courses = stack.send(&TestRequest::get("/courses").query("lang", language)).await;
        let taught = courses.taught(&[0, 1]);
        assert_eq!(response.data()["teacher"]["courses"], taught);
    }

    let response = stack.send(&me(&token)).await;
    let teacher = &response.data()["teacher"];
    assert_eq!(
        (&response.data()["type"], &teacher["video"]),
        (&json!("teacher"), &Value::Null)
    );
    assert_eq!(teacher["curriculum"]["_id"], cv.id.as_str());
    let download = Download::from_url(teacher["curriculum"]["url"].as_str().expect("a URL")).await;
    assert_eq!((download.status, download.bytes.as_slice()), (200, DOCUMENT));
    assert_eq!(download.content_type, "application/pdf");
    assert_eq!(
        download.disposition,
        "attachment; filename=\"____ _____.pdf\"; \
         filename*=UTF-8''%D8%B3%D9%8A%D8%B1%D8%A9%20%D8%B0%D8%A7%D8%AA%D9%8A%D8%A9.pdf"
    );
}

#[tokio::test]
async fn tells_the_owner_what_the_scan_of_a_file_means_where_files_are_scanned() {
    let stack = Stack::running();
    let (user, cv) = teacher(&stack).await;
    let token = user.access_token(&stack).await;
    let function = FUNCTION.start(&stack, &[("FILE_SCAN", "required")]).await;
    let mut file = cv;
    for (verdict, status) in [
        (None, json!("checking")),
        (Some("failed"), json!("checking")),
        (Some("clean"), Value::Null),
        (Some("infected"), json!("refused")),
    ] {
        if let Some(verdict) = verdict {
            let scan = json!({"verdict": verdict, "version": "version-1", "at": "2026-01-02T03:04:05Z"});
            file = file.with_attribute(&stack, "scan", scan).await;
        }
        let response = function.send(&me(&token)).await;
        let curriculum = &response.data()["teacher"]["curriculum"];
        assert_eq!(curriculum["status"], status, "{verdict:?}");
        // The owner sees the own file before the scan.
        assert!(curriculum["url"].is_string());
    }

    let response = stack.send(&me(&token)).await;
    let unscanned = &response.data()["teacher"]["curriculum"];
    assert_eq!(unscanned["status"], Value::Null, "the stack does not scan files");
}

#[tokio::test]
async fn omits_withdrawn_courses() {
    let stack = Stack::running();
    let token = teacher(&stack).await.0.access_token(&stack).await;
    let listed = stack.send(&me(&token)).await.data()["teacher"]["courses"].clone();
    let own = stack.with_own_tables(&["courses"]).await;
    for mut course in stack.scan_items("courses").await {
        if course["courseId"] == listed[0]["_id"] {
            course["withdrawn"] = true.into();
        }
        own.put_item("courses", course).await;
    }
    let function = FUNCTION.start(&own, &[]).await;
    let response = function.send(&me(&token)).await;
    assert_eq!(response.data()["teacher"]["courses"], json!([listed[1]]));
}
