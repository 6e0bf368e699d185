//! Videos in the bucket. Browsers send their parts to presigned URLs, and functions read ranges of them.

use std::ops::Range;

use aws_sdk_s3::{
    primitives::ByteStream,
    types::{CompletedMultipartUpload, CompletedPart},
};
use bytes::{Bytes, BytesMut};
use domain::{FileId, FileKind, PART_BYTES, PartIndex};
use futures_util::{StreamExt, TryStreamExt, stream};
use store::files::StoredFile;

use super::{ObjectError, ObjectStore, key};

/// How many copies of parts are read at the same time.
const CONCURRENT_READS: usize = 4;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadPart {
    pub index: PartIndex,
    /// Its size in bytes.
    pub size: u64,
    /// S3's hash of its content.
    etag: Option<String>,
}

/// A multipart upload of a file that is being sent, or was until its removal.
#[derive(Debug, Clone, Copy)]
pub struct OpenUpload<'a> {
    pub(super) kind: FileKind,
    pub(super) file: &'a FileId,
    pub(super) multipart_id: &'a str,
}

impl<'a> OpenUpload<'a> {
    /// None for a file that is not, or was not, sent in parts.
    pub fn of(file: &'a StoredFile) -> Option<Self> {
        Some(Self {
            kind: file.kind,
            file: &file.file_id,
            multipart_id: file.upload.as_ref()?.multipart_id.as_deref()?,
        })
    }

    pub(super) fn key(&self) -> String {
        key(self.kind, self.file)
    }
}

#[derive(Debug)]
pub enum Assembly {
    Parts(Vec<UploadPart>),
    /// A copy of a part is missing, or has another size than the part.
    CopyMissing,
    /// The multipart upload is not open.
    UploadEnded,
}

impl ObjectStore {
    /// Starts a multipart upload of a file, and returns S3's id of it. The bucket's lifecycle aborts one that is never
    /// completed.
    pub async fn start_upload(&self, file: &FileId) -> Result<String, ObjectError> {
        let opened = self
            .client
            .create_multipart_upload()
            .bucket(&self.bucket)
            .key(video(file))
            .send()
            .await
            .map_err(|error| self.failed_request(&error))?;
        opened
            .upload_id
            .ok_or_else(|| ObjectError::new(&self.bucket, "an upload was opened without an id"))
    }

    /// Writes a part, over the one that is there. None when the multipart upload is not open.
    pub async fn put_part(
        &self,
        upload: &OpenUpload<'_>,
        index: PartIndex,
        bytes: Bytes,
    ) -> Result<Option<UploadPart>, ObjectError> {
        let size = bytes.len() as u64;
        let written = self
            .client
            .upload_part()
            .bucket(&self.bucket)
            .key(upload.key())
            .upload_id(upload.multipart_id)
            .part_number(index.part_number())
            .body(ByteStream::from(bytes))
            .send()
            .await;
        Ok(self.if_open(written)?.map(|part| UploadPart {
            index,
            size,
            etag: part.e_tag,
        }))
    }

    /// Writes a copy of a part of a form. S3 cannot read the parts of a multipart upload, nor complete one with parts this small. The
    /// bucket's lifecycle deletes the copies.
    pub async fn put_part_copy(&self, file: &FileId, index: PartIndex, bytes: Bytes) -> Result<(), ObjectError> {
        let request = self.client.put_object().bucket(&self.bucket).key(copy(file, index));
        let written = request.body(ByteStream::from(bytes)).send().await;
        written.map_err(|error| self.failed_request(&error))?;
        Ok(())
    }

    /// Makes parts of the size that S3 completes of the copies of parts, which it reads in their order. A repetition writes the same.
    pub async fn assemble(&self, upload: &OpenUpload<'_>, parts: &[UploadPart]) -> Result<Assembly, ObjectError> {
        let size = usize::try_from(PART_BYTES).unwrap_or(usize::MAX);
        let copies = parts.iter().cloned().map(|part| {
            let (store, file) = (self.clone(), upload.file.clone());
            async move { store.read_part_copy(&file, &part).await }
        });
        let mut copies = stream::iter(copies).buffered(CONCURRENT_READS);
        let (mut assembled, mut buffer) = (Vec::new(), BytesMut::new());
        loop {
            let next = copies.try_next().await?;
            let is_last = next.is_none();
            match next {
                Some(Some(bytes)) => buffer.extend_from_slice(&bytes),
                Some(None) => return Ok(Assembly::CopyMissing),
                None => {}
            }
            while buffer.len() >= size || (is_last && !buffer.is_empty()) {
                let bytes = buffer.split_to(buffer.len().min(size)).freeze();
                let index = PartIndex::assembled(u32::try_from(assembled.len()).unwrap_or(u32::MAX));
                let Some(part) = self.put_part(upload, index, bytes).await? else {
                    return Ok(Assembly::UploadEnded);
                };
                assembled.push(part);
            }
            if is_last {
                return Ok(Assembly::Parts(assembled));
            }
        }
    }

