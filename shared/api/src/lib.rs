//! The HTTP kit: requests, responses, errors, forms, translations, and the loop that serves requests.

mod error;
mod event;
mod form;
mod multipart;
mod request;
mod response;
mod serve;
mod translations;

pub use lambda_http::{Error as RuntimeError, http::StatusCode};

pub use error::{ApiError, ApiResult, ErrorCode};
pub use form::Form;
pub use multipart::{FormFile, MultipartForm};
pub use request::ApiRequest;
pub use response::{ApiResponse, CachePolicy, Data, File, StoredResponse, public_body};
pub use serve::{Endpoint, PROBE, RequestGuard, Service, WarmUp, serve};
pub use translations::Message;
