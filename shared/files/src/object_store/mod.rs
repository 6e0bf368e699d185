//! The files bucket. The key of an object is the kind and the id of its file. Archives of exports are in `archives`. The other bucket is in
//! `site`.

mod archives;
mod multipart;
mod site;
mod urls;

use std::{error::Error as StdError, fmt::Display};

use aws_config::SdkConfig;
use aws_sdk_s3::{
    Client,
    config::{Builder, RequestChecksumCalculation, ResponseChecksumValidation},
    error::{ProvideErrorMetadata, SdkError},
    primitives::ByteStream,
};
use bytes::Bytes;
use domain::{FileId, FileKind, FileReference};
use platform::{
    aws::LazyClient,
    causes::Causes,
    failure::{Failure, PlatformError},
};
use store::files::StoredFile;

pub use archives::ArchiveUpload;
pub use multipart::{Assembly, OpenUpload, UploadPart};
pub use site::SiteBucket;
pub use urls::{ObjectUrls, PresignedPart};

/// The error code of S3 for a missing object.
const NO_KEY: &str = "NoSuchKey";
/// The error code of S3 for a missing permission.
const DENIED: &str = "AccessDenied";
/// The error code of S3 for a multipart upload that is not open.
const NO_UPLOAD: &str = "NoSuchUpload";

#[derive(Debug, Clone)]
pub struct ObjectStore {
    client: LazyClient<Client>,
    bucket: String,
}

pub fn client(aws: &SdkConfig) -> Client {
    let config = Builder::from(aws)
        // A browser sends a part to a presigned URL without a checksum.
        .request_checksum_calculation(RequestChecksumCalculation::WhenRequired)
        .response_checksum_validation(ResponseChecksumValidation::WhenRequired)
        // The local AWS has no host name for each bucket.
        .force_path_style(aws.endpoint_url().is_some())
        .build();
    Client::from_conf(config)
}

#[derive(Debug, thiserror::Error)]
#[error("{bucket}: {cause}")]
pub struct ObjectError {
    bucket: String,
    cause: String,
    failure: Failure,
}

#[derive(Debug)]
pub struct OpenObject {
    store: ObjectStore,
    key: String,
    body: ByteStream,
    /// How many bytes were read.
    position: u64,
    is_resumed: bool,
}

impl ObjectError {
    fn new(bucket: &str, cause: impl Display) -> Self {
        Self {
            bucket: bucket.to_owned(),
            cause: cause.to_string(),
            failure: Failure::Unavailable,
        }
    }
}

impl OpenObject {
    /// The next bytes. None after the last ones. The SDK does not retry when the connection breaks within the body, so the rest is
    /// requested once more.
    pub async fn next(&mut self) -> Result<Option<Bytes>, ObjectError> {
        let bytes = match self.body.try_next().await {
            Err(_) if !self.is_resumed => {
                self.is_resumed = true;
                self.body = self.store.range(&self.key, &format!("{}-", self.position)).await?;
                self.body.try_next().await
            }
            read => read,
        };
        let bytes = bytes.map_err(|error| self.store.failed(&error))?;
        self.position += bytes.as_ref().map_or(0, |bytes| bytes.len() as u64);
        Ok(bytes)
    }
}

impl ObjectStore {
    /// The bucket of that name, and a client as [`client()`] makes it.
    pub const fn new(client: LazyClient<Client>, bucket: String) -> Self {
        Self { client, bucket }
    }

    pub async fn put(&self, file: &StoredFile, bytes: Vec<u8>) -> Result<(), ObjectError> {
        let written = self
            .client
            .put_object()
            .bucket(&self.bucket)
            .key(key(file.kind, &file.file_id))
            .content_type(&file.content_type)
            .body(ByteStream::from(bytes))
            .send()
            .await;
        written.map_err(|error| self.failed_request(&error))?;
        Ok(())
    }

    /// Deletes the object of a file, if there is one.
    pub async fn delete(&self, kind: FileKind, id: &FileId) -> Result<(), ObjectError> {
        self.delete_key(&key(kind, id)).await
    }

    async fn delete_key(&self, key: &str) -> Result<(), ObjectError> {
        let request = self.client.delete_object().bucket(&self.bucket).key(key);
        request.send().await.map_err(|error| self.failed_request(&error))?;
        Ok(())
    }

    /// Opens the object of a file. None when there is no object.
    pub async fn open(&self, kind: FileKind, id: &FileId) -> Result<Option<OpenObject>, ObjectError> {
        self.open_key(key(kind, id)).await
    }

