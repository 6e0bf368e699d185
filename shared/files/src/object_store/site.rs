//! The site's bucket: the data that the CDN serves beside the web app.

use std::collections::BTreeMap;

use aws_sdk_s3::{Client, primitives::ByteStream};
use platform::aws::LazyClient;

use super::{ObjectError, ObjectStore};

const CONTENT_TYPE: &str = "application/json; charset=utf-8";

#[derive(Debug, Clone)]
pub struct SiteBucket(ObjectStore);

impl SiteBucket {
    /// The bucket of that name, and a client as [`crate::client()`] makes it.
    pub const fn new(client: LazyClient<Client>, bucket: String) -> Self {
        Self(ObjectStore::new(client, bucket))
    }

    /// The MD5 digests of the objects whose keys begin with a prefix, by key. S3 states them as the `ETag` of objects that were written whole;
    /// others have None.
    pub async fn digests(&self, prefix: &str) -> Result<BTreeMap<String, Option<u128>>, ObjectError> {
        let request = self.0.client.list_objects_v2().bucket(&self.0.bucket).prefix(prefix);
        let mut pages = request.into_paginator().send();
        let mut digests = BTreeMap::new();
        while let Some(page) = pages.next().await {
            let page = page.map_err(|error| self.0.failed_request(&error))?;
            for object in page.contents.unwrap_or_default() {
                let digest = object
                    .e_tag
                    .and_then(|etag| u128::from_str_radix(etag.trim_matches('"'), 16).ok());
                digests.extend(object.key.map(|key| (key, digest)));
            }
        }
        Ok(digests)
    }

    /// Writes an object with JSON. `cache_control` is for the CDN and browsers.
    pub async fn put_json(&self, key: &str, json: Vec<u8>, cache_control: &str) -> Result<(), ObjectError> {
        let request = self.0.client.put_object().bucket(&self.0.bucket).key(key);
        let request = request.content_type(CONTENT_TYPE).cache_control(cache_control);
        let written = request.body(ByteStream::from(json)).send().await;
        written.map(|_| ()).map_err(|error| self.0.failed_request(&error))
    }

    pub async fn delete(&self, key: &str) -> Result<(), ObjectError> {
        self.0.delete_key(key).await
    }
}
