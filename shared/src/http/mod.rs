//! The wire: requests as the functions read them, answers, errors, and the loop that serves them.

mod answer;
mod error;
mod request;
mod serve;

pub use answer::{Answer, PublicCopy};
pub use error::{ApiError, ApiResult, ErrorCode};
pub use request::ApiRequest;
pub use serve::{Endpoint, serve};
