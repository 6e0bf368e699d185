//! Front-door tests of `DELETE /file/{id}`.
//!
//! Protected here: only the owner deletes a file, the response does not reveal whether another user's file exists, and file and profile
//! stay consistent after faults and concurrent requests.

use crate::prelude::*;

const NO_FILE: &str = "0123456789abcdef0123456789abcdef";
const FUNCTION: DeployedFunction = DeployedFunction::named("file-delete");

struct Owner {
    user: TestUser,
    token: String,
    file: String,
}

impl Owner {
    async fn create(stack: &Stack) -> Self {
        let (user, token) = TestUser::signed_in(stack).await;
        let file = upload(stack, Some(&token)).await;
        Self { user, token, file }
    }

    fn delete(&self) -> TestRequest {
        delete(&self.file).bearer(&self.token)
    }

    /// Makes the profile refer to the file, as a claim does.
    async fn claim(&self, stack: &Stack, name: &str) {
        let mut record = record(stack, &self.file).await;
        record.as_object_mut().expect("an object").remove("expiresAt");
        stack.put_item(files_table(stack), record).await;
        let mut profile = self.user.record(stack).await["profile"].clone();
        profile["files"] = json!({name: reference(&self.file), "image": reference(NO_FILE)});
        self.user.set_attribute(stack, "profile", profile).await;
    }
}

fn reference(file: &str) -> Value {
    json!({"fileId": file, "kind": "document", "name": "cv.pdf", "contentType": "application/pdf"})
}

fn delete(file: &str) -> TestRequest {
    TestRequest::delete(&format!("/file/{file}"))
}

async fn upload(stack: &Stack, token: Option<&str>) -> String {
    let request = TestRequest::post("/file/document").file("document", "cv.pdf", DOCUMENT);
    let request = token.into_iter().fold(request, TestRequest::bearer);
    let response = stack.send(&request).await;
    response.data()["_id"].as_str().expect("an id").to_owned()
}

fn files_table(stack: &Stack) -> &str {
    stack.tables.get("files").expect("the files table")
}

async fn record(stack: &Stack, file: &str) -> Value {
    stack.get_item(files_table(stack), ("fileId", file)).await
}

async fn has_object(stack: &Stack, file: &str) -> bool {
    stack.has_object("files", &format!("document/{file}")).await
}

#[tokio::test]
async fn removes_a_file_and_accepts_a_repetition_until_its_record_goes() {
    let stack = Stack::running();
    let owner = Owner::create(&stack).await;
    let response = stack.send(&owner.delete()).await;
    assert_json_snapshot!(response);
    assert!(record(&stack, &owner.file).await["removal"].is_object());
    expect!(stack.send(&owner.delete()), 200);

    let janitor = Janitor::start(&stack).await;
    assert!(
        has_object(&stack, &owner.file).await,
        "a request in flight may write it"
    );
    janitor.run_for(&stack, &owner.file).await;
    assert!(!has_object(&stack, &owner.file).await);
    expect!(stack.send(&owner.delete()), 200);
    janitor.run_for(&stack, &owner.file).await;
    assert_eq!(record(&stack, &owner.file).await, Value::Null);
    refuses!(stack, owner.delete(), 404, "file_not_found");
}

#[tokio::test]
async fn removes_the_reference_from_the_profile() {
    let stack = Stack::running();
    for name in ["curriculum", "video"] {
        let owner = Owner::create(&stack).await;
        owner.claim(&stack, name).await;
        let mut expected = owner.user.record(&stack).await;

        expect!(stack.send(&owner.delete()), 200);
        expected["profile"]["files"] = json!({"image": reference(NO_FILE)});
        expected["profileVersion"] = json!(1);
        assert_eq!(owner.user.record(&stack).await, expected, "nothing else changes");
    }
}

