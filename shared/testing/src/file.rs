//! Files, as people upload them, and what becomes of them.

use serde_json::{Value, json};

use crate::{Call, Stack, stack::unique_id};

/// What each document has in it.
pub const DOCUMENT: &[u8] = b"%PDF-1.7";
/// A picture of one pixel.
const PICTURE: &[u8] =
    b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\x04\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";

/// A file that was uploaded.
#[derive(Debug, Clone)]
pub struct File {
    /// Its id.
    pub id: String,
    kind: &'static str,
}

impl File {
    /// A CV of nobody, or of whoever has the token.
    pub async fn document(stack: &Stack, token: Option<&str>) -> Self {
        let call = Call::post("/file/document").file("document", "سيرة ذاتية.pdf", DOCUMENT);
        Self::of(stack, "document", call, token).await
    }

    /// A photo of nobody, or of whoever has the token.
    pub async fn image(stack: &Stack, token: Option<&str>) -> Self {
        let call = Call::post("/file/image").file("image", "me.gif", PICTURE);
        Self::of(stack, "image", call, token).await
    }

    /// A video of nobody, as its upload leaves it.
    pub async fn video(stack: &Stack) -> Self {
        let file = Self {
            id: unique_id(),
            kind: "video",
        };
        let record = json!({
            "fileId": file.id, "kind": "video", "name": "me.mp4", "contentType": "video/mp4", "size": 1,
            "createdAt": "2026-01-01T00:00:00Z", "expiresAt": 4_102_444_800_u64,
        });
        file.set(stack, record).await;
        let object = stack.s3().put_object().bucket(&stack.buckets["files"]).key(file.key());
        let object = object.content_type("video/mp4").tagging("claim=pending");
        object.send().await.expect("the object can be written");
        file
    }

    async fn of(stack: &Stack, kind: &'static str, call: Call, token: Option<&str>) -> Self {
        let reply = stack.send(&token.into_iter().fold(call, Call::bearer)).await;
        let id = reply.data()["_id"].as_str().expect("an id").to_owned();
        Self { id, kind }
    }

    /// Loses its bytes, as when the bucket has deleted them.
    pub async fn without_object(self, stack: &Stack) -> Self {
        let delete = stack.s3().delete_object().bucket(&stack.buckets["files"]);
        let deleted = delete.key(self.key()).send().await;
        deleted.expect("the object can be deleted");
        self
    }

    /// Where its bytes are in the bucket.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{}/{}", self.kind, self.id)
    }

    /// What the table has of it; null when there is nothing.
    pub async fn record(&self, stack: &Stack) -> Value {
        stack.item(&stack.tables["files"], ("fileId", &self.id)).await
    }

    /// Writes what the table has of it.
    pub async fn set(&self, stack: &Stack, record: Value) {
        stack.put_item(&stack.tables["files"], record).await;
    }

    /// Changes an attribute of what the table has of it.
    pub async fn with(self, stack: &Stack, attribute: &str, value: impl Into<Value>) -> Self {
        let mut record = self.record(stack).await;
        record[attribute] = value.into();
        self.set(stack, record).await;
        self
    }

    /// What a profile that refers to it has of it.
    pub async fn reference(&self, stack: &Stack) -> Value {
        let mut record = self.record(stack).await;
        let fields = record.as_object_mut().expect("a record");
        fields.retain(|name, _| ["fileId", "kind", "name", "contentType"].contains(&name.as_str()));
        record
    }

    /// Whether its bytes are there.
    pub async fn has_object(&self, stack: &Stack) -> bool {
        stack.has_object("files", &self.key()).await
    }

    /// Whether it waits for an account to claim it, by the table and by the bucket, which must agree.
    pub async fn waits(&self, stack: &Stack) -> bool {
        let waits = self.is_to_expire(stack).await;
        let tags = stack.tags("files", &self.key()).await;
        assert_eq!(tags, if waits { vec!["claim=pending"] } else { vec![] }, "{self:?}");
        waits
    }

    /// Whether it waits for an account to claim it, by the table.
    pub async fn is_to_expire(&self, stack: &Stack) -> bool {
        self.record(stack).await["expiresAt"].is_number()
    }

    /// Whether it is somebody's, and the profile refers to it.
    pub async fn is_claimed_by(&self, stack: &Stack, account: &str) -> bool {
        self.record(stack).await["owner"] == account && !self.waits(stack).await
    }
}
