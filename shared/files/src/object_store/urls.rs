//! Presigned URLs of objects in the bucket.
//!
//! They need no client of S3: making one takes most of a cold start, and a signature is a few hashes.

use std::{error::Error as StdError, time::Duration};

use aws_config::{Region, SdkConfig};
use aws_credential_types::provider::{ProvideCredentials, SharedCredentialsProvider};
use aws_sigv4::{
    http_request::{
        PercentEncodingMode, SignableBody, SignableRequest, SignatureLocation, SigningSettings,
        UriPathNormalizationMode, sign,
    },
    sign::v4::SigningParams,
};
use domain::{FileReference, PartIndex, UserId};
use jiff::Timestamp;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use platform::{causes::Causes, clock};

use super::{ObjectError, OpenUpload, archives, key};

/// How long a presigned URL of a file is valid (contract, "Files").
const FILE_LIFETIME: Duration = Duration::from_hours(1);
/// How long a presigned URL of a download is valid: the browser opens it at once.
const DOWNLOAD_LIFETIME: Duration = Duration::from_mins(1);
/// How long a presigned URL of an archive is valid: the browser opens it at once.
const ARCHIVE_LIFETIME: Duration = Duration::from_mins(5);
/// What a signature encodes in a query: all but the unreserved characters of RFC 3986.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Makes presigned URLs of the objects in a bucket. It sends no requests.
#[derive(Debug, Clone)]
pub struct ObjectUrls {
    credentials: Option<SharedCredentialsProvider>,
    region: Option<Region>,
    /// The endpoint of S3, where it is not that of AWS.
    endpoint: Option<String>,
    bucket: String,
}

/// A request with which anybody can send one part.
#[derive(Debug)]
pub struct PresignedPart {
    pub url: String,
    pub method: &'static str,
    pub expires_at: Timestamp,
}

struct Unsigned<'a> {
    method: &'static str,
    key: &'a str,
    query: &'a [(&'a str, &'a str)],
    content_length: Option<&'a str>,
    at: Timestamp,
    lifetime: Duration,
}

impl ObjectUrls {
    /// URLs with the credentials and the region of that configuration. The URLs have the host of `endpoint`, or without one, that of AWS.
    pub fn new(aws: &SdkConfig, endpoint: Option<String>, bucket: String) -> Self {
        Self {
            credentials: aws.credentials_provider(),
            region: aws.region().cloned(),
            endpoint,
            bucket,
        }
    }

    /// A URL with which anybody can read the file for an hour.
    pub async fn file(&self, file: &FileReference) -> Result<String, ObjectError> {
        self.file_version(file, None).await
    }

    /// As [`Self::file`], for one version of the object by S3's id: the URL shows it also when another one is written.
    pub async fn file_version(&self, file: &FileReference, version: Option<&str>) -> Result<String, ObjectError> {
        let is_displayed = file.kind.rules().is_displayed;
        self.presigned(file, version, is_displayed, FILE_LIFETIME).await
    }

    /// A URL with which anybody can download the file, of any kind, for a minute. As [`Self::file_version`], of one version.
    pub async fn download(&self, file: &FileReference, version: Option<&str>) -> Result<String, ObjectError> {
        self.presigned(file, version, false, DOWNLOAD_LIFETIME).await
    }

    async fn presigned(
        &self,
        file: &FileReference,
        version: Option<&str>,
        is_displayed: bool,
        lifetime: Duration,
    ) -> Result<String, ObjectError> {
        let disposition = file.name.disposition(is_displayed);
        let mut query = response_headers(&file.content_type, &disposition).to_vec();
        query.extend(version.map(|version| ("versionId", version)));
        self.object(&key(file.kind, &file.file_id), &query, lifetime).await
    }

    /// A URL with which anybody can download the archive of a user for some minutes.
    pub async fn archive(&self, user: &UserId) -> Result<String, ObjectError> {
        let query = response_headers(archives::CONTENT_TYPE, archives::DISPOSITION);
        self.object(&archives::key(user), &query, ARCHIVE_LIFETIME).await
    }

