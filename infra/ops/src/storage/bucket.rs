//! The files bucket: lists and deletes everything in it, whether or not it belongs to a file.

use std::error::Error;

use aws_config::SdkConfig;
use aws_sdk_s3::{Client, error::ProvideErrorMetadata, primitives::DateTime};
use domain::{FileId, FileKind};
use files::ObjectStore;
use jiff::Timestamp;
use platform::{aws::LazyClient, causes::Causes};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StoredObject {
    pub(super) key: String,
    pub(super) written_at: Timestamp,
}

/// A multipart upload that is neither completed nor aborted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OpenUpload {
    /// The key of the future object.
    pub(super) key: String,
    /// The id that S3 gave to the upload.
    pub(super) multipart_id: String,
    pub(super) opened_at: Timestamp,
}

#[derive(Debug, thiserror::Error)]
#[error("{bucket}: {cause}")]
pub(crate) struct BucketError {
    bucket: String,
    cause: String,
}

pub(super) struct FilesBucket {
    client: Client,
    name: String,
}

impl StoredObject {
    /// The kind and id of the file, from the key. `None` for an object with another key.
    pub(super) fn file(&self) -> Option<(FileKind, FileId)> {
        let (kind, id) = self.key.split_once('/')?;
        Some((kind.parse().ok()?, id.parse().ok()?))
    }
}

impl FilesBucket {
    pub(super) fn new(aws: &SdkConfig, name: String) -> Self {
        Self {
            client: files::client(aws),
            name,
        }
    }

    /// The bucket as the functions see it: the objects of files.
    pub(super) fn files(&self) -> ObjectStore {
        let client = self.client.clone();
        ObjectStore::new(LazyClient::new(move || client), self.name.clone())
    }

    pub(super) async fn objects(&self) -> Result<Vec<StoredObject>, BucketError> {
        let mut objects = Vec::new();
        let mut pages = self.client.list_objects_v2().bucket(&self.name).into_paginator().send();
        while let Some(page) = pages.next().await {
            let page = page.map_err(|error| self.error(&error))?;
            objects.extend(page.contents().iter().filter_map(|object| {
                Some(StoredObject {
                    key: object.key()?.to_owned(),
                    written_at: timestamp(object.last_modified()?)?,
                })
            }));
        }
        Ok(objects)
    }

    pub(super) async fn open_uploads(&self) -> Result<Vec<OpenUpload>, BucketError> {
        let mut uploads = Vec::new();
        let mut markers: Option<(String, String)> = None;
        loop {
            let (key_marker, id_marker) = markers.unzip();
            let page = self
                .client
                .list_multipart_uploads()
                .bucket(&self.name)
                .set_key_marker(key_marker)
                .set_upload_id_marker(id_marker)
                .send()
                .await
                .map_err(|error| self.error(&error))?;
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
            markers = page.next_key_marker.zip(page.next_upload_id_marker);
        }
    }

    /// Deletes an object. Succeeds when it does not exist.
    pub(super) async fn delete(&self, key: &str) -> Result<(), BucketError> {
        let request = self.client.delete_object().bucket(&self.name).key(key);
        request.send().await.map_err(|error| self.error(&error))?;
        Ok(())
    }

    /// Aborts a multipart upload, which deletes its parts. Succeeds when the upload is no longer open.
    pub(super) async fn abort(&self, upload: &OpenUpload) -> Result<(), BucketError> {
        let request = self.client.abort_multipart_upload().bucket(&self.name);
        match request.key(&upload.key).upload_id(&upload.multipart_id).send().await {
            Err(error) if error.code() != Some("NoSuchUpload") => Err(self.error(&error)),
            _ => Ok(()),
        }
    }

    fn error(&self, error: &dyn Error) -> BucketError {
        BucketError {
            bucket: self.name.clone(),
            cause: Causes(error).to_string(),
        }
    }
}

fn timestamp(time: &DateTime) -> Option<Timestamp> {
    Timestamp::from_second(time.secs()).ok()
}