    async fn open_key(&self, key: String) -> Result<Option<OpenObject>, ObjectError> {
        let request = self.client.get_object().bucket(&self.bucket).key(&key);
        match request.send().await {
            Ok(object) => Ok(Some(OpenObject {
                store: self.clone(),
                key,
                body: object.body,
                position: 0,
                is_resumed: false,
            })),
            Err(error) if error.code() == Some(NO_KEY) => Ok(None),
            Err(error) => Err(self.failed_read(&error)),
        }
    }

    /// A range of the bytes of an object: `0-9`, or `10-` to the end. The object of a file never changes.
    async fn range(&self, key: &str, range: &str) -> Result<ByteStream, ObjectError> {
        let request = self.client.get_object().bucket(&self.bucket).key(key);
        let object = request.range(format!("bytes={range}")).send().await;
        Ok(object.map_err(|error| self.failed_read(&error))?.body)
    }

    /// The result of a request about a multipart upload. None when the upload is not open.
    fn if_open<T, E>(&self, result: Result<T, SdkError<E>>) -> Result<Option<T>, ObjectError>
    where
        E: ProvideErrorMetadata + StdError + 'static,
    {
        match result {
            Ok(output) => Ok(Some(output)),
            Err(error) if error.code() == Some(NO_UPLOAD) => Ok(None),
            Err(error) => Err(self.failed_request(&error)),
        }
    }

    /// The size of an object in bytes. None when there is no object. It lists the one key, because S3 distinguishes a missing object from a
    /// missing permission only for clients that may list the bucket.
    async fn size(&self, key: &str) -> Result<Option<u64>, ObjectError> {
        let request = self.client.list_objects_v2().bucket(&self.bucket).prefix(key);
        let listed = request.send().await.map_err(|error| self.failed_request(&error))?;
        let mut objects = listed.contents().iter();
        let object = objects.find(|object| object.key() == Some(key));
        Ok(object.and_then(|object| u64::try_from(object.size()?).ok()))
    }

    fn failed(&self, error: &dyn StdError) -> ObjectError {
        ObjectError::new(&self.bucket, Causes(error))
    }

    /// The error for a failed request. Unlike [`Self::failed`], it tells whether S3 rejected the request.
    fn failed_request<E>(&self, error: &SdkError<E>) -> ObjectError
    where
        E: ProvideErrorMetadata + StdError + 'static,
    {
        ObjectError {
            failure: Failure::of_aws_code(error.code()),
            ..self.failed(error)
        }
    }

    /// As [`Self::failed_request`], for a read of an object. S3 also denies access to an object that is missing.
    fn failed_read<E>(&self, error: &SdkError<E>) -> ObjectError
    where
        E: ProvideErrorMetadata + StdError + 'static,
    {
        match error.code() {
            Some(DENIED) => self.failed(error),
            _ => self.failed_request(error),
        }
    }
}

pub fn object_key(file: &FileReference) -> String {
    key(file.kind, &file.file_id)
}

fn key(kind: FileKind, id: &FileId) -> String {
    format!("{}/{id}", kind.as_str())
}

impl PlatformError for ObjectError {
    fn failure(&self) -> Failure {
        self.failure
    }
}

#[cfg(test)]
mod tests {
    use aws_sdk_s3::{
        config::http::HttpResponse, error::ErrorMetadata, operation::get_object::GetObjectError, primitives::SdkBody,
    };
    use domain::FileName;

    use super::*;

    fn refused(code: &str) -> SdkError<GetObjectError> {
        let error = GetObjectError::generic(ErrorMetadata::builder().code(code).build());
        SdkError::service_error(error, HttpResponse::new(403.try_into().unwrap(), SdkBody::empty()))
    }

    #[test]
    fn a_denied_read_may_be_that_of_a_missing_object_and_a_denied_write_is_not() {
        let store = ObjectStore::new(
            LazyClient::new(|| unreachable!("no request is sent")),
            "files".to_owned(),
        );
        for (code, of_write, of_read) in [
            (DENIED, Failure::Rejected, Failure::Unavailable),
            ("NoSuchBucket", Failure::Rejected, Failure::Rejected),
            ("SlowDown", Failure::Unavailable, Failure::Unavailable),
        ] {
            assert_eq!(store.failed_request(&refused(code)).failure(), of_write, "{code}");
            assert_eq!(store.failed_read(&refused(code)).failure(), of_read, "{code}");
        }
    }

    #[test]
    fn the_key_of_an_object_is_the_kind_and_the_id_of_its_file() {
        let file = FileReference {
            file_id: "1".repeat(32).parse().unwrap(),
            kind: FileKind::Document,
            name: FileName::parse("cv.pdf").unwrap(),
            content_type: String::new(),
        };
        assert_eq!(object_key(&file), format!("document/{}", file.file_id));
    }
}
