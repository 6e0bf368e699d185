//! Videos in the bucket: they arrive in parts, which people's browsers send straight to it, and are read in ranges.

use std::{ops::Range, time::Duration};

use aws_sdk_s3::{
    presigning::PresigningConfig,
    primitives::ByteStream,
    types::{CompletedMultipartUpload, CompletedPart},
};
use bytes::Bytes;
use domain::{ChunkIndex, FileId, FileKind};
use jiff::Timestamp;
use store::uploads::StoredUpload;

use super::{NO_UPLOAD, ObjectError, Objects, UNCLAIMED, key};

/// A part that has arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Which chunk it is.
    pub index: ChunkIndex,
    /// How many bytes it has.
    pub size: u64,
    /// What S3 knows its content by.
    etag: Option<String>,
}

/// Where a part can be sent, by anybody who has the address.
#[derive(Debug)]
pub struct PartAddress {
    /// The address.
    pub url: String,
    /// The method to send it with.
    pub method: String,
    /// When the address is no longer good.
    pub expires_at: Timestamp,
}

impl Objects {
    /// Opens an upload in parts of a file that no account has claimed yet, and returns what S3 calls it. One that is never
    /// finished is ended by the bucket's lifecycle.
    ///
    /// # Errors
    /// When the bucket cannot be written.
    pub async fn open_upload(&self, file: &FileId) -> Result<String, ObjectError> {
        let opened = self
            .client
            .create_multipart_upload()
            .bucket(&self.bucket)
            .key(video(file))
            .tagging(UNCLAIMED)
            .send()
            .await
            .map_err(|error| self.failed(&error))?;
        opened.upload_id.ok_or_else(|| ObjectError {
            bucket: self.bucket.clone(),
            cause: "an upload was opened without an id".to_owned(),
        })
    }

    /// An address to which a part of exactly `size` bytes can be sent, for as long as said. The length is part of what is signed.
    ///
    /// # Errors
    /// When there are no credentials to sign it with.
    pub async fn part_address(
        &self,
        upload: &StoredUpload,
        index: ChunkIndex,
        size: i64,
        lifetime: Duration,
    ) -> Result<PartAddress, ObjectError> {
        let expires_at = Timestamp::now() + lifetime;
        let lifetime = PresigningConfig::expires_in(lifetime).map_err(|error| self.failed(&error))?;
        let signed = self
            .signer
            .upload_part()
            .bucket(&self.bucket)
            .key(video(&upload.file_id))
            .upload_id(&upload.multipart_id)
            .part_number(index.part_number())
            .content_length(size)
            .presigned(lifetime)
            .await
            .map_err(|error| self.failed(&error))?;
        Ok(PartAddress {
            url: signed.uri().to_owned(),
            method: signed.method().to_owned(),
            expires_at,
        })
    }

    /// Keeps a part, in the place of one that was there. False when S3 takes no parts of this upload any more.
    ///
    /// # Errors
    /// When the bucket cannot be written.
    pub async fn put_part(&self, upload: &StoredUpload, index: ChunkIndex, bytes: Bytes) -> Result<bool, ObjectError> {
        let written = self
            .client
            .upload_part()
            .bucket(&self.bucket)
            .key(video(&upload.file_id))
            .upload_id(&upload.multipart_id)
            .part_number(index.part_number())
            .body(ByteStream::from(bytes))
            .send()
            .await;
        Ok(self.unless(NO_UPLOAD, written)?.is_some())
    }

    /// The parts that have arrived, by index. Nothing when the upload is not open any more.
    ///
    /// # Errors
    /// When the bucket cannot be read.
    pub async fn parts(&self, upload: &StoredUpload) -> Result<Option<Vec<Part>>, ObjectError> {
        let pages = self
            .client
            .list_parts()
            .bucket(&self.bucket)
            .key(video(&upload.file_id))
            .upload_id(&upload.multipart_id)
            .into_paginator()
            .items()
            .send();
        let listed: Result<Vec<_>, _> = pages.collect().await;
        let Some(listed) = self.unless(NO_UPLOAD, listed)? else {
            return Ok(None);
        };
        let mut parts: Vec<_> = listed
            .into_iter()
            .filter_map(|part| {
                Some(Part {
                    index: ChunkIndex::of_part(part.part_number?)?,
                    size: u64::try_from(part.size?).ok()?,
                    etag: part.e_tag,
                })
            })
            .collect();
        parts.sort_by_key(|part| part.index);
        Ok(Some(parts))
    }

    /// Makes an object of the parts. False when the upload is not open any more: it may be an object already.
    ///
    /// # Errors
    /// When the bucket cannot be written.
    pub async fn join_parts(&self, upload: &StoredUpload, parts: Vec<Part>) -> Result<bool, ObjectError> {
        let parts = parts.into_iter().map(|part| {
            CompletedPart::builder()
                .part_number(part.index.part_number())
                .set_e_tag(part.etag)
                .build()
        });
        let parts = CompletedMultipartUpload::builder().set_parts(Some(parts.collect()));
        let joined = self
            .client
            .complete_multipart_upload()
            .bucket(&self.bucket)
            .key(video(&upload.file_id))
            .upload_id(&upload.multipart_id)
            .multipart_upload(parts.build())
            .send()
            .await;
        Ok(self.unless(NO_UPLOAD, joined)?.is_some())
    }

    /// Ends an upload that was not finished, and with it the parts that have arrived. When it is not open any more that is no
    /// error.
    ///
    /// # Errors
    /// When the bucket cannot be written.
    pub async fn abandon_upload(&self, upload: &StoredUpload) -> Result<(), ObjectError> {
        self.abort(&video(&upload.file_id), &upload.multipart_id).await
    }

    pub(super) async fn abort(&self, key: &str, multipart_id: &str) -> Result<(), ObjectError> {
        let request = self.client.abort_multipart_upload().bucket(&self.bucket);
        let ended = request.key(key).upload_id(multipart_id).send().await;
        self.unless(NO_UPLOAD, ended)?;
        Ok(())
    }

    /// How many bytes a video has, when there is one.
    ///
    /// # Errors
    /// When the bucket cannot be read.
    pub async fn size_of_video(&self, file: &FileId) -> Result<Option<u64>, ObjectError> {
        self.size(&video(file)).await
    }

    /// A range of a video's bytes.
    ///
    /// # Errors
    /// When the bucket cannot be read, or has no such video.
    pub async fn read_video(&self, file: &FileId, range: Range<u64>) -> Result<Bytes, ObjectError> {
        let object = self
            .client
            .get_object()
            .bucket(&self.bucket)
            .key(video(file))
            .range(format!("bytes={}-{}", range.start, range.end.saturating_sub(1)))
            .send()
            .await
            .map_err(|error| self.failed(&error))?;
        let body = object.body.collect().await.map_err(|error| self.failed(&error))?;
        Ok(body.into_bytes())
    }
}

fn video(file: &FileId) -> String {
    key(FileKind::Video, file)
}
