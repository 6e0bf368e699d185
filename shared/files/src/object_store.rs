//! The files bucket: the bytes of files, under their kind and their id.

mod listing;
mod multipart;

use std::{error::Error as StdError, time::Duration};

use aws_config::SdkConfig;
use aws_sdk_s3::{
    Client,
    config::{Builder, RequestChecksumCalculation, ResponseChecksumValidation},
    error::{ProvideErrorMetadata, SdkError},
    presigning::PresigningConfig,
    primitives::ByteStream,
    types::{Tag, Tagging},
};
use bytes::Bytes;
use domain::{FileId, FileKind, FileReference};
use platform::{
    causes::Causes,
    failure::{Failure, PlatformError},
};
use store::files::StoredFile;

pub use listing::{OpenUpload, StoredObject};
pub use multipart::{Part, PartAddress};

/// How long the address of a file is good (contract, "Files").
const ADDRESS_LIFETIME: Duration = Duration::from_hours(1);
/// What S3 says when there is no such object, and what it says instead to those who may not list the bucket, or a part of it
/// only.
const NO_OBJECT: [&str; 2] = [NO_KEY, "AccessDenied"];
/// The first of these.
const NO_KEY: &str = "NoSuchKey";
/// What S3 says when an upload in parts is not open, or not any more.
const NO_UPLOAD: &str = "NoSuchUpload";
/// The tag of what no account has claimed: the bucket's lifecycle deletes it.
const UNCLAIMED: &str = "claim=pending";

/// The bucket.
#[derive(Debug, Clone)]
pub struct Objects {
    client: Client,
    /// Makes addresses, and no requests: the host is part of what is signed.
    signer: Client,
    bucket: String,
}

/// A client of S3 for [`Objects`].
#[must_use]
pub fn client(aws: &SdkConfig) -> Client {
    let config = Builder::from(aws)
        // A browser that sends a part to a signed address has no checksum for it, and none would be right.
        .request_checksum_calculation(RequestChecksumCalculation::WhenRequired)
        .response_checksum_validation(ResponseChecksumValidation::WhenRequired)
        // An emulator has no names of its own for buckets.
        .force_path_style(aws.endpoint_url().is_some())
        .build();
    Client::from_conf(config)
}

/// A client whose presigned URLs lead to that endpoint of S3; without one, to the endpoint of `client`.
#[must_use]
pub fn signer(client: &Client, endpoint: Option<String>) -> Client {
    match endpoint {
        Some(endpoint) => Client::from_conf(client.config().to_builder().endpoint_url(endpoint).build()),
        None => client.clone(),
    }
}

/// The bucket did not do what was asked of it.
#[derive(Debug, thiserror::Error)]
#[error("{bucket}: {cause}")]
pub struct ObjectError {
    bucket: String,
    cause: String,
}

impl Objects {
    /// The bucket of that name. `client` sends requests, and `signer` makes presigned URLs: see [`client()`] and [`signer()`].
    #[must_use]
    pub const fn new(client: Client, signer: Client, bucket: String) -> Self {
        Self { client, signer, bucket }
    }

    /// Keeps the bytes of a file that no account has claimed yet.
    ///
    /// # Errors
    /// When the bucket cannot be written.
    pub async fn put_unclaimed(&self, file: &StoredFile, bytes: Vec<u8>) -> Result<(), ObjectError> {
        let written = self
            .client
            .put_object()
            .bucket(&self.bucket)
            .key(key(file.kind, &file.file_id))
            .content_type(&file.content_type)
            .tagging(UNCLAIMED)
            .body(ByteStream::from(bytes))
            .send()
            .await;
        written.map_err(|error| self.failed(&error))?;
        Ok(())
    }

    /// Lets the bucket keep the bytes of a file. False when it has none.
    ///
    /// # Errors
    /// When the bucket cannot be written.
    pub async fn mark_claimed(&self, kind: FileKind, id: &FileId) -> Result<bool, ObjectError> {
        let key = key(kind, id);
        let request = self.client.delete_object_tagging().bucket(&self.bucket);
        let marked = request.key(&key).send().await;
        self.unless_missing(&key, marked).await
    }

