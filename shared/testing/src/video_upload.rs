//! Videos on their way, in chunks.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{Call, Stack};

/// How many bytes a chunk has that is not the last.
pub const CHUNK: usize = 5 * 1024 * 1024;

/// The upload of a video.
#[derive(Debug, Clone)]
pub struct VideoUpload {
    /// Its id.
    pub id: String,
}

impl VideoUpload {
    /// One that nobody's account has started.
    pub async fn started(stack: &Stack) -> Self {
        Self::started_by(stack, &Call::post("/file/video/start-upload")).await
    }

    /// One that a call starts.
    pub async fn started_by(stack: &Stack, call: &Call) -> Self {
        let reply = stack.send(call).await;
        assert_eq!(reply.status, 201, "{reply:?}");
        let id = reply.body["uploadId"].as_str().expect("an id");
        Self { id: id.to_owned() }
    }

    /// One that was started, and all of whose chunks have arrived.
    pub async fn of(stack: &Stack, video: &[u8]) -> Self {
        let upload = Self::started(stack).await;
        for (index, chunk) in video.chunks(CHUNK).enumerate() {
            upload.store(stack, index, chunk).await;
        }
        upload
    }

    /// Sending a chunk in a form.
    #[must_use]
    pub fn chunk(&self, index: usize, content: &[u8]) -> Call {
        self.form(index).file("chunk", "blob", content)
    }

    /// Asking where a chunk of that size can be sent.
    #[must_use]
    pub fn announce(&self, index: usize, size: usize) -> Call {
        self.form(index).field("chunkSize", &size.to_string())
    }

    fn form(&self, index: usize) -> Call {
        Call::post("/file/video/upload-chunk")
            .field("uploadId", &self.id)
            .field("chunkIndex", &index.to_string())
    }

    /// Finishing it.
    #[must_use]
    pub fn finalize(&self, name: &str, chunks: usize) -> Call {
        Call::post("/file/video/finalize-upload").json(&json!({
            "uploadId": self.id,
            "originalName": name,
            "mimeType": "video/mp4",
            "totalChunks": chunks,
        }))
    }

    /// The address for a chunk.
    pub async fn address(&self, stack: &Stack, index: usize, size: usize) -> String {
        let reply = stack.send(&self.announce(index, size)).await;
        assert_eq!(reply.status, 200, "{reply:?}");
        reply.data()["url"].as_str().expect("an address").to_owned()
    }

    /// Puts a chunk of any size where S3 has the others, past the functions.
    pub async fn store(&self, stack: &Stack, index: usize, content: &[u8]) {
        let record = self.record(stack).await;
        let bucket = stack.buckets.get("files").expect("the files bucket");
        let stored = stack
            .s3()
            .upload_part()
            .bucket(bucket)
            .key(self.object(stack).await)
            .upload_id(record["multipartId"].as_str().expect("an id"))
            .part_number(i32::try_from(index + 1).expect("a number"))
            .body(content.to_vec().into())
            .send()
            .await;
        stored.expect("the chunk can be stored");
    }

    /// What the table has of it.
    pub async fn record(&self, stack: &Stack) -> Value {
        stack.item(table(stack), ("upload", &self.key())).await
    }

    /// Changes an attribute of what the table has of it.
    pub async fn set(&self, stack: &Stack, attribute: &str, value: Value) {
        let mut record = self.record(stack).await;
        record[attribute] = value;
        stack.put_item(table(stack), record).await;
    }

    /// Where the bucket has the video, or will have it.
    pub async fn object(&self, stack: &Stack) -> String {
        let record = self.record(stack).await;
        format!("video/{}", record["fileId"].as_str().expect("an id"))
    }

    fn key(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(&self.id))
    }
}

fn table(stack: &Stack) -> &str {
    stack.tables.get("uploads").expect("the uploads table")
}

/// Sends bytes to an address, as a browser does, and returns the status.
pub async fn put(address: &str, content: Vec<u8>) -> u16 {
    let request = reqwest::Client::new().put(address).body(content);
    let response = request.send().await.expect("the address answers");
    response.status().as_u16()
}
