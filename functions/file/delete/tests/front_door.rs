//! `DELETE /file/{id}`, through the gateway of the running stack, and in environments that a deployed function cannot have.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use insta::assert_json_snapshot;
use serde_json::{Value, json};
use testing::{
    Call, Person, Stack,
    faults::{self, Fault},
};

const BINARY: &str = "file-delete";
const NAME: &str = "FileDeleteFunction";
/// The id of no file.
const ANOTHER: &str = "0123456789abcdef0123456789abcdef";
const DEPLOYED: faults::Deployed<'_> = faults::Deployed {
    binary: BINARY,
    name: NAME,
    others: &[],
};

/// Somebody with a file.
struct Owner {
    person: Person,
    token: String,
    file: String,
}

impl Owner {
    async fn on(stack: &Stack) -> Self {
        let person = Person::verified(stack).await;
        let token = person.token(stack).await;
        let file = upload(stack, Some(&token)).await;
        Self { person, token, file }
    }

    fn delete(&self) -> Call {
        delete(&self.file).bearer(&self.token)
    }

    /// Makes the profile refer to the file, as a claim does.
    async fn claim(&self, stack: &Stack, name: &str) {
        let mut record = record(stack, &self.file).await;
        record.as_object_mut().expect("an object").remove("expiresAt");
        stack.put_item(files(stack), record).await;
        let mut profile = self.person.item(stack).await["profile"].clone();
        profile["files"] = json!({name: reference(&self.file), "image": reference(ANOTHER)});
        self.person.set(stack, "profile", profile).await;
    }
}

/// What a profile has of a file.
fn reference(file: &str) -> Value {
    json!({"fileId": file, "kind": "document", "name": "cv.pdf", "contentType": "application/pdf"})
}

fn delete(file: &str) -> Call {
    Call::delete(&format!("/file/{file}"))
}

async fn upload(stack: &Stack, token: Option<&str>) -> String {
    let call = Call::post("/file/document").file("document", "cv.pdf", b"%PDF-1.7");
    let call = token.into_iter().fold(call, Call::bearer);
    let reply = stack.send(&call).await;
    reply.data()["_id"].as_str().expect("an id").to_owned()
}

fn files(stack: &Stack) -> &str {
    stack.tables.get("files").expect("the files table")
}

async fn record(stack: &Stack, file: &str) -> Value {
    stack.item(files(stack), ("fileId", file)).await
}

async fn is_there(stack: &Stack, file: &str) -> bool {
    stack.has_object("files", &format!("document/{file}")).await
}

#[tokio::test]
async fn a_file_is_deleted_and_for_a_day_again() {
    let stack = Stack::running();
    let owner = Owner::on(&stack).await;
    assert!(is_there(&stack, &owner.file).await);

    let reply = stack.send(&owner.delete()).await;
    assert_json_snapshot!(reply);
    assert!(!is_there(&stack, &owner.file).await);
    assert_eq!(stack.send(&owner.delete()).await.status, 200);

    let mut record = record(&stack, &owner.file).await;
    assert_eq!(record["deleted"], true);
    record["expiresAt"] = json!(1);
    stack.put_item(files(&stack), record).await;
    assert_eq!(stack.send(&owner.delete()).await.outcome(), (404, "file_not_found"));
}

#[tokio::test]
async fn a_profile_does_not_refer_to_it_any_more() {
    let stack = Stack::running();
    for name in ["curriculum", "video"] {
        let owner = Owner::on(&stack).await;
        owner.claim(&stack, name).await;
        let mut expected = owner.person.item(&stack).await;

        assert_eq!(stack.send(&owner.delete()).await.status, 200);
        expected["profile"]["files"] = json!({"image": reference(ANOTHER)});
        expected["profileVersion"] = json!(1);
        assert_eq!(owner.person.item(&stack).await, expected, "nothing else is changed");
    }
}

#[tokio::test]
async fn somebody_elses_file_is_not_there() {
    let stack = Stack::running();
    let (owner, other) = (Owner::on(&stack).await, Owner::on(&stack).await);
    let of_nobody = upload(&stack, None).await;

    let theirs = stack
        .send(&delete(&owner.file).bearer(&other.token).query("lang", "fr"))
        .await;
    assert_json_snapshot!(theirs);
    for file in [of_nobody.as_str(), ANOTHER, "cv", &owner.file.to_uppercase()] {
        let reply = stack.send(&delete(file).bearer(&other.token)).await;
        assert_eq!(reply.outcome(), (404, "file_not_found"), "{file}");
    }
    for file in [owner.file.as_str(), "cv"] {
        assert_eq!(stack.send(&delete(file)).await.outcome(), (401, "unauthorized"));
        assert_eq!(
            stack.send(&delete(file).bearer("any")).await.outcome(),
            (401, "unauthorized")
        );
    }
    for file in [owner.file.as_str(), &of_nobody] {
        assert!(is_there(&stack, file).await);
    }

    assert_eq!(stack.send(&owner.delete()).await.status, 200);
    let theirs = stack.send(&delete(&owner.file).bearer(&other.token)).await;
    assert_eq!(theirs.outcome(), (404, "file_not_found"), "deleted or not");
    owner.person.set(&stack, "blocked", json!(true)).await;
    assert_eq!(stack.send(&owner.delete()).await.outcome(), (403, "account_blocked"));
}

#[tokio::test]
async fn of_many_deletions_at_once_each_is_answered_as_the_only_one() {
    let stack = Stack::running();
    let owner = Owner::on(&stack).await;
    owner.claim(&stack, "curriculum").await;
    let deletions: Vec<_> = (0..5)
        .map(|_| {
            let (stack, delete) = (stack.clone(), owner.delete());
            tokio::spawn(async move { stack.send(&delete).await.status })
        })
        .collect();
    for deletion in deletions {
        assert_eq!(deletion.await.expect("an answer"), 200);
    }
    assert_eq!(owner.person.item(&stack).await["profileVersion"], 1);
}

async fn deletion_of_a_claimed_file(stack: &Stack) -> (Call, Owner) {
    let owner = Owner::on(stack).await;
    owner.claim(stack, "curriculum").await;
    (owner.delete(), owner)
}

#[tokio::test]
async fn a_deletion_asks_this_of_aws() {
    let asked = faults::requests_of_a_call(DEPLOYED, deletion_of_a_claimed_file).await;
    assert_eq!(
        asked,
        [
            "dynamodb GetItem users",
            "dynamodb GetItem files",
            "dynamodb TransactWriteItems files users",
            "s3 DeleteObject"
        ]
    );
}

#[tokio::test]
async fn whatever_fails_a_deletion_can_be_repeated_and_finishes() {
    faults::check_each_step(DEPLOYED, deletion_of_a_claimed_file, async |case, owner| {
        let stack = Stack::running();
        let refers = |item: &Value| item["profile"]["files"]["curriculum"].is_object();
        let is_marked = record(&stack, &owner.file).await["deleted"] == true;
        assert_eq!(
            refers(&owner.person.item(&stack).await),
            !is_marked,
            "file and profile are written together"
        );
        let is_gone =
            case.reply.status == 200 || (case.fault() == Fault::AnswerLost && case.request() == "s3 DeleteObject");
        assert_eq!(is_there(&stack, &owner.file).await, !is_gone);

        assert_eq!(case.again().await.status, 200);
        assert!(!refers(&owner.person.item(&stack).await));
        assert!(!is_there(&stack, &owner.file).await);
    })
    .await;
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = Stack::variables_of(NAME);
    let any = delete(ANOTHER).bearer("any");
    faults::check_each_variable_is_required(BINARY, &variables, &any).await;
}