    /// None when there is no copy with the size of the part.
    async fn read_part_copy(&self, file: &FileId, part: &UploadPart) -> Result<Option<Bytes>, ObjectError> {
        let key = copy(file, part.index);
        let mut object = match self.open_key(key.clone()).await {
            Ok(Some(object)) => object,
            Ok(None) => return Ok(None),
            // S3 also denies access to an object that is missing.
            Err(_) if self.size(&key).await?.is_none() => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut bytes = BytesMut::new();
        while let Some(next) = object.next().await? {
            bytes.extend_from_slice(&next);
        }
        Ok((bytes.len() as u64 == part.size).then(|| bytes.freeze()))
    }

    /// The parts that S3 has, by index. None when the multipart upload is not open.
    pub async fn list_parts(&self, upload: &OpenUpload<'_>) -> Result<Option<Vec<UploadPart>>, ObjectError> {
        let pages = self
            .client
            .list_parts()
            .bucket(&self.bucket)
            .key(upload.key())
            .upload_id(upload.multipart_id)
            .into_paginator()
            .items()
            .send();
        let listed: Result<Vec<_>, _> = pages.collect().await;
        let Some(listed) = self.if_open(listed)? else {
            return Ok(None);
        };
        let mut parts: Vec<_> = listed
            .into_iter()
            .filter_map(|part| {
                Some(UploadPart {
                    index: PartIndex::of_part(part.part_number?)?,
                    size: u64::try_from(part.size?).ok()?,
                    etag: part.e_tag,
                })
            })
            .collect();
        parts.sort_by_key(|part| part.index);
        Ok(Some(parts))
    }

    /// Completes a multipart upload: its parts become one object. False when it is not open, for example because it was completed
    /// before.
    pub async fn complete_upload(&self, upload: &OpenUpload<'_>, parts: Vec<UploadPart>) -> Result<bool, ObjectError> {
        let parts = parts.into_iter().map(|part| {
            CompletedPart::builder()
                .part_number(part.index.part_number())
                .set_e_tag(part.etag)
                .build()
        });
        let parts = CompletedMultipartUpload::builder().set_parts(Some(parts.collect()));
        let completed = self
            .client
            .complete_multipart_upload()
            .bucket(&self.bucket)
            .key(upload.key())
            .upload_id(upload.multipart_id)
            .multipart_upload(parts.build())
            .send()
            .await;
        Ok(self.if_open(completed)?.is_some())
    }

    /// Aborts a multipart upload and deletes its parts, if it is open.
    pub async fn abort_upload(&self, upload: &OpenUpload<'_>) -> Result<(), ObjectError> {
        let request = self.client.abort_multipart_upload().bucket(&self.bucket);
        let ended = request.key(upload.key()).upload_id(upload.multipart_id).send().await;
        self.if_open(ended)?;
        Ok(())
    }

    /// The size of a video in bytes. None when there is no object.
    pub async fn video_size(&self, file: &FileId) -> Result<Option<u64>, ObjectError> {
        self.size(&video(file)).await
    }

    /// A range of the bytes of a video. The range must be within the object.
    ///
    /// # Errors
    /// When the bucket cannot be read, when there is no object, and when the bucket returns less or more than the range.
    pub async fn read_video(&self, file: &FileId, range: Range<u64>) -> Result<Bytes, ObjectError> {
        // The SDK does not retry when the connection breaks within the body.
        match self.read_video_once(file, &range).await {
            Ok(bytes) => Ok(bytes),
            Err(_) => self.read_video_once(file, &range).await,
        }
    }

    async fn read_video_once(&self, file: &FileId, range: &Range<u64>) -> Result<Bytes, ObjectError> {
        let inclusive = format!("{}-{}", range.start, range.end.saturating_sub(1));
        let body = self.range(&video(file), &inclusive).await?;
        let bytes = body.collect().await.map_err(|error| self.failed(&error))?.into_bytes();
        if bytes.len() as u64 == range.end - range.start {
            Ok(bytes)
        } else {
            let cause = format!("{} bytes for the range {range:?}", bytes.len());
            Err(ObjectError::new(&self.bucket, cause))
        }
    }
}

/// The key of a copy of a part.
fn copy(file: &FileId, index: PartIndex) -> String {
    format!("part/{file}/{}", index.part_number())
}

fn video(file: &FileId) -> String {
    key(FileKind::Video, file)
}
