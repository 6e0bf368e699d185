//! Forms with files in them, as browsers send them (RFC 7578).

use std::{collections::HashMap, convert::Infallible};

use futures_util::stream;
use lambda_http::http::header;
use multer::{Multipart, bytes::Bytes, parse_boundary};

use super::{ApiError, ApiRequest, ApiResult, ErrorCode};

/// A file that came in a form.
#[derive(Debug)]
pub struct Upload {
    /// What it is called there, if it has a name.
    pub name: Option<String>,
    /// Its content, of which there is some.
    pub bytes: Bytes,
}

/// The fields of a form, by name. Of a repeated one, the first.
#[derive(Debug)]
pub struct Fields(HashMap<String, Bytes>);

impl Fields {
    /// A field's content, when it is there and not empty.
    #[must_use]
    pub fn bytes(&self, name: &str) -> Option<&Bytes> {
        self.0.get(name).filter(|bytes| !bytes.is_empty())
    }

    /// A field's text, trimmed; nothing when it is not there, or no text.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        str::from_utf8(self.0.get(name)?).ok().map(str::trim)
    }
}

impl ApiRequest {
    /// All fields of the form.
    ///
    /// # Errors
    /// `malformed_request` when the body is no such form, or is not as it should be.
    pub async fn fields(&self) -> ApiResult<Fields> {
        let mut form = self.form().ok_or(ErrorCode::MalformedRequest)?;
        let mut fields = HashMap::new();
        while let Some(part) = form.next_field().await.map_err(malformed)? {
            let name = part.name().map(str::to_owned);
            let bytes = part.bytes().await.map_err(malformed)?;
            if let Some(name) = name {
                fields.entry(name).or_insert(bytes);
            }
        }
        Ok(Fields(fields))
    }

    /// The file in a field of the form. The gateway takes no body that would be too large to be read as a whole.
    ///
    /// # Errors
    /// `file_missing` when the body is no such form, or the field is not there or empty; `malformed_request` when the form is not
    /// as it should be.
    pub async fn upload(&self, field: &str) -> ApiResult<Upload> {
        let mut form = self.form().ok_or(ErrorCode::FileMissing)?;
        while let Some(part) = form.next_field().await.map_err(malformed)? {
            if part.name() != Some(field) {
                continue;
            }
            let name = part.file_name().map(str::to_owned);
            let bytes = part.bytes().await.map_err(malformed)?;
            if !bytes.is_empty() {
                return Ok(Upload { name, bytes });
            }
        }
        Err(ErrorCode::FileMissing.into())
    }

    /// The form that the body is, if it is one.
    fn form(&self) -> Option<Multipart<'static>> {
        let boundary = parse_boundary(self.header(header::CONTENT_TYPE)?).ok()?;
        let body = Bytes::copy_from_slice(self.body());
        Some(Multipart::new(stream::iter([Ok::<_, Infallible>(body)]), boundary))
    }
}

fn malformed(error: multer::Error) -> ApiError {
    ApiError::caused_by(ErrorCode::MalformedRequest, error)
}
