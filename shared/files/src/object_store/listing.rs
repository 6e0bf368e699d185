//! All objects and open uploads of the bucket, for the operator who deletes abandoned ones.

use aws_sdk_s3::primitives::DateTime;
use domain::{FileId, FileKind};
use jiff::Timestamp;

use super::{ObjectError, ObjectStore};

/// An object in the bucket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredObject {
    /// Its key.
    pub key: String,
    /// When it was written.
    pub written_at: Timestamp,
}

/// A multipart upload that was neither completed nor aborted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenUpload {
    /// The key of the object that it would become.
    pub key: String,
    /// S3's id of it.
    pub multipart_id: String,
    /// When it was started.
    pub opened_at: Timestamp,
}

impl StoredObject {
    /// The kind and the id of its file. None when the key is not that of a file.
    #[must_use]
    pub fn file(&self) -> Option<(FileKind, FileId)> {
        let (kind, id) = self.key.split_once('/')?;
        Some((kind.parse().ok()?, id.parse().ok()?))
    }
}

impl ObjectStore {
    /// All objects of the bucket.
    ///
    /// # Errors
    /// When the bucket cannot be read.
    pub async fn list(&self) -> Result<Vec<StoredObject>, ObjectError> {
        let mut objects = Vec::new();
        let mut pages = self
            .client
            .list_objects_v2()
            .bucket(&self.bucket)
            .into_paginator()
            .send();
        while let Some(page) = pages.next().await {
            let page = page.map_err(|error| self.failed(&error))?;
            objects.extend(page.contents().iter().filter_map(|object| {
                Some(StoredObject {
                    key: object.key()?.to_owned(),
                    written_at: timestamp(object.last_modified()?)?,
                })
            }));
        }
        Ok(objects)
    }

    /// All multipart uploads that are open.
    ///
    /// # Errors
    /// When the bucket cannot be read.
    pub async fn list_open_uploads(&self) -> Result<Vec<OpenUpload>, ObjectError> {
        let mut uploads = Vec::new();
        let mut after: Option<(String, String)> = None;
        loop {
            let (key, id) = after.unzip();
            let page = self
                .client
                .list_multipart_uploads()
                .bucket(&self.bucket)
                .set_key_marker(key)
                .set_upload_id_marker(id)
                .send()
                .await
                .map_err(|error| self.failed(&error))?;
            uploads.extend(page.uploads().iter().filter_map(|upload| {
                Some(OpenUpload {
                    key: upload.key()?.to_owned(),
                    multipart_id: upload.upload_id()?.to_owned(),
                    opened_at: timestamp(upload.initiated()?)?,
                })
            }));
            if page.is_truncated() != Some(true) {
                return Ok(uploads);
            }
            after = page.next_key_marker.zip(page.next_upload_id_marker);
        }
    }

    /// Deletes an object, if it is there.
    ///
    /// # Errors
    /// When the bucket cannot be written.
    pub async fn delete_object(&self, object: &StoredObject) -> Result<(), ObjectError> {
        let request = self.client.delete_object().bucket(&self.bucket).key(&object.key);
        request.send().await.map_err(|error| self.failed(&error))?;
        Ok(())
    }

    /// Aborts an open upload and deletes its parts, if it is still open.
    ///
    /// # Errors
    /// When the bucket cannot be written.
    pub async fn abort_open_upload(&self, upload: &OpenUpload) -> Result<(), ObjectError> {
        self.abort(&upload.key, &upload.multipart_id).await
    }
}

fn timestamp(time: &DateTime) -> Option<Timestamp> {
    Timestamp::from_second(time.secs()).ok()
}
