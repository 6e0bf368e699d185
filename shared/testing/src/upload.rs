//! Uploads of videos in parts.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{Stack, TestRequest};

/// The size in bytes of every part but the last.
pub const PART_SIZE: usize = 5 * 1024 * 1024;

#[derive(Debug, Clone)]
pub struct TestUpload {
    pub id: String,
}

impl TestUpload {
    /// Starts an upload without an owner.
    pub async fn start(stack: &Stack) -> Self {
        Self::start_with(stack, &TestRequest::post("/file/video/start-upload")).await
    }

    pub async fn start_with(stack: &Stack, request: &TestRequest) -> Self {
        let response = stack.send(request).await;
        assert_eq!(response.status, 201, "{response:?}");
        let id = response.body["uploadId"].as_str().expect("an id");
        Self { id: id.to_owned() }
    }

    /// Starts an upload without an owner and stores every part of the video.
    pub async fn start_with_parts(stack: &Stack, video: &[u8]) -> Self {
        let upload = Self::start(stack).await;
        for (index, part) in video.chunks(PART_SIZE).enumerate() {
            upload.store_part(stack, index, part).await;
        }
        upload
    }

    /// Sends a part as a file of a form.
    #[must_use]
    pub fn part_request(&self, index: usize, content: &[u8]) -> TestRequest {
        self.form(index).file("chunk", "blob", content)
    }

    /// Requests the presigned URL for a part of this size.
    #[must_use]
    pub fn part_url_request(&self, index: usize, size: usize) -> TestRequest {
        self.form(index).field("chunkSize", &size.to_string())
    }

    fn form(&self, index: usize) -> TestRequest {
        TestRequest::post("/file/video/upload-chunk")
            .field("uploadId", &self.id)
            .field("chunkIndex", &index.to_string())
    }

    #[must_use]
    pub fn finalize_request(&self, name: &str, parts: usize) -> TestRequest {
        TestRequest::post("/file/video/finalize-upload").json(&json!({
            "uploadId": self.id,
            "originalName": name,
            "mimeType": "video/mp4",
            "totalChunks": parts,
        }))
    }

    pub async fn part_url(&self, stack: &Stack, index: usize, size: usize) -> String {
        let response = stack.send(&self.part_url_request(index, size)).await;
        assert_eq!(response.status, 200, "{response:?}");
        response.data()["url"].as_str().expect("a URL").to_owned()
    }

    /// Stores a part of any size directly in S3, without the API.
    pub async fn store_part(&self, stack: &Stack, index: usize, content: &[u8]) {
        let record = self.record(stack).await;
        let bucket = stack.buckets.get("files").expect("the files bucket");
        let stored = stack
            .s3()
            .upload_part()
            .bucket(bucket)
            .key(self.object_key())
            .upload_id(record["upload"]["multipartId"].as_str().expect("an id"))
            .part_number(i32::try_from(index + 1).expect("a number"))
            .body(content.to_vec().into())
            .send()
            .await;
        stored.expect("the part can be stored");
    }

    /// The record of its file; null when there is none.
    pub async fn record(&self, stack: &Stack) -> Value {
        stack.get_item("files", ("fileId", &self.file_id())).await
    }

    /// Sets an attribute; null removes it.
    pub async fn set_attribute(&self, stack: &Stack, attribute: &str, value: Value) {
        let mut record = self.record(stack).await;
        record[attribute] = value;
        record
            .as_object_mut()
            .expect("a record")
            .retain(|_, value| !value.is_null());
        stack.put_item("files", record).await;
    }

    /// The id of the file that it becomes.
    #[must_use]
    pub fn file_id(&self) -> String {
        let digest = Sha256::digest(&self.id);
        let (bits, _) = digest.split_at(16);
        bits.iter().fold(String::new(), |id, byte| id + &format!("{byte:02x}"))
    }

    /// The key that the video's object has, or will have, in the files bucket.
    #[must_use]
    pub fn object_key(&self) -> String {
        format!("video/{}", self.file_id())
    }
}

/// Sends a `PUT` with these bytes to a URL, as a browser does, and returns the status.
pub async fn http_put(url: &str, content: Vec<u8>) -> u16 {
    let request = reqwest::Client::new().put(url).body(content);
    let response = request.send().await.expect("the URL can be reached");
    response.status().as_u16()
}