    /// A request that sends a part of exactly `size` bytes within `lifetime`. The signature includes the size.
    pub async fn part(
        &self,
        upload: &OpenUpload<'_>,
        index: PartIndex,
        size: i64,
        lifetime: Duration,
    ) -> Result<PresignedPart, ObjectError> {
        // The signature has whole seconds.
        let now = clock::now();
        let at = now - Duration::from_nanos(now.subsec_nanosecond().unsigned_abs().into());
        let method = "PUT";
        let unsigned = Unsigned {
            method,
            key: &upload.key(),
            query: &[
                ("partNumber", &index.part_number().to_string()),
                ("uploadId", upload.multipart_id),
            ],
            content_length: Some(&size.to_string()),
            at,
            lifetime,
        };
        Ok(PresignedPart {
            url: self.signed(&unsigned).await?,
            method,
            expires_at: at + lifetime,
        })
    }

    /// A URL with which anybody can read an object.
    async fn object(&self, key: &str, query: &[(&str, &str)], lifetime: Duration) -> Result<String, ObjectError> {
        let unsigned = Unsigned {
            method: "GET",
            key,
            query,
            content_length: None,
            at: clock::now(),
            lifetime,
        };
        self.signed(&unsigned).await
    }

    async fn signed(&self, request: &Unsigned<'_>) -> Result<String, ObjectError> {
        let (Some(provider), Some(region)) = (&self.credentials, &self.region) else {
            return Err(ObjectError::new(&self.bucket, "there is no region or no credentials"));
        };
        let credentials = provider.provide_credentials().await;
        let identity = credentials.map_err(|error| self.failed(&error))?.into();
        let mut settings = SigningSettings::default();
        settings.signature_location = SignatureLocation::QueryParams;
        settings.expires_in = Some(request.lifetime);
        // S3 does not encode paths twice, and does not normalize them.
        settings.percent_encoding_mode = PercentEncodingMode::Single;
        settings.uri_path_normalization_mode = UriPathNormalizationMode::Disabled;
        let params = SigningParams::builder()
            .identity(&identity)
            .region(region.as_ref())
            .name("s3")
            .time(request.at.into())
            .settings(settings)
            .build();
        let params = params.map_err(|error| self.failed(&error))?.into();

        let mut url = format!("{}/{}", self.address(region), request.key);
        let mut separator = '?';
        let mut add = |url: &mut String, name: &str, value: &str| {
            url.push(separator);
            separator = '&';
            url.extend([name, "="]);
            url.extend(utf8_percent_encode(value, RESERVED));
        };
        for (name, value) in request.query {
            add(&mut url, name, value);
        }
        let headers = request.content_length.map(|length| ("content-length", length));
        let unsigned = SignableRequest::new(
            request.method,
            url.as_str(),
            headers.into_iter(),
            SignableBody::UnsignedPayload,
        );
        let signed = unsigned.and_then(|unsigned| sign(unsigned, &params));
        let (instructions, _) = signed.map_err(|error| self.failed(&error))?.into_parts();
        for (name, value) in instructions.params() {
            add(&mut url, name, value);
        }
        Ok(url)
    }

    /// The URL of the bucket. The local AWS has no host name for each bucket.
    fn address(&self, region: &Region) -> String {
        match &self.endpoint {
            Some(endpoint) => format!("{}/{}", endpoint.trim_end_matches('/'), self.bucket),
            None => format!("https://{}.s3.{region}.amazonaws.com", self.bucket),
        }
    }

    fn failed(&self, error: &dyn StdError) -> ObjectError {
        ObjectError::new(&self.bucket, Causes(error))
    }
}

