//! Uploaded files: documents, images and videos.

use serde_json::{Value, json};

use crate::{DeployedFunction, Function, Stack, TestRequest, TestUser, stack::unique_id};

/// The content of each document: a PDF with an empty page.
pub const DOCUMENT: &[u8] = b"%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Root 1 0 R>>
%%EOF
";
/// A GIF of one pixel.
const GIF: &[u8] =
    b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\x04\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";

/// An uploaded file: its record in the files table and its object in the files bucket.
#[derive(Debug, Clone)]
pub struct TestFile {
    pub id: String,
    kind: &'static str,
}

impl TestFile {
    /// Uploads a document. With an access token, its user is the owner.
    pub async fn upload_document(stack: &Stack, token: Option<&str>) -> Self {
        let request = TestRequest::post("/file/document").file("document", "سيرة ذاتية.pdf", DOCUMENT);
        Self::upload(stack, "document", request, token).await
    }

    /// Uploads an image. With an access token, its user is the owner.
    pub async fn upload_image(stack: &Stack, token: Option<&str>) -> Self {
        let request = TestRequest::post("/file/image").file("image", "me.gif", GIF);
        Self::upload(stack, "image", request, token).await
    }

    /// Writes the record and the object of an unclaimed video without an owner, as a finalized upload leaves them.
    pub async fn insert_video(stack: &Stack) -> Self {
        let file = Self::video(&unique_id());
        let record = json!({
            "fileId": file.id, "kind": "video", "name": "me.mp4", "contentType": "video/mp4", "size": 1,
            "createdAt": "2026-01-01T00:00:00Z", "expiresAt": 4_102_444_800_u64, "queue": "due",
        });
        file.put_record(stack, record).await;
        let put = stack.s3().put_object().bucket(&stack.buckets["files"]);
        let put = put.key(file.object_key()).content_type("video/mp4");
        let written = put.send().await;
        written.expect("the object can be written");
        file
    }

    /// The file of an upload.
    #[must_use]
    pub fn video(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            kind: "video",
        }
    }

    async fn upload(stack: &Stack, kind: &'static str, request: TestRequest, token: Option<&str>) -> Self {
        let request = token.into_iter().fold(request, TestRequest::bearer);
        let response = stack.send(&request).await;
        let id = response.data()["_id"].as_str().expect("an id").to_owned();
        Self { id, kind }
    }

    /// Deletes the object and keeps the record.
    pub async fn without_object(self, stack: &Stack) -> Self {
        let delete = stack.s3().delete_object().bucket(&stack.buckets["files"]);
        let deleted = delete.key(self.object_key()).send().await;
        deleted.expect("the object can be deleted");
        self
    }

    #[must_use]
    pub fn object_key(&self) -> String {
        format!("{}/{}", self.kind, self.id)
    }

    /// The file's record in the table; null when there is none.
    pub async fn record(&self, stack: &Stack) -> Value {
        record(stack, &self.id).await
    }

    pub async fn put_record(&self, stack: &Stack, record: Value) {
        stack.put_item("files", record).await;
    }

    pub async fn with_attribute(self, stack: &Stack, attribute: &str, value: impl Into<Value>) -> Self {
        let mut record = self.record(stack).await;
        record[attribute] = value.into();
        self.put_record(stack, record).await;
        self
    }

    /// A photo that a user has sent as the proof of a payment, with what the place has of it.
    pub async fn sent_as_proof(stack: &Stack, user: &TestUser) -> (Self, Value) {
        let photo = Self::upload_image(stack, None).await;
        let proof = photo.claim_as_proof(stack, user).await;
        (photo, proof)
    }

    /// Claims the file as the API does. Returns what the place has of it.
    pub async fn claim_as_proof(&self, stack: &Stack, user: &TestUser) -> Value {
        let mut record = self.record(stack).await;
        let fields = record.as_object_mut().expect("a record");
        fields.remove("expiresAt");
        fields.insert("owner".to_owned(), user.id.as_str().into());
        fields.insert("claimedAs".to_owned(), "proof".into());
        self.put_record(stack, record).await;
        let reference = self.profile_reference(stack).await;
        json!({"file": reference, "state": "sent", "sentAt": "2026-01-05T03:04:05Z"})
    }

    pub async fn profile_reference(&self, stack: &Stack) -> Value {
        let mut record = self.record(stack).await;
        let fields = record.as_object_mut().expect("a record");
        fields.retain(|name, _| ["fileId", "kind", "name", "contentType"].contains(&name.as_str()));
        record
    }

    pub async fn has_object(&self, stack: &Stack) -> bool {
        stack.has_object("files", &self.object_key()).await
    }

    /// Whether it waits for its claim.
    pub async fn is_unclaimed(&self, stack: &Stack) -> bool {
        let record = self.record(stack).await;
        record["expiresAt"].is_number() && record["upload"].is_null() && record["removal"].is_null()
    }

    pub async fn is_removed(&self, stack: &Stack) -> bool {
        self.record(stack).await["removal"].is_object()
    }

    /// Whether this user owns the file and the profile refers to it.
    pub async fn is_claimed_by(&self, stack: &Stack, user: &str) -> bool {
        let record = self.record(stack).await;
        record["owner"] == user && record["expiresAt"].is_null() && record["removal"].is_null()
    }
}

/// The janitor, which the stack of the tests does not run by itself. It has a table of its own: of the stack's, it would also handle what
/// other tests have made due.
#[derive(Debug)]
pub struct Janitor {
    function: Function,
    apart: Stack,
}

impl Janitor {
    pub async fn start(stack: &Stack) -> Self {
        let apart = stack.with_own_tables(&["files"]).await;
        let function = DeployedFunction::named("operator-remove-files")
            .start(&apart, &[])
            .await;
        Self { function, apart }
    }

    /// Lets the due time of a file come, and runs the janitor once.
    pub async fn run_for(&self, stack: &Stack, file: &str) {
        let before = record(stack, file).await;
        self.apart.put_item("files", before).await;
        make_due(&self.apart, file).await;
        let response = self.function.send(&TestRequest::scheduled()).await;
        assert_eq!(response.status, 200, "{response:?}");
        let after = record(&self.apart, file).await;
        let table = &stack.tables["files"];
        if after.is_null() {
            stack.delete_item(table, ("fileId", file)).await;
        } else {
            stack.put_item(table, after).await;
        }
    }

    /// Runs it until nothing is left of a removed file. Fails the test when something is.
    pub async fn finish(&self, stack: &Stack, kind: &str, file: &str) {
        for _ in 0..2 {
            self.run_for(stack, file).await;
        }
        let key = format!("{kind}/{file}");
        assert!(!stack.has_object("files", &key).await, "{key}");
        assert_eq!(stack.count_multipart_uploads("files", &key).await, 0, "{key}");
        assert_eq!(record(stack, file).await, Value::Null, "{key}");
    }
}

/// Lets the due time of a file come, unless it is claimed.
pub async fn make_due(stack: &Stack, file: &str) {
    let mut record = record(stack, file).await;
    if record["expiresAt"].is_number() {
        record["expiresAt"] = json!(1);
        stack.put_item("files", record).await;
    }
}

async fn record(stack: &Stack, file: &str) -> Value {
    stack.get_item("files", ("fileId", file)).await
}
