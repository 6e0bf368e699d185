//! Uploaded files: documents, images and videos.

use serde_json::{Value, json};

use crate::{Stack, TestRequest, stack::unique_id};

/// `expiresAt` of a deleted file until its object is deleted, and of a released file until its object has the tag: 9999-01-01T00:00:00Z, in
/// seconds since the epoch.
pub const UNFINISHED_DEADLINE: u64 = 253_370_764_800;

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
        let file = Self {
            id: unique_id(),
            kind: "video",
        };
        let record = json!({
            "fileId": file.id, "kind": "video", "name": "me.mp4", "contentType": "video/mp4", "size": 1,
            "createdAt": "2026-01-01T00:00:00Z", "expiresAt": 4_102_444_800_u64,
        });
        file.put_record(stack, record).await;
        let put = stack.s3().put_object().bucket(&stack.buckets["files"]);
        let put = put.key(file.object_key()).content_type("video/mp4");
        let written = put.tagging("claim=pending").send().await;
        written.expect("the object can be written");
        file
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
        stack.get_item(&stack.tables["files"], ("fileId", &self.id)).await
    }

    pub async fn put_record(&self, stack: &Stack, record: Value) {
        stack.put_item(&stack.tables["files"], record).await;
    }

    pub async fn with_attribute(self, stack: &Stack, attribute: &str, value: impl Into<Value>) -> Self {
        let mut record = self.record(stack).await;
        record[attribute] = value.into();
        self.put_record(stack, record).await;
        self
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

    /// Whether no profile refers to the file, by its record and by its object's tag. Fails the test when the two disagree.
    pub async fn is_unclaimed(&self, stack: &Stack) -> bool {
        let unclaimed = self.has_expiry(stack).await;
        let tags = stack.object_tags("files", &self.object_key()).await;
        let expected = if unclaimed { vec!["claim=pending"] } else { vec![] };
        assert_eq!(tags, expected, "{self:?}");
        unclaimed
    }

    /// Whether the record has an expiry, as that of an unclaimed file has.
    pub async fn has_expiry(&self, stack: &Stack) -> bool {
        self.record(stack).await["expiresAt"].is_number()
    }

    /// Whether this user owns the file and the profile refers to it.
    pub async fn is_claimed_by(&self, stack: &Stack, user: &str) -> bool {
        self.record(stack).await["owner"] == user && !self.is_unclaimed(stack).await
    }
}
