//! Archives of exports in the bucket: one for each user, under `export/<user id>`. The bucket's lifecycle deletes them after a day.

use std::mem;

use aws_sdk_s3::{
    primitives::ByteStream,
    types::{CompletedMultipartUpload, CompletedPart},
};
use domain::UserId;

use super::{ObjectError, ObjectStore};

/// The size of the parts in which an archive is written, in bytes. S3 accepts 5 MiB and more, except for the last one.
const PART_BYTES: usize = 8 * 1024 * 1024;
pub(super) const CONTENT_TYPE: &str = "application/zip";
pub(super) const DISPOSITION: &str = "attachment; filename=\"masar-data.zip\"";

/// An archive that is being written, in parts. It replaces the one before when it is complete.
#[derive(Debug)]
pub struct ArchiveUpload<'a> {
    store: &'a ObjectStore,
    key: String,
    multipart_id: String,
    parts: Vec<CompletedPart>,
    /// What is not sent yet.
    pending: Vec<u8>,
}

impl ObjectStore {
    /// Begins to write the archive of a user. The bucket's lifecycle aborts one that is never completed.
    pub async fn start_archive(&self, user: &UserId) -> Result<ArchiveUpload<'_>, ObjectError> {
        let key = key(user);
        let request = self.client.create_multipart_upload().bucket(&self.bucket).key(&key);
        let opened = request.content_type(CONTENT_TYPE).send().await;
        let opened = opened.map_err(|error| self.failed_request(&error))?;
        let multipart_id = opened
            .upload_id
            .ok_or_else(|| ObjectError::new(&self.bucket, "an upload was opened without an id"))?;
        Ok(ArchiveUpload {
            store: self,
            key,
            multipart_id,
            parts: Vec::new(),
            pending: Vec::new(),
        })
    }

    /// Deletes the archive of a user, if there is one.
    pub async fn delete_archive(&self, user: &UserId) -> Result<(), ObjectError> {
        self.delete_key(&key(user)).await
    }
}

impl ArchiveUpload<'_> {
    /// Writes the next bytes. They are sent when they are enough for a part.
    pub async fn write(&mut self, bytes: Vec<u8>) -> Result<(), ObjectError> {
        if self.pending.is_empty() {
            self.pending.reserve_exact(PART_BYTES + bytes.len());
        }
        self.pending.extend(bytes);
        if self.pending.len() >= PART_BYTES {
            self.send_part().await?;
        }
        Ok(())
    }

    /// Sends the rest, and makes the parts one object.
    pub async fn complete(mut self) -> Result<(), ObjectError> {
        self.send_part().await?;
        let parts = CompletedMultipartUpload::builder().set_parts(Some(self.parts)).build();
        let request = self.store.client.complete_multipart_upload();
        let request = request.bucket(&self.store.bucket).key(self.key);
        let completed = request.upload_id(self.multipart_id).multipart_upload(parts);
        // S3 no longer knows an upload when the SDK repeats a request whose response was lost. Nothing aborts uploads of archives
        // earlier.
        self.store.if_open(completed.send().await)?;
        Ok(())
    }

    async fn send_part(&mut self) -> Result<(), ObjectError> {
        // S3 numbers parts from 1 on.
        let number = i32::try_from(self.parts.len() + 1).unwrap_or(i32::MAX);
        let request = self.store.client.upload_part().bucket(&self.store.bucket);
        let request = request.key(&self.key).upload_id(&self.multipart_id).part_number(number);
        let body = ByteStream::from(mem::take(&mut self.pending));
        let sent = request.body(body).send().await;
        let sent = sent.map_err(|error| self.store.failed_request(&error))?;
        let part = CompletedPart::builder().part_number(number).set_e_tag(sent.e_tag);
        self.parts.push(part.build());
        Ok(())
    }
}

pub(super) fn key(user: &UserId) -> String {
    format!("export/{user}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_as_large_as_s3_requires() {
        assert!(u64::try_from(PART_BYTES).unwrap() >= domain::PART_BYTES);
    }
}
