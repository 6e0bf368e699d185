//! `POST /file/document`, through the gateway of the running stack, and in environments that a deployed function cannot have.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

mod documents;

use documents::{doc, docx, docx_of, pdf};
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use testing::{
    Call, Download, Function, Person, Stack,
    faults::{self, Fault, Proxy},
};

const BINARY: &str = "file-document";
const NAME: &str = "FileDocumentFunction";
const DEPLOYED: faults::Deployed<'_> = faults::Deployed {
    binary: BINARY,
    name: NAME,
    others: &[],
};
const MEBIBYTE: usize = 1024 * 1024;

fn upload(name: &str, content: &[u8]) -> Call {
    Call::post("/file/document").file("document", name, content)
}

fn id_of(data: &Value) -> &str {
    data["_id"].as_str().expect("an id")
}

async fn record(stack: &Stack, data: &Value) -> Value {
    let table = stack.tables.get("files").expect("the files table");
    stack.item(table, ("fileId", id_of(data))).await
}

fn object(data: &Value) -> String {
    format!("document/{}", id_of(data))
}

#[tokio::test]
async fn a_document_of_nobody_is_kept_for_a_day() {
    let stack = Stack::running();
    let reply = stack.send(&upload("My CV.pdf", &pdf())).await;
    assert_json_snapshot!(reply, { ".body.data._id" => "[id]", ".body.data.url" => "[url]" });

    let record = record(&stack, reply.data()).await;
    assert_json_snapshot!(record, { ".fileId" => "[id]", ".createdAt" => "[time]", ".expiresAt" => "[time]" });
    assert_eq!(stack.tags("files", &object(reply.data())).await, ["claim=pending"]);
}

#[tokio::test]
async fn the_address_gives_what_was_sent_with_its_type_and_its_name() {
    let stack = Stack::running();
    for (name, content, content_type, disposition) in [
        (
            "My CV.pdf",
            pdf(),
            "application/pdf",
            "inline; filename=\"My CV.pdf\"; filename*=UTF-8''My%20CV.pdf",
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
        let reply = stack.send(&upload(name, &content)).await;
        assert_eq!(reply.status, 201, "{reply:?}");
        let address = reply.data()["url"].as_str().expect("an address");
        let file = Download::of(address).await;
        assert_eq!(
            (file.status, file.content_type.as_str(), file.disposition.as_str()),
            (200, content_type, disposition)
        );
        assert_eq!(file.bytes, content);

        assert!(address.contains("X-Amz-Expires=3600"), "an hour: {address}");
        let (without_signature, _) = address.split_once('?').expect("a signature");
        assert_eq!(Download::of(without_signature).await.status, 403);
        let of_another_type = address.replace("response-content-type=", "response-content-type=text%2Fhtml&was=");
        assert_eq!(Download::of(&of_another_type).await.status, 403);
    }
}

/// As in a container on a developer's machine, where the host of the local AWS has another name than for the browser.
#[tokio::test]
async fn the_address_is_signed_for_the_host_that_browsers_reach() {
    let stack = Stack::running();
    let proxy = Proxy::of(&stack).await;
    let only_for_the_function = ("AWS_ENDPOINT_URL", proxy.endpoint());
    let function = Function::deployed(BINARY, &stack, NAME, &[only_for_the_function]).await;
    let reply = function.send(&upload("cv.pdf", &pdf())).await;
    let address = reply.data()["url"].as_str().expect("an address");
    assert!(address.starts_with(proxy.endpoint()), "{address}");

    let for_browsers = ("FILES_ADDRESS", stack.aws.as_str());
    let function = Function::deployed(BINARY, &stack, NAME, &[only_for_the_function, for_browsers]).await;
    let reply = function.send(&upload("cv.pdf", &pdf())).await;
    let address = reply.data()["url"].as_str().expect("an address");
    assert!(address.starts_with(&stack.aws), "{address}");
    let file = Download::of(address).await;
    assert_eq!((file.status, file.bytes), (200, pdf()));
}

#[tokio::test]
async fn a_document_of_somebody_is_theirs() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let token = person.token(&stack).await;
    let reply = stack.send(&upload("cv.pdf", &pdf()).bearer(&token)).await;
    assert_eq!(record(&stack, reply.data()).await["owner"], person.id.as_str());

    // Who signs up again may still have a token of before.
    for token in ["any", "null", &format!("{token}x")] {
        let reply = stack.send(&upload("cv.pdf", &pdf()).bearer(token)).await;
        assert_eq!(record(&stack, reply.data()).await["owner"], Value::Null);
    }
    person.set(&stack, "blocked", json!(true)).await;
    let reply = stack.send(&upload("cv.pdf", &pdf()).bearer(&token)).await;
    assert_eq!(record(&stack, reply.data()).await["owner"], Value::Null);
}

