//! The wire: requests as the functions read them, answers, errors, and the loop that serves them.

mod error;
mod form;
mod multipart;
mod request;
mod response;
mod serve;
mod translations;

pub use lambda_http::{Error as RuntimeError, http::StatusCode};

pub use error::{ApiError, ApiResult, ErrorCode};
pub use form::Form;
pub use multipart::{Fields, Upload};
pub use request::ApiRequest;
pub use response::{Answer, Data, PublicCopy};
pub use serve::{Endpoint, RequestGuard, Service, serve};
pub use translations::Message;