    /// Lets the bucket delete the bytes of a file that no account claims (any more). False when it has none.
    ///
    /// # Errors
    /// When the bucket cannot be written.
    pub async fn mark_unclaimed(&self, kind: FileKind, id: &FileId) -> Result<bool, ObjectError> {
        let (name, value) = UNCLAIMED.split_once('=').unwrap_or((UNCLAIMED, ""));
        let tag = Tag::builder().key(name).value(value).build();
        let tagging = tag.and_then(|tag| Tagging::builder().tag_set(tag).build());
        let tagging = tagging.map_err(|error| self.failed(&error))?;
        let key = key(kind, id);
        let request = self.client.put_object_tagging().bucket(&self.bucket).tagging(tagging);
        let marked = request.key(&key).send().await;
        self.unless_missing(&key, marked).await
    }

    /// Deletes the bytes of a file. When there are none any more that is no error.
    ///
    /// # Errors
    /// When the bucket cannot be written.
    pub async fn delete(&self, kind: FileKind, id: &FileId) -> Result<(), ObjectError> {
        let request = self.client.delete_object().bucket(&self.bucket).key(key(kind, id));
        request.send().await.map_err(|error| self.failed(&error))?;
        Ok(())
    }

    /// An address from which anybody who has it can read the file, for a while.
    ///
    /// # Errors
    /// When there are no credentials to sign it with.
    pub async fn address(&self, file: &FileReference) -> Result<String, ObjectError> {
        let lifetime = PresigningConfig::expires_in(ADDRESS_LIFETIME).map_err(|error| self.failed(&error))?;
        let signed = self
            .signer
            .get_object()
            .bucket(&self.bucket)
            .key(key(file.kind, &file.file_id))
            .response_content_type(&file.content_type)
            .response_content_disposition(file.name.disposition(is_shown(&file.content_type)))
            .presigned(lifetime)
            .await;
        let signed = signed.map_err(|error| self.failed(&error))?;
        Ok(signed.uri().to_owned())
    }

    /// The bytes of a file; nothing when it has none any more.
    ///
    /// # Errors
    /// When the bucket cannot be read.
    pub async fn read(&self, kind: FileKind, id: &FileId) -> Result<Option<Bytes>, ObjectError> {
        let request = self.client.get_object().bucket(&self.bucket).key(key(kind, id));
        let Some(object) = self.unless(NO_KEY, request.send().await)? else {
            return Ok(None);
        };
        let body = object.body.collect().await.map_err(|error| self.failed(&error))?;
        Ok(Some(body.into_bytes()))
    }

    /// What was answered; nothing when the answer is that there is none of what it was about, which has that code.
    fn unless<T, E>(&self, missing: &str, answered: Result<T, SdkError<E>>) -> Result<Option<T>, ObjectError>
    where
        E: ProvideErrorMetadata + StdError + 'static,
    {
        match answered {
            Ok(answer) => Ok(Some(answer)),
            Err(error) if error.code() == Some(missing) => Ok(None),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Whether something was done with an object. False when it was not, since there is no such object: S3 tells that from a
    /// missing permission only to those who may list all of the bucket, so a list of that one name is asked.
    async fn unless_missing<T, E>(&self, key: &str, answered: Result<T, SdkError<E>>) -> Result<bool, ObjectError>
    where
        E: ProvideErrorMetadata + StdError + 'static,
    {
        match answered {
            Ok(_) => Ok(true),
            Err(error) => {
                let may_be_missing = error.code().is_some_and(|code| NO_OBJECT.contains(&code));
                if may_be_missing && self.size(key).await?.is_none() {
                    Ok(false)
                } else {
                    Err(self.failed(&error))
                }
            }
        }
    }

    /// How many bytes an object has, when there is one.
    async fn size(&self, key: &str) -> Result<Option<u64>, ObjectError> {
        let request = self.client.list_objects_v2().bucket(&self.bucket).prefix(key);
        let listed = request.send().await.map_err(|error| self.failed(&error))?;
        let mut objects = listed.contents().iter();
        let object = objects.find(|object| object.key() == Some(key));
        Ok(object.and_then(|object| u64::try_from(object.size()?).ok()))
    }

    fn failed(&self, error: &dyn StdError) -> ObjectError {
        ObjectError {
            bucket: self.bucket.clone(),
            cause: Causes(error).to_string(),
        }
    }
}

fn key(kind: FileKind, id: &FileId) -> String {
    format!("{}/{id}", kind.as_str())
}

/// Whether a browser shows it by itself; what it would pass on to another program is kept under its name.
fn is_shown(content_type: &str) -> bool {
    let beginnings = ["application/pdf", "image/", "video/"];
    beginnings.iter().any(|beginning| content_type.starts_with(beginning))
}

impl PlatformError for ObjectError {
    fn failure(&self) -> Failure {
        Failure::Unavailable
    }
}