#[tokio::test]
async fn what_is_no_document_is_refused_whatever_it_says_to_be() {
    let stack = Stack::running();
    let text = "word/document.xml";
    let types = documents::CONTENT_TYPES;
    let with_macros = types.replace("wordprocessingml.document.main", "ms-word.document.macroEnabled.main");
    let endless = format!("{}{types}", " ".repeat(MEBIBYTE));
    for (name, content) in [
        ("cv", pdf()),
        ("", pdf()),
        (".pdf", pdf()),
        ("cv.pdf.exe", pdf()),
        ("cv.doc", pdf()),
        ("cv.docx", doc(&[])),
        ("cv.doc", docx()),
        ("cv.docm", docx()),
        ("cv.pdf", b"<script>alert(1)</script>%PDF-1.7".to_vec()),
        ("cv.pdf", b"%PD".to_vec()),
        ("cv.doc", doc(&["Macros"])),
        ("cv.doc", doc(&["_VBA_PROJECT_CUR"])),
        ("cv.doc", doc(&[])[..700].to_vec()),
        ("cv.docx", docx()[..200].to_vec()),
        ("cv.docx", docx_of(&[(text, "")])),
        ("cv.docx", docx_of(&[("[Content_Types].xml", types)])),
        ("cv.docx", docx_of(&[("[Content_Types].xml", &with_macros), (text, "")])),
        ("cv.docx", docx_of(&[("[Content_Types].xml", &endless), (text, "")])),
        (
            "cv.docx",
            docx_of(&[("[Content_Types].xml", types), (text, ""), ("word/vbaProject.bin", "")]),
        ),
        ("cv.docx", docx_of(&[("[Content_Types].xml", "<Types/>"), (text, "")])),
    ] {
        let reply = stack.send(&upload(name, &content)).await;
        assert_eq!(reply.outcome(), (415, "cv_file_type_wrong"), "{name}");
    }
    let reply = stack.send(&upload("cv.exe", &pdf()).query("lang", "fr")).await;
    assert_json_snapshot!(reply);
}

#[tokio::test]
async fn a_document_has_two_mebibytes_at_most() {
    let stack = Stack::running();
    let of_size = |size| {
        let mut content = pdf();
        content.resize(size, b' ');
        upload("cv.pdf", &content)
    };
    assert_eq!(stack.send(&of_size(2 * MEBIBYTE)).await.status, 201);
    let reply = stack.send(&of_size(2 * MEBIBYTE + 1).query("lang", "ar")).await;
    assert_json_snapshot!(reply);
}

#[tokio::test]
async fn a_form_without_a_document_is_a_400() {
    let stack = Stack::running();
    let call = || Call::post("/file/document");
    for call in [
        call(),
        call().body("{}"),
        call().header("content-type", "multipart/form-data").body("document"),
        call().file("image", "cv.pdf", &pdf()),
        call().file("document", "cv.pdf", b""),
    ] {
        assert_eq!(stack.send(&call).await.outcome(), (400, "file_missing"), "{call:?}");
    }
    let cut_off = upload("cv.pdf", &pdf()).cut_off();
    assert_eq!(stack.send(&cut_off).await.outcome(), (400, "malformed_request"));
}