/// The parameters that make S3 respond with that type and that disposition, and forbid caches to store the file.
const fn response_headers<'a>(content_type: &'a str, disposition: &'a str) -> [(&'a str, &'a str); 3] {
    [
        ("response-cache-control", "no-store"),
        ("response-content-disposition", disposition),
        ("response-content-type", content_type),
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use aws_credential_types::Credentials;
    use domain::{FileKind, FileName};
    use url::Url;

    use super::*;

    fn urls(endpoint: Option<&str>) -> ObjectUrls {
        let credentials = Credentials::new("an id", "a secret", None, None, "the tests");
        let aws = SdkConfig::builder()
            .region(Region::new("eu-west-3"))
            .credentials_provider(SharedCredentialsProvider::new(credentials))
            .build();
        ObjectUrls::new(&aws, endpoint.map(str::to_owned), "files".to_owned())
    }

    fn id(digit: char) -> String {
        digit.to_string().repeat(32)
    }

    /// What the URL has before its query, and the parameters of the query.
    fn parsed(url: &str) -> (String, BTreeMap<String, String>) {
        let mut url: Url = url.parse().unwrap();
        let query = url.query_pairs().into_owned().collect();
        url.set_query(None);
        (url.into(), query)
    }

    fn file(kind: FileKind, name: &str) -> FileReference {
        FileReference {
            file_id: id('1').parse().unwrap(),
            kind,
            name: FileName::parse(name).unwrap(),
            content_type: "application/pdf".to_owned(),
        }
    }

    #[tokio::test]
    async fn a_url_of_a_file_has_its_name_and_type_and_lasts_an_hour() {
        let cv = file(FileKind::Document, "سيرة.pdf");
        let url = urls(None).file_version(&cv, Some("v 1")).await.unwrap();
        let (address, query) = parsed(&url);
        assert_eq!(
            address,
            format!("https://files.s3.eu-west-3.amazonaws.com/document/{}", id('1'))
        );
        let disposition = cv.name.disposition(false);
        for (name, value) in [
            ("response-content-type", "application/pdf"),
            ("response-content-disposition", disposition.as_str()),
            ("versionId", "v 1"),
            ("X-Amz-Expires", "3600"),
            ("X-Amz-SignedHeaders", "host"),
        ] {
            assert_eq!(query.get(name).map(String::as_str), Some(value), "{name}");
        }
        let (_, query) = parsed(&urls(None).file(&cv).await.unwrap());
        assert_eq!(query.get("versionId"), None);
    }

    #[tokio::test]
    async fn photos_and_videos_are_displayed_and_documents_are_downloaded() {
        for (kind, shown) in [
            (FileKind::Document, false),
            (FileKind::Image, true),
            (FileKind::Video, true),
        ] {
            let (_, query) = parsed(&urls(None).file(&file(kind, "a.b")).await.unwrap());
            let disposition = &query["response-content-disposition"];
            assert_eq!(disposition.starts_with("inline"), shown, "{kind:?}: {disposition}");
        }
    }

    #[tokio::test]
    async fn a_photo_is_downloaded_within_a_minute() {
        let url = urls(None)
            .download(&file(FileKind::Image, "a.jpg"), None)
            .await
            .unwrap();
        let (_, query) = parsed(&url);
        assert!(
            query["response-content-disposition"].starts_with("attachment"),
            "{query:?}"
        );
        assert_eq!(query["X-Amz-Expires"], "60");
    }

    #[tokio::test]
    async fn a_url_of_an_archive_lasts_five_minutes() {
        let user = id('2').parse().unwrap();
        let (address, query) = parsed(&urls(Some("http://127.0.0.1:4566/")).archive(&user).await.unwrap());
        assert_eq!(address, format!("http://127.0.0.1:4566/files/export/{}", id('2')));
        assert_eq!(query["X-Amz-Expires"], "300");
        assert_eq!(query["response-content-type"], "application/zip");
    }

    #[tokio::test]
    async fn the_signature_of_a_part_includes_its_size() {
        let file = id('3').parse().unwrap();
        let upload = OpenUpload {
            kind: FileKind::Video,
            file: &file,
            multipart_id: "m/1",
        };
        let before = clock::now();
        let index = PartIndex::of_part(2).unwrap();
        let part = urls(None)
            .part(&upload, index, 77, Duration::from_mins(5))
            .await
            .unwrap();
        let (address, query) = parsed(&part.url);
        assert_eq!(
            address,
            format!("https://files.s3.eu-west-3.amazonaws.com/video/{}", id('3'))
        );
        for (name, value) in [
            ("partNumber", "2"),
            ("uploadId", "m/1"),
            ("X-Amz-Expires", "300"),
            ("X-Amz-SignedHeaders", "content-length;host"),
        ] {
            assert_eq!(query.get(name).map(String::as_str), Some(value), "{name}");
        }
        let signed_at = part.expires_at - Duration::from_mins(5);
        assert_eq!(query["X-Amz-Date"], signed_at.strftime("%Y%m%dT%H%M%SZ").to_string());
        assert_eq!((part.method, signed_at.subsec_nanosecond()), ("PUT", 0));
        assert!(before - Duration::from_secs(1) < signed_at && signed_at <= clock::now());
    }

    #[tokio::test]
    async fn a_url_needs_credentials() {
        let without = ObjectUrls::new(&SdkConfig::builder().build(), None, "files".to_owned());
        let error = without.file(&file(FileKind::Image, "a.b")).await.unwrap_err();
        assert_eq!(error.to_string(), "files: there is no region or no credentials");
    }
}