#[tokio::test]
async fn returns_404_for_the_file_of_another_user() {
    let stack = Stack::running();
    let (owner, other) = (Owner::create(&stack).await, Owner::create(&stack).await);
    let without_owner = upload(&stack, None).await;

    let response = stack
        .send(&delete(&owner.file).bearer(&other.token).query("lang", "fr"))
        .await;
    assert_json_snapshot!(response);
    for file in [without_owner.as_str(), NO_FILE, "cv", &owner.file.to_uppercase()] {
        refuses!(stack, delete(file).bearer(&other.token), 404, "file_not_found");
    }
    for file in [owner.file.as_str(), "cv"] {
        refuses!(stack, delete(file), 401, "unauthorized");
        refuses!(stack, delete(file).bearer("any"), 401, "unauthorized");
    }
    for file in [owner.file.as_str(), &without_owner] {
        assert!(has_object(&stack, file).await);
    }

    expect!(stack.send(&owner.delete()), 200);
    expect!(
        stack.send(&delete(&owner.file).bearer(&other.token)),
        (404, "file_not_found"),
        "whether the file is deleted or not"
    );
    owner.user.set_attribute(&stack, "blocked", json!(true)).await;
    refuses!(stack, owner.delete(), 403, "account_blocked");
}

#[tokio::test]
async fn concurrent_deletions_all_succeed() {
    let stack = Stack::running();
    let owner = Owner::create(&stack).await;
    owner.claim(&stack, "curriculum").await;
    let deletions = stack.send_at_once((0..5).map(|_| owner.delete())).await;
    for deletion in deletions {
        assert_eq!(deletion.status, 200);
    }
    assert_eq!(owner.user.record(&stack).await["profileVersion"], 1);
}

#[tokio::test]
async fn removes_a_reference_that_the_profile_got_since_it_was_read() {
    let stack = Stack::running();
    let owner = Owner::create(&stack).await;
    let proxy = Proxy::start(&stack).await;
    let through_proxy = [("AWS_ENDPOINT_URL", proxy.endpoint()), Proxy::NO_TIMEOUT];
    let function = FUNCTION.start(&stack, &through_proxy).await;
    // The warm-up reads the files table, too.
    let unknown = delete(NO_FILE).bearer(&owner.token);
    expect!(function.send(&unknown), 404);
    proxy.clear_requests();

    let target = NthRequest::first("dynamodb GetItem files");
    proxy.hold_and_fail(target.clone(), Fault::ServerError);
    let delete = owner.delete();
    let held = async {
        proxy.wait_for_request(&target).await;
        owner.claim(&stack, "curriculum").await;
        owner.user.set_attribute(&stack, "profileVersion", json!(1)).await;
        proxy.release();
    };
    let (response, ()) = tokio::join!(function.send(&delete), held);
    assert_eq!(response.status, 200, "{response:?}");
    assert!(record(&stack, &owner.file).await["removal"].is_object());
    let user = owner.user.record(&stack).await;
    assert_eq!(user["profile"]["files"], json!({"image": reference(NO_FILE)}));
    assert_eq!(user["profileVersion"], 2);
}

async fn delete_a_claimed_file(stack: &Stack) -> (TestRequest, Owner) {
    let owner = Owner::create(stack).await;
    owner.claim(stack, "curriculum").await;
    (owner.delete(), owner)
}

#[tokio::test]
async fn after_any_fault_a_retry_completes_the_deletion() {
    faults::check_every_fault(FUNCTION, delete_a_claimed_file, async |case, owner| {
        let stack = Stack::running();
        let refers = |item: &Value| item["profile"]["files"]["curriculum"].is_object();
        let is_removed = record(&stack, &owner.file).await["removal"].is_object();
        assert_eq!(
            refers(&owner.user.record(&stack).await),
            !is_removed,
            "file and profile are written in one transaction"
        );
        expect!(case.retry(), 200);
        assert!(record(&stack, &owner.file).await["removal"].is_object());
        assert!(!refers(&owner.user.record(&stack).await));
    })
    .await;
}

endpoint_checks!(FUNCTION, every_variable_is_required(&delete(NO_FILE).bearer("any")),);