#[tokio::test]
async fn one_address_uploads_so_much_in_an_hour_and_an_account_more() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let token = person.token(&stack).await;
    testing::in_one_window(std::time::Duration::from_hours(1), async || {
        let function = Function::deployed(BINARY, &stack, NAME, &[("LIMIT_UPLOADS_PER_ADDRESS", "3")]).await;
        let (_, secret) = stack.secret("origin").await;
        let address = person.client_address();
        let call = |name| upload(name, &pdf()).through_cdn(&secret, &address);

        assert_eq!(function.send(&call("cv.pdf")).await.status, 201);
        assert_eq!(
            function.send(&call("cv.exe")).await.outcome(),
            (415, "cv_file_type_wrong")
        );
        assert_eq!(function.send(&call("cv.pdf").bearer(&token)).await.status, 201);
        assert_eq!(function.send(&call("cv.pdf")).await.status, 201);
        let reply = function.send(&call("cv.pdf")).await;
        assert_eq!(reply.outcome(), (429, "too_many_requests"));
        assert_eq!(function.send(&call("cv.pdf").bearer("any")).await.status, 429);
        assert_eq!(function.send(&call("cv.pdf").bearer(&token)).await.status, 201);
    })
    .await;
}

async fn upload_of_somebody(stack: &Stack) -> (Call, Person) {
    let person = Person::verified(stack).await;
    let token = person.token(stack).await;
    (upload("cv.pdf", &pdf()).bearer(&token), person)
}

async fn upload_through_cdn(stack: &Stack) -> (Call, ()) {
    let (_, secret) = stack.secret("origin").await;
    (upload("cv.pdf", &pdf()).through_cdn(&secret, "198.51.100.7:50000"), ())
}

#[tokio::test]
async fn an_upload_asks_this_of_aws() {
    let asked = faults::requests_of_a_call(DEPLOYED, upload_through_cdn).await;
    assert_eq!(
        asked,
        ["dynamodb UpdateItem attempts", "dynamodb PutItem files", "s3 PutObject"]
    );
    let asked = faults::requests_of_a_call(DEPLOYED, upload_of_somebody).await;
    assert_eq!(
        asked,
        ["dynamodb GetItem users", "dynamodb PutItem files", "s3 PutObject"]
    );
}

#[tokio::test]
async fn whatever_fails_there_is_no_object_without_a_record_and_none_that_stays() {
    let holds = async |case: &faults::Case| {
        let stack = Stack::running();
        let objects = case.objects("files").await;
        let records = case.items("files").await;
        let kept = case.reply.status == 201 || (case.fault() == Fault::AnswerLost && case.request() == "s3 PutObject");
        assert_eq!(objects.len(), usize::from(kept), "{objects:?}");
        for key in &objects {
            assert_eq!(stack.tags("files", key).await, ["claim=pending"]);
            let of_object = |record: &&Value| format!("document/{}", id_of(&json!({"_id": record["fileId"]}))) == **key;
            assert_eq!(records.iter().filter(of_object).count(), 1);
        }
        assert!(records.iter().all(|record| record["expiresAt"].is_u64()), "{records:?}");
        assert_eq!(case.again().await.status, 201);
    };
    faults::check_each_step(DEPLOYED, upload_through_cdn, async |case, ()| holds(case).await).await;
}

#[tokio::test]
async fn an_account_that_cannot_be_read_is_a_503_and_no_upload_of_nobody() {
    let is_meant = |request: &str| request == "dynamodb GetItem users";
    faults::check_steps(DEPLOYED, is_meant, upload_of_somebody, async |case, person| {
        for record in case.items("files").await {
            assert_eq!(record["owner"], person.id.as_str());
        }
    })
    .await;
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = Stack::variables_of(NAME);
    faults::check_each_variable_is_required(BINARY, &variables, &upload("cv.pdf", &pdf())).await;
}
