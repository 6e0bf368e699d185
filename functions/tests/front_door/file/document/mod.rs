//! Front-door tests of `POST /file/document`.
//!
//! Protected here: the accepted types and sizes, the presigned URL, the owner, the expiry of unclaimed documents, and the rate limit of
//! uploads.

mod documents;
mod hostile;

use documents::{
    CATALOG, PAGE, PAGES, TRAILER, doc, doc_of_word_95, docx, docx_of, docx_with, docx_with_main_part, object_stream,
    pdf, pdf_of_parts,
};

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("file-document");
const MEBIBYTE: usize = 1024 * 1024;

fn upload(name: &str, content: &[u8]) -> TestRequest {
    TestRequest::post("/file/document").file("document", name, content)
}

fn id_of(data: &Value) -> &str {
    data["_id"].as_str().expect("an id")
}

async fn record(stack: &Stack, data: &Value) -> Value {
    let table = stack.tables.get("files").expect("the files table");
    stack.get_item(table, ("fileId", id_of(data))).await
}

fn object_key(data: &Value) -> String {
    format!("document/{}", id_of(data))
}

#[tokio::test]
async fn stores_an_unclaimed_document_without_an_owner() {
    let stack = Stack::running();
    let response = stack.send(&upload("My CV.pdf", &pdf())).await;
    assert_json_snapshot!(response, { ".body.data._id" => "[id]", ".body.data.url" => "[url]" });

    let record = record(&stack, response.data()).await;
    assert_json_snapshot!(record, { ".fileId" => "[id]", ".createdAt" => "[time]", ".expiresAt" => "[time]" });
    assert!(stack.has_object("files", &object_key(response.data())).await);
}

#[tokio::test]
async fn the_presigned_url_returns_the_document_with_its_type_and_name() {
    let stack = Stack::running();
    for (name, content, content_type, disposition) in [
        (
            "My CV.pdf",
            pdf(),
            "application/pdf",
            "attachment; filename=\"My CV.pdf\"; filename*=UTF-8''My%20CV.pdf",
        ),
        (
            "سيرة.doc",
            doc(&[]),
            "application/msword",
            "attachment; filename=\"____.doc\"; filename*=UTF-8''%D8%B3%D9%8A%D8%B1%D8%A9.doc",
        ),
        (
            "résumé.DOCX",
            docx(),
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "attachment; filename=\"r_sum_.DOCX\"; filename*=UTF-8''r%C3%A9sum%C3%A9.DOCX",
        ),
    ] {
        let response = expect!(stack.send(&upload(name, &content)), 201);
        let url = response.data()["url"].as_str().expect("a URL");
        let file = Download::from_url(url).await;
        assert_eq!(
            (file.status, file.content_type.as_str(), file.disposition.as_str()),
            (200, content_type, disposition)
        );
        assert_eq!(file.bytes, content);
        assert_eq!(file.cache_control, "no-store");

        assert!(url.contains("X-Amz-Expires=3600"), "an hour: {url}");
        let (without_signature, _) = url.split_once('?').expect("a signature");
        assert_eq!(Download::from_url(without_signature).await.status, 403);
        let with_another_type = url.replace("response-content-type=", "response-content-type=text%2Fhtml&was=");
        assert_eq!(Download::from_url(&with_another_type).await.status, 403);
    }
}

/// In a container on a developer's machine, the local AWS has another host name than in the browser.
#[tokio::test]
async fn the_presigned_url_has_the_host_that_browsers_use() {
    let stack = Stack::running();
    let proxy = Proxy::start(&stack).await;
    let for_the_function = ("AWS_ENDPOINT_URL", proxy.endpoint());
    let function = FUNCTION.start(&stack, &[for_the_function]).await;
    let response = function.send(&upload("cv.pdf", &pdf())).await;
    let url = response.data()["url"].as_str().expect("a URL");
    assert!(url.starts_with(proxy.endpoint()), "{url}");

    let for_browsers = ("FILES_ADDRESS", stack.aws.as_str());
    let function = FUNCTION.start(&stack, &[for_the_function, for_browsers]).await;
    let response = function.send(&upload("cv.pdf", &pdf())).await;
    let url = response.data()["url"].as_str().expect("a URL");
    assert!(url.starts_with(&stack.aws), "{url}");
    let file = Download::from_url(url).await;
    assert_eq!((file.status, file.bytes), (200, pdf()));
}

#[tokio::test]
async fn a_valid_access_token_sets_the_owner() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let response = stack.send(&upload("cv.pdf", &pdf()).bearer(&token)).await;
    assert_eq!(record(&stack, response.data()).await["owner"], user.id.as_str());

    // A visitor who signs up again may still send an old token.
    for token in ["any", "null", &format!("{token}x")] {
        let response = stack.send(&upload("cv.pdf", &pdf()).bearer(token)).await;
        assert_eq!(record(&stack, response.data()).await["owner"], Value::Null);
    }
    user.set_attribute(&stack, "blocked", json!(true)).await;
    let response = stack.send(&upload("cv.pdf", &pdf()).bearer(&token)).await;
    assert_eq!(record(&stack, response.data()).await["owner"], Value::Null);
}

