//! The wire: requests as the functions read them, answers, errors, and the loop that serves them.

mod answer;
mod error;
mod form;
mod multipart;
mod request;
mod serve;
mod words;

pub use answer::{Answer, Data, PublicCopy};
pub use error::{ApiError, ApiResult, ErrorCode};
pub use form::Form;
pub use multipart::{Fields, Upload};
pub use request::ApiRequest;
pub use serve::{Endpoint, serve};
pub use words::Message;
