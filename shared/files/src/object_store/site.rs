//! The site's bucket: the data that the CDN serves beside the web app.

use aws_sdk_s3::{Client, primitives::ByteStream};
use platform::aws::LazyClient;

use super::{ObjectError, ObjectStore};

const CONTENT_TYPE: &str = "application/json; charset=utf-8";

/// The bucket.
#[derive(Debug, Clone)]
pub struct SiteBucket(ObjectStore);

impl SiteBucket {
    /// The bucket of that name, and a client as [`crate::client()`] makes it.
    #[must_use]
    pub const fn new(client: LazyClient<Client>, bucket: String) -> Self {
        Self(ObjectStore::new(client, bucket))
    }

    /// The bytes of an object. None when there is no object.
    ///
    /// # Errors
    /// When the bucket cannot be read.
    pub async fn get(&self, key: &str) -> Result<Option<Vec<u8>>, ObjectError> {
        let Some(mut object) = self.0.open_key(key).await? else {
            return Ok(None);
        };
        let mut content = Vec::new();
        while let Some(bytes) = object.next().await? {
            content.extend_from_slice(&bytes);
        }
        Ok(Some(content))
    }

    /// Writes an object with JSON. `cache_control` is for the CDN and browsers.
    ///
    /// # Errors
    /// When the bucket cannot be written.
    pub async fn put_json(&self, key: &str, json: Vec<u8>, cache_control: &str) -> Result<(), ObjectError> {
        let request = self.0.client.put_object().bucket(&self.0.bucket).key(key);
        let request = request.content_type(CONTENT_TYPE).cache_control(cache_control);
        let written = request.body(ByteStream::from(json)).send().await;
        written.map(|_| ()).map_err(|error| self.0.failed(&error))
    }

    /// Deletes an object, if there is one.
    ///
    /// # Errors
    /// When the bucket cannot be written.
    pub async fn delete(&self, key: &str) -> Result<(), ObjectError> {
        self.0.delete_key(key).await
    }
}