#[tokio::test]
async fn rejects_other_file_types_whatever_their_name() {
    let stack = Stack::running();
    for (name, content) in [
        ("cv", pdf()),
        ("", pdf()),
        (".pdf", pdf()),
        ("cv.pdf.exe", pdf()),
        ("cv.doc", pdf()),
        ("cv.docx", doc(&[])),
        ("cv.doc", docx()),
        ("cv.docm", docx()),
        ("cv.pdf", [b" ".repeat(1020), pdf()].concat()),
        ("cv.pdf", b"%PD".to_vec()),
        ("cv.doc", doc(&[])[..7].to_vec()),
        ("cv.docx", docx()[..3].to_vec()),
        ("cv.docx", docx_of(&[("word/document.xml", b"")])),
        (
            "cv.docx",
            docx_of(&[("[Content_Types].xml", documents::CONTENT_TYPES.as_bytes())]),
        ),
        ("cv.docx", docx_with("[Content_Types].xml", b"<Types/>")),
        ("cv.docx", docx_with("_rels/.rels", b"<Relationships/>")),
        (
            "cv.docx",
            docx_with_main_part("word/document.xml", "word/other.xml", "/word/other.xml"),
        ),
        (
            "cv.docx",
            docx_with_main_part("word/document2.xml", "word/document2.xml", "/word/document.xml"),
        ),
    ] {
        refuses!(stack, upload(name, &content), 415, "cv_file_type_wrong");
    }
    let response = stack.send(&upload("cv.exe", &pdf()).query("lang", "fr")).await;
    assert_json_snapshot!(response);
}

#[tokio::test]
async fn tells_how_to_save_documents_of_old_programs() {
    let stack = Stack::running();
    let rtf = br"{\rtf1\ansi CV}";
    let of_word_2 = b"\xdb\xa5\x2d\0CV";
    for (name, content, code) in [
        ("cv.doc", rtf.to_vec(), "cv_file_is_rtf"),
        ("cv.docx", [b"\xef\xbb\xbf", rtf.as_slice()].concat(), "cv_file_is_rtf"),
        ("cv.doc", doc_of_word_95(), "cv_file_too_old"),
        ("cv.doc", of_word_2.to_vec(), "cv_file_too_old"),
    ] {
        for language in ["en", "fr", "ar"] {
            let response = refuses!(stack, upload(name, &content).query("lang", language), 415, code);
            let message = response.body["message"].as_str().expect("a message");
            assert!(message.contains("PDF"), "{message}");
        }
    }
}

#[tokio::test]
async fn rejects_damaged_files() {
    let stack = Stack::running();
    let with_objects = |objects: &[&str]| {
        let objects = String::from_utf8(object_stream("", objects)).expect("a text");
        format!("9 0 obj{objects}endobj")
    };
    // The page is there, and nothing leads to it.
    let other_catalog = CATALOG.replace("1 0 obj", "7 0 obj");
    let other_kids = PAGES.replace("3 0 R", "7 0 R");
    let circular = PAGES.replace("3 0 R", "2 0 R");
    let inner = PAGES.replace("/Kids[3 0 R]", "/Other<</Kids[3 0 R]>>");
    let empty = PAGES.replace("3 0 R", "").replace("/Kids", "/MediaBox[0 0 9 9]/Kids");
    let without_pages = with_objects(&["<</Type/Catalog>>"]);
    for (name, content) in [
        ("cv.pdf", pdf_of_parts(&[])),
        ("cv.pdf", b"%PDF-1.7".to_vec()),
        ("cv.pdf", b"<script>alert(1)</script>%PDF-1.7".to_vec()),
        ("cv.pdf", pdf_of_parts(&[PAGES, PAGE, TRAILER])),
        ("cv.pdf", pdf_of_parts(&[CATALOG, PAGE, TRAILER])),
        ("cv.pdf", pdf_of_parts(&[CATALOG, PAGES, TRAILER])),
        ("cv.pdf", pdf_of_parts(&[CATALOG, PAGES, PAGE])),
        ("cv.pdf", pdf_of_parts(&[&other_catalog, PAGES, PAGE, TRAILER])),
        ("cv.pdf", pdf_of_parts(&[CATALOG, &other_kids, PAGE, TRAILER])),
        ("cv.pdf", pdf_of_parts(&[CATALOG, &circular, PAGE, TRAILER])),
        ("cv.pdf", pdf_of_parts(&[CATALOG, &inner, PAGE, TRAILER])),
        ("cv.pdf", pdf_of_parts(&[CATALOG, &empty, PAGE, TRAILER])),
        ("cv.pdf", pdf_of_parts(&[&without_pages, "trailer<</Root 10 0 R>>"])),
        ("cv.pdf", pdf()[..100].to_vec()),
        ("cv.doc", doc(&[])[..700].to_vec()),
        ("cv.docx", docx()[..200].to_vec()),
        ("cv.docx", docx_with("word/document.xml", b"<w:document")),
    ] {
        refuses!(stack, upload(name, &content), 415, "cv_file_damaged");
    }
    let response = stack.send(&upload("cv.pdf", b"%PDF-1.7").query("lang", "fr")).await;
    assert_json_snapshot!(response);
}

