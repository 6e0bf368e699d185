//! Forms with files in them, as browsers send them (RFC 7578).

use std::convert::Infallible;

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

impl ApiRequest {
    /// The file in a field of the form. The gateway takes no body that would be too large to be read as a whole.
    ///
    /// # Errors
    /// `file_missing` when the body is no such form, or the field is not there or empty; `malformed_request` when the form is not
    /// as it should be.
    pub async fn upload(&self, field: &str) -> ApiResult<Upload> {
        let boundary = self.header(header::CONTENT_TYPE).map(parse_boundary);
        let Some(Ok(boundary)) = boundary else {
            return Err(ErrorCode::FileMissing.into());
        };
        let body = Bytes::copy_from_slice(self.body());
        let mut form = Multipart::new(stream::iter([Ok::<_, Infallible>(body)]), boundary);
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
}

fn malformed(error: multer::Error) -> ApiError {
    ApiError::caused_by(ErrorCode::MalformedRequest, error)
}
