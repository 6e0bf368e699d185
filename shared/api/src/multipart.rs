//! Multipart forms (RFC 7578).

use std::{collections::HashMap, convert::Infallible};

use futures_util::stream;
use lambda_http::http::header;
use multer::{Multipart, bytes::Bytes, parse_boundary};

use super::{ApiError, ApiRequest, ApiResult, ErrorCode};

/// The maximum size of a form. Lambda takes events of 6 MiB, in which API Gateway passes the body as base64, beside the headers.
const MAX_FORM_BYTES: usize = 4_500_000;

#[derive(Debug)]
pub struct FormFile {
    pub name: Option<String>,
    /// Its content, which is not empty.
    pub bytes: Bytes,
}

/// The fields of a form, by name. Of a repeated field, the first.
#[derive(Debug)]
pub struct MultipartForm(HashMap<String, Bytes>);

impl MultipartForm {
    /// The content of a field, if it is not empty.
    pub fn bytes(&self, name: &str) -> Option<&Bytes> {
        self.0.get(name).filter(|bytes| !bytes.is_empty())
    }

    /// The text of a field, trimmed. None when the field is missing or is not UTF-8.
    pub fn text(&self, name: &str) -> Option<&str> {
        str::from_utf8(self.0.get(name)?).ok().map(str::trim)
    }
}

impl ApiRequest {
    /// The fields of the body as a multipart form.
    ///
    /// # Errors
    /// `malformed_request` when the body is not a valid multipart form.
    pub async fn multipart_form(&self) -> ApiResult<MultipartForm> {
        let mut form = self.multipart().ok_or(ErrorCode::MalformedRequest)?;
        let mut fields = HashMap::new();
        while let Some(part) = form.next_field().await.map_err(malformed)? {
            let name = part.name().map(str::to_owned);
            let bytes = part.bytes().await.map_err(malformed)?;
            if let Some(name) = name {
                fields.entry(name).or_insert(bytes);
            }
        }
        Ok(MultipartForm(fields))
    }

    /// The file in a field of the form. It is read as a whole, because the gateway limits the size of a body.
    ///
    /// # Errors
    /// `file_missing` when the body is not a multipart form, or the field is missing or empty; `malformed_request` when the form is
    /// malformed.
    pub async fn form_file(&self, field: &str) -> ApiResult<FormFile> {
        let mut form = self.multipart().ok_or(ErrorCode::FileMissing)?;
        while let Some(part) = form.next_field().await.map_err(malformed)? {
            if part.name() != Some(field) {
                continue;
            }
            let name = part.file_name().map(str::to_owned);
            let bytes = part.bytes().await.map_err(malformed)?;
            if !bytes.is_empty() {
                return Ok(FormFile { name, bytes });
            }
        }
        Err(ErrorCode::FileMissing.into())
    }

    /// Checks the size of the form. The gateway of AWS refuses larger ones itself. The local ones do not, so that a client would work
    /// with them only.
    ///
    /// # Errors
    /// `request_too_large`.
    pub fn require_form_size(&self) -> ApiResult<()> {
        if self.body().len() > MAX_FORM_BYTES {
            return Err(ErrorCode::RequestTooLarge.into());
        }
        Ok(())
    }

    fn multipart(&self) -> Option<Multipart<'static>> {
        let boundary = parse_boundary(self.header(header::CONTENT_TYPE)?).ok()?;
        let body = Bytes::copy_from_slice(self.body());
        Some(Multipart::new(stream::iter([Ok::<_, Infallible>(body)]), boundary))
    }
}

/// The log must not quote the form, as two of the errors do, and two about constraints on fields, which no form here has. The texts of the others
/// are constant, but not those of their causes.
fn malformed(error: multer::Error) -> ApiError {
    let cause = match error {
        multer::Error::IncompleteFieldData { .. } => "a field is incomplete".to_owned(),
        multer::Error::DecodeHeaderName { .. } => "a field has a malformed header".to_owned(),
        error => error.to_string(),
    };
    ApiError::caused_by(ErrorCode::MalformedRequest, cause)
}

#[cfg(test)]
mod tests {
    use lambda_http::{Body, http::Request};

    use super::*;

    async fn error_of(form: &str) -> String {
        let request = Request::post("/").header("content-type", "multipart/form-data; boundary=b");
        let request = ApiRequest::new(request.body(Body::from(form)).unwrap());
        request.multipart_form().await.unwrap_err().to_string()
    }

    #[tokio::test]
    async fn the_error_of_a_malformed_form_does_not_quote_it() {
        for form in [
            "--b\r\ncontent-disposition: form-data; name=\"private\"\r\n\r\nprivate",
            "--b\r\nprivate: private",
            "--b\r\nprivate\r\n\r\nprivate\r\n--b--",
            "private",
        ] {
            let error = error_of(form).await;
            assert!(
                error.starts_with("malformed_request: ") && !error.contains("private"),
                "{error}"
            );
        }
    }
}