#[tokio::test]
async fn rejects_documents_over_2_mib() {
    let stack = Stack::running();
    let of_size = |size| {
        let mut content = pdf();
        content.resize(size, b' ');
        upload("cv.pdf", &content)
    };
    expect!(stack.send(&of_size(2 * MEBIBYTE)), 201);
    let response = stack.send(&of_size(2 * MEBIBYTE + 1).query("lang", "ar")).await;
    assert_json_snapshot!(response);
}

#[tokio::test]
async fn returns_400_for_a_form_without_a_document() {
    let stack = Stack::running();
    let request = || TestRequest::post("/file/document");
    for request in [
        request(),
        request().body("{}"),
        request().header("content-type", "multipart/form-data").body("document"),
        request().file("image", "cv.pdf", &pdf()),
        request().file("document", "cv.pdf", b""),
    ] {
        refuses!(stack, request, 400, "file_missing");
    }
    let cut_off = upload("cv.pdf", &pdf()).truncated();
    refuses!(stack, cut_off, 400, "malformed_request");
}

#[tokio::test]
async fn limits_uploads_of_visitors_per_ip_address() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    testing::in_one_window(std::time::Duration::from_hours(1), async || {
        let function = FUNCTION.start(&stack, &[("RATE_LIMITS", "UploadsPerIp:3")]).await;
        let url = user.client_ip_and_port();
        let request = |name| upload(name, &pdf()).of_ip(&url);

        expect!(function.send(&request("cv.pdf")), 201);
        refuses!(function, request("cv.exe"), 415, "cv_file_type_wrong");
        expect!(function.send(&request("cv.pdf").bearer(&token)), 201);
        expect!(function.send(&request("cv.pdf")), 201);
        refuses!(function, request("cv.pdf"), 429, "too_many_requests");
        expect!(function.send(&request("cv.pdf").bearer("any")), 429);
        expect!(function.send(&request("cv.pdf").bearer(&token)), 201);
    })
    .await;
}

#[tokio::test]
async fn limits_uploads_of_a_signed_in_user_per_day() {
    let stack = Stack::running();
    testing::in_one_window(std::time::Duration::from_hours(24), async || {
        let function = FUNCTION.start(&stack, &[("RATE_LIMITS", "UploadsPerUser:2")]).await;
        let (_, token) = TestUser::signed_in(&stack).await;
        let video = TestRequest::post("/file/video/start-upload").bearer(&token);

        expect!(stack.send(&video), 201);
        expect!(
            function.send(&upload("cv.exe", &pdf()).bearer(&token)),
            (415, "cv_file_type_wrong")
        );
        expect!(
            function.send(&upload("cv.pdf", &pdf()).bearer(&token)),
            (429, "too_many_requests")
        );

        // Another user, and visitors, have their own limits.
        let other = TestUser::verified(&stack).await.access_token(&stack).await;
        expect!(function.send(&upload("cv.pdf", &pdf()).bearer(&other)), 201);
        expect!(function.send(&upload("cv.pdf", &pdf())), 201);
    })
    .await;
}

async fn upload_as_signed_in_user(stack: &Stack) -> (TestRequest, TestUser) {
    let (user, token) = TestUser::signed_in(stack).await;
    (upload("cv.pdf", &pdf()).bearer(&token), user)
}

async fn upload_through_cdn(_: &Stack) -> TestRequest {
    upload("cv.pdf", &pdf()).of_ip("198.51.100.7:50000")
}

#[tokio::test]
async fn after_any_fault_every_object_has_a_record_and_expires() {
    let check = async |case: &faults::FaultCase| {
        let objects = case.stored_objects("files").await;
        let records = case.stored_items("files").await;
        let stored = case.response.status == 201
            || (case.fault().is_carried_out() && case.failed_request() == "s3 PutObject")
            || case.failed_request() == "dynamodb TransactWriteItems files";
        assert_eq!(objects.len(), usize::from(stored), "{objects:?}");
        for key in &objects {
            let of_object = |record: &&Value| format!("document/{}", id_of(&json!({"_id": record["fileId"]}))) == **key;
            assert_eq!(records.iter().filter(of_object).count(), 1);
        }
        assert!(records.iter().all(|record| record["expiresAt"].is_u64()), "{records:?}");
        expect!(case.retry(), 201);
    };
    faults::check_every_fault(FUNCTION, upload_through_cdn, async |case, ()| check(case).await).await;
}

#[tokio::test]
async fn returns_503_and_stores_nothing_without_owner_when_the_user_cannot_be_read() {
    let is_selected = |request: &str| request == "dynamodb GetItem users";
    faults::check_faults_of(FUNCTION, is_selected, upload_as_signed_in_user, async |case, user| {
        for record in case.stored_items("files").await {
            assert_eq!(record["owner"], user.id.as_str());
        }
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    sends_these_requests_to_aws(upload_as_signed_in_user),
    every_variable_is_required(&upload("cv.pdf", &pdf())),
);
